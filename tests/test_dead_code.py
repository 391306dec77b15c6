"""Nothing in the product is dead: what no file of it uses is listed here with the reason why it is there."""

from __future__ import annotations

import re
from pathlib import Path

from vulture import Vulture

from tests.test_architecture import ROOT

# Who calls what is in these files, or reads it.  (Parameters that no function reads are found by ruff.)
USED_FROM_OUTSIDE = {
    "solver/__init__.py": "Python asks a module for names that way",
    "puzzles/server/shapes.py": "msgspec writes the fields of answers",
    "solver/hidden/environment.py": "PettingZoo's interface",
    "solver/kernels/instructions.py": "numba's interface",
    "solver/kernels/twins.py": "numba's interface",
    "solver/search/cpsat/running.py": "OR-Tools' parameters and callbacks",
}
USED_ELSEWHERE = {
    "_safe_to_dynamically_spawn_children": "read by concurrent.futures",
    "only_move": "for whoever analyses in Python (docs/analysis.md)",
    "train_duels": "bench/duel_play.py learns the value of Face to Face",
}


def unused(*paths: Path) -> dict[str, str]:
    """The names in these files that none of them uses, each with its place."""
    finder = Vulture(ignore_decorators=["@app.command", "@as_html.register"])
    finder.scavenge([str(path) for path in paths])
    found = finder.get_unused_code(min_confidence=60)
    return {item.name: f"{Path(item.filename).relative_to(paths[0].parent)}:{item.first_lineno}" for item in found}


def test_nothing_in_the_product_is_dead() -> None:
    """A verb is named in the command, as a text."""
    verbs = re.findall(r'verbs\.\w+:(\w+)"', (ROOT / "puzzles" / "command.py").read_text(encoding="utf-8"))
    found = unused(ROOT / "solver", ROOT / "puzzles", ROOT / "cli.py")
    alone = {name: place for name, place in found.items() if not place.startswith(tuple(USED_FROM_OUTSIDE))}
    dead = {name: place for name, place in alone.items() if name not in {*verbs, *USED_ELSEWHERE}}
    assert not dead, "delete it, or say here who uses it"
    assert set(USED_ELSEWHERE) <= set(found), "what is used after all, or gone, needs no reason here"


def test_the_search_for_dead_code_finds_it(tmp_path: Path) -> None:
    package = tmp_path / "package"
    package.mkdir()
    text = "LEFT = 1\n\n\ndef used():\n    return 2\n\n\ndef forgotten():\n    return used()\n"
    (package / "module.py").write_text(text, encoding="utf-8")
    assert set(unused(package)) == {"LEFT", "forgotten"}
