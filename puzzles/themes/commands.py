"""Themes of the commands of The Game Extreme."""

from __future__ import annotations

from puzzles.rating.key import Key, KeyStep
from puzzles.themes.theme import COMMANDS, ON_FIRE, Theme
from solver.rules.follow import follows
from solver.table.position import Position


def cover_the_command(key: Key) -> bool:
    """In some step every right turn covers a binding command, or lays a skull and covers it."""
    return any(covers_a_command(step) or covers_a_skull(step) for step in key.steps)


def covers_a_command(step: KeyStep) -> bool:
    """A binding command is visible, no right turn leaves it so, and a turn could."""
    if not step.is_clear:
        return False
    commands = ((top, step.position.rules.command(top)) for top in step.position.tops)
    shown = [top for top, command in commands if command is not None and command.binds_from_the_top]
    return any(all(top not in after.tops for after in step.rights) and can_stay(step, top) for top in shown)


def can_stay(step: KeyStep, top: object) -> bool:
    """Is there a turn that leaves this card visible?"""
    return any(top in step.view.after(at).tops for at in range(len(step.view)))


def covers_a_skull(step: KeyStep) -> bool:
    """Every right turn lays a skull, which its rules make it cover at once."""
    commands = (step.position.rules.command(pair.card) for pair in step.certain)
    return any(command is not None and command.cover_within == 0 for command in commands)


def stop_short(key: Key) -> bool:
    """In some step every right turn ends by a stop card with fewer cards than the minimum."""
    return any(stops_short(step) for step in key.steps)


def stops_short(step: KeyStep) -> bool:
    """One step of the key."""
    position: Position = step.position
    least = position.rules.least(not position.draw.cards)
    return bool(step.view.rights) and all(step.view.laid[at] < least for at in step.view.rights)


def put_out_the_fire(key: Key) -> bool:
    """In some step a fire burns that several cards could cover, and not every way to put it out is right."""
    return any(step.is_clear and len(step.rights) < len(step.view) and burns(step) for step in key.steps)


def burns(step: KeyStep) -> bool:
    """Does a pile show a fire card that this turn must cover, and that several cards of the hand could cover?"""
    position, rules = step.position, step.position.rules
    return any(
        command is not None
        and command.cover_within == 1
        and sum(follows(rules, pile.direction, top, card) for card in position.hand) > 1
        for pile, top, command in zip(rules.piles, position.tops, map(rules.command, position.tops), strict=True)
    )


THEMES = (
    Theme(
        "put-out-the-fire",
        "Put out the fire",
        "Feuer löschen",
        "A fire burns, and how it is put out decides the game.",
        put_out_the_fire,
        ON_FIRE,
    ),
    Theme(
        "cover-the-command",
        "Cover the command",
        "Befehl abdecken",
        "A command in force, or a skull laid in the turn, must be covered at once.",
        cover_the_command,
        COMMANDS,
    ),
    Theme(
        "stop-short",
        "Stop short",
        "Kurz gestoppt",
        "A stop card must end the turn below the minimum.",
        stop_short,
        COMMANDS,
    ),
)
