"""Candidates of Face to Face: ends of played games, changed card by card until just one turn works.

A deal is played by two players who spare room and give generously, then carelessly: so the piles get tight.  Of such
an end only a few cards are kept; the others are taken for laid.  Then cards are exchanged, taken away or laid under
the tops one at a time, and each change is kept that leaves the task solvable by no more turns than before.  A game that
leads to the position is looked for in the end, as for every puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from puzzles.generate.mistake import game_with_mistake
from puzzles.generate.sensible import duel_positions
from puzzles.generate.stream import Chance
from puzzles.generate.takeback import some_turns_back
from puzzles.puzzle import Task
from puzzles.quality.candidate import Candidate, Size
from puzzles.tasks.kind import turns_of_both, turns_of_mover
from solver import Card, DrawPile, Position, TenbackError
from solver.search.duel_codec import FOREVER
from solver.search.duel_solver import DuelSolver
from solver.search.limits import Limits

BOTH = frozenset({0, 1})  # seats: who helps works for the hero too
GENEROUS_UNTIL = 40  # cards left
TAKEN_BACK = 2  # ways to come to a position that are tried
LAST = 4  # positions of a game that are begun from
CHANGES = 200  # tried from one beginning
CHOICES = range(4, 101)  # different turns that a puzzle's first position has
ONE = 1_000  # a first turn that solves the task, in what is made small
MOST = ONE * 100
LEAST_HAND, MOST_HAND = 2, 5
HOPELESS = 20  # changes after which a beginning that cannot be solved is given up
TOPS, LESS = 3, 9  # of ten kinds of changes: those below the first change a top, the last takes a card away


@dataclass(frozen=True)
class Goal:
    """What is made small: the number of first turns that solve a task."""

    task: Task
    turns: int  # of both, in which it is won

    def count(self, position: Position, most: int) -> int:
        """The measure of a position: ONE where just one first turn solves it, more where several do.

        0 where none does, or where it is more than ``most``, or the win comes too soon.
        """
        solver, hero = DuelSolver(position, Limits()), position.to_move
        firsts = solver.turns.outcomes(solver.packed.state_of(position))
        if len(firsts) not in CHOICES:
            return 0
        winners = [solver.turns.winner(state) for state in firsts]
        if hero in winners:
            return 0
        undecided = [state.words() for state, winner in zip(firsts, winners, strict=True) if winner is None]
        search = solver.search(hero, BOTH if self.task.kind.helped else None)
        within = self.turns - 1 if self.task.kind.counts_turns else FOREVER
        solving = 0
        for state in undecided:
            solving += search.ask(state, within).yes is True
            if self.measure(solving, len(firsts)) > most:
                return 0
        if within != FOREVER and self.turns > 3 and any(search.ask(state, self.turns - 3).yes for state in undecided):
            return 0  # it can be won in fewer turns
        return self.measure(solving, len(firsts))

    def measure(self, solving: int, firsts: int) -> int:
        """Help makes nearly everything possible: there, turns that do not solve it count as well."""
        if solving <= 1:
            return ONE * solving
        return ONE + 10 * ONE * solving // (firsts + 6) if self.task.kind.helped else ONE * solving


def duel_candidates(start: Position, task: Task, size: Size, chance: Chance) -> Iterator[Candidate]:
    """Candidates out of the game that two players play with one deal."""
    game = duel_positions(start, chance, GENEROUS_UNTIL)
    positions = [one for one in game if one.outcome is None and any(one.tops)]
    goal = Goal(task, turns_of_both(task.turns or 2))
    if task.turns is None and task.kind.longer and chance.happens(task.kind.longer):
        goal = Goal(task, turns_of_both(3))
    for position in reversed(positions[-LAST:]):
        found = improved(thinned(position, size, task, chance), goal, size, chance)
        if found is not None:
            yield from asked(found, goal, chance)


def asked(position: Position, goal: Goal, chance: Chance) -> Iterator[Candidate]:
    """The task asked of a position; where-lost is asked of one some turns before."""
    if goal.task.kind.asks_where:
        for _ in range(TAKEN_BACK):
            before, begun = some_turns_back(position, chance)
            played = game_with_mistake(before, begun, goal.task, chance)
            if played is not None:
                yield Candidate(before, goal.task, played)
    elif goal.task.kind.counts_turns:
        yield Candidate(position, Task(goal.task.name, turns_of_mover(goal.turns)))
    else:
        yield Candidate(position, goal.task)


# --- a beginning


def thinned(position: Position, size: Size, task: Task, chance: Chance) -> Position:
    """A few cards of each side, most of them in the hand."""
    cards = size.least + chance.below(size.most - size.least + 1)
    held = helpers_share(cards, chance) if task.kind.helped else equal_shares(cards, chance)
    hands, draws = list[tuple[Card, ...]](), list[DrawPile]()
    for seat in range(2):
        hand, draw = held[0 if seat == position.to_move else 1]
        hands.append(tuple(chance.some(position.hands[seat], hand)))
        draws.append(DrawPile(position.draws[seat].cards[:draw]))
    return Position(position.rules, position.tops, tuple(hands), tuple(draws), position.to_move)


Shares = tuple[tuple[int, int], tuple[int, int]]  # cards in the hand and to draw, of the hero and of the other


def equal_shares(cards: int, chance: Chance) -> Shares:
    """As many cards for both, a few of them to be drawn."""
    mine, yours = cards - cards // 2, cards // 2
    my_draw, your_draw = (
        max(min(chance.below(3), count - LEAST_HAND), count - MOST_HAND, 0) for count in (mine, yours)
    )
    return (mine - my_draw, my_draw), (yours - your_draw, your_draw)


def helpers_share(cards: int, chance: Chance) -> Shares:
    """Who helps has little to choose from, and does not get stuck; the hero has much to lay in few turns."""
    mine = max(cards - 2 * LEAST_HAND, LEAST_HAND)
    draw = min(2 + chance.below(2), mine - LEAST_HAND)
    return (mine - draw, draw), (LEAST_HAND, LEAST_HAND)


# --- changes


def improved(position: Position, goal: Goal, size: Size, chance: Chance) -> Position | None:
    """The position changed until just one turn works; None where that was not reached."""
    best, changed = MOST, position
    for number in range(CHANGES):
        count = goal.count(changed, best) if changed.outcome is None else 0
        if 0 < count <= best:
            position, best = changed, count
        if best == ONE or (best == MOST and number > HOPELESS):
            break
        changed = change(position, size, chance)
    return position if best == ONE else None


def change(position: Position, size: Size, chance: Chance) -> Position:
    """Another card in a hand, in a draw pile or on top of a pile, or a card less; as it was where that cannot be."""
    rules, tops = position.rules, list(position.tops)
    hands, draws = [list(hand) for hand in position.hands], [list(pile.cards) for pile in position.draws]
    card, seat = rules.cards[chance.below(len(rules.cards))], chance.below(2)
    kind = chance.below(10)
    if kind < TOPS:
        tops[chance.below(len(tops))] = card
    elif kind == LESS and len(hands[seat]) > LEAST_HAND and position.cards_left > size.least:
        hands[seat].pop(chance.below(len(hands[seat])))
    else:
        at = chance.below(len(hands[seat]) + len(draws[seat]))
        cards, at = (hands[seat], at) if at < len(hands[seat]) else (draws[seat], at - len(hands[seat]))
        cards[at] = card
    try:
        return Position(
            rules,
            tuple(tops),
            tuple(map(tuple, hands)),
            tuple(DrawPile(tuple(pile)) for pile in draws),
            position.to_move,
        )
    except TenbackError:  # the card is there twice
        return position
