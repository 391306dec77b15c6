"""The JSON form of answers: verdicts, judgements, analyses, comparisons (INTERFACE: docs/formats.md).

Whoever gives an answer knows nothing of how it is written; here only its fields are read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from solver.notation.jsonform import line_to_json, plays_to_json
from solver.version import __version__

if TYPE_CHECKING:  # they stand below
    from solver.analysis import Analysis, Orders, Played, Share
    from solver.analysis.review import Review
    from solver.hidden.advice import Advice
    from solver.referee import Judgement
    from solver.stipulations import Stipulation
    from solver.stipulations.condition import Condition
    from solver.survey.compare import Comparison
    from solver.verdict import Verdict


def verdict_to_json(verdict: Verdict) -> dict[str, Any]:
    """A verdict, or the answer to a question, in the form that scripts rely on."""
    rules = verdict.position.rules
    data = {
        "game": rules.game.name,
        "players": rules.players,
        "verdict": verdict.name,
        "goal": verdict.goal,
        "cards_left": verdict.cards_left,
        "optimal": verdict.optimal,
        "turns": line_to_json(verdict.line),
        "engine": verdict.effort.engine,
        "reason": verdict.explanation,
        "states": verdict.effort.states,
        "seconds": round(verdict.effort.seconds, 6),
        "version": __version__,
    }
    if None not in rules.deck_owners:
        data["winner"] = verdict.winner
    if verdict.require is not None:
        data["require"] = str(verdict.require)
    if verdict.chance is not None:
        data["chance"] = verdict.chance  # an estimate beside ``unknown``, never a verdict
    return data if verdict.goal == "win" else data | {"bound": verdict.bound}


def judgement_to_json(
    judgement: Judgement, asked: Stipulation | None = None, broken: Condition | None = None
) -> dict[str, Any]:
    """What the referee says, for programs; of a win that had to be of a kind, the condition that is not met."""
    breach = judgement.violation
    required = {} if asked is None else {"require": str(asked), "broken": broken and broken.text}
    return {
        "legal": judgement.legal,
        "complete": judgement.complete,
        "won": judgement.won,
        "winner": judgement.winner,
        "cards_left": judgement.cards_left,
        "turns": judgement.turns,
        "reason": judgement.reason,
        "violation": breach and {"turn": breach.turn, "play": breach.play, "rule": breach.rule},
        **required,
    }


def comparison_to_json(found: Comparison, partial: bool) -> dict[str, Any]:
    """A comparison for programs."""
    pairs = found.pairs
    return {
        "both": pairs.both,
        "only_first": pairs.only_first,
        "only_second": pairs.only_second,
        "neither": pairs.neither,
        "unknown": pairs.unknown,
        "difference": pairs.difference,
        "p_value": pairs.p_value,
        "test": "mcnemar-exact",
        "only_first_deals": found.only_first,
        "only_second_deals": found.only_second,
        "deals": [found.begin, found.end],
        "partial": partial,
    }


# --- analyses


def analysis_to_json(found: Analysis) -> dict[str, Any]:
    """The form that scripts rely on."""
    duel = None not in found.position.rules.deck_owners
    choices = [
        {
            "plays": plays_to_json(choice.plays),
            "verdict": choice.verdict,
            "cards_left": choice.cards_left,
            "same": choice.same,
            "only": choice.only,
        }
        | ({"winner": choice.winner, "turns": choice.turns} if duel else {})
        for choice in found.choices
    ]
    first_plays = [
        {
            "play": [str(first.play.card), first.play.pile],
            "verdict": first.verdict,
            "cards_left": first.cards_left,
            "turns": first.turns,
            "winning": first.winning,
            "same": first.same,
        }
        for first in found.first_plays
    ]
    count = found.count
    data: dict[str, Any] = {
        "verdict": found.verdict,
        "cards_left": found.cards_left,
        "choices": choices,
        "first_plays": first_plays,
        "winning_lines": text_or_none(count.lines),
        "winning_plays": text_or_none(count.plays_apart),
        "winning_positions": text_or_none(count.positions),
        "limit": found.limit,
        "seconds": round(found.seconds, 6),
    }
    data |= {} if found.require is None else {"require": str(found.require)}
    return data | ({"winner": found.winner, "turns": found.turns} if duel else {})


def text_or_none(number: int | None) -> str | None:
    """Numbers that may be huge are text."""
    return None if number is None else str(number)


def played_to_json(played: Played) -> dict[str, Any]:
    """A played game, turn by turn."""
    turns = []
    for turn in played.turns:
        (data,) = line_to_json((turn.turn,))
        data |= {
            "before": turn.before,
            "verdict": turn.after,
            "loses": turn.loses,
            "choices": turn.choices,
            "winning": turn.winning,
        }
        own = None not in played.position.rules.deck_owners
        turns.append(data | ({"stands_better": turn.stands_better} if own else {}))
    losing = played.first_losing
    return {
        "verdict": played.verdict,
        "first_losing_turn": None if losing is None else losing.number,
        "turns": turns,
        "better": line_to_json(played.better),
        "limit": played.limit,
        "seconds": round(played.seconds, 6),
        **({} if played.require is None else {"require": str(played.require)}),
    }


def review_to_json(review: Review) -> dict[str, Any]:
    """A game looked back at: chances before and with each turn, its cost, the better turn, the luck after it."""
    turns = []
    told = zip(review.turns, review.before, review.chosen, review.luck, review.possible[1:], strict=False)
    for turn, before, chosen, luck, possible in told:
        (data,) = line_to_json((turn.played.turn._replace(player=turn.played.position.player),))
        cost = turn.cost
        data |= {
            "before": before,
            "chance": chosen,
            "cost": None if cost is None else cost.points,
            "best": None if cost is None else plays_to_json(cost.best.plays),
            "why": [] if cost is None else [str(why) for why in cost.why],
            "luck": luck,
            "mistake": turn.is_mistake,
            "loses": turn.played.loses,
            "possible": possible,
        }
        turns.append(data)
    known = [value for value in review.luck if value is not None]
    return {
        "possible": review.possible[0],
        "start": review.before[0],
        "end": review.result,
        "side": review.position.rules.player_names[review.side],
        "luck": sum(known) if len(known) == len(review.turns) else None,
        "turns": turns,
        "mistakes": [turn.played.number for turn in review.mistakes],
        "limit": review.limit,
        "seconds": round(review.seconds, 6),
    }


def orders_to_json(found: Orders) -> dict[str, Any]:
    """Shares of orders."""
    return {
        **share_to_json(found.share),
        "orders": str(found.orders),
        "looked_at": found.looked_at,
        "exact": found.exact,
        "confidence": None if found.exact else found.confidence,
        "method": "enumeration" if found.exact else "clopper-pearson",
        "seed": found.seed,
        "choices": [
            {
                "plays": plays_to_json(choice.turn.plays),
                "same": choice.same,
                **share_to_json(choice.share),
            }
            for choice in found.choices
        ],
        "limit": found.limit,
        "seconds": round(found.seconds, 6),
    }


def share_to_json(share: Share) -> dict[str, Any]:
    """One share with its interval."""
    return {
        "won": share.won,
        "lost": share.lost,
        "unknown": share.unknown,
        "share": share.share,
        "interval": list(share.interval),
    }


# --- advice


def advice_to_json(advice: Advice) -> dict[str, Any]:
    """What a seat should play, the best turn first."""
    best = advice.best
    return {
        "best": plays_to_json(best.plays) if best else [],
        "turns": [
            {
                "plays": plays_to_json(turn.plays),
                "chance": turn.chance,
                "interval": list(turn.interval),
                "cards_left": turn.cards_left,
                "cost": turn.cost,
                "samples": turn.samples,
                "certain": turn.certain,
            }
            for turn in advice.turns
        ],
        "information": advice.information.name,
        "sure": advice.sure,
        "why": [str(why) for why in advice.why],
        "note": "; ".join(advice.notes) or None,
        "samples": advice.samples,
        "seed": advice.seed,
        "limit": advice.limit,
        "seconds": round(advice.seconds, 6),
    }
