"""Compiled kernels: never stale, made anew when damaged, announced, and on nobody's clock."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import solver
from solver.kernels import ready, store, units, workshop
from solver.kernels.clock import now
from solver.search.limits import Limits
from tests.command import forked

INNER = "from solver.kernels.compile import kernel\n\n@kernel\ndef answer() -> int:\n    return {}\n"
OUTER = (
    "from solver.kernels.compile import entry\nfrom solver.kernels.inner import answer\n\n"
    "@entry\ndef asked() -> int:\n    return answer()\n"
)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package with two more kernels, one of which calls the other from another file."""
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(solver.__file__).parent, tmp_path / "solver", ignore=ignore)
    (tmp_path / "solver/kernels/outer.py").write_text(OUTER)
    (tmp_path / "solver/kernels/inner.py").write_text(INNER.format(41))
    return tmp_path


def asked(package: Path, cache: Path) -> tuple[int, str]:
    """What the outer kernel says, in a process of its own, and what is said beside."""
    names = {"PYTHONPATH": str(package), "XDG_CACHE_HOME": str(cache), "TMPDIR": str(package)}
    code = "from solver.kernels.outer import asked; print(asked())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **names, "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=package,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return int(done.stdout), done.stderr


def test_an_edited_kernel_is_never_served_stale(package: Path, tmp_path: Path) -> None:
    assert asked(package, tmp_path / "cache")[0] == 41
    (package / "solver/kernels/inner.py").write_text(INNER.format(42))
    assert asked(package, tmp_path / "cache")[0] == 42
    (package / "solver/kernels/beam.py").write_text("an edit that these kernels do not need")
    assert asked(package, tmp_path / "cache") == (42, "")


def test_a_unit_is_made_from_all_that_its_kernels_import() -> None:
    """What was loaded to run the kernels of a unit is what its digest reads."""
    sources = Path(ready.__file__).parent
    for unit in units.UNITS:
        modules = [f"solver.kernels.{module}" for module, _ in units.entries_of(unit)]
        code = f"import sys, {', '.join(modules)}; print(*(m for m in sys.modules if m.startswith('solver.kernels.')))"
        loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
        needed = ready.modules_needed({"build", "twins"} | {module for module, _ in units.entries_of(unit)}, sources)
        assert {name.rpartition(".")[2] for name in loaded} <= needed | {"units"}


def test_only_the_newest_machine_code_of_a_unit_is_kept(stubbed: list[str]) -> None:
    for age in range(store.KEPT + 2):
        path = ready.folder() / f"duel@{age:016x}.o"
        path.write_bytes(b"old")
        os.utime(path, (age + 1, age + 1))
    (ready.folder() / "beam@0.o").write_bytes(b"of another unit")
    ready.make_ready("duel")
    names = {f"duel@{age:016x}.o" for age in range(3, store.KEPT + 2)} | {ready.place_of("duel").name, "beam@0.o"}
    assert {path.name for path in ready.folder().glob("*.o")} == names


def test_what_is_damaged_is_compiled_again(package: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    value, said = asked(package, cache)
    (kept,) = cache.glob("tenback/kernels-*/*.o")
    assert (value, said.count("this happens once")) == (41, 1)
    assert asked(package, cache) == (41, "")
    kept.write_bytes(kept.read_bytes()[:-100])
    assert asked(package, cache) == (41, said)
    assert asked(package, cache) == (41, "")


def test_kernels_work_where_the_cache_cannot_be_written(package: Path, tmp_path: Path) -> None:
    no_folder = tmp_path / "a-file"
    no_folder.write_text("not a folder")
    assert asked(package, no_folder)[0] == 41
    assert not list(package.glob("tenback-*")), "the private folder goes with the run"


# --- what is compiled, without compiling anything


def test_every_entry_is_in_a_unit_and_every_unit_in_a_group() -> None:
    found = set()
    for path in Path(ready.__file__).parent.glob("*.py"):
        lines = path.read_text(encoding="utf-8").splitlines()
        marked = [after for line, after in itertools.pairwise(lines) if line == "@entry"]
        found |= {f"{path.stem}.{line.removeprefix('def ').partition('(')[0]}" for line in marked}
    assert found == {entry for entries in units.UNITS.values() for entry in entries}
    assert sorted(units.units_of(units.GROUPS)) == sorted(units.UNITS)
    assert set(units.PURPOSES) == set(units.GROUPS)


@pytest.fixture
def stubbed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Nothing is loaded or kept; what is made takes an hour of the clock, and is listed."""
    made: list[str] = []
    real = time.perf_counter

    def slowly(missing: Sequence[str], say: workshop.Say) -> Iterator[tuple[str, bytes]]:
        for number, unit in enumerate(missing, start=1):
            say(unit, number, len(missing))
            made.append(unit)
            yield unit, b"code"

    monkeypatch.setattr(time, "perf_counter", lambda: real() + 3600 * len(made))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(ready, "_engines", {})
    monkeypatch.setattr(ready, "folder", lambda: store.kernels_folder("0123456789abcdef"))
    monkeypatch.setattr(ready, "engine_of", lambda code: code)
    monkeypatch.setattr(workshop, "made", slowly)
    return made


def test_compiling_is_on_nobodys_clock(stubbed: list[str]) -> None:
    limits, began = Limits(5.0), now()
    ready.make_ready("search")
    assert stubbed == ["exhaust", "beam"]
    assert limits.left > 0
    assert now() - began < 3600


def test_it_is_said_what_is_compiled_and_how_far(stubbed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    ready.make_ready("search", "duel")
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "tenback: compiling the search for this machine, 1 of 3; this happens once"
    assert said[2] == "tenback: compiling the search for duels for this machine, 3 of 3; this happens once"
    ready.make_ready("search", "duel")
    assert capsys.readouterr().err == ""


def test_nothing_is_said_where_nobody_hears(stubbed: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert ready.make_ready("duel") == ["duel"]


def test_what_cannot_be_kept_is_used_all_the_same(stubbed: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: bytes) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(ready, "write_whole", full)
    assert ready.make_ready("duel") == ["duel"]
    assert ready.make_ready("duel") == []


def test_a_process_that_dies_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "environment", lambda: {**os.environ, "PYTHONPATH": "", "PYTHONSAFEPATH": "1"})
    monkeypatch.setattr(sys, "executable", shutil.which("false") or "false")
    with pytest.raises(workshop.CannotCompile, match="duel: "):
        list(workshop.made(["duel"], lambda unit, number, count: None))


def test_warm_says_what_there_is() -> None:
    done = forked("warm", "--json")
    assert done.returncode == 0
    assert b'"compiled"' in done.stdout


def test_importing_the_solver_imports_no_kernel() -> None:
    """The process that compiles imports ``solver`` first, and must mark kernels before any of them is imported."""
    code = "import sys, solver; print('solver.kernels.turn' in sys.modules, solver.advise.__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "advise"]
