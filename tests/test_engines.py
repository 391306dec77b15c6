"""Goals and engines through the one front door: what is proved, what is only the best so far, and who disagrees."""

from __future__ import annotations

import dataclasses

import pytest

import solver
from solver.decide import engines
from solver.decide.solve import Engine
from solver.errors import EnginesDisagree, Unreadable
from solver.reasons import OutOfTime
from solver.referee import judge
from solver.search.limits import Limits
from solver.table.position import Position
from solver.verdict import Goal, Unknown, Unwinnable, Verdict, Winnable
from tests import naive
from tests.test_solve import TEAM_TABLES, small_positions


@pytest.mark.parametrize(("name", "players"), TEAM_TABLES)
def test_every_engine_and_goal_agrees_with_the_twin(name: str, players: int) -> None:
    tiny = [row for row in small_positions(name, players, seed=7, count=30) if row[0].cards_left <= 4][:4]
    for position, winnable in tiny:
        assert solver.solve(position, engine="both").name == ("winnable" if winnable else "unwinnable"), position
        score = solver.solve(position, goal="cards-left")
        assert score.optimal, position
        assert score.cards_left == score.bound == naive.best(position), position
        turns = solver.solve(position, goal="turns")
        if winnable:
            assert turns.optimal, position
            assert len(turns.line) == turns.bound == naive.fewest_turns(position), position
        else:
            assert isinstance(turns, Unwinnable)


def test_fewer_turns_than_the_first_win_takes() -> None:
    text = "quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9"
    quick, any_win = solver.solve(text, goal="turns"), solver.solve(text)
    assert quick.optimal
    assert len(quick.line) < len(any_win.line)
    assert judge(quick.position, quick.line).complete


@pytest.mark.parametrize("engine", ["dfs", "cpsat", "both"])
def test_each_engine_proves_goals_on_its_own(engine: Engine) -> None:
    quick = solver.solve("quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9", "turns", engine)
    assert (len(quick.line), quick.bound, quick.optimal, quick.effort.engine) == (3, 3, True, engine)
    score = solver.solve("the-game/1 | up: 50 99 | down: 40 2 | 1*: 45 30 60", "cards-left", engine)
    assert (score.cards_left, score.bound, score.optimal, score.effort.engine) == (1, 1, True, engine)


def test_engines_that_contradict_each_other_on_a_goal_are_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    def liar(goal: Goal, decided: Verdict, limits: Limits, verbose: bool) -> Verdict:
        return dataclasses.replace(decided, goal=goal, bound=49)

    monkeypatch.setattr(engines, "best_by_cpsat", liar)
    with pytest.raises(EnginesDisagree, match="49 at least"):
        solver.solve("quick-and-easy/2 #1", goal="turns", engine="both")


def test_a_lost_position_has_a_score() -> None:
    verdict = solver.solve("the-game/1 | up: 50 99 | down: 40 2 | 1*: 45 30 60", goal="cards-left")
    assert isinstance(verdict, Unwinnable)
    assert (verdict.cards_left, verdict.bound, verdict.optimal) == (1, 1, True)


def test_unknown_goals_and_engines_are_refused() -> None:
    with pytest.raises(Unreadable, match="goal 'glory'"):
        solver.solve("the-game/1 #1", goal="glory")  # type: ignore[arg-type]
    with pytest.raises(Unreadable, match="engine 'steam'"):
        solver.solve("the-game/1 #1", engine="steam")  # type: ignore[arg-type]


def test_engines_that_contradict_each_other_are_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    def liar(position: Position, limits: Limits, verbose: bool = False) -> Verdict:
        return Unwinnable(position, (), reason="a lie")

    monkeypatch.setattr(engines, "by_cpsat", liar)
    with pytest.raises(EnginesDisagree, match="dfs says winnable, cpsat says unwinnable"):
        solver.solve("quick-and-easy/2 #1", engine="both")


def test_one_engine_out_of_time_leaves_the_word_to_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def idle(position: Position, limits: Limits, verbose: bool = False) -> Verdict:
        return Unknown(position, (), reason=OutOfTime(0))

    monkeypatch.setattr(engines, "by_cpsat", idle)
    verdict = solver.solve("quick-and-easy/2 #1", engine="both")
    assert isinstance(verdict, Winnable)
    assert verdict.effort.engine == "dfs"


def test_out_of_time_cpsat_is_unknown() -> None:
    verdict = solver.solve("the-game/1 #1", engine="cpsat", time_limit=0.5)
    assert isinstance(verdict, Unknown)
    assert "time limit" in str(verdict.reason)
    assert dataclasses.asdict(verdict.effort)["engine"] == "cpsat"
