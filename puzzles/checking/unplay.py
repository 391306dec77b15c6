"""A game of a team that leads to a position, found backwards.

Every card laid gets its place in a pile (``chains``).  Then cards are taken off the tops again, turn by turn,
by whoever has laid them, until the hands of a deal are there.  Which cards a player drew when is settled at the end:
they come in the order in which they are needed.

Without commands, what remains is arithmetic: who laid and drew how many.  With commands a turn must also be legal where
it stands; where there is no way on, some turns are played again and taken back differently.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from puzzles.checking.chains import Chain, chains_of, laid_cards
from solver import Card, Deal, Line, Play, Position, Rules, Turn
from solver.rules.turns import OpenTurn, Tops

PICKS = 12  # ways to take a turn's cards off, of each number of cards
MOST_LOOKS = 3_000  # turns looked at in one try
MOST_STEPS = 120  # turns taken back in one try, those again included
MOST_AGAIN = 8  # turns played again where there is no way on

MOST_SIZES = 50_000  # hands by their sizes, looked at to find the last turns

Sizes = tuple[int, ...]
Step = tuple[int, int, int]  # a turn by its numbers: seat, cards laid, cards drawn


class TooManySizes(Exception):
    """More hands than are looked at: nothing is known then."""


def unplayed(position: Position, number: int) -> tuple[Deal, Line] | None:
    """A deal and a line that lead to the position; None if this try (they are numbered) finds none."""
    rng = Random(number)
    chains = chains_of(position, rng, covered_draw_one(position, rng))
    if chains is None:
        return None
    game = TeamUnplaying(position, chains, rng)
    if position.rules.commands:
        found = game.take_back_with_commands()
    else:
        try:
            found = game.take_back_by_numbers(turn_sizes(position, number))
        except TooManySizes:
            return None
    return game.as_deal() if found else None


def covered_draw_one(position: Position, rng: Random) -> Card | None:
    """Where a hand is short and no draw-one is to be seen, one has just been covered: which?"""
    rules = position.rules
    if not position.draws[0].cards or all(len(hand) == rules.hand for hand in position.hands):
        return None
    laid = [card for card in laid_cards(position) if cuts_drawing(rules, card)]
    return None if not laid or any(card in position.tops for card in laid) else rng.choice(laid)


# --- the turns, by their numbers


def short_hand(position: Position) -> str | None:
    """While the draw pile lasts, hands are full; only a draw-one that was laid can leave one short."""
    rules = position.rules
    if not position.draws[0].cards:
        return None
    held = {card for hand in position.hands for card in hand} | set(position.draws[0].cards)
    if any(cuts_drawing(rules, card) and card not in held for card in rules.command_of):
        return None
    for name, hand in zip(rules.player_names, position.hands, strict=True):
        if len(hand) < rules.hand:
            full = f"a full hand of {rules.hand}"
            return f"player {name} holds {len(hand)} cards, not {full}, though the draw pile is not empty"
    return None


def turn_sizes(position: Position, number: int) -> list[Step] | None:
    """Who laid and drew how many cards in each turn, the last one first; None if no turns leave these numbers.

    Exact where the cards carry no commands, or ``TooManySizes``.
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
        if len(seen) >= MOST_SIZES:
            raise TooManySizes
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


def wrong_numbers(position: Position) -> str | None:
    """Hands and draw pile must be what whole turns can leave."""
    if (short := short_hand(position)) is not None:
        return short
    try:
        fitting = bool(position.rules.commands) or turn_sizes(position, 0) is not None
    except TooManySizes:
        return None
    return None if fitting else f"no whole turns leave {hands_in_words(position)}"


def hands_in_words(position: Position) -> str:
    """``hands of 3 and 7, 0 to draw and player 2 to move``, for a message."""
    sizes = " and ".join(str(len(hand)) for hand in position.hands)
    laid = len(position.rules.cards) - position.cards_left
    return f"{laid} laid, hands of {sizes}, {len(position.draws[0].cards)} to draw, player {position.player} to move"


# --- the turns, card by card


@dataclass
class Taken:
    """A turn that has been taken back: its numbers, its piles (that of the last card first), its plays."""

    step: Step
    piles: list[int]
    plays: tuple[Play, ...]
    to_move: int  # after it


@dataclass
class TeamUnplaying:
    """The table as far as it has been taken back."""

    position: Position
    chains: list[Chain]
    rng: Random
    taken: list[Taken] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rules, self.looks = self.position.rules, 0
        self.sizes = [len(hand) for hand in self.position.hands]
        self.to_draw, self.to_move = len(self.position.draws[0].cards), self.position.to_move

    def take_back_by_numbers(self, steps: list[Step] | None) -> bool:
        """Turns of these numbers, any cards that are on top."""
        for step in steps or ():
            self.take(self.turn_of(step, self.pick(step[1], stay=0.4)))
        return steps is not None and not any(self.chains)

    def take_back_with_commands(self) -> bool:
        """Turn by turn whatever is legal; where nothing is, some turns are put back and the search goes on."""
        for _ in range(MOST_STEPS):
            if self.looks > MOST_LOOKS:
                return False
            if not any(self.chains) and all(size == self.rules.hand for size in self.sizes):
                return True
            turn = self.legal_turn()
            if turn is not None:
                self.take(turn)
                continue
            if not self.taken:
                return False
            for _ in range(min(len(self.taken), self.rng.randint(1, MOST_AGAIN))):
                self.put_back()
        return False

    def take(self, turn: Taken) -> None:
        """Take a turn back."""
        seat, count, drawn = turn.step
        for pile in turn.piles:
            self.chains[pile].pop()
        self.sizes[seat] += count - drawn
        self.to_draw, self.to_move = self.to_draw + drawn, seat
        self.taken.append(turn)

    def put_back(self) -> None:
        """Play the turn again that was taken back last."""
        turn = self.taken.pop()
        seat, count, drawn = turn.step
        for play in turn.plays:
            self.chains[self.rules.pile_index(play.pile)].append(play.card)
        self.sizes[seat] -= count - drawn
        self.to_draw, self.to_move = self.to_draw - drawn, turn.to_move

    def pick(self, count: int, stay: float, spared: int | None = None) -> list[int]:
        """The piles that so many cards are taken off, the last card laid first; often the same as before."""
        sizes = [len(chain) if pile != spared else 0 for pile, chain in enumerate(self.chains)]
        piles = list[int]()
        while len(piles) < count and any(sizes):
            filled = [pile for pile, size in enumerate(sizes) if size]
            again = bool(piles) and sizes[piles[-1]] > 0 and self.rng.random() < stay
            pile = piles[-1] if again else self.rng.choices(filled, [sizes[pile] for pile in filled])[0]
            sizes[pile] -= 1
            piles.append(pile)
        return piles

    def turn_of(self, step: Step, piles: list[int]) -> Taken:
        """The turn that laid what is on top of these piles."""
        depth, plays = [0] * len(self.chains), list[Play]()
        for pile in piles:
            depth[pile] += 1
            plays.insert(0, Play(self.chains[pile][-depth[pile]], self.rules.piles[pile].name))
        return Taken(step, piles, tuple(plays), self.to_move)

    def as_deal(self) -> tuple[Deal, Line] | None:
        """The game: everybody's cards come in the order in which they are laid, those still in hand at the end."""
        turns, rules = [*reversed(self.taken)], self.rules
        if any(size != rules.hand for size in self.sizes):
            return None
        cards = [
            iter((*(p.card for turn in turns if turn.step[0] == seat for p in turn.plays), *self.position.hands[seat]))
            for seat in range(rules.players)
        ]
        deck = [next(cards[seat]) for seat in range(rules.players) for _ in range(rules.hand)]
        deck += [next(cards[turn.step[0]]) for turn in turns for _ in range(turn.step[2])]
        line = tuple(Turn(turn.plays, rules.player_names[turn.step[0]]) for turn in turns)
        return Deal(rules, ((*deck, *self.position.draws[0].cards),), self.to_move), line

    # --- with commands

    def legal_turn(self) -> Taken | None:
        """Some turn that can have been the last one."""
        for step in self.possible_steps():
            if self.looks > MOST_LOOKS:
                return None
            for _ in range(PICKS):
                self.looks += 1
                piles = self.pick(step[1], stay=0.8, spared=self.pile_to_spare(step[0]))  # easiest to cover on one pile
                if len(piles) == step[1] and self.is_legal(turn := self.turn_of(step, piles)):
                    return turn
        return None

    def pile_to_spare(self, seat: int) -> int | None:
        """The pile with the draw-one that left others short before this player: it was there then already."""
        if not self.to_draw or all(size == self.rules.hand for at, size in enumerate(self.sizes) if at != seat):
            return None
        return next(
            (pile for pile, chain in enumerate(self.chains) if chain and cuts_drawing(self.rules, chain[-1])), None
        )

    def possible_steps(self) -> list[Step]:
        """The numbers that the last turn can have had; those first that bring hands back to what a deal gives."""
        rules, left = self.rules, sum(map(len, self.chains))
        most = min(rules.hand, rules.maximum or rules.hand, left)
        sizes = tuple(self.sizes)
        if self.to_draw:
            draws_one = any(chain and cuts_drawing(self.rules, chain[-1]) for chain in self.chains)
            seat = (self.to_move - 1) % rules.players
            steps = [(seat, count, 1 if draws_one else count) for count in range(1, most + 1)]
        else:
            steps = [
                (seat, count, drawn)
                for seat in before(sizes, self.to_move)
                for count in range(1, most + 1)
                for drawn in range(count + 1)
            ]
        fitting = [step for step in steps if step[2] <= sizes[step[0]] <= rules.hand + step[2] - step[1]]
        return sorted(fitting, key=lambda step: (lacking(rules, sizes, step), step[1] + 3 * self.rng.random()))

    def is_legal(self, turn: Taken) -> bool:
        """Do the commands, the minimum and the cards drawn allow it?"""
        seat, _, drawn = turn.step
        depth = [turn.piles.count(pile) for pile in range(len(self.chains))]
        tops = tuple(
            chain[-1 - deep] if len(chain) > deep else None for chain, deep in zip(self.chains, depth, strict=True)
        )
        if not self.can_have_ended_so(tops, turn.step):
            return False
        others = tuple(Card(-number) for number in range(1, self.sizes[seat] - drawn + 1))  # whatever they are
        cards = tuple(play.card for play in turn.plays)
        elsewhere = sum(self.sizes) - self.sizes[seat]
        under_way = OpenTurn.begun(self.rules, seat, tops, (*cards, *others), self.to_draw + drawn, elsewhere)
        for play, pile in zip(turn.plays, reversed(turn.piles), strict=True):
            if not under_way.may_lay(play.card, pile):
                return False
            under_way = under_way.lay(play.card, pile)
        return under_way.may_end() and under_way.cards_to_draw() == drawn

    def can_have_ended_so(self, tops: Tops, step: Step) -> bool:
        """Can the turn before have left these tops: no skull, and no draw-one if its player has a full hand?"""
        seat, count, drawn = step
        if any(command is not None and command.cover_within == 0 for command in map(self.rules.command, tops)):
            return False
        if not self.to_draw + drawn or not any(cuts_drawing(self.rules, top) for top in tops):
            return True
        before = (seat - 1) % self.rules.players
        return self.sizes[before] + (count - drawn if before == seat else 0) < self.rules.hand


def cuts_drawing(rules: Rules, card: Card | None) -> bool:
    """Does it let whoever ends a turn draw fewer cards, as long as it is visible?"""
    command = rules.command(card)
    return command is not None and command.draws is not None


def lacking(rules: Rules, sizes: Sizes, step: Step) -> int:
    """How many cards hands would still lack before this turn; once cards are drawn, nobody's hand may lack any."""
    seat, count, drawn = step
    others = sum(rules.hand - size for place, size in enumerate(sizes) if place != seat)
    return rules.hand - (sizes[seat] + count - drawn) + (others if drawn else 0)
