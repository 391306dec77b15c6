"""Look for decks that are hard to win, or cannot be won: annealing over the order of the cards.

    python -m bench.hardest the-game/1 --steps 20000 -o bench/results/hardest-the-game-1.json
    python -m bench.hardest the-game/1 --steps 40000 -o bench/results/hardest-the-game-1.json    goes on from there
    python -m bench.hardest the-game/1 --steps 45000 --widths 100 1000 -o ...    goes on with wider, slower beams
    python -m bench.hardest the-game/1 --stride 15 --widths 1000 20000 --steps 0    a deck in strides, and no search
    python -m bench.hardest --gallery bench/results/hardest-*.json

How hard a deck is: beams of growing width look for a win; each that finds none counts 1 and the share of the cards that
it never came to lay, so that decks which die early, whose proofs are short, count as harder.  A step exchanges two
cards or moves one; a deck that is a little easier is taken now and then.  Every step has random numbers of its own, by
seed and step: a search that was interrupted and goes on finds what one in one go finds.  A deck that no beam wins is
not lost: only the gallery, which asks the ladder, can say so.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import solver
from solver.cards import parse_cards
from solver.decide.ladder import prepared
from solver.kernels import beam as kernel
from solver.search.beam import NARROW, narrowed, new_beam, weights_for
from solver.search.compiled import make_ready
from solver.search.team_codec import pack
from solver.survey.plan import SurveyPlan, plan_of_text
from solver.table.deal import Deal

WIDTHS = (3, 10, 30, 100)
HEAT = 0.05
WRITTEN_EVERY = 10.0  # seconds


def hardness(deal: Deal, widths: Sequence[int]) -> tuple[float, int | None]:
    """How hard a deck is, and the least width that wins it (None: none did)."""
    problem, start = pack(deal.position())
    tables, weights = prepared(deal.rules)[1], weights_for(problem)
    total = 0.0
    for width in widths:
        beam = new_beam(problem, tables, start, width, narrowed(weights) if width <= NARROW else weights)
        if kernel.advance(problem, tables, beam, 1 << 60) == kernel.WON:
            return total, width
        total += 2 - int(beam.progress[kernel.LEVEL]) / problem.cards
    return total, None


def changed(deck: list[str], chance: Random) -> list[str]:
    """Two cards exchanged, or one moved."""
    deck = list(deck)
    i, j = chance.sample(range(len(deck)), 2)
    if chance.random() < 0.5:
        deck[i], deck[j] = deck[j], deck[i]
    else:
        deck.insert(j, deck.pop(i))
    return deck


def as_deal(plan: SurveyPlan, deck: list[str]) -> Deal:
    """The deck, dealt."""
    return Deal(plan.rules, (parse_cards(" ".join(deck)),))


def in_strides(cards: Sequence[str], stride: int) -> list[str]:
    """The cards in steps of ``stride`` downward, each time round one higher: no long way up or down is left in it."""
    return [card for offset in range(stride) for card in reversed(cards[offset::stride])]


def begun(text: str, seed: int, widths: Sequence[int], stride: int | None = None) -> dict[str, Any]:
    """The state of a search at its beginning: the numbered deal of the seed, or the cards in strides."""
    plan = plan_of_text(text)
    cards = plan.deal(seed).decks[0] if stride is None else plan.rules.cards
    deck = list(map(str, cards)) if stride is None else in_strides(list(map(str, cards)), stride)
    return weighed({"rules": text, "seed": seed, "step": 0, "best": {"deck": deck}}, widths)


def weighed(state: dict[str, Any], widths: Sequence[int]) -> dict[str, Any]:
    """The search at its best deck, which these widths weigh anew."""
    deck = state["best"]["deck"]
    hard, width = hardness(as_deal(plan_of_text(state["rules"]), deck), widths)
    best = {"deck": deck, "hardness": hard, "width": width, "step": state["step"]}
    return {**state, "widths": list(widths), "deck": deck, "hardness": hard, "best": best}


def step(plan: SurveyPlan, state: dict[str, Any]) -> None:
    """Try another deck."""
    state["step"] += 1
    chance = Random(f"{state['seed']} {state['step']}")
    deck = changed(state["deck"], chance)
    hard, width = hardness(as_deal(plan, deck), state["widths"])
    if hard < state["hardness"] + HEAT * math.log(1 - chance.random()):
        return
    state["deck"], state["hardness"] = deck, hard
    if hard > state["best"]["hardness"]:
        state["best"] = {"deck": deck, "hardness": hard, "width": width, "step": state["step"]}


def search(state: dict[str, Any], steps: int, path: Path | None) -> None:
    """Go on up to so many steps in all; the state is written now and then, and at the end."""
    plan, written = plan_of_text(state["rules"]), time.monotonic()
    while state["step"] < steps:
        step(plan, state)
        if path is not None and time.monotonic() - written > WRITTEN_EVERY:
            written = time.monotonic()
            write(state, path)
            print(f"\r{state['rules']} {state['step']}: {told(state)}   ", end="", file=sys.stderr, flush=True)
    if path is not None:
        write(state, path)


def write(state: dict[str, Any], path: Path) -> None:
    """All at once, so that a search that is killed leaves a whole file."""
    beside = path.with_suffix(".part")
    beside.write_text(json.dumps(state) + "\n", encoding="utf-8")
    beside.replace(path)


def told(state: dict[str, Any]) -> str:
    """How far it came, in words."""
    best = state["best"]
    wins = "won by no beam" if best["width"] is None else f"won with a width of {best['width']:,}"
    return f"hardness {best['hardness']:.2f} at step {best['step']:,}, {wins}"


def lost_hands(text: str, deck: list[str], seconds: float) -> str:
    """From the full hand down: which hands win the deck, which lose it, which nobody knows within the time."""
    plan, found = plan_of_text(text), list[str]()
    for hand in range(plan.rules.hand, plan.rules.minimum - 1, -1):
        smaller = plan_of_text(f"{text} hand={hand}")
        verdict = solver.solve(as_deal(smaller, deck), time_limit=seconds)
        found.append(f"{hand} {verdict.name}")
        if verdict.name == "unwinnable":
            break
    return ", ".join(found)


def gallery(paths: list[Path], seconds: float) -> str:
    """The hardest deck of each search, and with which hands it is won."""
    lines = ["| game | steps | least width that wins | by hand | deck |", "| --- | --- | --- | --- | --- |"]
    for path in paths:
        state = json.loads(path.read_text(encoding="utf-8"))
        best = state["best"]
        width = "none" if best["width"] is None else f"{best['width']:,}"
        hands = lost_hands(state["rules"], best["deck"], seconds)
        lines.append(f"| {state['rules']} | {state['step']:,} | {width} | {hands} | {' '.join(best['deck'])} |")
    return "\n".join(lines)


def main() -> None:
    """Search, or show what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", nargs="?", help="such as the-game/1, 'the-game/2 minimum=3', the-game-extreme/3")
    parser.add_argument("--seed", type=int, default=1, help="the numbered deal to begin with")
    parser.add_argument("--stride", type=int, help="begin with the cards in steps of so many instead")
    parser.add_argument("--steps", type=int, default=10_000, help="so many in all")
    parser.add_argument("--widths", type=int, nargs="+", default=WIDTHS, help="of the beams that weigh a deck")
    parser.add_argument("--seconds", type=float, default=30.0, help="of the ladder, for each hand of the gallery")
    parser.add_argument("--gallery", type=Path, nargs="+", help="a table of what these searches found")
    parser.add_argument("-o", "--output", type=Path, help="where the search is kept; it goes on from what is there")
    arguments = parser.parse_args()
    make_ready("search")
    if arguments.gallery:
        print(gallery(arguments.gallery, arguments.seconds))
        return
    path: Path | None = arguments.output
    if path is not None and path.exists():
        state = json.loads(path.read_text(encoding="utf-8"))
        if state["widths"] != list(arguments.widths):
            state = weighed(state, arguments.widths)
    else:
        state = begun(arguments.rules, arguments.seed, arguments.widths, arguments.stride)
    search(state, arguments.steps, path)
    print(f"\n{state['rules']}, {state['step']:,} steps: {told(state)}")
    print(" ".join(state["best"]["deck"]))


if __name__ == "__main__":
    main()
