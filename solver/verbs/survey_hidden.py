"""``tenback survey --hidden``: its options, and the player that they ask for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from solver.errors import Unreadable
from solver.verbs.output import notice

if TYPE_CHECKING:
    from solver.survey.plan import SurveyPlan

HiddenOption = Annotated[
    str | None,
    typer.Option(
        metavar="KIND", help="Let our player play the deals without knowing the order; it sees: own, talk or open."
    ),
]
StrengthOption = Annotated[
    str | None, typer.Option(metavar="NAME", help="With --hidden: instant, quick (if left out) or strong.")
]
SeedOption = Annotated[
    int | None, typer.Option(metavar="N", help="With --hidden: another seed of the player's search.")
]
WeightsOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="With --hidden: learned weights of your own (tenback train).")
]
GamesOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="With --hidden: write every game, a line of JSON each, in order."),
]


@dataclass(frozen=True)
class Seating:
    """Who is to play, and where the games go."""

    hidden: str | None
    strength: str | None
    seed: int | None
    weights: Path | None
    games: Path | None

    def plans(self, plans: Iterable[SurveyPlan]) -> Iterator[SurveyPlan]:
        """The plans with the player in them; what is to be said about its weights is said, once."""
        if self.hidden is None:
            given = {"strength": self.strength, "seed": self.seed, "weights": self.weights, "games": self.games}
            for name in (name for name, value in given.items() if value is not None):
                raise Unreadable(f"--{name} is for games with hidden cards: say --hidden own, talk or open too")
            yield from plans
            return
        from solver.survey.players import PlayerWish

        wanted = PlayerWish(self.hidden, self.strength or "quick", 1 if self.seed is None else self.seed, self.weights)
        said = set[str]()
        for plan in plans:
            played = plan.played(wanted)
            assert played.player is not None
            if played.player.note is not None and played.player.note not in said:
                notice(played.player.note)
                said.add(played.player.note)
            yield played

    def refuse_for_games(self, sweep: str | None, until_width: float | None) -> None:
        """A file of games holds those of one survey, over a range that is known beforehand."""
        if self.games is not None and sweep is not None:
            raise Unreadable("--games takes the games of one survey: leave --sweep out")
        if self.games is not None and until_width is not None:
            raise Unreadable("--games takes the games of a fixed range: leave --until-width out")

    def refuse_limits(self, **limits: float | None) -> None:
        """A player plays to the end; no limit cuts it short."""
        for name, value in limits.items():
            if self.hidden is not None and value is not None:
                raise Unreadable(f"--{name.replace('_', '-')}: with --hidden every game is played to its end")
