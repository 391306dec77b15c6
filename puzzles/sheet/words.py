"""The words that readers of puzzles see, in English and German: games, tasks, levels, piles, commands, colours.

``words(language)`` is a flat mapping; ``task.*`` and a few others are templates for ``str.format``.  The functions
below it choose the right sentence: a team is spoken to differently from one person, one turn differently from two.

>>> words("de")["level.hard"]
'schwer'
>>> task_sentence(Task("win"), players=3, player=1, language="de")
'Legt gemeinsam alle Karten ab.'
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from puzzles.puzzle import Puzzle, Task
from puzzles.tasks import TASKS
from solver.errors import Unreadable, quoted

if TYPE_CHECKING:
    from solver import Player, Rules


def task_words(language: str) -> dict[str, str]:
    """What every task asks, to one person and (``.team``) to several, and in a word or two (``.short``)."""
    return {key: text for kind in TASKS.values() for key, text in kind.words(language).items()}


ENGLISH = {
    # games
    "game.the-game": "The Game",
    "game.the-game-extreme": "The Game Extreme",
    "game.face-to-face": "The Game Face to Face",
    "game.quick-and-easy": "The Game Quick & Easy",
    "game.quick-and-easy-pro": "The Game Quick & Easy, professional variant",
    "players.one": "1 player",
    "players.many": "{n} players",
    **task_words("en"),
    # levels
    "level": "level",
    "level.gentle": "gentle",
    "level.easy": "easy",
    "level.medium": "medium",
    "level.hard": "hard",
    "level.fiendish": "fiendish",
    # the table
    "pile.up": "up",
    "pile.down": "down",
    "pile.up.says": "ascending",
    "pile.down.says": "descending",
    "hand": "hand",
    "player": "player {player}",
    "to-move": "to move",
    "draw-pile": "draw pile",
    "draw-pile.of": "draw pile of {player}",
    "draw-pile.empty": "empty",
    "draw-pile.count.one": "1 card",
    "draw-pile.count": "{n} cards",
    "draw-pile.next": "next first",
    "draw-pile.unordered": "order unknown",
    "draws": "draws",
    "played": "played",
    # the cards of Quick & Easy
    "colour.r": "red",
    "colour.g": "green",
    "colour.b": "blue",
    "colour.y": "yellow",
    "colour.s": "silver",
    # the commands of Extreme: a name short enough for a card, and what it asks
    "command.stop": "stop",
    "command.skull": "skull",
    "command.three": "three",
    "command.silence": "silence",
    "command.no-trick": "no trick",
    "command.one-pile": "one pile",
    "command.draw-one": "draw one",
    "command.stop.says": "The turn ends at once, even if this is its first card.",
    "command.skull.says": "Must be covered in the same turn.",
    "command.three.says": "Exactly three cards are laid in this turn.",
    "command.silence.says": "No talking while it is visible.",
    "command.no-trick.says": "No backwards trick on any pile while it is visible.",
    "command.one-pile.says": "All cards of a turn go on one pile while it is visible.",
    "command.draw-one.says": "Whoever ends a turn while it is visible draws one card only.",
    "command.lightning": "this turn",
    "command.infinity": "while visible",
    # numbers of the rules that differ from the published ones
    "rule.highest": "highest card {n}",
    "rule.ups": "ascending piles: {n}",
    "rule.downs": "descending piles: {n}",
    "rule.hand": "full hand {n}",
    "rule.minimum": "at least {n} a turn",
    "rule.minimum_empty": "at least {n} a turn once the draw pile is empty",
    "rule.maximum": "at most {n} a turn",
    "rule.maximum.none": "any number of cards a turn",
    "rule.trick": "trick by {n}",
    "rule.trick.none": "no trick",
    "rule.colours": "colours: {n}",
    "rule.gifts": "at most {n} a turn on the other side",
    "rule.draws": "{n} drawn after a turn without help",
    # answers
    "answer": "answer",
    "answers": "answers",
    "answer.none": "No solution is given.",
    "answer.left.one": "1 card is left.",
    "answer.left": "{n} cards are left.",
    "answer.lost-at": "Turn {n} gave the win away.",
    "answer.instead": "Instead of turn {n}:",
    "answer.would-have-won": "This would have won:",
    "unique.first-turn": "Only this first turn works.",
    "unique.turns": "Only these turns work.",
    "unique.line": "There is no other way.",
    "order-and-like-piles": "The order of the cards in a turn and like piles do not count as different.",
    "theme.one": "Theme: {names}.",
    "theme.many": "Themes: {names}.",
    # the page
    "puzzle": "puzzle",
    "puzzles": "puzzles",
    "page": "page {page} of {pages}",
    "by": "by {author}",
    "licence": "licence {licence}",
    "turn": "turn",
}

GERMAN = {
    "game.the-game": "The Game",
    "game.the-game-extreme": "The Game Extreme",
    "game.face-to-face": "The Game Face to Face",
    "game.quick-and-easy": "The Game Quick & Easy",
    "game.quick-and-easy-pro": "The Game Quick & Easy, Profivariante",
    "players.one": "1 Spieler",
    "players.many": "{n} Spieler",
    **task_words("de"),
    "level": "Stufe",
    "level.gentle": "sanft",
    "level.easy": "leicht",
    "level.medium": "mittel",
    "level.hard": "schwer",
    "level.fiendish": "teuflisch",
    "pile.up": "auf",
    "pile.down": "ab",
    "pile.up.says": "aufsteigend",
    "pile.down.says": "absteigend",
    "hand": "Hand",
    "player": "Spieler {player}",
    "to-move": "am Zug",
    "draw-pile": "Nachziehstapel",
    "draw-pile.of": "Nachziehstapel von {player}",
    "draw-pile.empty": "leer",
    "draw-pile.count.one": "1 Karte",
    "draw-pile.count": "{n} Karten",
    "draw-pile.next": "nächste zuerst",
    "draw-pile.unordered": "Reihenfolge unbekannt",
    "draws": "zieht",
    "played": "gespielt",
    "colour.r": "rot",
    "colour.g": "grün",
    "colour.b": "blau",
    "colour.y": "gelb",
    "colour.s": "silbern",
    "command.stop": "Stopp",
    "command.skull": "Totenkopf",
    "command.three": "drei",
    "command.silence": "Stille",
    "command.no-trick": "kein Trick",
    "command.one-pile": "ein Stapel",
    "command.draw-one": "zieh eine",
    "command.stop.says": "Der Zug endet sofort, auch wenn es seine erste Karte ist.",
    "command.skull.says": "Muss noch im selben Zug überdeckt werden.",
    "command.three.says": "In diesem Zug werden genau drei Karten gelegt.",
    "command.silence.says": "Niemand spricht, solange sie offen liegt.",
    "command.no-trick.says": "Kein Rückwärtstrick auf irgendeinem Stapel, solange sie offen liegt.",
    "command.one-pile.says": "Alle Karten eines Zuges auf einen Stapel, solange sie offen liegt.",
    "command.draw-one.says": "Wer einen Zug beendet, solange sie offen liegt, zieht nur eine Karte.",
    "command.lightning": "in diesem Zug",
    "command.infinity": "solange sichtbar",
    "rule.highest": "höchste Karte {n}",
    "rule.ups": "aufsteigende Stapel: {n}",
    "rule.downs": "absteigende Stapel: {n}",
    "rule.hand": "volle Hand {n}",
    "rule.minimum": "mindestens {n} im Zug",
    "rule.minimum_empty": "mindestens {n} im Zug, wenn der Nachziehstapel leer ist",
    "rule.maximum": "höchstens {n} im Zug",
    "rule.maximum.none": "beliebig viele Karten im Zug",
    "rule.trick": "Trick um {n}",
    "rule.trick.none": "kein Trick",
    "rule.colours": "Farben: {n}",
    "rule.gifts": "höchstens {n} im Zug auf die andere Seite",
    "rule.draws": "{n} gezogen nach einem Zug ohne Hilfe",
    "answer": "Lösung",
    "answers": "Lösungen",
    "answer.none": "Ohne Lösungsangabe.",
    "answer.left.one": "1 Karte bleibt übrig.",
    "answer.left": "{n} Karten bleiben übrig.",
    "answer.lost-at": "Zug {n} hat den Sieg verschenkt.",
    "answer.instead": "Statt Zug {n}:",
    "answer.would-have-won": "So wäre es gewonnen:",
    "unique.first-turn": "Nur dieser erste Zug führt zum Ziel.",
    "unique.turns": "Nur diese Züge führen zum Ziel.",
    "unique.line": "Es gibt keinen anderen Weg.",
    "order-and-like-piles": "Die Reihenfolge der Karten in einem Zug und gleiche Stapel zählen nicht als Unterschied.",
    "theme.one": "Thema: {names}.",
    "theme.many": "Themen: {names}.",
    "puzzle": "Aufgabe",
    "puzzles": "Aufgaben",
    "page": "Seite {page} von {pages}",
    "by": "von {author}",
    "licence": "Lizenz {licence}",
    "turn": "Zug",
}

LANGUAGES: Mapping[str, Mapping[str, str]] = {"en": MappingProxyType(ENGLISH), "de": MappingProxyType(GERMAN)}


def words(language: str) -> Mapping[str, str]:
    """All words of a language, ``en`` or ``de``."""
    try:
        return LANGUAGES[language]
    except KeyError:
        raise Unreadable(f"language {quoted(language)}: the languages are {' '.join(LANGUAGES)}") from None


# --- sentences


def task_text(puzzle: Puzzle, language: str) -> str:
    """What a puzzle asks, as a sentence to its reader."""
    position = puzzle.position
    duel = position.rules.game.is_duel
    return task_sentence(puzzle.task, None if duel else position.rules.players, position.player, language)


def task_sentence(task: Task, players: int | None, player: Player, language: str) -> str:
    """A task as a sentence: to so many players of a team (None: to two opponents), ``player`` being the one to move."""
    known = words(language)
    kinds = [kind for kind, holds in (
        ("duel", players is None),
        ("team", players is not None and players > 1),
        ("one", task.turns == 1),
        ("any", task.kind.counts_turns and task.turns is None),
    ) if holds]  # fmt: skip
    keys = [f"task.{task.name}.{kind}" for kind in kinds]
    template = next((known[key] for key in keys if key in known), known[f"task.{task.name}"])
    return template.format(n=task.turns, player=player, other="B" if player == "A" else "A")


def task_name(task: Task, language: str) -> str:
    """A task in a word or two, for lists."""
    return words(language)[f"task.{task.name}.short"].format(n=task.turns)


def game_text(rules: Rules, language: str) -> str:
    """The game, how many play it, and the numbers that its author changed: ``The Game · 2 players · trick by 7``."""
    known = words(language)
    facts = [known[f"game.{rules.game.name}"]]
    if not rules.game.is_duel:
        facts.append(counted("players.one", "players.many", rules.players, language))
    for name, value in rules.overrides().items():
        none = f"rule.{name}.none"
        facts.append(known[none] if not value and none in known else known[f"rule.{name}"].format(n=value))
    return " · ".join(facts)


def credit_text(author: str, licence: str, language: str) -> str:
    """``by somebody · licence CC0-1.0``, as far as it is known."""
    known = words(language)
    facts = [known["by"].format(author=" ".join(author.split()))] if author else []
    facts += [known["licence"].format(licence=" ".join(licence.split()))] if licence else []
    return " · ".join(facts)


def counted(one: str, many: str, n: int, language: str) -> str:
    """``1 card``, ``2 cards``."""
    return words(language)[one if n == 1 else many].format(n=n)


def capital(text: str) -> str:
    """The text with a capital in front."""
    return text[:1].upper() + text[1:]
