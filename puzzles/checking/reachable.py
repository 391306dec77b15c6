"""Can a position arise in a real game?

Yes is shown by a whole game: a deal, and a line of legal turns that the referee accepts and that ends in the position.
Such a game is looked for backwards, turn by turn (``unplay``, ``unplay_duel``).  No is shown by a named reason that
nothing in the rules leaves a way around.  Where neither is found, it is not known.

The dealer is free: any order of the cards laid so far will do, since which cards were drawn when is not to be seen
any more.  So is who began.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from solver import Card, Deal, Line, Position, TenbackError, parse_line
from solver.notation.source import load_text, starting_position
from solver.referee import judge
from solver.rules.follow import follows, improves
from solver.rules.game import Rules
from solver.search.limits import Limits

AFTER = " after "  # in a puzzle's source: a deal, this word, and the turns that were played from it
TRIES = 60  # ways to look for a game before it is given up

Laid = tuple[int, Card]  # whose deck a card is of (0 in the team games), and the card


@dataclass(frozen=True)
class Reachability:
    """Whether a position can arise (None: not shown either way), why, and a game that shows it."""

    yes: bool | None
    reason: str
    deal: Deal | None = None
    line: Line = ()


def reachable(position: Position, source: str = "", tries: int = TRIES, limits: Limits | None = None) -> Reachability:
    """Can the position arise in a real game?

    ``source`` may tell the game: ``the-game/2 #17 after 1: 37@up1 48@up1; 2: …``.  If it leads here, that is the proof.
    Otherwise one is looked for, in so many ``tries``, as long as the limits allow.
    """
    if (told := as_told(position, source)) is not None:
        return told
    if (reason := why_not(position)) is not None:
        return Reachability(False, reason)
    unplaying = unplaying_of(position.rules)
    for number in range(tries):
        if limits is not None and limits.left <= 0:
            return Reachability(None, "time ran out before a game that leads to it was found")
        game = unplaying.unplayed(position, number)
        if game is not None and leads_to(position, *game):
            return Reachability(True, f"a game of {len(game[1])} turns leads to it", *game)
    return Reachability(None, f"no game that leads to it was found in {tries} tries")


def as_told(position: Position, source: str) -> Reachability | None:
    """The game that a puzzle's source tells, if it tells one and it leads here."""
    told, after, turns = source.partition(AFTER)
    if not after:
        return None
    try:
        deal, line = load_text(told.strip()), parse_line(turns)
        if isinstance(deal, Deal) and leads_to(position, deal, line):
            return Reachability(True, f"the game that its source tells leads to it, in {len(line)} turns", deal, line)
    except TenbackError:  # a source in words
        pass
    return None


def leads_to(position: Position, deal: Deal, line: Line) -> bool:
    """Does the referee accept the line, and is the position its end?  (Where its order is unknown, that of the draw
    pile is any.)"""
    judgement = judge(starting_position(deal), line)
    end = judgement.final
    if not judgement.legal or (end.rules, end.tops, end.hands, end.to_move) != (
        position.rules,
        position.tops,
        position.hands,
        position.to_move,
    ):
        return False
    return all(
        had.cards == want.cards if want.ordered else set(had.cards) == set(want.cards)
        for had, want in zip(end.draws, position.draws, strict=True)
    )


# --- why it cannot


def why_not(position: Position) -> str | None:
    """A reason why no game leads here; None if none was found."""
    return uncovered_skull(position) or wrong_numbers(position) or card_without_a_place(position)


def uncovered_skull(position: Position) -> str | None:
    """No turn may end with a skull that it has laid on top of a pile."""
    for pile, top in zip(position.rules.piles, position.tops, strict=True):
        command = position.rules.command(top)
        if command is not None and command.cover_within == 0:
            return f"the {command.name} {top} lies uncovered on {pile.name}: no turn may end so"
    return None


class Unplaying(Protocol):
    """How games are found backwards: a module for teams, one for opponents."""

    def unplayed(self, position: Position, number: int) -> tuple[Deal, Line] | None:
        """A game that leads to the position; None where this try finds none."""

    def wrong_numbers(self, position: Position) -> str | None:
        """Hands, draw piles and cards laid must be what whole turns can leave."""


def unplaying_of(rules: Rules) -> Unplaying:
    """The one that knows this game."""
    if rules.game.is_duel:
        from puzzles.checking import unplay_duel

        return unplay_duel
    from puzzles.checking import unplay

    return unplay


def wrong_numbers(position: Position) -> str | None:
    """Hands, draw piles and cards laid must be what whole turns can leave."""
    return unplaying_of(position.rules).wrong_numbers(position)


def laid_cards(position: Position) -> set[Laid]:
    """The cards that have been laid, those on top included."""
    rules = position.rules
    held = {(deck, card) for deck, pile in enumerate(position.draws) for card in pile.cards}
    held |= {(rules.deck_of(seat), card) for seat, hand in enumerate(position.hands) for card in hand}
    return {(deck, card) for deck in range(len(position.draws)) for card in rules.cards} - held


def may_lie_on(rules: Rules, pile: int, below: Card | None, laid: Laid) -> bool:
    """May this card have been laid on that one, as far as numbers and colours go?"""
    direction, owner = rules.piles[pile].direction, rules.piles[pile].owner
    if owner is not None and owner != laid[0]:
        return improves(direction, below, laid[1])
    return follows(rules, direction, below, laid[1])


def card_without_a_place(position: Position) -> str | None:
    """Every card laid lies in some pile, so from it cards laid on each other lead to that pile's top."""
    rules, laid = position.rules, laid_cards(position)
    free = laid - certain_tops(position, laid)
    placed = set[Laid]()
    for pile, top in enumerate(position.tops):
        if top is not None:
            for owner in sorted(owner for owner, card in laid if card == top):
                placed |= could_lie_under(rules, pile, (owner, top), free)
    homeless = sorted(laid - placed - certain_tops(position, laid))
    if not homeless:
        return None
    owner, card = homeless[0]
    return f"{rules.called(f'card {card}')[owner]} was laid, but no pile can have taken it and show what it shows"


def certain_tops(position: Position, laid: set[Laid]) -> set[Laid]:
    """The cards that are certain to be on top: in Face to Face a number on top may be of either deck."""
    shown = Counter(top for top in position.tops if top is not None)
    copies = Counter(card for _, card in laid)
    return {(owner, card) for owner, card in laid if card in shown and shown[card] == copies[card]}


def could_lie_under(rules: Rules, pile: int, top: Laid, free: set[Laid]) -> set[Laid]:
    """The cards from which a pile can have come to its top."""
    found, waiting, under = {top}, deque([top]), bases(rules, pile)
    while waiting:
        below = (under[waiting.popleft()] & free) - found
        found |= below
        waiting.extend(below)
    return found


@lru_cache(maxsize=64)
def bases(rules: Rules, pile: int) -> Mapping[Laid, frozenset[Laid]]:
    """For each card, those on which it may lie in this pile."""
    every = [(deck, card) for deck in range(len(rules.deck_owners)) for card in rules.cards]
    return {
        above: frozenset(below for below in every if below != above and may_lie_on(rules, pile, below[1], above))
        for above in every
    }
