"""Questions about a Face to Face position beyond who wins: in the manner of chess problems, and about a single turn.

>>> from solver import helpwin
>>> answer = helpwin("face-to-face | A.up: 10 | B.up: 20 | A*: 11 12 13 | B: 30 31")
>>> answer.verdict, len(answer.line)
('winnable', 1)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solver.errors import AgainstTheRules, DoesNotAddUp, Unreadable, quoted
from solver.notation.piles import settled
from solver.notation.source import Source, position_of
from solver.referee import judge
from solver.rules.game import Player
from solver.search.limits import Limits
from solver.table.line import Line, Turn, parse_line
from solver.table.position import Position
from solver.verdict import Effort, left_after

if TYPE_CHECKING:
    from solver.search.duel_solver import DuelAnswer


MOST_TURNS = 249
QUESTIONS = ("win-in:N", "helpwin", "helpwin:B", "selfstuck")


@dataclass(frozen=True)
class Answered:
    """The answer to a question: ``yes``, no, or (None) not decided, and a line that shows it.

    ``fewest`` is the proved number of turns, those of both players counted; ``reason`` says why it is not a yes.
    """

    position: Position
    question: str
    yes: bool | None
    line: Line
    fewest: int | None
    reason: str | None
    effort: Effort

    @property
    def verdict(self) -> str:
        """``winnable`` for yes, ``unwinnable`` for no, ``unknown``."""
        return "unknown" if self.yes is None else "winnable" if self.yes else "unwinnable"

    @property
    def winner(self) -> Player | None:
        """Who wins at the end of the line, if it ends the game."""
        return judge(self.position, self.line).winner


# --- questions


def win_in(source: Source, turns: int, *, limits: Limits | None = None) -> Answered:
    """Does the player to move win within so many turns (those of both counted) against every defence?"""
    from solver.search.duel_solver import wins_within

    position = duel_position(source)
    if not 1 <= turns <= MOST_TURNS:
        raise DoesNotAddUp(f"win-in:{turns}: the number of turns is 1 to {MOST_TURNS}")
    limits = limits or Limits()
    no = f"exhaustive search: {position.player} does not win within {turns} turn{'s' if turns > 1 else ''}"
    return answered(position, f"win-in:{turns}", position.player, wins_within(position, turns, limits), no, limits)


def helpwin(source: Source, player: str = "A", *, limits: Limits | None = None) -> Answered:
    """In how few turns does a player win if both work together for it?"""
    from solver.search.duel_solver import helpwin as search

    position, limits = duel_position(source), limits or Limits()
    if player not in position.rules.player_names:
        raise DoesNotAddUp(f"helpwin:{player}: the players are A and B")
    found = search(position, limits, seat=position.rules.player_names.index(player))
    question = "helpwin" if player == "A" else f"helpwin:{player}"
    return answered(position, question, player, found, f"exhaustive search: {player} cannot win even with help", limits)


def selfstuck(source: Source, *, limits: Limits | None = None) -> Answered:
    """Can the player to move force the own loss, the opponent trying not to win?  In how few turns?"""
    from solver.search.duel_solver import selfstuck as search

    position, limits = duel_position(source), limits or Limits()
    winner = position.rules.player_names[1 - position.to_move]
    no = f"exhaustive search: {position.player} cannot force the own loss"
    return answered(position, "selfstuck", winner, search(position, limits), no, limits)


def refute(source: Source, turn: Turn | str, *, limits: Limits | None = None) -> Answered:
    """Does this turn keep the win?  The line begins with it; its second turn is the best answer."""
    from solver.search.duel_solver import refute as search

    position, limits = duel_position(source), limits or Limits()
    line = settled(position, parse_line(turn)) if isinstance(turn, str) else (turn,)
    if len(line) != 1:
        raise Unreadable(f"{quoted(turn)}: one turn is asked about, {len(line)} are given")
    if position.outcome is not None:
        raise AgainstTheRules(f"{line[0]}: the game is over ({position.outcome.text})")
    reply = search(position, line[0], limits=limits)
    yes = None if reply.winner is None else reply.winner == position.player
    reason = reply.proved if yes is None else None
    if yes is False:
        reason = f"refuted by {reply.answer}: {reply.winner} wins" if reply.answer else f"{reply.winner} wins"
    if yes and judge(position, reply.line).winner != position.player:
        yes, reason = None, f"{position.player} wins after it, but the line that shows it was cut short"
    effort = Effort("dfs", reply.states, limits.elapsed)
    return Answered(position, "refute", yes, reply.line, reply.turns, reason, effort)


def ask(source: Source, question: str, *, limits: Limits | None = None) -> Answered:
    """Ask by name: ``win-in:3``, ``helpwin`` (for A), ``helpwin:B``, ``selfstuck``."""
    name, colon, detail = question.partition(":")
    if name == "win-in" and detail.isascii() and detail.isdigit() and len(detail) <= 9:
        return win_in(source, int(detail), limits=limits)
    if name == "helpwin" and (detail or not colon):
        return helpwin(source, detail or "A", limits=limits)
    if question == "selfstuck":
        return selfstuck(source, limits=limits)
    raise Unreadable(f"question {quoted(question)}: one of {' '.join(QUESTIONS)}")


def is_question(goal: str) -> bool:
    """Is this the name of a question, well written or not?"""
    return goal.partition(":")[0] in ("win-in", "helpwin", "selfstuck")


# --- answers


def duel_position(source: Source) -> Position:
    """The position asked about, which must be one of Face to Face."""
    position = position_of(source)
    if not position.rules.game.is_duel:
        raise DoesNotAddUp(f"{position.rules.game.name} has no opponents: this question is for face-to-face")
    return position


def answered(position: Position, question: str, winner: object, found: DuelAnswer, no: str, limits: Limits) -> Answered:
    """What a search found, in words where it is not a yes; a yes whose line was cut short is not claimed."""
    from solver.decide.engines import limit_of

    yes, reason = found.yes, no if found.yes is False else None
    if yes is None:
        reason = limit_of(limits, found.interrupted)
    elif yes and judge(position, found.line).winner != winner:
        yes, reason = None, f"{limit_of(limits, found.interrupted)}; proved, but the line that shows it was cut short"
    effort = Effort("dfs", found.states, limits.elapsed)
    return Answered(position, question, yes, found.line, found.turns, reason, effort)


def answered_to_json(answer: Answered) -> dict[str, Any]:
    """An answer in the form of ``solve``."""
    from solver.notation.jsonform import line_to_json
    from solver.version import __version__

    position = answer.position
    return {
        "game": position.rules.game.name,
        "players": position.rules.players,
        "verdict": answer.verdict,
        "goal": answer.question,
        "cards_left": left_after(position, answer.line),
        "optimal": answer.fewest is not None,
        "turns": line_to_json(answer.line),
        "engine": answer.effort.engine,
        "reason": answer.reason,
        "states": answer.effort.states,
        "seconds": round(answer.effort.seconds, 6),
        "version": __version__,
        "winner": answer.winner,
        "bound": answer.fewest,
    }
