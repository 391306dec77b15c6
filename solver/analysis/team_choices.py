"""The choices of a team game: listed by one walk through the turn, decided by searches that share their memory."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

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
from solver.cards import Card
from solver.rules.game import Direction
from solver.search.decide_states import NO, UNDECIDED, YES, StatesDecider
from solver.search.limits import Limits
from solver.search.team_codec import everything_laid, packed
from solver.search.team_graph import GraphTurns, TeamGraph
from solver.table.line import Play
from solver.table.position import Position

FirstKey = tuple[Direction, Card | None, Card]

NAMES = {YES: WINNABLE, NO: UNWINNABLE, UNDECIDED: UNKNOWN}


class TeamChoices:
    """The turns of one position and what is known of them so far."""

    def __init__(self, position: Position, limits: Limits, fewest_left: bool) -> None:
        self.position, self.limits, self.fewest_left = position, limits, fewest_left
        game = packed(position)
        self.graph = TeamGraph(position, game, limits, MOST_UNDER_WAY, first_turn_only=True)
        self.decider = StatesDecider(game.problem, game.start, limits)
        self.limit: str | None = None
        if not self.graph.whole:
            told = "" if limits.cancelled else ": the choices are not listed"
            self.limit = f"{self.graph.stopped}{told}"

    def decided(self) -> Choices:
        """Decide all turns, as far as the limits allow."""
        if self.limit is not None:
            return Choices((), (), self.graph.nodes, self.limit)
        self.turns = GraphTurns(self.graph)
        self.outcomes = self.turns.outcomes.tolist()
        self.starts = self.turns.states
        self.answers = np.where(everything_laid(self.graph.problem, self.starts), YES, UNDECIDED)
        self.fewest = np.full(len(self.outcomes), -1, np.int64)
        self.decide()
        if self.limits.cancelled:
            self.limit = str(self.limits.reached)
        self.fewest[self.answers == YES] = 0
        choices = best_first(self.choice(at, same) for at, same in enumerate(self.turns.orders()))
        return Choices(choices, self.first_plays(), self.decider.states, self.limit)

    def decide(self) -> None:
        """Who wins; then, of those that do not, what they leave."""
        self.decider.winnable(self.starts, self.answers, QUICK)
        for at in np.nonzero(self.answers == UNDECIDED)[0].tolist():
            if self.limits.left <= 0:
                self.limit = str(self.limits.reached)
                return
            self.climb(at)
        if self.fewest_left:
            lost = np.nonzero(self.answers == NO)[0]
            fewest = self.fewest[lost]
            self.decider.fewest_left(self.starts[lost], fewest, LEFT_STATES)
            self.fewest[lost] = fewest

    def climb(self, at: int) -> None:
        """The ladder decides what is hard."""
        from solver.decide.ladder import Ladder

        verdict = Ladder(self.position.after(self.turns.plays(self.outcomes[at])), self.limits).climb()
        self.decider.states += verdict.effort.states
        self.answers[at] = {WINNABLE: YES, UNWINNABLE: NO, UNKNOWN: UNDECIDED}[verdict.name]

    def choice(self, at: int, same: int) -> Choice:
        """One turn with its worth."""
        left = int(self.fewest[at])
        return Choice(
            self.turns.turn(self.outcomes[at]), same, NAMES[int(self.answers[at])], None if left < 0 else left
        )

    def first_plays(self) -> tuple[FirstPlay, ...]:
        """What may be laid first, like piles that show the same folded into one."""
        places = {node: at for at, node in enumerate(self.outcomes)}
        children, same = defaultdict[FirstKey, set[int]](set), defaultdict[FirstKey, int](int)
        for faced in self.graph.plays_at(0):
            children[faced.direction, faced.top, faced.card].add(faced.child)
        for play in self.position.legal_plays:
            same[self.key(play)] += 1
        found = []
        for play in self.position.legal_plays:
            key = self.key(play)
            if (count := same.pop(key, 0)) > 0:
                reached = {at for child in children[key] for at in self.reached(child, places)}
                verdicts = [NAMES[int(self.answers[at])] for at in reached]
                left = fewest_of(None if self.fewest[at] < 0 else int(self.fewest[at]) for at in reached)
                found.append(FirstPlay(play, count, len(reached), how_many_win(verdicts), verdict_of(verdicts), left))
        return tuple(found)

    def key(self, play: Play) -> FirstKey:
        """A first play up to like piles: direction, the top it is laid on, the card."""
        pile = self.position.rules.pile_index(play.pile)
        return self.position.rules.piles[pile].direction, self.position.tops[pile], play.card

    def reached(self, node: int, places: dict[int, int]) -> set[int]:
        """The turns that go through a node."""
        return {places[node]} if node in places else {places[to] for to in self.graph.turns_from(node).tolist()}
