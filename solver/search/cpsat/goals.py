"""The goals: what a line must do, and what is to be as small as possible."""

from __future__ import annotations

from solver.search.cpsat import commands, draws, piles, turns
from solver.search.cpsat.model import Model
from solver.search.cpsat.stipulated import Asked
from solver.search.cpsat.table import CpsatTable
from solver.stipulations import Stipulation
from solver.verdict import Goal


def model_of(table: CpsatTable, goal: Goal, require: Stipulation) -> Model:
    """The model whose solutions are the lines that a goal asks for, the best being the smallest.

    ``win`` and ``turns`` ask for lines that lay every card, ``turns`` in as few turns as possible.  ``cards-left`` is
    for the fewest cards left when the game ends, that is when the player to move cannot lay the minimum.  Any line of
    whole turns will do instead: where it stops before the game ends it can be played on, which only lays more cards, so
    the fewest cards left over all lines of whole turns are left by one that cannot be played on.  ``tricks`` and
    ``most-tricks`` ask for wins with as few or as many backwards tricks as can be.  A stipulation is asked of wins.
    """
    model = Model(table, all_laid=goal != "cards-left")
    asked = Asked(model)
    post_rules(model)
    fold(model, require)
    for condition in require.conditions:
        condition.post(asked)
    if goal != "turns" and not require.counts_turns:
        turns.short_solo_turns(model)
    if goal == "turns":
        model.cp.minimize(model.count(model.end))
    elif goal == "tricks":
        model.cp.minimize(model.count(asked.tricks))
    elif goal == "most-tricks":
        model.cp.maximize(model.count(asked.tricks))
    elif goal == "cards-left":
        model.cp.minimize(table.count - model.count(model.in_use))
    elif goal != "win":
        raise AssertionError(f"CP-SAT knows no goal {goal}")
    return model


def fold(model: Model, require: Stipulation) -> None:
    """The orders of play, and the piles, that need not be told apart."""
    if not require.names_piles:
        piles.like_piles_in_order(model)
    if not require.orders_cards:
        piles.ups_before_downs(model)


def post_rules(model: Model) -> None:
    """Every rule of the game."""
    if model.table.draws_as_laid:
        draws.drawn_as_laid(model)
        draws.out_of_cards(model)
    else:
        draws.CountedDraws(model).post()
    draws.hands_are_owned(model)
    turns.whole_turns(model)
    turns.minimum_of_a_turn(model)
    turns.maximum_of_a_turn(model)
    turns.seats_in_order(model)
    piles.one_card_a_place(model)
    piles.visible_until_covered(model)
    piles.as_many_as_piles(model)
    piles.each_card_follows(model)
    commands.stop_ends_the_turn(model)
    commands.skull_is_covered(model)
    commands.fire_is_covered(model)
    commands.three_in_the_turn(model)
    commands.no_trick_visible(model)
    commands.one_pile_visible(model)
