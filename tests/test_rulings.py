"""One test for each rule and ruling: a case that keeps it and a case that breaks it, before all three judges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from string import Formatter

import pytest

from solver.cards import Card
from solver.errors import DoesNotAddUp
from solver.rules.commands import EXTREME
from solver.rules.game import Rules
from solver.rules.games import GAMES, PLACEHOLDER_MAP
from solver.rules.rulings import RULES, Rule
from solver.table.deal import Deal, deal
from solver.table.line import Play
from solver.table.position import Position
from tests.judges import accepted, judged, refused, set_up, table

Test = Callable[[], None]
TESTED: Counter[str] = Counter()


def rule(*ids: str) -> Callable[[Test], Test]:
    """This test is about these rules."""

    def register(test: Test) -> Test:
        TESTED.update(ids)
        return test

    return register


def test_every_rule_has_its_tests() -> None:
    """At least as many as there are wordings of it: minimum, for one, differs between team and duel."""
    wordings = Counter(ruling.id for ruling in RULES)
    assert {id: count for id, count in wordings.items() if TESTED[id] < count} == {}
    assert set(TESTED) <= set(wordings), "tests of rules that nobody has heard of"


@pytest.mark.parametrize("one", RULES, ids=lambda one: one.id)
def test_a_rule_says_the_same_in_german(one: Rule) -> None:
    """The numbers of the table and the names of commands stand in both."""
    assert blanks(one.words) == blanks(one.german)
    assert one.words != one.german


def blanks(text: str) -> tuple[set[str | None], str]:
    command = text.partition(":")[0] if text.partition(":")[0] in {command.name for command in EXTREME} else ""
    return {name for _, name, _, _ in Formatter().parse(text) if name}, command


def extreme(
    commands: dict[int, str], hands: str, tops: str = "up1=20 down1=80", draw: str = "", **numbers: int | None
) -> Position:
    return set_up("the-game-extreme", tops, hands, draw, numbers, commands=commands)


DUEL_TOPS = "A.up=10 A.down=50 B.up=29 B.down=30"


def duel(hands: str, tops: str = DUEL_TOPS, draw: str = "57 58 | 57 58", **numbers: int | None) -> Position:
    return set_up("face-to-face", tops, hands, draw, numbers)


def lost(position: Position) -> bool:
    """All judges say that the player to move cannot lay the minimum, and the team has lost."""
    return judged(position, ()).won is False


# --- the table


@rule("cards")
def test_cards_are_numbers() -> None:
    rules = Rules.of(GAMES["the-game"], 1)
    assert [card.number for card in rules.cards] == list(range(2, 100))
    assert len(Rules.of(GAMES["face-to-face"], 2).cards) == 58
    with pytest.raises(DoesNotAddUp, match="up1 shows 100"):
        table(tops="up1=100", hands="5")
    with pytest.raises(DoesNotAddUp, match="card 1 "):
        table(tops="up1=5", hands="1")
    with pytest.raises(DoesNotAddUp, match="card 5 "):
        table(tops="up1=5", hands="5 6")


@rule("cards")
def test_cards_have_colours() -> None:
    rules = Rules.of(GAMES["quick-and-easy"], 2)
    assert len(set(rules.cards)) == 50
    assert {card.colour for card in rules.cards} == set("rgbys")
    with pytest.raises(DoesNotAddUp, match="r11"):
        table("quick-and-easy", tops="up=b1", hands="r11")
    with pytest.raises(DoesNotAddUp, match="card 7 "):
        table("quick-and-easy", tops="up=b1", hands="7")


@rule("piles")
def test_piles() -> None:
    names = {game: [pile.name for pile in deal(game).rules.piles] for game in GAMES}
    assert names["the-game"] == names["the-game-extreme"] == ["up1", "up2", "down1", "down2"]
    assert names["quick-and-easy"] == names["quick-and-easy-pro"] == ["up", "down"]
    assert names["face-to-face"] == ["A.up", "A.down", "B.up", "B.down"]
    position = table(tops="up1=20", hands="30 40")
    accepted(position, "30@up2")
    refused(position, "30@up3", "piles", play=1)
    refused(position, "30@up1 40@A.up", "piles", play=2)
    assert Play(Card(30), "up3") not in position.legal_plays


@rule("row-card")
def test_row_card_starts_a_pile() -> None:
    rules = deal("the-game").rules
    assert [rules.row_number(pile) for pile in rules.piles] == [1, 1, 100, 100]
    accepted(table(tops="up1=50", hands="2 99"), "2@up2 99@down1")
    accepted(table(tops="up1=50", hands="2 99"), "99@up2 2@down1")
    position = table(tops="up1=50", hands="2 99 12")
    refused(position, "12@up2 99@up2 2@up2", "follow", play=3)


@rule("row-card")
def test_row_card_of_quick_and_easy_takes_any_card() -> None:
    for card in ("r1", "g10", "s5"):
        accepted(table("quick-and-easy", tops="up=b5", hands=card), f"{card}@down")
        accepted(table("quick-and-easy", tops="down=b5", hands=card), f"{card}@up")
    refused(table("quick-and-easy", tops="down=b5", hands="g10"), "g10@down", "follow", play=1)


@rule("hand")
def test_hand() -> None:
    position = deal("face-to-face").position()
    assert [len(hand) for hand in position.hands] == [6, 6]
    assert [len(pile.cards) for pile in position.draws] == [52, 52]
    assert len(deal("quick-and-easy", 5).position().draws[0].cards) == 40
    with pytest.raises(DoesNotAddUp, match="a full hand is 2"):
        table("quick-and-easy", tops="up=b1", hands="r1 r2 r3")


@rule("blocks")
def test_cards_are_dealt_in_blocks() -> None:
    deck = tuple(Card(number) for number in (9, 4, 7, 2, 8, 3, 6, 5))
    position = Deal(Rules.of(GAMES["the-game"], 3, {"highest": 9, "hand": 2}), (deck,)).position()
    assert [{card.number for card in hand} for hand in position.hands] == [{9, 4}, {7, 2}, {8, 3}]
    assert [card.number for card in position.draws[0].cards] == [6, 5]


@rule("begins")
def test_player_1_begins_unless_told_otherwise() -> None:
    assert deal("the-game", 3).position().player == 1
    refused(table(tops="up1=20", hands="30 | 40"), "2: 40@up1", "turn-order")
    accepted(table(tops="up1=20", hands="30 | 40", to_move=2), "2: 40@up1; 1: 30@up2")


@rule("begins")
def test_a_begins_unless_told_otherwise() -> None:
    assert deal("face-to-face").position().player == "A"
    started = Deal(deal("face-to-face").rules, deal("face-to-face").decks, to_move=1).position()
    assert started.player == "B"
    refused(duel("20 21 | 31 32"), "B: 31@B.up 32@B.up", "turn-order")


@rule("solo")
def test_quick_and_easy_alone() -> None:
    position = table("quick-and-easy", tops="up=b5", hands="b1 g7")
    assert accepted(position, "1: b1@up g7@up").won
    with pytest.raises(DoesNotAddUp, match="players=0"):
        Rules.of(GAMES["quick-and-easy"], 0)
    with pytest.raises(DoesNotAddUp, match="players=1"):
        Rules.of(GAMES["face-to-face"], 1)


@rule("own-deck")
def test_each_opponent_has_an_own_deck() -> None:
    position = duel("20 21 22 | 20 21 22", draw="40 41 | 40 41")
    judgement = accepted(position, "A: 20@A.up 21@A.up +40 +41; B: 22@B.down 21@B.down +40 +41")
    assert [pile.cards for pile in judgement.final.draws] == [(), ()]
    with pytest.raises(DoesNotAddUp, match="card 20 "):
        duel("20 21 | 22", draw="20 | 23")


# --- laying


@rule("turn-order")
def test_turns_go_round() -> None:
    position = table(tops="up1=20", hands="30 31 | 40 41 | 50 51", draw="90 91 92 93 94 95 96 97")
    accepted(position, "1: 30@up1 31@up1; 2: 40@up1 41@up1; 3: 50@up1 51@up1; 1: 90@up1 91@up1")
    refused(position, "1: 30@up1 31@up1; 3: 50@up1 51@up1", "turn-order", turn=2)
    refused(position, "1: 30@up1 31@up1; 1: 90@up1 91@up1", "turn-order", turn=2)
    refused(position, "4: 30@up1 31@up1", "turn-order")


@rule("own-hand")
def test_own_hand() -> None:
    position = table(tops="up1=20", hands="30 31 | 40 41", draw="90")
    refused(position, "1: 30@up1 40@up1", "own-hand", play=2)  # the other player's
    refused(position, "1: 30@up1 90@up1", "own-hand", play=2)  # not drawn yet
    refused(position, "1: 25@up1 30@up1", "own-hand", play=1)  # laid long ago
    refused(position, "1: 30@up1 30@up2", "own-hand", play=2)  # laid just now
    accepted(position, "1: 30@up1 31@up1 +90; 2: 40@up1; 1: 90@up1")


@rule("follow")
def test_follow() -> None:
    position = table(tops="up1=20 down1=80", hands="19 21 79 81")
    accepted(position, "21@up1 79@down1")
    judgement = refused(position, "19@up1", "follow", play=1)
    assert judgement.reason == "turn 1, play 1: 19 on up1 (top 20): neither higher nor exactly 10 lower"
    judgement = refused(position, "21@up1 81@down1", "follow", play=2)
    assert judgement.reason == "turn 1, play 2: 81 on down1 (top 80): neither lower nor exactly 10 higher"
    without = table(tops="up1=20", hands="19 10", trick=0)
    assert refused(without, "10@up1", "follow", play=1).reason.endswith(": not higher")


@rule("trick")
def test_trick() -> None:
    position = table(tops="up1=30 down1=70", hands="20 80 10 90 40 60")
    accepted(position, "20@up1 80@down1 10@up1 90@down1")
    refused(table(tops="up1=30", hands="19 21"), "19@up1", "follow", play=1)
    refused(table(tops="up1=30", hands="19 21"), "21@up1", "follow", play=1)
    seven = table(tops="up1=30 down1=70", hands="20 23 77 80", trick=7)
    accepted(seven, "23@up1 77@down1")
    refused(seven, "20@up1", "follow", play=1)
    refused(seven, "80@down1", "follow", play=1)


@rule("colour-trick")
def test_colour_trick() -> None:
    position = table("quick-and-easy", tops="up=r7 down=g2", hands="r1 g9", draw="s1 s2")
    accepted(position, "r1@up g9@down")
    accepted(position, "g9@up")
    other = table("quick-and-easy", tops="up=r7 down=g2", hands="b1 b9", draw="s1 s2")
    refused(other, "b1@up", "follow", play=1)
    judgement = refused(other, "b9@down", "follow", play=1)
    assert judgement.reason.endswith("b9 on down (top g2): neither lower nor of its colour")


@rule("equal-numbers")
def test_equal_numbers_do_not_follow() -> None:
    position = table("quick-and-easy", tops="up=r7 down=g7", hands="b7 s8")
    refused(position, "b7@up", "equal-numbers", play=1)
    refused(position, "b7@down", "equal-numbers", play=1)
    accepted(position, "s8@up")


@rule("minimum")
def test_minimum_of_a_team() -> None:
    position = table(tops="up1=20", hands="30 31 32", draw="90")
    judgement = refused(position, "30@up1", "minimum")
    assert judgement.reason == "turn 1: 1 card laid; the minimum is 2 while the draw pile lasts"
    accepted(position, "30@up1 31@up1")
    accepted(table(tops="up1=20", hands="30 31 32"), "30@up1")
    expert = table(tops="up1=20", hands="30 31 32", draw="90", minimum=3)
    refused(expert, "30@up1 31@up1", "minimum")
    accepted(expert, "30@up1 31@up1 32@up1")
    refused(table(tops="up1=20", hands="30 31", minimum_empty=2), "30@up1", "minimum")
    refused(table(tops="up1=20", hands="30 31"), "+", "minimum")


@rule("minimum")
def test_minimum_of_a_duel() -> None:
    refused(duel("20 21 22 | 31"), "20@A.up", "minimum")
    refused(duel("20 21 22 | 31", draw="| 57"), "20@A.up", "minimum")
    accepted(duel("20 21 22 | 31", draw="| 57"), "20@A.up 21@A.up")
    refused(duel("20 21 22 | 31"), "20@B.up", "minimum")
    accepted(duel("20 21 22 | 31", draw="| 57", minimum_empty=1), "20@A.up")


@rule("maximum")
def test_maximum() -> None:
    position = table("quick-and-easy", tops="up=r1", hands="r2 r3", draw="s1 s2 s3")
    accepted(position, "r2@up r3@up")
    two = table(tops="up1=20", hands="30 31 32", draw="90", maximum=2)
    judgement = refused(two, "30@up1 31@up1 32@up1", "maximum", play=3)
    assert judgement.reason == "turn 1, play 3: 32: a turn lays at most 2 cards"
    refused(table("quick-and-easy", tops="up=r1", hands="r2 r3", maximum=1), "r2@up r3@up", "maximum", play=2)


@rule("short-hand")
def test_short_hand() -> None:
    position = table(tops="up1=20", hands="30 | 40 41", draw="90 91")
    assert lost(position)
    refused(position, "1: 30@up1", "minimum")
    assert not lost(table(tops="up1=20", hands="30 | 40 41"))  # with an empty draw pile one card is enough
    assert not lost(table(tops="up1=20", hands="30 | 40 41", draw="90 91", minimum=1))
    assert lost(table(tops="up1=20", hands=" | 40 41", draw="90 91"))


@rule("improve")
def test_improve() -> None:
    position = duel("20 40 29 30 12 15 | 31")  # B.up shows 29, B.down 30
    accepted(position, "20@B.up 12@A.up")
    accepted(position, "40@B.down 12@A.up")
    refused(position, "30@B.up 12@A.up", "improve", play=1)  # higher would follow, but does not improve
    refused(position, "29@B.down 12@A.up", "improve", play=1)
    refused(position, "29@B.up 12@A.up", "improve", play=1)  # the same number, from the other deck
    refused(position, "30@B.down 12@A.up", "improve", play=1)


@rule("improve")
def test_a_row_card_cannot_be_improved() -> None:
    position = duel("20 40 2 59 | 31", tops="A.up=10")
    for card, pile in ((2, "B.up"), (59, "B.up"), (2, "B.down"), (59, "B.down")):
        refused(position, f"{card}@{pile} 20@A.up", "improve", play=1)
    accepted(position, "20@A.up 40@A.up")


@rule("improve")
def test_the_trick_plays_no_part_on_the_opponents_pile() -> None:
    position = duel("39 20 19 12 | 31", tops="A.up=10 B.up=29 B.down=50")
    accepted(position, "19@B.up 12@A.up")  # ten lower, and like any lower card an improvement
    refused(position, "39@B.up 12@A.up", "improve", play=1)  # ten higher helps nobody
    refused(position, "39@B.down 12@A.up", "improve", play=1)


@rule("one-gift")
def test_one_gift_first_middle_or_last() -> None:
    position = duel("20 40 12 15 | 31")
    for line in ("20@B.up 12@A.up 15@A.up", "12@A.up 20@B.up 15@A.up", "12@A.up 15@A.up 20@B.up"):
        accepted(position, line)
    refused(position, "20@B.up 12@A.up 40@B.down", "one-gift", play=3)
    refused(position, "20@B.up 12@B.up 15@A.up", "one-gift", play=2)
    accepted(duel("20 40 12 15 | 31", gifts=2), "20@B.up 12@A.up 40@B.down")
    refused(duel("20 40 12 15 | 31", gifts=0), "20@B.up 12@A.up", "one-gift", play=1)


@rule("own-card")
def test_own_card() -> None:
    position = duel("20 40 12 | 31", gifts=2)
    refused(position, "20@B.up 40@B.down", "own-card")
    accepted(position, "20@B.up 40@B.down 12@A.up")
    refused(duel("20 12 | 31", minimum=1), "20@B.up", "own-card")
    accepted(duel("20 12 | 31", minimum=1), "12@A.up")


@rule("own-card")
def test_two_cards_that_fit_only_as_gifts_are_a_loss() -> None:
    position = duel("20 21 | 31 32", tops="A.up=50 A.down=5 B.up=29 B.down=15")
    assert judged(position, ()).winner == "B"


# --- drawing


@rule("draw")
def test_draw_as_many_as_were_laid() -> None:
    position = table(tops="up1=20", hands="30 31 32", draw="90 91 92 93")
    accepted(position, "30@up1 31@up1 +90 +91")
    refused(position, "30@up1 31@up1 +90", "draw")
    refused(position, "30@up1 31@up1 +90 +91 +92", "draw")
    refused(position, "30@up1 31@up1 +91 +90", "draw")
    refused(position, "30@up1 31@up1 +92 +93", "draw")
    assert refused(position, "30@up1 31@up1 +", "draw").reason == "turn 1: drawn were 90 91, not none"
    short = accepted(position, "30@up1 31@up1 32@up1 +90 +91 +92").final
    accepted(short, "90@up1 91@up1 +93")
    assert len(accepted(position, "30@up1 31@up1").final.hands[0]) == 3  # not to the full hand of 8


@rule("draw")
def test_draw_back_to_a_full_hand() -> None:
    position = table(
        "the-game-extreme", tops="up1=20", hands="30 31 32", draw="90 91 92 93 94 95 96 97", commands={}, hand=5
    )
    judgement = accepted(position, "30@up1 31@up1 +90 +91 +92 +93")
    assert len(judgement.final.hands[0]) == 5
    refused(position, "30@up1 31@up1 +90 +91", "draw")
    accepted(table("quick-and-easy", tops="up=r1", hands="r2", draw="s1 s2 s3"), "r2@up +s1 +s2")


@rule("draw")
def test_draw_of_a_duel() -> None:
    position = duel("11 12 13 20 21 22 | 31", draw="40 41 42 43 44 | 57")
    accepted(position, "11@A.up 12@A.up +40 +41")
    accepted(position, "11@A.up 12@A.up 13@A.up 20@A.up +40 +41")
    accepted(position, "11@A.up 12@A.up 20@B.up +40 +41 +42")
    accepted(position, "20@B.up 11@A.up 12@A.up 13@A.up +40 +41 +42 +43")
    refused(position, "11@A.up 12@A.up 20@B.up +40 +41", "draw")
    accepted(duel("11 12 13 | 31", draw="40 | 57"), "11@A.up 12@A.up +40")
    accepted(duel("11 12 13 | 31", draw="| 57"), "11@A.up 12@A.up +")
    refused(position, "11@A.up 12@A.up +57 +40", "draw")  # from the own draw pile only


@rule("draw")
def test_draw_of_unknown_order_must_be_told() -> None:
    position = table(tops="up1=20", hands="30 31 32", draw="90 91 92 93", ordered=False)
    accepted(position, "30@up1 31@up1 +93 +91")
    accepted(position, "30@up1 31@up1 +91 +93; 91@up1 93@up1 +90 +92; 32@up2")
    refused(position, "30@up1 31@up1", "draw")
    refused(position, "30@up1 31@up1 +90", "draw")
    refused(position, "30@up1 31@up1 +90 +90", "draw")
    refused(position, "30@up1 31@up1 +90 +32", "draw")
    refused(position, "30@up1 31@up1 +90 +91; 90@up1 91@up1 +91 +92", "draw", turn=2)


@rule("full-hand")
def test_nobody_draws_above_a_full_hand() -> None:
    position = duel("11 12 13 | 31", draw="40 41 42 | 57", minimum=1, hand=3)
    accepted(position, "11@A.up +40")
    refused(position, "11@A.up +40 +41", "draw")
    accepted(position, "11@A.up 12@A.up +40 +41")
    accepted(duel("11 12 13 | 31", draw="40 41 42 | 57", draws=3, hand=3), "11@A.up 12@A.up +40 +41")
    accepted(duel("11 12 13 | 31", draw="40 41 42 | 57", draws=3), "11@A.up 12@A.up +40 +41 +42")


@rule("skipped")
def test_skipped() -> None:
    position = table(tops="up1=20", hands="30 | 40 41 | ")
    refused(position, "1: 30@up1; 3: 40@up1", "turn-order", turn=2)
    judgement = accepted(position, "1: 30@up1; 2: 40@up1; 2: 41@up1")
    assert judgement.won
    refused(position, "1: 30@up1; 2: 40@up1; 3: +; 2: 41@up1", "turn-order", turn=3)
    assert not lost(table(tops="up1=20", hands=" | 40 41", to_move=1))  # player 1 is out: player 2 moves
    accepted(table(tops="up1=20", hands=" | 40 41", to_move=1), "2: 40@up1")
    refused(table("quick-and-easy", tops="up=r1", hands="r2 | | r3"), "1: r2@up; 2: r3@up", "turn-order", turn=2)
    accepted(table("quick-and-easy", tops="up=r1", hands="r2 | | r3"), "1: r2@up; 3: r3@up")


@rule("skipped")
def test_nobody_is_skipped_while_the_draw_pile_lasts() -> None:
    assert lost(table(tops="up1=20", hands="| 40 41", draw="90", to_move=1))


# --- commands


@rule("placeholder-map")
def test_the_placeholder_map_and_any_other() -> None:
    assert Counter(command for _, command in PLACEHOLDER_MAP) == {command.name: 4 for command in EXTREME}
    assert dict(deal("the-game-extreme").rules.commands) == dict(PLACEHOLDER_MAP)
    given = Rules.of(GAMES["the-game-extreme"], 1, commands={Card(37): "stop"})
    assert given.command_of == {Card(37): "stop"}
    accepted(extreme({37: "stop"}, "37 38", draw="90"), "37@up1")
    refused(extreme({38: "stop"}, "37 38", draw="90"), "37@up1", "minimum")
    with pytest.raises(DoesNotAddUp, match="carry none"):
        Rules.of(GAMES["the-game"], 1, commands={Card(37): "stop"})


@rule("stop")
def test_stop() -> None:
    position = extreme({30: "stop"}, "30 31 32", draw="90 91 92")
    accepted(position, "30@up1")
    accepted(position, "31@up1 30@down1")
    judgement = refused(position, "30@up1 31@up1", "stop", play=2)
    assert judgement.reason == "turn 1, play 2: 31: the turn ended with the stop laid before it"
    refused(position, "31@up1", "minimum")
    accepted(extreme({30: "stop"}, "30 31 32", tops="up1=20", draw="90", minimum=3), "31@up1 30@down1")
    accepted(extreme({}, "31 32", tops="up1=30", draw="90"), "31@up1 32@up1")
    accepted(extreme({30: "stop"}, "31 32", tops="up1=30", draw="90"), "31@up1 32@up1")  # an old stop binds nobody


@rule("skull")
def test_skull() -> None:
    position = extreme({30: "skull"}, "30 31 75 29", draw="90 91 92")
    accepted(position, "30@up1 31@up1")
    accepted(position, "30@up1 75@down1 31@up1")
    judgement = refused(position, "75@down1 30@up1", "skull")
    assert judgement.reason == "turn 1: the turn ends with the skull 30 uncovered"
    refused(position, "30@up1 75@down1", "skull")
    accepted(extreme({30: "skull", 31: "skull"}, "30 31 32", draw="90"), "30@up1 31@up1 32@up1")
    refused(extreme({30: "skull", 31: "skull"}, "30 31 32", draw="90"), "30@up1 31@up1", "skull")
    refused(extreme({30: "skull", 70: "skull"}, "30 31 70", draw="90"), "30@up1 70@down1 31@up1", "skull")


@rule("skull", "stop")
def test_a_stop_may_cover_a_skull_but_not_leave_it() -> None:
    position = extreme({30: "skull", 31: "stop"}, "30 31 32", draw="90 91 92")
    accepted(position, "30@up1 31@up1")
    refused(position, "30@up1 31@down1", "skull")


@rule("skull", "won")
def test_the_last_card_leaves_a_skull() -> None:
    position = extreme({30: "skull"}, "30")
    refused(position, "30@up1", "skull")
    assert lost(position)
    assert lost(extreme({30: "skull", 31: "skull"}, "30 31"))
    assert accepted(extreme({30: "skull"}, "30 31"), "30@up1 31@up1").won
    refused(extreme({30: "skull"}, "30 31"), "31@up1; 30@down1", "skull", turn=2)


@rule("three")
def test_three() -> None:
    position = extreme({30: "three"}, "30 31 32 33", draw="90 91 92 93")
    for line in ("30@up1 31@up1 32@up1", "30@up1 32@up1 33@up1"):
        accepted(position, line)
    refused(position, "30@up1 31@up1", "three")
    refused(position, "30@up1 31@up1 32@up1 33@up1", "three", play=4)
    late = extreme({33: "three"}, "30 31 32 33", draw="90 91 92 93")
    accepted(late, "30@up1 31@up1 33@up1")
    refused(late, "30@up1 31@up1 32@up1 33@up1", "three", play=4)
    accepted(late, "30@up1 31@up1")
    accepted(extreme({30: "three", 31: "three"}, "30 31 32", draw="90"), "30@up1 31@up1 32@up1")


@rule("three", "stop")
def test_three_with_a_stop_third_or_second() -> None:
    position = extreme({30: "three", 31: "stop"}, "30 31 29 32", draw="90 91 92 93")
    accepted(position, "29@up1 30@up1 31@up1")
    accepted(position, "30@up1 32@up1 31@down1")
    refused(position, "30@up1 31@up1", "three", play=2)
    refused(position, "30@up1 31@up1 32@up1", "three", play=2)
    accepted(position, "31@up1")
    refused(position, "31@down1 30@up1", "stop", play=2)


@rule("three")
def test_three_whatever_the_draw_pile() -> None:
    position = extreme({30: "three"}, "30 31 32")
    accepted(position, "30@up1 31@up1 32@up1")
    refused(position, "30@up1", "three")
    refused(position, "30@up1 31@up1", "three")
    assert lost(extreme({30: "three"}, "30"))
    assert lost(extreme({30: "three", 31: "three"}, "30 31"))
    refused(extreme({30: "three"}, "30"), "30@up1", "three")  # as the last card of all


@rule("three-bounds")
def test_three_bounds() -> None:
    refused(extreme({30: "three"}, "30 31 32", maximum=2), "30@up1 31@up1", "three")
    refused(extreme({30: "three"}, "30 31 32", maximum=2), "30@up1 31@up1 32@up1", "maximum", play=3)
    accepted(extreme({30: "three"}, "30 31 32", maximum=3), "30@up1 31@up1 32@up1")
    refused(extreme({30: "three"}, "30 31 32 33", draw="90", minimum=4), "30@up1 31@up1 32@up1", "minimum")
    refused(extreme({30: "three"}, "30 31 32 33", draw="90", minimum=4), "30@up1 31@up1 32@up1 33@up1", "three", play=4)


@rule("silence")
def test_silence_restricts_no_play() -> None:
    position = extreme({20: "silence"}, "10 30 90 40", draw="91 92 93 94")
    plain = extreme({}, "10 30 90 40", draw="91 92 93 94")
    assert set(position.legal_turns) == set(plain.legal_turns)
    accepted(position, "10@up1 90@down1")
    bound = extreme({20: "no-trick"}, "10 30 90 40", draw="91 92 93 94")
    assert set(bound.legal_turns) < set(plain.legal_turns)


@rule("no-trick")
def test_no_trick() -> None:
    position = extreme({20: "no-trick"}, "10 90 30 40 79", draw="91 92 93 94")
    judgement = refused(position, "90@down1 30@up1", "no-trick", play=1)  # on any pile
    assert judgement.reason.endswith("90 on down1 (top 80): no backwards trick while the no-trick 20 is visible")
    refused(position, "10@up1 30@up1", "no-trick", play=1)  # not even to cover it
    accepted(position, "30@up1 90@down1")  # covered by a plain card, it has no meaning any more
    accepted(extreme({}, "10 90 30"), "10@up1 90@down1")
    at_once = extreme({30: "no-trick"}, "10 90 30 40")
    refused(at_once, "30@up1 90@down1", "no-trick", play=2)


@rule("no-trick")
def test_a_no_trick_may_be_laid_by_a_trick() -> None:
    position = extreme({10: "no-trick"}, "10 90 30")
    accepted(position, "10@up1")
    refused(position, "10@up1 90@down1", "no-trick", play=2)
    accepted(position, "10@up1 30@up1 90@down1")
    both = extreme({10: "no-trick", 80: "no-trick"}, "10 90 30")
    refused(both, "10@up1", "no-trick", play=1)  # another one is visible


@rule("one-pile")
def test_one_pile_visible_at_the_start() -> None:
    position = extreme({20: "one-pile"}, "30 31 70 71 60", draw="90 91 92")
    accepted(position, "30@up1 70@down1")  # the first card covers it
    accepted(position, "71@down1 70@down1 60@down1")  # or fixes the pile
    accepted(position, "30@up2 31@up2")
    judgement = refused(position, "71@down1 70@down2", "one-pile", play=2)
    assert judgement.reason.endswith(": the one-pile 20 is visible, so the cards of this turn go on down1")
    refused(position, "71@down1 30@up1", "one-pile", play=2)  # too late to cover it
    refused(position, "71@down1 70@down1 30@up1", "one-pile", play=3)
    assert not lost(position)


@rule("one-pile")
def test_one_pile_laid_during_a_turn() -> None:
    position = extreme({30: "one-pile"}, "30 31 70 71", draw="90 91 92")
    accepted(position, "70@down1 30@up1")  # the turn ends
    accepted(position, "70@down1 30@up1 31@up1")  # or the next card covers it
    accepted(position, "30@up1 31@up1 71@down1")
    refused(position, "71@down1 30@up1 70@down1", "one-pile", play=3)
    refused(position, "30@up1 70@down1", "one-pile", play=2)


@rule("one-pile")
def test_two_one_piles() -> None:
    position = extreme({20: "one-pile", 80: "one-pile"}, "30 31 70 71 40", draw="90 91 92")
    refused(position, "30@up1 70@down1", "one-pile", play=2)  # the other is still visible
    accepted(position, "30@up1 31@up1")
    accepted(position, "71@down1 70@down1")
    covering = extreme({20: "one-pile", 30: "one-pile"}, "30 31 70 71 40", draw="90 91 92")
    refused(covering, "30@up1 70@down1", "one-pile", play=2)  # one covered by another: the new one binds
    accepted(covering, "30@up1 31@up1 70@down1")
    refused(covering, "70@down1 30@up1", "one-pile", play=2)


@rule("draw-one")
def test_draw_one() -> None:
    position = extreme({20: "draw-one"}, "30 31 70 71", draw="90 91 92 93 94", hand=4)
    accepted(position, "30@up2 31@up2 70@down1 +90")
    refused(position, "30@up2 31@up2 +90 +91", "draw")
    accepted(position, "30@up1 31@up2 +90 +91")  # covered in time
    laid_now = extreme({30: "draw-one"}, "30 31 70 71", draw="90 91 92 93 94", hand=4)
    accepted(laid_now, "70@down1 30@up1 +90")
    accepted(laid_now, "30@up1 31@up1 +90 +91")
    refused(laid_now, "70@down1 30@up1 +90 +91", "draw")


@rule("draw-one", "draw")
def test_the_shortfall_of_draw_one_is_made_up() -> None:
    position = extreme({20: "draw-one"}, "30 31 70 71", draw="40 41 42 43 94", hand=4)
    accepted(position, "30@up2 31@up2 +40; 40@up1 71@down1 +41 +42 +43")
    refused(position, "30@up2 31@up2 +40; 40@up1 71@down1 +41 +42", "draw", turn=2)


@rule("short-stop")
def test_a_short_hand_may_lay_a_single_stop() -> None:
    stop = {30: "stop"}
    accepted(extreme(stop, "30", draw="90 91"), "30@up1")
    assert not lost(extreme(stop, "30", draw="90 91"))
    assert lost(extreme(stop, "31", draw="90 91"))
    refused(extreme(stop, "31", draw="90 91"), "31@up1", "minimum")
    assert lost(extreme(stop, "30", tops="up1=40 up2=41 down1=20 down2=21", draw="90 91", trick=0))


@rule("old-skull")
def test_an_old_skull_binds_nobody() -> None:
    position = extreme({20: "skull"}, "30 31 70 71", draw="90 91")
    accepted(position, "70@down1 30@up2")
    accepted(position, "30@up1 31@up1")
    refused(extreme({20: "skull", 30: "skull"}, "30 31 70 71", draw="90 91"), "70@down1 30@up2", "skull")


# --- fire


def on_fire(hands: str, tops: str, draw: str = "", fire: tuple[int, ...] = (22, 33, 44, 55, 66, 77)) -> Position:
    return set_up("the-game-on-fire", tops, hands, draw, {}, commands=dict.fromkeys(fire, "fire"))


@rule("fire")
def test_fire_is_covered_by_the_end_of_the_next_turn() -> None:
    position = on_fire("30 31 70 44", "up1=22 down1=80", draw="90 91 92 93")
    accepted(position, "30@up1 31@up1")
    accepted(position, "70@down1 30@up1")
    judgement = refused(position, "70@down1 44@down1", "fire")
    assert judgement.reason == "turn 1: the turn ends with the fire 22 uncovered, which showed when it began"
    accepted(on_fire("30 31 70", "up1=23 down1=80", draw="90 91"), "30@up1 70@down1")
    both = on_fire("30 31 50", "up1=22 down1=55", draw="90 91")
    refused(both, "30@up1 31@up1", "fire")
    accepted(both, "30@up1 50@down1")
    assert lost(on_fire("5 6", "up1=22 up2=50 down1=4 down2=3", draw="90 91"))  # nothing covers it


@rule("fire")
def test_other_cards_may_burn() -> None:
    position = on_fire("30 31 70", "up1=22 down1=80", draw="90 91", fire=(80,))
    accepted(position, "30@up1 70@down1")
    refused(position, "30@up1 31@up1", "fire")
    accepted(on_fire("30 31", "up1=22", draw="90 91", fire=()), "30@up2 31@up2")


@rule("fire-covers")
def test_fire_covers_fire_and_burns_for_the_next_turn() -> None:
    position = on_fire("33 34 70 71", "up1=22 down1=80", draw="90 91 92 93")
    accepted(position, "33@up1 70@down1")  # the 33 need not be covered yet
    accepted(position, "33@up1 34@up1")
    refused(position, "33@up1 70@down1; 90@up2 91@up2", "fire", turn=2)
    accepted(position, "33@up1 70@down1; 34@up1 90@up1")


@rule("fire-passes")
def test_the_duty_passes_to_the_next_turn_that_is_played() -> None:
    position = on_fire("22 5 | 30 31 | 40 41", "up1=10 down1=80", draw="90 91")
    refused(position, "22@up1 5@down1; 30@up2 31@up2", "fire", turn=2)
    accepted(position, "22@up1 5@down1; 30@up1 31@up1")
    skipping = on_fire("22 | | 40 41", "up1=10 down1=80")
    refused(skipping, "22@up1; 41@up2", "fire", turn=2)
    accepted(skipping, "22@up1; 40@up1")


@rule("fire-won", "won")
def test_the_last_card_wins_whatever_burns() -> None:
    assert accepted(on_fire("90", "up1=22 down1=95"), "90@down1").won
    assert accepted(on_fire("33 66", "up1=22 down1=95"), "33@up2 66@up2").won
    assert lost(on_fire("21 | 5", "up1=22 up2=98 down1=33 down2=4"))


# --- the end


@rule("stuck")
def test_stuck_team() -> None:
    position = table(tops="up1=50 up2=51 down1=30 down2=29", hands="35 36 | 60 61", draw="90 91")
    judgement = judged(position, ())
    assert judgement.won is False
    assert not judgement.complete
    assert judgement.reason == "player 1 cannot lay the minimum: lost, 6 cards left"
    one_fits = table(tops="up1=50 up2=51 down1=30 down2=29", hands="35 60 | 20 21", draw="90 91")
    assert lost(one_fits)
    refused(one_fits, "1: 60@up1", "minimum")
    assert not lost(table(tops="up1=50 up2=51 down1=30 down2=29", hands="35 60 | 20 21"))
    judgement = judged(table(tops="up1=50 down1=30", hands="60 61 | 20 21"), ())
    assert judgement.reason == "4 cards left and player 1 to move"


@rule("stuck")
def test_stuck_duel() -> None:
    assert judged(duel("20 21 | 31 32"), ()).winner is None
    position = duel("20 21 | 31 32", tops="A.up=50 A.down=10 B.up=15 B.down=40")
    judgement = judged(position, ())
    assert (judgement.winner, judgement.complete) == ("B", True)
    assert judgement.reason == "player A cannot lay the minimum: B wins"
    refused(position, "A: 20@A.up 21@A.up", "follow", play=1)


@rule("stuck")
def test_one_last_card_is_a_loss() -> None:
    position = duel("20 | 31 32 33", draw="|")
    assert judged(position, ()).winner == "B"
    refused(position, "A: 20@A.up", "minimum")
    assert judged(duel("20 | 31 32 33", draw="|", minimum_empty=1), ()).winner is None
    keeps_one = accepted(duel("20 21 22 | 31 32 33", draw="|"), "A: 20@A.up 21@A.up; B: 32@B.up 33@B.up")
    assert (keeps_one.winner, keeps_one.complete) == ("B", True)


@rule("won")
def test_won_team() -> None:
    judgement = accepted(table(tops="up1=20", hands="30 | 40"), "1: 30@up1; 2: 40@up1")
    assert (judgement.won, judgement.complete, judgement.cards_left, judgement.turns) == (True, True, 0, 2)
    assert judgement.reason == "every card is laid: won"
    judgement = accepted(table(tops="up1=20", hands="30 | 40"), "1: 30@up1")
    assert (judgement.won, judgement.complete, judgement.cards_left, judgement.turns) == (None, False, 1, 1)


@rule("won")
def test_won_duel() -> None:
    position = duel("20 21 | 31 32", draw="| 57")
    judgement = accepted(position, "A: 20@A.up 21@A.up")
    assert (judgement.winner, judgement.complete, judgement.cards_left) == ("A", True, 3)
    assert judgement.reason == "A has laid every card: A wins"
    assert accepted(duel("20 21 | 31 32", draw="40 | 57"), "A: 20@A.up 21@A.up +40").winner is None  # one to come


@rule("won", "one-gift")
def test_a_gift_as_the_last_card_of_all_wins() -> None:
    position = duel("20 21 | 31 32", draw="| 57")
    assert accepted(position, "A: 21@A.up 20@B.up").winner == "A"
    assert accepted(position, "A: 20@B.up 21@A.up").winner == "A"


@rule("game-over")
def test_game_over() -> None:
    team = table(tops="up1=20", hands="30 | 40")
    judgement = refused(team, "1: 30@up1; 2: 40@up1; 1: 50@up1", "game-over", turn=3)
    assert judgement.reason == "turn 3: the game is over: every card is laid"
    assert judgement.turns == 2
    duellists = duel("20 21 | 31 32", draw="| 57")
    judgement = refused(duellists, "A: 20@A.up 21@A.up; B: 31@B.up 32@B.up", "game-over", turn=2)
    assert judgement.reason == "turn 2: the game is over: A has laid every card"


# --- in the middle of a turn


def offered(position: Position, line: str) -> set[str]:
    """What the engine offers to lay next, once these plays have been laid."""
    turn, piles = position.open_turn, position.rules.piles
    for play in map(Play.parse, line.split()):
        turn = turn.lay(play.card, position.rules.pile_index(play.pile))
    return {f"{card}@{piles[pile].name}" for card, pile in turn.plays()}


@rule("three")
def test_no_fourth_card_is_offered_with_a_three_nor_a_three_as_the_fourth() -> None:
    position = extreme({30: "three"}, "21 22 23 30 31", ups=1, downs=0, tops="up=20")
    assert offered(position, "21@up 22@up") == {"23@up", "30@up", "31@up"}
    assert offered(position, "21@up 22@up 23@up") == {"31@up"}
    assert offered(position, "21@up 22@up 30@up") == set()


@rule("skull", "stop", "three")
def test_a_stop_is_offered_only_where_the_turn_may_end_with_it() -> None:
    skull = extreme({30: "skull", 31: "stop"}, "30 31 32")
    assert {play for play in offered(skull, "30@up1") if play.startswith("31")} == {"31@up1"}
    three = extreme({30: "three", 31: "stop"}, "29 30 31 32")
    assert not {play for play in offered(three, "30@up1") if play.startswith("31")}
    assert "31@up1" in offered(three, "29@up1 30@up1")
