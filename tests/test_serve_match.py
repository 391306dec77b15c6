"""Games that people play, over HTTP: what a seat is told, what computers play, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from puzzles.match import PERSON, Match, format_record, parse_record
from puzzles.match.computers import Computers, usual_seats
from puzzles.match.match import start_of
from puzzles.match.seen import seen_to_json
from puzzles.play.reviewing import reviewed
from puzzles.server.matches import cost, counsel, looked, replied, seat_of
from puzzles.server.requests import CostRequest, CounselRequest, MatchRequest, ReplyRequest
from solver.errors import DoesNotAddUp
from solver.notation.answers import review_to_json
from solver.table.line import Play
from tests.serving import Served, served
from tests.test_match import DEALS, TALKING, hidden_twin, random_match, talking_match
from tests.test_serve import bad, good


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served("--time-limit", "600", "--jobs", "1", "--max-body", "16", "--client-timeout", "3") as running:
        yield running


def test_a_seat_is_told_what_it_sees_and_computers_answer(server: Served) -> None:
    match = Match("the-game/3 #5", usual_seats(3, "quick"))
    told = good(server.ask("/api/match", {"record": format_record(match), "board": True}), "match")
    assert told["board"]["game"] == "the-game"
    assert told["start"]["hands"][1:] == [[-1] * 6, [-1] * 6]
    assert told["start"]["draws"] == [[-1] * 80]
    assert {key: told[key] for key in seen_to_json(match, 0)} == seen_to_json(match, 0)
    match = match.played(next(iter(match.position.legal_turns)))
    for _ in range(2):
        told = good(server.ask("/api/reply", {"record": format_record(match)}), "reply")
        match = match.played(Computers().turn(match))
        assert {key: told[key] for key in seen_to_json(match, 0)} == seen_to_json(match, 0)
    assert told["to_move"] == 1
    assert bad(server.ask("/api/reply", {"record": format_record(match)}), 400) == "no computer is to move"


def test_hostile_records_are_refused_in_one_line(server: Served) -> None:
    for record, word in (
        ("", "empty"),
        ("nonsense", "nonsense"),
        ("the-game/2 #17 | seats: person dog", "dog"),
        ("the-game/2 #17 | seats: quick quick", "nobody looks on"),
        ("the-game/2 #17 | line: 1: 2@up1 3@up1", "turn 1"),
        ("the-game/2 #17 | line: 1: 15@up1 17@up1 | now: 15@up1", "15@up1"),
        ("the-game/2 #17 | line: - | line: -", "twice"),
        ("the-game/2 #17 | result: won", "under way"),
        ("the-game/2 #17 | hints: 99999999999", "hints"),
        ("the-game/2 #17 | begun: yesterday", "begun"),
        ("quick-and-easy | up: r7 | 1*: b5 s1 | draw?: g2 y9", "unknown"),
        ("the-game/2 #17 | line: " + "1: 2@up1; " * 1500, "turn 1"),
        ("tests/data/serve.toml", "does not start with a game"),
        ("the-game/1 #17" + " |" * 5000, "section"),
    ):
        assert word in bad(server.ask("/api/match", {"record": record}), 400), record[:60]
    assert "no person sits there" in bad(
        server.ask("/api/match", {"record": "the-game/2 #17 | seats: person quick", "seat": 2}), 400
    )
    assert "position" in bad(server.ask("/api/match", {"position": "the-game/2 #17"}), 400)


def test_who_asks_in_german_is_refused_in_german(server: Served) -> None:
    record = {"record": "the-game/2 #17 | seats: person dog"}
    told = bad(server.ask("/api/match", record, headers={"Accept-Language": "de"}), 400)
    assert told == "'dog' kann an keinem Tisch sitzen: person, oder ein Computer: instant quick strong"
    assert "cannot sit" in bad(server.ask("/api/match", record, headers={"Accept-Language": "en"}), 400)


@pytest.mark.parametrize("deal", DEALS)
def test_what_is_sent_is_the_same_whatever_the_unseen_cards_are(deal: str) -> None:
    for turns in (0, 3):
        match = random_match(deal, 3, turns=turns)
        for seat in match.people if match.outcome is None else ():
            name = match.rules.player_names[seat]
            twins = [hidden_twin(deal, match, seat, seed) for seed in range(4)]
            same = [twin for twin in twins if twin.outcome is None]  # that another player is stuck is seen by all
            assert same
            sent = [json.dumps(looked(MatchRequest(format_record(twin), name, True))) for twin in (match, *same)]
            assert len(set(sent)) == 1


@pytest.mark.parametrize(
    ("deal", "talks"),
    [(deal, False) for deal in ("the-game/3 #5", "quick-and-easy/3 #3", "face-to-face #3")]
    + [(deal, True) for deal in ("the-game/2 #5", "the-game-extreme/2 #4")],
)
def test_a_reply_is_the_same_whatever_neither_of_the_two_sees(deal: str, talks: bool) -> None:
    players = start_of(deal).rules.players
    match = Match(deal, usual_seats(players, "quick"), talks=talks)
    match = match.played(next(iter(match.position.legal_turns)))
    twins = [match, *(hidden_twin(deal, match, match.position.to_move, seed, 0) for seed in range(3))]
    assert len({twin.position for twin in twins}) > 1
    replies = [replied(ReplyRequest(format_record(twin))) for twin in twins]
    for reply in replies if talks else ():
        assert reply.pop("said")  # from the hand with the cards just drawn, which are others now
    assert len(set(map(json.dumps, replies))) == 1


@pytest.mark.parametrize("deal", TALKING)
def test_where_partners_talk_what_is_sent_is_the_same_too(deal: str) -> None:
    """The table for everybody; counsel for who is to move, and the cost of a turn that was played."""
    match = talking_match(deal, 3)
    for seat in match.people:
        name = match.rules.player_names[seat]
        twins = (match, *(hidden_twin(deal, match, seat, seed) for seed in range(2)))
        assert len({json.dumps(looked(MatchRequest(format_record(twin), name, True))) for twin in twins}) == 1
    seat = match.position.to_move
    twins = (match, *(hidden_twin(deal, match, seat, seed) for seed in range(2)))
    assert len({json.dumps(counsel(CounselRequest(format_record(twin)))) for twin in twins}) == 1
    before = match.take_back()
    assert before is not None
    mover = before.position.to_move
    twins = (match, *(hidden_twin(deal, match, mover, seed) for seed in range(2)))
    assert len({json.dumps(cost(CostRequest(format_record(twin), 3))) for twin in twins}) == 1


def test_who_looks() -> None:
    match = parse_record("the-game/3 #5 | seats: quick person person")
    assert (seat_of(match, None), seat_of(match, 3), seat_of(match, "2")) == (1, 2, 1)
    with pytest.raises(DoesNotAddUp, match="no person"):
        seat_of(match, 1)
    assert seat_of(Match("face-to-face #3", (PERSON, PERSON)), "B") == 1


# --- counsel


def test_turns_are_judged_from_what_the_seat_knows(server: Served) -> None:
    match = Match("the-game/2 #17", usual_seats(2, "quick"))
    told = good(server.ask("/api/counsel", {"record": format_record(match)}), "counsel")
    assert told["turns"] == sorted(told["turns"], key=lambda turn: -turn["chance"])
    worst = match.played([Play.parse("15@up1"), Play.parse("91@up1")])
    cost = good(server.ask("/api/cost", {"record": format_record(worst), "turn": 1}), "cost")
    assert cost["best"] == told["turns"][0]
    assert cost["cost"] == pytest.approx(cost["best"]["chance"] - cost["chance"])
    assert cost["cost"] > 0.1
    assert all(set(why) == {"en", "de"} for why in cost["why"])
    both = worst.played(Computers().turn(worst))
    assert "a computer's" in bad(server.ask("/api/cost", {"record": format_record(both), "turn": 2}), 400)
    assert "2 were played" in bad(server.ask("/api/cost", {"record": format_record(both), "turn": 3}), 400)
    assert bad(server.ask("/api/counsel", {"record": format_record(worst)}), 400) == "no person is to move"


def test_a_game_that_is_over_is_reviewed_as_on_the_command_line(server: Served) -> None:
    match = random_match("quick-and-easy/2 #3", 1)
    record, n = format_record(match), len(match.line)
    told = good(server.ask("/api/review", {"record": record}), "review")
    expected = review_to_json(reviewed(match))
    for row, plain in zip(told["turns"], expected["turns"], strict=True):
        assert [why["en"] for why in row.pop("why")] == plain.pop("why")
        assert row == plain
    assert told["start"] == expected["start"]
    parts = [
        good(server.ask("/api/review", {"record": record, "first": first, "last": last}), "review")
        for first, last in ((1, 3), (4, n))
    ]
    assert [row["before"] for part in parts for row in part["turns"]] == [row["before"] for row in told["turns"]]
    assert sorted(turn for part in parts for turn in part["mistakes"]) == sorted(told["mistakes"])
    assert (parts[0]["end"], parts[1]["end"]) == (None, told["end"])
    early = format_record(Match(match.deal, match.seats, line=match.line[:2]))
    assert "would tell what is hidden" in bad(server.ask("/api/review", {"record": early}), 400)
    assert "were played" in bad(server.ask("/api/review", {"record": record, "first": n + 1}), 400)


def test_counsel_is_the_same_whatever_the_unseen_cards_are() -> None:
    for deal in ("the-game/2 #3", "quick-and-easy/3 #3", "face-to-face #3"):
        match = random_match(deal, 3, turns=2)
        seat = match.position.to_move
        twins = (match, *(hidden_twin(deal, match, seat, seed) for seed in range(2)))
        assert len({json.dumps(counsel(CounselRequest(format_record(twin)))) for twin in twins}) == 1
