"""Numbered deals: the vectors of docs/deals.md, a second implementation from that page alone, and fairness."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, permutations

import pytest

import solver
from solver.cards import Card, parse_cards
from solver.errors import DoesNotAddUp
from solver.rules.commands import EXTREME
from solver.rules.games import GAMES, PLACEHOLDER_MAP
from solver.table.deal import Deal, deal, random_commands
from solver.table.shuffle import (
    COMMAND_MAP,
    DECK,
    GREATEST_NUMBER,
    SECOND_DECK,
    SHUFFLE_VERSION,
    SplitMix64,
    mix,
    shuffled,
)
from tests.docs import lines

# --- the page's recipe, followed to the letter

WORD = 2**64


def page_mix(z: int) -> int:
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % WORD
    return z ^ (z >> 31)


def page_shuffle(cards: list[Card], number: int, stream: int) -> list[Card]:
    state = page_mix((4 * number + stream) % WORD)
    for last in range(len(cards) - 1, 0, -1):
        bound = last + 1
        while True:
            state = (state + 0x9E3779B97F4A7C15) % WORD
            product = (page_mix(state) >> 32) * bound
            if product % 2**32 >= 2**32 % bound:
                break
        other = product // 2**32
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def in_card_order(game: str) -> list[Card]:
    if game.startswith("quick"):
        return [Card(number, colour) for colour in "rgbys" for number in range(1, 11)]
    return [Card(number) for number in range(2, 60 if game == "face-to-face" else 100)]


@pytest.mark.parametrize("game", GAMES)
def test_decks_are_those_of_the_recipe(game: str) -> None:
    for number in (*range(1, 40), 10**6, 10**12, GREATEST_NUMBER):
        for stream, deck in enumerate(deal(game, None, number).decks):
            assert list(deck) == page_shuffle(in_card_order(game), number, stream)


# --- the page's vectors


def test_version_and_streams() -> None:
    assert SHUFFLE_VERSION == 1
    assert (DECK, SECOND_DECK, COMMAND_MAP) == (0, 1, 2)


def test_mix_vectors() -> None:
    vectors = [line.split() for line in lines("deals.md", "mix")]
    assert len(vectors) == 6
    for before, after in vectors:
        assert f"{mix(int(before, 16)):016x}" == after


def test_generator_vectors() -> None:
    vectors = [line.split(":") for line in lines("deals.md", "generator")]
    assert len(vectors) == 5
    for start, numbers in vectors:
        generator = SplitMix64(*map(int, start.split()))
        assert [f"{generator.next():016x}" for _ in range(3)] == numbers.split()


def test_the_generator_is_the_known_splitmix64() -> None:
    """The first numbers from state 0, as published with other implementations."""
    generator = SplitMix64(0, 0)
    assert [generator.next() for _ in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_below_vectors() -> None:
    vectors = [line.split(":") for line in lines("deals.md", "below")]
    assert len(vectors) == 7
    for bound, numbers in vectors:
        generator = SplitMix64(1, 0)
        assert [generator.below(int(bound)) for _ in range(8)] == list(map(int, numbers.split()))


def test_below_rejects_what_would_be_biased() -> None:
    """2^31 + 1 goes into 2^32 once, so nearly half of all numbers must be thrown away."""
    generator, plain = SplitMix64(1, 0), SplitMix64(1, 0)
    kept = [generator.below(2**31 + 1) for _ in range(100)]
    raw = [plain.next() >> 32 for _ in range(400)]
    products = [half * (2**31 + 1) for half in raw]
    accepted = [product >> 32 for product in products if product % 2**32 >= 2**31 - 1]
    assert kept == accepted[:100]
    assert 150 < len(accepted) < 250


def test_deck_vectors() -> None:
    vectors = [line.split(":") for line in lines("deals.md", "decks")]
    assert len(vectors) == 4 * 2 + 4 * 2
    for name, cards in vectors:
        game, number, *side = name.split()
        decks = deal(game, None, int(number)).decks
        assert decks["AB".index(side[0]) if side else 0] == parse_cards(cards)


def test_command_vectors() -> None:
    vectors = [line.split(":") for line in lines("deals.md", "commands")]
    assert len(vectors) == 4 * len(EXTREME)
    maps: dict[int, dict[Card, str]] = {}
    for name, cards in vectors:
        number, command = name.split()
        maps.setdefault(int(number), {}).update(dict.fromkeys(parse_cards(cards), command))
    for map_number, commands in maps.items():
        assert random_commands(tuple(in_card_order("the-game")), map_number) == commands


# --- what a deal's number fixes, and what it does not


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if not game.is_duel])
def test_the_deck_is_the_same_for_every_table(game: str) -> None:
    for number in (1, 2, 3, 10**6):
        decks = {deal(game, players, number).decks for players in range(1, 6)}
        decks.add(deal(game, 1, number, {"hand": 5, "minimum": 1, "ups": 1}).decks)
        assert len(decks) == 1


def test_games_with_the_same_cards_share_their_decks() -> None:
    assert deal("the-game", 1, 5).decks == deal("the-game-extreme", 1, 5).decks
    assert deal("quick-and-easy", 1, 5).decks == deal("quick-and-easy-pro", 1, 5).decks


def test_the_map_does_not_change_the_deck() -> None:
    assert deal("the-game-extreme", 1, 5).decks == deal("the-game-extreme", 1, 5, None, "random").decks


def test_different_numbers_and_sides_give_different_decks() -> None:
    decks = [deck for number in range(1, 501) for deck in deal("face-to-face", 2, number).decks]
    assert len(set(decks)) == len(decks) == 1000


def test_a_smaller_deck_is_shuffled_on_its_own() -> None:
    (deck,) = deal("the-game", 1, 3, {"highest": 20}).decks
    assert list(deck) == page_shuffle([Card(number) for number in range(2, 21)], 3, 0)


def test_hands_are_dealt_in_blocks() -> None:
    for players in range(1, 6):
        dealt = deal("the-game", players, 9)
        position, (deck,) = dealt.position(), dealt.decks
        size = dealt.rules.hand
        for seat in range(players):
            assert set(position.hands[seat]) == set(deck[seat * size : (seat + 1) * size])
        assert position.draws[0].cards == deck[players * size :]
        assert position.to_move == 0


def test_face_to_face_hands_come_from_the_own_decks() -> None:
    dealt = deal("face-to-face", 2, 9)
    position = dealt.position()
    for seat, deck in enumerate(dealt.decks):
        assert set(position.hands[seat]) == set(deck[:6])
        assert position.draws[seat].cards == deck[6:]


def test_a_numbered_deal_reads_back_from_its_full_text() -> None:
    for game in GAMES:
        assert solver.load(solver.format_deal(deal(game, None, 77))) == deal(game, None, 77)


# --- command maps


def test_the_placeholder_map_is_random_map_number_0() -> None:
    cards = tuple(in_card_order("the-game"))
    assert dict(PLACEHOLDER_MAP) == random_commands(cards, 0)
    assert deal("the-game-extreme", 1, 1).rules.commands == PLACEHOLDER_MAP


def test_every_random_map_has_each_command_four_times() -> None:
    cards = tuple(in_card_order("the-game"))
    for number in range(100):
        assert Counter(random_commands(cards, number).values()) == {command.name: 4 for command in EXTREME}


def test_small_decks_have_what_is_left_of_the_maps() -> None:
    dealt = deal("the-game-extreme", 1, 1, {"highest": 30})
    assert dealt.rules.commands == tuple(pair for pair in PLACEHOLDER_MAP if pair[0].number <= 30)
    tiny = deal("the-game-extreme", 1, 1, {"highest": 10}, "random").rules
    assert sorted(tiny.command_of.values()) == ["skull"] * 4 + ["stop"] * 4 + ["three"]


# --- limits


def test_numbers_out_of_range_are_refused_by_name() -> None:
    for number in (0, -1, GREATEST_NUMBER + 1, 2**64, 10**30):
        with pytest.raises(DoesNotAddUp, match=f"deal {number}: deals are numbered 1 to {GREATEST_NUMBER}"):
            deal("the-game", 1, number)
    assert GREATEST_NUMBER == 2**53 - 1
    assert isinstance(deal("the-game", 1, GREATEST_NUMBER), Deal)


# --- fairness: fixed numbers, so that this passes or fails for ever


def chi_square(observed: Counter[object], cells: int) -> float:
    """How far the counts are from all being equal."""
    expected = sum(observed.values()) / cells
    return sum(count**2 for count in observed.values()) / expected - sum(observed.values())


def test_every_order_of_four_cards_is_equally_likely() -> None:
    counts = Counter[object](shuffled("abcd", number, stream=0) for number in range(1, 12_001))
    assert set(counts) == set(permutations("abcd"))
    assert chi_square(counts, 24) < 49.7  # 0.1% of fair shuffles lie above, with 23 degrees of freedom


def test_every_card_is_equally_likely_at_the_top_and_at_the_bottom() -> None:
    decks = [deal("quick-and-easy", 1, number).decks[0] for number in range(1, 3001)]
    for place in (0, -1):
        counts = Counter[object](deck[place] for deck in decks)
        assert len(counts) == 50
        assert chi_square(counts, 50) < 85.4  # 0.1%, with 49 degrees of freedom


def test_neighbouring_deals_have_nothing_to_do_with_each_other() -> None:
    """Deal n and deal n + 1, stream 0 and stream 1: the top cards of both, as pairs."""
    tops = [shuffled("abcde", number, 0)[0] for number in range(1, 10_002)]
    others = [shuffled("abcde", number, 1)[0] for number in range(1, 10_002)]
    for pairs in (pairwise(tops), zip(tops, others, strict=True)):
        assert chi_square(Counter[object](pairs), 25) < 51.2  # 0.1%, with 24 degrees of freedom
