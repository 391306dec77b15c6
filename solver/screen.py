"""How wide the reader's screen is, and text that is broken for it between words and nowhere else."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Sequence

NARROWEST = 20


def page_width() -> int | None:
    """The columns of the terminal, or what COLUMNS says; None for a pipe or a file, where nothing is broken."""
    told = os.environ.get("COLUMNS", "")
    if told.isascii() and told.isdigit() and len(told) < 6 and int(told) > 0:
        return max(int(told), NARROWEST)
    if sys.stdout is not None and sys.stdout.isatty():
        return max(shutil.get_terminal_size().columns, NARROWEST)
    return None


def folded(text: str, width: int | None, indent: str = "    ") -> str:
    """A line of text, broken between words where it is too long; what follows is indented."""
    if width is None or len(text) <= width:
        return text
    return textwrap.fill(
        text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False, drop_whitespace=True
    )


def fitting(parts: Sequence[str], room: int) -> str:
    """As many of these parts, the first one first, as there is room for in one line."""
    kept = list(parts)
    while len(kept) > 1 and len(", ".join(kept)) > room:
        kept.pop()
    return ", ".join(kept)
