"""Why a turn that was played is worse than a better one: what it blocked, which trick it spoiled, whom it helped.

As in ``why``, each reason is a fact about the two turns that the rules make true.  There is always one: two turns that
do not come to the same leave another table or another hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from solver.cards import Card
from solver.hidden.why import (
    MOST_REASONS,
    Compared,
    Why,
    all_reasons,
    bars_tricks,
    is_asked,
    moved_by,
    own_piles,
    takes,
)
from solver.notation.text import format_top
from solver.rules.follow import follows, follows_by_trick
from solver.rules.game import Rules
from solver.rules.turns import OpenTurn
from solver.table.line import Play
from solver.table.view import View

if TYPE_CHECKING:
    from solver.hidden.talk import Said

FIRST = ("last", "worked-out", "covers", "trick")  # what the better turn does says more than what the other spoils
ELSEWHERE = ("moves", "room", "alone")  # said here of the two turns


@dataclass(frozen=True)
class Blamed:
    """The table before, what was said, and the better turn and the one that was played, both before the draw."""

    view: View
    said: Said
    better: OpenTurn
    played: OpenTurn

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.view.rules

    @property
    def own(self) -> str:
        """Of which piles it is said: all, or those that are not the opponent's."""
        return "own " if self.rules.gifts else ""

    def kind(self, name: str) -> str:
        """The kind of a reason, another one where it is about own piles."""
        return f"{name}-own" if self.rules.gifts else name


def blame(view: View, said: Said, turns: Sequence[Sequence[Play]]) -> tuple[Why, ...]:
    """Why the second of these turns is worse than the first; the others are compared with it too."""
    better, played, *others = (view.laid_turn(plays) for plays in turns)
    shared = set(all_reasons(Compared(view, said, played, (better, *others))))
    good = [why for why in all_reasons(Compared(view, said, better, (played, *others))) if why not in shared]
    good = [why for why in good if why.kind not in ELSEWHERE]
    blamed = Blamed(view, said, better, played)
    bad = [why for find in FINDERS for why in islice(find(blamed), 2)]
    found = [why for why in good if why.kind in FIRST] + bad + [why for why in good if why.kind not in FIRST]
    return (*found, *differences(blamed))[:MOST_REASONS]


# --- one kind of reason each


def spoiled(turns: Blamed) -> Iterator[Why]:
    """A trick was there that is gone; after the better turn it is still there, or made."""
    view, rules = turns.view, turns.rules
    if bars_tricks(view.open_turn):
        return
    for card in view.hand:
        for at in own_piles(turns.played):
            pile, top = rules.piles[at], view.tops[at]
            if not follows_by_trick(rules, pile.direction, top, card) or has_trick(turns.played, at, card, top):
                continue
            if has_trick(turns.better, at, card, top):
                words = f"the turn played spoiled the trick of the {card} on {pile.name}, which showed {top}"
                yield Why("spoiled", words, (card,), (pile.name,))


def has_trick(after: OpenTurn, at: int, card: Card, top: Card | None) -> bool:
    """Did the turn pull the pile back from this top by this card, or can it still be done?"""
    on_pile = [laid for laid, pile in after.laid if pile == at]
    return on_pile[:1] == [card] or (card in after.hand and after.tops[at] == top and not bars_tricks(after))


def blocked(turns: Blamed) -> Iterator[Why]:
    """Cards of the hand that could be laid before, and after the better turn, or in it."""
    before, better, played = turns.view.open_turn, turns.better, turns.played
    cards = tuple(
        card
        for card in played.hand
        if takes(before, card) and not takes(played, card) and (card not in better.hand or takes(better, card))
    )
    if cards:
        words = f"after the turn played no {turns.own}pile takes the {' and the '.join(map(str, cards))}"
        yield Why(turns.kind("blocked"), words, cards, (), len(cards))


def unheard(turns: Blamed) -> Iterator[Why]:
    """It went on a pile that a partner had asked for; the better turn does not."""
    names, piles = turns.rules.player_names, turns.rules.piles
    used, left = ({at for _, at in turn.laid} for turn in (turns.played, turns.better))
    for seat, words in sorted(turns.said.items()):
        for at in sorted(used - left):
            if is_asked(words[at], words):
                text = f"the turn played went on {piles[at].name}, which player {names[seat]} had asked for"
                yield Why("unheard", text, (), (piles[at].name,), seat + 1)


def gave(turns: Blamed) -> Iterator[Why]:
    """A card on a pile of the opponent, which takes more of the opponent's cards now."""
    for card, at in turns.played.laid:
        pile = turns.rules.piles[at]
        if at in own_piles(turns.played) or (card, at) in turns.better.laid or pile.owner is None:
            continue
        hand = turns.view.hands[pile.owner]
        cards = (*turns.view.unseen[turns.rules.deck_of(pile.owner)], *(hand if isinstance(hand, tuple) else ()))
        old, new = (
            sum(follows(turns.rules, pile.direction, top, one) for one in cards) for top in (turns.view.tops[at], card)
        )
        if new > old:
            words = f"the turn played gave {pile.name} the {card}: it takes {new - old} more of the opponent's cards"
            yield Why("gave", words, (card,), (pile.name,), new - old)


def closed(turns: Blamed) -> Iterator[Why]:
    """Of the cards still to come fewer find a pile."""
    cards = turns.view.unseen[turns.rules.deck_of(turns.view.to_move)]
    better, played = (sum(takes(turn, card) for card in cards) for turn in (turns.better, turns.played))
    if played < better:
        more = f"{better - played} more of the cards still to come"
        yield Why(turns.kind("closed"), f"it leaves a place on the {turns.own}piles to {more}", (), (), better - played)


def further(turns: Blamed) -> Iterator[Why]:
    """The piles were moved further."""
    more = moved_by(turns.view, turns.played) - moved_by(turns.view, turns.better)
    if more > 0:
        words = f"the turn played moved the {turns.own}piles {more} further in all"
        yield Why(turns.kind("further"), words, (), (), more)


def differences(turns: Blamed) -> Iterator[Why]:
    """The last resort: what lies or is held otherwise."""
    better, played = turns.better, turns.played
    for at, pile in enumerate(turns.rules.piles):
        if better.tops[at] != played.tops[at]:
            shown, instead = (format_top(turns.rules, at, turn.tops[at]) or "nothing" for turn in (better, played))
            tops = tuple(top for top in (better.tops[at], played.tops[at]) if top is not None)
            words = f"it leaves {pile.name} at {shown}; the turn played left it at {instead}"
            yield Why("leaves", words, tops, (pile.name, shown, instead))
            return
    for kind, verb, one, other in (("holds", "keeps", better, played), ("lays", "lays", played, better)):
        cards = tuple(card for card in one.hand if card not in other.hand)
        if cards:
            yield Why(kind, f"it {verb} the {' and the '.join(map(str, cards))}", cards, (), len(cards))


Finder = Callable[[Blamed], Iterator[Why]]
FINDERS: tuple[Finder, ...] = (spoiled, blocked, unheard, gave, closed, further)
