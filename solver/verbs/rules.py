"""``tenback rules``: a game in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from solver.rules.game import Rules
from solver.verbs.arguments import GameArgument, JsonOption, PlayersOption, SetOption, custom_game, overrides_of
from solver.verbs.output import emit_json

EXAMPLES = (
    "tenback rules the-game-extreme",
    "tenback rules the-game --players 2 --set minimum=3",
)


def rules(
    game: GameArgument, players: PlayersOption = None, settings: SetOption = None, as_json: JsonOption = False
) -> None:
    """Say a game's rules and our rulings in plain words."""
    from solver.rules.rulings import rules_of

    settled = custom_game(game).settled(players, overrides_of(settings))
    found = [(rule.id, rule.kind, rule.text(settled)) for rule in rules_of(settled)]
    if as_json:
        listed = [{"id": id, "kind": kind, "text": text} for id, kind, text in found]
        emit_json(
            {"game": settled.game.name, "players": settled.players, "rules": settled.overrides(), "rulings": listed}
        )
        return
    print_rules(settled, found)


def print_rules(settled: Rules, found: Sequence[tuple[str, str, str]]) -> None:
    """The rules as a table: id, words; rulings marked."""
    from rich.console import Group
    from rich.table import Table

    from solver.show import print_drawing

    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True, style="cyan")
    table.add_column()
    for rule_id, kind, text in found:
        table.add_row(rule_id, f"(ruling) {text}" if kind == "ruling" else text)
    players = "" if settled.game.is_duel else f", {settled.players} player{'s' if settled.players > 1 else ''}"
    print_drawing(Group(f"[bold]{settled.game.title}[/bold]{players}", "", table))
