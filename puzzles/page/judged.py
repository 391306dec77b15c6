"""What the page can say about a turn: the positions from which a puzzle can still be solved, the opponent's replies.

The positions are found layer by layer, turn by turn, by following every turn that keeps the task solvable, so that up
to ``decided`` turns the list is complete: a position after that many turns or fewer that is not in the list is lost for
the task.  Beyond ``decided`` the page knows only what is in the list, and says "not known" of the rest.

Against an opponent the page follows one reply, the best defence, so that only what can arise on the page is listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from puzzles.answers.answer import TaskJudge
from puzzles.answers.why import WhyNot, why_not
from puzzles.page.keys import position_key
from puzzles.puzzle import Puzzle, start_of_solution
from solver import Position, Turn
from solver.search.limits import Limits

MOST_POSITIONS = 5000  # of one puzzle
MOST_REFUTED = 80  # turns that give the task away and to which the opponent's reply is known, of one puzzle
MOST_REASONS = 300  # turns of which the page can say why they fail, of one puzzle
LOST = "lost"  # in place of a key: the losing turn of a played game
SECONDS = 5.0  # of search for one puzzle; what is not found in that time is not known


@dataclass
class Judged:
    """What was found out.

    ``decided`` is None where everything is; ``keeping`` holds keys, ``replies`` the opponent's turn by key, ``reasons``
    why the task fails by the key of the position after a turn.
    """

    keeping: dict[str, None] = field(
        default_factory=dict
    )  # a set that keeps its order: the page is the same every time
    decided: int | None = None
    replies: dict[str, Turn] = field(default_factory=dict)
    reasons: dict[str, WhyNot] = field(default_factory=dict)


def judge_puzzle(puzzle: Puzzle, most: int = MOST_POSITIONS, seconds: float = SECONDS) -> Judged:
    """Follow every turn that keeps the task solvable, as far as the bounds allow."""
    if puzzle.task.kind.asks_where:
        return Judged(reasons=why_it_lost(puzzle, seconds))
    if puzzle.task.kind.asks_option:  # no turn is to be judged
        return Judged()
    return Follower(puzzle, most, seconds).judged()


def why_it_lost(puzzle: Puzzle, seconds: float) -> dict[str, WhyNot]:
    """Why the losing turn of a played game gave the win away, where that is known."""
    if puzzle.lost_at is None or not 1 <= puzzle.lost_at <= len(puzzle.played):
        return {}
    start = start_of_solution(puzzle.position, puzzle.played, puzzle.lost_at)
    after = start.after(puzzle.played[puzzle.lost_at - 1])
    why = why_not(TaskJudge(start, puzzle.task, Limits(seconds)), after, 1)
    return {} if why is None else {LOST: why}


class Follower:
    """Goes through the layers of one puzzle: the positions after 0, 1, 2 … turns in which the person is to lay."""

    def __init__(self, puzzle: Puzzle, most: int, seconds: float) -> None:
        self.puzzle, self.most = puzzle, most
        self.limits = Limits(seconds)
        self.task_judge = TaskJudge(puzzle.position, puzzle.task, self.limits)
        self.found = Judged()
        self.given_away: dict[str, tuple[Position, int]] = {}
        self.claimed = dict(self.solution())

    def judged(self) -> Judged:
        """All layers; the author's own line is taken to keep the task where the search was cut short."""
        layer, turns = [self.puzzle.position], 0
        while layer:
            try:
                following = [after for position in layer for after in self.steps(position, turns)]
            except TooMuch:
                self.found.decided = turns
                self.found.keeping |= {key: None for key, turn in self.claimed.items() if key != self.start}
                break
            turns += 2 if self.is_contest else 1
            layer = [] if self.puzzle.task.kind.first_turn_only else following
        self.refute()
        self.give_reasons()
        return self.found

    @property
    def is_contest(self) -> bool:
        """Does the page play the opponent?"""
        return self.puzzle.task.kind.is_answered(self.puzzle.position.rules)

    @property
    def start(self) -> str:
        """The name of the puzzle's own position."""
        return self.key(self.puzzle.position, 0)

    def key(self, position: Position, turns: int) -> str:
        """Where the number of turns counts, it belongs to the position's name."""
        unseen = self.puzzle.position.draw.cards if self.puzzle.task.kind.every_order else ()
        name = position_key(position, unseen)
        return f"{name}/{turns}" if self.puzzle.task.kind.counts_turns else name

    def solution(self) -> Iterator[tuple[str, Turn | None]]:
        """The positions of the author's line, each with the turn that the author plays there."""
        position = self.puzzle.position
        for turns, turn in enumerate(self.puzzle.solution):
            yield self.key(position, turns), turn
            position = position.after(turn)
        yield self.key(position, len(self.puzzle.solution)), None

    def steps(self, position: Position, turns: int) -> Iterator[Position]:
        """The new positions after one more turn that keep the task, as far as play goes on there."""
        judged = self.task_judge.judged(position, turns)
        if judged is None or self.limits.left <= 0:
            raise TooMuch
        for choice, kept in judged:
            if kept is None:
                raise TooMuch
            if not kept and not self.is_contest and len(self.given_away) >= MOST_REASONS:
                continue
            after = position.after(choice.turn)
            key = self.key(after, turns + 1)
            if not kept:
                self.given_away.setdefault(key, (after, turns + 1))
            elif self.is_new(key) and after.outcome is None and not self.task_judge.solved(after, turns + 1):
                yield self.answered(key, after, turns + 1) if self.is_contest else after

    def is_new(self, key: str) -> bool:
        """Note a position that keeps the task; was it new?"""
        known = key in self.found.keeping
        self.found.keeping[key] = None
        if len(self.found.keeping) > self.most:
            raise TooMuch
        return not known

    # --- the opponent

    def answered(self, key: str, position: Position, turns: int) -> Position:
        """The position after the opponent's reply: the author's, else the best defence."""
        reply = self.claimed.get(key) or self.task_judge.reply(position, turns)
        if reply is None:
            raise TooMuch
        self.found.replies[key] = reply
        after = position.after(reply)
        self.is_new(self.key(after, turns + 1))
        return after

    def refute(self) -> None:
        """The opponent's replies to the first turns that give the task away, so that the page can show why."""
        if not self.is_contest:
            return
        for key, (position, turns) in list(self.given_away.items())[:MOST_REFUTED]:
            if position.outcome is None and self.limits.left > 0:
                reply = self.refutation(position, turns)
                if reply is not None:
                    self.found.replies[key] = reply

    def give_reasons(self) -> None:
        """Why the first turns that give the task away do so, as many as are kept; those of the first position first."""
        for key, (position, turns) in list(self.given_away.items())[:MOST_REASONS]:
            if self.limits.left > 0 and (why := why_not(self.task_judge, position, turns)) is not None:
                self.found.reasons[key] = why

    def refutation(self, position: Position, turns: int) -> Turn | None:
        """The opponent's first turn, shorter ones first, after which the task cannot be solved."""
        from solver.analysis.duel_judge import distinct_turns

        ends = distinct_turns(position) or {}
        replies = [position.ended(end.turn) for end in ends.values()]
        for reply in sorted(replies, key=lambda turn: (len(turn.plays), turn.plays)):
            if self.task_judge.keeps(position.after(reply), turns + 1) is False:
                return reply
        return None


class TooMuch(Exception):
    """More positions than are listed, or not decided in time."""
