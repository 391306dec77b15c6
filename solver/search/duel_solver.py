"""Face to Face: who wins with best play, in how many turns, by which line; and the questions that puzzles ask."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from solver.kernels.duel_table import ALL_FACTS
from solver.kernels.turn import Words
from solver.rules.game import Player
from solver.search.duel_codec import FOREVER, PackedDuel, mover_of, read_state
from solver.search.duel_line import Replay
from solver.search.duel_prover import DuelProver, Proof, TurnOutcome
from solver.search.duel_turns import DuelTurns
from solver.search.limits import Limits
from solver.table.line import Line, Turn
from solver.table.position import Position

GRACE = 0.4  # seconds beyond the limit to look a proved win's line up, and as many to end it somehow
RESERVE = 0.1, 5.0  # what is kept of the time limit for bounds and a playout: this share, at most so many seconds
EASY_STATES = 1 << 12  # spent, in at most this share of the time, before anything is asked about numbers of turns
EASY_SHARE = 0.3
BOUND_SHARES = 0.4, 0.6  # of the time, over when A's and B's numbers of turns have been looked at
BOUND_STATES = 1 << 9  # spent on each number of turns
PLAYOUT_STATES = 1 << 6  # spent on each turn of a playout

DuelGoal = Literal["win", "turns"]


@dataclass(frozen=True)
class DuelResult:
    """Who wins with best play (None: not decided), in how many turns if that was asked and proved, and how.

    ``line`` is the principal line: the winner's turns keep the win (in the fewest turns, where ``turns`` is known), the
    loser's hold out (as long as possible, where ``turns`` is known).  ``best_play`` is False where a limit was hit
    before it could be found: then the line only ends with the same winner, the loser helping.  Not decided: the line
    is a playout, which claims nothing.  ``proved`` says in words what is certain.
    """

    winner: Player | None
    turns: int | None
    line: Line
    states: int
    seconds: float
    proved: str
    bytes: int
    best_play: bool = True


def solve_duel(
    position: Position, goal: DuelGoal = "win", limits: Limits | None = None, facts: int = ALL_FACTS
) -> DuelResult:
    """Decide a Face to Face position: who wins and, for the goal ``turns``, in how many turns."""
    return DuelSolver(position, limits or Limits(), facts).solve(goal)


class DuelSolver:
    """The searches about one position, and what they have proved so far."""

    def __init__(self, position: Position, limits: Limits, facts: int = ALL_FACTS) -> None:
        self.position, self.limits, self.facts = position, limits, facts
        self.packed = PackedDuel(position)
        self.duel, self.start = self.packed.duel, self.packed.state_of(position).words()
        self.names = position.rules.player_names
        self.searches: dict[tuple[int, frozenset[int]], DuelProver] = {}
        self.refuted = [0, 0]  # turns within which each player is proved not to win
        limit = limits.seconds
        reserve = 0.0 if limit is None else min(RESERVE[0] * limit, RESERVE[1])
        self.search_end = None if limit is None else limit - reserve
        self.think_end = None if limit is None else limit - reserve / 2  # a playout goes on without thinking then

    @cached_property
    def replay(self) -> Replay:
        """States back into turns."""
        return Replay(self.position, self.duel)

    @cached_property
    def turns(self) -> DuelTurns:
        """The turns of the game's states."""
        return DuelTurns(self.duel)

    def search(self, target: int, choosers: frozenset[int] | None = None) -> DuelProver:
        """The search for one kind of question, made when it is first asked."""
        who = frozenset({target}) if choosers is None else choosers
        if (target, who) not in self.searches:
            self.searches[target, who] = DuelProver(self.duel, target, who, self.limits, self.facts)
        return self.searches[target, who]

    # --- who wins

    def solve(self, goal: DuelGoal = "win") -> DuelResult:
        """The winner, the number of turns if it was asked for, and the principal line."""
        outcome = self.position.outcome
        if outcome is not None:
            return self.result(outcome.winner, 0, (), outcome.text)
        answer = self.decide()
        if answer.yes is None:
            return self.result(None, None, self.playout(), self.bounds_in_words())
        mover = self.position.to_move
        winner = mover if answer.yes else 1 - mover
        line = list[Turn]()
        turns = self.fewest_turns(winner, answer) if goal == "turns" else None
        state, best = self.principal_line(winner, turns, line)
        if not best:
            line += self.helped_line(winner, state)
        proved = f"{self.names[winner]} wins"
        if goal == "turns":
            proved += (
                "; in how many turns was not decided" if turns is None else f" in {turns} turns with best play by both"
            )
        return self.result(self.names[winner], turns, tuple(line), proved, best)

    def decide(self) -> Proof:
        """Does the player to move win?  Looks at numbers of turns too, once that is not easy."""
        search = self.search(self.position.to_move)
        answer = search.ask(self.start, FOREVER, EASY_STATES, self.after_share(EASY_SHARE))
        if answer.yes is None:
            for seat, share in enumerate(BOUND_SHARES):
                self.refute_turns(seat, self.after_share(share))
            answer = search.ask(self.start, until=self.search_end)
        return answer

    def after_share(self, share: float) -> float | None:
        """When this share of the time for searching is over."""
        return None if self.search_end is None else share * self.search_end

    def refute_turns(self, seat: int, until: float | None = None) -> None:
        """Prove of growing numbers of turns, with a little effort each, that this player does not win within them.

        In a table of its own: proof numbers of the search for a winner would mislead it.
        """
        search = self.searches[seat, frozenset()] = DuelProver(
            self.duel, seat, frozenset({seat}), self.limits, self.facts
        )
        turns = 1 if seat == self.position.to_move else 2
        while turns < FOREVER and search.ask(self.start, turns, BOUND_STATES, until).yes is False:
            self.refuted[seat] = turns + 1  # the next turn is the opponent's
            turns += 2

    def bounds_in_words(self) -> str:
        """What can be said of an undecided position."""
        known = [(name, turns) for name, turns in zip(self.names, self.refuted, strict=True) if turns]
        proved = [f"{name} does not win within {turns} turns" for name, turns in known]
        return "; ".join(proved) or "nothing proved"

    def fewest_turns(self, winner: int, answer: Proof) -> int | None:
        """In how many turns the winner wins against the longest defence; None if a limit was hit."""
        search, mover = self.search(winner), self.position.to_move
        turns, most = (1, answer.turns) if winner == mover else (2, FOREVER)
        while turns < most:
            answer = search.ask(self.start, turns)
            if answer.yes is None:
                return None
            if answer.yes:
                return turns
            turns += 2
        return turns

    # --- lines

    def principal_line(self, winner: int, turns: int | None, line: list[Turn]) -> tuple[Words, bool]:
        """Best play by both, put into ``line``; the state it leads to, and whether it is the end of the game."""
        search, state = self.search(winner if turns is not None else self.position.to_move), self.start
        while not self.is_over(search, state):
            if turns is None:
                chosen = keeping_outcome(search, state, winner)
            else:
                chosen, turns = next_outcome(search, state, turns), turns - 1
            if chosen is None:
                return state, False
            line.append(self.replay.turn(state, chosen))
            state = chosen
        return state, True

    def is_over(self, search: DuelProver, state: Words) -> bool:
        """Has the player who has just moved laid everything, or is the one to move stuck?"""
        return self.has_laid_all(state) or not search.outcomes(state)

    def has_laid_all(self, state: Words) -> bool:
        """Has the player who has just moved laid everything?"""
        read = read_state(state, self.duel.piles)
        seat = 1 - read.mover
        return read.hands[seat] == 0 and read.drawn[seat] == int(self.duel.draw_size[seat])

    def helped_line(self, winner: int, state: Words) -> Line:
        """Some end of the game with this winner, both working for it; none if that is not found at once."""
        both = frozenset({0, 1})
        unwatched = replace(self.limits, watch=None, cancelled=False)  # who asked to stop gets what a moment finds
        search, line = DuelProver(self.duel, winner, both, unwatched, self.facts), list[Turn]()
        self.searches[winner, both] = search
        answer = search.ask(state, until=self.limits.elapsed + GRACE)
        while answer.yes and not self.is_over(search, state):
            chosen = outcome_that(search, state, True, FOREVER)
            if chosen is None:
                break
            line.append(self.replay.turn(state, chosen))
            state = chosen
        return tuple(line)

    def playout(self) -> Line:
        """Both sides play on by what the search believes: a strong line that claims nothing."""
        search, state, line = self.search(self.position.to_move), self.start, list[Turn]()
        while not self.has_laid_all(state):
            search.ask(state, FOREVER, PLAYOUT_STATES, self.think_end)
            outcomes = search.outcomes(state)
            if not outcomes:
                break
            chosen = believed_best(outcomes, mover_of(state) == search.target)
            line.append(self.replay.turn(state, chosen))
            state = chosen
        return tuple(line)

    def shortest_line(self, search: DuelProver, turns: int) -> Line:
        """The choosers hurry, the others delay; ``turns`` is the fewest."""
        state, line = self.start, list[Turn]()
        while not self.is_over(search, state):
            chosen = next_outcome(search, state, turns)
            if chosen is None:
                break
            line.append(self.replay.turn(state, chosen))
            state, turns = chosen, turns - 1
        return tuple(line)

    # --- puzzle questions

    def answer_for(self, target: int, choosers: frozenset[int], most: int = FOREVER) -> DuelAnswer:
        """The fewest turns, at most so many, in which the choosers can make the target win."""
        outcome = self.position.outcome
        if outcome is not None:
            won = outcome.winner == self.names[target]
            return DuelAnswer(won, 0 if won else None, (), 0)
        search, turns = self.search(target, choosers), 1 if target == self.position.to_move else 2
        answer = search.ask(self.start, most)
        if not answer.yes:
            return DuelAnswer(answer.yes, None, (), search.states)
        while turns < answer.turns and (sooner := search.ask(self.start, turns).yes) is False:
            turns += 2
        fewest = turns if turns >= answer.turns or sooner else None
        line = self.shortest_line(search, answer.turns if fewest is None else fewest)
        return DuelAnswer(True, fewest, line, search.states)

    def result(
        self, winner: Player | None, turns: int | None, line: Line, proved: str, best_play: bool = True
    ) -> DuelResult:
        """The answer with what it cost."""
        searches = self.searches.values()
        states, size = sum(search.states for search in searches), sum(search.bytes for search in searches)
        return DuelResult(winner, turns, line, states, self.limits.elapsed, proved, size, best_play)


# --- choosing a turn


def next_outcome(search: DuelProver, state: Words, turns: int) -> Words | None:
    """The target wins in ``turns`` and no fewer: a turn of a chooser that keeps this, or one that delays as long."""
    if mover_of(state) in search.choosers:
        return outcome_that(search, state, True, turns)
    if turns <= 2:
        return search.outcomes(state)[0].state
    return outcome_that(search, state, False, turns - 2)  # a turn after which it takes longer than this


def keeping_outcome(search: DuelProver, state: Words, winner: int) -> Words | None:
    """A turn of the winner that keeps the win, or one of the loser that holds out."""
    if mover_of(state) == winner:
        return outcome_that(search, state, search.target == winner, FOREVER)
    return longest_known(search.outcomes(state))


def outcome_that(search: DuelProver, state: Words, wanted: bool, turns: int) -> Words | None:
    """A turn after which the target wins (``wanted``), or does not, within one turn less than ``turns``.

    Where the table has forgotten which turn that is, the search is asked again, each turn in its turn with growing
    effort, so that one that is hard to decide does not stand in the way; None if that takes too long.
    """
    outcomes = search.outcomes(state, turns)
    for outcome in outcomes:
        if (outcome.pn if wanted else outcome.dn) == 0:
            return outcome.state
    effort, undecided = 1 << 10, [outcome for outcome in outcomes if outcome.pn and outcome.dn]
    end = None if search.limits.seconds is None else search.limits.seconds + GRACE
    while undecided and not search.limits.stopped and (end is None or search.limits.elapsed < end):
        still = list[TurnOutcome]()
        for outcome in undecided:
            answer = search.ask(outcome.state, turns if turns == FOREVER else turns - 1, effort, end)
            if answer.yes is wanted:
                return outcome.state
            if answer.yes is None:
                still.append(outcome)
        undecided, effort = still, effort * 4
    return None


def longest_known(outcomes: list[TurnOutcome]) -> Words:
    """A turn of the loser: one that is not known to lose at once, the longest defence known."""
    return max(outcomes, key=lambda outcome: (outcome.turns, outcome.pn)).state


def believed_best(outcomes: list[TurnOutcome], for_target: bool) -> Words:
    """The turn after which the proof numbers look best for the player to move."""

    def hope(outcome: TurnOutcome) -> float:
        share = (outcome.dn - outcome.pn) / (outcome.dn + outcome.pn)
        return share if for_target else -share

    return max(outcomes, key=hope).state


# --- questions in the manner of puzzles


@dataclass(frozen=True)
class Refutation:
    """What answers a turn: who wins after it, in how many turns, by which line (the turn included in both)."""

    winner: Player | None
    turns: int | None
    line: Line
    proved: str = ""
    states: int = 0

    @property
    def answer(self) -> Turn | None:
        """The opponent's best turn; None where the game is over or was not decided."""
        return self.line[1] if len(self.line) > 1 else None


def refute(
    position: Position, turn: Turn, goal: DuelGoal = "win", limits: Limits | None = None, facts: int = ALL_FACTS
) -> Refutation:
    """What answers a turn: best play by both after it."""
    after = position.after(turn)
    played = Turn(turn.plays, position.player, position.drawn_until(after))
    result = solve_duel(after, goal, limits, facts)
    turns = None if result.turns is None else result.turns + 1
    return Refutation(result.winner, turns, (played, *result.line), result.proved, result.states)


@dataclass(frozen=True)
class DuelAnswer:
    """The answer to a puzzle question: yes, no or (None) not decided; the fewest turns of both, and a line."""

    yes: bool | None
    turns: int | None
    line: Line
    states: int


def wins_within(position: Position, turns: int, limits: Limits | None = None, facts: int = ALL_FACTS) -> DuelAnswer:
    """Does the player to move win within so many turns (those of both counted) against every defence?"""
    mover = position.to_move
    return DuelSolver(position, limits or Limits(), facts).answer_for(mover, frozenset({mover}), turns)


def helpwin(position: Position, limits: Limits | None = None, facts: int = ALL_FACTS, seat: int = 0) -> DuelAnswer:
    """The fewest turns in which A (or B: ``seat`` 1) wins if both work together for it."""
    return DuelSolver(position, limits or Limits(), facts).answer_for(seat, frozenset({0, 1}))


def selfstuck(position: Position, limits: Limits | None = None, facts: int = ALL_FACTS) -> DuelAnswer:
    """Can the player to move force the own loss, the opponent trying not to win?  In how few turns?"""
    mover = position.to_move
    return DuelSolver(position, limits or Limits(), facts).answer_for(1 - mover, frozenset({mover}))
