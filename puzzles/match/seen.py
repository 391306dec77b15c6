"""What a seat sees of a game, as JSON.  It is made of the seat's view: what the seat may not know is not in it."""

from __future__ import annotations

from typing import Any

from puzzles.match.match import Match
from solver.notation.jsonform import line_to_json, plays_to_json, to_json


def seen_to_json(match: Match, seat: int) -> dict[str, Any]:
    """The table as it is now, the turns so far, and what the seat may do."""
    rules, outcome, mover = match.rules, match.outcome, match.position.to_move
    is_mine = outcome is None and mover == seat
    return {
        "seat": rules.player_names[seat],
        "seats": dict(zip(map(str, rules.player_names), match.seats, strict=True)),
        "open": match.is_open,
        "said": said_to_json(match) if is_mine else None,
        "table": to_json(match.shown(seat)),
        "to_move": None if outcome is not None else rules.player_names[mover],
        "laid": plays_to_json(match.laid),
        "line": line_to_json(match.seen_line(seat)),
        "legal": plays_to_json(match.legal_plays()) if is_mine else [],
        "may_end": is_mine and match.may_end(),
        "must_undo": is_mine and not match.turn.can_be_completed(),
        "over": None if outcome is None else {"won": outcome.won, "winner": outcome.winner, "text": outcome.text},
        "cards_left": match.position.cards_left - len(match.laid),
        "result": match.result,
        "undone": match.undone,
        "hints": match.hints,
    }


def said_to_json(match: Match) -> dict[str, list[dict[str, str]]] | None:
    """What each of the others says of the piles that are not free; None where nobody talks at this table."""
    if (said := match.said) is None:
        return None
    from solver.hidden.talk import heard

    return {
        str(player): [{"pile": pile, "en": word.en, "de": word.de} for pile, word in words]
        for player, words in heard(match.rules, said)
    }
