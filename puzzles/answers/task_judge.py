"""Who keeps a task: from a later position of the same game, can it still be solved, and by which turns?

One ``TaskJudge`` serves one puzzle: it asks the solver's judges, which remember what they have decided.  Whatever is
not decided within the limits is None, never a no.
"""

from __future__ import annotations

from functools import cached_property
from typing import Protocol

from puzzles.options import refuse_no_choice
from puzzles.puzzle import Task
from puzzles.tasks import KINDS, known_tasks
from puzzles.tasks.kind import turns_of_both, turns_of_mover
from solver import Answered, Choice, DoesNotAddUp, Line, Position, Turn, helpwin, win_in
from solver.analysis.every_order import SafeTurns
from solver.search.limits import Limits
from solver.stipulations import Stipulation
from solver.stipulations.position import StipulatedPosition, with_stipulation

DEFAULT_SECONDS = 60.0  # for everything that is asked of one puzzle, where nothing else is said
MOST_OWN_TURNS = 125  # the n of tasks that count turns
LEFT_STATES = 2_000_000  # states for "can so few cards be left?", all choices of a position together

ANY_ORDER = " or ".join(kind.name for kind in KINDS if kind.every_order)

Judged = tuple[Choice, bool | None]  # a different turn, and whether the task can still be solved after it


class Side(Protocol):
    """One kind of task: what is reached at its end, and what keeps it within reach."""

    def reached(self, position: Position, done: int) -> bool:
        """Is this the end that the task asks for, after so many turns?"""

    def keeps(self, position: Position, done: int) -> bool | None:
        """Can the end still be reached?"""

    def judged(self, position: Position, done: int) -> list[Judged] | None:
        """Every different turn with its worth; None if there are too many."""


class TaskJudge:
    """Says of later positions of one puzzle whether its task can still be solved.

    ``turns_so_far`` counts the turns of everybody since the puzzle's position.  For ``where-lost`` the position to
    give is the one before the losing turn: what keeps the task there is what keeps the win.
    """

    def __init__(self, position: Position, task: Task, limits: Limits | None = None) -> None:
        refuse_misfits(position, task)
        if task.require is not None and not isinstance(position, StipulatedPosition):
            position = with_stipulation(position, task.require)
        self.position, self.task, self.limits = position, task, limits or Limits(DEFAULT_SECONDS)

    @cached_property
    def side(self) -> Side:
        """What the task asks for, made when it is first needed: it may cost a search."""
        if self.position.rules.game.is_duel:
            from puzzles.answers.duel_aims import InTime, Won

            if self.task.kind.counts_turns:
                return InTime(self.position, self.task.kind.helped, self.own_turns, self.limits)
            return Won(self.position, self.limits)
        if self.task.require is not None:
            return AsStipulated(self.position, self.task.require, self.limits)
        if self.task.kind.every_order:
            return InEveryOrder(self.position, self.limits)
        return (Scored if self.task.kind.is_scored else EveryCardLaid)(self.position, self.limits)

    @cached_property
    def in_turns(self) -> Answered | None:
        """Of tasks that count turns: the fewest turns of both, and a line that shows it; None for other tasks."""
        if not self.task.kind.counts_turns:
            return None
        if self.task.kind.helped:
            return helpwin(self.position, str(self.position.player), limits=self.limits)
        assert self.task.turns is not None
        return win_in(self.position, turns_of_both(self.task.turns), limits=self.limits)

    @property
    def own_turns(self) -> int | None:
        """The turns of the mover that the task allows; without a number: as few as can be, 0 where none suffice."""
        if self.task.turns is not None:
            return self.task.turns
        return 0 if self.in_turns is not None and self.in_turns.yes is False else self.fewest_turns

    @property
    def fewest_turns(self) -> int | None:
        """Of tasks that count turns: as few of the mover's (in a team: of all) as can be, where that is known."""
        if self.task.kind.counts_all_turns:
            return fewest_of_team(self.position, self.limits)
        fewest = None if self.in_turns is None else self.in_turns.bound
        return None if fewest is None else turns_of_mover(fewest)

    @property
    def is_contest(self) -> bool:
        """Does an opponent work against the task?"""
        return self.task.kind.is_contest(self.position.rules)

    @property
    def is_undecided(self) -> bool:
        """Was it asked, and not found within the limits, what the task can reach at all?"""
        side = self.__dict__.get("side")
        if isinstance(side, InEveryOrder):
            return side.found is not None and not side.found.whole
        return isinstance(side, Scored) and side.fewest is None

    def keeps(self, position_after: Position, turns_so_far: int) -> bool | None:
        """Can the task still be solved from here?  None: not decided."""
        return self.side.keeps(position_after, turns_so_far)

    def judged(self, position: Position, turns_so_far: int) -> list[Judged] | None:
        """Every different turn, and whether it keeps the task; None if there are too many to list."""
        return self.side.judged(position, turns_so_far)

    def solving_choices(self, position: Position, turns_so_far: int) -> tuple[Choice, ...] | None:
        """The different turns of the side to move that keep the task solvable; None if that is not known of all."""
        judged = self.judged(position, turns_so_far)
        if judged is None or any(kept is None for _, kept in judged):
            return None
        return tuple(choice for choice, kept in judged if kept)

    def solving_count(self, position: Position) -> int | None:
        """How many different turns keep a win of a team game, counted without listing them; None: not known."""
        return self.side.judge.winning_choices(position)[1] if isinstance(self.side, EveryCardLaid) else None

    def reached(self, position: Position, turns_so_far: int) -> bool:
        """Has play come to the end that the task asks for?"""
        return self.side.reached(position, turns_so_far)

    def solved(self, position: Position, turns_so_far: int) -> bool:
        """Has the task been solved?  ``only-turn`` asks for the first turn only."""
        if self.task.kind.first_turn_only:
            return turns_so_far >= 1 and self.keeps(position, turns_so_far) is True
        return self.reached(position, turns_so_far)

    def reply(self, position: Position, turns_so_far: int) -> Turn | None:
        """The opponent's best defence: one that defeats the task, else the longest; None where nobody defends."""
        if not self.is_contest or position.to_move == self.position.to_move or position.outcome is not None:
            return None
        from puzzles.answers.duel_aims import Duelling

        assert isinstance(self.side, Duelling)
        return self.side.best_defence(position, turns_so_far)


def refuse_misfits(position: Position, task: Task) -> None:
    """A task that this game does not know, or that says too little or too much, is refused by name."""
    kind, known = task.kind, known_tasks(position.rules.game)
    if task.name not in known:
        raise DoesNotAddUp(f"task {task}: {position.rules.game.name} knows {', '.join(known)}")
    if kind.needs_turns and task.turns is None:
        raise DoesNotAddUp(f"task {task}: say in how many turns, such as {kind.form(2)}")
    if not kind.has_number and task.turns is not None:
        raise DoesNotAddUp(f"task {task}: {task.name} has no number of turns")
    if task.turns is not None and not 1 <= task.turns <= MOST_OWN_TURNS:
        raise DoesNotAddUp(f"task {task}: the number of turns is 1 to {MOST_OWN_TURNS}")
    if task.require is not None and not (kind.counts_all_turns or (kind.whole_line and kind.is_plain_win)):
        raise DoesNotAddUp(f"task {task}: only a whole line that wins can have a stipulation ({task.require})")
    if kind.asks_option:
        refuse_no_choice(position, kind)
        return
    ordered = all(pile.ordered for pile in position.draws)
    if kind.every_order and ordered:
        raise DoesNotAddUp(f"task {task}: it needs a draw pile of unknown order, two cards or more (draw?: 54 60)")
    if not kind.every_order and not ordered:
        raise DoesNotAddUp(f"the order of the draw pile is unknown: a puzzle needs it, unless its task is {ANY_ORDER}")


def fewest_of_team(position: Position, limits: Limits) -> int | None:
    """In how few turns a team lays every card; None where it cannot, or that is not proved."""
    from solver import solve

    verdict = solve(position, goal="turns", limits=limits)
    limits.end_where_asked()
    return len(verdict.line) if verdict.optimal and verdict.name == "winnable" else None


def seconds_left(limits: Limits) -> float | None:
    """The time that is left, as the solver takes it."""
    return None if limits.seconds is None else max(limits.left, 0.001)


# --- the team games


class EveryCardLaid:
    """The team games: every card is to be laid."""

    def __init__(self, position: Position, limits: Limits) -> None:
        from solver.analysis.team_judge import TeamJudge

        self.judge = TeamJudge(position, limits)

    def reached(self, position: Position, done: int) -> bool:
        """Is every card laid?"""
        return position.cards_left == 0

    def keeps(self, position: Position, done: int) -> bool | None:
        """Can it be won?"""
        return {"winnable": True, "unwinnable": False}.get(self.judge.verdict(position))

    def judged(self, position: Position, done: int) -> list[Judged] | None:
        """Every different turn; the ladder decides those that are hard."""
        turns = None if position.outcome is not None else self.judge.turns(position)
        if turns is None:
            return None if position.outcome is None else []
        found, kept_of = list[Judged](), self.judge.keep_the_win(turns)
        for node, same, keeps in zip(turns.outcomes.tolist(), turns.orders(), kept_of, strict=True):
            turn = turns.turn(node)
            kept = self.keeps(position.after(turn), done + 1) if keeps is None else keeps
            verdict = {True: "winnable", False: "unwinnable", None: "unknown"}[kept]
            found.append((Choice(turn, same, verdict, 0 if kept else None), kept))
        return in_fixed_order(found)


class AsStipulated:
    """The team games: every card is to be laid, and in a certain way; positions carry what is left to be met."""

    def __init__(self, position: Position, require: Stipulation, limits: Limits) -> None:
        from solver.analysis.stipulated import StipulatedJudge

        self.judge = StipulatedJudge(position, require, limits)

    def reached(self, position: Position, done: int) -> bool:
        """Is every card laid, and everything met?"""
        return isinstance(position, StipulatedPosition) and position.is_met

    def keeps(self, position: Position, done: int) -> bool | None:
        """Can it still be won so?"""
        assert isinstance(position, StipulatedPosition)
        verdict = "unwinnable" if position.left is None else self.judge.verdict(position, position.left)
        return {"winnable": True, "unwinnable": False}.get(verdict)

    def judged(self, position: Position, done: int) -> list[Judged] | None:
        """Every different turn: in the order of its cards too, where that matters to what is left."""
        assert isinstance(position, StipulatedPosition)
        if position.outcome is not None or position.left is None:
            return []
        kept = {"winnable": True, "unwinnable": False, "unknown": None}
        found = self.judge.choices(position, position.left)
        return None if found is None else in_fixed_order([(choice, kept[choice.verdict]) for choice in found])


class Scored:
    """The team games, a lost position: no more cards are to be left than need be."""

    def __init__(self, position: Position, limits: Limits) -> None:
        from solver import solve

        self.won = EveryCardLaid(position, limits)
        verdict = solve(position, goal="cards-left", limits=limits)
        limits.end_where_asked()
        self.line: Line = verdict.line
        self.fewest = verdict.cards_left if verdict.optimal else None

    def reached(self, position: Position, done: int) -> bool:
        """Are no more left than need be?"""
        return self.fewest is not None and position.cards_left <= self.fewest

    def keeps(self, position: Position, done: int) -> bool | None:
        """Can it be brought down to the fewest that can be left?"""
        if self.fewest is None or self.reached(position, done):
            return None if self.fewest is None else True
        return False if position.outcome is not None else self.lowered([position])[0]

    def lowered(self, positions: list[Position]) -> list[bool | None]:
        """Of several positions with one memory: can so few cards be left?"""
        assert self.fewest is not None
        if self.fewest == 0:
            return [self.won.keeps(position, 0) for position in positions]
        return self.won.judge.can_leave(positions, self.fewest, LEFT_STATES)

    def judged(self, position: Position, done: int) -> list[Judged] | None:
        """Every different turn."""
        turns = None if position.outcome is not None else self.won.judge.turns(position)
        if turns is None or self.fewest is None:
            return [] if position.outcome is not None else None
        played = [turns.turn(node) for node in turns.outcomes.tolist()]
        kept = self.lowered([position.after(turn) for turn in played])
        return in_fixed_order(
            [
                (Choice(turn, same, "unwinnable" if self.fewest else "unknown", self.fewest if keeps else None), keeps)
                for turn, same, keeps in zip(played, turns.orders(), kept, strict=True)
            ]
        )


class InEveryOrder:
    """The team games, the order of the draw pile unknown: the first turn must leave a win in every order.

    Positions after it may lie in any order: what was drawn makes no difference to what the turn was.
    """

    def __init__(self, position: Position, limits: Limits) -> None:
        self.position = position
        try:
            self.found: SafeTurns | None = None if position.outcome is not None else SafeTurns(position, limits)
        except DoesNotAddUp:  # more turns than are listed
            self.found = None
        limits.end_where_asked()

    def reached(self, position: Position, done: int) -> bool:
        """Is every card laid?"""
        return position.cards_left == 0

    def keeps(self, position: Position, done: int) -> bool | None:
        """Is there a safe turn; was the first turn one?  Of later turns nothing is asked, and nothing known."""
        if self.found is None or done > 1:
            return False if self.position.outcome is not None else None
        if done == 1:
            at = self.found.find(position)
            return None if at is None else self.found.is_safe(at)
        safe = [self.found.is_safe(at) for at in range(len(self.found.turns))]
        return True if True in safe else None if None in safe else False

    def judged(self, position: Position, done: int) -> list[Judged] | None:
        """Every different first turn."""
        if self.found is None or done:
            return [] if self.position.outcome is not None else None
        judged = list[Judged]()
        for at, (turn, same) in enumerate(zip(self.found.turns, self.found.same, strict=True)):
            kept = self.found.is_safe(at)
            verdict = {True: "winnable", False: "unwinnable", None: "unknown"}[kept]
            judged.append((Choice(turn, same, verdict, 0 if kept else None), kept))
        return in_fixed_order(judged)


def in_fixed_order(found: list[Judged]) -> list[Judged]:
    """Shorter turns first, then by card and pile: the same order whatever engine found them."""
    return sorted(found, key=lambda judged: (len(judged[0].plays), judged[0].plays))
