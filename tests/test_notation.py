"""The notation is the interface: whatever can be set up is written as text, as JSON and as ``repr``, and read back."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver.cards import Card, parse_cards
from solver.errors import DoesNotAddUp
from solver.notation.jsonform import dump, line_from_json, line_to_json, parse_json, to_json
from solver.notation.text import format_deal, format_position
from solver.rules.commands import EXTREME
from solver.rules.game import Rules
from solver.rules.games import GAMES
from solver.table.deal import Deal, deal, random_commands
from solver.table.line import Line, Turn, format_line, parse_line
from solver.table.position import DrawPile, Position
from tests.strategies import GAME_NAMES, random_deal, random_position, random_rules, random_turn

SEEDED = 100  # random deals, and as many positions and lines, of each game; hypothesis adds its own

# --- round trips


def check_round_trip(thing: Deal | Position) -> None:
    """JSON → text → JSON, and ``repr``, all come back equal."""
    text = format_deal(thing) if isinstance(thing, Deal) else format_position(thing)
    assert "\n" not in text
    data = to_json(thing)
    from_text = solver.load(text)
    assert from_text == thing
    assert to_json(from_text) == data
    assert solver.load(data) == solver.load(dump(data)) == solver.load(json.dumps(data, indent=2)) == thing
    assert eval(repr(thing), {"load": solver.load}) == thing


def check_line_round_trip(line: Line) -> None:
    text = format_line(line)
    assert parse_line(text) == line
    assert line_from_json(parse_json(dump(line_to_json(line)))) == line
    assert line_from_json({"verdict": "winnable", "turns": line_to_json(line)}) == line
    assert eval(repr(line), {"Turn": Turn}) == line
    if line:
        assert solver.load_line(text) == line
    assert solver.load_line(dump(line_to_json(line))) == line


def random_line(rng: Random, position: Position, most: int = 8) -> Line:
    """Some legal turns in a row; now and then with something left out."""
    line: list[Turn] = []
    for _ in range(rng.randint(0, most)):
        turn = random_turn(rng, position)
        if turn is None:
            break
        line.append(turn)
        position = position.after(turn)
    return tuple(line)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_seeded_round_trips(name: str) -> None:
    rng = Random(f"round trips of {name}")
    for _ in range(SEEDED):
        check_round_trip(random_deal(rng, random_rules(rng, name)))
        position = random_position(rng, name)
        check_round_trip(position)
        check_line_round_trip(random_line(rng, position))


@st.composite
def rules_of_small_tables(draw: st.DrawFn) -> Rules:
    """Any game, any number of players, most numbers overridden, in Extreme any command map."""
    game = GAMES[draw(st.sampled_from(GAME_NAMES))]
    players = 2 if game.is_duel else draw(st.integers(1, game.most_players))
    hand = draw(st.integers(1, 3))
    overrides: dict[str, int | None] = {
        "hand": hand,
        "minimum": draw(st.integers(1, hand)),
        "minimum_empty": draw(st.integers(1, hand)),
        "maximum": draw(st.none() | st.integers(hand, 9)),
        "ups": draw(st.integers(0, 4)),
        "downs": draw(st.integers(1, 4)),
        "trick": draw(st.integers(0, 12)),
        "highest": game.lowest - 1 + hand * players + draw(st.integers(0, 4)),
    }
    if game.colours:
        overrides["colours"] = draw(st.integers(1, 5))
    rules = Rules.of(game, players, overrides)
    if not game.commands:
        return rules
    maps = st.dictionaries(
        st.sampled_from(rules.cards), st.sampled_from([command.name for command in game.vocabulary]), max_size=8
    )
    return Rules.of(game, players, overrides, draw(st.none() | maps))


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """A deal of such a table, anybody to begin."""
    rules = draw(rules_of_small_tables())
    decks = tuple(tuple(draw(st.permutations(rules.cards))) for _ in range(2 if rules.game.is_duel else 1))
    return Deal(rules, decks, draw(st.integers(0, rules.players - 1)))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Some cards laid, some of them on top, hands of any size, the draw piles ordered or not, anybody to move."""
    dealt = draw(deals())
    rules, sides = dealt.rules, len(dealt.decks)
    laid, hands, draws = list[Card](), list[tuple[Card, ...]](), list[DrawPile]()
    for deck in dealt.decks:
        cut = draw(st.integers(1, len(deck)))
        laid += deck[:cut]
        for _ in range(rules.players // sides):
            size = draw(st.integers(0, rules.hand))
            hands.append(deck[cut : cut + size])
            cut += size
        draws.append(DrawPile(deck[cut:], ordered=draw(st.booleans())))
    shown = draw(st.integers(1, min(len(laid), len(rules.piles))))
    tops = draw(st.permutations((*laid[:shown], *(None for _ in range(len(rules.piles) - shown)))))
    return Position(rules, tuple(tops), tuple(hands), tuple(draws), dealt.to_move)


@settings(max_examples=150, deadline=None)
@given(deals())
def test_deals_round_trip(thing: Deal) -> None:
    check_round_trip(thing)


@settings(max_examples=150, deadline=None)
@given(positions())
def test_positions_round_trip(thing: Position) -> None:
    check_round_trip(thing)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_published_tables_round_trip(name: str) -> None:
    game = GAMES[name]
    for players in (2,) if game.is_duel else range(1, game.most_players + 1):
        numbered = deal(name, players, 17 * players)
        for to_move in range(players):
            begun = Deal(numbered.rules, numbered.decks, to_move)
            check_round_trip(begun)
            check_round_trip(begun.position())


def test_command_maps_round_trip() -> None:
    rng = Random(7)
    for number in range(1, 30):
        cards = deal("the-game-extreme", 2, number).rules.cards
        chosen = {card: rng.choice(EXTREME).name for card in cards if rng.random() < number / 30}
        for commands in (chosen, {}, random_commands(cards, number)):
            thing = deal("the-game-extreme", 2, number, {"hand": 5}, commands)
            check_round_trip(thing)
            check_round_trip(thing.position())
            assert solver.load(repr(thing)[6:-2]).rules.command_of == commands


def test_every_override_round_trips() -> None:
    overrides: dict[str, dict[str, int | None]] = {
        "the-game": {"highest": 50, "ups": 3, "downs": 1, "hand": 5, "minimum": 3, "minimum_empty": 2, "trick": 7},
        "the-game-extreme": {"maximum": 6},
        "face-to-face": {"gifts": 2, "draws": 3, "ups": 2},
        "quick-and-easy": {"colours": 3, "maximum": None, "trick": 2},
        "quick-and-easy-pro": {"maximum": 2, "hand": 3},
    }
    for name, changed in overrides.items():
        thing = deal(name, 2, 5, changed)
        assert thing.rules.overrides() == changed
        check_round_trip(thing)
        check_round_trip(thing.position())


def test_unordered_draw_piles_round_trip_and_compare_as_sets() -> None:
    one = solver.load("the-game/1 highest=9 hand=3 | up: 2 1 | down: 10 10 | 1*: 3 4 5 | draw?: 8 6 7 9")
    other = solver.load("the-game/1 highest=9 hand=3 | up: 2 1 | down: 10 10 | 1*: 5 4 3 | draw?: 9 8 7 6")
    assert isinstance(one, Position)
    assert one == other
    assert one.draws == (DrawPile(parse_cards("6 7 8 9"), ordered=False),)
    check_round_trip(one)
    assert to_json(one)["draw"] == {"unordered": ["6", "7", "8", "9"]}


# --- the examples of the interface, as they stand there (cards that an example leaves out are put where it allows)


def test_interface_position_of_the_game() -> None:
    position = solver.load(
        """
        {"game": "the-game", "players": 2, "rules": {}, "to_move": 1,
         "piles": {"up1": "17", "up2": "1", "down1": "88", "down2": "100"},
         "hands": {"1": ["5", "9"], "2": ["77"]}, "draw": ["44", "3"]}
        """
    )
    assert isinstance(position, Position)
    assert repr(position) == ("load('the-game/2 | up: 17 1 | down: 88 100 | 1*: 5 9 | 2: 77 | draw: 44 3')")
    assert position.tops == (Card(17), None, Card(88), None)
    check_round_trip(position)


def test_interface_position_of_face_to_face() -> None:
    position = solver.load(
        """
        {"game": "face-to-face", "to_move": "B", "piles": {"A.up": "17", "A.down": "40", "B.up": "9", "B.down": "60"},
         "hands": {"A": ["5"], "B": ["7", "8"]}, "draw": {"A": [], "B": ["44"]}}
        """
    )
    assert isinstance(position, Position)
    assert repr(position) == (
        "load('face-to-face | A.up: 17 | A.down: 40 | B.up: 9 | B.down: 60 | A: 5 | B*: 7 8 | B.draw: 44')"
    )
    assert position.player == "B"
    check_round_trip(position)


@pytest.mark.parametrize(
    ("text", "culprit"),
    [
        (
            '{"game": "the-game", "players": 2, "rules": {"hand": 7}, "deck": ["44", "3", "97"]}',
            "card 2 is missing from the deck (and 94 more): 3 of 98 cards given",
        ),
        (
            '{"game": "the-game-extreme", "players": 1, "commands": {"37": "stop"}, "deck": ["44"]}',
            "card 2 is missing from the deck (and 96 more): 1 of 98 cards given",
        ),
        (
            '{"game": "face-to-face", "decks": {"A": ["44"], "B": ["7"]}, "to_move": "A"}',
            "card 2 is missing from the deck of A (and 56 more): 1 of 58 cards given",
        ),
    ],
)
def test_interface_deals_are_read_up_to_the_cards_they_leave_out(text: str, culprit: str) -> None:
    with pytest.raises(DoesNotAddUp) as error:
        solver.load(text)
    assert str(error.value) == culprit


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ('{"game": "the-game", "players": 2, "rules": {"hand": 7}, "deck": [%s]}', ["44", "3", "97"]),
        ('{"game": "the-game-extreme", "players": 1, "commands": {"37": "stop"}, "deck": [%s]}', ["44"]),
    ],
)
def test_interface_deals_with_the_rest_of_the_deck(text: str, start: list[str]) -> None:
    rest = [str(number) for number in range(2, 100) if str(number) not in start]
    dealt = solver.load(text % ", ".join(f'"{card}"' for card in start + rest))
    assert isinstance(dealt, Deal)
    assert [str(card) for card in dealt.decks[0][: len(start)]] == start
    check_round_trip(dealt)


def test_interface_turns() -> None:
    line = solver.load_line('{"turns": [{"player": 1, "plays": [["37", "up1"], ["48", "up1"]], "drawn": ["44", "3"]}]}')
    assert line == parse_line("1: 37@up1 48@up1 +44 +3")
    assert repr(line) == "(Turn.parse('1: 37@up1 48@up1 +44 +3'),)"


# --- short forms: what people may type, and what it stands for


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("the-game/3#17", "the-game/3 #17"),
        ("the-game#17", "the-game/1 #17"),
        ("  the-game/3   #17  ", "the-game/3 #17"),
        ("face-to-face#2", "face-to-face/2 #2"),
        ("the-game | up: 17 1 | down: 88 100 | 1: 5 9", "the-game/1 | up: 17 1 | down: 88 100 | 1*: 9 5"),
        ("the-game | up: 17, 1 | down: 88,100 | 1: 5,9", "the-game/1 | up: 17 1 | down: 88 100 | 1*: 9 5"),
        ("the-game | up: 17 - | down: 88 - | 1: 5 9", "the-game/1 | up: 17 1 | down: 88 100 | 1*: 5 9"),
        ("the-game | up: 17 - | 1: 5 9", "the-game/1 | up: 17 1 | down: 100 100 | 1*: 5 9"),
        ("the-game|up:17 -|1:5 9|2:-|draw:-", "the-game/2 | up: 17 1 | down: 100 100 | 1*: 5 9 | 2: -"),
        ("the-game/2 to_move=2 | up: 17 - | 1: 5 | 2: 9", "the-game/2 | up: 17 - | 1: 5 | 2*: 9"),
        ("the-game/2\n | up: 17 -\n | 1: 5\n | 2*: 9\n", "the-game/2 | up: 17 - | 1: 5 | 2*: 9"),
        ("quick-and-easy | up: r7 | 1: b5", "quick-and-easy/1 | up: r7 | down: - | 1*: b5"),
        ("face-to-face to_move=B | A.up: 9 | A: 3 4 | B: 7", "face-to-face | A.up: 9 | A: 3 4 | B*: 7"),
    ],
)
def test_short_forms_of_positions(short: str, full: str) -> None:
    assert solver.load(short) == solver.load(full)


def test_numbered_deals_with_a_map_a_starter_and_overrides() -> None:
    thing = solver.load("the-game-extreme/2 hand=5 to_move=2 commands=random #17")
    dealt = deal("the-game-extreme", 2, 17, {"hand": 5}, "random")
    assert thing == Deal(dealt.rules, dealt.decks, to_move=1)
    assert solver.load("the-game-extreme #3 | commands: 37=stop").rules.command_of == {Card(37): "stop"}
    assert solver.load("the-game-extreme #3 | commands: -").rules.command_of == {}


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("37@up1, 48@up1", "37@up1 48@up1"),
        ("1:37@up1 48@up1+", None),
        ("1:37@up1 +44,+3", "1: 37@up1 +44 +3"),
        ("37@up1 +", "37@up1 +"),
        ("37@up1;48@up1;", "37@up1; 48@up1"),
        ("1: 37@up1\n2: 48@up1\n", "1: 37@up1; 2: 48@up1"),
        ("A: 5@A.up 9@A.up; B: 3@B.up 4@B.up", "A: 5@A.up 9@A.up; B: 3@B.up 4@B.up"),
        ("1: pass", "1: pass"),
        ("pass +5", "pass +5"),
    ],
)
def test_short_forms_of_lines(short: str, full: str | None) -> None:
    if full is None:  # the pile is taken as written; that there is none of that name is for the rules to say
        assert parse_line(short)[0].plays[1].pile == "up1+"
    else:
        assert format_line(parse_line(short)) == full


def test_a_lone_dash_is_the_empty_line() -> None:
    assert parse_line("-") == ()
    assert format_line(()) == "-"
    check_line_round_trip(())


def test_a_turn_that_lays_nothing_can_be_written() -> None:
    for turn in (Turn(()), Turn((), 1), Turn((), None, ()), Turn((), "A", (Card(5),))):
        check_line_round_trip((turn,))
        check_line_round_trip((turn, turn))


@pytest.mark.parametrize(
    ("short", "name"),
    [("u1", "up1"), ("d2", "down2"), ("up1", "up1"), ("down2", "down2")],
)
def test_short_names_of_piles(short: str, name: str) -> None:
    position = deal("the-game", 1, 1).position()
    card = position.hand[0]
    by_short, by_name = (Turn.parse(f"{card}@{pile} {position.hand[1]}@up2") for pile in (short, name))
    assert position.rules.pile_index(short) == position.rules.pile_index(name)
    if by_name in position.legal_turns:
        assert position.after(by_short) == position.after(by_name)


def test_short_names_of_lone_and_owned_piles() -> None:
    quick, duel = deal("quick-and-easy", 1, 1).rules, deal("face-to-face", 2, 1).rules
    for rules, shorts in ((quick, ("u", "up", "u1", "up1")), (duel, ("A.u", "A.up", "A.u1", "A.up1"))):
        assert {rules.pile_index(short) for short in shorts} == {0}
    assert duel.pile_index("B.d") == duel.pile_index("B.down") == 3


def test_cards_may_be_numbers_in_json() -> None:
    as_text = {"game": "the-game", "piles": {"up1": "17"}, "hands": {"1": ["5", "9"]}, "draw": ["44"]}
    as_numbers = {"game": "the-game", "piles": {"up1": 17}, "hands": {"1": [5, 9]}, "draw": [44]}
    assert solver.load(as_text) == solver.load(as_numbers)


def test_rules_compare_by_what_they_say() -> None:
    """A published number written out is no override."""
    assert solver.load("the-game/2 hand=7 trick=10 #1") == solver.load("the-game/2 #1")
    assert Rules.of(GAMES["the-game"], 2, {"hand": 7}).overrides() == {}
