"""Numbered deals played without knowing the order, every game of them seen by the referee.

A game counts for nothing before the referee, who knows only the rules, has followed it to its end: every turn legal,
and the last position either won or without any legal turn.  Anything else is a fault of the program, not a result.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver.errors import RefereeDisagrees
from solver.hidden.games import PlayedGames, Seats
from solver.hidden.strengths import strength_named
from solver.notation.jsonform import dump, line_to_json
from solver.referee import judge
from solver.search.compiled import now
from solver.survey.plan import SurveyPlan
from solver.table.line import Line
from solver.table.position import Position
from solver.table.view import information_named

AT_ONCE = {"instant": 100, "quick": 20}  # games in a call, between which Ctrl-C is heard; others one by one


@dataclass(frozen=True)
class SurveyedGame:
    """A game that was played to its end, and that the referee has seen."""

    deal: int
    cards_left: int
    turns: int
    micros: int  # the mean of those played in the same call, the referee's time left out
    line: Line

    @property
    def text(self) -> str:
        """As one line of JSON."""
        return dump({"deal": self.deal, "turns": line_to_json(self.line)})


def games_of(plan: SurveyPlan, first: int, last: int) -> Iterator[SurveyedGame]:
    """Play a range of deals."""
    assert plan.player is not None
    seats = Seats(
        plan.rules,
        information_named(plan.player.information),
        strength_named(plan.player.strength),
        plan.value,
        plan.random_commands,
        plan.player.seed,
    )
    some = AT_ONCE.get(plan.player.strength, 1)
    for begin in range(first, last + 1, some):
        yield from refereed(plan, seats, begin, min(some, last + 1 - begin))


def refereed(plan: SurveyPlan, seats: Seats, first: int, count: int) -> Iterator[SurveyedGame]:
    """Play some deals in one call, and have the referee follow each game."""
    began = now()
    played = seats.play(first, count)
    micros = round((now() - began) / count * 1e6)
    for index, left in enumerate(played.left.tolist()):
        deal = first + index
        position = plan.deal(deal).position()
        line = line_seen(plan, deal, position, played, index)
        yield SurveyedGame(deal, left, len(line), micros, line)


def line_seen(plan: SurveyPlan, deal: int, position: Position, played: PlayedGames, index: int) -> Line:
    """The line of a game, once the referee has followed it to the end that the player says it has."""
    left = int(played.left[index])
    says = f"deal {deal} of {plan.title}: the player says {f'{left} cards left' if left else 'won'}, the referee: "
    try:
        line = played.line(index, position)
    except (ValueError, LookupError) as error:  # a record that is no play of these cards at all
        raise RefereeDisagrees(f"{says}{error}") from error
    judgement = judge(position, line)
    if judgement.won is not (left == 0) or judgement.cards_left != left:
        raise RefereeDisagrees(f"{says}{judgement.reason}")
    return line
