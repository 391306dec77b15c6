"""How advice comes about: what the seat knows, the race of its turns within limits, and what that has told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from solver.errors import DoesNotAddUp, HiddenCards
from solver.hidden.advice import Advice, AdvisedTurn
from solver.hidden.duel_race import KnownRace, duel_race
from solver.hidden.nets import Fitting, Record, Value, fitting, sizes_of
from solver.hidden.player import SeatPlayer, refuse_another_table
from solver.hidden.race import CANDIDATES, Race, TeamRace
from solver.hidden.strengths import STRONG, Ahead, Strength
from solver.hidden.tables import inputs_of
from solver.hidden.talk import Said, parse_said, silence_is_visible, spoken
from solver.hidden.why import reasons
from solver.kernels.hidden_value import Net
from solver.notation.source import Source, load
from solver.rules.game import Rules
from solver.search.limits import Limits
from solver.table.deal import Deal
from solver.table.position import Position
from solver.table.view import OPEN, OWN, TALK, Hidden, Information, View

MOST_SAMPLES = 1_000_000
MOST_SEED = (1 << 53) - 1
TO_THE_END = 1000  # turns: more than any game has


def advised(
    source: Source,
    information: Information | None,
    said: Said | str | None,
    weights: Path | None,
    limits: Limits,
    samples: int | None,
    seed: int,
) -> Advice:
    """See ``advise``."""
    table = source if isinstance(source, (Deal, Position, View)) else load(source)
    table = table.position() if isinstance(table, Deal) else table
    view, asked, said = looked_at(table, information, said)
    if view.outcome is not None:
        return Advice(view, asked, (), None, (), (view.outcome.text,), 0, limits.elapsed, seed)
    race, remark = race_of(table, view, asked, said, weights, limits, seed)
    limits.begin()
    with limits.hearing():
        run(race, limits, MOST_SAMPLES if samples is None else samples)
    return answer(view, asked, said, race, remark, limits, seed)


def race_of(
    table: Position | View,
    view: View,
    information: Information,
    said: Said,
    weights: Path | None,
    limits: Limits,
    seed: int,
) -> tuple[Race, str | None]:
    """The turns about to be compared, and what is to be remarked on who compares them."""
    if not view.rules.game.is_duel:
        seat, ahead = adviser(view.rules, fitting(view.rules, weights))
        return TeamRace(seat, view, said, ahead, seed), seat.fitting.remark
    if weights is not None:
        raise DoesNotAddUp(f"weights {weights}: weights of your own are for the team games, leave them out")
    return duel_race(view, seed, limits, known_table(table, view, information)), None


def refuse_bad_numbers(seconds: float | None, samples: int | None, seed: int) -> None:
    """Either seconds or redeals, and a number of them that means something."""
    if seconds is not None and samples is not None:
        raise DoesNotAddUp("seconds and samples: give one of them")
    if samples is not None and not 1 <= samples <= MOST_SAMPLES:
        raise DoesNotAddUp(f"samples {samples}: must be 1 to {MOST_SAMPLES}")
    if not 0 <= seed <= MOST_SEED:
        raise DoesNotAddUp(f"seed {seed}: must be 0 to {MOST_SEED}")


# --- what the seat knows


def looked_at(
    table: Position | View, information: Information | None, said: Said | str | None
) -> tuple[View, Information, Said]:
    """What the player to move knows, by which kind of information, and what was said."""
    refuse_talk_of_opponents(table.rules, information, said)
    if isinstance(said, str):
        said = parse_said(said, table.rules)
    said = said or {}
    known = View.of(table, table.to_move, OPEN) if isinstance(table, Position) else table
    refuse_another_table(known.rules, known)
    if said and information not in (None, TALK):
        raise DoesNotAddUp(f"what partners say counts with talk, not with {information and information.name}")
    if information is None and isinstance(table, View) and not said:
        together = len(known.hands) > 1 and not known.rules.game.is_duel
        return known, OPEN if together and not hidden_seats(known) else OWN, {}
    information = information or (TALK if said else OWN)
    if information.hands_are_open:
        refuse_hidden_hands(known)
        return known, information, {}
    if information.partners_speak:
        said = {**spoken(known), **said}
        refuse_nothing_said(known, said)
    return with_hidden_hands(known), information, said


def refuse_talk_of_opponents(rules: Rules, information: Information | None, said: Said | str | None) -> None:
    """Who plays against somebody is told nothing by them."""
    if rules.game.is_duel and (said or (information is not None and information.partners_speak)):
        raise DoesNotAddUp(f"{rules.game.name}: opponents say nothing; ask for own, or open where both decks are known")


def known_table(table: Position | View, view: View, information: Information) -> Position | None:
    """Face to Face: the table itself where nothing of it is hidden: both decks are known, or whoever counts knows all.

    ``open`` needs both decks in order: against each other an order that nobody knows is no table to prove anything of.
    """
    known = view.as_position()
    if information.hands_are_open and any(view.draws):
        known = table if isinstance(table, Position) else None
        if known is None or not all(pile.ordered for pile in known.draws):
            raise HiddenCards("open needs both draw piles in order: name their cards, top card first, or ask for own")
    return known if known is not None and all(pile.ordered for pile in known.draws) else None


def hidden_seats(view: View) -> list[int]:
    """The other seats whose hands are hidden."""
    return [seat for seat, hand in enumerate(view.hands) if isinstance(hand, Hidden) and len(hand)]


def refuse_hidden_hands(view: View) -> None:
    """Where all hands are to lie open, all of them are needed."""
    for seat in hidden_seats(view):
        name = view.rules.player_names[seat]
        raise HiddenCards(f"open needs every hand, and that of player {name} is hidden: name its cards, or ask for own")


def with_hidden_hands(view: View) -> View:
    """The same table for a seat that sees no hand but its own."""
    hands = (hand if seat == view.to_move else Hidden(len(hand)) for seat, hand in enumerate(view.hands))
    return replace(view, hands=tuple(hands))


def refuse_nothing_said(view: View, said: Said) -> None:
    """With talk, somebody must have said something, unless silence forbids it."""
    if hidden_seats(view) and not said and not silence_is_visible(view):
        raise DoesNotAddUp("talk needs what the partners said, such as '2: up1=mine down2=rather-not', or ask for own")


# --- thinking


def adviser(rules: Rules, weights: Fitting) -> tuple[SeatPlayer, Ahead]:
    """A player, and how it looks ahead: a few turns where there is a value, to the end where there is but the score."""
    strength, ahead = STRONG, STRONG.ahead
    assert ahead is not None
    ahead = replace(ahead, candidates=3 * CANDIDATES)  # some of them are the same but for like piles
    if weights.value is None:
        weights, strength = Fitting(no_value(rules), weights.remark), by_score_alone(strength)
        ahead = replace(ahead, turns=TO_THE_END, prior=0)
    return SeatPlayer(rules, strength, weights), ahead


def no_value(rules: Rules) -> Value:
    """A net that has no opinion."""
    shape = (inputs_of(rules), 1, 1)
    return Value(Net(*(np.zeros(size, np.float32) for size in sizes_of(shape))), Record("nothing", "", shape, ""))


def by_score_alone(strength: Strength) -> Strength:
    """The same strength where the whole score is added to the value."""
    whole = {"alone": 1000, "together": 1000}
    partners = strength.partners or strength.width
    return replace(strength, width=replace(strength.width, **whole), partners=replace(partners, **whole))


def run(race: Race, limits: Limits, samples: int) -> None:
    """Redeal until the time, the samples or somebody's patience is over; once at least."""
    while race.done < samples and len(race) and not race.is_over:
        race.redeal()
        if race.counted == "redeals":  # a search for proofs tells by itself
            limits.tell(race.counted, race.done, 0)
        if limits.left <= 0:
            break


def answer(
    view: View, information: Information, said: Said, race: Race, remark: str | None, limits: Limits, seed: int
) -> Advice:
    """What a race has told."""
    ranking, chances, left = race.ranking(), race.chances(), race.cards_left()
    turns = tuple(
        AdvisedTurn(
            race.turns[turn],
            chances[turn],
            race.interval(turn),
            left[turn],
            chances[ranking[0]] - chances[turn],
            int(race.met[turn]),
            bool(race.certain[turn]),
        )
        for turn in ranking
    )
    return Advice(
        view=view,
        information=information,
        turns=turns,
        sure=race.sure(ranking[0], ranking[1]) if len(ranking) > 1 else None,
        why=reasons(view, said, [turn.plays for turn in turns], turns[0].chance if turns[0].certain else None),
        notes=notes(view, information, said, remark, race),
        samples=race.done,
        seconds=limits.elapsed,
        seed=seed,
        limit=str(limits.reached) if limits.cancelled else None,
        known=isinstance(race, KnownRace),
    )


def notes(view: View, information: Information, said: Said, remark: str | None, race: Race) -> tuple[str, ...]:
    """What whoever reads the advice should know about how it came about."""
    found = [remark] if remark else []
    if isinstance(race, KnownRace) and not race.is_over:
        found.append("every card is known: what is not proved is an estimate, no verdict")
    if forgotten := sum(view.forgotten):
        cards = "1 card was" if forgotten == 1 else f"{forgotten} cards were"
        found.append(f"{cards} laid, nobody remembers which: each redeal takes others")
    if information.partners_speak:
        if silence_is_visible(view):
            found.append("silence is visible: nobody says anything")
        elif quiet := [seat for seat in hidden_seats(view) if seat not in said]:
            names = " and ".join(str(view.rules.player_names[seat]) for seat in quiet)
            found.append(f"nothing is known of what player {names} said: every pile counts as free")
    return tuple(found)
