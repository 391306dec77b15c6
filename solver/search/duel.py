"""Face to Face: who wins with best play, in how many turns, by which line; and the questions that puzzles ask."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from solver.cards import Card
from solver.kernels.duel_table import ALL_FACTS, FOREVER, Duel
from solver.kernels.turn import Words
from solver.line import Line, Play, Turn
from solver.position import Position
from solver.rules.game import Player, Rules
from solver.rules.turns import Tops
from solver.search.duel_prover import MOST_LEFT, Answer, Outcome, Search, pack_duel
from solver.search.limits import Limits

GRACE = 2.0  # seconds beyond the limit to look a proved win's line up
BOUND_STATES = 1 << 10  # spent on each number of turns once a limit was hit

DuelGoal = Literal["win", "turns"]


@dataclass(frozen=True)
class DuelResult:
    """Who wins with best play (None: not decided), in how many turns if that was asked and proved, and how.

    ``line`` is the principal line: the winner's turns keep the win (in the fewest turns, where ``turns`` is known), the
    loser's hold out (as long as possible, where ``turns`` is known).  ``proved`` says in words what is certain.
    """

    winner: Player | None
    turns: int | None
    line: Line
    states: int
    seconds: float
    proved: str
    bytes: int


def solve_duel(
    position: Position, goal: DuelGoal = "win", limits: Limits | None = None, facts: int = ALL_FACTS
) -> DuelResult:
    """Decide a Face to Face position: who wins and, for the goal ``turns``, in how many turns."""
    return Solver(position, limits or Limits(), facts).solve(goal)


class Solver:
    """The searches about one position, and what they have proved so far."""

    def __init__(self, position: Position, limits: Limits, facts: int = ALL_FACTS) -> None:
        self.position, self.limits, self.facts = position, limits, facts
        self.duel, self.start = pack_duel(position)
        self.names = position.rules.player_names
        self.searches: dict[tuple[int, frozenset[int]], Search] = {}

    def search(self, target: int, choosers: frozenset[int] | None = None) -> Search:
        """The search for one kind of question, made when it is first asked."""
        who = frozenset({target}) if choosers is None else choosers
        if (target, who) not in self.searches:
            self.searches[target, who] = Search(self.duel, target, who, self.limits, self.facts)
        return self.searches[target, who]

    def solve(self, goal: DuelGoal = "win") -> DuelResult:
        """The winner, the number of turns if it was asked for, and the principal line."""
        outcome = self.position.outcome
        if outcome is not None:
            return self.result(outcome.winner, 0, (), outcome.text)
        mover = self.position.to_move
        try:
            answer = self.search(mover).ask(self.start)
            if answer.yes is None:
                return self.result(None, None, (), self.lower_bounds())
            winner = mover if answer.yes else 1 - mover
            turns = self.fewest_turns(winner, answer) if goal == "turns" else None
            line = self.principal_line(winner, turns)
        except KeyboardInterrupt:
            return self.result(None, None, (), "interrupted")
        name = self.names[winner]
        proved = f"{name} wins" if turns is None else f"{name} wins in {turns} turns with best play by both"
        if goal == "turns" and turns is None:
            proved = f"{name} wins; in how many turns was not decided"
        return self.result(name, turns, line, proved)

    def fewest_turns(self, winner: int, answer: Answer) -> int | None:
        """In how many turns the winner wins against the longest defence; None if a limit was hit."""
        search, mover = self.search(winner), self.position.to_move
        turns = 1 if winner == mover else 2
        while True:
            answer = search.ask(self.start, turns)
            if answer.yes is None:
                return None
            if answer.yes:
                return turns
            turns += 2

    def lower_bounds(self) -> str:
        """What can be said of an undecided position: how many turns each side needs at least, as far as it is known."""
        proved = []
        for seat, name in enumerate(self.names):
            turns = self.refuted_turns(seat)
            if turns > 0:
                proved.append(f"{name} does not win within {turns} turn{'s' if turns > 1 else ''}")
        return "; ".join(proved) or "nothing proved"

    def refuted_turns(self, seat: int) -> int:
        """The most turns within which this player is proved not to win, after a little effort."""
        search, turns = self.search(seat), 1 if seat == self.position.to_move else 2
        while search.ask(self.start, turns, BOUND_STATES).yes is False:
            turns += 2
        return max(turns - 1, 0)

    def quest(self, target: int, choosers: frozenset[int], most: int = FOREVER) -> Quest:
        """The fewest turns, at most so many, in which the choosers can make the target win."""
        outcome = self.position.outcome
        if outcome is not None:
            won = outcome.winner == self.names[target]
            return Quest(won, 0 if won else None, (), 0, self.limits.elapsed)
        search, turns = self.search(target, choosers), 1 if target == self.position.to_move else 2
        answer = search.ask(self.start, most)
        while answer.yes:
            answer = search.ask(self.start, turns)
            if answer.yes:
                line = self.shortest_line(search, turns)
                return Quest(True, turns, line, search.states, self.limits.elapsed)
            turns, answer = turns + 2, Answer(True if answer.yes is False else None)
        return Quest(answer.yes, None, (), search.states, self.limits.elapsed)

    def shortest_line(self, search: Search, turns: int) -> Line:
        """The choosers hurry, the others delay; ``turns`` is the fewest."""
        position, state, line = self.position, self.start, list[Turn]()
        while position.outcome is None:
            chosen = next_outcome(search, state, turns)
            if chosen is None:
                break
            line.append(turn_to(position, self.duel, chosen))
            position, state, turns = position.after(line[-1]), chosen, turns - 1
        return tuple(line)

    def result(self, winner: Player | None, turns: int | None, line: Line, proved: str) -> DuelResult:
        """The answer with what it cost."""
        searches = self.searches.values()
        states, size = sum(search.states for search in searches), sum(search.bytes for search in searches)
        return DuelResult(winner, turns, line, states, self.limits.elapsed, proved, size)

    def principal_line(self, winner: int, turns: int | None) -> Line:
        """Best play by both, to the end of the game (or until a limit is hit)."""
        if turns is not None:
            return self.shortest_line(self.search(winner), turns)
        search = next(iter(self.searches.values()))
        position, state, line = self.position, self.start, list[Turn]()
        while position.outcome is None:
            chosen = keeping_outcome(search, state, winner)
            if chosen is None:
                break
            line.append(turn_to(position, self.duel, chosen))
            position, state = position.after(line[-1]), chosen
        return tuple(line)


# --- lines


def next_outcome(search: Search, state: Words, turns: int) -> Words | None:
    """The target wins in ``turns`` and no fewer: a turn of a chooser that keeps this, or one that delays as long."""
    if search.choosers >> (int(state[4]) >> 16) & 1:
        return outcome_that(search, state, True, turns)
    if turns <= 2:
        return search.outcomes(state)[0].state
    return outcome_that(search, state, False, turns - 2)  # a turn after which it takes longer than this


def keeping_outcome(search: Search, state: Words, winner: int) -> Words | None:
    """A turn of the winner that keeps the win, or one of the loser that holds out."""
    if int(state[4]) >> 16 == winner:
        return outcome_that(search, state, search.target == winner, FOREVER)
    return longest_known(search.outcomes(state))


def outcome_that(search: Search, state: Words, wanted: bool, turns: int) -> Words | None:
    """A turn after which the target wins (``wanted``), or does not, within one turn less than ``turns``.

    Where the table has forgotten which turn that is, the search is asked again, each turn in its turn with growing
    effort, so that one that is hard to decide does not stand in the way.
    """
    outcomes = search.outcomes(state, turns)
    for outcome in outcomes:
        if (outcome.pn if wanted else outcome.dn) == 0:
            return outcome.state
    effort, undecided = 1 << 10, [outcome for outcome in outcomes if outcome.pn and outcome.dn]
    while undecided and search.limits.left > -GRACE:
        for outcome in list(undecided):
            answer = search.ask(outcome.state, turns if turns == FOREVER else turns - 1, effort)
            if answer.yes is wanted:
                return outcome.state
            if answer.yes is not None:
                undecided.remove(outcome)
        effort *= 4
    return None


def longest_known(outcomes: list[Outcome]) -> Words:
    """A turn of the loser: one that is not known to lose at once, the longest defence known."""
    return max(outcomes, key=lambda outcome: (outcome.turns, outcome.pn)).state


def turn_to(position: Position, duel: Duel, after: Words) -> Turn:
    """The turn that leads to this state: its plays are found by trying, each hand and table once."""
    rules, tops = position.rules, _unpacked_tops(position.rules, after)
    goal = hand_left(position, duel, after)
    ways = [(card, pile) for card in position.hand if card not in goal for pile in likely_piles(position, tops, card)]
    waiting, seen = [position.open_turn], set[tuple[object, ...]]()
    while waiting:
        turn = waiting.pop()
        if turn.tops == tops and turn.hand == goal and turn.may_end():
            drawn = position.draw.cards[: turn.cards_to_draw()]
            plays = tuple(Play(card, rules.piles[pile].name) for card, pile in turn.laid)
            return Turn(plays, position.player, drawn)
        for card, pile in ways:
            if card in turn.hand and turn.may_lay(card, pile):
                later = turn.lay(card, pile)
                key = (later.tops, later.hand, later.gifts)
                if key not in seen:
                    seen.add(key)
                    waiting.append(later)
    raise AssertionError(f"the search claims a turn that there is not: {position!r}")


def likely_piles(position: Position, tops: Tops, card: Card) -> list[int]:
    """Where a card was laid that is on top afterwards, or else was covered: on an own pile, unless gifts can be."""
    piles = range(len(tops))
    shown = [pile for pile in piles if tops[pile] == card and position.tops[pile] != card]
    if shown or position.rules.gifts > 1:
        return shown if len(shown) == 1 and position.rules.gifts <= 1 else list(piles)
    return [pile for pile in piles if position.rules.piles[pile].owner == position.to_move]


def hand_left(position: Position, duel: Duel, after: Words) -> tuple[Card, ...]:
    """The cards of the mover's hand that the turn leaves there."""
    held = set(_cards(position, duel, after, position.to_move))
    return tuple(card for card in position.hand if card in held)


def _cards(position: Position, duel: Duel, state: Words, seat: int) -> Iterator[Card]:
    word = int(state[seat])
    for place in range(MOST_LEFT):
        if word >> place & 1:
            yield position.rules.cards[int(duel.number[seat, place])]


def _unpacked_tops(rules: Rules, state: Words) -> Tops:
    piles = rules.ups + rules.downs
    tops = [int(state[2 + seat]) >> (8 * pile) & 255 for seat in range(2) for pile in range(piles)]
    return tuple(None if top == len(rules.cards) else rules.cards[top] for top in tops)


# --- questions in the manner of puzzles


@dataclass(frozen=True)
class Reply:
    """What answers a turn: who wins after it, in how many turns more, and the line that shows it, the turn included."""

    turn: Turn
    winner: Player | None
    turns: int | None
    line: Line

    @property
    def answer(self) -> Turn | None:
        """The opponent's best turn; None where the game is over or was not decided."""
        return self.line[1] if len(self.line) > 1 else None


def refute(
    position: Position, turn: Turn, goal: DuelGoal = "win", limits: Limits | None = None, facts: int = ALL_FACTS
) -> Reply:
    """What answers a turn: best play by both after it."""
    after = position.after(turn)
    drawn = position.draw.cards[: len(position.draw.cards) - len(after.draws[position.to_move].cards)]
    played = Turn(turn.plays, position.player, drawn)
    result = solve_duel(after, goal, limits, facts)
    return Reply(played, result.winner, result.turns, (played, *result.line))


@dataclass(frozen=True)
class Quest:
    """The answer to a puzzle question: yes, no or (None) not decided; the fewest turns of both, and a line."""

    yes: bool | None
    turns: int | None
    line: Line
    states: int
    seconds: float


def wins_within(position: Position, turns: int, limits: Limits | None = None, facts: int = ALL_FACTS) -> Quest:
    """Does the player to move win within so many turns (those of both counted) against every defence?"""
    mover = position.to_move
    return Solver(position, limits or Limits(), facts).quest(mover, frozenset({mover}), turns)


def helpwin(position: Position, limits: Limits | None = None, facts: int = ALL_FACTS, seat: int = 0) -> Quest:
    """The fewest turns in which A (or B: ``seat`` 1) wins if both work together for it."""
    return Solver(position, limits or Limits(), facts).quest(seat, frozenset({0, 1}))


def selfstuck(position: Position, limits: Limits | None = None, facts: int = ALL_FACTS) -> Quest:
    """Can the player to move force the own loss, the opponent trying not to win?  In how few turns?"""
    mover = position.to_move
    return Solver(position, limits or Limits(), facts).quest(1 - mover, frozenset({mover}))
