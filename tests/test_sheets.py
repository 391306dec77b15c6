"""The worked examples of the publisher's rule sheets, told in our own words, before all three judges."""

from __future__ import annotations

from solver.cards import Card
from solver.table.deal import deal
from solver.table.line import Play
from tests.judges import accepted, refused, table


def play(text: str) -> Play:
    return Play.parse(text)


# --- The Game, as the sheet of Extreme sums it up


def test_37_on_47_is_the_backwards_trick() -> None:
    position = table(tops="up1=47", hands="37 48 36", draw="90 91")
    assert play("37@up1") in position.legal_plays
    assert play("48@up1") in position.legal_plays
    assert play("36@up1") not in position.legal_plays
    accepted(position, "37@up1 48@up1")
    refused(position, "36@up1 37@up1", "follow", play=1)


def test_the_trick_may_be_used_several_times_in_a_turn_on_different_piles() -> None:
    position = table(tops="up1=47 down2=60", hands="37 70 38 27", draw="90")
    accepted(position, "37@up1 70@down2 27@up1 38@up1")


def test_rows_rise_and_fall_with_any_gaps() -> None:
    up = table(hands="3 11 12 13 20 34", tops="down1=99", hand=6)
    accepted(up, "3@up1 11@up1 12@up1 13@up1 20@up1 34@up1")
    refused(up, "3@up1 12@up1 11@up1", "follow", play=3)
    down = table(hands="94 90 78 61 60 57", tops="up1=2", hand=6)
    accepted(down, "94@down1 90@down1 78@down1 61@down1 60@down1 57@down1")
    refused(down, "94@down1 90@down1 78@down1 60@down1 61@down1", "follow", play=5)


def test_published_hands() -> None:
    for game in ("the-game", "the-game-extreme"):
        sizes = [len(deal(game, players).position().hand) for players in range(1, 6)]
        assert sizes == [8, 7, 6, 6, 6]


def test_two_cards_while_the_draw_pile_lasts_and_one_afterwards() -> None:
    refused(table(tops="up1=47", hands="48 49", draw="90"), "48@up1", "minimum")
    accepted(table(tops="up1=47", hands="48 49"), "48@up1")


def test_who_has_laid_all_cards_lets_the_others_play_on() -> None:
    position = table(tops="up1=47", hands="48 | 50 51 | 49 52")
    judgement = accepted(position, "1: 48@up1; 2: 50@up1; 3: 52@up1; 2: 51@down1; 3: 49@down1")
    assert judgement.won


# --- The Game Extreme: the three examples


def test_three_with_a_stop_as_the_third_card_draws_three() -> None:
    position = table(
        "the-game-extreme",
        tops="up1=20",
        hands="30 40 50 60",
        draw="70 71 72 73",
        commands={40: "three", 50: "stop"},
        hand=4,
    )
    judgement = accepted(position, "30@up1 40@up1 50@up1 +70 +71 +72")
    assert len(judgement.final.hands[0]) == 4
    refused(position, "40@up1 50@up1", "three", play=2)


def test_three_cannot_be_met_with_one_or_two_cards_left() -> None:
    for hands in ("40", "40 50"):
        position = table("the-game-extreme", tops="up1=20", hands=hands, commands={40: "three"})
        refused(position, f"40@up1{' 50@up1' if '50' in hands else ''}", "three")
    accepted(table("the-game-extreme", tops="up1=20", hands="40 50 60", commands={40: "three"}), "40@up1 50@up1 60@up1")


def test_the_very_last_card_may_not_leave_its_skull_visible() -> None:
    commands = {50: "skull"}
    lost = table("the-game-extreme", tops="up1=40", hands="50", commands=commands)
    refused(lost, "50@up1", "skull")
    assert lost.outcome is not None
    assert not lost.outcome.won
    assert accepted(table("the-game-extreme", tops="up1=40", hands="50 60", commands=commands), "50@up1 60@up1").won


# --- Quick & Easy: the table of the sheet


def test_the_quick_and_easy_table() -> None:
    hands, draw = "r7 s9 | b4 g2 | b5 s3 | g8 y6", "r1 r2 r3 y9 y8"
    position = table("quick-and-easy", tops="up=y1", hands=hands, draw=draw)  # the cards not named lie under the y1
    judgement = accepted(position, "1: r7@down +r1; 2: b4@down g2@down +r2 +r3; 3: b5@up +y9")
    assert judgement.final.tops == (Card(5, "b"), Card(2, "g"))
    assert play("g8@down") in judgement.final.legal_plays
    accepted(judgement.final, "4: g8@down +y8")
    refused(judgement.final, "4: y6@down", "follow", play=1)


def test_a_whole_opening_of_quick_and_easy() -> None:
    first = ["r7", "s9", "b4", "g2", "b5", "s3", "g8", "y6"]
    rest = [f"{colour}{number}" for colour in "rgbys" for number in range(1, 11) if f"{colour}{number}" not in first]
    hands = " | ".join(" ".join(first[at : at + 2]) for at in range(0, 8, 2))
    position = table("quick-and-easy", hands=hands, draw=" ".join(rest))
    accepted(position, "1: r7@down; 2: b4@down g2@down; 3: b5@up; 4: g8@down")


def test_quick_and_easy_rows() -> None:
    accepted(table("quick-and-easy", tops="up=r3 down=s10", hands="b5 g6"), "b5@up g6@up")
    accepted(table("quick-and-easy", tops="up=r3 down=s10", hands="b8 g7"), "b8@down g7@down")
    accepted(table("quick-and-easy", tops="up=r3 down=s10", hands="b8 g7"), "b8@down g7@up")


def test_the_professional_variant_lays_exactly_one() -> None:
    position = table("quick-and-easy-pro", tops="up=r3", hands="b5 g6", draw="y1 y2")
    accepted(position, "b5@up +y1")
    refused(position, "b5@up g6@up", "maximum", play=2)


# --- Face to Face


def test_17_on_27_ascending() -> None:
    position = table("face-to-face", tops="A.up=27", hands="17 30 18 | 2", draw="40 41 | 50")
    assert play("17@A.up") in position.legal_plays
    accepted(position, "A: 17@A.up 30@A.up")
    refused(position, "A: 18@A.up 30@A.up", "follow", play=1)


def test_45_on_35_descending() -> None:
    """The English sheet says ascending here by mistake; its own example and the German sheets say descending."""
    position = table("face-to-face", tops="A.up=35 A.down=35", hands="45 30 46 | 2", draw="40 41 | 50")
    assert play("45@A.down") in position.legal_plays
    accepted(position, "A: 45@A.down 30@A.down")
    refused(position, "A: 46@A.down 30@A.down", "follow", play=1)
    refused(position, "A: 25@A.down", "own-hand", play=1)


def test_4_8_13_on_an_ascending_pile_and_rows_with_gaps() -> None:
    position = table("face-to-face", tops="B.up=59", hands="4 8 13 | 2", draw="40 41 | 50")
    accepted(position, "4@A.up 8@A.up 13@A.up")
    falling = table("face-to-face", tops="B.up=59", hands="54 50 48 41 40 37 | 2", draw="10 11 | 51")
    accepted(falling, "54@A.down 50@A.down 48@A.down 41@A.down 40@A.down 37@A.down")
    rising = table("face-to-face", tops="B.up=59", hands="3 11 12 13 18 20 | 2", draw="10 34 | 51")
    accepted(rising, "3@A.up 11@A.up 12@A.up 13@A.up 18@A.up 20@A.up")


def test_the_trick_again_and_again_in_one_turn() -> None:
    position = table("face-to-face", tops="A.up=20", hands="25 15 16 18 8 | 2", draw="40 41 | 50")
    accepted(position, "25@A.up 15@A.up 16@A.up 18@A.up 8@A.up")


def test_12_improves_29() -> None:
    position = table("face-to-face", tops="B.up=29", hands="12 30 29 5 | 2", draw="40 41 | 50")
    assert play("12@B.up") in position.legal_plays
    accepted(position, "12@B.up 5@A.up")
    refused(position, "30@B.up 5@A.up", "improve", play=1)
    refused(position, "29@B.up 5@A.up", "improve", play=1)


def test_below_18_or_above_40_improves() -> None:
    position = table(
        "face-to-face", tops="A.up=18 A.down=40", hands="50 51 | 17 18 40 41 2 59", draw="3 | 4", to_move="B"
    )
    improving = {card.number for card, pile in position.legal_plays if pile == "A.up"}
    assert improving == {17, 2}
    improving = {card.number for card, pile in position.legal_plays if pile == "A.down"}
    assert improving == {41, 59}
    accepted(position, "B: 17@A.up 2@B.up")
    accepted(position, "B: 41@A.down 2@B.up")
    refused(position, "B: 18@A.up 2@B.up", "improve", play=1)
    refused(position, "B: 40@A.down 2@B.up", "improve", play=1)


def test_three_on_own_piles_draw_two() -> None:
    position = table("face-to-face", tops="B.up=29", hands="4 8 13 20 21 22 | 2", draw="40 41 42 43 | 50")
    judgement = accepted(position, "4@A.up 8@A.up 13@A.up +40 +41")
    assert len(judgement.final.hands[0]) == 5
    refused(position, "4@A.up 8@A.up 13@A.up +40 +41 +42", "draw")


def test_four_own_and_one_gift_draw_back_to_six() -> None:
    position = table("face-to-face", tops="B.up=29", hands="4 8 13 20 21 22 | 2", draw="40 41 42 43 44 45 | 50")
    judgement = accepted(position, "4@A.up 8@A.up 13@A.up 20@A.up 21@B.up +40 +41 +42 +43 +44")
    assert len(judgement.final.hands[0]) == 6
    refused(position, "4@A.up 8@A.up 13@A.up 20@A.up 21@B.up +40 +41", "draw")


def test_one_up_two_down_and_one_on_the_opponents_pile() -> None:
    position = table("face-to-face", tops="B.up=29", hands="4 50 40 20 21 22 | 2", draw="41 42 | 51")
    accepted(position, "4@A.up 50@A.down 40@A.down 20@B.up")


def test_two_cards_even_with_an_empty_draw_pile() -> None:
    position = table("face-to-face", tops="A.up=10", hands="20 30 40 | 2", draw="|50")
    refused(position, "A: 20@A.up", "minimum")
    accepted(position, "A: 20@A.up 30@A.up")
