"""Face to Face: plans that cannot be spoilt, what a player can do at best, and guesses that say where to look first.

The arguments: facts/duel_race, duel_tricks, duel_gifts, duel_stranded.
"""

from __future__ import annotations

import numpy as np

from solver.kernels.bits import highest_bit, lowest_bit, popcount
from solver.kernels.compile import inlined
from solver.kernels.duel_table import FOREVER, STRANDED, TRICKS, Duel, top_at, with_top


@inlined
def covered(duel: Duel, player: int, tops: np.uint64) -> np.uint64:
    """The player's cards that follow some own pile plainly."""
    cards = np.uint64(0)
    for pile in range(duel.piles):
        cards |= duel.plain[player, 0 if pile < duel.ups else 1, top_at(tops, pile)]
    return cards


@inlined
def trick_on_top(duel: Duel, player: int, hand: np.uint64, tops: np.uint64, sure: int) -> int:
    """A trick on a pile whose top is certain (bit mask): pile << 8 | card; -1: there is none."""
    for pile in range(duel.piles):
        if (sure >> pile) & 1:
            side, top = 0 if pile < duel.ups else 1, top_at(tops, pile)
            cards = hand & duel.follow[player, side, top] & ~duel.plain[player, side, top]
            if cards:
                return (pile << 8) | lowest_bit(cards)
    return -1


@inlined
def trick_on_base(duel: Duel, player: int, hand: np.uint64, tops: np.uint64) -> int:
    """Two held cards, one that follows plainly and its trick, that bring a pile back: pile << 16 | base << 8 | card."""
    for pile in range(duel.piles):
        side, top = 0 if pile < duel.ups else 1, top_at(tops, pile)
        plain = duel.plain[player, side, top]
        bases = hand & plain
        while bases:
            base = lowest_bit(bases)
            bases &= bases - np.uint64(1)
            number = duel.number[player, base]
            cards = hand & duel.follow[player, side, number] & ~duel.plain[player, side, number] & ~plain
            if cards:
                return (pile << 16) | (base << 8) | lowest_bit(cards)
    return -1


@inlined
def after_tricks(duel: Duel, player: int, hand: np.uint64, tops: np.uint64, sure: int) -> tuple[np.uint64, np.uint64]:
    """What is left of the hand, and the tops, after all tricks that bring a pile back."""
    while True:
        play = trick_on_top(duel, player, hand, tops, sure)
        if play < 0:
            play = trick_on_base(duel, player, hand, tops)
            if play < 0:
                return hand, tops
            hand ^= np.uint64(1) << np.uint64((play >> 8) & 255)
            play = ((play >> 16) << 8) | (play & 255)
        hand ^= np.uint64(1) << np.uint64(play & 255)
        tops = with_top(tops, play >> 8, duel.number[player, play & 255])
        sure |= 1 << (play >> 8)


@inlined
def finishes_now(duel: Duel, facts: int, player: int, hand: np.uint64, own: np.uint64, other: np.uint64) -> bool:
    """Can a player with an empty draw pile lay the whole hand in this turn, with one gift at most?"""
    size = popcount(hand)
    if size < duel.minimum_empty or size > duel.maximum:
        return False
    loose = hand & ~covered(duel, player, own)
    if loose == np.uint64(0):
        return True
    if facts & TRICKS:
        left, tops = after_tricks(duel, player, hand, own, 255)
        fewer = left & ~covered(duel, player, tops)
        if fewer == np.uint64(0):
            return True
        if fewer & (fewer - np.uint64(1)) == np.uint64(0):
            loose = fewer
    if duel.gifts == 0 or size < 2 or loose & (loose - np.uint64(1)):
        return False
    for pile in range(duel.piles):
        if loose & duel.improve[player, 0 if pile < duel.ups else 1, top_at(other, pile)]:
            return True
    return False


@inlined
def cheapest_play(duel: Duel, player: int, hand: np.uint64, rest: np.uint64, tops: np.uint64) -> tuple[int, int]:
    """A plain play, the closest card on some pile: pile << 8 | card, -1 if there is none; and what it costs.

    Least of all it should strand a card that followed plainly (256 each); then take few of the rest from its pile.
    """
    best, least = -1, 1 << 20
    before = rest & covered(duel, player, tops)
    for pile in range(duel.piles):
        side = 0 if pile < duel.ups else 1
        plain = duel.plain[player, side, top_at(tops, pile)]
        cards = hand & plain
        if cards:
            card = lowest_bit(cards) if side == 0 else highest_bit(cards)
            number = duel.number[player, card]
            left = before & ~(np.uint64(1) << np.uint64(card))
            loss = popcount(left & plain & ~duel.plain[player, side, number])
            loss += 256 * popcount(left & ~covered(duel, player, with_top(tops, pile, number)))
            if loss < least:
                best, least = (pile << 8) | card, loss
    return best, least


@inlined
def sure_tops(duel: Duel, player: int, tops: np.uint64, other_rest: np.uint64) -> tuple[int, np.uint64]:
    """The piles (bit mask) that no remaining card of the opponent improves; and all cards that would improve one."""
    sure, improving = 0, np.uint64(0)
    for pile in range(duel.piles):
        cards = duel.improve[1 - player, 0 if pile < duel.ups else 1, top_at(tops, pile)]
        improving |= cards
        if cards & other_rest == np.uint64(0):
            sure |= 1 << pile
    return sure, improving


@inlined
def sure_gift(duel: Duel, player: int, hand: np.uint64, loose: np.uint64, floors: np.uint64, closed: int) -> int:
    """A held card, better a loose one, that improves a pile of the opponent for sure: pile << 8 | card; -1: none."""
    found = -1
    for pile in range(duel.piles):
        if not (closed >> pile) & 1:
            cards = hand & duel.improve[player, 0 if pile < duel.ups else 1, top_at(floors, pile)]
            if cards & loose:
                return (pile << 8) | lowest_bit(cards & loose)
            if cards and found < 0:
                found = (pile << 8) | lowest_bit(cards)
    return found


@inlined
def lay_freely(
    duel: Duel, facts: int, player: int, hand: np.uint64, rest: np.uint64, tops: np.uint64, sure: int, most: int
) -> tuple[np.uint64, np.uint64, int]:
    """Lay all that strands nothing, at most so many cards: hand and tops afterwards, and how many were laid."""
    laid = 0
    while laid < most and hand:
        play, cost = trick_on_top(duel, player, hand, tops, sure), 0
        if play < 0:
            play, cost = cheapest_play(duel, player, hand, rest, tops)
        if play < 0 or cost >= 256:
            break
        gone = ~(np.uint64(1) << np.uint64(play & 255))
        hand, rest, laid = hand & gone, rest & gone, laid + 1
        tops = with_top(tops, play >> 8, duel.number[player, play & 255])
        if facts & TRICKS:
            sure |= 1 << (play >> 8)
    return hand, tops, laid


@inlined
def safe_plan(
    duel: Duel,
    facts: int,
    player: int,
    hand: np.uint64,
    drawn: int,
    tops: np.uint64,
    other_rest: np.uint64,
    begins: bool,
    most: int,
    giving: bool,
    other_tops: np.uint64,
    floors: np.uint64,
) -> tuple[int, int, np.uint64]:
    """A plan that works whatever the opponent does: see facts/duel_race.

    In how many turns (at most so many) it lays everything, 0 if it does not; for how many turns it goes on; and the
    cards of the opponent that could ever be laid on the player's piles meanwhile.  ``giving``: with gifts that are
    possible for sure, since the opponent's tops stay behind ``floors``; see facts/duel_gifts.
    """
    rest = hand | duel.pending[player, drawn]
    all_improving, closed = np.uint64(0), 0
    for turn in range(1, most + 1):
        sure, improving = sure_tops(duel, player, tops, other_rest)
        shown = floors
        if turn > 1 or not begins:
            all_improving |= improving
        else:
            sure, shown = 255, other_tops
        if not facts & TRICKS:
            sure = 0
        to_draw, size = duel.draw_size[player] - drawn, popcount(hand)
        least = duel.minimum if to_draw else duel.minimum_empty
        if to_draw == 0 and least <= size <= duel.maximum:
            left, after = hand, tops
            if facts & TRICKS and hand & ~covered(duel, player, tops):
                left, after = after_tricks(duel, player, hand, tops, sure)
            loose = left & ~covered(duel, player, after)
            if loose and giving and size > 1 and loose & (loose - np.uint64(1)) == np.uint64(0):
                if sure_gift(duel, player, loose, loose, shown, closed) >= 0:
                    loose = np.uint64(0)
            if loose == np.uint64(0):
                return turn, turn, all_improving
        laid, gave = 0, False
        if giving and to_draw > 0:
            gift = sure_gift(duel, player, hand, rest & ~covered(duel, player, tops), shown, closed)
            if gift >= 0:
                gone = ~(np.uint64(1) << np.uint64(gift & 255))
                left, after, count = lay_freely(
                    duel, facts, player, hand & gone, rest & gone, tops, sure, duel.maximum - 1
                )
                draws = min(duel.hand - popcount(left), to_draw)
                if count > 0 and count + 1 >= least and draws >= min(duel.draws + 1, to_draw):
                    closed |= 1 << (gift >> 8)
                    hand, tops, laid, gave = left, after, count + 1, True
                    rest = hand | duel.pending[player, drawn]
        while laid < least:
            play, cost = trick_on_top(duel, player, hand, tops, sure), 0
            if play < 0:
                play, cost = cheapest_play(duel, player, hand, rest, tops)
                if cost > 0 and facts & TRICKS and laid + 2 <= duel.maximum:
                    pair = trick_on_base(duel, player, hand, tops)
                    if pair >= 0:
                        gone = ~(np.uint64(1) << np.uint64((pair >> 8) & 255))
                        hand, rest, laid = hand & gone, rest & gone, laid + 1
                        play, cost = ((pair >> 16) << 8) | (pair & 255), 0
            if play < 0 or (cost >= 256 and not facts & STRANDED):
                return 0, turn - 1, all_improving
            gone = ~(np.uint64(1) << np.uint64(play & 255))
            hand, rest, laid = hand & gone, rest & gone, laid + 1
            tops = with_top(tops, play >> 8, duel.number[player, play & 255])
            if facts & TRICKS:
                sure |= 1 << (play >> 8)
        if rest == np.uint64(0):
            return turn, turn, all_improving
        missing = max(duel.hand - popcount(hand), 0)
        draws = min(missing if gave else min(duel.draws, missing), to_draw)
        hand |= duel.pending[player, drawn] & ~duel.pending[player, drawn + draws]
        drawn += draws
    return 0, most, all_improving | sure_tops(duel, player, tops, other_rest)[1]


# --- what a player can do at best without gifts


@inlined
def layable(duel: Duel, player: int, tops: np.uint64, rest: np.uint64) -> tuple[np.uint64, np.uint64]:
    """The cards that could ever be laid on the own piles if nobody else lays there: see facts/duel_stranded.

    And for each pile the best top it could ever show then (facts/duel_gifts); a row card stands for itself.
    """
    cards, floors = np.uint64(0), tops
    for pile in range(duel.piles):
        side, top = 0 if pile < duel.ups else 1, top_at(tops, pile)
        known = duel.follow[player, side, top] & rest
        fresh = known
        while fresh:
            card = lowest_bit(fresh)
            fresh &= fresh - np.uint64(1)
            more = duel.follow[player, side, duel.number[player, card]] & rest & ~known
            known |= more
            fresh |= more
        cards |= known
        if known and top != duel.cards:
            if side == 0:
                best = min(top, duel.number[player, lowest_bit(known)])
            else:
                best = max(top, duel.number[player, highest_bit(known)])
            floors = with_top(floors, pile, best)
    return cards, floors


@inlined
def fewest_turns(duel: Duel, to_draw: int, gifts: int) -> int:
    """Nobody with so many cards to draw, and so many that could ever be gifts, lays everything in fewer turns."""
    turns = 1
    while to_draw > 0:
        to_draw -= duel.hand if gifts > 0 and duel.gifts > 0 else min(duel.draws, duel.hand)
        gifts -= 1
        turns += 1
    return turns


@inlined
def most_turns(duel: Duel, own: int, all_cards: int) -> int:
    """Nobody who can lay so many cards, of them so many on own piles, completes more turns."""
    return min(own, all_cards // max(min(duel.minimum, duel.minimum_empty), 1))


@inlined
def at_best(
    duel: Duel, facts: int, to_draw: int, rest: np.uint64, own: np.uint64, improving: np.uint64
) -> tuple[int, int]:
    """The turns a player needs at least to lay everything, and the most there can be before the player is stuck.

    ``own``: the cards that could ever be laid on own piles, ``improving``: those that could be gifts.  The opponent
    gives nothing.
    """
    gifts = popcount(improving & rest)
    fewest = fewest_turns(duel, to_draw, gifts)
    if not facts & STRANDED or own == rest:
        return fewest, FOREVER
    others = rest & ~own
    if duel.gifts == 0 or others & ~improving:
        fewest = FOREVER
    else:
        fewest = max(fewest, (popcount(others) + duel.gifts - 1) // duel.gifts)
    mine = popcount(own)
    total = mine + (popcount(others & improving) if duel.gifts else 0)
    return fewest, most_turns(duel, mine, total)


@inlined
def race_of_next(turns: int, lasts: int, fewest: int, stuck: int) -> int:
    """In how many turns a plan of the player to move wins, the other's best being so and so; 0: not for sure."""
    wins = 0
    if turns and turns <= fewest:
        wins = 2 * turns - 1
    if stuck < fewest and lasts > stuck and (wins == 0 or 2 * stuck + 1 < wins):
        wins = 2 * stuck + 1
    return wins


@inlined
def race_of_last(turns: int, lasts: int, fewest: int, stuck: int) -> int:
    """The same for a plan of the player who has just moved."""
    wins = 0
    if turns and turns < fewest:
        wins = 2 * turns
    if 0 < stuck < fewest and lasts >= stuck and (wins == 0 or 2 * stuck < wins):
        wins = 2 * stuck
    return wins


@inlined
def gift_turns(duel: Duel, player: int, to_draw: int, rest: np.uint64, floors: np.uint64) -> int:
    """The fewest turns a plan with gifts can hope for; FOREVER where no card of the player is a gift for sure."""
    gifts = 0
    for pile in range(duel.piles):
        if rest & duel.improve[player, 0 if pile < duel.ups else 1, top_at(floors, pile)]:
            gifts += 1
    return fewest_turns(duel, to_draw, gifts) if gifts else FOREVER


@inlined
def race_with_gifts(
    duel: Duel,
    facts: int,
    mover: int,
    hand: np.uint64,
    drawn: int,
    own: np.uint64,
    floors: np.uint64,
    other_hand: np.uint64,
    other_drawn: int,
    other: np.uint64,
    other_floors: np.uint64,
) -> int:
    """In how many turns the mover, who has just moved, wins by a plan with gifts (negative: the other); 0: unknown."""
    opponent = 1 - mover
    to_draw, other_draw = duel.draw_size[mover] - drawn, duel.draw_size[opponent] - other_drawn
    rest, other_rest = hand | duel.pending[mover, drawn], other_hand | duel.pending[opponent, other_drawn]
    most = fewest_turns(duel, to_draw, 0)
    if gift_turns(duel, opponent, other_draw, other_rest, own) <= most:
        turns, _, improving = safe_plan(
            duel, facts, opponent, other_hand, other_drawn, other, rest, True, most, True, own, floors
        )
        if turns and turns <= fewest_turns(duel, to_draw, popcount(improving & rest)):
            return 1 - 2 * turns
    most = fewest_turns(duel, other_draw, 0) - 1
    if gift_turns(duel, mover, to_draw, rest, other_floors) <= most:
        turns, _, improving = safe_plan(
            duel, facts, mover, hand, drawn, own, other_rest, False, most, True, other, other_floors
        )
        if turns and turns < fewest_turns(duel, other_draw, popcount(improving & other_rest)):
            return 2 * turns
    return 0


# --- guesses: they say where to look first, and prove nothing


@inlined
def freedom(duel: Duel, mover: int, hand: np.uint64, own: np.uint64, other: np.uint64) -> int:
    """How much a player can choose in this turn: cards that may be laid first, gifts counting doubly as they refill."""
    count, improves = 0, np.uint64(0)
    for pile in range(duel.piles):
        side = 0 if pile < duel.ups else 1
        count += popcount(duel.follow[mover, side, top_at(own, pile)] & hand)
        if duel.gifts:
            improves |= duel.improve[mover, side, top_at(other, pile)] & hand
    gifts = 1 + popcount(improves)
    return max(count * gifts * gifts, 1)
