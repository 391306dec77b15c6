"""What can be said of a kind of task: everything that sheets, pages, ratings, generator and checks ask about it.

A kind is a record.  It knows no solver: those who need one ask its questions (``counts_turns``, ``is_scored`` …) and
act on the answers, so that nobody compares names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from solver.rules.game import Game, Rules

Words = tuple[str, str]  # the same in English and German
USUAL_CARDS = (6, 12)
TURNS_PATTERN = ":[1-9][0-9]{0,2}"


def turns_of_both(own: int) -> int:
    """How many turns both have together where the mover, who begins and ends, has so many."""
    return 2 * own - 1


def turns_of_mover(both: int) -> int:
    """How many of the turns of both are the mover's."""
    return (both + 1) // 2


@dataclass(frozen=True, kw_only=True, eq=False)
class TaskKind:
    """One kind of task."""

    name: str
    number: int  # makes something else of a deal than other tasks do: a promise of every seed, never changed or reused
    team: bool  # do the team games know it?
    duel: bool  # does Face to Face?
    asks: Literal["line", "first-turn", "lost-turn", "option"]  # all turns, the first, one of a played game, none
    aim: Literal["win", "fewest-left", "lose"]  # to win, to leave as few cards as can be, to have it lost
    turns: Literal["none", "optional", "needed"] = "none"  # the number it allows: the mover's own; in a team, all
    option: Literal["none", "beginner", "order", "swap"] = (
        "none"  # chosen: who begins, the draw pile's order, two cards
    )
    helped: bool = False  # in Face to Face, does the opponent work for it, rather than against it?
    every_order: bool = False  # is the draw pile's order unknown, and must the first turn do for every order?
    cards: tuple[int, int] = USUAL_CARDS  # left in the positions that are generated, at least and at most
    longer: int = 0  # where an order leaves the turns open: percent that are to take three turns rather than two
    title: str  # of generated puzzles without a theme
    unsolvable: str  # why there is nothing to find; may name the {player} to move, and {within} how many turns
    question: Mapping[str, Words]  # to the reader; where it is put differently to a "team", a "duel", for "one" turn …
    short: Words  # a word or two, for lists
    answered: Mapping[str, Words] = field(default_factory=dict)  # of options: what is chosen, said of an {answer} …

    @property
    def asks_where(self) -> bool:
        """Is a turn of a played game to be named, rather than cards to be laid?"""
        return self.asks == "lost-turn"

    @property
    def asks_option(self) -> bool:
        """Is one of several tables to be chosen, rather than cards to be laid?"""
        return self.asks == "option"

    @property
    def names_mover(self) -> bool:
        """Does the position say who is to move?"""
        return self.option != "beginner"

    @property
    def stacks(self) -> bool:
        """Is the order of the draw pile to be found?"""
        return self.option == "order"

    @property
    def mends(self) -> bool:
        """Is the position lost as it stands, to be made winnable?"""
        return self.option == "swap"

    @property
    def wants_loss(self) -> bool:
        """Is what cannot be won the thing to find?"""
        return self.aim == "lose"

    @property
    def first_turn_only(self) -> bool:
        """Is it solved, or failed, with the first turn?"""
        return self.asks == "first-turn"

    @property
    def whole_line(self) -> bool:
        """Does every turn up to the end count?"""
        return self.asks == "line"

    @property
    def is_scored(self) -> bool:
        """Does it count how many cards are left?"""
        return self.aim == "fewest-left"

    @property
    def counts_turns(self) -> bool:
        """Is it to be solved in so many turns of the mover's own?"""
        return self.has_number and self.duel

    @property
    def counts_all_turns(self) -> bool:
        """Is it to be won by a team in so many turns of everybody?"""
        return self.has_number and self.team

    @property
    def has_number(self) -> bool:
        """Can a number of turns be said?"""
        return self.turns != "none"

    @property
    def needs_turns(self) -> bool:
        """Must the number of turns be said?"""
        return self.turns == "needed"

    @property
    def is_plain_win(self) -> bool:
        """Is it solved just as the position itself is won?"""
        return not (self.asks_where or self.asks_option or self.is_scored or self.has_number or self.every_order)

    def is_contest(self, rules: Rules) -> bool:
        """Does an opponent work against it?"""
        return rules.game.is_duel and not self.helped

    def is_answered(self, rules: Rules) -> bool:
        """Does an opponent answer the turns, as play goes on?"""
        return self.whole_line and self.is_contest(rules)

    def is_known_in(self, game: Game) -> bool:
        """Does a game know it?"""
        return self.duel if game.is_duel else self.team

    def flags(self, rules: Rules) -> dict[str, bool]:
        """What the page asks, as it finds it in a puzzle's data."""
        return {
            "where": self.asks_where,
            "first": self.first_turn_only,
            "whole": self.whole_line,
            "option": self.asks_option,
            "scored": self.is_scored,
            "counts": self.counts_turns,
            "answered": self.is_answered(rules),
            "orders": self.every_order,
        }

    # --- how it is written

    def form(self, turns: int | str) -> str:
        """``win``, ``win-in:2``."""
        return f"{self.name}:{turns}" if self.has_number else self.name

    @property
    def pattern(self) -> str:
        """The regular expression of its text form."""
        return self.name + {"none": "", "optional": f"({TURNS_PATTERN})?", "needed": TURNS_PATTERN}[self.turns]

    @property
    def words(self) -> dict[str, Words]:
        """Its sentences by the keys under which readers find them."""
        asked = {f"task.{self.name}.{of}".rstrip("."): said for of, said in self.question.items()}
        told = {f"task.{self.name}.{of}": said for of, said in self.answered.items()}
        return asked | told | {f"task.{self.name}.short": self.short}
