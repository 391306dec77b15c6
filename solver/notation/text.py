"""The one-line text form of deals and positions, to be typed and read by people (docs/notation.md).

    the-game/2 hand=5 | up: 17 1 | down: 88 100 | 1*: 5 9 | 2: 77 | draw: 44 3
    quick-and-easy/2 | up: - | down: r7 | 1: b4 g2 | 2*: b5 s1 | draw?: y3 y9
    face-to-face | A.up: 17 | A.down: 40 | B.up: 9 | B.down: 60 | A: 5 | B*: 7 8 | B.draw: 44
    the-game/1 hand=5 | deck: 44 3 97 …
    the-game/3 #17

    the-game/2 | up: 17 1 | down: 88 100 | 1*: 5 9 | 2: ?6 | draw: ?40 | laid: 3 12

A header (game, players, overrides), then sections divided by ``|``.  ``*`` marks the player to move, ``?`` a draw pile
of unknown order, ``-`` a row card or nothing, ``?6`` six hidden cards.  ``#17`` is numbered deal 17.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from solver.cards import Card, format_cards, parse_cards
from solver.errors import DoesNotAddUp, Unreadable, quoted
from solver.notation.told import Table, Told, laid_to_tell, parse_held, table_told
from solver.rules.game import Game, Pile, Rules
from solver.rules.games import COMMAND_LABELS, game_named, refuse_foreign_commands
from solver.shown import as_text
from solver.table.deal import Deal, deal, random_commands
from solver.table.line import parse_player
from solver.table.position import DrawPile, Position
from solver.table.start import StartOfTurn
from solver.table.view import Hand, Hidden, View

_HEADER = re.compile(r"([a-z-]+)(?:/(\d{1,3}))?((?:\s+\S+)*)", re.ASCII)
_OVERRIDE = re.compile(r"([a-z_]+)=(none|-?\d{1,9}|A|B|random)", re.ASCII)
_NUMBER = re.compile(r"(#)(\d{1,20})", re.ASCII)
_NUMBERS = re.compile(r"#\d+\D+\d+", re.ASCII)  # a range, which has no place in a table
_LABEL = re.compile(r"([A-Za-z0-9.]+)([*?]?)", re.ASCII)


class Section(NamedTuple):
    """One part of the text: a label, its mark (``*`` or ``?``), and the words after the colon."""

    label: str
    mark: str
    words: str


class Header(NamedTuple):
    """The first part of the text."""

    game: str
    players: int | None
    overrides: dict[str, int | None]
    number: int | None
    to_move: str | None
    random_map: bool
    seat: str | None = None  # who looks


# --- reading


def parse_text(text: str) -> Table:
    """Read a deal, a position, or what a seat sees of one."""
    first, *rest = text.strip().split("|")
    header, sections = parse_header(first), [parse_section(part) for part in rest]
    labels = {section.label for section in sections}
    if len(labels) < len(sections):
        twice, _ = Counter(section.label for section in sections).most_common(1)[0]
        raise Unreadable(f"section {quoted(twice)} is there twice")
    rules = _rules_of(header, sections)
    if header.number is not None:
        return _numbered(header, rules, sections)
    if header.random_map:
        raise Unreadable("commands=random is for numbered deals: write the map itself as a section, commands: 37=stop")
    if any(label == "deck" or label.endswith(".deck") for label in labels):
        refuse_seat_of_deal(header)
        return _deal_of(header, rules, sections)
    return _position_of(header, rules, sections)


def refuse_seat_of_deal(header: Header) -> None:
    """Who looks is told of a position."""
    if header.seat is not None:
        raise Unreadable(f"seat={header.seat} says who looks at a position: it has no place in a deal")


def parse_header(text: str) -> Header:
    """Read ``the-game/2 hand=5 #17``."""
    match = _HEADER.fullmatch(text.replace("#", " #").strip())
    if match is None:
        raise Unreadable(f"{quoted(text.strip())} does not start with a game's name, such as the-game/2")
    settings = parse_settings(match[3].split())
    number, to_move, seat = (settings.pop(name, None) for name in ("#", "to_move", "seat"))
    if random_map := settings.get("commands") == "random":
        del settings["commands"]
    return Header(
        game=match[1],
        players=int(match[2]) if match[2] else None,
        overrides={name: parse_override(name, value) for name, value in settings.items()},
        number=None if number is None else int(number),
        to_move=to_move,
        random_map=random_map,
        seat=seat,
    )


def parse_settings(words: Sequence[str]) -> dict[str, str]:
    """Read ``hand=5 #17`` into names and values, each name once; the number of a deal has the name ``#``."""
    settings: dict[str, str] = {}
    for word in words:
        match = _OVERRIDE.fullmatch(word) or _NUMBER.fullmatch(word)
        if match is None:
            many = "; for many deals: tenback deal GAME 1:100" if _NUMBERS.fullmatch(word) else ""
            raise Unreadable(f"{quoted(word)} is not a setting: write hand=5, or #17 for numbered deal 17{many}")
        if match[1] in settings:
            raise Unreadable(f"{quoted(word)}: {match[1]} is set twice")
        settings[match[1]] = match[2]
    return settings


def parse_override(name: str, value: str) -> int | None:
    """Read the value of one rules override: a whole number, or ``none`` for no maximum."""
    if value == "none":
        return None
    if not re.fullmatch(r"-?\d{1,18}", value, re.ASCII):
        raise Unreadable(f"{quoted(f'{name}={value}')}: a whole number is needed")
    return int(value)


def parse_section(text: str) -> Section:
    """Read ``1*: 5 9``."""
    label, colon, words = text.strip().partition(":")
    match = _LABEL.fullmatch(label.strip())
    if not colon or match is None:
        raise Unreadable(f"{quoted(text.strip())} is not a section: write a label and a colon, such as draw: 44 3")
    return Section(match[1], match[2], words.strip())


def parse_commands(game: Game, words: str) -> dict[Card, str]:
    """Read ``37=stop 40=skull``, or the cards alone where there is one command only; ``-`` for none at all."""
    if len(game.vocabulary) == 1:
        return dict.fromkeys(parse_cards(words), game.vocabulary[0].name)
    commands: dict[Card, str] = {}
    for word in words.split() if words.strip() != "-" else ():
        card, equals, command = word.partition("=")
        if not equals:
            raise Unreadable(f"{quoted(word)} is not a command: write card=command, such as 37=stop")
        if Card.parse(card) in commands:
            raise DoesNotAddUp(f"commands: card {card} is there twice")
        commands[Card.parse(card)] = command
    return commands


def players_or_default(game: str, players: int | None, hands: int = 1) -> int:
    """Face to Face has two players; elsewhere, where nobody says how many, as many as there are hands."""
    declared = game_named(game)
    if players is not None:
        return players
    return max(hands, declared.sides.least_players) if declared.players_vary else declared.most_players


def _rules_of(header: Header, sections: Sequence[Section]) -> Rules:
    game = game_named(header.game)
    commands = None
    for section in sections:
        if section.label in COMMAND_LABELS:
            refuse_foreign_commands(game, section.label)
            commands = parse_commands(game, section.words)
    hands = sum(section.label.isascii() and section.label.isdigit() for section in sections)
    players = players_or_default(header.game, header.players, hands)
    return Rules.of(game, players, header.overrides, commands)


def _numbered(header: Header, rules: Rules, sections: Sequence[Section]) -> Deal:
    assert header.number is not None
    refuse_seat_of_deal(header)
    if others := [section.label for section in sections if section.label not in COMMAND_LABELS]:
        raise Unreadable(f"numbered deal #{header.number} takes no section {quoted(others[0])}")
    if sections and header.random_map:
        raise DoesNotAddUp("commands=random and a section commands: which map is it to be?")
    commands = rules.command_of if sections else None
    chosen = random_commands(rules.cards, header.number) if header.random_map else commands
    numbered = deal(header.game, rules.players, header.number, header.overrides, chosen)
    return Deal(numbered.rules, numbered.decks, _seat(rules, header.to_move))


def _seat(rules: Rules, player: str | None) -> int:
    return 0 if player is None else rules.seat(parse_player(player))


def _deal_of(header: Header, rules: Rules, sections: Sequence[Section]) -> Deal:
    labels = rules.labels("deck")
    found = {section.label: section.words for section in sections if section.label not in COMMAND_LABELS}
    for label, mark, _ in sections:
        refuse_misplaced_mark(label, mark, draw_labels=(), players=())
        if label not in (*labels, *COMMAND_LABELS):
            known = " ".join(f"{name}:" for name in labels)
            raise Unreadable(f"section {quoted(label)} has no place in a deal of {rules.game.name}, which has {known}")
    decks = tuple(parse_cards(found.get(label, "-")) for label in labels)
    return Deal(rules, decks, _seat(rules, header.to_move))


def _position_of(header: Header, rules: Rules, sections: Sequence[Section]) -> Position | View:
    tops: list[Card | None] = [None] * len(rules.piles)
    hands: list[Hand] = [()] * rules.players
    draw_labels, laid_labels = rules.labels("draw"), rules.labels("laid")
    draws: list[DrawPile | Hidden] = [DrawPile()] * len(draw_labels)
    laid: list[tuple[Card, ...]] = [()] * len(laid_labels)
    names = tuple(map(str, rules.player_names))
    for label, mark, words in sections:
        group = _pile_group(rules, label)
        refuse_misplaced_mark(label, mark, draw_labels, names)
        if label in COMMAND_LABELS:
            continue
        if label in draw_labels:
            held = parse_held(label, words)
            pile = held if isinstance(held, Hidden) else DrawPile(held, ordered=mark != "?")
            draws[draw_labels.index(label)] = pile
        elif label in laid_labels:
            laid[laid_labels.index(label)] = parse_cards(words)
        elif group:
            for index, top in zip(group, _tops_of(rules, label, group, words), strict=True):
                tops[index] = top
        elif label in names:
            hands[names.index(label)] = parse_held(label, words)
        else:
            raise Unreadable(misplaced_section(rules, label, (*names, *draw_labels, *laid_labels)))
    to_move = _seat_to_move(header, rules, sections)
    seat = None if header.seat is None else _seat(rules, header.seat)
    return table_told(Told(rules, tuple(tops), tuple(hands), tuple(draws), to_move, seat, tuple(laid)))


def misplaced_section(rules: Rules, label: str, labels: Sequence[str]) -> str:
    """A section that a position does not have, and those that it has."""
    refused = f"section {quoted(label)} has no place in a position of {rules.game.name}"
    groups = list(dict.fromkeys(_group_label(pile) for pile in rules.piles))
    if (group := label.rstrip("0123456789")) in groups:
        return f"{refused}: write the tops of all piles of a direction in one, such as {group}: 17 -"
    return f"{refused}, which has {' '.join(f'{name}:' for name in (*groups, *labels))}"


def _seat_to_move(header: Header, rules: Rules, sections: Sequence[Section]) -> int:
    """The seat marked with ``*`` (or named by ``to_move=2``); the first one where nobody is."""
    marked = [section.label for section in sections if section.mark == "*"]
    named = marked if header.to_move is None else [*marked, header.to_move]
    if len(set(named)) > 1:
        raise DoesNotAddUp(f"players {' and '.join(named)} are both said to be the one to move")
    return _seat(rules, named[0] if named else None)


def refuse_misplaced_mark(label: str, mark: str, draw_labels: Sequence[str], players: Sequence[str]) -> None:
    """``*`` belongs to a player, ``?`` to a draw pile."""
    if mark and label not in (players if mark == "*" else draw_labels):
        what = "the player to move, as in 1*: 5 9" if mark == "*" else "a draw pile of unknown order, as in draw?: 44 3"
        raise Unreadable(f"{quoted(label + mark)}: {mark} marks {what}")


def _pile_group(rules: Rules, label: str) -> list[int]:
    """The piles that a label such as ``up`` or ``A.down`` stands for."""
    return [index for index, pile in enumerate(rules.piles) if _group_label(pile) == label]


def _group_label(pile: Pile) -> str:
    return pile.name.rstrip("0123456789")


def _tops_of(rules: Rules, label: str, group: Sequence[int], words: str) -> list[Card | None]:
    given = words.replace(",", " ").split()
    if len(given) != len(group):
        raise DoesNotAddUp(f"{label}: {len(given)} top cards given for {len(group)} piles")
    return [parse_top(rules, pile, word) for pile, word in zip(group, given, strict=True)]


def parse_top(rules: Rules, pile: int, word: str | None) -> Card | None:
    """Read a pile's top: a card; ``-`` or the row card's number where nothing was laid."""
    row = rules.row_number(rules.piles[pile])
    if word is None or word == "-" or (row is not None and word == str(row)):
        return None
    if word.startswith("?"):
        raise Unreadable(f"{rules.piles[pile].name}: {quoted(word)}: the top card of a pile is never hidden")
    return Card.parse(word)


# --- writing


def format_top(rules: Rules, pile: int, top: Card | None) -> str | None:
    """A pile's top as text; a row card as its number, None where it has none."""
    if top is not None:
        return str(top)
    row = rules.row_number(rules.piles[pile])
    return None if row is None else str(row)


def format_header(rules: Rules) -> str:
    """``the-game/2 hand=5``."""
    players = f"/{rules.players}" if rules.game.players_vary else ""
    settings = (f" {name}={'none' if value is None else value}" for name, value in rules.overrides().items())
    return f"{rules.game.name}{players}{''.join(settings)}"


def _command_section(rules: Rules) -> list[str]:
    """Nothing where the map is the one that would be taken anyway."""
    if has_usual_commands(rules):
        return []
    alone = len(rules.game.vocabulary) == 1
    words = (str(card) if alone else f"{card}={command}" for card, command in rules.commands)
    return [f"{rules.game.command_label}: {' '.join(words) or '-'}"]


def has_usual_commands(rules: Rules) -> bool:
    """Do the cards carry the commands that they carry where nobody says otherwise?"""
    return rules.commands == Rules.of(rules.game, rules.players, rules.overrides()).commands


@as_text.register(Position)
def format_position(position: Position) -> str:
    """A position as one line."""
    parts = [format_header(position.rules), *_command_section(position.rules), *_top_sections(position)]
    parts += _hand_sections(position, position.hands)
    for label, pile in zip(position.rules.labels("draw"), position.draws, strict=True):
        if pile.cards:
            parts.append(f"{label}{'' if pile.ordered else '?'}: {format_cards(pile.cards)}")
    return " | ".join(parts)


@as_text.register(View)
def format_view(view: View) -> str:
    """What a seat sees as one line; who looks is said if it is not the player to move, or if nothing is hidden."""
    rules = view.rules
    header = format_header(rules)
    if view.seat != view.to_move or not any(view.hidden):
        header += f" seat={view.looker}"
    parts = [header, *_command_section(rules), *_top_sections(view), *_hand_sections(view, view.hands)]
    parts += [f"{label}: ?{size}" for label, size in zip(rules.labels("draw"), view.draws, strict=True) if size]
    for label, cards in zip(rules.labels("laid"), laid_to_tell(view), strict=True):
        if cards:
            parts.append(f"{label}: {format_cards(cards)}")
    return " | ".join(parts)


def _top_sections(table: StartOfTurn) -> list[str]:
    groups: dict[str, list[str]] = {}
    for index, top in enumerate(table.tops):
        label = _group_label(table.rules.piles[index])
        groups.setdefault(label, []).append(format_top(table.rules, index, top) or "-")
    return [f"{label}: {' '.join(tops)}" for label, tops in groups.items()]


def _hand_sections(table: StartOfTurn, hands: Sequence[Hand]) -> list[str]:
    marks = ("*" if seat == table.to_move else "" for seat in range(len(hands)))
    words = (f"?{len(hand)}" if isinstance(hand, Hidden) else format_cards(hand) or "-" for hand in hands)
    return [f"{name}{mark}: {held}" for name, mark, held in zip(table.rules.player_names, marks, words, strict=True)]


@as_text.register(Deal)
def format_deal(deal: Deal) -> str:
    """A deal as one line."""
    rules = deal.rules
    header = format_header(rules) + _begins(rules, deal.to_move)
    decks = (f"{label}: {format_cards(deck)}" for label, deck in zip(rules.labels("deck"), deal.decks, strict=True))
    return " | ".join([header, *_command_section(rules), *decks])


def format_numbered(rules: Rules, number: int, to_move: int = 0) -> str:
    """A numbered deal of these rules as one line, which names no card but those that carry commands."""
    return " | ".join([f"{format_header(rules)}{_begins(rules, to_move)} #{number}", *_command_section(rules)])


def _begins(rules: Rules, to_move: int) -> str:
    return f" to_move={rules.player_names[to_move]}" if to_move else ""
