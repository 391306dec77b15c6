"""Games that people play: steps, views, records, the folder they are kept in, the deal of the day; no terminal."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from puzzles.match import PERSON, Match, format_record, parse_record
from puzzles.match.computers import Computers, usual_seats
from puzzles.match.deals import DAYS_APART, day_number, deal_text, numbered, winnable
from puzzles.match.record import sections_of
from puzzles.match.seen import seen_to_json
from puzzles.match.store import FOLDER, Store, data_folder
from puzzles.play.game import GameSession
from solver import load
from solver.cards import Card
from solver.errors import AgainstTheRules, DoesNotAddUp, TenbackError, Unreadable
from solver.hidden.talk import Said
from solver.notation.text import format_deal
from solver.rules.game import Rules
from solver.rules.games import GAMES
from solver.table.deal import Deal
from solver.table.line import format_line

DEALS = (
    "the-game/1 #3", "the-game/3 #3", "the-game-extreme/2 #3", "the-game-on-fire/2 #3", "face-to-face #3",
    "quick-and-easy/2 #3", "quick-and-easy-pro/3 #3", "the-game/2 highest=20 hand=4 #3",
)  # fmt: skip


def random_match(deal: str, seed: int, turns: int = 200) -> Match:
    """People who lay at random what they may."""
    chance, match = random.Random(seed), Match(deal, (PERSON,) * load(deal).rules.players)
    while match.outcome is None and len(match.line) < turns:
        for _ in range(20):
            step = match
            while not step.may_end() or (step.legal_plays() and chance.random() < 0.3):
                plays = step.legal_plays()
                if not plays:
                    break
                step = step.lay(*chance.choice(plays))
            if step.may_end():
                match = step.end_turn()
                break
        else:
            match = match.played(next(iter(match.position.legal_turns)))
    return match


@pytest.mark.parametrize("deal", DEALS)
def test_a_game_goes_to_its_end_and_its_record_reads_back(deal: str) -> None:
    match = random_match(deal, 1)
    assert match.outcome is not None
    text = format_record(match)
    assert "\n" not in text
    again = parse_record(text)
    assert again == match
    assert again.positions == match.positions
    assert format_record(again) == text
    assert "+" not in sections_of(text)["line"]  # what was drawn is not told


@pytest.mark.parametrize("deal", DEALS)
def test_a_game_in_the_middle_of_a_turn_reads_back(deal: str) -> None:
    match = random_match(deal, 2, turns=3)
    match = match.lay(*match.legal_plays()[0]).hinted()
    again = parse_record(format_record(match))
    assert again == match
    assert again.turn == match.turn
    assert again.hints == 1


def test_what_breaks_a_rule_is_refused_by_name() -> None:
    match = Match("the-game/1 #17", (PERSON,))
    hand = match.turn.hand
    with pytest.raises(AgainstTheRules, match="not in the hand"):
        match.lay(next(card for card in match.rules.cards if card not in hand), "up1")
    with pytest.raises(AgainstTheRules, match="the minimum is 2"):
        match.lay(hand[0], "up1").end_turn()
    with pytest.raises(AgainstTheRules, match="turn 1"):
        parse_record("the-game/1 #17 | line: 1: 2@up1 3@up1")
    with pytest.raises(DoesNotAddUp, match="this game is under way"):
        parse_record("the-game/1 #17 | line: - | result: won")
    with pytest.raises(DoesNotAddUp, match="2 seats are taken where 1"):
        Match("the-game/1 #17", (PERSON, PERSON))
    with pytest.raises(Unreadable, match="'dog' cannot sit"):
        Match("the-game/1 #17", ("dog",))
    with pytest.raises(TenbackError, match="unknown"):
        Match("quick-and-easy | up: r7 | 1*: b5 s1 | draw?: g2 y9", (PERSON,))


def test_taking_back() -> None:
    match = Match("the-game/1 #17", (PERSON,))
    assert match.take_back() is None
    plays = match.legal_plays()
    one = match.lay(*plays[0])
    assert one.take_back() == match  # a card of the turn under way costs nothing
    ended = match.played(next(iter(match.position.legal_turns)))
    back = ended.take_back()
    assert back is not None
    assert back.laid == ended.line[-1].plays
    assert back.undone == 1
    assert back.position == match.position
    assert back.end_turn().undone == 1


def test_taking_back_takes_the_computers_turns_with_it() -> None:
    computers = Computers()
    match = Match("the-game/3 #5", usual_seats(3, "quick"))
    ended = match.played(computers.choose(match.view(0), "quick"))
    after = computers.answered(ended)
    assert len(after.line) == 3
    assert after.position.to_move == 0
    back = after.take_back()
    assert back is not None
    assert back.line == ()
    assert computers.answered(back.end_turn()).line == after.line  # and they answer the same again


@pytest.mark.parametrize("deal", [deal for deal in DEALS if "face" not in deal])
@pytest.mark.parametrize("strength", ["instant", "quick"])
def test_computers_play_to_the_end(deal: str, strength: str) -> None:
    players = load(deal).rules.players
    match = Computers().answered(Match(deal, (strength,) * players))
    assert match.outcome is not None
    assert parse_record(format_record(match)) == match


# --- what a seat sees


TRIED_SWAPS = 30


def hidden_twin(deal: str, match: Match, seat: int, seed: int, *seats: int) -> Match:
    """The same game with the cards that the seats do not know dealt otherwise; the first of them has heard the same."""
    position, chance = match.position, random.Random(seed)
    rules, decks = match.rules, list[tuple[Card, ...]]()
    for deck, cards in enumerate(load(deal).decks):  # type: ignore[union-attr]
        unknown = set(position.draws[deck].cards)
        unknown |= {
            card
            for other, hand in enumerate(position.hands)
            if other not in (seat, *seats) and rules.deck_of(other) == deck
            for card in hand
        }
        places = [at for at, card in enumerate(cards) if card in unknown]
        if match.talks:
            return twin_that_says_the_same(match, list(cards), places, seat, chance)
        shuffled = [cards[at] for at in places]
        chance.shuffle(shuffled)
        new = list(cards)
        for at, card in zip(places, shuffled, strict=True):
            new[at] = card
        decks.append(tuple(new))
    return with_decks(match, decks)


def with_decks(match: Match, decks: Sequence[Sequence[Card]]) -> Match:
    """The same turns with other cards in hand and to come."""
    deal = format_deal(Deal(match.rules, tuple(map(tuple, decks))))
    return Match(deal, match.seats, match.is_open, match.line, match.laid, talks=match.talks)


def twin_that_says_the_same(
    match: Match, cards: list[Card], places: list[int], seat: int, chance: random.Random
) -> Match:
    """Cards exchanged again and again, only where the seat would have heard the same words before each of its turns."""
    words, twin = words_heard(match, seat), with_decks(match, [cards])
    for _ in range(TRIED_SWAPS if len(places) > 1 else 0):
        one, other = chance.sample(places, 2)
        cards[one], cards[other] = cards[other], cards[one]
        swapped = with_decks(match, [cards])
        if words_heard(swapped, seat) == words and swapped.outcome == match.outcome:  # who is stuck is seen by all
            twin = swapped
        else:
            cards[one], cards[other] = cards[other], cards[one]
    return twin


def words_heard(match: Match, seat: int) -> list[Said | None]:
    """What the others have said to a seat in the whole game, and say now."""
    return [match.said_at(position) for position in match.positions if position.to_move == seat]


@pytest.mark.parametrize("deal", DEALS)
def test_what_a_seat_is_shown_holds_no_card_that_it_may_not_know(deal: str) -> None:
    for turns in (0, 2, 4):
        match = random_match(deal, 3, turns=turns)
        if match.outcome is not None:
            continue
        seat = match.position.to_move
        shown = json.dumps(seen_to_json(match, seat))
        twins = [hidden_twin(deal, match, seat, seed) for seed in range(5)]
        assert any(twin.position != match.position for twin in twins)
        assert {json.dumps(seen_to_json(twin, seat)) for twin in twins} == {shown}
        assert len({format_line(twin.seen_line(seat)) for twin in twins}) == 1


TALKING = (
    "the-game/3 #3",
    pytest.param("the-game-extreme/2 #3", marks=pytest.mark.slow),
    pytest.param("the-game-on-fire/4 #3", marks=pytest.mark.slow),
    "quick-and-easy/3 #3",
)


def talking_match(deal: str, turns: int) -> Match:
    """People who lay at random, and talk."""
    match = random_match(deal, 3, turns)
    return Match(deal, match.seats, line=match.line, talks=True)


@pytest.mark.parametrize("deal", TALKING)
def test_where_partners_talk_a_seat_is_shown_their_words_and_no_card(deal: str) -> None:
    changed, said = 0, set[str]()
    for turns in (0, 3):
        match = talking_match(deal, turns)
        seat = match.position.to_move
        twins = [hidden_twin(deal, match, seat, seed) for seed in range(3)]
        changed += sum(twin.position.hands != match.position.hands for twin in twins)
        assert {json.dumps(seen_to_json(twin, seat)) for twin in twins} == {json.dumps(seen_to_json(match, seat))}
        said.add(json.dumps(seen_to_json(match, seat)["said"]))
        for other in set(match.people) - {seat}:  # who is not to move is told no words: the own turn is when they count
            blind = [hidden_twin(deal, match, other, seed) for seed in range(2)]
            assert len({json.dumps(seen_to_json(twin, other)) for twin in (match, *blind)}) == 1
    assert changed >= 4
    assert any(words not in ("null", "{}") for words in said)


def test_an_open_table_shows_all_and_a_hidden_one_does_not() -> None:
    hidden = Match("the-game/2 #17", (PERSON, PERSON))
    open_ = Match("the-game/2 #17", (PERSON, PERSON), is_open=True)
    assert seen_to_json(hidden, 0)["table"]["draw"] == {"hidden": 84}
    assert len(seen_to_json(open_, 0)["table"]["draw"]) == 84


# --- the folder


def test_games_are_kept_and_found_again(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first = store.keep(Match("the-game/1 #17", (PERSON,)))
    over = store.keep(random_match("quick-and-easy/2 #3", 1))
    assert [kept.number for kept in store] == [1, 2]
    assert [kept.number for kept in store.under_way()] == [1]
    match = first.match().lay(*first.match().legal_plays()[0])
    first.save(match)
    assert store.game(1).match() == match
    assert store.same(Match("the-game/1 #17", (PERSON,))) == first
    assert store.same(Match("the-game/1 #18", (PERSON,))) is None
    assert store.same(over.match()) is None
    with pytest.raises(DoesNotAddUp, match="no game 3"):
        store.game(3)


def test_games_go_from_folder_to_folder_as_text(tmp_path: Path) -> None:
    here, there = Store(tmp_path / "a"), Store(tmp_path / "b")
    for seed in (1, 2):
        here.keep(random_match("quick-and-easy/2 #3", seed))
    texts = [kept.text for kept in here]
    assert [kept.text for kept in there.take_in([*texts, "", texts[0]])] == texts
    assert there.take_in(texts) == []
    with pytest.raises(TenbackError, match="line 2"):
        there.take_in([texts[0], "nonsense"])
    assert [kept.text for kept in there] == texts


def test_a_damaged_game_is_named_and_does_not_hide_the_others(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.keep(Match("the-game/1 #17", (PERSON,)))
    store.keep(Match("the-game/1 #18", (PERSON,)))
    (tmp_path / "games" / "1.txt").write_text("half a rec")
    (tmp_path / "games" / "9.txt").write_text("")
    assert [kept.number for kept in store.under_way()] == [2]
    with pytest.raises(TenbackError, match="game 1 "):
        store.game(1).match()
    assert store.keep(Match("the-game/1 #19", (PERSON,))).number == 10


def test_where_games_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    assert data_folder() == tmp_path
    monkeypatch.delenv(FOLDER)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "x"))
    assert data_folder() == tmp_path / "x" / "tenback"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder() == tmp_path / ".local" / "share" / "tenback"


# --- which deal


def test_the_deal_of_the_day_is_a_promise() -> None:
    assert day_number(date(2026, 11, 18)) == 20261118
    rules = Rules.of(GAMES["the-game"], 1)
    start = Match(numbered(rules, day_number(date(2026, 11, 18))), (PERSON,)).start
    assert start == load("the-game/1 #20261118").position()  # type: ignore[union-attr]
    assert [str(card) for card in start.hand] == DAY_HAND


DAY_HAND = ["6", "10", "36", "58", "59", "66", "68", "85"]


def test_a_deal_as_text() -> None:
    assert deal_text("the-game/2 hand=5 #17") == "the-game/2 hand=5 #17"
    assert deal_text("face-to-face to_move=B #17") == "face-to-face to_move=B #17"
    text = deal_text("the-game-extreme/1 commands=random #17")
    assert load(text) == load("the-game-extreme/1 commands=random #17")
    deck = format_deal(load("quick-and-easy/2 #1"))  # type: ignore[arg-type]
    assert deal_text(deck) == deck


def test_a_deal_that_can_be_won() -> None:
    rules = load("quick-and-easy-pro/1 #1").rules
    from solver import solve

    first = next(number for number in range(1, 50) if solve(f"quick-and-easy-pro/1 #{number}").name == "unwinnable")
    tried: list[int] = []
    found = winnable(rules, first, 1, tried.append)
    assert tried == list(range(first, found + 1))
    assert solve(f"quick-and-easy-pro/1 #{found}").name == "winnable"
    assert all(solve(f"quick-and-easy-pro/1 #{number}").name != "winnable" for number in tried[:-1])
    assert day_number(date(9999, 12, 31)) < DAYS_APART


def test_where_all_lies_open_a_strong_computer_plays_a_proved_win() -> None:
    position = "quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9"
    match = Match(position, ("strong", "strong"), is_open=True)
    assert Computers().answered(match).result == "won"


def test_two_screens_with_one_game_lose_nothing(tmp_path: Path) -> None:
    kept = Store(tmp_path).keep(Match("quick-and-easy/1 #3", (PERSON,)))
    first, second = GameSession(kept.match(), kept), GameSession(kept.match(), kept)
    play = first.legal_plays()[0]
    first.lay(play.card, play.pile)
    with pytest.raises(DoesNotAddUp, match=r"another screen: tenback play --resume 1 "):
        second.lay(play.card, play.pile)
    assert second.plays == ()
    assert kept.match() == first.match
    first.end_turn()
    kept.path.write_text(f" {kept.text} ", encoding="utf-8")  # by hand, but the same game
    first.hint(1)
    assert kept.match().hints == 1
    kept.path.unlink()
    first.undo()
    assert kept.match() == first.match


# --- talk


def test_partners_talk_where_they_may() -> None:
    match = Match("the-game/3 #17", (PERSON, "quick", PERSON), talks=True)
    assert "| look: talk |" in format_record(match)
    assert parse_record(format_record(match)) == match
    said = match.said
    assert said is not None
    assert set(said) == {1, 2}  # nobody needs to hear the own words
    for seat, words in said.items():  # they follow from the own hand: 2 of the top is close, 5 not far, no trick yet
        for pile, word in zip(match.rules.piles, words, strict=True):
            row = match.rules.row_number(pile)
            assert row is not None
            gap = min(abs(card.number - row) for card in match.position.hands[seat])
            assert word.name == ("please-dont" if gap <= 2 else "rather-not" if gap <= 5 else "free")
    told = seen_to_json(match, 0)["said"]
    assert told["3"] == [{"pile": pile, "en": "please don't", "de": "bitte nicht"} for pile in ("up1", "up2")]
    assert seen_to_json(match, 2)["said"] is None  # it is not their turn
    assert Match("the-game/3 #17", (PERSON,) * 3).said is None
    for deal, is_open in (("the-game/1 #1", False), ("face-to-face #1", False), ("the-game/2 #1", True)):
        with pytest.raises(DoesNotAddUp, match="talk is for partners"):
            Match(deal, (PERSON,) * load(deal).rules.players, is_open, talks=True)


def test_silence_silences() -> None:
    position = (
        "the-game-extreme/2 | commands: 30=silence | up: {} - | down: - - | 1*: 40 50 60 | 2: 31 32 70 | draw: 80"
    )
    for top, speaks in (("29", True), ("30", False)):
        match = Match(position.format(top), (PERSON, "quick"), talks=True)
        assert bool(match.said) == speaks
        assert match.said is not None


def test_a_computer_hears_words_and_nothing_else() -> None:
    match = Match("the-game/3 #13", ("quick", PERSON, "quick"), talks=True)
    hand, computers = match.position.hands[1], Computers()
    turn = computers.turn(match)
    assert turn != computers.turn(Match(match.deal, match.seats))  # it makes a difference here
    words, seen = match.said, set()
    unseen = [card for card in match.rules.cards if card not in match.position.hands[0]]
    for card in unseen:  # another card in the partner's hand changes a word, or nothing
        other = swapped(match, hand[-1], card)
        if other.said == words:
            assert computers.turn(other) == turn
            assert json.dumps(seen_to_json(other, 1)["line"]) == json.dumps(seen_to_json(match, 1)["line"])
            seen.add(card)
    assert len(seen) > 5


def swapped(match: Match, one: Card, other: Card) -> Match:
    """The same game with two cards of the deck in each other's place."""
    dealt = load(match.deal)
    assert isinstance(dealt, Deal)
    places = {one: other, other: one}
    deck = tuple(places.get(card, card) for card in dealt.decks[0])
    return Match(format_deal(Deal(dealt.rules, (deck,))), match.seats, talks=match.talks)
