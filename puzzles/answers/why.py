"""Why a turn fails: the reason that has a name, else the line that refutes it and the cards that are stranded.

A reason is a fact about the table after the turn, never a guess: the referee accepts each line, and a search that
looked at everything says that nothing better could be played.  Where no such proof was found, no reason is given.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from puzzles.answers.task_judge import EveryCardLaid, InEveryOrder, Scored, TaskJudge
from puzzles.tasks.kind import turns_of_mover
from solver import Card, Line, Player, Position, helpwin, play_line, solve
from solver.reasons import BareSkull, DeadCard, Obstructed, TooFewForThree
from solver.search.limits import Limits
from solver.search.obstruction import closure, dead_cards, obstruction

# ``stuck``: somebody cannot lay the least that a turn needs.  ``dead``: no pile can ever take these cards.  ``bare``:
# nothing could cover this card.  ``too-few``: nobody can lay as many as this card asks for.  ``left``: at best these
# cards are left.  ``beaten``: the opponent wins.  ``holds``: after this answer it is too late.  ``late``: with
# all help it takes so many turns.  ``never``: not even with help.
# ``wins``: of an option where a loss is asked for, this line wins.
WhyKind = Literal["stuck", "dead", "bare", "too-few", "left", "beaten", "holds", "late", "never", "wins"]
AT_ONCE = ("stuck", "dead", "bare", "too-few")
NAMED: dict[type[Obstructed], WhyKind] = {DeadCard: "dead", BareSkull: "bare", TooFewForThree: "too-few"}


@dataclass(frozen=True)
class WhyNot:
    """Why a task cannot be solved any more; ``line``: how it goes on from there."""

    kind: WhyKind
    cards: tuple[Card, ...] = ()  # those that are stranded
    player: Player | None = None  # who is stuck, who wins, who holds out
    line: Line = ()
    turns: int | None = None  # of the mover's own: how many it takes
    order: tuple[Card, ...] = ()  # where nobody knows that of the draw pile: one in which it fails

    @property
    def in_one_sentence(self) -> bool:
        """Does it show at once?  A named reason does, and an answer that ends the game; an order must be looked for."""
        return not self.order and (self.kind in AT_ONCE or (self.kind == "beaten" and len(self.line) <= 1))


def why_not(task_judge: TaskJudge, after: Position, done: int) -> WhyNot | None:
    """Why a position in which a turn has ended fails the task; None where it does not, or no reason is known."""
    if task_judge.task.require is not None or task_judge.keeps(after, done) is not False:
        return None  # why a win is not of the kind that is asked for has no reason here
    side = task_judge.side
    if isinstance(side, InEveryOrder):
        return why_not_safe(task_judge, side, after)
    if isinstance(side, Scored | EveryCardLaid):
        fewest = side.fewest or 0 if isinstance(side, Scored) else 0
        return why_not_team(task_judge, after, fewest)
    return why_not_duel(task_judge, after, done)


# --- the team games


def why_not_team(task_judge: TaskJudge, after: Position, fewest: int) -> WhyNot | None:
    """More than ``fewest`` cards will be left."""
    return why_team_loses(after, task_judge.limits, fewest)


def why_team_loses(after: Position, limits: Limits, fewest: int = 0) -> WhyNot | None:
    """Why a team that cannot do better leaves more than ``fewest`` cards from here."""
    if after.outcome is not None:
        return WhyNot("stuck", after.hand, after.player)
    named = obstruction(after) if not fewest else None
    dead = no_pile_takes(after)
    if len(dead) > fewest:
        return WhyNot("dead", dead)
    if named is not None:
        return WhyNot(NAMED[type(named)], (named.card,))
    verdict = solve(after, goal="cards-left", limits=limits)
    limits.end_where_asked()
    if not verdict.optimal or not verdict.line:
        return None
    end = play_line(after, verdict.line)
    stranded = sorted({*end.draw.cards, *(card for hand in end.hands for card in hand)})
    return WhyNot("left", tuple(stranded), line=verdict.line)


def why_not_safe(task_judge: TaskJudge, side: InEveryOrder, after: Position) -> WhyNot | None:
    """An order of the draw pile in which it is lost, and why; no order where a card is lost in all of them."""
    order = refuting_order(side, after)
    if order is None:
        return None
    assert side.found is not None
    at = side.found.find(after)
    assert at is not None
    why = why_not_team(task_judge, side.found.after(at, order), 0)
    if why is None or why.kind == "dead":  # what no pile ever takes does not depend on the order
        return why
    return replace(why, order=order)


def refuting_order(side: InEveryOrder, after: Position) -> tuple[Card, ...] | None:
    """An order in which the turn that led here loses: the first that one sentence refutes, else the first."""
    at = None if side.found is None else side.found.find(after)
    if side.found is None or at is None:
        return None
    lost = side.found.lost_orders(at)
    positions = [side.found.after(at, order) for order in lost]
    at_once = (order for order, one in zip(lost, positions, strict=True) if one.outcome is not None)
    named = (order for order, one in zip(lost, positions, strict=True) if obstruction(one) is not None)
    return next(at_once, None) or next(named, None) or next(iter(lost), None)


def no_pile_takes(position: Position) -> tuple[Card, ...]:
    """The cards that no pile can ever come to take."""
    left = {*position.draw.cards, *(card for hand in position.hands for card in hand)}
    found = dead_cards(left, {"up": closure(position, "up", left), "down": closure(position, "down", left)})
    return tuple(reason.card for reason in found)


# --- Face to Face


def why_not_duel(task_judge: TaskJudge, after: Position, done: int) -> WhyNot | None:
    """The opponent wins, holds out too long, or cannot help in time."""
    task, hero = task_judge.task, task_judge.position.player
    if after.outcome is not None:
        return WhyNot("beaten", player=after.outcome.winner)
    if task.kind.helped:
        helped = helpwin(after, str(hero), limits=task_judge.limits)
        if helped.yes is False:
            return WhyNot("never", player=hero)
        turns = None if helped.bound is None else turns_of_mover(done + helped.bound)
        return WhyNot("late", player=hero, line=helped.line, turns=turns) if helped.yes and turns else None
    if task.kind.counts_turns:
        reply = task_judge.reply(after, done)
        held = reply is not None and task_judge.keeps(after.after(reply), done + 1) is False
        return WhyNot("holds", player=after.player, line=(reply,)) if held and reply is not None else None
    verdict = solve(after, goal="turns", limits=task_judge.limits)
    task_judge.limits.end_where_asked()
    if not verdict.optimal or not verdict.line:
        return None
    return WhyNot("beaten", player=after.player, line=verdict.line)
