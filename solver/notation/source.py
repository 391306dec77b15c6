"""Where input comes from: a file, an argument, standard input, a dictionary.  All of it is read in little memory."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import IO, Any, TypeVar

from solver.errors import HiddenCards, Unreadable, quoted
from solver.files import reading
from solver.notation.piles import settled
from solver.notation.rulesfile import CustomGame, parse_custom_game
from solver.notation.text import Header, parse_header, parse_text
from solver.notation.told import Table
from solver.rules.game import Rules
from solver.rules.games import GAMES
from solver.table.deal import Deal
from solver.table.line import Line, parse_line
from solver.table.position import Position
from solver.table.view import View

AnyTable = TypeVar("AnyTable", bound=Table)
Source = Table | str | Path | Mapping[str, Any]

MOST_BYTES = 1 << 18  # the largest honest deal, position or line is a few kilobytes; this much is read in half a second
TOO_LONG = "no deal, position or line is (many deals, one a line: tenback solve FILE --lines)"

_STARTS_LIKE_TEXT = re.compile(rf"\s*({'|'.join(GAMES)})(/\d+)?\s*(\s\S|\||#|$)", re.ASCII)
_RULES_FILE = re.compile(
    r"\s*(?P<file>[^|]*\.toml)(?:/(?P<players>\d{1,3}))?(?P<settings>(?:\s+[^|\s]+)*)\s*(?P<rest>\|.*)?",
    re.ASCII | re.DOTALL,
)
_STARTS_LIKE_JSON = re.compile(r"\s*[{\[]")
_IS_OBJECT = re.compile(r"\s*\{.*\}\s*$")
_HAS_PLAYS = re.compile(r"@|^\s*(winnable|unwinnable|unknown)\n|^\s*((\d+|A|B)\s*:\s*)?pass\s*(;|\+|$)", re.ASCII)


def load(source: str | Path | Mapping[str, Any]) -> Table:
    """A deal or a position from a path, from text (either form), or from parsed JSON; a view where cards are hidden.

    >>> load("quick-and-easy/1 | up: r7 | down: b4 | 1*: s1 b5")
    load('quick-and-easy/1 | up: r7 | down: b4 | 1*: s1 b5')
    """
    if isinstance(source, Mapping):
        return _from_json(source)
    if isinstance(source, Path):
        return load_text(read_file(source))
    if (match := _RULES_FILE.fullmatch(source)) and (match["rest"] or "#" in match["settings"]):
        return load_text(with_rules_file(match))
    if source == "-" or not (_STARTS_LIKE_JSON.match(source) or _STARTS_LIKE_TEXT.match(source)):
        return load_text(read_source(source, "a deal or position in text form, which starts with a game's name"))
    return load_text(source)


def load_custom_game(path: Path) -> CustomGame:
    """A custom game from its file."""
    return parse_custom_game(read_file(path), quoted(path))


def load_header(text: str) -> tuple[CustomGame, Header]:
    """The first part of a text: ``the-game/2 hand=5``, or a rules file in the game's place, ``mine.toml/2 hand=5``."""
    if (match := _RULES_FILE.fullmatch(text)) is None or match["rest"]:
        header = parse_header(text)
        return CustomGame(header.game, header.players, header.overrides), header
    custom = load_custom_game(Path(match["file"]))
    header = parse_header(f"{custom.game}{match['settings']}")
    players = int(match["players"]) if match["players"] else custom.players
    return replace(custom, players=players, rules={**custom.rules, **header.overrides}), header


def with_rules_file(match: re.Match[str]) -> str:
    """A text whose header names a rules file, with what the file says in its place."""
    rest = match["rest"] or ""
    custom, header = load_header(match.string.removesuffix(rest))
    words = [custom.game if custom.players is None else f"{custom.game}/{custom.players}"]
    words += [f"{name}={'none' if value is None else value}" for name, value in custom.rules.items()]
    words += [] if header.to_move is None else [f"to_move={header.to_move}"]
    words += [] if header.seat is None else [f"seat={header.seat}"]
    words += ["commands=random"] if header.random_map else []
    words += [] if header.number is None else [f"#{header.number}"]
    if custom.commands is not None and not header.random_map and not re.search(r"\|\s*commands\s*:", rest):
        listed = " ".join(f"{card}={command}" for card, command in custom.commands.items())
        words.append(f"| commands: {listed or '-'}")
    return " ".join([*words, rest])


def load_text(text: str) -> Table:
    """A deal or a position from text of either form."""
    if not text.strip():
        raise Unreadable("the input is empty: a deal or a position is needed")
    refuse_many(text)
    if _STARTS_LIKE_JSON.match(text):
        from solver.notation.jsonform import parse_json

        return _from_json(parse_json(text))
    return parse_text(" ".join(text.split()))


def refuse_many(text: str) -> None:
    """A file of many deals is said to be one, rather than that one of its parts is wrong."""
    lines = [line for line in text.splitlines() if line.strip()]
    like = [bool(_STARTS_LIKE_TEXT.match(line) or _IS_OBJECT.match(line)) for line in lines]
    if like[0] and sum(like) > 1:
        raise Unreadable(
            f"{len(lines)} lines, each a deal or position of its own, where one is needed:"
            " tenback solve FILE --lines answers them all"
        )


def load_line(source: str | Path, position: Position | None = None) -> Line:
    """A line of play from a path, from text, from JSON text, or from what ``tenback solve`` prints.

    With the position that it begins at, a pile may be named as loosely as players do (``solver.notation.piles``).
    """
    line = _load_line(source)
    return line if position is None else settled(position, line)


def _load_line(source: str | Path) -> Line:
    if isinstance(source, Path):
        text = read_file(source)
    elif source != "-" and (_STARTS_LIKE_JSON.match(source) or _HAS_PLAYS.search(source)):
        text = source
    else:
        text = read_source(source, "a line of play, which has plays such as 37@up1")
    if _STARTS_LIKE_JSON.match(text):
        from solver.notation.jsonform import line_from_json, parse_json

        return line_from_json(parse_json(text))
    return parse_line(text)


def starting_position(thing: Table) -> Position:
    """A deal's first position; a position as it is.  Where cards are hidden there is none to decide."""
    if isinstance(thing, Deal):
        return thing.position()
    position = thing.as_position() if isinstance(thing, View) else thing
    if position is None:
        raise HiddenCards("cards are hidden, so nobody can decide this position: tenback advise says what to play")
    return position


def position_of(source: Source) -> Position:
    """The position that a caller means: a table, or where to load one from."""
    return starting_position(source if isinstance(source, (Deal, Position, View)) else load(source))


def with_overrides(thing: AnyTable, overrides: Mapping[str, int | None]) -> AnyTable:
    """The same cards under changed rules."""
    if not overrides:
        return thing
    old = thing.rules
    commands = old.command_of if old.game.vocabulary else None
    rules = Rules.of(old.game, old.players, {**old.overrides(), **overrides}, commands)
    return replace(thing, rules=rules)


def _from_json(data: object) -> Table:
    from solver.notation.jsonform import load_json  # msgspec is loaded only where JSON is read

    return load_json(data)


def read_source(source: str, otherwise: str) -> str:
    """The text behind ``-`` (standard input) or a file's name."""
    if source == "-":
        return _read_standard_input()
    if not source.strip():
        raise Unreadable("the input is empty: a deal or a position is needed")
    try:
        exists = Path(source).exists()
    except (OSError, ValueError):
        exists = False
    if not exists:
        raise Unreadable(f"{quoted(source)} is neither a file nor {otherwise}")
    return read_file(Path(source))


def open_lines(source: str | None) -> AbstractContextManager[IO[bytes]]:
    """The lines of a file, of standard input (``-`` or nothing at all), or of the text itself."""
    if source is None or source == "-":
        if sys.stdin is None:
            raise Unreadable("standard input is closed")
        return nullcontext(sys.stdin.buffer)
    if _STARTS_LIKE_JSON.match(source) or _STARTS_LIKE_TEXT.match(source):
        return io.BytesIO(source.encode())
    try:
        return reading(Path(source))
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        raise Unreadable(f"{quoted(source)} cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _read_standard_input() -> str:
    if sys.stdin is None:
        raise Unreadable("standard input is closed")
    try:
        content = sys.stdin.buffer.read(MOST_BYTES + 1)
    except OSError as error:
        raise Unreadable(f"standard input cannot be read: {error.strerror or error}") from None
    return _text(content, "standard input")


def read_file(path: Path, most: int = MOST_BYTES, too_long: str = TOO_LONG) -> str:
    """A file's text, if it is text and not absurdly long."""
    try:
        with reading(path) as file:
            content = file.read(most + 1)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        reason = getattr(error, "strerror", None) or str(error)
        raise Unreadable(f"{quoted(path)} cannot be read: {reason}") from None
    return _text(content, str(path), most, too_long)


def _text(content: bytes, name: str, most: int = MOST_BYTES, too_long: str = TOO_LONG) -> str:
    if len(content) > most:
        size = f"{most >> 20} MiB" if most >> 20 else f"{most >> 10} KiB"
        raise Unreadable(f"{quoted(name)} is longer than {size}: {too_long}")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(f"{quoted(name)} is not text (UTF-8)") from None
    if "\0" in text:
        raise Unreadable(f"{quoted(name)} is not text: it has a zero byte")
    return text
