"""The turns: how many cards, and whose."""

from __future__ import annotations

from solver.search.cpsat.model import Model


def whole_turns(model: Model) -> None:
    """A line is in use up to some place, and that place ends a turn."""
    for p in model.places:
        following = model.in_use[p + 1] if p + 1 < len(model.places) else model.false
        model.cp.add_implication(following, model.in_use[p])
        model.cp.add_implication(model.end[p], model.in_use[p])
        model.clause(~model.in_use[p], following, model.end[p])


def minimum_of_a_turn(model: Model) -> None:
    """A turn lays the minimum, which depends on the draw pile at its start; a turn that ends with a stop need not."""
    rules, stops = model.table.rules, model.table.with_command("stop")
    for start in model.places:
        for length in range(1, max(rules.minimum, rules.minimum_empty)):
            last = start + length - 1
            if last >= len(model.places):
                continue
            short = [~model.ended(start - 1), *model.end[start:last], ~model.end[last], *model.laid_at(last, stops)]
            if length < rules.minimum:
                model.clause(*short, model.empty[start])
            if length < rules.minimum_empty:
                model.clause(*short, ~model.empty[start])


def maximum_of_a_turn(model: Model) -> None:
    """A turn lays no more than the maximum, nor than a hand holds."""
    rules = model.table.rules
    most = min(rules.hand, rules.hand if rules.maximum is None else rules.maximum)
    for start in model.places[: max(len(model.places) - most, 0)]:
        model.clause(*model.end[start : start + most], ~model.in_use[start + most])


def short_solo_turns(model: Model) -> None:
    """One player alone never needs a turn of twice the minimum.

    Split it: each part lays the minimum, and the cards for the first part are drawn the sooner.  So it is where
    nothing else hangs on where turns end: no commands, and not the number of turns for a goal.
    """
    table, rules = model.table, model.table.rules
    if table.players > 1 or table.is_commanded or not table.draws_as_laid:
        return
    for start in model.places:
        least = rules.minimum_empty if start >= table.draw_size else max(rules.minimum, rules.minimum_empty)
        most = 2 * least - 1
        if start + most < len(model.places):
            model.clause(~model.ended(start - 1), *model.end[start : start + most], ~model.in_use[start + most])


def seats_in_order(model: Model) -> None:
    """A turn is one player's; then it is the next one's; an empty draw pile lets those without cards be skipped."""
    table, players = model.table, model.table.players
    if players == 1:
        return
    for p in model.places:
        model.cp.add_exactly_one(*(model.seat[p, seat] for seat in range(players)), ~model.in_use[p])
    model.cp.add_implication(model.in_use[0], model.seat[0, table.first_seat])
    for p in model.places[1:]:
        for seat in range(players):
            was = ~model.seat[p - 1, seat]
            model.clause(was, model.end[p - 1], model.seat[p, seat])
            for step in range(2, players + 1):
                _skip(model, p, seat, step)


def _skip(model: Model, place: int, seat: int, step: int) -> None:
    """After a turn of ``seat``, the one who sits ``step`` further on follows only if all between have no cards."""
    players = model.table.players
    follower = model.seat[place, (seat + step) % players]
    change = [~model.seat[place - 1, seat], ~model.end[place - 1], ~follower]
    model.clause(*change, model.empty[place])
    for between in range(1, step):
        model.clause(*change, model.is_out(place, (seat + between) % players))
