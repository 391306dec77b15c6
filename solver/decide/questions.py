"""Questions about a Face to Face position beyond who wins: in the manner of chess problems, and about a single turn.

>>> from solver import helpwin
>>> answer = helpwin("face-to-face | A.up: 10 | B.up: 20 | A*: 11 12 13 | B: 30 31")
>>> answer.name, len(answer.line)
('winnable', 1)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.errors import AgainstTheRules, DoesNotAddUp, Unreadable, quoted
from solver.notation.piles import settled
from solver.notation.source import Source, position_of
from solver.reasons import CutShort, InWords, Reason, Refused
from solver.referee import judge
from solver.search.limits import Limits
from solver.table.line import Line, Turn, parse_line
from solver.table.position import Position
from solver.verdict import Answered, Effort

if TYPE_CHECKING:
    from solver.search.duel_solver import DuelAnswer


MOST_TURNS = 249
QUESTIONS = ("win-in:N", "helpwin", "helpwin:B", "selfstuck")


# --- questions


def win_in(source: Source, turns: int, *, limits: Limits | None = None) -> Answered:
    """Does the player to move win within so many turns (those of both counted) against every defence?"""
    from solver.search.duel_solver import wins_within

    position = duel_position(source)
    if not 1 <= turns <= MOST_TURNS:
        raise DoesNotAddUp(f"win-in:{turns}: the number of turns is 1 to {MOST_TURNS}")
    limits = limits or Limits()
    no = f"{position.player} does not win within {turns} turn{'s' if turns > 1 else ''}"
    return answered(position, f"win-in:{turns}", position.player, wins_within(position, turns, limits), no, limits)


def helpwin(source: Source, player: str = "A", *, limits: Limits | None = None) -> Answered:
    """In how few turns does a player win if both work together for it?"""
    from solver.search.duel_solver import helpwin as search

    position, limits = duel_position(source), limits or Limits()
    if player not in position.rules.player_names:
        raise DoesNotAddUp(f"helpwin:{player}: the players are A and B")
    found = search(position, limits, seat=position.rules.player_names.index(player))
    question = "helpwin" if player == "A" else f"helpwin:{player}"
    return answered(position, question, player, found, f"{player} cannot win even with help", limits)


def selfstuck(source: Source, *, limits: Limits | None = None) -> Answered:
    """Can the player to move force the own loss, the opponent trying not to win?  In how few turns?"""
    from solver.search.duel_solver import selfstuck as search

    position, limits = duel_position(source), limits or Limits()
    winner = position.rules.player_names[1 - position.to_move]
    no = f"{position.player} cannot force the own loss"
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
    words = reply.proved if yes is None else ""
    if yes is False:
        words = f"refuted by {reply.answer}: {reply.winner} wins" if reply.answer else f"{reply.winner} wins"
    if yes and judge(position, reply.line).winner != position.player:
        yes, words = None, f"{position.player} wins after it, but the line that shows it was cut short"
    reason = InWords(words) if words else None
    return the_answer(position, "refute", yes, reply.line, reply.turns, reason, reply.states, limits)


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
    """What a search found; a yes whose line was cut short is not claimed."""
    yes = found.yes
    reason: Reason | None = None if yes else Refused(no) if yes is False else limits.reached
    if yes and judge(position, found.line).winner != winner:
        yes, reason = None, CutShort(limits.reached, ("proved, but the line that shows it was cut short",))
    return the_answer(position, question, yes, found.line, found.turns, reason, found.states, limits)


def the_answer(
    position: Position,
    question: str,
    yes: bool | None,
    line: Line,
    turns: int | None,
    reason: Reason | None,
    states: int,
    limits: Limits,
) -> Answered:
    """The answer with what it cost."""
    effort = Effort("dfs", states, limits.elapsed)
    return Answered(position, line, question, bound=turns, reason=reason, effort=effort, yes=yes)
