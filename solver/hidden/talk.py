"""What partners may say of a pile without naming a number, and what it means.

A player speaks before somebody else's turn, of the piles as they lie, from the own hand alone:

    mine         I hold a card that pulls this pile back (the backwards trick)
    please don't I hold a card within 2 of its top
    rather not   I hold a card within 5 of its top
    free         none of these: take it if you like

Silence (The Game Extreme) forbids it while it is visible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from solver.cards import Card
from solver.errors import DoesNotAddUp, Unreadable, quoted
from solver.kernels.hidden_value import FREE, MINE, PLEASE_DONT, RATHER_NOT
from solver.kernels.turn import SILENCE
from solver.rules.follow import follows_by_trick
from solver.rules.game import Player, Rules
from solver.table.line import parse_player
from solver.table.start import StartOfTurn
from solver.table.view import View


@dataclass(frozen=True)
class Word:
    """A word, its number in the kernels, and how it is said in English and German."""

    name: str
    number: int
    en: str
    de: str


WORDS = (
    Word("free", FREE, "free", "frei"),
    Word("rather-not", RATHER_NOT, "rather not", "lieber nicht"),
    Word("please-dont", PLEASE_DONT, "please don't", "bitte nicht"),
    Word("mine", MINE, "mine", "meiner"),
)
WORD_NAMED: Mapping[str, Word] = {word.name: word for word in WORDS}

NEAR, NEARER = 5, 2  # a card so near to the top makes a word

Said = Mapping[int, tuple[Word, ...]]  # by seat: a word for each pile


def parse_said(text: str, rules: Rules) -> Said:
    """Read ``2: up1=mine down2=rather-not; 3: up2=please-dont``; piles that are not named are free."""
    said: dict[int, tuple[Word, ...]] = {}
    for part in filter(str.strip, text.split(";")):
        name, colon, rest = part.partition(":")
        if not colon:
            raise Unreadable(f"{quoted(part.strip())}: write who says what, such as 2: up1=mine down2=rather-not")
        words = [WORDS[FREE]] * len(rules.piles)
        for word in rest.replace(",", " ").split():
            pile, equals, spoken = word.partition("=")
            if not equals or spoken not in WORD_NAMED:
                raise Unreadable(f"{quoted(word)}: write pile=word; the words are {' '.join(WORD_NAMED)}")
            words[rules.pile_index(pile)] = WORD_NAMED[spoken]
        said[rules.seat(parse_player(name.strip()))] = tuple(words)
    return said


def word_for(rules: Rules, at: int, top: Card | None, hand: Sequence[Card]) -> Word:
    """What somebody with this hand says of a pile."""
    pile = rules.piles[at]
    if any(follows_by_trick(rules, pile.direction, top, card) for card in hand):
        return WORDS[MINE]
    up = pile.direction == "up"
    shown = top.number if top is not None else rules.lowest - 1 if up else rules.highest + 1
    away = [card.number - shown if up else shown - card.number for card in hand]
    nearest = min((steps for steps in away if steps > 0), default=None)
    return WORDS[FREE if nearest is None or nearest > NEAR else RATHER_NOT if nearest > NEARER else PLEASE_DONT]


def words_for(table: StartOfTurn, hand: Sequence[Card]) -> tuple[Word, ...]:
    """What somebody with this hand says of each pile."""
    return tuple(word_for(table.rules, at, top, hand) for at, top in enumerate(table.tops))


def spoken(view: View) -> Said:
    """What those say to the player to move whose hands are known here; nothing where silence is visible."""
    if silence_is_visible(view):
        return {}
    known = {seat: hand for seat, hand in enumerate(view.hands) if isinstance(hand, tuple) and seat != view.to_move}
    return {seat: words_for(view, hand) for seat, hand in known.items()}


def heard(rules: Rules, said: Said) -> list[tuple[Player, list[tuple[str, Word]]]]:
    """What each player says of the piles by name; of those that are free nothing needs to be said."""
    names = [pile.name for pile in rules.piles]
    return [
        (rules.player_names[seat], [pair for pair in zip(names, words, strict=True) if pair[1].number != FREE])
        for seat, words in sorted(said.items())
    ]


def refuse_speech(view: View, said: Said) -> None:
    """Nobody speaks while silence is visible, and the player who looks needs no words of the own."""
    if said and silence_is_visible(view):
        raise DoesNotAddUp("silence is visible: nobody may say anything now")
    if view.seat in said:
        raise DoesNotAddUp(f"player {view.looker} is the one who looks: only what the others say counts")


def silence_is_visible(view: View) -> bool:
    """Does a command on top of a pile forbid to speak?"""
    commands = map(view.rules.command, view.tops)
    return any(command is not None and command.number == SILENCE for command in commands)
