"""The turn: the one place that knows what may be laid, when a turn may end, what is drawn and who comes next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Sized
from dataclasses import dataclass

from solver.cards import Card
from solver.rules.commands import Command, TurnOrders, broken_by, cards_drawn, orders_at_the_start
from solver.rules.follow import follows, follows_by_trick, improves
from solver.rules.game import Pile, Rules

Tops = tuple[Card | None, ...]
Lay = tuple[Card, int]  # a card and the index of the pile it is laid on


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """A turn under way: the table and the hand as they are now, and what the turn has laid so far."""

    rules: Rules
    seat: int
    tops: Tops
    hand: tuple[Card, ...]
    draw_left: int
    held_by_others: int  # cards in the other hands
    orders: TurnOrders
    laid: tuple[Lay, ...] = ()

    @classmethod
    def begun(
        cls, rules: Rules, seat: int, tops: Tops, hand: tuple[Card, ...], draw_left: int, held_by_others: int
    ) -> OpenTurn:
        """The turn of a seat with nothing laid yet."""
        orders = orders_at_the_start([rules.command(top) for top in tops] if rules.commands else ())
        return cls(rules, seat, tops, hand, draw_left, held_by_others, orders)

    @property
    def gifts(self) -> int:
        """Cards laid on the opponent's piles."""
        return sum(self._is_gift(pile) for _, pile in self.laid) if self.rules.gifts else 0

    def visible_commands(self) -> list[Command]:
        """The commands on top of the piles."""
        if not self.rules.commands:
            return []
        return [command for command in map(self.rules.command, self.tops) if command is not None]

    def may_lay(self, card: Card, pile: int) -> bool:
        """May this card of the hand be laid on this pile now?"""
        rules = self.rules
        if rules.maximum is not None and len(self.laid) >= rules.maximum:
            return False
        if self._is_gift(pile):
            return self.gifts < rules.gifts and improves(rules.piles[pile].direction, self.tops[pile], card)
        if not follows(rules, rules.piles[pile].direction, self.tops[pile], card):
            return False
        return not rules.commands or self._broken_command(card, pile) is None

    def plays(self) -> Iterator[Lay]:
        """Everything that may be laid now, by card and pile."""
        for card in self.hand:
            for pile in range(len(self.tops)):
                if self.may_lay(card, pile):
                    yield card, pile

    def lay(self, card: Card, pile: int) -> OpenTurn:
        """The turn after a play that ``may_lay`` allows."""
        return OpenTurn(
            self.rules,
            self.seat,
            tops=(*self.tops[:pile], card, *self.tops[pile + 1 :]),
            hand=tuple(held for held in self.hand if held != card),
            draw_left=self.draw_left,
            held_by_others=self.held_by_others,
            orders=self.orders.after(self.rules.command(card), pile) if self.rules.commands else self.orders,
            laid=(*self.laid, (card, pile)),
        )

    def may_end(self) -> bool:
        """May the turn end here?"""
        laid, game_over = len(self.laid), not (self.hand or self.draw_left or self.held_by_others)
        if not laid or self.orders.refusal(laid, game_over) is not None:
            return False
        if self.gifts == laid:  # at least one card goes on an own pile
            return False
        return bool(self.orders.ended_by) or laid >= self.rules.least(self.draw_left == 0)

    def turns(self) -> Iterator[tuple[Lay, ...]]:
        """Every way to complete the turn, shortest first along each branch; lazily, since turns explode."""
        if self.may_end():
            yield self.laid
        for card, pile in self.plays():
            yield from self.lay(card, pile).turns()

    def can_be_completed(self) -> bool:
        """Is there any way to complete the turn?  Each table and hand is looked at once, in whatever order it came."""
        seen: set[tuple[object, ...]] = set()

        def completes(turn: OpenTurn) -> bool:
            if turn.may_end():
                return True
            if turn.is_hopeless():
                return False
            for card, pile in turn.plays():
                after = turn.lay(card, pile)
                last_pile = pile if self.rules.commands else None
                key = (after.tops, after.hand, after.orders, after.gifts, last_pile)
                if key not in seen:
                    seen.add(key)
                    if completes(after):
                        return True
            return False

        return completes(self)

    def is_hopeless(self) -> bool:
        """Too few cards of the hand could ever be laid, whatever the order: a cheap bound that spares long searches."""
        rules = self.rules
        if any(command is not None and command.ends_turn for command in map(rules.command, self.hand)):
            return False  # it may end the turn early
        reachable: set[Card] = set()
        for pile, top in zip(rules.piles, self.tops, strict=True):
            if not is_gift(pile, self.seat):
                reachable |= _closure(rules, pile, top, self.hand)
        return len(self.laid) + len(reachable) + rules.gifts < rules.least(self.draw_left == 0)

    def cards_to_draw(self) -> int:
        """How many cards the player draws who ends the turn here."""
        rules, missing = self.rules, max(self.rules.hand - len(self.hand), 0)
        if (ordered := cards_drawn(self.visible_commands())) is not None:
            wanted = ordered
        elif rules.game.drawing == "as-laid":
            wanted = len(self.laid)
        elif rules.game.drawing == "by-gift":
            wanted = missing if self.gifts else min(rules.draws, missing)
        elif rules.game.drawing == "to-full-hand":
            wanted = missing
        else:
            raise AssertionError(f"nobody draws {rules.game.drawing}")
        return min(wanted, self.draw_left)

    def _is_gift(self, pile: int) -> bool:
        return is_gift(self.rules.piles[pile], self.seat)

    def _broken_command(self, card: Card, pile: int) -> str | None:
        rules = self.rules
        return broken_by(
            self.orders,
            self.visible_commands(),
            laid=len(self.laid),
            last_pile=self.laid[-1][1] if self.laid else None,
            command=rules.command(card),
            pile=pile,
            trick=follows_by_trick(rules, rules.piles[pile].direction, self.tops[pile], card),
        )


def _closure(rules: Rules, pile: Pile, top: Card | None, hand: Sequence[Card]) -> set[Card]:
    """The cards of the hand that could come to lie on this pile: followers, followers of followers, and so on."""
    found, fresh = set[Card](), [top]
    while fresh:
        below = fresh.pop()
        followers = [card for card in hand if card not in found and follows(rules, pile.direction, below, card)]
        found.update(followers)
        fresh += followers
    return found


def is_gift(pile: Pile, seat: int) -> bool:
    """A card laid on a pile of the opponent."""
    return pile.owner is not None and pile.owner != seat


def next_seat(seat: int, hands: Sequence[Sized], draw_pile_is_empty: bool) -> int:
    """Who moves next: once the draw pile is empty a player without cards is skipped."""
    players = len(hands)
    following = [(seat + step) % players for step in range(1, players + 1)]
    if draw_pile_is_empty:
        return next((other for other in following if hands[other]), following[0])
    return following[0]
