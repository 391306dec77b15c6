"""What cannot be read, and what does not add up: each error of the readers, with its culprit named."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

import solver
from solver.errors import DoesNotAddUp, TenbackError, Unreadable
from solver.notation.jsonform import line_from_json, load_json, parse_json
from solver.notation.source import load_text
from solver.notation.text import parse_text
from solver.table.line import parse_line

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
    ("the-game | draw*: 5", "'draw*': * marks the player to move"),
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
        ({"game": "face-to-face", "draw": False}, "draw has a list for A and one for B"),
        ({"game": "face-to-face", "laid": ["5"]}, "laid has a list for A and one for B"),
        ({"game": "face-to-face", "draw": {"A": 5}}, "draw: Expected `array`, got `int`"),
        ({"game": "the-game", "draw": {"A": []}}, "draw: Object contains unknown field `A`"),
        ({"game": "the-game", "draw": {"unordered": 5}}, "draw: Expected `array`, got `int` - at `$.unordered`"),
        ({"game": "the-game", "draw": True}, "draw: Expected `array`, got `bool`"),
        ({"game": "the-game", "hands": {"1": "5 9"}}, "Expected `object | array`, got `str`"),
        ({"game": "the-game", "piles": {"up1": [5]}}, "at `$.piles[...]`"),
        ({"game": "the-game", "piles": {"up1": "x"}}, "'x' is not a card"),
        ({"game": "the-game-extreme", "deck": DECK, "commands": {"37": "jump"}}, "'jump' on card 37 is none of"),
        ({"game": "the-game-extreme", "deck": DECK, "commands": {"x": "stop"}}, "'x' is not a card"),
        ({"game": "the-game-extreme", "deck": DECK, "commands": ["37"]}, "at `$.commands`"),
    ],
)
def test_unreadable_json_names_the_culprit(data: Any, culprit: str) -> None:
    with pytest.raises(Unreadable) as error:
        load_json(data)
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
        for reader in (load_text, parse_line):
            with suppress(TenbackError):
                reader(text)
