"""Surveys: the right verdicts, each deal counted once, whoever works on them and in whatever pieces."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import solver
from solver.errors import DoesNotAddUp, Unreadable
from solver.search.second_referee import rulebook_of
from solver.survey import tally
from solver.survey.chunks import LOST, UNKNOWN, SurveyTask, by_beams, decide
from solver.survey.compare import compare, refuse_other_decks
from solver.survey.conduct import SurveyOrder
from solver.survey.export import export
from solver.survey.intervals import DealShare
from solver.survey.merge import merge
from solver.survey.plan import DealLimits, SurveyPlan, plan_of, plan_of_text, solver_version
from solver.survey.pools import Workforce
from solver.survey.report import json_text, markdown_page, summaries
from solver.survey.store import SurveyStore
from tests.surveys import close_stores, contents, lost_and_unknown, survey

SMALL = "the-game/1 highest=25 ups=1 downs=1 hand=3"  # about half of these are lost
HARD = "the-game/1 highest=60 hand=3"
BULK = (("numbered_beam", "the-game-extreme/3 commands=random", 98), ("batch", "quick-and-easy/2", 50))
NAMES = {"winnable": 1, "unwinnable": 2, "unknown": 0}


@pytest.fixture(autouse=True)
def closed_stores() -> Iterator[None]:
    yield
    close_stores()


def verdicts(rules: str, numbers: range) -> DealShare:
    """What the solver says of each deal, one at a time."""
    plan = plan_of_text(rules)
    names = [solver.solve(plan.deal(number)).name for number in numbers]
    return DealShare(names.count("winnable"), names.count("unwinnable"), names.count("unknown"))


# --- verdicts


@pytest.mark.parametrize(
    "rules", [SMALL, "quick-and-easy/1", "the-game/2 hand=4 highest=40", "the-game-extreme/1 highest=40 hand=4"]
)
def test_a_survey_counts_what_the_solver_says(rules: str) -> None:
    found = survey(rules, (101, 140), chunk=7)
    assert found.share == verdicts(rules, range(101, 141))
    assert found.share.deals == 40


@pytest.mark.parametrize(
    "rules",
    ["the-game/1", "the-game/3", "the-game/2 minimum=3", "the-game-extreme/2", "the-game-on-fire/4"],
)
def test_games_of_many_cards_are_won_by_beams_in_the_kernel(rules: str) -> None:
    plan = plan_of_text(rules)
    assert plan.mostly_won
    assert survey(plan, (11, 16)).share == verdicts(rules, range(11, 17)) == DealShare(6, 0)


def test_random_maps_in_the_kernel() -> None:
    plan = plan_of_text("the-game-extreme/3 commands=random")
    assert plan.mostly_won
    assert survey(plan, (21, 26)).share == DealShare(6, 0)


@pytest.mark.parametrize("rules", ["the-game/1 hand=6", "the-game/1 trick=0", "the-game/2 minimum=4", "face-to-face"])
def test_games_that_may_be_lost_are_left_to_the_ladder(rules: str) -> None:
    assert not plan_of_text(rules).in_bulk


def test_what_beams_do_not_win_goes_to_the_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one narrow beam some deals alone are left; the verdicts are the same."""
    task = SurveyTask(plan_of_text("the-game/1"), 1, 6)
    monkeypatch.setattr("solver.search.numbered_beam.RUNGS", ((2, 100, 2),))
    figures = by_beams(task)
    assert figures.verdicts == [1] * 6
    assert {row.micros is None for row in figures.rows} == {False}


def test_the_referee_looks_at_some_wins_of_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what the second referee refuses is never counted."""
    seen: list[int] = []

    def looked_at(position: solver.Position, line: solver.Line) -> solver.Winnable:
        seen.append(position.cards_left)
        return solver.Winnable(position, line)

    monkeypatch.setattr("solver.survey.chunks.Winnable", looked_at)
    for module, rules, cards in BULK:
        monkeypatch.setattr(f"solver.search.{module}.SAMPLE", 3)
        task = SurveyTask(plan_of_text(rules), 1, 7)
        decide(task)
        assert seen == [cards, cards]
        seen.clear()
        strict = rulebook_of(task.plan.rules)._replace(minimum=9)
        monkeypatch.setattr(f"solver.search.{module}.rulebook_of", lambda _, strict=strict: strict)
        with pytest.raises(AssertionError, match="that the second referee refuses: minimum at turn 1"):
            decide(task)


def test_a_random_command_map_for_each_deal() -> None:
    plan = plan_of_text("the-game-extreme/2 highest=30 hand=4 commands=random")
    deals = [plan.deal(number) for number in (1, 2)]
    assert deals[0].rules.commands != deals[1].rules.commands
    assert deals == [
        solver.load(f"the-game-extreme/2 highest=30 hand=4 commands=random #{number}") for number in (1, 2)
    ]
    assert not plan.in_bulk
    names = [solver.solve(plan.deal(number)).name for number in range(1, 13)]
    share = survey(plan, (1, 12)).share
    assert (share.won, share.lost) == (names.count("winnable"), names.count("unwinnable"))


def test_a_command_map_of_ones_own() -> None:
    (card, *_), mine = solver.load("the-game-extreme #1").rules.cards, "stop"
    plan = plan_of("the-game-extreme", 1, {"highest": 30, "hand": 4}, {card: mine})
    assert plan.deal(3).rules.command_of == {card: mine}
    assert plan.title.endswith("commands=own")
    assert plan.digest != plan_of("the-game-extreme", 1, {"highest": 30, "hand": 4}).digest


def test_face_to_face_counts_wins_of_the_player_to_begin() -> None:
    rules = "face-to-face highest=9 hand=3"
    names = [solver.solve(f"{rules} #{number}").name for number in range(1, 9)]
    share = survey(rules, (1, 8)).share
    assert (share.won, share.lost) == (names.count("winnable"), names.count("unwinnable"))
    assert survey("face-to-face", (1, 1), states=1000).share == DealShare(0, 0, 1)


def test_an_interrupted_search_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("solver.search.limits.Limits.tell", interrupt)
    with pytest.raises(KeyboardInterrupt):
        decide(SurveyTask(plan_of_text(HARD), 1, 1))


# --- pieces and limits


def test_a_deal_has_the_same_figures_in_whatever_chunk(tmp_path: Path) -> None:
    whole = decide(SurveyTask(plan_of_text(SMALL), 1, 60))
    parts = [decide(SurveyTask(plan_of_text(SMALL), first, first + 19)) for first in (1, 21, 41)]
    assert [row.deal for row in whole.rows] == [row.deal for part in parts for row in part.rows]
    assert [row.states for row in whole.rows] == [row.states for part in parts for row in part.rows]
    summed = tally.Counts()
    for part in parts:
        tally.add(summed, part.states)
    assert summed == whole.states


def test_a_range_grows_without_counting_anything_twice(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    for deals in ((11, 33), (1, 25), (30, 57), (1, 60)):
        survey(SMALL, deals, path, chunk=10)
    grown = survey(SMALL, (1, 60), path, chunk=10)
    fresh = survey(SMALL, (1, 60))
    assert grown.share == fresh.share
    assert sum(grown.states.values()) == 60
    assert [row.deal for row in grown.deals(LOST)] == [row.deal for row in fresh.deals(LOST)]


def test_part_of_a_store_can_be_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    survey(SMALL, (1, 60), path, chunk=60)
    assert survey(SMALL, (13, 31), path).share == verdicts(SMALL, range(13, 32))


def test_a_state_limit_gives_the_same_unknowns_again() -> None:
    found = [survey(HARD, (1, 12), states=300) for _ in range(2)]
    assert found[0].share.unknown > 0
    rows = [[(row.deal, row.states, row.reason) for row in summary.deals(UNKNOWN)] for summary in found]
    assert rows[0] == rows[1]
    assert rows[0][0][2] == "300 states"


@pytest.mark.parametrize("rules", [HARD, "the-game/1"])
def test_raising_a_limit_retries_only_the_unknowns(rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, fresh = tmp_path / "s.db", tmp_path / "fresh.db"
    low = survey(rules, (1, 12), path, states=300, chunk=5).share
    again: list[int] = []
    from solver.survey import pools

    def note(task: SurveyTask) -> object:
        again.extend(task.numbers)
        return decide(task)

    monkeypatch.setattr(pools, "decide", note)
    assert survey(rules, (1, 12), path, states=300, chunk=5).share == low
    assert again == []
    assert survey(rules, (1, 12), path, states=200, chunk=5).share == low
    assert again == []
    unknown = [deal for deal, verdict in lost_and_unknown(path) if verdict == UNKNOWN]
    high = survey(rules, (1, 12), path, states=1_000_000, chunk=5)
    assert again == unknown
    assert high.share == verdicts(rules, range(1, 13))
    whole = survey(rules, (1, 12), fresh, states=1_000_000, chunk=5)
    assert (high.states, high.most_states) == (whole.states, whole.most_states)
    assert list(lost_and_unknown(path)) == list(lost_and_unknown(fresh))
    SurveyStore(path).close()  # which looks at all of it


def test_a_time_limit_gives_unknowns_not_losses() -> None:
    plan = SurveyPlan(plan_of_text("the-game/1 hand=4").rules, limits=DealLimits(seconds=0.001))
    found = survey(plan, (1, 2))
    assert found.share == DealShare(0, 0, 2)
    assert next(found.deals(UNKNOWN)).reason == "0.001 seconds"


def test_until_the_interval_is_narrow(tmp_path: Path) -> None:
    """It stops at the same chunk however many work on it, in one go or in two."""
    paths = [tmp_path / name for name in ("one.db", "two.db", "resumed.db")]
    found = [
        survey(SMALL, (1, 5000), path, workers, chunk=50, until_width=0.1)
        for path, workers in zip(paths[:2], (Workforce(1), Workforce(3, "threads")), strict=True)
    ]
    survey(SMALL, (1, 120), paths[2], chunk=50)
    found.append(survey(SMALL, (1, 5000), paths[2], chunk=50, until_width=0.1))
    low, high = found[0].interval
    assert high - low <= 0.1
    before = survey(SMALL, (1, found[0].last - 50))
    assert before.interval[1] - before.interval[0] > 0.1
    assert found[0].last == found[1].last == found[2].last < 5000
    assert contents(paths[0]) == contents(paths[1])
    assert survey(SMALL, (1, 5000), paths[0], chunk=50, until_width=0.1).last == found[0].last


# --- who does the work


def test_threads_and_processes_write_the_same_store(tmp_path: Path) -> None:
    ways = {
        "alone": Workforce(1),
        "one thread": Workforce(1, "threads"),
        "two threads": Workforce(2, "threads"),
        "processes": Workforce(2, "processes"),
    }
    stores = {}
    for name, workers in ways.items():
        path = tmp_path / f"{name}.db"
        survey(SMALL, (1, 200), path, workers, chunk=30)
        survey(HARD, (1, 12), path, workers, chunk=2, states=300, beside_others=True)
        survey("the-game/1", (1, 12), path, workers, chunk=5, states=900, beside_others=True)
        survey("the-game-extreme/3 commands=random", (1, 12), path, workers, chunk=5, beside_others=True)
        stores[name] = contents(path)
    assert all(store == stores["alone"] for store in stores.values())
    assert len({verdict for *_, verdict in lost_and_unknown(tmp_path / "alone.db")}) == 2


# --- histograms


def test_steps_of_a_histogram_are_narrow_and_in_order() -> None:
    for value in [*range(5000), 10**6, 10**9 + 7, 2**62]:
        step = tally.step_of(value)
        assert tally.highest_of(step) >= value
        assert tally.highest_of(step) <= value * 17 / 16
        assert tally.step_of(tally.highest_of(step)) == step
        assert tally.step_of(tally.highest_of(step) + 1) == step + 1


def test_percentiles_of_a_histogram() -> None:
    counts = tally.histogram(range(1, 101))
    median, p95, _, most = tally.percentiles(counts)
    assert 50 <= median <= 53
    assert 95 <= p95 <= 100
    assert most >= 100
    assert tally.from_text(tally.to_text(counts)) == counts


# --- pairs


def test_pairs_against_a_count_by_hand(tmp_path: Path) -> None:
    first, second, numbers = SMALL, SMALL.replace("hand=3", "hand=4"), range(5, 85)
    path = tmp_path / "s.db"
    for rules in (first, second):
        survey(rules, (5, 84), path, states=60, beside_others=True)
    one, other = ({deal: NAMES[v] for deal, v in singly(rules, numbers)} for rules in (first, second))
    with SurveyStore(path) as store:
        found = compare(store, 1, 2, 5, 84)
        rows = [{row.deal: row.verdict for row in store.deals(survey)} for survey in (1, 2)]
    known = [n for n in numbers if rows[0].get(n, 1) != UNKNOWN and rows[1].get(n, 1) != UNKNOWN]
    assert found.pairs.unknown == len(numbers) - len(known)
    assert found.pairs.only_first == sum(one[n] == 1 and other[n] == 2 for n in known)
    assert found.pairs.only_second == sum(one[n] == 2 and other[n] == 1 for n in known)
    assert found.pairs.both == sum(one[n] == 1 and other[n] == 1 for n in known)
    assert found.pairs.neither == sum(one[n] == 2 and other[n] == 2 for n in known)
    assert found.only_second == [n for n in known if one[n] == 2 and other[n] == 1][:20]


def singly(rules: str, numbers: Iterable[int]) -> list[tuple[int, str]]:
    plan = plan_of_text(rules)
    return [(number, solver.solve(plan.deal(number)).name) for number in numbers]


def test_only_the_same_deck_can_be_compared() -> None:
    with pytest.raises(DoesNotAddUp, match="same deck"):
        refuse_other_decks(plan_of_text("the-game/1"), plan_of_text("the-game/1 highest=50"))
    with pytest.raises(DoesNotAddUp, match="twice"):
        refuse_other_decks(plan_of_text("the-game/1"), plan_of_text("the-game/1 hand=8"))


# --- stores put together, written out, reported


def test_two_stores_merge(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.db", "b.db", "c.db", "all.db", "fresh.db")]
    survey(SMALL, (1, 40), paths[0], chunk=10)
    survey(SMALL, (31, 60), paths[1], chunk=10)
    survey("quick-and-easy/2", (1, 30), paths[2])
    with SurveyStore(paths[3], create=True) as target:
        sources = [SurveyStore(path) for path in paths[:3]]
        done = merge(target, sources)
        assert (done.taken, done.known, done.left_out) == (4 + 2 + 1, 1, ())
        assert merge(target, sources).taken == 0
        for source in sources:
            source.close()
    survey(SMALL, (1, 60), paths[4], chunk=10)
    survey("quick-and-easy/2", (1, 30), paths[4], beside_others=True)
    assert contents(paths[3]) == contents(paths[4])


def test_merging_takes_the_better_chunk_and_refuses_contradictions(tmp_path: Path) -> None:
    poor, good = tmp_path / "poor.db", tmp_path / "good.db"
    survey(HARD, (1, 6), poor, states=300)
    survey(HARD, (1, 6), good, states=1_000_000)
    with SurveyStore(poor) as target, SurveyStore(good) as source:
        assert merge(target, [source]).taken == 1
        assert target.counts(1, 1, 6) == source.counts(1, 1, 6)
        source.db.execute("UPDATE deals SET verdict = 1 WHERE deal = (SELECT min(deal) FROM deals WHERE verdict = 2)")
        with pytest.raises(DoesNotAddUp, match="contradict"):
            merge(target, [source])


def test_chunks_that_overlap_in_part_are_left_out(tmp_path: Path) -> None:
    a, b = tmp_path / "a.db", tmp_path / "b.db"
    survey(SMALL, (1, 15), a, chunk=10)
    survey(SMALL, (8, 18), b, chunk=10)
    with SurveyStore(a) as target, SurveyStore(b) as source:
        done = merge(target, [source])
        assert done.left_out == ((8, 10),) or done.known == 1
        assert target.counts(1, 1, 18) == verdicts(SMALL, range(1, 19))


def test_export(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    summary = survey(SMALL, (1, 30), path, chunk=10)
    with SurveyStore(path) as store:
        assert export(store, tmp_path / "deals.csv", "deals") == summary.share.lost
        assert export(store, tmp_path / "chunks.csv", "chunks") == 3
        pytest.importorskip("pyarrow")
        from pyarrow.parquet import read_table

        assert export(store, tmp_path / "deals.parquet", "deals") == summary.share.lost
        for name, table in (("deals.txt", "deals"), ("deals.csv", "nonsense"), ("no/such/folder.csv", "deals")):
            with pytest.raises(Unreadable):
                export(store, tmp_path / name, table)
    with (tmp_path / "deals.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [int(row["deal"]) for row in rows] == [deal for deal, _ in lost_and_unknown(path)]
    assert rows[0]["verdict"] == "lost"
    assert "states leads to a win" in rows[0]["reason"] or rows[0]["reason"]
    assert read_table(tmp_path / "deals.parquet").column("deal").to_pylist() == [int(row["deal"]) for row in rows]


def test_export_of_every_deal(tmp_path: Path) -> None:
    """The verdict of each deal is that of the solver, with a row or without; what is not done is not there."""
    path = tmp_path / "s.db"
    survey(SMALL, (1, 20), path, chunk=10)
    survey(SMALL, (31, 40), path, chunk=10)
    survey(HARD, (1, 4), path, chunk=2, states=300, beside_others=True)
    with SurveyStore(path) as store:
        assert export(store, tmp_path / "x.csv", "deals", every=True) == 34
        assert export(store, tmp_path / "x.jsonl", "deals", every=True) == 34
        assert export(store, tmp_path / "c.jsonl", "chunks") == 5
        with pytest.raises(Unreadable, match="--all"):
            export(store, tmp_path / "x.csv", "chunks", every=True)
        expected = {
            (survey.title, row.deal): ("unknown", "won", "lost")[row.verdict]
            for survey in store.surveys()
            for row in store.deals(survey.id)
        }
    with (tmp_path / "x.csv").open() as file:
        rows = list(csv.DictReader(file))
    numbers = [*range(1, 21), *range(31, 41)]
    assert [(row["title"], int(row["deal"])) for row in rows] == [
        *((SMALL, number) for number in numbers), *((HARD, number) for number in range(1, 5))
    ]  # fmt: skip
    assert all(row["verdict"] == expected.get((row["title"], int(row["deal"])), "won") for row in rows)
    names = {"winnable": "won", "unwinnable": "lost"}
    assert [row["verdict"] for row in rows[:30]] == [names[name] for _, name in singly(SMALL, numbers)]
    assert {row["version"] for row in rows} == {solver_version()}
    lines = [json.loads(line) for line in (tmp_path / "x.jsonl").read_text().splitlines()]
    assert [(line["deal"], line["verdict"]) for line in lines] == [(int(row["deal"]), row["verdict"]) for row in rows]
    pytest.importorskip("pyarrow")
    from pyarrow.parquet import read_table

    with SurveyStore(path) as store:
        assert export(store, tmp_path / "x.parquet", "deals", every=True) == 34
    assert read_table(tmp_path / "x.parquet").column("verdict").to_pylist() == [row["verdict"] for row in rows]


def test_the_report_and_its_json(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    survey(SMALL, (1, 30), path)
    survey("quick-and-easy/2", (1, 30), path, beside_others=True)
    with SurveyStore(path) as store:
        found = list(summaries(store, "wilson"))
        data = json.loads("".join(json_text(found[0], 1.5)))
        text = markdown_page(found, 100)
    assert list(data)[:9] == [
        "won", "lost", "unknown", "share", "interval", "confidence", "method", "lost_deals", "seconds",
    ]  # fmt: skip
    assert data["lost_deals"] == [deal for deal, _ in lost_and_unknown(path)][: data["lost"]]
    assert data["won"] + data["lost"] == 30
    assert data["seconds"] == 1.5
    assert text.count("\n| ") == 3
    assert f"- {data['lost_deals'][0]}: " in text


def test_plots(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from solver.survey.plot import along, plot

    path = tmp_path / "s.db"
    for hand in (2, 3, 4):
        survey(SMALL.replace("hand=3", f"hand={hand}"), (1, 30), path, beside_others=True)
    with SurveyStore(path) as store:
        found = list(summaries(store, "clopper-pearson"))
        assert along(found) == "hand"
        for name in ("a.svg", "b.svg", "a.png"):
            plot(found, tmp_path / name, lost=name == "b.svg")
        with pytest.raises(Unreadable, match=r"\.svg or \.png or \.pdf"):
            plot(found, tmp_path / "a.bmp")
    assert (tmp_path / "a.svg").read_text().startswith("<?xml")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


# --- bad input


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ({"first": 1, "last": 10**13}, "at most"),
        ({"first": 1, "last": 10, "chunk": 0}, "chunk 0"),
        ({"first": 1, "last": 10, "until_width": 1.0}, "width"),
    ],
)
def test_impossible_orders(order: dict[str, int], words: str) -> None:
    with pytest.raises(DoesNotAddUp, match=words):
        SurveyOrder(**order)  # type: ignore[arg-type]


def test_impossible_limits_and_workers() -> None:
    for limits in ({"states": 0}, {"seconds": -1.0}, {"seconds": float("nan")}, {"memory_mb": 1}):
        with pytest.raises(DoesNotAddUp, match="limit"):
            DealLimits(**limits)
    with pytest.raises(DoesNotAddUp, match="jobs"):
        Workforce(0)
    with pytest.raises(DoesNotAddUp, match="carry none"):
        plan_of("the-game", 1, {}, None, random_commands=True)
    with pytest.raises(Unreadable, match="only a game"):
        plan_of_text("the-game/1 #17")
