"""The team games as a PettingZoo environment: its own API test, the mask, the reward, and nothing that leaks."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from solver.errors import AgainstTheRules, DoesNotAddUp, Unreadable
from solver.hidden.environment import LAID, OWN_CARD, PARTNERS, TeamEnvironment
from solver.rules.game import Rules
from solver.rules.games import GAMES
from solver.table.position import DrawPile, Position
from solver.table.view import OPEN, OWN, TALK

ROOT = Path(__file__).parents[1]
TEAMS = [game for game in GAMES.values() if not game.is_duel]
TABLES = [Rules.of(game, players) for game in TEAMS for players in (1, 3)]


def named(rules: Rules) -> str:
    return f"{rules.game.name}/{rules.players}"


@pytest.mark.parametrize("rules", TABLES, ids=named)
@pytest.mark.filterwarnings("ignore")
def test_the_api_test_of_pettingzoo_passes(rules: Rules) -> None:
    api_test(TeamEnvironment(rules), num_cycles=100, verbose_progress=False)


@pytest.mark.filterwarnings("ignore")
def test_the_seed_test_of_pettingzoo_passes() -> None:
    seed_test(lambda: TeamEnvironment(Rules.of(GAMES["quick-and-easy"], 2)), num_cycles=50)


def choose(mask: Any, chance: random.Random) -> int:
    return int(chance.choice(np.flatnonzero(mask).tolist()))


@pytest.mark.parametrize("rules", TABLES, ids=named)
def test_random_play_is_legal_and_rewarded_once(rules: Rules) -> None:
    """What the mask allows never runs into a dead end, and every turn is one that the referee of turns accepts."""
    chance = random.Random(1)
    for kind in ("win", "score"):
        env = TeamEnvironment(rules, reward=kind)
        env.reset(seed=chance.randrange(1000))
        earned = dict.fromkeys(env.possible_agents, 0.0)
        while not env.terminations[env.agent_selection]:
            mask = env.observe(env.agent_selection)["action_mask"]
            assert mask.any()
            env.step(choose(mask, chance))
            earned = {agent: earned[agent] + reward for agent, reward in env.rewards.items()}
        left = env.position.cards_left
        assert env.position.outcome is not None
        assert set(earned.values()) == {float(left == 0) if kind == "win" else -left / len(rules.cards)}
        assert all(env.infos[agent] == {"cards_left": left} for agent in env.agents)


@pytest.mark.parametrize("game", ["the-game", "the-game-extreme", "the-game-on-fire", "quick-and-easy"])
def test_the_mask_allows_exactly_the_turns_of_the_rules(game: str) -> None:
    numbers = {"highest": 30, "hand": 3, "ups": 1, "downs": 1} if game != "quick-and-easy" else {}
    env, chance = TeamEnvironment(Rules.of(GAMES[game], 2, numbers)), random.Random(7)
    for seed in range(3):
        env.reset(seed=seed)
        while env.position.outcome is None:
            expected = {tuple(env.actions_of(turn)) for turn in env.position.legal_turns}
            assert turns_by_mask(env) == expected
            for action in chance.choice(sorted(expected)):
                env.step(action)


def turns_by_mask(env: TeamEnvironment) -> set[tuple[int, ...]]:
    """Every turn that the mask lets an agent play from here."""
    found, start = set[tuple[int, ...]](), env.position

    def go_on(actions: tuple[int, ...]) -> None:
        env.begin(start)
        for action in actions:
            env.step(action)
        if env.position is not start:
            found.add(actions)
            return
        mask = env.observe(env.agent_selection)["action_mask"]
        assert mask.any()
        for action in np.flatnonzero(mask).tolist():
            go_on((*actions, action))

    go_on(())
    env.begin(start)
    return found


def permuted(position: Position, seat: int, information: str, chance: random.Random) -> Position:
    """The same table with the cards dealt anew that this seat does not see."""
    others = [] if information == "open" else [s for s in range(position.rules.players) if s != seat]
    pool = [*position.draw.cards, *(card for other in others for card in position.hands[other])]
    chance.shuffle(pool)
    hands = list(position.hands)
    for other in others:
        hands[other], pool = tuple(pool[: len(hands[other])]), pool[len(hands[other]) :]
    return Position(position.rules, position.tops, tuple(hands), (DrawPile(tuple(pool)),), position.to_move)


@pytest.mark.parametrize("information", [OWN, OPEN], ids=["own", "open"])
@pytest.mark.parametrize("game", TEAMS, ids=lambda game: game.name)
def test_nothing_leaks(game: Any, information: Any) -> None:
    """What a seat cannot see changes nothing that it is shown, at the start of a turn and in the middle of it."""
    rules, chance = Rules.of(game, 3), random.Random(3)
    env, other = TeamEnvironment(rules, information), TeamEnvironment(rules, information)
    env.reset(seed=11)
    compared = 0
    while env.position.outcome is None and compared < 60:
        start, mover = env.position, env.position.to_move
        other.begin(permuted(start, mover, information.name, chance))
        agent = env.agent_selection
        while env.position is start:
            ours, theirs = env.observe(agent), other.observe(agent)
            assert all(np.array_equal(ours[key], theirs[key]) for key in ours)
            action = choose(ours["action_mask"], chance)
            env.step(action)
            other.step(action)
            compared += 1
    assert compared > 3


def test_what_is_shown() -> None:
    rules = Rules.of(GAMES["the-game"], 2)
    for information, partners in ((OWN, 0), (OPEN, 7)):
        env = TeamEnvironment(rules, information)
        env.reset(seed=4)
        env.step(int(np.flatnonzero(env.observe("player_1")["action_mask"])[0]))
        for agent, own, seat in (("player_1", 6, 0), ("player_2", 7, 1)):
            numbers = env.observe(agent)["observation"]
            cards, rest = numbers[:98], numbers[98:].tolist()
            assert env.observation_space(agent).contains(env.observe(agent))
            assert np.sum(cards == OWN_CARD) == own
            assert np.sum(cards == LAID) == 1
            assert np.sum(cards == PARTNERS) == (partners and 13 - own)
            assert sorted(rest[:4])[1:] == [98, 98, 98]
            assert rest[4:] == [[6, 7], [7, 6]][seat] + [84, seat, 1]
        assert not env.observe("player_2")["action_mask"].any()


def test_seeds_are_numbered_deals() -> None:
    from solver import deal

    env = TeamEnvironment(Rules.of(GAMES["the-game"], 2))
    env.reset(seed=16)
    assert env.position == deal("the-game", 2, 17).position()
    env.reset()
    assert env.position == deal("the-game", 2, 18).position()


def test_what_is_refused() -> None:
    rules = Rules.of(GAMES["the-game"], 2)
    with pytest.raises(DoesNotAddUp, match="no team game"):
        TeamEnvironment(Rules.of(GAMES["face-to-face"], 2))
    with pytest.raises(DoesNotAddUp, match="own and open"):
        TeamEnvironment(rules, TALK)
    with pytest.raises(Unreadable, match="'fame' is not a reward"):
        TeamEnvironment(rules, reward="fame")
    env = TeamEnvironment(rules)
    env.reset(seed=1)
    before = env.position, env.turn
    for action in (env.end_of_turn, env.end_of_turn + 1, -1, None):
        with pytest.raises(AgainstTheRules, match="the mask forbids it"):
            env.step(action)
    assert (env.position, env.turn) == before


def test_without_the_extra_one_line_names_the_remedy() -> None:
    program = (
        "import sys; sys.modules['pettingzoo'] = None\n"
        "from solver import GAMES, Rules\nfrom solver.hidden.environment import TeamEnvironment\n"
        "try:\n    TeamEnvironment(Rules.of(GAMES['the-game'], 2))\nexcept ValueError as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "the environment needs PettingZoo: pip install 'tenback[env]'\n"


def test_the_baseline_of_the_page_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "environment.md").read_text(), re.S)
    exec(compile(program, "environment.md", "exec"), {})
    left = int(capsys.readouterr().out.split()[0])
    assert 0 <= left < 20
