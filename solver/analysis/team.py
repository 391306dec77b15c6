"""The choices of a team game: listed by one walk through the turn, decided by searches that share their memory."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import numpy.typing as npt

from solver.analysis.choices import (
    LEFT_STATES,
    MOST_UNDER_WAY,
    QUICK,
    UNKNOWN,
    UNWINNABLE,
    WINNABLE,
    Choice,
    Choices,
    FirstPlay,
    best_first,
    fewest_of,
    how_many_win,
    verdict_of,
)
from solver.search.decide_states import NO, UNDECIDED, YES, StatesDecider
from solver.search.limits import INTERRUPTED, Limits
from solver.search.team_graph import TeamGraph, Turns, packed
from solver.table.line import Turn
from solver.table.position import Position

NAMES = {YES: WINNABLE, NO: UNWINNABLE, UNDECIDED: UNKNOWN}


class TeamChoices:
    """The turns of one position and what is known of them so far."""

    def __init__(self, position: Position, limits: Limits, fewest_left: bool) -> None:
        self.position, self.limits, self.fewest_left = position, limits, fewest_left
        numbers = packed(position)
        self.graph = TeamGraph(position, numbers, limits, MOST_UNDER_WAY, first_turn_only=True)
        self.decider = StatesDecider(numbers.problem, numbers.start, limits)
        self.limit: str | None = None
        if not self.graph.whole:
            self.limit = f"{self.graph.stopped}: the choices are not listed"

    def decided(self) -> Choices:
        """Decide all turns, as far as the limits allow."""
        if self.limit is not None:
            return Choices((), (), self.graph.nodes, self.limit)
        self.turns = Turns(self.graph)
        self.outcomes = self.turns.outcomes.tolist()
        self.starts = self.graph.states[self.turns.outcomes]
        self.answers = np.where(self.everything_laid(), YES, UNDECIDED)
        self.fewest = np.full(len(self.outcomes), -1, np.int64)
        try:
            self.decide()
        except KeyboardInterrupt:
            self.limit = INTERRUPTED
        self.fewest[self.answers == YES] = 0
        choices = best_first(self.choice(at, same) for at, same in enumerate(self.turns.orders()))
        return Choices(choices, self.first_plays(), self.decider.states, self.limit)

    def everything_laid(self) -> npt.NDArray[np.bool_]:
        """Which turns end the game at once: nothing in any hand, nothing left to draw."""
        drawn = self.starts[:, 1] & np.uint64(255)
        laid: npt.NDArray[np.bool_] = ~self.starts[:, 2:].any(axis=1) & (drawn == len(self.position.draw.cards))
        return laid

    def decide(self) -> None:
        """Who wins; then, of those that do not, what they leave."""
        self.decider.winnable(self.starts, self.answers, QUICK)
        for at in np.nonzero(self.answers == UNDECIDED)[0].tolist():
            if self.limits.left <= 0:
                self.limit = self.limits.out_of_time
                return
            self.climb(at)
        if self.fewest_left:
            lost = np.nonzero(self.answers == NO)[0]
            fewest = self.fewest[lost]
            try:
                self.decider.fewest_left(self.starts[lost], fewest, LEFT_STATES)
            finally:
                self.fewest[lost] = fewest

    def climb(self, at: int) -> None:
        """The ladder decides what is hard."""
        from solver.decide.ladder import Ladder

        verdict = Ladder(self.position.after(self.turns.plays(self.outcomes[at])), self.limits).climb()
        self.decider.states += verdict.effort.states
        self.answers[at] = {WINNABLE: YES, UNWINNABLE: NO, UNKNOWN: UNDECIDED}[verdict.name]
        if verdict.explanation == INTERRUPTED:
            raise KeyboardInterrupt

    def choice(self, at: int, same: int) -> Choice:
        """One turn with its worth."""
        node = self.outcomes[at]
        turn = Turn(self.turns.plays(node), self.position.player, self.turns.drawn(node))
        left = int(self.fewest[at])
        return Choice(turn, same, NAMES[int(self.answers[at])], None if left < 0 else left)

    def first_plays(self) -> tuple[FirstPlay, ...]:
        """What may be laid first, like piles that show the same folded into one."""
        places = {node: at for at, node in enumerate(self.outcomes)}
        arrays, children, same = self.graph.arrays, defaultdict[int, set[int]](set), defaultdict[int, int](int)
        row = arrays.states[0, 0]
        for edge in arrays.edges[arrays.first[0] : arrays.first[1]].tolist():
            slot = (edge >> 8) & 15
            direction, top = int(self.graph.problem.direction[slot]), int(row >> np.uint64(8 * slot)) & 255
            children[direction << 16 | top << 8 | (edge & 255)].add(edge >> 16)
        for play in self.position.legal_plays:
            same[self.key(play.card, play.pile)] += 1
        found = []
        for play in self.position.legal_plays:
            key = self.key(play.card, play.pile)
            if (count := same.pop(key, 0)) > 0:
                reached = {at for child in children[key] for at in self.reached(child, places)}
                verdicts = [NAMES[int(self.answers[at])] for at in reached]
                left = fewest_of(None if self.fewest[at] < 0 else int(self.fewest[at]) for at in reached)
                found.append(FirstPlay(play, count, len(reached), how_many_win(verdicts), verdict_of(verdicts), left))
        return tuple(found)

    def key(self, card: object, pile_name: str) -> int:
        """A first play up to like piles: direction, the top it is laid on, the card."""
        pile, numbers = self.position.rules.pile_index(pile_name), self.graph.numbers
        top = int(numbers.start[0]) >> (8 * pile) & 255
        return int(self.graph.problem.direction[pile]) << 16 | top << 8 | self.position.rules.card_indices[card]  # type: ignore[index]

    def reached(self, node: int, places: dict[int, int]) -> set[int]:
        """The turns that go through a node."""
        return {places[node]} if node in places else {places[to] for to in self.graph.turns_from(node).tolist()}
