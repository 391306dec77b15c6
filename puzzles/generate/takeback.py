"""Turns taken back in Face to Face: how a position may have come about, for games that began some turns before it.

Only plain turns are taken back: two cards, laid one on the other on an own pile.  Whoever wins the position is to have
won it before: so none of the turns taken back was a mistake.
"""

from __future__ import annotations

from puzzles.generate.stream import Chance
from solver import Card, DrawPile, Line, Play, Position, TenbackError, Turn
from solver.analysis.duel_judge import DuelJudge
from solver.rules.follow import follows
from solver.search.limits import Limits

MOST_BACK = 2  # turns
TRIES = 12  # to take one back
STEP = 12  # the cards below are looked for so near


def some_turns_back(position: Position, chance: Chance) -> tuple[Position, Line]:
    """A position one or two turns before, won by the same player, and those turns; fewer where that is not found."""
    winner, line, wanted = position.to_move, list[Turn](), 1 + chance.below(MOST_BACK)
    for _ in range(TRIES):
        if len(line) == wanted:
            break
        earlier = one_turn_back(position, chance)
        if earlier is not None and DuelJudge(earlier[0], Limits()).winner(earlier[0]) == winner:
            position, line = earlier[0], [earlier[1], *line]
    return position, tuple(line)


def one_turn_back(position: Position, chance: Chance) -> tuple[Position, Turn] | None:
    """A position from which a turn of the player who is not to move leads here."""
    rules, seat = position.rules, 1 - position.to_move
    held = {*position.hands[seat], *position.draws[seat].cards}
    own = [at for at, pile in enumerate(rules.piles) if pile.owner == seat and position.tops[at] not in (None, *held)]
    for at in chance.some(own, 1):
        top = position.tops[at]
        below = nearby_below(position, at, top, held, chance)
        lowest = None if below is None else nearby_below(position, at, below, set(), chance)
        if top is None or below is None or lowest is None:
            return None
        drawn = drawn_cards(position, seat, chance)
        if drawn is None:
            return None
        hand = (*(card for card in position.hands[seat] if card not in drawn), below, top)
        pile = rules.piles[at].name
        turn = Turn((Play(below, pile), Play(top, pile)), rules.player_names[seat], drawn)
        return led_here(position, seat, at, lowest, hand, turn)
    return None


def nearby_below(position: Position, at: int, card: Card | None, not_these: set[Card], chance: Chance) -> Card | None:
    """A card that ``card`` may have been laid on."""
    rules = position.rules
    near = [
        below
        for below in rules.cards
        if card is not None
        and below not in not_these
        and below not in position.tops
        and abs(below.number - card.number) <= STEP
        and follows(rules, rules.piles[at].direction, below, card)
    ]
    return near[chance.below(len(near))] if near else None


def drawn_cards(position: Position, seat: int, chance: Chance) -> tuple[Card, ...] | None:
    """What the player has drawn after the turn: as many as the rules say; None where the hand has too few."""
    hand, wanted = position.hands[seat], position.rules.draws
    count = min(len(hand), chance.below(wanted + 1)) if not position.draws[seat].cards else wanted
    return tuple(chance.some(hand, count)) if count <= len(hand) else None


def led_here(
    position: Position, seat: int, at: int, top: Card, hand: tuple[Card, ...], turn: Turn
) -> tuple[Position, Turn] | None:
    """The position before the turn, if the turn is legal there and leads here."""
    hands, draws, tops = list(position.hands), list(position.draws), list(position.tops)
    hands[seat], tops[at] = hand, top
    draws[seat] = DrawPile((*(turn.drawn or ()), *draws[seat].cards))
    try:
        before = Position(position.rules, tuple(tops), tuple(hands), tuple(draws), seat)
        return (before, turn) if before.outcome is None and before.after(turn) == position else None
    except TenbackError:
        return None
