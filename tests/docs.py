"""The fenced blocks of the documentation, so that what it shows is run."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]

_BLOCK = re.compile(r"^```([\w-]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: str, kind: str) -> list[str]:
    """The fenced blocks of one kind in a page of docs/."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return [body for found, body in _BLOCK.findall(text) if found == kind]


def lines(page: str, kind: str) -> list[str]:
    """The lines of all blocks of one kind, without the empty ones."""
    return [line for block in blocks(page, kind) for line in block.splitlines() if line.strip()]
