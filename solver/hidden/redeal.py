"""Tables that look the same to a seat: the cards that it does not see, dealt anew."""

from __future__ import annotations

from random import Random

from solver.cards import Card
from solver.hidden.talk import Said, Word, words_for
from solver.table.position import DrawPile, Position
from solver.table.view import Hidden, View

TRIES = 200  # cards exchanged until a hand agrees with what was said


def redealt(view: View, chance: Random, said: Said | None = None) -> Position:
    """One of the tables that this may be; forgotten cards are among those laid.

    Each is as likely as any other.  Where partners spoke, their hands agree with it, as nearly as that could be found.
    """
    hands, draws = list(view.hands), list[DrawPile]()
    for deck, size in enumerate(view.draws):
        cards = list(view.unseen[deck])
        chance.shuffle(cards)
        for seat in view.hidden_hands(deck):
            if said and seat in said:
                agree(view, cards, view.hand_sizes[seat], said[seat], chance)
            hands[seat] = tuple(taken(cards, view.hand_sizes[seat]))
        draws.append(DrawPile(tuple(taken(cards, size))))
    known = tuple(hand for hand in hands if not isinstance(hand, Hidden))
    return Position(view.rules, view.tops, known, tuple(draws), view.to_move)


def agree(view: View, cards: list[Card], size: int, said: tuple[Word, ...], chance: Random) -> None:
    """Exchange cards of the hand at the end of a shuffled list until it would say this, as nearly as can be."""
    if not 0 < size < len(cards):
        return
    wrong = difference(words_for(view, cards[-size:]), said)
    for _ in range(TRIES):
        if not wrong:
            return
        mine, other = len(cards) - 1 - chance.randrange(size), chance.randrange(len(cards) - size)
        cards[mine], cards[other] = cards[other], cards[mine]
        if (now := difference(words_for(view, cards[-size:]), said)) > wrong:
            cards[mine], cards[other] = cards[other], cards[mine]
        else:
            wrong = now


def difference(words: tuple[Word, ...], said: tuple[Word, ...]) -> int:
    """By how much two sets of words differ."""
    return sum(abs(one.number - other.number) for one, other in zip(words, said, strict=True))


def taken(cards: list[Card], count: int) -> list[Card]:
    """So many cards from the end of a shuffled list."""
    return [cards.pop() for _ in range(count)]
