"""What learning does with a sample, against mathematics: slopes are slopes, a step is a step of Adam."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from solver.hidden.nets import fresh_net
from solver.hidden.tables import layers_for
from solver.hidden.training import emptied
from solver.kernels import hidden_learn, hidden_value
from solver.kernels.hidden_value import Net

SHAPE = (7, 5, 4)
Doubles = npt.NDArray[np.float64]


def some_net(seed: int) -> Net:
    """With numbers everywhere, biases too."""
    random = np.random.default_rng(seed)
    return Net(*(random.normal(0, 0.7, part.shape).astype(np.float32) for part in fresh_net(SHAPE, 1)))


def some_inputs(seed: int) -> npt.NDArray[np.float32]:
    """Some of them 0."""
    random = np.random.default_rng(seed)
    return (random.normal(0, 1, SHAPE[0]) * (random.random(SHAPE[0]) < 0.7)).astype(np.float32)


def plain_outputs(net: Any, x: npt.NDArray[Any]) -> Doubles:
    """The net in three lines."""
    h1 = np.maximum(x @ net.w1 + net.b1, 0)
    h2 = np.maximum(h1 @ net.w2 + net.b2, 0)
    return np.asarray(h2 @ net.w3 + net.b3)


def loss(net: Any, x: npt.NDArray[Any], wanted: npt.NDArray[Any]) -> float:
    """Cross entropy of the chance, and the square of what the cards left are off."""
    logit, left = plain_outputs(net, x)
    chance = 1 / (1 + np.exp(-logit))
    entropy = -(wanted[0] * np.log(chance) + (1 - wanted[0]) * np.log(1 - chance))
    return float(entropy + (left - wanted[1]) ** 2)


def steps_for(net: Net, rate: tuple[float, float, float] = (1, 1, 1)) -> hidden_learn.Steps:
    return hidden_learn.Steps(
        slope=emptied(net),
        mean=emptied(net),
        square=emptied(net),
        rate=np.array(rate, np.float32),
        back1=np.zeros(SHAPE[1], np.float32),
        back2=np.zeros(SHAPE[2], np.float32),
        loss=np.zeros(2, np.float32),
    )


@pytest.mark.parametrize("seed", range(5))
def test_the_net_is_what_three_lines_say(seed: int) -> None:
    net, x = some_net(seed), some_inputs(seed)
    layers = layers_for(net)
    hidden_value.evaluate(net, layers, x)
    assert layers.out == pytest.approx(plain_outputs(net, x), rel=1e-4, abs=1e-5)


@pytest.mark.parametrize("seed", range(5))
def test_slopes_are_what_a_small_change_of_each_weight_makes_of_the_loss(seed: int) -> None:
    net, x = some_net(seed), some_inputs(seed + 10)
    wanted = np.array([0.3, 0.2], np.float32)
    steps = steps_for(net)
    hidden_learn.add_slopes(net, layers_for(net), steps, x, wanted)
    exact: Any = Net(*(part.astype(np.float64) for part in net))  # type: ignore[arg-type]
    small = 1e-6
    for part, slope in zip(exact, steps.slope, strict=True):
        for place in np.ndindex(part.shape):
            kept = part[place]
            part[place] = kept + small
            above = loss(exact, x.astype(np.float64), wanted)
            part[place] = kept - small
            below = loss(exact, x.astype(np.float64), wanted)
            part[place] = kept
            assert slope[place] == pytest.approx((above - below) / (2 * small), rel=2e-3, abs=2e-5)


def test_a_step_is_one_of_adam() -> None:
    """Two steps on a memory of one sample: a batch is the same sample again and again."""
    net, x, wanted = some_net(1), some_inputs(2), np.array([1.0, 0.0], np.float32)
    slopes = steps_for(net)
    memory: Any = SimpleNamespace(
        x=x[None, :], wanted=wanted[None, :], filled=np.array([1, 0]), random=np.array([1], np.uint64)
    )
    steps = steps_for(net)
    mean = [np.zeros_like(part) for part in net]
    square = [np.zeros_like(part) for part in net]
    weights = [part.copy() for part in net]
    for taken in (1, 2):
        steps.rate[:] = 0.01, 1 / (1 - 0.9**taken), 1 / (1 - 0.999**taken)
        slopes = steps_for(net)
        hidden_learn.add_slopes(net, layers_for(net), slopes, x, wanted)
        for at, slope in enumerate(slopes.slope):
            mean[at] += 0.1 * (slope - mean[at])
            square[at] += 0.001 * (slope**2 - square[at])
            step = mean[at] / (1 - 0.9**taken) / (np.sqrt(square[at] / (1 - 0.999**taken)) + 1e-6)
            weights[at] = weights[at] - 0.01 * step
        with np.errstate(over="ignore"):  # numbers by chance are made by overflowing
            hidden_learn.learn_step(net, layers_for(net), memory, steps)
        for part, expected in zip(net, weights, strict=True):
            assert part == pytest.approx(expected, rel=1e-3, abs=1e-5)


@pytest.mark.parametrize("logit", [-30.0, -3.0, -0.1, 0.0, 2.0, 17.0])
def test_a_logit_is_the_chance_it_stands_for(logit: float) -> None:
    assert hidden_value.chance(logit) == pytest.approx(1 / (1 + np.exp(-min(max(logit, -20), 20))), rel=1e-3, abs=1e-6)


def test_what_a_game_teaches_is_handed_back_turn_by_turn() -> None:
    """From the end: a share of what came, and the rest of what the next table was thought to be worth."""
    memory = hidden_learn.Memory(
        x=np.zeros((5, 1), np.float32),
        wanted=np.zeros((5, 2), np.float32),
        game_x=np.array([[1], [2], [3]], np.float32),
        game_thought=np.array([[-1.0, 0.5], [0.0, 0.4], [1.0, 0.3]], np.float32),
        filled=np.zeros(2, np.int64),
        decay=np.array([0.8], np.float32),
        random=np.zeros(1, np.uint64),
    )
    hidden_learn.remember_game(memory, 3, True, 0.1)
    chance = 1 / (1 + np.exp(-memory.game_thought[:, 0]))
    worth, rest = [1.0, 0.0, 0.0], [0.1, 0.0, 0.0]
    for step in (1, 2):  # the third table is put down first
        worth[step] = 0.8 * worth[step - 1] + 0.2 * chance[3 - step]
        rest[step] = 0.8 * rest[step - 1] + 0.2 * memory.game_thought[3 - step, 1]
    assert memory.x[:3, 0].tolist() == [3, 2, 1]
    assert memory.wanted[:3, 0] == pytest.approx(worth, rel=1e-3)
    assert memory.wanted[:3, 1] == pytest.approx(rest, rel=1e-3)
