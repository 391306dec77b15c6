"""What a card may ask of the table beside its number: each command one record, and what the records bind.

Everybody else asks a record what it does, never what it is called.  ``number`` is the command's number in the kernels
and its place in numbered maps: a promise that never changes; a new command takes the next one.

A tied pile needs no memory of its own.  The cards laid while such a command is visible, itself included, go on one
pile; so as long as one is visible, each card of a turn after the first goes where the last one went.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from solver.errors import Unreadable, quoted

Kind = Literal["lightning", "infinity", "fire"]  # binds this turn; while it is visible; the next turn
KIND_SIGNS: Mapping[Kind, str] = {"lightning": "⚡", "infinity": "∞", "fire": "^"}


class Words(NamedTuple):
    """Words in English and German."""

    en: str
    de: str


@dataclass(frozen=True)
class Command:
    """A command: its name, its number, how long it binds, its words for people, and what it asks."""

    name: str
    number: int
    kind: Kind
    title: Words  # short enough for a card
    says: Words
    # once it is laid
    ends_turn: bool = False
    turn_size: int | None = None  # exactly so many cards in this turn
    cover_within: int | None = None  # must be covered: 0 in the turn it is laid in, 1 by the end of the next one
    # while it is visible
    bars_tricks: bool = False
    ties_pile: bool = False  # all cards of a turn on one pile
    draws: int | None = None  # who ends a turn draws so many

    @property
    def binds_from_the_top(self) -> bool:
        """Does it matter to a turn that begins while it is visible?"""
        return self.bars_tricks or self.ties_pile or self.draws is not None or self.cover_within == 1

    @property
    def restricts(self) -> bool:
        """Does it restrict any play?"""
        return self.binds_from_the_top or self.ends_turn or self.turn_size is not None or self.cover_within is not None


EXTREME: tuple[Command, ...] = (
    Command(
        "stop",
        1,
        "lightning",
        Words("stop", "Stopp"),
        Words(
            "The turn ends at once, even if this is its first card.",
            "Der Zug endet sofort, auch wenn es seine erste Karte ist.",
        ),
        ends_turn=True,
    ),
    Command(
        "skull",
        2,
        "lightning",
        Words("skull", "Totenkopf"),
        Words("Must be covered in the same turn.", "Muss noch im selben Zug überdeckt werden."),
        cover_within=0,
    ),
    Command(
        "three",
        3,
        "lightning",
        Words("three", "drei"),
        Words("Exactly three cards are laid in this turn.", "In diesem Zug werden genau drei Karten gelegt."),
        turn_size=3,
    ),
    Command(
        "silence",
        4,
        "infinity",
        Words("silence", "Stille"),
        Words("No talking while it is visible.", "Niemand spricht, solange sie offen liegt."),
    ),
    Command(
        "no-trick",
        5,
        "infinity",
        Words("no trick", "kein Trick"),
        Words(
            "No backwards trick on any pile while it is visible.",
            "Kein Rückwärtstrick auf irgendeinem Stapel, solange sie offen liegt.",
        ),
        bars_tricks=True,
    ),
    Command(
        "one-pile",
        6,
        "infinity",
        Words("one pile", "ein Stapel"),
        Words(
            "All cards of a turn go on one pile while it is visible.",
            "Alle Karten eines Zuges auf einen Stapel, solange sie offen liegt.",
        ),
        ties_pile=True,
    ),
    Command(
        "draw-one",
        7,
        "infinity",
        Words("draw one", "zieh eine"),
        Words(
            "Whoever ends a turn while it is visible draws one card only.",
            "Wer einen Zug beendet, solange sie offen liegt, zieht nur eine Karte.",
        ),
        draws=1,
    ),
)
FIRE = Command(
    "fire",
    8,
    "fire",
    Words("fire", "Feuer"),
    Words(
        "Must be covered by the end of the next turn that is played.",
        "Muss bis zum Ende des nächsten gespielten Zuges überdeckt werden.",
    ),
    cover_within=1,
)
COMMANDS: Mapping[str, Command] = {command.name: command for command in (*EXTREME, FIRE)}


def command_named(name: str) -> Command:
    """A command by its name."""
    try:
        return COMMANDS[name]
    except KeyError:
        raise Unreadable(f"{quoted(name)} is none of {' '.join(COMMANDS)}") from None


# --- a turn under orders


@dataclass(frozen=True, slots=True)
class TurnOrders:
    """What the commands ask of the turn under way."""

    size: int | None = None  # exactly so many cards
    size_set_by: str = ""
    ended_by: str = ""  # the command that has ended the turn
    due: frozenset[tuple[int, str]] = frozenset()  # piles to be covered before the turn ends, the command on each

    def after(self, command: Command | None, pile: int) -> TurnOrders:
        """The orders once a card with this command (or none) has been laid on a pile."""
        due = frozenset(one for one in self.due if one[0] != pile) if self.due else self.due
        if command is None:
            return TurnOrders(self.size, self.size_set_by, self.ended_by, due)
        sets_size = self.size is None and command.turn_size is not None
        return TurnOrders(
            size=command.turn_size if sets_size else self.size,
            size_set_by=command.name if sets_size else self.size_set_by,
            ended_by=self.ended_by or (command.name if command.ends_turn else ""),
            due=due | {(pile, command.name)} if command.cover_within == 0 else due,
        )

    def refusal(self, laid: int, game_over: bool = False) -> str | None:
        """The command that forbids to end the turn after ``laid`` cards, or None.

        ``game_over``: the last card of all is laid; what would be due in a later turn no longer is.
        """
        if due := [name for _, name in sorted(self.due) if not (game_over and COMMANDS[name].cover_within)]:
            return due[0]
        return self.size_set_by if self.size is not None and laid != self.size else None


NO_ORDERS = TurnOrders()


def orders_at_the_start(tops: Collection[Command | None]) -> TurnOrders:
    """What the commands on top of the piles ask of a turn that begins."""
    due = frozenset(
        (pile, command.name) for pile, command in enumerate(tops) if command is not None and command.cover_within == 1
    )
    return TurnOrders(due=due) if due else NO_ORDERS


def broken_by(
    orders: TurnOrders,
    visible: Collection[Command],
    laid: int,
    last_pile: int | None,
    command: Command | None,
    pile: int,
    trick: bool,
) -> str | None:
    """The command that a card would break if it were laid now, or None.

    ``visible`` are the commands on top of the piles before the card is laid, ``laid`` the cards laid so far in this
    turn, ``trick`` whether the card follows only by the trick.
    """
    if orders.ended_by:
        return orders.ended_by
    if trick and (barred := first(visible, "bars_tricks")) is not None:
        return barred
    if last_pile is not None and pile != last_pile and (tied := first(visible, "ties_pile")) is not None:
        return tied
    after = orders.after(command, pile)
    if after.size is not None and laid + 1 > after.size:
        return after.size_set_by
    if after.ended_by:  # the turn ends here, so every other command must be content now
        return after.refusal(laid + 1)
    return None


def first(commands: Collection[Command], asks: Literal["bars_tricks", "ties_pile"]) -> str | None:
    """The name of a command that asks for this."""
    return min((command.name for command in commands if getattr(command, asks)), default=None)


def cards_drawn(visible: Collection[Command]) -> int | None:
    """How many cards a visible command lets whoever ends a turn draw; None where the usual number."""
    return next((command.draws for command in visible if command.draws is not None), None)
