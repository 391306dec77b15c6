"""``tenback survey --hidden``: our player plays numbered deals, every game is refereed, and no two questions mix."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import solver
from solver.errors import DoesNotAddUp, RefereeDisagrees, Unreadable
from solver.hidden import nets
from solver.hidden.games import PlayedGames, Seats
from solver.hidden.nets import Record, Value, fresh_net, shipped, write_value
from solver.survey.chunks import DecidedChunk, SurveyTask, decide
from solver.survey.export import export
from solver.survey.merge import merge
from solver.survey.plan import SurveyPlan, plan_of_text
from solver.survey.players import PlayerWish
from solver.survey.report import to_json
from solver.survey.store import OpenSurvey, SurveyStore
from tests.command import TENBACK, TIMEOUT, environment
from tests.surveys import close_stores, contents, survey
from tests.test_survey_command import Answer, inside

SMALL = "the-game/2 highest=30 hand=2"
QUICK = f"{SMALL} hidden=own strength=quick"
WORDS = ("survey", "the-game", "--players", "2", "--set", "highest=30", "--set", "hand=2", "--jobs", "1")
HIDDEN = (*WORDS, "--hidden", "own", "--strength", "quick", "--chunk", "10")


@pytest.fixture(autouse=True)
def closed_stores() -> Iterator[None]:
    yield
    close_stores()


def answer_of(done: Answer) -> Any:
    assert done.status == 0, done.err
    return json.loads(done.out)


def other_weights(path: Path) -> Path:
    """A net of the right shape that has learned nothing."""
    known = shipped("the-game")
    assert known is not None
    write_value(path, Value(fresh_net(known.record.shape, 5), Record("nothing", "none", known.record.shape, "")))
    return path


def figures(text: str | SurveyPlan, last: int = 10) -> DecidedChunk:
    """A chunk, times apart."""
    plan = text if isinstance(text, SurveyPlan) else plan_of_text(text)
    return replace(
        decide(SurveyTask(plan, 1, last, with_games=True)), task=SurveyTask(plan, 1, last), micros={}, seconds=0
    )


# --- what is answered


def test_the_keys_and_what_they_say(tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    done = inside(*HIDDEN, "--deals", "1:40", "--games", str(games), "--json")
    found = answer_of(done)
    assert list(found)[:9] == [
        "won", "lost", "unknown", "share", "interval", "confidence", "method", "lost_deals", "seconds"
    ]  # fmt: skip
    assert (found["hidden"], found["strength"], found["seed"]) == ("own", "quick", 1)
    assert (found["unknown"], found["unknown_deals"], found["won"] + found["lost"]) == (0, [], 40)
    assert "no weights were trained for these rules" in found["note"]
    assert found["note"] in done.err
    assert done.err.count("\n") == 1
    left = {}
    for number, text in enumerate(games.read_text().splitlines(), start=1):
        game = json.loads(text)
        assert list(game) == ["deal", "turns"]
        assert game["deal"] == number
        left[number] = solver.verify(f"{SMALL} #{number}", text).cards_left
    assert found["cards_left"] == sum(left.values()) / 40
    assert found["lost_deals"] == [number for number, cards in left.items() if cards]
    assert 0 < found["lost"] < 40  # else nothing was shown


def test_cards_left_of_a_part_of_the_store(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    whole = survey(QUICK, (1, 40), path, chunk=10)
    parts = [survey(QUICK, bounds, path, chunk=10) for bounds in ((1, 17), (18, 40))]
    lost = [[int(row.reason.split()[0]) for row in part.deals(2)] for part in (whole, *parts)]
    for part, cards in zip((whole, *parts), lost, strict=True):
        assert part.cards_left == sum(cards) / part.share.deals
    assert lost[0] == lost[1] + lost[2]
    assert all(lost)


def test_a_survey_of_what_can_be_won_says_what_it_said_before() -> None:
    found = to_json(survey(SMALL, (1, 10)))
    assert not {"hidden", "strength", "cards_left", "seed", "weights", "note"} & set(found)


def test_instant_needs_no_weights_and_the_score_plays_where_none_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    instant = plan_of_text(f"{SMALL} hidden=own strength=instant")
    assert instant.player is not None
    assert (instant.player.weights, instant.player.note, instant.value) == ("", None, None)
    monkeypatch.setattr(nets, "shipped", lambda name: None)
    odd = plan_of_text("the-game/2 highest=20 ups=1 downs=1 hand=3 hidden=own strength=quick")
    assert odd.player is not None
    assert (odd.player.weights, odd.value) == ("", None)
    assert "the score plays" in str(odd.player.note)
    assert figures(odd).won + figures(odd).lost == 10


@pytest.mark.parametrize(
    "rules",
    [
        "the-game/1 highest=30",
        "the-game/5 highest=40",
        "the-game-extreme/2 highest=40",
        "the-game-extreme/2 highest=40 commands=random",
        "the-game-on-fire/2 highest=40",
        "quick-and-easy/2",
        "quick-and-easy-pro/2",
        "the-game/1 highest=20 ups=1 downs=1 hand=3 trick=7",
    ],
)
@pytest.mark.parametrize("words", ["hidden=own strength=quick", "hidden=talk strength=instant", "hidden=open"])
def test_every_team_game_is_played_to_a_refereed_end(rules: str, words: str) -> None:
    done = figures(f"{rules} {words}", 6)
    assert (done.won + done.lost, done.unknown, len(done.games)) == (6, 0, 6)
    for number, text in enumerate(done.games, start=1):
        judged = solver.verify(f"{rules} #{number}", text)
        assert judged.won is (number not in {row.deal for row in done.rows})


def test_page_report_plot_and_export(tmp_path: Path) -> None:
    path, table = tmp_path / "s.db", tmp_path / "all.jsonl"
    page = inside(*HIDDEN, "--deals", "1:20", "--store", str(path)).out
    assert "can be won" not in page
    assert "cards left on the average: " in page
    assert "turns a deal: median" in page
    known = json.loads(inside("survey", "report", str(path), "--json").out)[0]
    assert (known["hidden"], known["strength"]) == ("own", "quick")
    assert "hidden=own strength=quick" in inside("survey", "report", str(path)).out
    with SurveyStore(path) as store:
        export(store, table, "deals", every=True)
    rows = [json.loads(line) for line in table.read_text().splitlines()]
    assert [row["verdict"] for row in rows].count("lost") == known["lost"]
    assert sum(int(row["reason"].split()[0]) for row in rows if row["reason"]) == round(20 * known["cards_left"])
    if pytest.importorskip("matplotlib"):
        assert inside("survey", "report", str(path), "--plot", str(tmp_path / "s.svg")).status == 0


def test_compared_with_the_known_order() -> None:
    words = ("survey", "compare", SMALL, QUICK, "--deals", "1:20", "--jobs", "1", "--json")
    found = answer_of(inside(*words))
    assert (found["only_second"], found["unknown"]) == (0, 0)  # nobody wins what cannot be won
    assert found["both"] + found["only_first"] + found["neither"] == 20


# --- the same whoever works on it


def test_threads_and_processes_and_chunks_give_the_same(tmp_path: Path) -> None:
    stores, games = [], []
    for name, words in {
        "one": ("--jobs", "1"),
        "threads": ("--jobs", "2", "--pool", "threads"),
        "processes": ("--jobs", "2", "--pool", "processes"),
    }.items():
        store, file = tmp_path / f"{name}.db", tmp_path / f"{name}.jsonl"
        answer_of(inside(*HIDDEN, "--deals", "1:40", *words, "--store", str(store), "--games", str(file), "--json"))
        stores.append(contents(store))
        games.append(file.read_bytes())
    assert stores[0] == stores[1] == stores[2]
    assert games[0] == games[1] == games[2]
    assert games[0].count(b"\n") == 40


def test_a_game_does_not_depend_on_those_played_before() -> None:
    for text in (QUICK, "the-game-extreme/2 highest=16 commands=random hidden=talk strength=strong"):
        plan = plan_of_text(text)
        whole = decide(SurveyTask(plan, 1, 3, with_games=True)).games
        assert whole == tuple(decide(SurveyTask(plan, deal, deal, with_games=True)).games[0] for deal in range(1, 4))


def test_killed_and_gone_on_with(tmp_path: Path) -> None:
    store, games, alone, at_once = (tmp_path / name for name in ("s.db", "g.jsonl", "alone.db", "alone.jsonl"))
    words = (*HIDDEN, "--deals", "1:200")
    process = subprocess.Popen(
        [TENBACK, *words, "--store", str(store), "--games", str(games)],
        env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    deadline = time.monotonic() + TIMEOUT
    while not (games.exists() and games.stat().st_size) and time.monotonic() < deadline and process.poll() is None:
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    assert process.wait(TIMEOUT) == -signal.SIGKILL
    with games.open("ab") as file:
        file.write(b'{"deal":')  # as if the last line had been cut short
    answer_of(inside(*words, "--store", str(store), "--games", str(games), "--json"))
    answer_of(inside(*words, "--store", str(alone), "--games", str(at_once), "--json"))
    assert contents(store) == contents(alone)
    assert games.read_bytes() == at_once.read_bytes()


def test_a_chunk_of_which_some_games_were_written_is_done_whole(tmp_path: Path) -> None:
    """As after a kill between its games and its figures: the store is that of a run that was never killed."""
    store, games, alone, at_once = (tmp_path / name for name in ("s.db", "g.jsonl", "alone.db", "alone.jsonl"))
    answer_of(inside(*HIDDEN, "--deals", "1:30", "--store", str(alone), "--games", str(at_once), "--json"))
    answer_of(inside(*HIDDEN, "--deals", "1:10", "--store", str(store), "--games", str(games), "--json"))
    games.write_bytes(b"".join(at_once.read_bytes().splitlines(keepends=True)[:19]))
    answer_of(inside(*HIDDEN, "--deals", "1:30", "--store", str(store), "--games", str(games), "--json"))
    assert contents(store) == contents(alone)
    assert games.read_bytes() == at_once.read_bytes()


def test_games_of_deals_that_the_store_has(tmp_path: Path) -> None:
    store, games = tmp_path / "s.db", tmp_path / "g.jsonl"
    answer_of(inside(*HIDDEN, "--deals", "11:30", "--store", str(store), "--json"))
    answer_of(inside(*HIDDEN, "--deals", "1:40", "--store", str(store), "--games", str(games), "--json"))
    assert [json.loads(line)["deal"] for line in games.read_text().splitlines()] == [*range(1, 41)]
    survey(QUICK, (1, 40), tmp_path / "alone.db", chunk=10)
    assert contents(store) == contents(tmp_path / "alone.db")
    before = games.read_bytes()
    answer_of(inside(*HIDDEN, "--deals", "1:40", "--games", str(games), "--json"))
    assert games.read_bytes() == before


def test_until_it_is_narrow(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    found = survey(QUICK, (1, 1000), path, chunk=10, until_width=0.4)
    assert found.share.deals < 1000
    low, high = found.interval
    assert high - low <= 0.4


# --- nothing mixes


def test_what_a_game_depends_on_tells_surveys_apart(tmp_path: Path) -> None:
    words = ("own strength=quick", "talk strength=quick", "own strength=strong", "own strength=quick seed=2")
    plans = [plan_of_text(SMALL), *(plan_of_text(f"{SMALL} hidden={some}") for some in words)]
    plans.append(plan_of_text(SMALL).played(PlayerWish("own", "quick", 1, other_weights(tmp_path / "other.json"))))
    assert len({plan.digest for plan in plans}) == len(plans)
    assert len({plan.title for plan in plans}) == len(plans)
    assert plan_of_text(QUICK).digest == plans[1].digest


def test_a_store_takes_no_other_player(tmp_path: Path) -> None:
    path, weights = tmp_path / "s.db", other_weights(tmp_path / "other.json")
    words = (*HIDDEN, "--deals", "1:10", "--store", str(path))
    answer_of(inside(*words, "--json"))
    before = contents(path)
    for more in (("--strength", "instant"), ("--hidden", "talk"), ("--seed", "2"), ("--weights", str(weights))):
        done = inside(*words, *more)
        assert (done.status, "--add" in done.err) == (2, True)
    assert inside(*WORDS, "--deals", "1:10", "--store", str(path)).status == 2
    assert contents(path) == before
    answer_of(inside(*words, "--weights", str(weights), "--add", "--json"))
    assert len(contents(path)[0]) == 2


def test_stores_with_players_are_merged(tmp_path: Path) -> None:
    survey(QUICK, (1, 10), tmp_path / "a.db")
    survey(QUICK, (11, 20), tmp_path / "b.db")
    survey(SMALL, (1, 10), tmp_path / "c.db")
    with SurveyStore(tmp_path / "all.db", create=True) as target:
        merge(target, [SurveyStore(tmp_path / f"{name}.db") for name in "abc"])
        played, decided = target.surveys()
    assert played.player == plan_of_text(QUICK).player
    assert decided.player is None
    found = survey(QUICK, (1, 20), tmp_path / "all.db", beside_others=True)
    assert found.share.deals == 20


def test_only_stores_with_players_have_the_new_format(tmp_path: Path) -> None:
    for text, version in ((SMALL, 1), (QUICK, 2)):
        path = tmp_path / f"{version}.db"
        survey(text, (1, 5), path)
        with closing(sqlite3.connect(path)) as db:
            assert db.execute("PRAGMA user_version").fetchone() == (version,)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE players SET strength = 'best'", "strength"),
        ("UPDATE players SET information = 7", "information"),
        ("UPDATE players SET seed = -1", "seed"),
        ("UPDATE players SET weights = 'xyz'", "weights"),
        ("UPDATE players SET survey = 99", "survey"),
        ("UPDATE deals SET reason = '7 cards' WHERE verdict = 2", "cards left"),
        ("UPDATE deals SET reason = NULL", "cards left"),
        ("UPDATE deals SET reason = '0 cards left'", "cards left"),
        ("DROP TABLE players", "players"),
        ("PRAGMA user_version = 1", "players"),
    ],
)
def test_a_garbled_store_is_refused(tmp_path: Path, change: str, words: str) -> None:
    path = tmp_path / "s.db"
    assert survey(QUICK, (1, 30), path).share.lost
    close_stores()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(change)
    with pytest.raises(Unreadable, match=f"is damaged: .*{words}.*nothing in it was changed"):
        SurveyStore(path)


# --- the referee


def surrendered(played: PlayedGames, plan: SurveyPlan) -> None:
    """Every lost game ends a turn early."""
    for index in np.flatnonzero(played.left).tolist():
        line = played.line(index, plan.deal(played.first + index).position())
        count, cut = sum(len(turn.plays) for turn in line), len(line[-1].plays)
        played.plays[index, count - cut :] = -1
        played.left[index] += cut


def played_twice(played: PlayedGames, plan: SurveyPlan) -> None:
    """The second card of each game is the first once more."""
    played.plays[:, 1] = played.plays[:, 0]


def boasted(played: PlayedGames, plan: SurveyPlan) -> None:
    """Every game is said to be won."""
    played.left[:] = 0


@pytest.mark.parametrize("fault", [surrendered, played_twice, boasted])
def test_a_broken_player_is_caught(fault: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    play, plan, path = Seats.play, plan_of_text(QUICK), tmp_path / "s.db"

    def broken(seats: Seats, first: int, count: int) -> PlayedGames:
        played = play(seats, first, count)
        fault(played, plan)
        return played

    assert figures(plan, 30).lost
    monkeypatch.setattr(Seats, "play", broken)
    with pytest.raises(RefereeDisagrees, match=r"deal .* the referee: "):
        decide(SurveyTask(plan, 1, 30))
    done = inside(*HIDDEN, "--deals", "1:30", "--chunk", "30", "--store", str(path), "--json")
    assert (done.status, done.out) == (70, "")
    assert "Traceback" not in done.err
    with SurveyStore(path) as store:
        assert not any(store.is_begun(known.id) for known in store.surveys())


# --- Ctrl-C, and what is refused


def test_interrupted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    record, written, store, games = OpenSurvey.record, list[DecidedChunk](), tmp_path / "s.db", tmp_path / "g.jsonl"

    def interrupted(opened: OpenSurvey, done: DecidedChunk) -> bool:
        written.append(done)
        if len(written) == 3:
            raise KeyboardInterrupt
        return record(opened, done)

    monkeypatch.setattr(OpenSurvey, "record", interrupted)
    words = (*HIDDEN, "--deals", "1:60", "--store", str(store), "--games", str(games), "--json")
    done = inside(*words)
    assert done.status == 130
    found = json.loads(done.out)
    assert (found["partial"], found["won"] + found["lost"], found["strength"]) == (True, 20, "quick")
    assert answer_of(inside(*words))["partial"] is False
    assert games.read_bytes().count(b"\n") == 60
    survey(QUICK, (1, 60), tmp_path / "alone.db", chunk=10)
    assert contents(store) == contents(tmp_path / "alone.db")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--hidden", "all"), "'all' is not a kind of information: own talk open"),
        (("--strength", "best"), "'best' is not a strength"),
        (("--seed", "-1"), "seed -1"),
        (("--seed", "99999999999"), "seed 99999999999"),
        (("--weights", "no-such.json"), "no-such.json"),
        (("--strength", "instant", "--weights", "no-such.json"), "without weights"),
        (("--games", "no/such/folder/g.jsonl"), "'no/such/folder/g.jsonl' cannot be written"),
        (("--games", "."), "games go into a file"),
        (("--games", "g.jsonl", "--until-width", "0.1"), "leave --until-width out"),
        (("--games", "g.jsonl", "--sweep", "hand=3:4"), "leave --sweep out"),
        (("--state-limit", "100"), "--state-limit"),
        (("--time-limit", "1"), "--time-limit"),
        (("--memory-limit", "100"), "--memory-limit"),
    ],
)
def test_bad_input(words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = inside(*HIDDEN, "--deals", "1:2", *words)
    *_, last = done.err.splitlines()
    assert (done.status, done.out) == (2, "")
    assert said in last
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("option", [("--strength", "quick"), ("--seed", "1"), ("--weights", "x"), ("--games", "x")])
def test_options_that_need_hidden_cards(option: tuple[str, str]) -> None:
    done = inside(*WORDS, "--deals", "1:2", *option)
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert f"{option[0]} is for games with hidden cards" in done.err


def test_face_to_face_is_refused_by_name() -> None:
    done = inside("survey", "face-to-face", "--hidden", "own", "--deals", "1:2")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "face-to-face" in done.err


def test_a_file_of_other_games_is_left_alone(tmp_path: Path) -> None:
    games = tmp_path / "g.jsonl"
    answer_of(inside(*HIDDEN, "--deals", "1:10", "--games", str(games), "--json"))
    before = games.read_bytes()
    for words in (("--deals", "2:10"), ("--deals", "1:10", "--strength", "instant")):
        done = inside(*HIDDEN, *words, "--games", str(games))
        assert done.status == 2
        assert "choose another name" in done.err
    assert games.read_bytes() == before
    games.write_text("my diary")
    assert inside(*HIDDEN, "--deals", "1:10", "--games", str(games)).status == 2
    assert games.read_text() == "my diary"


@pytest.mark.parametrize(
    "text", [f"{SMALL} strength=quick", f"{SMALL} hidden=own hidden=talk", f"{SMALL} hidden=own seed=x"]
)
def test_texts_that_name_no_player(text: str) -> None:
    with pytest.raises(Unreadable):
        plan_of_text(text)


def test_weights_of_another_shape(tmp_path: Path) -> None:
    path = tmp_path / "w.json"
    write_value(path, Value(fresh_net((3, 2, 2), 1), Record("nothing", "none", (3, 2, 2), "")))
    with pytest.raises(DoesNotAddUp, match="3 inputs"):
        plan_of_text(SMALL).played(PlayerWish("own", "quick", 1, path))
