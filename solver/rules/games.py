"""The games, as data."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from solver.cards import Card
from solver.errors import DoesNotAddUp, Unreadable, quoted
from solver.rules.commands import EXTREME, FIRE
from solver.rules.game import CommandMap, Game

# The publisher's sheet does not print which numbers carry which command, so this map is OURS, a placeholder: random map
# number 0 of docs/deals.md.  A deal with the printed map gives its own.
PLACEHOLDER_NUMBERS: Mapping[str, tuple[int, ...]] = {
    "stop": (19, 67, 92, 95),
    "skull": (27, 42, 44, 47),
    "three": (8, 75, 81, 90),
    "silence": (38, 48, 70, 77),
    "no-trick": (16, 28, 35, 60),
    "one-pile": (2, 34, 55, 93),
    "draw-one": (6, 43, 58, 79),
}
PLACEHOLDER_MAP: CommandMap = tuple(
    sorted((Card(number), command) for command, numbers in PLACEHOLDER_NUMBERS.items() for number in numbers)
)

THE_GAME = Game(
    name="the-game",
    title="The Game",
    summary="98 cards, four piles, a team of one to five",
    lowest=2,
    highest=99,
    most_players=5,
    hand=(8, 7, 6),
    minimum=2,
    minimum_empty=1,
)

FIRE_CARDS: CommandMap = tuple((Card(number), FIRE.name) for number in (22, 33, 44, 55, 66, 77))

THE_GAME_EXTREME = dataclasses.replace(
    THE_GAME,
    name="the-game-extreme",
    title="The Game Extreme",
    summary="The Game with commands on 28 of its cards",
    drawing="to-full-hand",
    vocabulary=EXTREME,
    commands=PLACEHOLDER_MAP,
)

THE_GAME_ON_FIRE = dataclasses.replace(
    THE_GAME,
    name="the-game-on-fire",
    title="The Game On Fire",
    summary="The Game with six cards that burn until they are covered",
    vocabulary=(FIRE,),
    commands=FIRE_CARDS,
)

FACE_TO_FACE = Game(
    name="face-to-face",
    title="The Game Face to Face",
    summary="two opponents, 58 cards and two piles each, a card a turn may help the other side",
    lowest=2,
    highest=59,
    most_players=2,
    hand=(6,),
    minimum=2,
    minimum_empty=2,
    ups=1,
    downs=1,
    drawing="by-gift",
    gifts=1,
    draws=2,
)

QUICK_AND_EASY = Game(
    name="quick-and-easy",
    title="The Game Quick & Easy",
    summary="50 cards in five colours, two piles, hands of two",
    lowest=1,
    highest=10,
    most_players=5,
    hand=(2,),
    minimum=1,
    minimum_empty=1,
    ups=1,
    downs=1,
    maximum=2,
    trick=0,
    colours=5,
    drawing="to-full-hand",
)

QUICK_AND_EASY_PRO = dataclasses.replace(
    QUICK_AND_EASY,
    name="quick-and-easy-pro",
    title="The Game Quick & Easy, professional variant",
    german_title="The Game Quick & Easy, Profivariante",
    summary="Quick & Easy with exactly one card a turn",
    maximum=1,
)

GAMES: Mapping[str, Game] = {
    game.name: game
    for game in (THE_GAME, THE_GAME_EXTREME, THE_GAME_ON_FIRE, FACE_TO_FACE, QUICK_AND_EASY, QUICK_AND_EASY_PRO)
}


COMMAND_LABELS: Mapping[str, str] = {game.command_label: game.name for game in GAMES.values() if game.command_label}


def refuse_foreign_commands(game: Game, label: str) -> None:
    """Commands are given under the name that the game has for them."""
    if label != game.command_label:
        raise DoesNotAddUp(f"{label}: the cards of {game.name} carry none; they belong to {COMMAND_LABELS[label]}")


def game_named(name: str) -> Game:
    """A game by its name."""
    try:
        return GAMES[name]
    except KeyError:
        raise Unreadable(f"{quoted(name)} is not a game; the games are {' '.join(GAMES)}") from None
