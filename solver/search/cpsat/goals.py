"""The goals: what a line must do, and what is to be as small as possible."""

from __future__ import annotations

from solver.search.cpsat import commands, draws, piles, turns
from solver.search.cpsat.model import Model
from solver.search.cpsat.table import CpsatTable
from solver.verdict import Goal


def model_of(table: CpsatTable, goal: Goal) -> Model:
    """The model whose solutions are the lines that a goal asks for, the best being the smallest.

    ``win`` and ``turns`` ask for lines that lay every card, ``turns`` in as few turns as possible.  ``cards-left`` is
    for the fewest cards left when the game ends, that is when the player to move cannot lay the minimum.  Any line of
    whole turns will do instead: where it stops before the game ends it can be played on, which only lays more cards, so
    the fewest cards left over all lines of whole turns are left by one that cannot be played on.
    """
    model = Model(table, all_laid=goal != "cards-left")
    post_rules(model)
    if goal != "turns":
        turns.short_solo_turns(model)
    if goal == "turns":
        model.cp.minimize(model.count(model.end))
    elif goal == "cards-left":
        model.cp.minimize(table.count - model.count(model.in_use))
    elif goal != "win":
        raise AssertionError(f"CP-SAT knows no goal {goal}")
    return model


def post_rules(model: Model) -> None:
    """Every rule of the game, and the orders of play that need not be told apart."""
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
    piles.like_piles_in_order(model)
    piles.ups_before_downs(model)
    commands.stop_ends_the_turn(model)
    commands.skull_is_covered(model)
    commands.fire_is_covered(model)
    commands.three_in_the_turn(model)
    commands.no_trick_visible(model)
    commands.one_pile_visible(model)
