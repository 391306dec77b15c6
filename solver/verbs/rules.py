"""``tenback rules``: a game in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from solver.notation.settings import overrides_of
from solver.rules.game import Rules
from solver.verbs.arguments import GameArgument, JsonOption, PlayersOption, SetOption, custom_game
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

    custom = custom_game(game)
    settled = custom.settled(players, overrides_of(settings))
    found = [(rule.id, rule.kind, rule.text(settled)) for rule in rules_of(settled)]
    if as_json:
        listed = [{"id": id, "kind": kind, "text": text} for id, kind, text in found]
        head = {"game": settled.game.name, "players": settled.players, "rules": settled.overrides()}
        emit_json(head | {"rulings": listed} | ({} if custom.name is None else {"name": custom.name}))
        return
    print_rules(settled, found, custom.name)


def print_rules(settled: Rules, found: Sequence[tuple[str, str, str]], name: str | None) -> None:
    """The rules as a table: id, words; rulings marked.  A custom game's name goes before that of the published one."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from solver.show.draw import print_drawing

    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True, style="cyan")
    table.add_column()
    for rule_id, kind, text in found:
        table.add_row(rule_id, f"(ruling) {text}" if kind == "ruling" else text)
    players = f", {settled.players} player{'s' if settled.players > 1 else ''}" if settled.game.players_vary else ""
    title = Text(settled.game.title if name is None else f"{name}: {settled.game.title}", "bold").append(
        players, "not bold"
    )
    print_drawing(Group(title, "", table))
