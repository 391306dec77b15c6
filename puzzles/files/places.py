"""Where in a file a puzzle stands, so that a message can name the line to look at."""

from __future__ import annotations

import re

from puzzles.files.shapes import ID_PATTERN
from puzzles.puzzle import Place, named

# What a heading is not to be looked for in, and the heading itself: strings of both kinds, comments.
_TOKENS = re.compile(
    r'"{3}(?:[^\\]|\\.)*?"{3,5}|"(?:[^"\\\n]|\\[^\n])*+"'
    r"|'{3}.*?'{3,5}|'[^'\n]*'"
    r"|#[^\n]*"
    r"|(?P<heading>^[ \t]*\[\[[ \t]*puzzle[ \t]*\]\])",
    re.DOTALL | re.MULTILINE,
)


def puzzle_lines(text: str) -> list[int]:
    """The lines of a TOML file on which its puzzles begin; the file is known to be TOML.

    >>> puzzle_lines("format = 1\\n[[puzzle]] # one\\nnotes = '''\\n[[puzzle]]\\n'''\\n# [[puzzle]]\\n[[puzzle]]")
    [2, 7]
    """
    lines, line, seen = list[int](), 1, 0
    for token in _TOKENS.finditer(text):
        if token["heading"] is not None:
            line += text.count("\n", seen, token.start())
            seen = token.start()
            lines.append(line)
    return lines


def places_of(text: str, file: str, count: int) -> list[Place]:
    """The place of each puzzle of a TOML file; without lines where they are not written as ``[[puzzle]]``."""
    lines = puzzle_lines(text)
    return [Place(file, line) for line in lines] if len(lines) == count else [Place(file)] * count


def named_in(place: Place, data: object) -> str:
    """How a message names a puzzle that may not even have an id."""
    id = data.get("id") if isinstance(data, dict) else None
    return named(id, place) if isinstance(id, str) and re.fullmatch(ID_PATTERN, id) else str(place)
