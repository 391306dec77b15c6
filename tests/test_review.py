"""Games looked back at: chances, costs, luck and the exact verdicts beside them; in words, JSON and pictures."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from puzzles.match import PERSON, Match, format_record
from puzzles.play.reviewing import review_text, reviewed
from puzzles.play.words import LANGUAGES, Language, why_text
from solver import Why, analyze_line, load
from solver.analysis.review import LEAST_MISTAKE, Review, review
from solver.hidden.blame import Blamed, blame, differences
from solver.hidden.counsel import Counsel, same_end
from solver.hidden.redeal import redealt
from solver.hidden.talk import Said, spoken
from solver.notation.text import format_top
from solver.rules.follow import follows, follows_by_trick
from solver.search.limits import Limits, Progress
from solver.table.line import Play, format_line
from solver.table.view import OPEN, TALK, View
from tests.command import forked
from tests.games import typed_game
from tests.test_advise import goes_on, is_true, own_places, progress_of
from tests.test_match import DEALS, random_match, talking_match

SMALL = "quick-and-easy/2 #5"
DUEL = "face-to-face highest=16 #2"


@cache
def review_of(deal: str, seats: str, side: int = 0, samples: int = 20) -> tuple[Match, Review]:
    _, match = typed_game(deal, seats)
    return match, review(match.start, match.line, side, samples=samples)


@pytest.mark.parametrize(
    ("deal", "seats"),
    [
        (SMALL, "person quick"),
        ("the-game/2 highest=40 #3", "person person"),
        ("face-to-face highest=16 #2", "person instant"),
    ],
)
def test_chance_luck_and_cost_add_up_to_the_result(deal: str, seats: str) -> None:
    match, found = review_of(deal, seats)
    assert len(found.turns) == len(match.line)
    assert found.limit is None
    assert all(0 <= chance <= 1 for chance in found.before if chance is not None)
    costs = [turn.cost for turn in found.turns]
    assert all(cost is not None and 0 <= cost.chance <= cost.best.chance for cost in costs)
    before, chosen, luck = ([value or 0.0 for value in row] for row in (found.before, found.chosen, found.luck))
    cost = sum(before[at] - chosen[at] for at in range(len(chosen)))
    assert before[0] + sum(luck) - cost == pytest.approx(found.result)
    outcome = match.outcome
    assert outcome is not None
    assert found.result == float(outcome.won if outcome.winner is None else outcome.winner == "A")


def test_the_exact_verdicts_are_those_of_the_analysis() -> None:
    match, found = review_of(SMALL, "person quick")
    exact = analyze_line(match.start, match.line)
    assert found.possible == (*(turn.before for turn in exact.turns), exact.turns[-1].after)
    assert found.possible[-1] == "unwinnable"


def test_opponents_are_looked_at_from_one_side() -> None:
    _, a = review_of(DUEL, "person instant")
    b = replace(a, side=1)
    assert [1 - chance for chance in a.before] == pytest.approx(list(b.before))  # type: ignore[operator]
    swapped = {"winnable": "unwinnable", "unwinnable": "winnable"}
    assert tuple(swapped.get(verdict, verdict) for verdict in a.possible) == b.possible


# --- why


def is_blame_true(why: Why, view: View, said: Said, better: list[Play], played: list[Play]) -> bool:
    """Recompute from the rules what is said against a turn, or for the better one beside it."""
    rules, table = view.rules, {pile.name: at for at, pile in enumerate(view.rules.piles)}
    good, bad = view.laid_turn(better), view.laid_turn(played)
    own = own_places(view)
    kind, about = why.kind.removesuffix("-own"), [table[pile] for pile in why.piles[:1]]
    if why.kind.endswith("-own") != (rules.gifts > 0 and kind in ("blocked", "closed", "further")):
        return False
    if kind == "spoiled":
        (card,), (at,) = why.cards, about
        direction, top = rules.piles[at].direction, view.tops[at]
        was_made = [play.card for play in played if table[play.pile] == at][:1] == [card]
        is_gone = card not in bad.hand or not follows_by_trick(rules, direction, bad.tops[at], card)
        is_gone = is_gone or any(command.name == "no-trick" for command in bad.visible_commands())
        return card in view.hand and follows_by_trick(rules, direction, top, card) and is_gone and not was_made
    if kind == "blocked":
        was_open = all(goes_on(view, view.tops, card) for card in why.cards)
        return was_open and all(card in bad.hand and not goes_on(view, bad.tops, card) for card in why.cards)
    if kind == "unheard":
        assert why.number is not None
        word = said[why.number - 1][about[0]]
        return word.name != "free" and any(table[play.pile] in about for play in played)
    if kind == "gave":
        (card,), (at,) = why.cards, about
        owner = rules.piles[at].owner
        assert owner is not None
        left = set(rules.cards) - set(view.laid[owner])
        way = rules.piles[at].direction
        more = sum(follows(rules, way, card, one) - follows(rules, way, view.tops[at], one) for one in left)
        return at not in own and Play(card, why.piles[0]) in played and more == why.number and more > 0
    if kind == "closed":
        cards = view.unseen[rules.deck_of(view.to_move)]
        places = [sum(goes_on(view, turn.tops, card) for card in cards) for turn in (good, bad)]
        return places[0] > places[1] and places[0] - places[1] == why.number
    if kind == "further":
        more = progress_of(view, bad.tops) - progress_of(view, good.tops)
        return more == why.number and more > 0
    if kind == "leaves":
        shown = [format_top(rules, about[0], turn.tops[about[0]]) or "nothing" for turn in (good, bad)]
        return list(why.piles[1:]) == shown and shown[0] != shown[1]
    if kind in ("holds", "lays"):
        one, other = (good, bad) if kind == "holds" else (bad, good)
        return bool(why.cards) and set(why.cards) == set(one.hand) - set(other.hand)
    return is_true(why, view, said, better, [played])


def check_reasons(deal: str, turns: int, talks: bool = False) -> set[str]:
    """Every mistake of a game that somebody plays at random has reasons, and they are true; their kinds."""
    match = random_match(deal, 7, turns)
    match = Match(deal, match.seats, line=match.line, talks=talks)
    found, kinds = review(match.start, match.line, samples=4, information=match.information), set[str]()
    for turn in found.mistakes:
        assert turn.cost is not None
        position = turn.played.position
        view, said = View.of(position, position.to_move), match.said_at(position) or {}
        better, played = list(turn.cost.best.plays), list(turn.played.turn.plays)
        assert turn.cost.why, (view, better, played)
        for why in turn.cost.why:
            assert is_blame_true(why, view, said, better, played), (view, better, played, why)
            german = why_text("de", why)
            assert german != str(why)
            assert all(str(card) in german for card in why.cards if why.kind not in ("leaves", "fits"))
            kinds.add(why.kind)
    return kinds


def test_every_mistake_has_a_true_reason() -> None:
    kinds = check_reasons("face-to-face highest=12 #2", 8) | check_reasons("the-game/3 #3", 6, talks=True)
    assert {"gave", "blocked-own", "further"} <= kinds


def test_a_pile_that_was_asked_for_is_a_reason() -> None:
    match = Match("the-game/3 #17", (PERSON,) * 3, talks=True)
    view, said = match.view(0), match.said
    assert said is not None
    assert {word.name for word in said[2][:2]} == {"please-dont"}
    better, played = ([Play.parse(play) for play in text.split()] for text in ("97@down1 96@down1", "17@up1 97@down1"))
    (why,) = (why for why in blame(view, said, [better, played]) if why.kind == "unheard")
    assert is_blame_true(why, view, said, better, played)
    assert str(why) == "the turn played went on up1, which player 3 had asked for"
    assert why_text("de", why) == "der gespielte Zug ging auf up1; darum hatte Spieler 3 gebeten"


@pytest.mark.slow
@pytest.mark.parametrize(
    "deal",
    [
        *DEALS,
        "face-to-face highest=16 #2",
        "face-to-face highest=20 #4",
        "the-game/4 highest=40 #5",
    ],
)
def test_every_mistake_of_every_game_has_a_true_reason(deal: str) -> None:
    kinds = check_reasons(deal, 14)
    assert kinds
    if load(deal).rules.players > 1 and not load(deal).rules.gifts:
        check_reasons(deal, 14, talks=True)


def test_turns_that_differ_at_all_have_a_reason() -> None:
    """The last resort names what lies or is held otherwise."""
    kinds = set()
    for deal in DEALS:
        view = View.of(Match(deal, (PERSON,) * load(deal).rules.players).position, 0)
        turns = [list(turn.plays) for _, turn in zip(range(60), view.legal_turns, strict=False)]
        for better, played in pairwise(turns):
            if same_end(view.laid_turn(better)) != same_end(view.laid_turn(played)):
                (why, *_) = differences(Blamed(view, {}, view.laid_turn(better), view.laid_turn(played)))
                assert is_blame_true(why, view, {}, better, played)
                kinds.add(why.kind)
                assert why_text("de", why) != str(why)
    assert "leaves" in kinds


# --- what was heard


def test_words_count_in_reviews() -> None:
    match = talking_match("the-game/3 #13", 2)
    found, counsel = review(match.start, match.line, samples=10, information=TALK), Counsel(match.rules, 10)
    for turn in found.turns:
        position = turn.played.position
        view = View.of(position, position.to_move)
        assert turn.cost == counsel.cost(view, turn.played.turn.plays, match.said_at(position))
    deaf = review(match.start, match.line, samples=10)
    assert [turn.cost for turn in deaf.turns] != [turn.cost for turn in found.turns]


def test_hands_that_are_redealt_would_say_what_was_said() -> None:
    match = talking_match("the-game/3 #13", 3)
    view, said, chance = match.view(match.position.to_move), match.said, Random(1)
    assert said
    tables = [redealt(view, chance, said) for _ in range(20)]
    agreeing = [spoken(View.of(table, view.to_move, OPEN)) == said for table in tables]
    assert all(View.of(table, view.to_move) == view for table in tables)
    assert len({table.hands for table in tables}) == 20
    assert sum(agreeing) >= 18  # the rest came as near as they could
    silent = [spoken(View.of(redealt(view, chance), view.to_move, OPEN)) == said for _ in range(20)]
    assert sum(silent) < 5


def test_a_terrible_turn_is_the_dearest_mistake() -> None:
    match = Match("the-game/1 #17", ("person",))
    hand = match.turn.hand
    terrible = match.lay(hand[0], "down1").lay(hand[-1], "up1").end_turn()
    good = terrible.played(next(iter(terrible.position.legal_turns)))
    found = review(match.start, good.line, samples=6)
    assert found.mistakes
    assert found.mistakes[0].played.number == 1
    cost = found.mistakes[0].cost
    assert cost is not None
    assert cost.points > 10 * LEAST_MISTAKE
    assert cost.why
    assert found.result is None  # it is not over


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_words(language: Language) -> None:
    _, found = review_of(SMALL, "person quick")
    text = review_text(found, language)
    assert text.count("●") == len(found.before)
    assert max(map(len, text.split("\n"))) <= 80
    (exact,) = (line for line in text.split("\n") if line.lstrip().startswith(("exact", "exakt")))
    assert len(exact.split()[1]) == len(found.possible)
    assert ("Die Karten" in text or "die Karten" in text) == (language == "de")


def test_it_can_be_stopped_and_says_so() -> None:
    _, match = typed_game(SMALL, "person quick")

    def stop(progress: Progress) -> None:
        if progress.stage.startswith("turn 3 "):
            raise KeyboardInterrupt

    found = review(match.start, match.line, limits=Limits(watch=stop), samples=10)
    assert found.limit == "interrupted"
    assert [turn.cost is None for turn in found.turns[:3]] == [False, False, True]
    assert "interrupted" in review_text(found, "en")


# --- from the command line


def test_a_game_from_anywhere(tmp_path: Path) -> None:
    deal = "quick-and-easy/1 highest=3 #3"
    _, match = typed_game(deal, "person")
    record = format_record(match)
    data = json.loads(forked("review", record, "--json").stdout)
    assert data["game"] == record
    assert {"possible", "start", "end", "luck", "turns", "mistakes", "limit", "side"} <= data.keys()
    assert {"player", "plays", "before", "chance", "cost", "best", "why", "luck", "possible"} <= data["turns"][0].keys()
    (tmp_path / "game.txt").write_text(record + "\n")
    text = forked("review", str(tmp_path / "game.txt")).stdout.decode()
    assert text.startswith("The chance to win before each turn")
    (tmp_path / "line.txt").write_text(format_line(match.line))
    assert forked("review", deal, str(tmp_path / "line.txt")).stdout.decode() == text
    for name, begins in (("a.svg", b"<?xml"), ("a.png", b"\x89PNG")):
        done = forked("review", record, "-o", str(tmp_path / name))
        assert (done.returncode, done.stderr) == (0, b"")
        assert (tmp_path / name).read_bytes().startswith(begins)


@pytest.mark.parametrize(
    ("arguments", "culprit"),
    [
        (["no-such-file"], "no-such-file"),
        (["quick-and-easy/1 #3 | line: -"], "nothing was played"),
        (["quick-and-easy/1 #3 | line: 1: y9@up"], "turn 1"),
        (["quick-and-easy/1 #3", "1: y9@up"], "turn 1"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], culprit: str) -> None:
    done = forked("review", *arguments)
    assert done.returncode == 2
    assert done.stderr.decode().count("\n") == 1
    assert culprit in done.stderr.decode()


@pytest.mark.slow
def test_a_game_of_98_cards_is_judged_to_the_end() -> None:
    for deal, seats in (("the-game/1 #17", "person"), ("the-game/5 #3", "person quick quick quick quick")):
        _, match = typed_game(deal, seats)
        assert load(deal).rules.players == len(match.seats)
        assert all(turn.cost is not None for turn in reviewed(match).turns)
