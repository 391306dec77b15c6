"""Advice when cards are hidden: its form, that it is the same again, that nothing leaks, that its reasons are true."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import solver
from puzzles.play.words import why_text
from solver.cards import Card
from solver.errors import DoesNotAddUp, HiddenCards, TenbackError
from solver.hidden.adviser import MOST_SAMPLES
from solver.hidden.talk import WORD_NAMED, Said, parse_said
from solver.hidden.why import reasons
from solver.notation.jsonform import to_json
from solver.rules.follow import follows, follows_by_trick
from solver.rules.turns import OpenTurn
from solver.search.limits import Progress
from solver.table.line import Play, Turn
from solver.table.position import Position
from solver.table.view import INFORMATION, OPEN, OWN, View
from tests.command import TENBACK, TIMEOUT, environment, forked
from tests.docs import blocks
from tests.strategies import GAME_NAMES, random_position
from tests.test_bad_input import check_refused
from tests.test_readme import README
from tests.test_view import redealt

TEAM_GAMES = [name for name, game in solver.GAMES.items() if not game.is_duel]
HIDDEN = "the-game/2 | up: 17 1 | down: 88 100 | 1*: 5 9 20 | 2: ?6 | draw: ?40"
WON = "the-game/2 | up: 90 91 | down: 8 9 | 1*: 6 7 | 2: 80"
LOST = "the-game/1 | up: 90 91 | down: 8 9 | 1*: 20"
HOPELESS = "the-game/1 | up: 90 91 | down: 8 9 | 1*: 20 92 93"
DUEL = "face-to-face | A.up: 17 | B.up: 9 | B.down: 51 | A*: 5 19 20 41 43 | B: ?6 | A.draw: ?9 | B.draw: ?9"
FEW = 3  # redeals


# --- the form


def test_the_json_is_that_of_the_interface() -> None:
    done = forked("advise", HIDDEN, "--samples", "20", "--json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert {"best", "turns", "information", "samples", "seconds"} <= data.keys()
    assert data["best"] == data["turns"][0]["plays"]
    assert (data["information"], data["samples"]) == ("own", 20)
    for turn in data["turns"]:
        assert {"plays", "chance", "interval", "cards_left"} <= turn.keys()
        low, high = turn["interval"]
        assert 0 <= low <= turn["chance"] <= high <= 1
    chances = [turn["chance"] for turn in data["turns"]]
    assert chances == sorted(chances, reverse=True)
    assert "laid, nobody remembers which" in data["note"]  # 47 of them
    assert data["why"]


def test_hidden_cards_in_json_and_in_text_are_the_same() -> None:
    view = solver.load(HIDDEN)
    data = json.dumps(to_json(view))
    assert '"hidden"' in data
    answers = [forked("advise", source, "--samples", "5", "--json") for source in (HIDDEN, data)]
    first, second = (json.loads(done.stdout) | {"seconds": 0} for done in answers)
    assert first == second


def test_the_same_seed_gives_the_same_answer_and_another_does_not() -> None:
    def figures(seed: int) -> list[tuple[object, ...]]:
        found = solver.advise(HIDDEN.replace("draw: ?40", "draw: ?80"), samples=40, seed=seed)
        return [(turn.plays, turn.chance, turn.interval, turn.cards_left) for turn in found.turns]

    assert figures(7) == figures(7)
    assert figures(7) != figures(8)


def test_every_turn_meets_the_first_redeals_and_the_best_two_all() -> None:
    found = solver.advise("the-game/2 #17", samples=64)
    assert min(turn.samples for turn in found.turns) >= 16
    assert max(turn.samples for turn in found.turns) == found.samples == 64
    assert len(found.turns) <= 12


def test_time_ends_it() -> None:
    found = solver.advise("the-game/5 #3", seconds=0.2)
    assert 1 <= found.samples < MOST_SAMPLES


def test_certain_endings_have_certain_intervals() -> None:
    won = solver.advise(WON, samples=20)
    assert won.best is not None
    assert (won.best.chance, won.best.interval, won.best.cards_left) == (1, (1, 1), 0)
    assert won.best.certain
    assert won.sure == 1 or len(won.turns) == 1
    lost = solver.advise(HOPELESS, samples=20)
    assert lost.best is not None
    assert (lost.best.chance, lost.best.interval) == (0, (0, 0))
    assert lost.best.cards_left >= 1


@pytest.mark.parametrize("name", TEAM_GAMES)
def test_what_is_certain_is_what_the_solver_proves(name: str) -> None:
    rng, certain = Random(f"certain in {name}"), 0
    for _ in range(60):
        position = random_position(rng, name)
        if position.outcome is not None or position.draw.cards:
            continue
        for turn in solver.advise(position, OPEN, samples=FEW).turns:
            if turn.certain:
                certain += 1
                after = position.after(Turn(turn.plays))
                assert (solver.solve(after).name == "winnable") == (turn.chance == 1)
    assert certain > 10


@pytest.mark.parametrize("name", TEAM_GAMES)
@pytest.mark.parametrize("players", [1, 2, 5])
def test_every_team_game(name: str, players: int) -> None:
    deal = solver.deal(name, players, 3)
    view = View.of(deal.position(), 0)
    found = solver.advise(deal, samples=2)
    assert found.turns
    assert all(Turn(turn.plays) in view.legal_turns for turn in found.turns)
    assert found.why


def test_rules_without_weights_of_their_own_say_so() -> None:
    done = forked("advise", "the-game/2 #1", "--set", "trick=7", "--samples", "2", "--json")
    assert "no weights" in json.loads(done.stdout)["note"]
    assert "no weights" in forked("advise", "the-game/2 ups=1 downs=1 #1", "--samples", "2").stdout.decode()
    assert json.loads(forked("advise", "the-game/2 #1", "--samples", "2", "--json").stdout)["note"] is None


# --- statuses and bad input


def test_nothing_to_play_is_status_1() -> None:
    done = forked("advise", LOST, "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["turns"] == json.loads(done.stdout)["best"] == []
    text = forked("advise", LOST)
    assert (text.returncode, text.stdout.decode()[:13]) == (1, "no legal turn")


@pytest.mark.parametrize(
    ("words", "culprit"),
    [
        ([HIDDEN, "--seconds", "0"], "a positive number of seconds"),
        ([HIDDEN, "--seconds", "-1"], "a positive number of seconds"),
        ([HIDDEN, "--seconds", "nan"], "a positive number of seconds"),
        ([HIDDEN, "--samples", "0"], "samples 0: must be 1 to 1000000"),
        ([HIDDEN, "--samples", "999999999999"], "samples 999999999999: must be"),
        ([HIDDEN, "--samples", "5", "--seconds", "1"], "give one of them"),
        ([HIDDEN, "--seed", "-1"], "seed -1: must be"),
        ([HIDDEN, "--information", "all"], "'all' is not a kind of information: own talk open"),
        ([HIDDEN, "--information", "open"], "that of player 2 is hidden"),
        ([HIDDEN, "--information", "talk"], "talk needs what the partners said"),
        ([HIDDEN, "--said", "up1=mine"], "write who says what"),
        ([HIDDEN, "--said", "2: up1=yes"], "'up1=yes': write pile=word"),
        ([HIDDEN, "--said", "2: left=mine"], "'left' is not a pile"),
        ([HIDDEN, "--said", "3: up1=mine"], "'3' is not a player"),
        ([HIDDEN, "--said", "1: up1=mine"], "player 1 is the one who looks"),
        ([HIDDEN, "--said", "2: up1=mine", "--information", "own"], "counts with talk, not with own"),
        ([HIDDEN, "--weights", "missing.json"], "missing.json: No such file"),
        (["face-to-face #1", "--information", "talk"], "opponents say nothing"),
        (["face-to-face #1", "--said", "B: A.up=mine"], "opponents say nothing"),
        (["face-to-face #1", "--weights", "mine.json"], "weights of your own are for the team games"),
        ([DUEL, "--information", "open"], "that of player B is hidden"),
        ([DUEL.replace("B: ?6", "B: 30 31"), "--information", "open"], "open needs both draw piles in order"),
        ([HIDDEN.replace("the-game/2", "the-game/2 seat=2 to_move=2").replace("1*", "1")], "player 2"),
        (["the-game/2 seat=2 | up: 17 - | 1*: ?3 | 2: 5 9 | draw: ?40"], "advice is for the one to move"),
        (["the-game-extreme/2 | up: 17 - | 1*: 5 9 | 2: ?3 | draw: ?9 | commands: 17=silence", "--said", "2: up1=mine"],
         "silence is visible"),
    ],
)  # fmt: skip
def test_bad_input(words: list[str], culprit: str) -> None:
    check_refused(forked("advise", *words), culprit)


def test_weights_of_another_shape_are_refused(tmp_path: Path) -> None:
    record = tmp_path / "mine.json"
    record.write_text('{"trained_on": "x", "command": "y", "shape": [3, 1, 1], "digest": "0", "history": []}')
    record.with_suffix(".net").write_bytes(b"0000")
    check_refused(forked("advise", HIDDEN, "--weights", str(record)), "mine.net")


# --- what the seat knows


@pytest.mark.parametrize("name", TEAM_GAMES)
def test_what_the_seat_cannot_see_changes_nothing(name: str) -> None:
    """Talk is left out: what partners say depends on their hands."""
    rng, compared = Random(f"advice leaks in {name}"), 0
    for _ in range(25):
        position = random_position(rng, name)
        for information in (OWN, OPEN):
            other = redealt(rng, position, position.to_move, information)
            one, two = (solver.advise(table, information, samples=FEW) for table in (position, other))
            assert replace(one, seconds=0) == replace(two, seconds=0)
            compared += position != other and bool(one.turns)
    assert compared > 10


def test_with_talk_only_words_count() -> None:
    """Another hand that says the same gives the same advice."""
    table = "the-game/2 hand=3 | up: 17 1 | down: 88 100 | 1*: 5 9 20 | 2: {} | draw?: {}"
    rest = [str(card) for card in range(40, 71)]
    hands = (["40", "50", "60"], ["41", "52", "66"])
    found = []
    for hand in hands:
        draw = " ".join(card for card in rest if card not in hand)
        found.append(solver.advise(table.format(" ".join(hand), draw), "talk", samples=4))
    assert found[0].information.partners_speak
    assert replace(found[0], seconds=0) == replace(found[1], seconds=0)


LAID = " ".join(str(n) for n in range(2, 100) if n not in (5, 7, 9, 17, 20, 40, 50, 60, 61, 62, 63, 88))


def test_partners_speak_of_their_hands_and_can_be_quoted() -> None:
    table = "the-game/2 | up: 17 1 | down: 88 100 | 1*: 5 9 20 | 2: 7 40 50 | draw?: 60 61 62 63"
    spoken = solver.advise(table, "talk", samples=4)
    unseen = table.replace("2: 7 40 50 | draw?: 60 61 62 63", "2: ?3 | draw: ?4 | laid: " + LAID)
    quoted, other = (solver.advise(unseen, said=f"2: {words}", samples=4) for words in ("up1=mine", "down1=mine"))
    assert quoted.information == spoken.information == INFORMATION["talk"]
    assert replace(quoted, seconds=0) == replace(spoken, seconds=0), "the 7 pulls the 17 back: that is what is said"
    assert other.turns != spoken.turns
    assert "asked" in {why.kind for why in reasons(spoken.view, parse_said("2: up1=mine", spoken.view.rules),
                                                   [solver.parse_line("5@up2 9@up2")[0].plays])}  # fmt: skip


def test_an_unordered_draw_pile_and_a_known_one_are_the_same() -> None:
    known = "the-game/1 | up: 17 1 | down: 88 100 | 1*: 5 9 20 | draw: 60 61 30 40 50"
    one, two = (solver.advise(text, samples=5) for text in (known, known.replace("draw:", "draw?:")))
    assert replace(one, seconds=0) == replace(two, seconds=0)


def test_a_view_that_shows_all_hands_is_open_unless_own_is_asked_for() -> None:
    table = "the-game/2 | up: 17 1 | down: 88 100 | 1*: 5 9 20 | 2: 7 40 | draw: ?40"
    assert solver.advise(table, samples=FEW).information == OPEN
    own = solver.advise(table, "own", samples=FEW)
    assert own.information == OWN
    assert own.view.hands[1] == solver.Hidden(2)


def test_what_cannot_be_known_is_refused_in_python_too() -> None:
    with pytest.raises(HiddenCards):
        solver.advise(HIDDEN, OPEN)
    with pytest.raises(DoesNotAddUp):
        solver.advise(HIDDEN, seconds=0)


# --- reasons


def said_at_random(rng: Random, view: View) -> Said:
    words = list(WORD_NAMED.values())
    seats = [seat for seat in range(view.rules.players) if seat != view.to_move]
    return {seat: tuple(rng.choice(words) for _ in view.rules.piles) for seat in seats}


def own_places(view: View) -> list[int]:
    """The piles that are not an opponent's."""
    return [at for at, pile in enumerate(view.rules.piles) if pile.owner in (None, view.to_move)]


def progress_of(view: View, tops: tuple[Card | None, ...]) -> int:
    """How far all piles have got that are not an opponent's."""
    rules = view.rules
    return sum(
        0
        if top is None
        else top.number - rules.lowest + 1
        if pile.direction == "up"
        else rules.highest + 1 - top.number
        for pile, top in ((rules.piles[at], tops[at]) for at in own_places(view))
    )


def is_true(why: solver.Why, view: View, said: Said, plays: list[Play], others: list[list[Play]]) -> bool:
    """Recompute a reason from the rules, play by play."""
    rules, after = view.rules, view.laid_turn(plays)
    index = {pile.name: at for at, pile in enumerate(rules.piles)}
    own = {rules.piles[at].name for at in own_places(view)}
    touched, hand = {play.pile for play in plays} & own, set(after.hand)
    moved = progress_of(view, after.tops) - progress_of(view, view.tops)
    if why.kind == "gives":
        is_given = Play(why.cards[0], why.piles[0]) in plays and why.piles[0] not in own
        return is_given and why.number == after.cards_to_draw()
    if why.kind == "room":
        later = [count_fitting(view, view.laid_turn(turn)) for turn in (plays, others[0])]
        return why.number == later[0] and f", {later[0] - later[1]} more" in str(why) and later[0] > later[1]
    if why.kind == "gives-none":
        return {play.pile for play in plays} <= own and not {play.pile for play in others[0]} <= own
    if not set(why.piles) <= own:
        return False
    if why.kind == "last":
        return after.hand == () and view.cards_left == len(plays)
    if why.kind == "covers":
        (card,), (pile,) = why.cards, why.piles
        command = rules.command(card)
        return view.tops[index[pile]] == card and pile in touched and command is not None and command.name in str(why)
    if why.kind == "trick":
        (top, card), (pile,) = why.cards, why.piles
        before: list[Card | None] = [
            play.card for play in plays[: [play.card for play in plays].index(card)] if play.pile == pile
        ]
        return (
            (before or [view.tops[index[pile]]])[-1] == top
            and follows_by_trick(rules, rules.piles[index[pile]].direction, top, card)
            and why.number == abs(top.number - card.number)
        )
    if why.kind == "keeps":
        (card,), (pile,) = why.cards, why.piles
        return card in hand and follows_by_trick(
            rules, rules.piles[index[pile]].direction, after.tops[index[pile]], card
        )
    if why.kind == "asked":
        assert why.number is not None
        strongest = max(word.number for word in said[why.number])
        asked = {
            pile.name for pile, word in zip(rules.piles, said[why.number], strict=True) if word.number == strongest
        }
        return strongest > 0 and set(why.piles) == asked and not touched & asked
    if why.kind == "pair":
        low, high = why.cards
        return {low, high} <= hand and high.number - low.number == rules.trick
    if why.kind == "moves":
        rest = [progress_of(view, view.laid_turn(other).tops) - progress_of(view, view.tops) for other in others]
        least = "less than any" not in str(why) or moved < min(rest)
        return why.number == moved and least and ("the next turn" not in str(why) or moved < rest[0])
    if why.kind == "fits":
        stuck = [card for card in hand if not goes_on(view, after.tops, card)]
        return not rules.gifts and len(stuck) == why.number and set(stuck) == set(why.cards)
    if why.kind == "rid":
        return why.cards[0] in {play.card for play in plays} and is_furthest(view, why.cards[0])
    if why.kind == "more":
        return why.number == len(plays) > rules.least(view.draws[rules.deck_of(view.to_move)] == 0)
    if why.kind == "alone":
        return not set(why.piles) & touched and set(why.piles) | touched == own
    return False


def count_fitting(view: View, after: OpenTurn) -> int:
    """How many of the cards that the player has yet to lay follow on one of the own piles."""
    laid = {*view.laid[view.to_move], *(card for card, _ in after.laid)}
    return sum(goes_on(view, after.tops, card) for card in set(view.rules.cards) - laid)


def goes_on(view: View, tops: tuple[Card | None, ...], card: Card) -> bool:
    """Would a pile that is not an opponent's take the card where these cards lie on top?"""
    rules = view.rules
    barred = any(command is not None and command.name == "no-trick" for command in map(rules.command, tops))
    shown = [(rules.piles[at].direction, tops[at]) for at in own_places(view)]
    return any(
        follows(rules, way, top, card) and not (barred and follows_by_trick(rules, way, top, card))
        for way, top in shown
    )


def is_furthest(view: View, card: Card) -> bool:
    """Is this the card of the hand that moves a pile the most, even on the pile that it moves least?"""
    far = {}
    for held in view.hand:
        steps = [
            progress_of(view, (*view.tops[:at], held, *view.tops[at + 1 :])) - progress_of(view, view.tops)
            for at in own_places(view)
            if follows(view.rules, view.rules.piles[at].direction, view.tops[at], held)
        ]
        if steps:
            far[held] = min(steps)
    return all(far[card] > step for held, step in far.items() if held != card)


def test_reasons_are_true() -> None:
    rng, kinds = Random("reasons"), set()
    for number in range(400):
        position: Position = random_position(rng, GAME_NAMES[number % len(GAME_NAMES)])
        if position.outcome is not None:
            continue
        view = View.of(position, position.to_move)
        turns = [list(turn.plays) for _, turn in zip(range(200), view.legal_turns, strict=False)]
        turns = rng.sample(turns, min(6, len(turns)))
        said = {} if view.rules.game.is_duel else said_at_random(rng, view)
        for why in reasons(view, said, turns, most=99):
            assert is_true(why, view, said, turns[0], turns[1:]), (view, turns, why)
            assert why_text("de", why) != why_text("en", why) == str(why)
            kinds.add(why.kind)
    assert kinds >= {
        "last",
        "covers",
        "trick",
        "keeps",
        "asked",
        "pair",
        "moves",
        "fits",
        "rid",
        "more",
        "alone",
        "gives",
        "gives-none",
        "room",
    }


# --- Ctrl-C


def test_a_watcher_can_stop_it() -> None:
    def watch(progress: Progress) -> None:
        if progress.states == 3:
            raise KeyboardInterrupt

    found = solver.advise("the-game/2 #17", seconds=60, watch=watch)
    assert (found.samples, found.limit) == (3, str(solver.Interrupted()))
    assert found.turns


def test_ctrl_c_gives_what_is_known() -> None:
    screen, stderr = os.openpty()
    process = subprocess.Popen(
        [TENBACK, "advise", "the-game/2 #17", "--seconds", "600", "--json"],
        stdout=subprocess.PIPE, stderr=stderr, env=environment(),
    )  # fmt: skip
    seen = b""
    while b"redeals" not in seen:
        seen += os.read(screen, 1024)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 0
    data = json.loads(output)
    assert data["limit"] == str(solver.Interrupted())
    assert data["best"]


# --- the documentation


def shown_advice() -> list[str]:
    """What README and docs/advise.md show."""
    found = re.findall(r"```console\n(\$ tenback advise .*?)```", README, re.DOTALL)
    return [*found, *(block for block in blocks("advise.md", "console") if block.startswith("$ tenback advise"))]


@pytest.mark.parametrize("block", shown_advice())
def test_what_is_shown_is_what_comes_out(block: str) -> None:
    """The turn and the facts about it; chances change with what was learned."""
    command, _, shown = block.partition("\n")
    done = forked(*shlex.split(command.removeprefix("$ tenback ")))
    assert done.returncode == 0
    came = done.stdout.decode().splitlines()
    assert came[0] == shown.splitlines()[0]
    facts = [line for line in shown.splitlines() if line.startswith(("turn ", "Why", "- "))]
    assert facts
    assert {line.split("  ")[0] for line in facts} <= {line.split("  ")[0] for line in came}
    assert max(map(len, came)) <= 80


def test_readme_and_page_show_advice() -> None:
    assert len(shown_advice()) >= 2
    for block in blocks("advise.md", "python"):
        exec(block, {})


def test_every_refusal_is_ours() -> None:
    for bad in ({"samples": 0}, {"seed": -1}, {"said": "x"}, {"information": "x"}, {"weights": Path("missing.json")}):
        with pytest.raises(TenbackError):
            solver.advise(HIDDEN, **bad)
