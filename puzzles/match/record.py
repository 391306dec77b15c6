"""A game as one line of text, which reads back: the deal as everywhere, then sections of its own.

    the-game/2 #17 | seats: person quick | begun: 2026-11-18 | line: 1: 37@up1 48@up1; 2: 5@down2 … | result: won

Only deal and line are needed; whoever is not told to sit somewhere is a person.  ``now`` has the cards of a turn under
way, ``look: open`` says that all cards lie open, ``look: talk`` that partners talk, ``undone`` and ``hints`` count.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from puzzles.match.match import PERSON, Match, start_of
from solver.errors import DoesNotAddUp, Unreadable, quoted
from solver.table.line import Play, format_line, parse_line
from solver.table.view import OPEN, TALK

SECTIONS = ("seats", "look", "begun", "undone", "hints", "line", "now", "result")
DEAL = "deal"

_SECTION = re.compile(rf"\s*({'|'.join(SECTIONS)})\s*:(.*)", re.DOTALL)


def format_record(match: Match) -> str:
    """One line."""
    parts = {
        "seats": " ".join(match.seats),
        "look": OPEN.name if match.is_open else TALK.name if match.talks else "",
        "begun": match.begun,
        "undone": str(match.undone or ""),
        "hints": str(match.hints or ""),
        "line": format_line(match.line),
        "now": " ".join(map(str, match.laid)),
        "result": match.result,
    }
    return " | ".join([match.deal, *(f"{name}: {words}" for name, words in parts.items() if words)])


def sections_of(text: str) -> Mapping[str, str]:
    """The sections of a record by name, what is of the deal under ``deal``; nothing is looked at more closely."""
    found, deal = dict[str, str](), list[str]()
    for part in text.strip().split("|"):
        section = _SECTION.fullmatch(part)
        if section is None:
            deal.append(part.strip())
        elif section[1] in found:
            raise Unreadable(f"section {quoted(section[1])} is there twice")
        else:
            found[section[1]] = section[2].strip()
    return {DEAL: " | ".join(deal), **found}


def parse_record(text: str) -> Match:
    """Read a game; one that breaks a rule, or whose result is not the one that is claimed, is refused."""
    told = sections_of(text)
    if told.get("look", OPEN.name) not in (OPEN.name, TALK.name):
        raise Unreadable(
            f"look: {quoted(told['look'])}: open, talk, or nothing where cards are hidden and nobody talks"
        )
    if not re.fullmatch(r"|\d{4}-\d\d-\d\d", told.get("begun", ""), re.ASCII):
        raise Unreadable(f"begun: {quoted(told['begun'])} is not a day: write 2026-11-18")
    seats = tuple(told["seats"].split()) if "seats" in told else (PERSON,) * start_of(told[DEAL]).rules.players
    match = Match(
        deal=told[DEAL],
        seats=seats,
        is_open=told.get("look") == OPEN.name,
        talks=told.get("look") == TALK.name,
        line=parse_line(told.get("line") or "-"),
        laid=tuple(Play.parse(word) for word in told.get("now", "").split()),
        undone=counted(told, "undone"),
        hints=counted(told, "hints"),
        begun=told.get("begun", ""),
    )
    if told.get("result", match.result) != match.result:
        raise DoesNotAddUp(f"result: {quoted(told['result'])}, but this game is {match.result}")
    return match


def counted(told: Mapping[str, str], name: str) -> int:
    """A number of times."""
    text = told.get(name, "0")
    if not re.fullmatch(r"\d{1,6}", text, re.ASCII):
        raise Unreadable(f"{name}: {quoted(text)} is not a number")
    return int(text)
