"""The README's first screen and its Python example do what they say."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from tests.command import tenback

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def without_times(text: str) -> str:
    return re.sub(r"\d+\.\d+ s", "… s", text)


def test_the_first_screen_works() -> None:
    screen = re.search(r"```console\n\$ tenback (.*?)\n(.*?)```", README, re.DOTALL)
    assert screen is not None
    done = tenback(*shlex.split(screen[1]))
    assert without_times(done.stdout.decode()) == without_times(screen[2])


def test_the_python_example_works() -> None:
    example = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert example is not None
    exec(example[1], {})
