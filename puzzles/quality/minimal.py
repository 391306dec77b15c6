"""Minimal puzzles: no card could be taken away and leave the same puzzle.

*Taking a card away* marks it as laid already.  From the draw pile: the cards below move up.  From a hand: in the team
games, whose hands are filled up, the next card of the draw pile takes its place, if there is one; in Face to Face the
hand is one card shorter.  Where nobody knows the order of the draw pile, any card of it may take the place: if with one
of them it is the same puzzle, the card can be taken away.  From the lines of play (the solution, the game that was
played) its play is left out.

It *leaves the same puzzle* when nothing shows that the rest could not arise in a game, and the task is solved there by
what is left of the solution, with at least the uniqueness that was proved before.  Where the whole line is unique, or
the set of its turns, that is every turn, none of them empty; else it is the first turn.  ``best-score`` leaves as many
cards as before, or fewer by those taken away; ``where-lost`` is lost at the same turn.  From medium up it must stay as
hard as it was: a card that is there for the wrong turns it allows is needed too.

A puzzle of which no single card can be taken away so is minimal; of which no two can either, it is economical.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations

from puzzles.answers.answer import TaskAnswer, answer
from puzzles.answers.task_judge import TaskJudge
from puzzles.answers.unique import name_of
from puzzles.checking.reachable import why_not
from puzzles.puzzle import LEVELS, UNIQUENESS, Level, Puzzle, Task, start_of_solution
from puzzles.quality.candidate import Candidate
from puzzles.rating.rate import rate
from solver import Card, DrawPile, Line, Position, TenbackError, Turn
from solver.search.limits import Limits
from solver.stipulations.position import StipulatedPosition, with_stipulation

Held = tuple[int, Card]  # whose deck it is of (0 in the team games), and the card
LEVELS_KEPT = LEVELS[LEVELS.index("medium") :]  # a puzzle of these levels stays as hard when it is made minimal


@dataclass(frozen=True)
class ProvedCandidate:
    """A candidate with what is proved of it; ``level``: it shall stay as hard as that."""

    candidate: Candidate
    answer: TaskAnswer
    level: Level | None = None

    @property
    def start(self) -> Position:
        """Where the solution begins: of a played game, before the turn that lost it."""
        return start_of_solution(self.candidate.position, self.candidate.played, self.answer.value)


def sound_of(puzzle: Puzzle) -> ProvedCandidate:
    """A finished puzzle, proved again."""
    candidate = Candidate(puzzle.position, puzzle.task, puzzle.played)
    found = answer(puzzle.position, puzzle.task, puzzle.played, Limits())
    return ProvedCandidate(candidate, found, puzzle.level if puzzle.level in LEVELS_KEPT else None)


def level_of_candidate(candidate: Candidate) -> Level:
    """How hard it is."""
    position, require = candidate.position, candidate.task.require
    if require is not None and not isinstance(position, StipulatedPosition):
        position = with_stipulation(position, require)
    return rate(Puzzle("", position, candidate.task, played=candidate.played)).level


def as_hard_as_ever(sound: ProvedCandidate, most: Level) -> ProvedCandidate:
    """The same, to be kept as hard as it is, but for what is more than ``most``."""
    level = min(level_of_candidate(sound.candidate), most, key=LEVELS.index) if most in LEVELS_KEPT else most
    return replace(sound, level=level) if level in LEVELS_KEPT else sound


def minimised(sound: ProvedCandidate, least: int = 0) -> ProvedCandidate | None:
    """The same puzzle without the cards that it can do without, taken away one by one.

    None if fewer than the least number of cards would be left.
    """
    while True:
        before = sound
        for held in [*cards_held(sound.candidate.position)]:
            sound = same_without(sound, held) or sound
            if sound.candidate.position.cards_left < least:
                return None
        if sound is before:  # a whole round in which none could be taken away
            return sound


def is_minimal(sound: ProvedCandidate) -> bool:
    """Can no card be taken away?"""
    return all(same_without(sound, held) is None for held in cards_held(sound.candidate.position))


def cards_held(position: Position) -> Iterator[Held]:
    """Every card that is not laid yet: draw piles from the bottom up, then the hands."""
    for owner, pile in enumerate(position.draws):
        yield from ((owner, card) for card in reversed(pile.cards))
    for seat, hand in enumerate(position.hands):
        yield from ((position.rules.deck_of(seat), card) for card in hand)


def is_minimal_in_two(sound: ProvedCandidate) -> bool:
    """Can no two cards be taken away together?"""
    pairs = combinations(cards_held(sound.candidate.position), 2)
    return all(same_without(sound, *pair) is None for pair in pairs)


def same_without(sound: ProvedCandidate, *gone: Held) -> ProvedCandidate | None:
    """The same puzzle without these cards; None where it would not be the same, or that is not known."""
    smaller = (same_at(sound, position, gone) for position in withouts(sound.candidate.position, gone))
    return next((one for one in smaller if one is not None), None)


def same_at(sound: ProvedCandidate, position: Position, gone: Sequence[Held]) -> ProvedCandidate | None:
    """The same puzzle in a position without these cards."""
    before, found = sound.candidate, sound.answer
    if before.task.kind.every_order and all(pile.ordered for pile in position.draws):
        return None  # of one card the order is known
    if position.outcome is not None or position.player != before.position.player:
        return None
    played = line_without(before.position, position, before.played, gone)
    if played is None or not can_be_asked(position, before.task):
        return None
    smaller = Candidate(position, before.task, played)
    solution = line_without(
        sound.start, start_of_solution(position, played, found.value), certain(smaller, found), gone
    )
    if solution is None or loses_its_only_turn(smaller, found) or why_not(position) is not None:
        return None
    after = answer(position, before.task, played, Limits())
    fewer = len(gone) if before.task.kind.is_scored else 0
    if not is_same(found, after, fewer) or not goes_alike(smaller, after, solution):
        return None
    if sound.level is not None and LEVELS.index(level_of_candidate(smaller)) < LEVELS.index(sound.level):
        return None
    return ProvedCandidate(smaller, after, sound.level)


def can_be_asked(position: Position, task: Task) -> bool:
    """Does the task still make sense?  A stipulation may name a card that is gone."""
    try:
        return task.require is None or with_stipulation(position, task.require) is not None
    except TenbackError:
        return False


def loses_its_only_turn(smaller: Candidate, before: TaskAnswer) -> bool:
    """Is it clear already that not one turn alone solves it any more?  Most cards cannot be taken away for this."""
    if not smaller.task.kind.is_plain_win or before.unique not in ("first-turn", "line"):
        return False
    firsts = TaskJudge(smaller.position, smaller.task, Limits()).solving_count(smaller.position)
    return firsts is not None and firsts != 1


def is_same(before: TaskAnswer, after: TaskAnswer, fewer: int) -> bool:
    """As solvable, as unique, and worth the same; of the cards that are left, so many may have been taken away."""
    if not after.solvable or UNIQUENESS.index(after.unique) < UNIQUENESS.index(before.unique):
        return False
    if before.value is None or after.value is None:
        return before.value == after.value
    return before.value == after.value or max(before.value - fewer, 1) <= after.value < before.value


def certain(candidate: Candidate, found: TaskAnswer) -> Line:
    """As much of the solution as is unique; against an opponent, who may defend otherwise, that is the first turn."""
    contest = candidate.task.kind.is_contest(candidate.position.rules)
    return found.solution if found.unique in ("line", "turns") and not contest else found.solution[:1]


def goes_alike(candidate: Candidate, found: TaskAnswer, wanted: Line) -> bool:
    """Is what is left of the old solution the new one, as far as it is unique?"""
    rules = candidate.position.rules
    names = [str(name_of(rules, turn)) for turn in wanted]
    if len(names) > 1:
        return sorted(names) == sorted(str(name_of(rules, turn)) for turn in found.solution)
    return names[0] in [str(name_of(rules, first.turn)) for first in found.firsts]


# --- positions and lines without a card


def withouts(position: Position, gone: Sequence[Held]) -> Iterator[Position]:
    """The positions with these cards laid: one, or where nobody knows the order, one for each way to fill a hand up."""
    piles = position.draws
    unknown = not all(pile.ordered for pile in piles)
    seen = set[Position]()
    for cards in permutations(piles[0].cards, min(len(gone), len(piles[0].cards))) if unknown else [()]:
        rest = tuple(card for card in piles[0].cards if card not in cards)
        draws = [(*cards, *rest), *(pile.cards for pile in piles[1:])]
        found = without(position, gone, draws)
        if found is not None and found not in seen:
            seen.add(found)
            yield found


def without(
    position: Position, gone: Sequence[Held], lying: Sequence[tuple[Card, ...]] | None = None
) -> Position | None:
    """The position with these cards laid, its draw piles ``lying`` so; None where that leaves no position."""
    rules, draws = position.rules, list(lying or (pile.cards for pile in position.draws))
    hands, ordered = list(position.hands), all(pile.ordered for pile in position.draws)
    for owner, card in gone:
        if card in draws[owner]:
            draws[owner] = tuple(other for other in draws[owner] if other != card)
            continue
        seat = next(seat for seat, hand in enumerate(hands) if card in hand and rules.deck_of(seat) == owner)
        fill = draws[0][:1] if None in rules.deck_owners else ()  # a team's hands are filled up
        hands[seat] = (*(other for other in hands[seat] if other != card), *fill)
        draws[0] = draws[0][len(fill) :]
    try:
        piles = tuple(DrawPile(cards, ordered) for cards in draws)
        return Position(rules, position.tops, tuple(hands), piles, position.to_move)
    except TenbackError:
        return None


def line_without(was: Position, now: Position, line: Line, gone: Sequence[Held]) -> Line | None:
    """A line without the plays of some cards, from the position without them; None where it is not legal any more."""
    rest = list[Turn]()
    for turn in line:
        owner = was.rules.deck_of(was.to_move)
        plays = tuple(play for play in turn.plays if (owner, play.card) not in gone)
        if not plays or now.player != was.player:
            return None
        try:
            later = now.after(Turn(plays))
        except TenbackError:
            return None
        rest.append(Turn(plays, now.player, now.drawn_until(later)))
        was, now = was.after(turn), later
    return tuple(rest)
