"""Why a turn is good, in words: small functions that look at the table before and after it, and at the other turns.

Each says only what the rules make true, whatever the search thought: a reason is a fact about the turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from solver.cards import Card
from solver.rules.follow import follows, follows_by_trick, follows_plainly
from solver.rules.game import Pile, Rules
from solver.rules.turns import OpenTurn
from solver.table.line import Play
from solver.table.view import View

if TYPE_CHECKING:  # whoever speaks knows the kernels
    from solver.hidden.talk import Said, Word

MOST_REASONS = 5
MOST_OF_A_KIND = 2


@dataclass(frozen=True)
class Why:
    """One reason: what kind, which cards and piles it is about, how many, and its words."""

    kind: str
    words: str
    cards: tuple[Card, ...] = ()
    piles: tuple[str, ...] = ()
    number: int | None = None

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True)
class Compared:
    """A turn before the draw, beside the table it began at and the turns it is compared with."""

    view: View
    said: Said
    after: OpenTurn
    others: tuple[OpenTurn, ...]
    certain: float | None = None  # the chance, where it was worked out

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.view.rules

    @property
    def own(self) -> list[int]:
        """The piles of whoever moves: all of them, but for those of an opponent."""
        return own_piles(self.after)

    @property
    def touched(self) -> list[int]:
        """The own piles that the turn lays cards on, in order."""
        return list(dict.fromkeys(pile for _, pile in self.after.laid if pile in self.own))


def reasons(
    view: View, said: Said, turns: Sequence[Sequence[Play]], certain: float | None = None, most: int = MOST_REASONS
) -> tuple[Why, ...]:
    """Why the first of these turns; where there are too many reasons, those that the second shares are left out."""
    first, *others = (view.laid_turn(plays) for plays in turns)
    found = list(all_reasons(Compared(view, said, first, tuple(others), certain)))
    shared = set[Why]()
    if others and len(found) > most:
        shared = set(all_reasons(Compared(view, said, others[0], (first, *others[1:]))))
    ordered = [*(why for why in found if why not in shared), *(why for why in found if why in shared)]
    return tuple(why for why in found if why in ordered[:most])


def all_reasons(turn: Compared) -> Iterator[Why]:
    """Every reason there is, the weightiest first."""
    for find in FINDERS:
        for count, why in enumerate(find(turn)):
            if count < MOST_OF_A_KIND:
                yield why


def own_piles(turn: OpenTurn) -> list[int]:
    """The piles that are everybody's, or belong to whoever moves."""
    return [at for at, pile in enumerate(turn.rules.piles) if pile.owner in (None, turn.seat)]


# --- one kind of reason each


def worked_out(turn: Compared) -> Iterator[Why]:
    """Nothing is hidden after it."""
    if not (turn.after.hand or turn.after.draw_left or turn.after.held_by_others):
        yield Why("last", "it lays the last card")
    elif turn.rules.game.is_duel and turn.certain is not None:
        if turn.certain == 1:
            yield Why("proved-win", "it wins against every answer: proved")
        else:
            yield Why("proved-loss", "it loses against the best answers, as every turn compared: proved")
    elif turn.certain == 1:
        yield Why("worked-out", "nothing stays hidden, and every card can be laid")
    elif turn.certain == 0:
        yield Why("worked-out", "nothing stays hidden: not every card can be laid, whatever is played")


def covers(turn: Compared) -> Iterator[Why]:
    """A command that was visible is covered."""
    for pile in turn.touched:
        top = turn.view.tops[pile]
        command = turn.rules.command(top)
        if top is not None and command is not None:
            name = turn.rules.piles[pile].name
            yield Why("covers", f"it covers the {command.name} {top} on {name}", (top,), (name,))


def tricks(turn: Compared) -> Iterator[Why]:
    """A pile is pulled back."""
    tops = list(turn.view.tops)
    for card, at in turn.after.laid:
        pile, top = turn.rules.piles[at], tops[at]
        if top is not None and at in turn.own and follows_by_trick(turn.rules, pile.direction, top, card):
            back = abs(top.number - card.number)
            words = f"it pulls {pile.name} back by {back}, from {top} to {card}"
            yield Why("trick", words, (top, card), (pile.name,), back)
        tops[at] = card


def kept_for_tricks(turn: Compared) -> Iterator[Why]:
    """A card stays in hand that could pull a pile back in a later turn."""
    if bars_tricks(turn.after):
        return
    for card in turn.after.hand:
        for pile, top in ((turn.rules.piles[at], turn.after.tops[at]) for at in turn.own):
            if top is not None and backwards(turn.rules, pile, top, card) == turn.rules.trick > 0:
                words = f"it keeps the {card} for its trick on {pile.name}, which shows {top}"
                yield Why("keeps", words, (card,), (pile.name,))


def backwards(rules: Rules, pile: Pile, top: Card, card: Card) -> int:
    """How far a card would pull a pile back; 0 where it would not."""
    return abs(top.number - card.number) if follows_by_trick(rules, pile.direction, top, card) else 0


def asked_for(turn: Compared) -> Iterator[Why]:
    """Piles that partners asked for are left alone."""
    names, piles = turn.rules.player_names, turn.rules.piles
    for seat, words in sorted(turn.said.items()):
        wanted = [pile for pile, word in enumerate(words) if is_asked(word, words)]
        if wanted and not set(wanted) & set(turn.touched):
            listed = [piles[pile].name for pile in wanted]
            text = f"it leaves {' and '.join(listed)} alone, as player {names[seat]} asked"
            yield Why("asked", text, (), tuple(listed), seat)


def is_asked(word: Word, words: Sequence[Word]) -> bool:
    """Is this among the strongest words that were said?"""
    return word.number > 0 and word.number == max(other.number for other in words)


def given(turn: Compared) -> Iterator[Why]:
    """A card goes on an opponent's pile, which it betters, for the cards that are drawn; or none does."""
    drawn = turn.after.cards_to_draw()
    for card, at in turn.after.laid:
        if at not in turn.own:
            name = turn.rules.piles[at].name
            cards = "1 card" if drawn == 1 else f"{drawn} cards"
            yield Why("gives", f"it gives {name} the {card} and draws {cards}", (card,), (name,), drawn)
    if turn.others and not turn.after.gifts and turn.others[0].gifts:
        yield Why("gives-none", "it betters no pile of the opponent")


def room(turn: Compared) -> Iterator[Why]:
    """Against an opponent: how many of the own cards to come the own piles still take, where that is more."""
    if not turn.others or len(turn.own) == len(turn.rules.piles):
        return
    left, less = (fitting(turn.view, after) for after in (turn.after, turn.others[0]))
    if left > less:
        words = f"it leaves room for {left} of the own cards to come, {left - less} more than the next turn"
        yield Why("room", words, (), (), left)


def fitting(view: View, after: OpenTurn) -> int:
    """How many cards of the own hand and draw pile, which whoever counts knows, go on an own pile at once."""
    return sum(takes(after, card) for card in (*after.hand, *view.unseen[after.rules.deck_of(after.seat)]))


def pairs(turn: Compared) -> Iterator[Why]:
    """Two cards stay together in hand, one of which pulls a pile back that the other lies on."""
    trick = turn.rules.trick
    for low, high in combinations(sorted(turn.after.hand, key=lambda card: card.number), 2):
        if trick and high.number - low.number == trick:
            words = f"it leaves the {low} and the {high}, {trick} apart, together in hand"
            yield Why("pair", words, (low, high), (), trick)


def movement(turn: Compared) -> Iterator[Why]:
    """How far the piles move in all, where that is little."""
    moved, others = moved_by(turn.view, turn.after), [moved_by(turn.view, other) for other in turn.others]
    words = f"it moves the piles by {moved} in all" if moved >= 0 else f"it pulls the piles back by {-moved} in all"
    if others and moved < min(others):
        yield Why("moves", f"{words}, less than any turn compared", (), (), moved)
    elif others and moved < others[0]:
        yield Why("moves", f"{words}, {others[0] - moved} less than the next turn", (), (), moved)
    elif moved <= 0:
        yield Why("moves", words, (), (), moved)


def moved_by(view: View, after: OpenTurn) -> int:
    """How far a turn moves all piles together; what a trick pulls back counts against it."""
    rules = view.rules
    steps = ((rules.piles[at], view.tops[at], after.tops[at]) for at in own_piles(after))
    return sum(counted(rules, pile, new) - counted(rules, pile, old) for pile, old, new in steps)


def counted(rules: Rules, pile: Pile, top: Card | None) -> int:
    """How far a pile has got; a row card is where it begins."""
    up = pile.direction == "up"
    if top is None:
        return 0
    return top.number - (rules.lowest - 1) if up else rules.highest + 1 - top.number


def got_rid(turn: Compared) -> Iterator[Why]:
    """The card is laid that was the hardest to place."""
    prices = {card: price for card in turn.view.hand if (price := cheapest(turn, card)) is not None}
    if len(prices) < 2:
        return
    dearest = max(prices.values())
    (card, *more) = [card for card, price in prices.items() if price == dearest]
    if not more and card in dict(turn.after.laid):
        words = f"it gets rid of the {card}, the card of the hand furthest from every pile"
        yield Why("rid", words, (card,), (), dearest)


def cheapest(turn: Compared, card: Card) -> int | None:
    """How far a card moves a pile at the least if it is laid at once; None where no pile takes it."""
    rules, tops = turn.rules, turn.view.tops
    steps = [
        counted(rules, pile, card) - counted(rules, pile, top)
        for pile, top in ((rules.piles[at], tops[at]) for at in turn.own)
        if follows(rules, pile.direction, top, card)
    ]
    return min(steps, default=None)


def homeless(turn: Compared) -> Iterator[Why]:
    """Which cards left in hand no pile takes."""
    left, fewest = stranded(turn.after), min((len(stranded(other)) for other in turn.others), default=None)
    if not turn.after.hand or fewest is None or turn.rules.gifts:  # an opponent's pile may take them
        return
    if not left and any(stranded(other) for other in turn.others):
        yield Why("fits", "every card left in hand still goes on some pile", (), (), 0)
    elif left and len(left) <= fewest:
        count = f"only {len(left)} card{'s' if len(left) > 1 else ''} in hand"
        yield Why("fits", f"it leaves {count} that no pile takes; no turn compared leaves fewer", left, (), len(left))


def stranded(after: OpenTurn) -> tuple[Card, ...]:
    """The cards left in hand that no pile takes."""
    return tuple(card for card in after.hand if not takes(after, card))


def bars_tricks(after: OpenTurn) -> bool:
    """Is a command visible that forbids tricks?"""
    return any(command.bars_tricks for command in after.visible_commands())


def takes(after: OpenTurn, card: Card) -> bool:
    """Does an own (or the team's) pile take a card as the table lies after the turn?"""
    barred = bars_tricks(after)
    piles = ((after.rules.piles[at].direction, after.tops[at]) for at in own_piles(after))
    return any(
        follows_plainly(way, top, card) or (not barred and follows_by_trick(after.rules, way, top, card))
        for way, top in piles
    )


def laid_more(turn: Compared) -> Iterator[Why]:
    """More cards than are asked for."""
    laid, least = len(turn.after.laid), turn.rules.least(turn.after.draw_left == 0)
    if laid > least:
        yield Why("more", f"it lays {laid} cards where {least} would do", (), (), laid)


def left_alone(turn: Compared) -> Iterator[Why]:
    """Piles that stay as they are."""
    names = [turn.rules.piles[at].name for at in turn.own if at not in turn.touched]
    if names:
        yield Why(
            "alone", f"it leaves {' '.join(names)} as {'it is' if len(names) == 1 else 'they are'}", (), tuple(names)
        )


Finder = Callable[[Compared], Iterator[Why]]
FINDERS: tuple[Finder, ...] = (
    worked_out,
    covers,
    tricks,
    kept_for_tricks,
    asked_for,
    given,
    room,
    pairs,
    movement,
    homeless,
    got_rid,
    laid_more,
    left_alone,
)
