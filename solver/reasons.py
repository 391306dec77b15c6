"""Why a verdict is not "winnable", as types: programs ask the type and its fields; the words are made here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from solver.cards import Card


class Reason(Protocol):
    """Why not.  ``str`` gives the words."""

    def __str__(self) -> str:
        """In words."""


@dataclass(frozen=True)
class InWords:
    """What only a sentence can say: how a game has ended, which turn refutes another."""

    words: str

    def __str__(self) -> str:
        return self.words


# --- it cannot be done


@dataclass(frozen=True)
class Over(InWords):
    """The game is over as it stands."""


@dataclass(frozen=True)
class Exhausted:
    """Every line was looked at."""

    states: int

    def __str__(self) -> str:
        return f"exhaustive search: none of {self.states} states leads to a win"


@dataclass(frozen=True)
class NeverMet:
    """Every win was looked at, and none is as it was asked for; ``states`` is None where CP-SAT says so."""

    asked: str
    states: int | None = None

    def __str__(self) -> str:
        if self.states is None:
            return f"CP-SAT: the model has no solution with {self.asked}"
        return f"exhaustive search: none of {self.states} states leads to a win with {self.asked}"


@dataclass(frozen=True)
class Refused:
    """Every line was looked at, for a question: what does not come true."""

    what: str

    def __str__(self) -> str:
        return f"exhaustive search: {self.what}"


@dataclass(frozen=True)
class Beaten:
    """Face to Face: the other player wins, whatever is played."""

    states: int
    proved: str

    def __str__(self) -> str:
        return f"exhaustive search of {self.states} states: {self.proved}"


@dataclass(frozen=True)
class Obstructed:
    """A card that can never be laid as it has to be."""

    card: Card


class DeadCard(Obstructed):
    """It fits on nothing that a pile could come to show."""

    def __str__(self) -> str:
        return f"dead card: no pile can ever take {self.card}, whatever is laid before it"


class BareSkull(Obstructed):
    """It would have to be covered, and nothing that is left could."""

    def __str__(self) -> str:
        return f"bare skull: no card that is left could cover {self.card}"


class TooFewForThree(Obstructed):
    """It asks for more cards in a turn than anybody will have."""

    def __str__(self) -> str:
        return f"three too many: nobody can ever lay the three cards that {self.card} asks for"


@dataclass(frozen=True)
class Infeasible:
    """CP-SAT has proved that nothing satisfies its model; or that some cards are left whatever is played."""

    least_left: int | None = None

    def __str__(self) -> str:
        if self.least_left is None:
            return "CP-SAT: the model has no solution"
        return f"CP-SAT: at least {self.least_left} cards are left, whatever is played"


# --- it was not decided


@dataclass(frozen=True)
class Interrupted:
    """Somebody asked to stop."""

    def __str__(self) -> str:
        return "interrupted"


@dataclass(frozen=True)
class OutOfTime:
    """The seconds were used up."""

    seconds: float

    def __str__(self) -> str:
        return f"the time limit of {self.seconds:g} s was reached"


@dataclass(frozen=True)
class OutOfStates:
    """The states were used up."""

    states: int

    def __str__(self) -> str:
        return f"the limit of {self.states} states was reached"


@dataclass(frozen=True)
class CutShort:
    """A limit came in the way; ``known`` is what had been found out by then."""

    limit: Reason
    known: tuple[str, ...]

    def __str__(self) -> str:
        return "; ".join([str(self.limit), *self.known])
