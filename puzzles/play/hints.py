"""Hints: what a turn that solves the puzzle has in common with the turn under way, told little by little.

Level 1 speaks of strategy, level 2 names the pile to think about, level 3 the card and the pile.  What the author says
is a solution is followed as long as the person follows it; after that the judge is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from puzzles.answers.why import why_not
from puzzles.play.session import laid_out
from puzzles.play.words import say
from puzzles.sheet.words import option_text, theme_titles, why_text
from solver import format_line
from solver.errors import DoesNotAddUp
from solver.rules.follow import follows_by_trick
from solver.rules.game import Rules
from solver.rules.turns import Lay, OpenTurn, Tops
from solver.table.line import Play
from solver.table.position import Position, play_line

if TYPE_CHECKING:
    from puzzles.play.laying import Laying
    from puzzles.play.session import Session

LAST_LEVEL = 3
MOST_CARDS = 40  # left to be laid; where there are more, a position has too many turns to look at each of them


class NoHint(str):
    """What is said in place of a hint where there is none to give; it does not count as one."""


def hint(session: Session, level: int) -> str:
    """One sentence; a higher level says more."""
    if not 1 <= level <= LAST_LEVEL:
        raise DoesNotAddUp(say(session.language, "hint-levels", last=LAST_LEVEL))
    if session.asks_option:
        return hint_option(session, level)
    if session.asks_where:
        return hint_where(session, level)
    if session.state != "open":
        return NoHint(say(session.language, f"over.{session.state}"))
    goals = solving_turns(session)
    if goals is None:
        return NoHint(say(session.language, "hint.unknown"))
    if not goals:
        return hint_lost(session, level)
    for goal in goals:
        rest = completion(session.turn, goal)
        if rest is not None:
            return hint_on(session, level, goal, rest)
    return hint_astray(session, level, goals)


# --- which turns solve it


def solving_turns(session: Session) -> tuple[OpenTurn, ...] | None:
    """Turns that keep the puzzle solvable, each played to its end; None: not known.

    One that the turn under way can still become will do: the author's, or the one of a winning line.  Only where there
    is none, every turn is looked at.
    """
    for one in (author_turn, line_turn):
        goal = one(session)
        if goal is not None and completion(session.turn, goal) is not None:
            return (goal,)
    if not session.position.rules.game.is_duel and session.position.cards_left > MOST_CARDS:
        return None
    choices = session.solving_choices()
    return None if choices is None else tuple(laid_out(session.position, choice.turn) for choice in choices)


def line_turn(session: Session) -> OpenTurn | None:
    """The next turn of a winning line, where winning is what the task asks for and a line is found quickly."""
    if not session.puzzle.task.kind.is_plain_win or session.puzzle.task.kind.is_contest(session.position.rules):
        return None
    line = session.winning_line()
    return laid_out(session.position, line[0]) if line else None


def author_turn(session: Session) -> OpenTurn | None:
    """The author's next turn, if the author's solution has come to this table and is not known to be wrong."""
    solution, done = session.puzzle.solution, len(session.line)
    if done >= len(solution) or (session.puzzle.task.kind.first_turn_only and done):
        return None
    if session.position != play_line(session.puzzle.position, solution[:done]):
        return None
    if session.task_judge.keeps(session.position.after(solution[done]), done + 1) is False:
        return None  # the author is wrong
    return laid_out(session.position, solution[done])


def completion(now: OpenTurn, goal: OpenTurn) -> tuple[Lay, ...] | None:
    """The plays that bring a turn under way to the same end as another; None: it has gone another way.

    The same end: the same cards laid, like piles showing the same cards in any order, as many gifts.
    """
    wanted, end = [card for card, _ in goal.laid], like_tops(goal.rules, goal.tops)
    if any(card not in wanted for card, _ in now.laid):
        return None
    seen: set[tuple[object, ...]] = set()

    def search(turn: OpenTurn) -> tuple[Lay, ...] | None:
        left = [card for card in wanted if card in turn.hand]
        if not left:
            same = like_tops(turn.rules, turn.tops) == end and turn.gifts == goal.gifts and turn.may_end()
            return () if same else None
        for lay in (lay for card in left for lay in plays_of(turn, card, goal)):
            after = turn.lay(*lay)
            key = (after.tops, after.hand, after.orders, after.gifts, lay[1] if after.rules.commands else None)
            if key not in seen:
                seen.add(key)
                if (rest := search(after)) is not None:
                    return (lay, *rest)
        return None

    return search(now)


def plays_of(turn: OpenTurn, card: object, goal: OpenTurn) -> list[Lay]:
    """Where a card may be laid, the pile of the other turn first."""
    lays = [lay for lay in turn.plays() if lay[0] == card]
    return sorted(lays, key=lambda lay: lay not in goal.laid)


def like_tops(rules: Rules, tops: Tops) -> tuple[object, ...]:
    """The tops, like piles in any order."""
    shown = sorted((str(pile.owner), pile.direction, str(top)) for pile, top in zip(rules.piles, tops, strict=True))
    return tuple(shown)


# --- what is said


def hint_on(session: Laying, level: int, goal: OpenTurn, rest: Sequence[Lay]) -> str:
    """The person is on the way: what comes next."""
    if not rest:
        return say(session.language, "hint.complete" if level == 1 else "hint.end")
    card, pile = rest[0][0], session.position.rules.piles[rest[0][1]].name
    if level == LAST_LEVEL:
        return say(session.language, "hint.play", card=card, pile=pile)
    if level == LAST_LEVEL - 1:
        return say(session.language, "hint.pile", pile=pile)
    return theme_of(session) or strategy(session, goal)


def theme_of(session: Laying) -> str | None:
    """The puzzle's theme in words, as long as nothing has been played."""
    from puzzles.themes import THEMES

    known = [name for name in session.themes if name in THEMES]
    if session.line or session.plays or not known:
        return None
    (title,) = theme_titles(known[:1], session.language)
    says = "" if session.language == "de" else THEMES[known[0]].says
    return say(session.language, "hint.theme", title=title, says=says).strip()


def strategy(session: Laying, goal: OpenTurn) -> str:
    """What kind of turn it is, without a card or a pile."""
    tricks, rules = tricks_in(session.position, goal), session.position.rules
    least = rules.least(goal.draw_left == 0)
    kinds = (
        ("hint.gift", goal.gifts > 0),
        ("hint.tricks", tricks > 1),
        ("hint.trick", tricks == 1),
        ("hint.command", any(card in rules.command_of for card, _ in goal.laid)),
        ("hint.more", len(goal.laid) > least),
        ("hint.least", len(goal.laid) == least and any(True for _ in goal.plays())),
    )
    return say(session.language, next((key for key, holds in kinds if holds), "hint.plain"))


def tricks_in(position: Position, goal: OpenTurn) -> int:
    """How often a turn goes backwards on an own pile."""
    state, tricks = position.open_turn, 0
    for card, pile in goal.laid:
        own = position.rules.piles[pile].owner in (None, position.to_move)
        direction = position.rules.piles[pile].direction
        tricks += own and follows_by_trick(position.rules, direction, state.tops[pile], card)
        state = state.lay(card, pile)
    return tricks


def hint_astray(session: Laying, level: int, goals: Iterable[OpenTurn]) -> str:
    """Something laid in this turn fits no turn that solves the puzzle: how far to go back."""
    if level == 1:
        return say(session.language, "hint.astray")
    plays = plays_to_take_back(session, tuple(goals))
    if level == LAST_LEVEL:
        return say(session.language, "hint.take-back", plays=" ".join(map(str, plays)))
    return say(session.language, "hint.astray.pile", pile=plays[0].pile)


def plays_to_take_back(session: Laying, goals: Sequence[OpenTurn]) -> tuple[Play, ...]:
    """The last plays of the turn under way, as few as must be taken back."""
    laid = session.turn.laid
    for kept in range(len(laid) - 1, 0, -1):
        before = session.position.open_turn
        for card, pile in laid[:kept]:
            before = before.lay(card, pile)
        if any(completion(before, goal) is not None for goal in goals):
            return session.plays[kept:]
    return session.plays


def hint_lost(session: Session, level: int) -> str:
    """It cannot be solved from here: since when."""
    at = given_away_at(session)
    if level == 1 or at is None:
        return say(session.language, "hint.lost")
    where = say(session.language, "hint.lost.where", turn=at)
    why = why_not(session.task_judge, play_line(session.puzzle.position, session.line[:at]), at)
    if level < LAST_LEVEL or why is None:
        return where
    line = f" {format_line(why.line)}" if why.line else ""
    return why_text(why, session.position.rules, session.language) + line


def given_away_at(session: Session) -> int | None:
    """The number of the first turn after which the puzzle could not be solved any more, if that is known."""
    return next((at for at, ended in enumerate(session.now.ended, start=1) if ended.keeps is False), None)


def hint_where(session: Session, level: int) -> str:
    """Which turn lost it?  Strategy, then a part of the game, then the turn."""
    lost_at, last = session.lost_at, len(session.puzzle.played)
    if lost_at is None:
        return NoHint(say(session.language, "hint.unknown"))
    if level == LAST_LEVEL:
        return say(session.language, "hint.where.turn", turn=lost_at)
    if level == 1 or last < 3:
        return theme_of(session) or say(session.language, "hint.where")
    half = (last + 1) // 2
    first, end = (1, half) if lost_at <= half else (half + 1, last)
    return say(session.language, "hint.where.range", first=first, last=end)


def hint_option(session: Session, level: int) -> str:
    """Which option is it?  What to ask oneself, then a part of the answer, then the answer."""
    right, kind = session.right_option, session.puzzle.task.kind
    if right is None:
        return NoHint(say(session.language, "hint.unknown"))
    if level == 1:
        return option_text(kind, "hint", "", session.language)
    if level == LAST_LEVEL:
        return option_text(kind, "answer", right.text, session.language)
    others = [option.text for option in session.option_judge.options if option.text != right.text]
    part = right.text.split()[0] if kind.names_mover else others[0]
    return option_text(kind, "part", part, session.language)
