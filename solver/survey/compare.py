"""The same deals under two sets of rules: is one of them easier?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solver.errors import DoesNotAddUp
from solver.survey.chunks import LOST, UNKNOWN
from solver.survey.intervals import Pairs
from solver.survey.plan import SurveyPlan
from solver.survey.store import SurveyStore


@dataclass(frozen=True)
class Comparison:
    """Two surveys on the same deals, and some deals that only one of them wins."""

    pairs: Pairs
    only_first: list[int]
    only_second: list[int]
    begin: int
    end: int


def last_in_pairs(store: SurveyStore, surveys: Sequence[int], begin: int, end: int) -> int:
    """The last deal up to which every survey has done all from ``begin`` on."""
    gaps = [gap for survey in surveys for gap, _ in store.missing(survey, begin, end)]
    return min(gaps, default=end + 1) - 1


def refuse_other_decks(first: SurveyPlan, second: SurveyPlan) -> None:
    """Deals can be compared only where a number means the same deck."""
    if first.rules.cards != second.rules.cards or first.rules.game.is_duel or second.rules.game.is_duel:
        raise DoesNotAddUp(f"{first.title} and {second.title} are not dealt from the same deck: nothing to compare")
    if first.digest == second.digest:
        raise DoesNotAddUp(f"{first.title} twice: two different sets of rules are needed")


def compare(store: SurveyStore, first: int, second: int, begin: int, end: int, most: int = 20) -> Comparison:
    """Pair the deals of a range that both surveys have done."""
    if any(store.missing(first, begin, end)) or any(store.missing(second, begin, end)):
        raise DoesNotAddUp(f"deals {begin}:{end} are not all done under both sets of rules")
    pairs: dict[tuple[int, int], int] = {}
    query = """SELECT a.verdict, coalesce(b.verdict, 1), count(*) FROM deals AS a LEFT JOIN deals AS b
            ON b.survey = ?2 AND b.deal = a.deal WHERE a.survey = ?1 AND a.deal BETWEEN ?3 AND ?4 GROUP BY 1, 2
        UNION ALL SELECT 1, b.verdict, count(*) FROM deals AS b WHERE b.survey = ?2 AND b.deal BETWEEN ?3 AND ?4
            AND NOT EXISTS (SELECT 1 FROM deals AS a WHERE a.survey = ?1 AND a.deal = b.deal) GROUP BY 2"""
    for one, other, count in store.rows(query, first, second, begin, end):
        key = int(str(one)), int(str(other))
        pairs[key] = pairs.get(key, 0) + int(str(count))
    pairs[1, 1] = end - begin + 1 - sum(count for key, count in pairs.items() if key != (1, 1))
    return Comparison(
        counted(pairs),
        only_one(store, first, second, begin, end, most),
        only_one(store, second, first, begin, end, most),
        begin,
        end,
    )


def counted(pairs: dict[tuple[int, int], int]) -> Pairs:
    """The table of pairs; those with an unknown are counted for whatever they may turn out to be."""
    unknown = {key: count for key, count in pairs.items() if UNKNOWN in key}
    return Pairs(
        both=pairs.get((1, 1), 0),
        only_first=pairs.get((1, LOST), 0),
        only_second=pairs.get((LOST, 1), 0),
        neither=pairs.get((LOST, LOST), 0),
        maybe_first=sum(count for (one, other), count in unknown.items() if one != LOST and other != 1),
        maybe_second=sum(count for (one, other), count in unknown.items() if one != 1 and other != LOST),
        unknown=sum(unknown.values()),
    )


def only_one(store: SurveyStore, winning: int, losing: int, begin: int, end: int, most: int) -> list[int]:
    """The first deals that are won under one set of rules and lost under the other."""
    query = """SELECT deal FROM deals AS l WHERE survey = ?2 AND verdict = 2 AND deal BETWEEN ?3 AND ?4 AND NOT EXISTS
        (SELECT 1 FROM deals AS w WHERE w.survey = ?1 AND w.deal = l.deal AND w.verdict != 1) ORDER BY deal LIMIT ?5"""
    return [int(str(row[0])) for row in store.rows(query, winning, losing, begin, end, most)]
