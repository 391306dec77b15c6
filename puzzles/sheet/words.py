"""The words that readers of puzzles see, in English and German: games, tasks, levels, piles, commands, colours.

``words(language)`` is a flat mapping; ``task.*`` and a few others are templates for ``str.format``.  The functions
below it choose the right sentence: a team is spoken to differently from one person, one turn differently from two.

>>> words("de")["level.hard"]
'schwer'
>>> task_sentence(Task("win"), players=3, player=1, language="de")
'Legt gemeinsam alle Karten ab.'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from puzzles.puzzle import Puzzle, Task
from puzzles.tasks import TASKS
from solver.errors import Unreadable, quoted
from solver.rules.commands import COMMANDS
from solver.rules.games import GAMES

if TYPE_CHECKING:
    from puzzles.answers.why import WhyNot
    from puzzles.tasks.kind import TaskKind
    from solver import Player, Rules

# English and German.
WORDS: Mapping[str, tuple[str, str]] = {
    # games
    **{f"game.{game.name}": (game.title, game.german_title or game.title) for game in GAMES.values()},
    "players.one": ("1 player", "1 Spieler"),
    "players.many": ("{n} players", "{n} Spieler"),
    # tasks
    **{key: said for kind in TASKS.values() for key, said in kind.words.items()},
    "condition": ("Condition: {asked}.", "Bedingung: {asked}."),
    # levels
    "level": ("level", "Stufe"),
    "level.gentle": ("gentle", "sanft"),
    "level.easy": ("easy", "leicht"),
    "level.medium": ("medium", "mittel"),
    "level.hard": ("hard", "schwer"),
    "level.fiendish": ("fiendish", "teuflisch"),
    # the table
    "pile.up": ("up", "auf"),
    "pile.down": ("down", "ab"),
    "pile.up.says": ("ascending", "aufsteigend"),
    "pile.down.says": ("descending", "absteigend"),
    "hand": ("hand", "Hand"),
    "player": ("player {player}", "Spieler {player}"),
    "to-move": ("to move", "am Zug"),
    "draw-pile": ("draw pile", "Nachziehstapel"),
    "draw-pile.of": ("draw pile of {player}", "Nachziehstapel von {player}"),
    "draw-pile.empty": ("empty", "leer"),
    "draw-pile.count.one": ("1 card", "1 Karte"),
    "draw-pile.count": ("{n} cards", "{n} Karten"),
    "draw-pile.next": ("next first", "nächste zuerst"),
    "draw-pile.unordered": ("order unknown", "Reihenfolge unbekannt"),
    "draw-pile.yours": ("your order, next first", "deine Reihenfolge, nächste zuerst"),
    "draws": ("draws", "zieht"),
    "played": ("played", "gespielt"),
    # the cards of Quick & Easy
    "colour.r": ("red", "rot"),
    "colour.g": ("green", "grün"),
    "colour.b": ("blue", "blau"),
    "colour.y": ("yellow", "gelb"),
    "colour.s": ("silver", "silbern"),
    # commands: a name short enough for a card, and what it asks
    **{f"command.{command.name}": command.title for command in COMMANDS.values()},
    **{f"command.{command.name}.says": command.says for command in COMMANDS.values()},
    # numbers of the rules that differ from the published ones
    "rule.highest": ("highest card {n}", "höchste Karte {n}"),
    "rule.ups": ("ascending piles: {n}", "aufsteigende Stapel: {n}"),
    "rule.downs": ("descending piles: {n}", "absteigende Stapel: {n}"),
    "rule.hand": ("full hand {n}", "volle Hand {n}"),
    "rule.minimum": ("at least {n} a turn", "mindestens {n} im Zug"),
    "rule.minimum_empty": (
        "at least {n} a turn once the draw pile is empty",
        "mindestens {n} im Zug, wenn der Nachziehstapel leer ist",
    ),
    "rule.maximum": ("at most {n} a turn", "höchstens {n} im Zug"),
    "rule.maximum.none": ("any number of cards a turn", "beliebig viele Karten im Zug"),
    "rule.trick": ("trick by {n}", "Trick um {n}"),
    "rule.trick.none": ("no trick", "kein Trick"),
    "rule.colours": ("colours: {n}", "Farben: {n}"),
    "rule.gifts": ("at most {n} a turn on the other side", "höchstens {n} im Zug auf die andere Seite"),
    "rule.draws": ("{n} drawn after a turn without help", "{n} gezogen nach einem Zug ohne Hilfe"),
    # answers
    "answer": ("answer", "Lösung"),
    "answers": ("answers", "Lösungen"),
    "answer.none": ("No solution is given.", "Ohne Lösungsangabe."),
    "answer.left.one": ("1 card is left.", "1 Karte bleibt übrig."),
    "answer.left": ("{n} cards are left.", "{n} Karten bleiben übrig."),
    "answer.no-other": ("No other answer is right.", "Keine andere Antwort stimmt."),
    "answer.why-lost": ("Why it cannot be won:", "Warum das nicht zu gewinnen ist:"),
    "answer.lost-at": ("Turn {n} gave the win away.", "Zug {n} hat den Sieg verschenkt."),
    "answer.instead": ("Instead of turn {n}:", "Statt Zug {n}:"),
    "answer.would-have-won": ("This would have won:", "So wäre es gewonnen:"),
    "unique.first-turn": ("Only this first turn works.", "Nur dieser erste Zug führt zum Ziel."),
    "unique.turns": ("Only these turns work.", "Nur diese Züge führen zum Ziel."),
    "unique.line": ("There is no other way.", "Es gibt keinen anderen Weg."),
    "order-and-like-piles": (
        "The order of the cards in a turn and like piles do not count as different.",
        "Die Reihenfolge der Karten in einem Zug und gleiche Stapel zählen nicht als Unterschied.",
    ),
    # why a turn fails
    "why": ("Why not?", "Warum nicht?"),
    "why.order": (
        "Say the draw pile lies {order}, top card first.",
        "Angenommen, der Nachziehstapel liegt so, oberste Karte zuerst: {order}.",
    ),
    "why.stuck": (
        "Then {player} cannot lay what a turn needs and is left with {cards}.",
        "Danach kann {player} nicht genug Karten legen und behält {cards}.",
    ),
    "why.stuck.alone": (
        "Then you cannot lay what a turn needs and are left with {cards}.",
        "Danach kannst du nicht genug Karten legen und behältst {cards}.",
    ),
    "why.dead": (
        "After that no pile can ever take {cards}.",
        "Danach kann kein Stapel jemals {cards} aufnehmen.",
    ),
    "why.bare": (
        "After that no card that is left could cover {cards}.",
        "Danach könnte keine übrige Karte {cards} abdecken.",
    ),
    "why.too-few": (
        "After that nobody can ever lay as many cards in a turn as {cards} asks for.",
        "Danach kann niemand mehr so viele Karten in einem Zug legen, wie {cards} verlangt.",
    ),
    "why.left": ("Even best play then leaves {cards}:", "Selbst bestes Spiel lässt dann {cards} übrig:"),
    "why.beaten": ("Then {player} wins:", "Danach gewinnt {player}:"),
    "why.beaten.over": ("With that {player} has won.", "Damit hat {player} gewonnen."),
    "why.holds": ("Then {player} holds out too long:", "Danach hält {player} zu lange durch:"),
    "why.late": (
        "Even with all help {player} then needs {n} turns:",
        "Selbst mit aller Hilfe braucht {player} dann {n} Züge:",
    ),
    "why.never": ("Then {player} does not win even with help.", "Danach gewinnt {player} nicht einmal mit Hilfe."),
    "why.wins": ("This wins:", "So wird gewonnen:"),
    "and": (" and ", " und "),
    "theme.one": ("Theme: {names}.", "Thema: {names}."),
    "theme.many": ("Themes: {names}.", "Themen: {names}."),
    # the page
    "puzzle": ("puzzle", "Aufgabe"),
    "puzzles": ("puzzles", "Aufgaben"),
    "page": ("page {page} of {pages}", "Seite {page} von {pages}"),
    "by": ("by {author}", "von {author}"),
    "licence": ("licence {licence}", "Lizenz {licence}"),
    "turn": ("turn", "Zug"),
    # a book
    "contents": ("contents", "Inhalt"),
    "hints": ("hints", "Tipps"),
    "chapter": ("chapter {n}", "Kapitel {n}"),
    "example": ("a worked example", "ein Beispiel"),
    "solved-so": ("solved like this", "so wird es gelöst"),
    "book.size": ("{n} puzzles in {chapters} chapters", "{n} Aufgaben in {chapters} Kapiteln"),
    "book.size.chapter": ("{n} puzzles", "{n} Aufgaben"),
    "book.size.chapter.one": ("1 puzzle", "1 Aufgabe"),
}
LANGUAGES: Mapping[str, Mapping[str, str]] = {
    language: MappingProxyType({key: said[at] for key, said in WORDS.items()})
    for at, language in enumerate(("en", "de"))
}


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
    players = position.rules.players if position.rules.game.players_vary else None
    asked = task_sentence(puzzle.task, players, position.player, language)
    if puzzle.task.require is None or not puzzle.require:  # the task's number says it
        return asked
    en, de = puzzle.task.require.words
    return f"{asked} {words(language)['condition'].format(asked=de if language == 'de' else en)}"


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
    if rules.game.players_vary:
        facts.append(counted("players.one", "players.many", rules.players, language))
    for name, value in rules.overrides().items():
        none = f"rule.{name}.none"
        facts.append(known[none] if not value and none in known else known[f"rule.{name}"].format(n=value))
    return " · ".join(facts)


def why_text(why: WhyNot, rules: Rules, language: str) -> str:
    """Why a turn fails, as a sentence; where it ends in a colon, a line follows."""
    known = words(language)
    alone, over = why.kind == "stuck" and rules.players == 1, why.kind == "beaten" and not why.line
    of = ".alone" if alone else ".over" if over else ""
    player = known["player"].format(player=why.player) if rules.game.players_vary else why.player
    *most, last = map(str, why.cards or ("",))
    cards = f"{', '.join(most)}{known['and'] if most else ''}{last}"
    said = known[f"why.{why.kind}{of}"].format(cards=cards, player=player, n=why.turns)
    return f"{known['why.order'].format(order=' '.join(map(str, why.order)))} {said}" if why.order else said


def option_text(kind: TaskKind, key: str, answer: str, language: str) -> str:
    """A sentence of a task that asks for an option: ``Player 2 begins.``"""
    first, _, last = answer.partition(" ")
    return words(language)[f"task.{kind.name}.{key}"].format(answer=answer, first=first, last=last)


def theme_titles(names: Iterable[str], language: str) -> list[str]:
    """Themes in words; one that only its author knows, by its name."""
    from puzzles.themes import THEMES

    known = ((name, THEMES.get(name)) for name in names)
    return [name if theme is None else theme.title_de if language == "de" else theme.title_en for name, theme in known]


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
