"""A brute-force solver of the team games, play by play: every line is tried, nothing is clever but a set of dead ends.

Written from the rules with plain tuples and sets; shares nothing with the engine, the referee or the kernels.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from solver.cards import Card
from solver.rules.game import Rules
from solver.table.position import Position

MOST_DEAD_ENDS = 5_000


class State(NamedTuple):
    """Everything that the rules look at, in the middle of a turn or (``laid`` empty) between two."""

    tops: tuple[Card | None, ...]
    hands: tuple[frozenset[Card], ...]
    drawn: int  # cards of the draw pile drawn so far
    seat: int
    laid: frozenset[Card] = frozenset()  # in this turn
    last_pile: int | None = None
    stopped: bool = False


class TooMuch(Exception):
    """More dead ends than anybody has the patience for."""


def winnable(position: Position) -> bool:
    """Can every card be laid?"""
    brute = Brute(position)
    return brute.wins(brute.start(position))


def fewest_left(position: Position) -> int:
    """The fewest cards that can be left when the game ends: what is left after the turns of any line."""
    brute, seen = Brute(position), set[State]()
    todo = [brute.start(position)]
    best = position.cards_left
    while todo:
        state = todo.pop()
        if not state.laid:
            best = min(best, brute.left(state))
        new = set(brute.next_states(state)) - seen
        seen |= new
        todo += new
        if len(seen) > MOST_DEAD_ENDS:
            raise TooMuch
    return best


def fewest_turns(position: Position) -> int | None:
    """The fewest turns in which every card can be laid; None if they cannot."""
    brute = Brute(position)
    between, turns, size = {brute.start(position)}, 0, 0
    while between:
        if any(brute.left(state) == 0 for state in between):
            return turns
        layer, ended = between, set[State]()
        while layer:  # card by card through everybody's next turn
            states = {later for state in layer for later in brute.next_states(state)}
            ended |= {state for state in states if not state.laid}
            layer = {state for state in states if state.laid}
            size += len(states)
            if size > MOST_DEAD_ENDS:
                raise TooMuch
        between, turns = ended, turns + 1
    return None


class Brute:
    """The search: rules, draw pile, and the states that were found dead."""

    def __init__(self, position: Position) -> None:
        self.rules, self.draw = position.rules, position.draw.cards
        self.dead: set[State] = set()

    def wins(self, state: State) -> bool:
        if state in self.dead:
            return False
        if self.may_end(state):
            if not any(state.hands) and state.drawn == len(self.draw):
                return True
            if self.wins(self.ended(state)):
                return True
        elif not any(state.hands) and state.drawn == len(self.draw) and not state.laid:
            return True
        for card in state.hands[state.seat]:
            for pile in range(len(state.tops)):
                if self.may_lay(state, card, pile) and self.wins(self.with_card(state, card, pile)):
                    return True
        if len(self.dead) >= MOST_DEAD_ENDS:
            raise TooMuch
        self.dead.add(state)
        return False

    def start(self, position: Position) -> State:
        state = State(position.tops, tuple(map(frozenset, position.hands)), 0, position.to_move)
        return self.passed_on(state, position.to_move)

    def left(self, state: State) -> int:
        return sum(map(len, state.hands)) + len(self.draw) - state.drawn

    def next_states(self, state: State) -> Iterator[State]:
        """The states after one more card, or after the end of the turn."""
        if self.may_end(state):
            yield self.ended(state)
        for card in state.hands[state.seat]:
            for pile in range(len(state.tops)):
                if self.may_lay(state, card, pile):
                    yield self.with_card(state, card, pile)

    def command(self, card: Card | None) -> str | None:
        return None if card is None else self.rules.command_of.get(card)

    def visible(self, state: State) -> set[str | None]:
        return {self.command(top) for top in state.tops}

    def may_lay(self, state: State, card: Card, pile: int) -> bool:
        rules, count, visible = self.rules, len(state.laid), self.visible(state)
        if state.stopped or (rules.maximum is not None and count >= rules.maximum):
            return False
        if not follows(rules, rules.piles[pile].direction, state.tops[pile], card, tricks="no-trick" not in visible):
            return False
        if "one-pile" in visible and state.last_pile not in (None, pile):
            return False
        threes = [other for other in (*state.laid, card) if self.command(other) == "three"]
        return not (threes and count + 1 > 3)

    def with_card(self, state: State, card: Card, pile: int) -> State:
        return state._replace(
            tops=tuple(card if index == pile else top for index, top in enumerate(state.tops)),
            hands=tuple(hand - {card} if seat == state.seat else hand for seat, hand in enumerate(state.hands)),
            laid=state.laid | {card},
            last_pile=pile,
            stopped=self.command(card) == "stop",
        )

    def may_end(self, state: State) -> bool:
        rules, count = self.rules, len(state.laid)
        if count == 0 or any(top in state.laid and self.command(top) == "skull" for top in state.tops):
            return False
        if any(self.command(card) == "three" for card in state.laid) and count != 3:
            return False
        if self.left(state) and any(top not in state.laid and self.command(top) == "fire" for top in state.tops):
            return False
        least = rules.minimum if state.drawn < len(self.draw) else rules.minimum_empty
        return state.stopped or count >= least

    def ended(self, state: State) -> State:
        rules, hand = self.rules, state.hands[state.seat]
        if "draw-one" in self.visible(state):
            wanted = 1
        else:
            wanted = len(state.laid) if rules.game.drawing == "as-laid" else max(rules.hand - len(hand), 0)
        new = self.draw[state.drawn : state.drawn + wanted]
        hands = tuple(held | set(new) if seat == state.seat else held for seat, held in enumerate(state.hands))
        after = State(state.tops, hands, state.drawn + len(new), state.seat)
        return self.passed_on(after, (state.seat + 1) % rules.players)

    def passed_on(self, state: State, seat: int) -> State:
        """Once the draw pile is empty, who has no cards is skipped."""
        if state.drawn == len(self.draw) and any(state.hands):
            while not state.hands[seat]:
                seat = (seat + 1) % self.rules.players
        return state._replace(seat=seat)


def follows(rules: Rules, direction: str, top: Card | None, card: Card, tricks: bool) -> bool:
    """The follow rule in one breath."""
    if top is None:
        return True
    if card.number > top.number if direction == "up" else card.number < top.number:
        return True
    same_colour = rules.colours > 0 and card.colour == top.colour
    step = top.number - card.number if direction == "up" else card.number - top.number
    return tricks and (same_colour or (rules.trick > 0 and step == rules.trick))
