"""The draw pile: who draws what, and when."""

from __future__ import annotations

from ortools.sat.python.cp_model import IntVar, LinearExpr

from solver.search.cpsat.model import Model


def hands_are_owned(model: Model) -> None:
    """A card in hand is laid by the player who holds it."""
    for (card, p), literal in model.lay.items():
        if card < model.table.in_hands:
            model.cp.add_implication(literal, model.seat[p, model.table.owners[card]])


def drawn_as_laid(model: Model) -> None:
    """The draw pile's card j goes to whoever lays place j, when that turn ends.

    For as many cards are drawn as laid, in order, until there are none left.
    """
    table = model.table
    for (card, p), literal in model.lay.items():
        j = card - table.in_hands
        if j < 0:
            continue
        if p - j < table.rules.hand:  # no turn is longer than a hand
            model.clause(~literal, *model.end[j:p])
        if table.players > 1:
            for seat in range(table.players):
                model.clause(~literal, ~model.seat[j, seat], model.seat[p, seat])
                model.clause(~literal, model.seat[j, seat], ~model.seat[p, seat])


def out_of_cards(model: Model) -> None:
    """Once the draw pile is empty, a player is out of cards who has laid as many since as were held at the start.

    Everybody has drawn a card for each one laid while the draw pile lasted (``drawn_as_laid``).
    """
    table, size = model.table, model.table.draw_size
    if table.players == 1:
        return
    for seat, hand in enumerate(table.position.hands):
        for p in model.places[size:]:
            out = model.out[p, seat] = model.cp.new_bool_var(f"{seat} out at {p}")
            laid = model.count([model.seat[q, seat] for q in range(size, p)])
            model.cp.add(laid >= len(hand)).only_enforce_if(out)
            model.cp.add_implication(out, ~model.seat[p, seat])
            if p > size:
                model.cp.add_implication(model.out[p - 1, seat], out)
        laid = model.count([model.seat[q, seat] for q in model.places[size:]])
        if model.all_laid:
            model.cp.add(laid == len(hand))


class CountedDraws:
    """Drawing back up to a full hand, one card only where a draw-one is visible: the cards drawn must be counted."""

    def __init__(self, model: Model) -> None:
        self.model, table = model, model.table
        self.size, self.players = table.draw_size, table.players
        cp, moments = model.cp, range(table.count + 1)
        self.drawn = [[cp.new_bool_var(f"{j} drawn by {p}") for p in moments] for j in range(self.size)]
        self.held = [
            [cp.new_int_var(0, table.rules.hand, f"{seat} holds at {p}") for p in moments]
            for seat in range(self.players)
        ]
        model.empty = [self.drawn[-1][p] for p in model.places]

    def total(self, moment: int) -> LinearExpr | int:
        """Cards drawn before this place."""
        return self.model.count([card[moment] for card in self.drawn])

    def post(self) -> None:
        """All of it."""
        self.drawn_in_order()
        self.hands_are_counted()
        self.drawn_to_full_hand()
        self.drawn_cards_are_owned()
        self.out_of_cards()

    def drawn_in_order(self) -> None:
        """Nothing is drawn at first, then card after card, and only where a turn ends."""
        model = self.model
        for j, card in enumerate(self.drawn):
            model.cp.add(card[0] == 0)
            for p in model.places:
                model.cp.add_implication(card[p], card[p + 1])
                model.clause(model.end[p], card[p], ~card[p + 1])
            if j:
                for p in range(len(model.places) + 1):
                    model.cp.add_implication(card[p], self.drawn[j - 1][p])

    def hands_are_counted(self) -> None:
        """Who lays has one card less, who draws has more."""
        model = self.model
        for seat, hand in enumerate(model.table.position.hands):
            held = self.held[seat]
            model.cp.add(held[0] == len(hand))
            for p in model.places:
                mine, got = model.seat[p, seat], self.total(p + 1) - self.total(p)
                model.cp.add(held[p + 1] == held[p] - 1 + got).only_enforce_if(mine)
                model.cp.add(held[p + 1] == held[p]).only_enforce_if(~mine)

    def drawn_to_full_hand(self) -> None:
        """A turn's end fills the hand, or empties the draw pile; with a draw-one visible it draws one card."""
        model, last = self.model, self.drawn[-1]
        one = command_visible(model, "draw-one", after=1)
        for p in model.places:
            end = model.end[p]
            for seat in range(self.players):
                full = self.held[seat][p + 1] == model.table.rules.hand
                model.cp.add(full).only_enforce_if(end, model.seat[p, seat], ~one[p], ~last[p + 1])
            got = self.total(p + 1) - self.total(p)
            model.cp.add(got <= 1).only_enforce_if(one[p])
            model.cp.add(got == 1).only_enforce_if(end, one[p], ~last[p])

    def drawn_cards_are_owned(self) -> None:
        """A card is laid after it was drawn, by the player who drew it."""
        model, seats = self.model, range(self.players)
        for j, drawn in enumerate(self.drawn):
            card = model.table.in_hands + j
            owner = [model.cp.new_bool_var(f"{seat} draws {j}") for seat in seats] if self.players > 1 else [model.true]
            model.cp.add_exactly_one(*owner)
            for p in model.places:
                for seat in seats:
                    model.clause(drawn[p], ~drawn[p + 1], ~model.seat[p, seat], owner[seat])
                if (card, p) in model.lay:
                    model.cp.add_implication(model.lay[card, p], drawn[p])
                    for seat in seats:
                        model.clause(~model.lay[card, p], ~owner[seat], model.seat[p, seat])

    def out_of_cards(self) -> None:
        """A player is out of cards who holds none."""
        for seat in range(self.players):
            for p in self.model.places:
                out = self.model.out[p, seat] = self.model.cp.new_bool_var(f"{seat} out at {p}")
                self.model.cp.add(self.held[seat][p] == 0).only_enforce_if(out)


def command_visible(model: Model, command: str, after: int = 0) -> list[IntVar]:
    """For each place, is a card with this command on top before it (``after=1``: once it is laid)?"""
    cards = model.table.with_command(command)
    literals = [model.literal(f"{command} visible at {p}") for p in model.places]
    for p, literal in enumerate(literals):
        seen = model.visible_at(p + after, cards)
        model.clause(~literal, *seen)
        for one in seen:
            model.cp.add_implication(one, literal)
    return literals
