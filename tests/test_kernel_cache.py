"""The cache of compiled kernels: never stale, and somewhere to go even where nothing can be written."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import solver

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
    return tmp_path


def asked(package: Path, cache: Path) -> int:
    """What the outer kernel says, in a process of its own."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(package),
        "XDG_CACHE_HOME": str(cache),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    code = "from solver.kernels.outer import asked; print(asked())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        cwd=package,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return int(done.stdout)


def test_an_edited_kernel_is_never_served_stale(package: Path, tmp_path: Path) -> None:
    inner, cache = package / "solver/kernels/inner.py", tmp_path / "cache"
    inner.write_text(INNER.format(41))
    assert asked(package, cache) == 41
    inner.write_text(INNER.format(42))
    assert asked(package, cache) == 42
    assert len(list((cache / "tenback").iterdir())) >= 1


def test_kernels_work_where_the_cache_cannot_be_written(package: Path, tmp_path: Path) -> None:
    (package / "solver/kernels/inner.py").write_text(INNER.format(7))
    no_folder = tmp_path / "a-file"
    no_folder.write_text("not a folder")
    assert asked(package, no_folder) == 7
