"""The project as others find it: what CI runs, how to cite it, the hooks, the changelog, the metadata."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import tomllib
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from solver.rules.commands import COMMANDS
from solver.version import __version__
from tests.test_architecture import says

ROOT = Path(__file__).parents[1]
TEST_COMMAND = "python3 -m venv .venv && .venv/bin/pip install -q -e '.[test]' && .venv/bin/pytest"
STEPS = (  # what CI must run, in this order
    "python3 -m venv .venv",
    "pip install -q -e .[test]",
    "pytest",
    "pytest -m slow",
    "ruff check .",
    "ruff format --check .",
    "mypy",
)
TOOL = '#!/bin/sh\nstep="$(basename "$0")${1:+ $*}"\necho "$step" >> "$STEPS"\n[ "$step" != "$FAILS" ] || exit 1\n'
MAKES_TOOLS = 'mkdir -p .venv/bin && for tool in pip pytest ruff mypy; do cp tools/chromium ".venv/bin/$tool"; done\n'


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def loaded(name: str) -> Any:
    return yaml.safe_load(read(name))


# --- CI


def ci(folder: Path, fails: str = "") -> tuple[int, tuple[str, ...]]:
    """Run ``.ci/run`` in a checkout whose tools only note what they were asked; the status, and their notes."""
    (folder / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "run", folder / ".ci" / "run")
    shutil.copy(ROOT / "README.md", folder)
    tools = folder / "tools"
    tools.mkdir()
    for name, script in (("python3", TOOL + MAKES_TOOLS), ("chromium", TOOL), ("apt-get", TOOL)):
        (tools / name).write_text(script)
        (tools / name).chmod(0o755)
    env = {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "STEPS": str(folder / "steps"), "FAILS": fails}
    done = subprocess.run([folder / ".ci" / "run"], cwd=tools, env=env, capture_output=True, timeout=60, check=False)
    return done.returncode, tuple((folder / "steps").read_text().splitlines())


def test_ci_runs_the_readmes_command_the_slow_tests_lint_and_types(tmp_path: Path) -> None:
    assert ci(tmp_path) == (0, STEPS)


@pytest.mark.parametrize("step", STEPS)
def test_ci_fails_with_each_of_its_steps(step: str, tmp_path: Path) -> None:
    status, steps = ci(tmp_path, fails=step)
    assert status != 0
    assert steps == STEPS[: STEPS.index(step) + 1]


def test_the_readme_has_two_commands_that_start_from_nothing_but_python() -> None:
    commands = re.findall(r"```sh\n(.*?)\n```", read("README.md"))
    assert len(commands) == 2
    assert all(command.startswith("python3 -m venv .venv && ") for command in commands)
    assert commands[1] == TEST_COMMAND
    assert sum(".[test]" in line for line in read("README.md").splitlines()) == 1  # the line that .ci/run looks for


def test_the_workflow_runs_ci_on_the_oldest_and_the_newest_python() -> None:
    workflow = loaded(".github/workflows/ci.yml")
    (job,) = workflow["jobs"].values()
    assert [step["run"] for step in job["steps"] if "run" in step] == [".ci/run"]
    assert job["runs-on"].startswith("ubuntu")
    assert job["strategy"]["matrix"]["python"] == [supported_pythons()[0], supported_pythons()[-1]]
    assert (ROOT / ".ci" / "run").stat().st_mode & stat.S_IXUSR


def test_the_hooks_are_what_ci_checks_and_need_nothing_from_elsewhere() -> None:
    (repo,) = loaded(".pre-commit-config.yaml")["repos"]
    assert repo["repo"] == "local"
    assert all({"id", "name", "entry", "language"} <= set(hook) for hook in repo["hooks"])
    assert all(hook["language"] == "system" for hook in repo["hooks"])
    entries = [hook["entry"].removeprefix(".venv/bin/") for hook in repo["hooks"]]
    assert entries == [step.removesuffix(" .") for step in STEPS[4:]]


# --- the version and what is said of it


def test_the_citation_is_valid_and_of_this_version() -> None:
    citation = loaded("CITATION.cff")
    assert citation["cff-version"] == "1.2.0"
    assert {"message", "title", "authors"} <= set(citation)  # what version 1.2.0 of the format asks for
    assert citation["authors"] == [{"name": "The tenback authors"}]
    assert citation["type"] == "software"
    assert citation["version"] == __version__
    assert citation["license"] == metadata()["license"]


def test_the_changelog_is_newest_first_dated_and_knows_this_version() -> None:
    headings = re.findall(r"^## (.*)$", read("CHANGELOG.md"), re.MULTILINE)
    versions = [re.fullmatch(r"(\d+\.\d+\.\d+) — (unreleased|\d{4}-\d{2}-\d{2})", heading) for heading in headings]
    assert all(versions), headings
    found = [(version[1], version[2]) for version in versions if version]
    assert found[0][0] == __version__
    assert [tuple(map(int, number.split("."))) for number, _ in found] == sorted(
        (tuple(map(int, number.split("."))) for number, _ in found), reverse=True
    )
    days = [date.fromisoformat(day) for _, day in found if day != "unreleased"]
    assert days == sorted(days, reverse=True)
    assert all(day != "unreleased" for _, day in found[1:])


def test_the_security_policy_says_how_to_report_and_names_no_address() -> None:
    policy = read("SECURITY.md")
    assert {"## What is promised", "## What is in scope", "## How to report"} <= set(policy.splitlines())
    assert not re.search(r"\S@\S|https?://", policy)


# --- metadata


def metadata() -> Any:
    return tomllib.loads(read("pyproject.toml"))["project"]


def supported_pythons() -> list[str]:
    """The versions of Python that the metadata names, the oldest first."""
    found = [re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", line) for line in metadata()["classifiers"]]
    return sorted((version[1] for version in found if version), key=lambda text: int(text.split(".")[1]))


def test_the_metadata_is_complete() -> None:
    project = metadata()
    assert {"name", "description", "readme", "license", "requires-python", "keywords", "classifiers"} <= set(project)
    assert project["requires-python"] == f">={supported_pythons()[0]}"
    assert "urls" not in project  # none is known
    assert "Typing :: Typed" in project["classifiers"]


def test_the_readme_names_every_extra() -> None:
    extras = set(metadata()["optional-dependencies"]) - {"test"}
    assert {extra for extra in extras if f"`{extra}`" in read("README.md")} == extras


# --- the recipes of CONTRIBUTING


def recipes() -> dict[str, str]:
    """The sections of CONTRIBUTING by their heading."""
    parts = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("\n## ")[1:]
    return {head: text for head, _, text in (part.partition("\n") for part in parts)}


def named_files(text: str) -> set[str]:
    """The paths that a text names."""
    return set(re.findall(r"`((?:solver|puzzles|tests|docs|bench)/[\w/.]+)`", text))


@pytest.mark.parametrize("recipe", recipes())
def test_recipes_name_files_that_are_there(recipe: str) -> None:
    for name in named_files(recipes()[recipe]):
        assert (ROOT / name).exists(), f"{recipe}: {name}"


def spoken_in(names: Iterable[str], folder: str) -> set[str]:
    """The source files in whose code one of these names stands as a word of its own."""
    return {path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*.py") if says(path) & set(names)}


def test_the_recipe_for_a_command_names_every_file_that_knows_one() -> None:
    told = named_files(recipes()["Adding a command"])
    assert spoken_in(COMMANDS, "solver") | spoken_in(COMMANDS, "puzzles") <= told


def test_the_recipe_for_a_goal_names_every_file_that_knows_one() -> None:
    assert spoken_in({"cards-left"}, "solver") <= named_files(recipes()["Adding a goal"])


def test_the_recipe_for_a_game_names_every_file_that_knows_a_drawing() -> None:
    assert spoken_in({"as-laid", "to-full-hand", "by-gift"}, "solver") <= named_files(recipes()["Adding a game"])
