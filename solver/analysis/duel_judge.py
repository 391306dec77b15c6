"""The choices of Face to Face: who wins after each turn and in how many, and the lines that keep a win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver.analysis.choices import (
    MOST_UNDER_WAY,
    UNWINNABLE,
    WINNABLE,
    Choice,
    Choices,
    FirstPlay,
    best_first,
    how_many_win,
    in_order,
    verdict_of,
)
from solver.analysis.count import NOTHING_WINS, Count
from solver.cards import Card
from solver.rules.turns import OpenTurn, Tops
from solver.search.duel_codec import StateWords
from solver.search.duel_solver import DuelSolver
from solver.search.limits import Limits
from solver.table.line import Play
from solver.table.position import Position

Key = tuple[Tops, tuple[Card, ...], int]


@dataclass
class UnderWay:
    """A turn under way: one way to have come here, how many there are, and the first plays among them."""

    turn: OpenTurn
    same: int
    begun: set[int]


def distinct_turns(position: Position, most: int = MOST_UNDER_WAY) -> dict[Key, UnderWay] | None:
    """Where the legal turns lead: one entry for each different position; None if there are too many under way."""
    rules, ends, seen = position.rules, dict[Key, UnderWay](), 0
    layer = {key_of(position.open_turn): UnderWay(position.open_turn, 1, set())}
    firsts = list(position.open_turn.plays())
    while layer:
        seen += len(layer)
        if seen > most:
            return None
        following = dict[Key, UnderWay]()
        for under_way in layer.values():
            turn = under_way.turn
            if turn.may_end():
                add(ends, (in_order(rules, turn.tops), turn.hand, turn.cards_to_draw()), under_way, turn)
            for card, pile in turn.plays():
                later = turn.lay(card, pile)
                begun = under_way.begun or {firsts.index((card, pile))}
                add(following, key_of(later), UnderWay(turn, under_way.same, begun), later)
        layer = following
    return ends


def key_of(turn: OpenTurn) -> Key:
    """What the rest of a turn depends on."""
    return in_order(turn.rules, turn.tops), turn.hand, turn.gifts


def add(table: dict[Key, UnderWay], key: Key, come_from: UnderWay, turn: OpenTurn) -> None:
    """One more way to come here."""
    known = table.get(key)
    if known is None:
        table[key] = UnderWay(turn, come_from.same, set(come_from.begun))
    else:
        known.same += come_from.same
        known.begun |= come_from.begun


# --- the worth of each


class DuelJudge:
    """Says who wins a position that comes of the first one, and in how many turns; all with one memory."""

    def __init__(self, position: Position, limits: Limits) -> None:
        self.position, self.solver = position, DuelSolver(position, limits)

    def state_of(self, position: Position) -> StateWords:
        """A later position in the numbers of the first one."""
        return self.solver.packed.state_of(position).words()

    def winner(self, position: Position) -> int | None:
        """The seat that wins with best play; None if a limit was hit."""
        if (outcome := position.outcome) is not None:
            return position.to_move if outcome.won else 1 - position.to_move
        answer = self.solver.search(position.to_move).ask(self.state_of(position))
        if answer.yes is None:
            return None
        return position.to_move if answer.yes else 1 - position.to_move

    def turns(self, position: Position, winner: int) -> int | None:
        """In how many turns, if the winner hurries and the other delays; None if a limit was hit."""
        if position.outcome is not None:
            return 0
        turns, state = 1 if winner == position.to_move else 2, self.state_of(position)
        while True:
            answer = self.solver.search(winner).ask(state, turns)
            if answer.yes is not False:
                return turns if answer.yes else None
            turns += 2

    @property
    def states(self) -> int:
        """Positions opened so far."""
        return sum(search.states for search in self.solver.searches.values())


def duel_choices(position: Position, limits: Limits, in_how_many: bool) -> Choices:
    """Every different turn: who wins after it, and in how many turns."""
    ends = distinct_turns(position)
    if ends is None:
        too_many = f"more than {MOST_UNDER_WAY} ways to play part of the turn: its choices are not listed"
        return Choices((), (), MOST_UNDER_WAY, too_many)
    judge = DuelJudge(position, limits)
    found: list[Choice] = [Choice(position.ended(end.turn), end.same) for end in ends.values()]
    for at, choice in enumerate(found):
        found[at] = judged(judge, choice, in_how_many)
    limit = str(limits.reached) if limits.left <= 0 else None
    begun = [end.begun for end in ends.values()]
    return Choices(best_first(found), duel_first_plays(position, found, begun), judge.states, limit)


def judged(judge: DuelJudge, choice: Choice, in_how_many: bool) -> Choice:
    """A choice with its worth from the side of the player to move."""
    after = judge.position.after(choice.turn)
    winner = judge.winner(after)
    if winner is None:
        return choice
    turns = judge.turns(after, winner) if in_how_many else None
    verdict = WINNABLE if winner == judge.position.to_move else UNWINNABLE
    name = judge.position.rules.player_names[winner]
    return Choice(choice.turn, choice.same, verdict, None, name, None if turns is None else turns + 1)


def duel_first_plays(position: Position, choices: list[Choice], begun: list[set[int]]) -> tuple[FirstPlay, ...]:
    """What may be laid first; like piles that show the same folded into one."""
    groups: dict[tuple[object, ...], list[int]] = {}
    firsts = list(position.open_turn.plays())
    for number, (card, pile) in enumerate(firsts):
        seen = position.rules.piles[pile]
        groups.setdefault((card, seen.owner, seen.direction, position.tops[pile]), []).append(number)
    found = []
    for numbers in groups.values():
        card, pile = firsts[numbers[0]]
        verdicts = [choice.verdict for choice, first in zip(choices, begun, strict=True) if first & set(numbers)]
        play = Play(card, position.rules.piles[pile].name)
        found.append(FirstPlay(play, len(numbers), len(verdicts), how_many_win(verdicts), verdict_of(verdicts)))
    return tuple(found)


# --- the graph of the lines that keep a win


def keeping_turns(judge: DuelJudge, position: Position, winner: int) -> Iterator[tuple[Position, UnderWay]]:
    """The positions that turns lead to: all of the loser's, those of the winner that keep the win."""
    ends = distinct_turns(position)
    if ends is None:
        raise CutOff
    for end in ends.values():
        after = position.after(position.ended(end.turn))
        if position.to_move == winner:
            kept = judge.winner(after)
            if kept is None:
                raise CutOff
            if kept != winner:
                continue
        yield after, end


class CutOff(Exception):
    """More than was allowed, or time ran out."""


def place_of(position: Position) -> tuple[object, ...]:
    """What makes two positions of one game the same."""
    over = position.outcome is not None and position.outcome.rule == "won"
    left = tuple(len(pile.cards) for pile in position.draws)
    return in_order(position.rules, position.tops), position.hands, left, None if over else position.to_move


def count_duel(position: Position, limits: Limits, most: int) -> Count:
    """The lines in which the player to move always keeps the win."""
    judge = DuelJudge(position, limits)
    try:
        winner = judge.winner(position)
        if winner is None:
            raise CutOff
        if winner != position.to_move:
            return NOTHING_WINS
        known: dict[tuple[object, ...], tuple[int, int]] = {}
        lines, apart = count_from(judge, position, winner, known, most, limits)
    except CutOff:
        if limits.cancelled:
            return Count(limit=str(limits.reached))
        return Count(states=judge.states, limit=f"not counted: there are more than {most} states, or time ran out")
    return Count(lines, apart, len(known), judge.states)


def count_from(
    judge: DuelJudge,
    position: Position,
    winner: int,
    known: dict[tuple[object, ...], tuple[int, int]],
    most: int,
    limits: Limits,
) -> tuple[int, int]:
    """Lines from a position on, of different turns and with every order apart.  A game is no deeper than its cards."""
    place = place_of(position)
    if place in known:
        return known[place]
    limits.tell("counting", len(known), 0)
    if len(known) >= most // 100 or limits.left <= 0:
        raise CutOff
    if position.outcome is not None:
        known[place] = (1, 1)
        return known[place]
    lines = apart = 0
    for after, end in keeping_turns(judge, position, winner):
        more, more_apart = count_from(judge, after, winner, known, most, limits)
        lines, apart = lines + more, apart + end.same * more_apart
    known[place] = (lines, apart)
    return known[place]
