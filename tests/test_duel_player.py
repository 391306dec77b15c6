"""The computer at a seat of Face to Face: legal, quick, deaf to hidden cards, exact where all is known."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from solver import load, solve
from solver.hidden.duel_player import DuelPlayer, World
from solver.hidden.duel_training import train_duels
from solver.hidden.nets import net_bytes
from solver.hidden.redeal import redealt
from solver.hidden.strengths import INSTANT, QUICK, STRENGTHS, STRONG
from solver.table.deal import deal
from solver.table.position import Position
from solver.table.view import View

RULES = deal("face-to-face").rules
SMALL = "face-to-face highest=20 hand=4"


def tables(number: int, strength: str = "instant", text: str = "face-to-face") -> list[Position]:
    """The tables of a game that a computer plays with itself, the last one over."""
    position = load(f"{text} #{number}").position()  # type: ignore[union-attr]
    player, found = DuelPlayer(position.rules, STRENGTHS[strength]), [position]
    while found[-1].outcome is None:
        turn = player.choose(View.of(found[-1], found[-1].to_move))
        assert turn is not None
        found.append(found[-1].after(turn))
    return found


@pytest.mark.parametrize("strength", STRENGTHS)
def test_it_plays_a_whole_game(strength: str) -> None:
    assert tables(11, strength, SMALL)[-1].outcome is not None


@pytest.mark.parametrize("strength", STRENGTHS)
def test_nothing_leaks(strength: str) -> None:
    """Tables that look the same get the same turns with the same chances."""
    for position in tables(12)[::9][:2]:
        if position.outcome is not None:
            continue
        view = View.of(position, position.to_move)
        twins = [redealt(view, Random(seed)) for seed in range(3)]
        assert any(twin != position for twin in twins)
        answers = {
            repr(DuelPlayer(RULES, STRENGTHS[strength]).judge(View.of(table, table.to_move)))
            for table in (position, *twins)
        }
        assert len(answers) == 1


def test_redeals_look_the_same() -> None:
    for position in tables(13)[:-1:5]:
        for seat in (0, 1):
            view = View.of(position, seat)
            assert all(View.of(redealt(view, Random(seed)), seat) == view for seed in range(5))


def test_the_same_seed_gives_the_same_turns() -> None:
    view = View.of(tables(14)[3], tables(14)[3].to_move)
    assert DuelPlayer(RULES, QUICK, 5).judge(view) == DuelPlayer(RULES, QUICK, 5).judge(view)


def test_every_redeal_lists_the_same_turns() -> None:
    """What the value adds up over redeals is the same turn in each: the same cards kept, the same tops."""
    player = DuelPlayer(RULES, QUICK)
    for position in tables(16)[:-1:6]:
        worlds, lists = player.worlds(View.of(position, position.to_move)), []
        seat = position.to_move
        for world in worlds:
            rows, _ = player.by_value([world])
            lists.append([(world.state.hands[seat] & row.hands[seat], row.tops, row.drawn) for row in rows])
            assert [world.moved_on(world, row) for row in rows] == rows
        assert all(found == lists[0] for found in lists)


def test_the_same_games_teach_the_same_value() -> None:
    """Every choice comes from the seed."""
    rules = load(f"{SMALL} #1").rules
    once, again = (train_duels(rules, 100, seed=3) for _ in range(2))
    assert net_bytes(once.net) == net_bytes(again.net)
    assert net_bytes(once.net) != net_bytes(train_duels(rules, 100, seed=4).net)


def test_the_value_agrees_with_what_is_proved() -> None:
    """Where a side can be proved to win, it mostly has the better chance by the value too."""
    player, right, tried = DuelPlayer(load(f"{SMALL} #1").rules, QUICK), 0, 0
    for number in range(20, 28):
        for position in tables(number, text=SMALL)[2:-1:3]:
            verdict = solve(position, time_limit=5)
            if verdict.name != "unknown":
                _, found = player.by_value([World(position)])
                right += (max(chance for chance, _ in found) > 0.5) == (verdict.name == "winnable")
                tried += 1
    assert tried > 10
    assert right / tried > 0.75


def test_where_all_is_known_it_never_gives_a_win_away() -> None:
    strong, tried = DuelPlayer(load(f"{SMALL} #1").rules, STRONG), 0
    for number in range(1, 13):
        for position in tables(number, text=SMALL):
            known = View.of(position, position.to_move).as_position()
            if position.outcome is None and known is not None and all(pile.ordered for pile in known.draws):
                if solve(position).name != "winnable":
                    continue
                turn = strong.choose(View.of(position, position.to_move))
                assert turn is not None
                after = position.after(turn)
                assert solve(after).winner == position.player
                tried += 1
    assert tried > 5


def test_team_games_are_refused() -> None:
    with pytest.raises(Exception, match="no opponents"):
        DuelPlayer(deal("the-game").rules, INSTANT)


def test_it_plays_where_nothing_else_is_loaded() -> None:
    """Redeals are seeded by the view as it is written: whoever writes it is loaded when it is asked."""
    program = """
from solver.hidden.duel_player import DuelPlayer
from solver.table.deal import deal
from solver.table.view import View
position = deal("face-to-face").position()
print(DuelPlayer(position.rules).choose(View.of(position, 0)))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
