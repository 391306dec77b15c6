"""A game of a team that leads to a position, found backwards.

First the *chains*: every card laid gets its place in a pile, from the row card up to the top, each following the one
below.  Then the *turns*: cards are taken off the tops again, turn by turn, into the hand of whoever has laid them,
and what that player drew goes back onto the draw pile; until the hands of the deal are there.

Chains begin as the tops alone.  A card that lies between two of a chain is put there.  One that fits nowhere (on an
ascending pile: higher than all tops) needs a way back by tricks, and the shortest is looked for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

from solver import AgainstTheRules, Card, Deal, DrawPile, Line, Play, Position, Rules, Turn
from solver.rules.follow import follows

PICKS = 40  # ways to take a turn's cards off before this try is given up

Chain = list[Card]
Sizes = tuple[int, ...]
Step = tuple[int, int, int]  # a turn by its numbers: seat, cards laid, cards drawn


def unplayed(position: Position, number: int) -> tuple[Deal, Line] | None:
    """A deal and a line that lead to the position; None if this try (they are numbered) finds none."""
    rng = Random(number)
    chains = chains_of(position, rng)
    if chains is None:
        return None
    line, before = list[Turn](), position
    steps = turn_sizes(position, number) if not position.rules.commands else None
    while any(chains):
        found = before_some_turn(before, chains, rng, steps)
        if found is None:
            return None
        before, turn = found
        line.append(turn)
    return as_deal(before, tuple(reversed(line)))


def as_deal(start: Position, line: Line) -> tuple[Deal, Line] | None:
    """The deal that begins so, if the hands are those of a deal."""
    if any(len(hand) != start.rules.hand for hand in start.hands):
        return None
    deck = (*(card for hand in start.hands for card in hand), *start.draws[0].cards)
    return Deal(start.rules, (deck,), start.to_move), line


# --- the chains


def chains_of(position: Position, rng: Random) -> list[Chain] | None:
    """For each pile its cards from the first to the top; None if some card found no place."""
    rules = position.rules
    held = {card for hand in position.hands for card in hand} | set(position.draws[0].cards)
    chains: list[Chain] = [[] if top is None else [top] for top in position.tops]
    free = [card for card in rules.cards if card not in held and card not in position.tops]
    rng.shuffle(free)
    while free:
        gaps = {card: gaps_for(rules, chains, card) for card in free}
        stuck = [card for card in free if not gaps[card]]
        if stuck:  # those that need a way back come first, as long as there are cards for it
            path = way_back(rules, chains, stuck[0], set(free))
            if path is None:
                return None
            pile, place, cards = path
            chains[pile][place:place] = cards
            free = [card for card in free if card not in cards]
            continue
        card = min(free, key=lambda card: len(gaps[card]))
        pile, place = rng.choice(gaps[card])
        chains[pile].insert(place, card)
        free.remove(card)
    return chains


def gaps_for(rules: Rules, chains: Sequence[Chain], card: Card) -> list[tuple[int, int]]:
    """Where a card can be put: pile, and before which card of its chain."""
    return [
        (pile, place)
        for pile, chain in enumerate(chains)
        for place, above in enumerate(chain)
        if lies(rules, pile, card, above) and lies(rules, pile, chain[place - 1] if place else None, card)
    ]


@lru_cache(maxsize=1 << 16)
def lies(rules: Rules, pile: int, below: Card | None, above: Card) -> bool:
    """May one card lie on the other?"""
    return follows(rules, rules.piles[pile].direction, below, above)


def way_back(rules: Rules, chains: Sequence[Chain], card: Card, free: set[Card]) -> tuple[int, int, Chain] | None:
    """The shortest row of free cards, beginning with this one, that fits into a chain: pile, place, cards."""
    best: tuple[int, int, Chain] | None = None
    for pile, chain in enumerate(chains):
        for place, above in enumerate(chain):
            below = chain[place - 1] if place else None
            if lies(rules, pile, below, card):
                path = shortest_path(rules, pile, card, above, free)
                if path is not None and (best is None or len(path) < len(best[2])):
                    best = pile, place, path
    return best


def shortest_path(rules: Rules, pile: int, card: Card, above: Card, free: set[Card]) -> Chain | None:
    """From a card over free ones to one that the card above can lie on."""
    came_from: dict[Card, Card | None] = {card: None}
    waiting = deque([card])
    while waiting:
        here = waiting.popleft()
        if lies(rules, pile, here, above):
            path: Chain = []
            at: Card | None = here
            while at is not None:
                path.insert(0, at)
                at = came_from[at]
            return path
        for following in sorted(free):
            if following not in came_from and lies(rules, pile, here, following):
                came_from[following] = here
                waiting.append(following)
    return None


# --- the turns, by their numbers


def short_hand(position: Position) -> str | None:
    """While the draw pile lasts, hands are full; only a draw-one that was laid can leave one short."""
    rules = position.rules
    if not position.draws[0].cards:
        return None
    held = {card for hand in position.hands for card in hand} | set(position.draws[0].cards)
    if any(command == "draw-one" and card not in held for card, command in rules.commands):
        return None
    for name, hand in zip(rules.player_names, position.hands, strict=True):
        if len(hand) < rules.hand:
            full = f"a full hand of {rules.hand}"
            return f"player {name} holds {len(hand)} cards, not {full}, though the draw pile is not empty"
    return None


def turn_sizes(position: Position, number: int) -> list[Step] | None:
    """Who laid and drew how many cards in each turn, the last one first; None if no turns leave these numbers.

    Exact where the cards carry no commands.
    """
    rules = position.rules
    sizes = tuple(map(len, position.hands))
    drawn = len(rules.cards) - rules.hand * rules.players - len(position.draws[0].cards)
    laid = len(rules.cards) - position.cards_left
    rng = Random(number)
    most = min(rules.hand, rules.maximum or rules.hand)
    ending: list[Step] = []
    if not position.draws[0].cards:
        found = last_turns(rules, sizes, position.to_move, drawn, laid, most, rng)
        if found is None:
            return None
        ending, seat, laid = found
    elif any(size != rules.hand for size in sizes):
        return None
    else:
        seat = position.to_move
    counts = parts(laid, rules.minimum, most, rng)
    if counts is None:
        return None
    for count in counts:
        seat = (seat - 1) % rules.players
        ending.append((seat, count, count))
    return ending


def parts(total: int, least: int, most: int, rng: Random) -> list[int] | None:
    """A number as a sum of numbers from ``least`` to ``most``."""
    fewest = -(-total // most)
    if fewest * least > total:
        return None
    counts = [least] * (total // least)
    for _ in range(total - sum(counts)):
        open_places = [place for place, count in enumerate(counts) if count < most]
        if not open_places:
            return spread(total, fewest)
        counts[rng.choice(open_places)] += 1
    return counts


def spread(total: int, count: int) -> list[int]:
    """A number as a sum of so many that are almost equal."""
    return [total // count + (place < total % count) for place in range(count)]


def last_turns(
    rules: Rules, sizes: Sizes, to_move: int, drawn: int, laid: int, most: int, rng: Random
) -> tuple[list[Step], int, int] | None:
    """The turns since the draw pile was full of use, the last first; who moved before them, and cards laid before."""
    seen: set[tuple[Sizes, int]] = set()
    steps: list[Step] = []

    def back(sizes: Sizes, seat: int, laid: int) -> tuple[int, int] | None:
        if (sizes, seat) in seen:
            return None
        seen.add((sizes, seat))
        if drawn == 0 and all(size == rules.hand for size in sizes):
            return (seat, laid) if laid == 0 else None
        for mover in before(sizes, seat):
            for count, from_pile in counts_of(rules, sizes, mover, drawn, most, rng):
                if count > laid:
                    continue
                steps.append((mover, count, from_pile))
                earlier = (*sizes[:mover], sizes[mover] + count - from_pile, *sizes[mover + 1 :])
                if from_pile:
                    if parts(laid - count, rules.minimum, most, rng) is not None or laid == count:
                        return mover, laid - count
                elif (found := back(earlier, mover, laid - count)) is not None:
                    return found
                steps.pop()
        return None

    found = back(sizes, to_move, laid)
    return None if found is None else (steps, *found)


def before(sizes: Sizes, seat: int) -> Iterator[int]:
    """Who can have moved before this player: the one before or, past those who are out of cards, an earlier one."""
    players = len(sizes)
    for step in range(1, players + 1):
        mover = (seat - step) % players
        yield mover
        if sizes[mover]:
            return


def counts_of(rules: Rules, sizes: Sizes, mover: int, drawn: int, most: int, rng: Random) -> Iterator[tuple[int, int]]:
    """What a player can have laid and drawn in a turn that left the draw pile empty, so that the hand is as it is.

    If it drew anything, everybody had a full hand before, as while the draw pile lasts everybody has.
    """
    missing = rules.hand - sizes[mover]
    others_full = all(size == rules.hand for seat, size in enumerate(sizes) if seat != mover)
    if drawn and others_full:
        for count in range(max(rules.minimum, missing + 1), most + 1):
            if count - missing <= drawn:
                yield count, count - missing
    counts = list(range(rules.minimum_empty, min(missing, most) + 1))
    rng.shuffle(counts)
    yield from ((count, 0) for count in sorted(counts, reverse=True))


def hands_in_words(position: Position) -> str:
    """``hands of 3 and 7, 0 to draw and player 2 to move``, for a message."""
    sizes = " and ".join(str(len(hand)) for hand in position.hands)
    laid = len(position.rules.cards) - position.cards_left
    return f"{laid} laid, hands of {sizes}, {len(position.draws[0].cards)} to draw, player {position.player} to move"


# --- the turns, card by card


def before_some_turn(
    after: Position, chains: list[Chain], rng: Random, steps: list[Step] | None
) -> tuple[Position, Turn] | None:
    """The position before a turn that leads here, and that turn; its cards are taken off the chains."""
    left = sum(map(len, chains))
    wanted = [steps.pop(0)] if steps else list(possible_steps(after, left, rng))
    for step in wanted:
        for _ in range(PICKS if after.rules.commands else 1):
            piles = pick(chains, step[1], rng, after.rules)
            found = None if piles is None else before_turn(after, chains, step, piles)
            if found is not None:
                for pile in piles or ():
                    chains[pile].pop()
                return found
    return None


def pick(chains: Sequence[Chain], count: int, rng: Random, rules: Rules) -> list[int] | None:
    """The piles that so many cards are taken off, the last card laid first."""
    sizes = [len(chain) for chain in chains]
    if sum(sizes) < count:
        return None
    piles = list[int]()
    stay = 0.8 if rules.commands else 0.4  # commands are covered most easily on one pile
    while len(piles) < count:
        filled = [pile for pile, size in enumerate(sizes) if size]
        last = piles[-1] if piles and sizes[piles[-1]] and rng.random() < stay else None
        pile = last if last is not None else rng.choices(filled, [sizes[pile] for pile in filled])[0]
        sizes[pile] -= 1
        piles.append(pile)
    return piles


def before_turn(
    after: Position, chains: Sequence[Chain], step: Step, piles: Sequence[int]
) -> tuple[Position, Turn] | None:
    """The position before a turn of these numbers that laid what is on top of these piles; None if it is not legal."""
    rules, (seat, _, drawn) = after.rules, step
    depth, plays, tops = [0] * len(chains), list[Play](), list(after.tops)
    for pile in piles:
        depth[pile] += 1
        chain = chains[pile]
        plays.insert(0, Play(chain[-depth[pile]], rules.piles[pile].name))
        tops[pile] = chain[-depth[pile] - 1] if len(chain) > depth[pile] else None
    hand = after.hands[seat]
    if drawn > len(hand) or len(hand) - drawn + len(plays) > rules.hand:
        return None
    returned = hand[:drawn]
    hands = list(after.hands)
    hands[seat] = (*hand[drawn:], *(play.card for play in plays))
    draw = DrawPile((*returned, *after.draws[0].cards))
    before = Position(rules, tuple(tops), tuple(hands), (draw,), seat)
    turn = Turn(tuple(plays), rules.player_names[seat], returned)
    try:
        reached = before.to_move == seat and before.after(turn)
    except AgainstTheRules:
        return None
    same = reached and (reached.tops, reached.hands, reached.to_move) == (after.tops, after.hands, after.to_move)
    return (before, turn) if same else None


def possible_steps(after: Position, left: int, rng: Random) -> Iterator[Step]:
    """With commands: the numbers that a last turn can have had, those first that bring the hands back to full."""
    rules, sizes = after.rules, tuple(map(len, after.hands))
    most = min(rules.hand, rules.maximum or rules.hand, left)
    small = sorted(range(1, most + 1), key=lambda count: (count == 1, count + rng.random() * 3))
    if not after.draws[0].cards:
        seats = list(before(sizes, after.to_move))
        steps = [
            (seat, count, drawn)
            for seat in seats
            for count in range(most, 0, -1)
            for drawn in (0, *range(count, 0, -1))
            if sizes[seat] + count - drawn <= rules.hand
        ]
        yield from sorted(steps, key=lambda step: (fullness_lost(rules, sizes, step), rng.random()))
        return
    seat = (after.to_move - 1) % rules.players
    draws_one = any(rules.command_of.get(top) == "draw-one" for top in after.tops if top is not None)
    for count in small:
        drawn = 1 if draws_one else count
        if sizes[seat] + count - drawn <= rules.hand:
            yield seat, count, drawn


def fullness_lost(rules: Rules, sizes: Sizes, step: Step) -> int:
    """How many cards somebody would lack in the end if this turn came before: only full hands begin a game."""
    seat, count, drawn = step
    size = sizes[seat] + count - drawn
    others = sum(rules.hand - other for place, other in enumerate(sizes) if place != seat)
    return (rules.hand - size) + (others if drawn else 0)
