"""Puts the page together: markup, style, scripts and data in one file that asks nobody for anything.

The policy in its head names the digest of the style and of the scripts, so that a browser runs these and no other, even
if a title could smuggle markup in.  It cannot: texts are escaped, and what comes from a collection is JSON whose
``<``, ``>`` and ``&`` are written as escapes.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from puzzles.page.export import PageChapter, Tell, collection_data
from puzzles.page.judged import MOST_POSITIONS
from puzzles.puzzle import Collection
from puzzles.sheet.words import words

SCRIPTS = (
    "stipulation.js", "referee.js", "cards.js", "played.js", "spoken.js", "drawn.js", "board.js", "judge.js",
    "store.js", "list.js", "solving.js", "choosing.js", "app.js",
)  # fmt: skip
GAMES = (  # of whole games; where a server is, it sends them with its own
    "saying.js", "playwords.js", "record.js", "kept.js", "seat.js", "chooser.js", "match.js",
)  # fmt: skip
ALONE = "alone.js"
STYLE = "page.css"
GAMES_STYLE = "panel.css"
TEMPLATE = "page.html"
LIVE_SLOT = '<section id="live" class="live" hidden></section>'
WAYS = '<nav class="ways-between" id="ways"></nav>'
LIVE_HEAD = '<link rel="stylesheet" href="live.css">'
LIVE_SCRIPT = '<script src="live.js" defer></script>'


def page_html(
    collection: Collection,
    language: str = "en",
    live: bool = False,
    most: int = MOST_POSITIONS,
    tell: Tell | None = None,
    chapters: Sequence[PageChapter] = (),
) -> str:
    """The page of a collection, in a language to begin with.

    ``live`` leaves room for a server's own panel; ``most`` bounds the positions that are judged for each puzzle;
    ``tell`` hears how many puzzles are done; ``chapters`` are headings with lessons in the list of puzzles.
    """
    words(language)  # an unknown language is refused before the work begins
    data = collection_data(collection, language, live, most, tell, chapters)
    style, script = part(STYLE), "\n".join(map(part, SCRIPTS))
    if not live:
        style += part(f"play/{GAMES_STYLE}")
        *first, app = map(part, SCRIPTS)  # the app begins when everything else is there
        script = "\n".join([*first, *(part(f"play/{name}") for name in (*GAMES, ALONE)), app])
    fields = {
        "LANGUAGE": html.escape(language),
        "POLICY": html.escape(policy(style, script, live)),
        "TITLE": html.escape(collection.title or data["words"][language]["ui.list"]),
        "NOSCRIPT": html.escape(data["words"][language]["ui.script"]),
        "SIGNS": signs(),
        "STYLE": style,
        "DATA": as_script_data(data),
        "SCRIPT": script,
        "LIVE": LIVE_SLOT,
        "WAYS": "" if live else WAYS,
        "LIVE_HEAD": LIVE_HEAD if live else "",
        "LIVE_SCRIPT": LIVE_SCRIPT if live else "",
    }
    return filled(part(TEMPLATE), fields)


def part(name: str) -> str:
    """A file of this package."""
    return (files("puzzles.page") / name).read_text(encoding="utf-8")


def filled(template: str, fields: dict[str, str]) -> str:
    """Each ``{{NAME}}`` of the template replaced, once: what is put in is never looked at again."""
    pieces = template.split("{{")
    found = [pieces[0]]
    for piece in pieces[1:]:
        name, _, rest = piece.partition("}}")
        found += [fields[name], rest]
    return "".join(found)


def as_script_data(data: dict[str, Any]) -> str:
    """JSON that can stand inside a script element: no text in it can end the element or begin a comment."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return text


def policy(style: str, script: str, live: bool) -> str:
    """What a browser may run and fetch: the page's own style and script, and if it is live its own server."""
    server = " 'self'" if live else ""
    rules = {
        "default-src": "'none'",
        "script-src": f"{digest(script)}{server}",
        "style-src": f"{digest(style)}{server}",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    if live:
        rules["connect-src"] = "'self'"
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def digest(text: str) -> str:
    """The name of an inline script or style in a policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def signs() -> str:
    """The signs of commands, kinds and colours as symbols, drawn as on the printed sheets."""
    from puzzles.sheet.drawing import INK, PAPER
    from puzzles.sheet.signs import COLOURS, COMMAND_SIGNS, GRID, arrow, colour_shape, command_sign, kind_sign
    from puzzles.sheet.svg import element

    blocks = {f"command-{name}": command_sign(name, GRID) for name in COMMAND_SIGNS}
    blocks |= {f"kind-{name}": kind_sign(name, GRID) for name in COMMAND_SIGNS}
    blocks |= {f"colour-{letter}": colour_shape(letter, GRID) for letter in COLOURS}
    blocks |= {direction: arrow(direction, GRID, INK) for direction in ("up", "down")}
    symbols = []
    for name, block in blocks.items():
        drawn = "".join(element(shape) for shape in block.shapes())
        drawn = drawn.replace(INK, "currentColor").replace(f'fill="{PAPER}"', 'class="cut"')
        symbols.append(f'<symbol id="sign-{name}" viewBox="0 0 {GRID:g} {GRID:g}">{drawn}</symbol>')
    return "\n".join(symbols)
