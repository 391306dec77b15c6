"""The notation is the interface: whatever can be set up is written as text, as JSON and as ``repr``, and read back."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver.cards import Card, parse_cards
from solver.deal import Deal, deal, random_commands
from solver.errors import DoesNotAddUp, TenbackError, Unreadable
from solver.jsonform import dump, line_from_json, line_to_json, parse_json, to_json
from solver.line import Line, Turn, format_line, parse_line
from solver.notation import format_deal, format_position, parse_text
from solver.position import DrawPile, Position
from solver.rules.game import COMMANDS, Rules
from solver.rules.games import GAMES
from tests.strategies import GAME_NAMES, random_deal, random_position, random_rules, random_turn

SEEDED = 200  # random deals, and as many positions and lines, of each game; hypothesis adds its own

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
    maps = st.dictionaries(st.sampled_from(rules.cards), st.sampled_from(COMMANDS), max_size=8)
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
        chosen = {card: rng.choice(COMMANDS) for card in cards if rng.random() < number / 30}
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


# --- errors: what cannot be read, and what does not add up, each with its culprit

UNREADABLE_TEXTS = [
    ("", "''"),
    ("THE-GAME", "'THE-GAME' does not start with a game's name"),
    ("the-game/1234 #1", "'the-game/1234 #1' does not start with a game's name"),
    ("chess #1", "'chess' is not a game"),
    ("the-game five #1", "'five' is not a setting"),
    ("the-game hand=five #1", "'hand=five' is not a setting"),
    ("the-game hand=1234567890 #1", "'hand=1234567890' is not a setting"),
    ("the-game #", "'#' is not a setting"),
    ("the-game #123456789012345678901", "'#123456789012345678901' is not a setting"),
    ("the-game hand=5 hand=5 #1", "'hand=5': hand is set twice"),
    ("the-game #1 #2", "'#2': # is set twice"),
    ("the-game hand=random #1", "'hand=random': a whole number is needed"),
    ("the-game hand=A #1", "'hand=A': a whole number is needed"),
    ("the-game hand=none #1", "hand=None: a whole number is needed"),
    ("the-game wings=5 #1", "'wings' is not a number of the-game"),
    ("the-game commands=5 #1", "'commands' is not a number of the-game"),
    ("the-game gifts=1 #1", "'gifts' is not a number of the-game"),
    ("the-game colours=2 #1", "'colours' is not a number of the-game"),
    ("the-game to_move=none #1", "'none' is not a player"),
    ("the-game | up 17 1", "'up 17 1' is not a section"),
    ("the-game | : 5", "': 5' is not a section"),
    ("the-game | ", "'' is not a section"),
    ("the-game | up: 17 1 | up: 18 1", "section 'up' is there twice"),
    ("the-game | up: x 1", "'x' is not a card"),
    ("the-game | up: 1 1 | 1: 5 r", "'r' is not a card"),
    ("the-game | up: 1 1 | 1: 05", "'05' is not a card"),
    ("the-game | up: 1 1 | 1: 5 -", "'-' is not a card"),
    ("the-game | draw: 12345", "'12345' is not a card"),
    ("quick-and-easy | up: None | 1: r1", "'None' is not a card"),
    ("the-game | sideways: 5", "section 'sideways' has no place in a position of the-game"),
    ("the-game/1 | up: 17 1 | 2: 5", "section '2' has no place in a position of the-game"),
    ("the-game | A.draw: 5", "section 'A.draw' has no place in a position of the-game"),
    ("face-to-face | draw: 5", "section 'draw' has no place in a position of face-to-face"),
    ("the-game | deck: 5 | draw: 5", "section 'draw' has no place in a deal of the-game"),
    ("the-game | A.deck: 5", "section 'A.deck' has no place in a deal of the-game"),
    ("the-game #1 | draw: 5", "numbered deal #1 takes no section 'draw'"),
    ("the-game | draw*: 5", "'draw*': * marks a player to move"),
    ("the-game | 1?: 5", "'1?': ? marks a draw pile of unknown order"),
    ("the-game | up?: 5 5", "'up?': ? marks a draw pile of unknown order"),
    ("the-game | deck?: 5", "'deck?': ? marks a draw pile of unknown order"),
    ("the-game-extreme commands=random | deck: 5", "commands=random is for numbered deals"),
    ("the-game-extreme #1 | commands: 37", "'37' is not a command"),
    ("the-game-extreme #1 | commands: x=stop", "'x' is not a card"),
    ("the-game-extreme #1 | commands: 37=jump", "'jump' on card 37 is none of stop skull"),
]

CONTRADICTORY_TEXTS = [
    ("the-game #0", "deal 0: deals are numbered 1 to 9007199254740991"),
    ("the-game #9007199254740992", "deal 9007199254740992: deals are numbered 1 to"),
    ("the-game/0 #1", "players=0: the-game is played by 1 to 5"),
    ("the-game/6 #1", "players=6: the-game is played by 1 to 5"),
    ("face-to-face/3 #1", "players=3: face-to-face is played by 2"),
    ("the-game/2 to_move=3 #1", "'3' is not a player at this table; the players are 1 2"),
    ("the-game/2 to_move=A #1", "'A' is not a player at this table; the players are 1 2"),
    ("the-game minimum=9 #1", "minimum=9: more than the hand of 8"),
    ("the-game minimum_empty=9 #1", "minimum_empty=9: more than the hand of 8"),
    ("the-game maximum=1 #1", "minimum=2: more than maximum=1"),
    ("the-game ups=0 downs=0 #1", "ups=0 downs=0: there must be at least one pile"),
    ("the-game ups=5 #1", "ups=5: must be 0 to 4"),
    ("the-game hand=-1 #1", "hand=-1: must be 1 to 126"),
    ("the-game highest=1 #1", "highest=1: must be 2 to 127"),
    ("the-game highest=3 #1", "hand=8: 1 × 8 cards cannot be dealt from 2 (highest=3)"),
    ("the-game highest=999999999 #1", "highest=999999999: must be 2 to 127"),
    ("quick-and-easy highest=26 #1", "highest=26: that makes 130 cards; 126 is the most"),
    ("quick-and-easy colours=6 #1", "colours=6: must be 1 to 5"),
    ("the-game/2 | up: 17 1 | 1*: 5 | 2*: 9", "players 1 and 2 are both said to be the one to move"),
    ("the-game/2 to_move=1 | up: 17 1 | 1: 5 | 2*: 9", "players 2 and 1 are both said to be the one to move"),
    ("the-game | up: 17 | 1: 5", "up: 1 top cards given for 2 piles"),
    ("the-game | up: 17 1 3 | 1: 5", "up: 3 top cards given for 2 piles"),
    ("the-game | up: 1 1 | 1: 5", "card 2 is missing: in no hand and not in the draw pile, and nothing is laid yet"),
    ("the-game | up: 100 1 | 1: 5", "up1 shows 100, which is not in this game (2 to 99)"),
    ("the-game | up: 17 1 | down: 1 100 | 1: 5", "down1 shows 1, which is not in this game (2 to 99)"),
    ("the-game | up: 17 1 | 1: r5", "card r5 in the hand of player 1 is not in this game (2 to 99)"),
    ("quick-and-easy | up: r7 | 1: 5", "card 5 in the hand of player 1 is not in this game (r1 to s10)"),
    ("the-game | up: 17 1 | draw: 100", "card 100 in the draw pile is not in this game"),
    ("the-game | up: 17 17 | 1: 5", "card 17 is on top of up2 and in another place too"),
    ("the-game | up: 17 1 | 1: 5 5", "card 5 is in the hand of player 1 twice"),
    ("the-game | up: 17 1 | 1: 17", "card 17 is on top of up1 and in another place too"),
    ("the-game | up: 17 1 | 1: 5 | 2: 5", "card 5 is in the hand of player 1 and in the hand of player 2"),
    ("the-game | up: 17 1 | 1: 5 | draw: 5", "card 5 is in the hand of player 1 and in the draw pile"),
    ("the-game hand=2 | up: 17 1 | 1: 5 6 7", "the hand of player 1 has 3 cards; a full hand is 2"),
    ("the-game highest=4 hand=2 | deck: 2 3 4 2", "card 2 is in the deck twice"),
    ("the-game highest=4 hand=2 | deck: 2 3", "card 4 is missing from the deck: 2 of 3 cards given"),
    ("the-game highest=4 hand=2 | deck: 2 3 4 5", "card 5 in the deck is not in this game (2 to 4)"),
    ("the-game | deck: -", "card 2 is missing from the deck (and 97 more): 0 of 98 cards given"),
    ("face-to-face | A.deck: 5", "card 2 is missing from the deck of A (and 56 more)"),
    ("the-game #1 | commands: 37=stop", "commands: the cards of the-game carry none"),
    ("the-game-extreme #1 | commands: 100=stop", "commands: card 100 is not in this game"),
    ("the-game-extreme #1 | commands: 37=stop 37=skull", "commands: card 37 is there twice"),
    ("the-game-extreme commands=random #1 | commands: 37=stop", "which map is it to be?"),
    ("the-game commands=random #1", "commands: the cards of the-game carry none"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "culprit"), UNREADABLE_TEXTS)
def test_unreadable_text_names_the_culprit(text: str, culprit: str) -> None:
    with pytest.raises(Unreadable) as error:
        parse_text(text)
    assert culprit in str(error.value)


@pytest.mark.parametrize(("text", "culprit"), CONTRADICTORY_TEXTS)
def test_text_that_does_not_add_up_names_the_culprit(text: str, culprit: str) -> None:
    with pytest.raises(DoesNotAddUp) as error:
        parse_text(text)
    assert culprit in str(error.value)


@pytest.mark.parametrize(
    ("text", "culprit"),
    [
        ("", "the line is empty"),
        (" ; ; ", "the line is empty"),
        ("37", "'37' is not a play"),
        ("37@", "'37@' is not a play"),
        ("@up1", "'' is not a card"),
        ("x@up1", "'x' is not a card"),
        ("37@up1 +x", "'x' is not a card"),
        ("1:", "'1:' is not a turn"),
        ("one: 37@up1", "'one' is not a player"),
        (": 37@up1", "'' is not a player"),
        ("100: 37@up1", "'100' is not a player"),
        ("1: 2: 37@up1", "'2:' is not a play"),
    ],
)
def test_unreadable_lines_name_the_culprit(text: str, culprit: str) -> None:
    with pytest.raises(Unreadable) as error:
        parse_line(text)
    assert culprit in str(error.value)


DECK = [str(number) for number in range(2, 100)]


@pytest.mark.parametrize(
    ("data", "culprit"),
    [
        ([], "an object with a game"),
        ({}, "Object missing required field `game`"),
        ({"game": 5}, "Expected `str`, got `int` - at `$.game`"),
        ({"game": "chess"}, "'chess' is not a game"),
        ({"game": "the-game", "wings": 2}, "unknown field `wings`"),
        ({"game": "the-game", "deck": DECK, "draw": []}, "unknown field `draw`"),
        ({"game": "the-game", "deck": DECK, "players": "2"}, "at `$.players`"),
        ({"game": "the-game", "deck": DECK, "players": True}, "at `$.players`"),
        ({"game": "the-game", "deck": DECK, "players": 2.5}, "at `$.players`"),
        ({"game": "the-game", "deck": DECK, "to_move": True}, "at `$.to_move`"),
        ({"game": "the-game", "deck": DECK, "rules": {"hand": True}}, "hand='True': a whole number is needed"),
        ({"game": "the-game", "deck": DECK, "rules": {"hand": "5"}}, "hand='5': a whole number is needed"),
        ({"game": "the-game", "deck": DECK, "rules": {"hand": 5.0}}, "hand='5.0': a whole number is needed"),
        ({"game": "the-game", "deck": DECK, "rules": {"hand": float("nan")}}, "hand='nan': a whole number is needed"),
        ({"game": "the-game", "deck": DECK, "rules": {"hand": None}}, "hand=None: a whole number is needed"),
        ({"game": "the-game", "deck": DECK, "rules": {"wings": 5}}, "'wings' is not a number of the-game"),
        ({"game": "the-game", "deck": DECK, "rules": []}, "at `$.rules`"),
        ({"game": "the-game", "deck": [True]}, "got `bool` - at `$.deck[0]`"),
        ({"game": "the-game", "deck": [5.0]}, "got `float` - at `$.deck[0]`"),
        ({"game": "the-game", "deck": ["5", None]}, "at `$.deck[1]`"),
        ({"game": "the-game", "deck": ["five"]}, "'five' is not a card"),
        ({"game": "the-game", "deck": [-5]}, "'-5' is not a card"),
        ({"game": "the-game", "deck": "2 3 4"}, "Expected `array | null`, got `str` - at `$.deck`"),
        ({"game": "the-game", "deck": None, "decks": {}}, "a deal of the-game has one deck"),
        ({"game": "the-game", "decks": {"A": DECK, "B": DECK}}, "a deal of the-game has one deck"),
        ({"game": "face-to-face", "deck": DECK}, "one for A and one for B"),
        ({"game": "face-to-face", "decks": {"A": DECK}}, "one for A and one for B"),
        ({"game": "face-to-face", "draw": ["5"]}, "draw has a list for A and one for B"),
        ({"game": "face-to-face", "draw": {"C": []}}, "draw has a list for A and one for B"),
        ({"game": "face-to-face", "draw": {"A": 5}}, "draw: Expected `array`, got `int`"),
        ({"game": "the-game", "draw": {"A": []}}, "draw: Object contains unknown field `A`"),
        ({"game": "the-game", "draw": {"unordered": 5}}, "draw: Expected `array`, got `int` - at `$.unordered`"),
        ({"game": "the-game", "draw": True}, "draw: Expected `array`, got `bool`"),
        ({"game": "the-game", "hands": {"1": "5 9"}}, "Expected `array`, got `str`"),
        ({"game": "the-game", "piles": {"up1": [5]}}, "at `$.piles[...]`"),
        ({"game": "the-game", "piles": {"up1": "x"}}, "'x' is not a card"),
        ({"game": "the-game-extreme", "deck": DECK, "commands": {"37": "jump"}}, "'jump' on card 37 is none of"),
        ({"game": "the-game-extreme", "deck": DECK, "commands": {"x": "stop"}}, "'x' is not a card"),
        ({"game": "the-game-extreme", "deck": DECK, "commands": ["37"]}, "at `$.commands`"),
    ],
)
def test_unreadable_json_names_the_culprit(data: Any, culprit: str) -> None:
    with pytest.raises(Unreadable) as error:
        solver.jsonform.load_json(data)
    assert culprit in str(error.value)


@pytest.mark.parametrize(
    ("data", "culprit"),
    [
        ({"piles": {"sideways": "5"}}, "'sideways' is not a pile of this game; its piles are up1 up2 down1 down2"),
        ({"piles": {"up1": "5", "u1": "6"}}, "piles: up1 and u1 are the same pile"),
        ({"piles": {"up1": "5"}, "hands": {"A": ["7"]}}, "'A' is not a player at this table; the players are 1"),
        ({"piles": {"up1": "5"}, "to_move": 2}, "'2' is not a player at this table; the players are 1"),
        ({"piles": {"up1": "5"}, "rules": {"minimum": 9}}, "minimum=9: more than the hand of 8"),
        ({"deck": DECK, "players": 10**30}, f"players={10**30}: the-game is played by 1 to 5"),
        ({"deck": DECK, "rules": {"highest": 10**30}}, f"highest={10**30}: must be 2 to 127"),
        ({"deck": DECK[:-1]}, "card 99 is missing from the deck: 97 of 98 cards given"),
        ({"deck": [*DECK, "7"]}, "card 7 is in the deck twice"),
        ({"deck": [*DECK[:-1], "100"]}, "card 100 in the deck is not in this game (2 to 99)"),
        ({"deck": DECK, "commands": {"37": "stop"}}, "commands: the cards of the-game carry none"),
    ],
)
def test_json_that_does_not_add_up_names_the_culprit(data: dict[str, Any], culprit: str) -> None:
    with pytest.raises(DoesNotAddUp) as error:
        solver.load({"game": "the-game", **data})
    assert culprit in str(error.value)


@pytest.mark.parametrize(
    ("text", "culprit"),
    [
        ("5", "line: Expected `array`, got `int`"),
        ("{}", "an object with turns"),
        ('{"turns": 5}', "line: Expected `array`, got `int`"),
        ("[5]", "at `$[0]`"),
        ("[{}]", "missing required field `plays` - at `$[0]`"),
        ('[{"plays": [], "when": 1}]', "unknown field `when` - at `$[0]`"),
        ('[{"plays": [["37"]]}]', "at `$[0].plays[0]`"),
        ('[{"plays": [["37", 1]]}]', "at `$[0].plays[0][1]`"),
        ('[{"plays": [[true, "up1"]]}]', "at `$[0].plays[0][0]`"),
        ('[{"plays": [["x", "up1"]]}]', "'x' is not a card"),
        ('[{"plays": [], "player": "one"}]', "'one' is not a player"),
        ('[{"plays": [], "player": true}]', "at `$[0].player`"),
        ('[{"plays": [], "drawn": ["x"]}]', "'x' is not a card"),
        ('[{"plays": [], "drawn": 5}]', "at `$[0].drawn`"),
    ],
)
def test_unreadable_json_lines_name_the_culprit(text: str, culprit: str) -> None:
    with pytest.raises(Unreadable) as error:
        line_from_json(parse_json(text))
    assert culprit in str(error.value)


NOT_JSON = ["{", "[" * 100_000, '{"a":' * 100_000, '{"a": NaN}', "[1e999]", "\ufeff{}", "{'a': 1}"]


@pytest.mark.parametrize("text", NOT_JSON, ids=range(len(NOT_JSON)))
def test_what_is_not_json_is_said_to_be_none(text: str) -> None:
    with pytest.raises(Unreadable, match="not JSON: "):
        parse_json(text)


ALPHABET = "the-game/2 face-to-face quick-and-easy | up: down A.up 1*: draw?: deck commands=random #1 r5,-+@;\n{}[]'☃"


def test_no_text_makes_the_readers_fail_otherwise() -> None:
    """Whatever is typed is read or refused: never another exception."""
    rng = Random(2)
    good = "the-game/2 hand=5 | up: 17 1 | down: 88 100 | 1*: 5 9 | 2: 77 | draw?: 44 3"
    for _ in range(3000):
        start = list(good if rng.random() < 0.7 else rng.choices(ALPHABET, k=rng.randrange(60)))
        for _ in range(rng.randrange(6)):
            at = rng.randrange(len(start) + 1)
            start[at : at + rng.randrange(3)] = rng.choices(ALPHABET, k=rng.randrange(3))
        text = "".join(start)
        for reader in (solver.source.load_text, parse_line):
            with suppress(TenbackError):
                reader(text)


def test_rules_compare_by_what_they_say() -> None:
    """A published number written out is no override."""
    assert solver.load("the-game/2 hand=7 trick=10 #1") == solver.load("the-game/2 #1")
    assert Rules.of(GAMES["the-game"], 2, {"hand": 7}).overrides() == {}
