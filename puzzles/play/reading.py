"""What a person types, read forgivingly: cards and piles in any common spelling, commands in English and German.

>>> [str(order) for order in read("37@up1, 48 u1 end")]
['lay 37 up1', 'lay 48 u1', 'end']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from puzzles.play.words import Language, say
from solver.cards import COLOUR_LETTERS, Card
from solver.errors import Unreadable, quoted
from solver.notation.piles import PILE, one_of_each_kind, piles_called
from solver.rules.game import Player

if TYPE_CHECKING:
    from puzzles.play.laying import Laying

COMMANDS = {
    "end": "end e done . ende fertig",
    "undo": "undo u back b zurück zurueck z",
    "redo": "redo r next n wieder weiter w vor",
    "reset": "reset restart neu",
    "hint": "hint h tip tipp t",
    "plays": "plays p moves m legbar l",
    "show": "show s table zeigen tisch",
    "rules": "rules regeln",
    "help": "help ? hilfe commands",
    "solution": "solution lösung loesung",
    "quit": "quit q exit bye x beenden aufhören aufhoeren",
    "turn": "turn go zug",
    "lost": "lost answer verloren antwort",
    "chance": "chance c verdict aussicht urteil",
    "coach": "coach trainer",
    "turns": "turns log verlauf",
    "review": "review rückblick rueckblick",
}
COMMAND_OF = {word: name for name, words in COMMANDS.items() for word in words.split()}
ANSWER_WORDS = (*COMMANDS["lost"].split(), "player", "spieler", "and", "und", "with", "mit", "swap", "tausche")
WITH_NUMBER = ("hint", "turn", "lost")
TURN_WORDS, ALL_WORDS = ("turn", "zug"), ("all", "alles")

_CARD = re.compile(rf"[{COLOUR_LETTERS}]?\d{{1,4}}", re.ASCII)
_CARD_THEN_PILE = re.compile(rf"([{COLOUR_LETTERS}]?\d{{1,4}})([a-z↑↓.]+\d?)", re.ASCII)
_BETWEEN = re.compile(r"@|->|=>|→|,|;|\s")
_SMALL_WORDS = ("on", "onto", "to", "lay", "play", "lege", "auf")


@dataclass(frozen=True)
class Order:
    """One thing to do: a command, with a card and a pile, or a number, or a word where it takes one."""

    name: str
    card: Card | None = None
    pile: str | None = None
    number: int | None = None
    word: str | None = None

    def __str__(self) -> str:
        parts = (self.name, self.card, self.pile, self.number, self.word)
        return " ".join(str(part) for part in parts if part is not None)


def read(text: str, language: Language = "en") -> Iterator[Order]:
    """The orders in a line, one by one; the first word that means nothing is refused when its turn comes."""
    words = words_of(text)
    while words:
        word = words.pop(0)
        if _CARD.fullmatch(word):
            follows = bool(words) and PILE.fullmatch(words[0]) is not None
            yield Order("lay", card=Card.parse(word.lstrip("0") or "0"), pile=words.pop(0) if follows else None)
        elif word in COMMAND_OF:
            yield command(COMMAND_OF[word], word, words, language)
        else:
            raise Unreadable(unknown(word, language))


def answer_in(text: str) -> str | None:
    """An answer to a puzzle that asks for an option: players or cards, with a word before them or none.

    >>> answer_in("answer g7 y5"), answer_in("Spieler 2"), answer_in("hint 2")
    ('g7 y5', '2', None)
    """
    words = [word for word in re.split(r"[\s,;]+", text.lower()) if word not in ("", *ANSWER_WORDS)]
    return " ".join(words) if words and all(any(map(str.isdigit, word)) for word in words) else None


def words_of(text: str) -> list[str]:
    """The words of a line in small letters, ``37up1`` taken apart, ``on`` and the like left out."""
    words: list[str] = []
    for word in _BETWEEN.split(text.lower()):
        together = _CARD_THEN_PILE.fullmatch(word)
        words += [together[1], together[2]] if together and PILE.fullmatch(together[2]) else [word] if word else []
    return [word for at, word in enumerate(words) if not is_small(word, words[at + 1 :])]


def is_small(word: str, following: list[str]) -> bool:
    """Is this a word that says nothing by itself?  ``auf`` is one only where a pile follows: else it is a pile."""
    if word == "auf":
        return bool(following) and PILE.fullmatch(following[0]) is not None
    return word in _SMALL_WORDS


def command(name: str, word: str, words: list[str], language: Language) -> Order:
    """A command with the word or number that belongs to it, which is taken from the words."""
    if name == "undo" and words and words[0] in (*TURN_WORDS, *ALL_WORDS):
        return Order("reset") if words.pop(0) in ALL_WORDS else Order("undo", word="turn")
    number = int(words.pop(0)) if name in WITH_NUMBER and words and is_number(words[0]) else None
    if number is None and name in ("turn", "lost"):
        raise Unreadable(say(language, "needs-number", word=word))
    return Order(name, number=number)


def is_number(word: str) -> bool:
    """A whole number, and not an absurd one."""
    return word.isascii() and word.isdigit() and len(word) <= 4


def unknown(word: str, language: Language) -> str:
    """One friendly line about a word that means nothing."""
    if PILE.fullmatch(word):
        return say(language, "card-first", pile=word)
    near = get_close_matches(word, [name for name in COMMAND_OF if len(name) > 2], n=1, cutoff=0.7)
    if near:
        return say(language, "did-you-mean", word=quoted(word), near=near[0])
    return say(language, "unknown-word", word=quoted(word))


# --- which pile


def chosen_pile(session: Laying, card: Card, word: str | None) -> str:
    """The pile that is meant: the only one of that name, or the only one of them that takes the card."""
    rules, language = session.position.rules, session.language
    names = [pile.name for pile in rules.piles]
    meant = names if word is None else piles_called(rules, session.position.to_move, word)
    if not meant:
        raise Unreadable(say(language, "unknown-pile", word=quoted(word), piles=" ".join(names)))
    if len(meant) == 1:
        return meant[0]
    fitting = [play.pile for play in session.legal_plays() if play.card == card and play.pile in meant]
    if not fitting:
        known = card in session.hand
        player = player_text(session, language)
        raise Unreadable(say(language, "nowhere" if known else "not-in-hand", card=card, player=player))
    if len(one_of_each_kind(rules, session.tops, fitting)) > 1:
        choice = say(language, "or").join(fitting)
        raise Unreadable(say(language, "which-pile", card=card, piles=choice, first=fitting[0]))
    return fitting[0]  # like piles with the same top: it makes no difference which


def player_text(session: Laying, language: Language) -> str:
    """``player 1``, or ``A``."""
    return player_name(session.position.player, language)


def player_name(player: Player | None, language: Language) -> str:
    """A player of a team by number, an opponent by name."""
    return player if isinstance(player, str) else say(language, "player", player=player)
