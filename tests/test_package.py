"""What is shipped: wheel and source archive are built, installed into fresh environments, and work from anywhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_string
from pathlib import Path

import pytest

from solver.version import __version__
from tests.test_project import ROOT, metadata, supported_pythons

pytestmark = pytest.mark.slow

MINUTES = 15 * 60  # for one step, on a busy machine that compiles everything anew
DEAL = "quick-and-easy/1 | up: r7 | down: b4 | 1*: b5 s1"
DATA = ("puzzles/collection/the-game.toml", "puzzles/page/page.html", "puzzles/py.typed", "solver/py.typed")


def run(command: list[str], folder: Path) -> str:
    """Run a command outside the checkout, with nothing of it on any path; what it prints."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    env["XDG_CACHE_HOME"] = str(folder / "cache")
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=MINUTES, check=False)
    assert done.returncode == 0, f"{command}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout


@pytest.fixture(scope="session")
def archives(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The wheel and the source archive, built from a copy of what git knows."""
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("not a git checkout")
    folder = tmp_path_factory.mktemp("package")
    listed = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, check=True).stdout
    for name in listed.decode().split("\0"):
        if name and (ROOT / name).is_file():
            (folder / "copy" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / "copy" / name)
    run([sys.executable, "-m", "build", "--outdir", str(folder / "built"), str(folder / "copy")], folder)
    (wheel,), (source,) = ((folder / "built").glob(f"*{end}") for end in (".whl", ".tar.gz"))
    return {"wheel": wheel, "source": source}


def test_the_wheel_has_the_data_and_no_tests(archives: dict[str, Path]) -> None:
    with zipfile.ZipFile(archives["wheel"]) as wheel:
        names = wheel.namelist()
        (about,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        said = message_from_string(wheel.read(about).decode())
    tracked = [*ROOT.glob("puzzles/collection/*.toml"), *ROOT.glob("puzzles/page/*.*"), *ROOT.glob("*/py.typed")]
    tracked += ROOT.glob("puzzles/server/static/*")
    wanted = {str(path.relative_to(ROOT)) for path in tracked}
    assert set(DATA) <= wanted | set(names)
    assert wanted <= set(names)
    assert {name.split("/")[0].split("-")[0] for name in names} == {"cli.py", "puzzles", "solver", "tenback"}
    assert (said["Name"], said["Version"], said["License-Expression"]) == ("tenback", __version__, "MIT")
    assert said["Requires-Python"] == metadata()["requires-python"]
    assert set(said.get_all("Classifier") or ()) == set(metadata()["classifiers"])
    assert said["Keywords"]
    assert "# tenback" in str(said.get_payload())


def test_the_source_archive_has_all_that_a_build_needs(archives: dict[str, Path]) -> None:
    with tarfile.open(archives["source"]) as source:
        names = {name.partition("/")[2] for name in source.getnames()}
    assert {"pyproject.toml", "README.md", "LICENSE", "cli.py", "solver/version.py", *DATA} <= names


def interpreter(version: str) -> str | None:
    """An interpreter of this version: this one, one on the path, or one of pyenv's."""
    if version == f"{sys.version_info.major}.{sys.version_info.minor}":
        return sys.executable
    kept = sorted(Path("~/.pyenv/versions").expanduser().glob(f"{version}.*/bin/python{version}"))
    found = [str(path) for path in reversed(kept)] or [shutil.which(f"python{version}") or ""]
    works = found[0] and subprocess.run([found[0], "-c", "import venv, ssl"], capture_output=True, check=False)
    return found[0] if works and works.returncode == 0 else None


KINDS = [("wheel", version) for version in supported_pythons()] + [("source", supported_pythons()[0])]


@pytest.mark.parametrize(("kind", "version"), KINDS)
def test_it_installs_into_a_fresh_environment_and_works(
    kind: str, version: str, archives: dict[str, Path], tmp_path: Path
) -> None:
    python = interpreter(version)
    if python is None:
        pytest.skip(f"there is no Python {version} on this machine")
    run([python, "-m", "venv", "env"], tmp_path)
    tools = tmp_path / "env" / "bin"
    run([str(tools / "pip"), "install", "-q", str(archives[kind])], tmp_path)
    tenback = str(tools / "tenback")
    assert run([tenback, "--version"], tmp_path).strip() == f"tenback {__version__}"
    assert run([tenback, "solve", DEAL], tmp_path).startswith("winnable\n")
    assert run([tenback, "puzzle", "daily", "--json"], tmp_path).startswith('{"date"')
    where = run([str(tools / "python"), "-c", "import solver; print(solver.__file__)"], tmp_path)
    assert where.startswith(str(tmp_path))
