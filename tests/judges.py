"""Three judges of the same line: the engine, the referee and the naive twin.  A test asks all of them at once.

``table`` sets up a position in a few words, so that a test reads like the situation it is about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from solver.cards import Card, parse_cards
from solver.referee import Judgement, judge
from solver.rules.game import Rules
from solver.rules.games import GAMES
from solver.rules.rulings import RULES
from solver.table.line import Turn, parse_line
from solver.table.position import DrawPile, Position
from tests import naive


def table(
    game: str = "the-game",
    tops: str = "",
    hands: str = "",
    draw: str = "",
    to_move: int | str | None = None,
    commands: Mapping[int, str] | None = None,
    ordered: bool = True,
    **numbers: int | None,
) -> Position:
    """A position: ``tops="up1=27 down2=35"``, hands (and the draw piles of Face to Face) separated by ``|``.

    Whatever card is not named has been laid.  In Extreme only the cards in ``commands`` carry any.
    """
    return set_up(game, tops, hands, draw, numbers, to_move, commands, ordered)


def set_up(
    game: str,
    tops: str,
    hands: str,
    draw: str,
    numbers: Mapping[str, int | None],
    to_move: int | str | None = None,
    commands: Mapping[int, str] | None = None,
    ordered: bool = True,
) -> Position:
    """As ``table``, the rules' numbers as a mapping."""
    declared, held = GAMES[game], [parse_cards(hand or "-") for hand in _split(hands)]
    given = {Card(number): command for number, command in (commands or {}).items()} if declared.commands else None
    rules = Rules.of(declared, len(held), numbers, given)
    shown = dict(word.split("=") for word in tops.split())
    piles = tuple(Card.parse(shown[pile.name]) if pile.name in shown else None for pile in rules.piles)
    assert set(shown) <= {pile.name for pile in rules.piles}, tops
    draws = _split(draw) if "|" in draw or not declared.is_duel else [draw, ""]
    draw_piles = tuple(DrawPile(parse_cards(cards or "-"), ordered) for cards in draws)
    return Position(rules, piles, tuple(held), draw_piles, 0 if to_move is None else rules.seat(to_move))


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split("|")]


def judged(position: Position, line: str | Sequence[Turn]) -> Judgement:
    """The referee's judgement, once engine and naive twin have been seen to agree with it."""
    turns = parse_line(line) if isinstance(line, str) else tuple(line)
    judgement = judge(position, turns)
    assert_engine_agrees(position, turns, judgement)
    assert_naive_agrees(position, turns, judgement)
    return judgement


def assert_engine_agrees(position: Position, line: Sequence[Turn], judgement: Judgement) -> None:
    """The engine goes as far along the line as the referee does, and ends at the same position and outcome."""
    for turn in line[: judgement.turns]:
        assert turn in position.legal_turns, f"{position.tops}: the engine refuses {turn}"
        position = position.after(turn)
    assert position == judgement.final
    assert position.cards_left == judgement.cards_left
    if not judgement.legal:
        assert line[judgement.turns] not in position.legal_turns, f"the engine accepts {line[judgement.turns]}"
        return
    outcome = position.outcome
    if position.rules.game.is_duel:
        assert (outcome.winner if outcome else None) == judgement.winner
        assert judgement.complete == (outcome is not None)
    else:
        assert (outcome.won if outcome else None) is judgement.won
        assert judgement.complete == (judgement.won is True)


def assert_naive_agrees(position: Position, line: Sequence[Turn], judgement: Judgement) -> None:
    """The naive twin accepts the turns that the referee accepts, and no more."""
    for turn in line[: judgement.turns]:
        assert naive.is_legal(position, turn), f"the naive twin refuses {turn}"
        plays = naive.plays_of(position, turn)
        assert plays is not None
        expected = naive.after(naive.table_of(position), plays, None if position.draw.ordered else turn.drawn)
        position = position.after(turn)
        assert naive.table_of(position) == expected
    if not judgement.legal:
        assert not naive.is_legal(position, line[judgement.turns]), f"the naive twin accepts {line[judgement.turns]}"


def accepted(position: Position, line: str) -> Judgement:
    """All judges accept the line."""
    judgement = judged(position, line)
    assert judgement.legal, judgement.reason
    return judgement


def refused(position: Position, line: str, rule: str, turn: int = 1, play: int | None = None) -> Judgement:
    """All judges refuse the line, the referee at this turn and play, by this rule."""
    judgement = judged(position, line)
    violation = judgement.violation
    assert violation is not None, f"accepted: {judgement.reason}"
    assert rule in {known.id for known in RULES}
    assert (violation.rule, violation.turn, violation.play) == (rule, turn, play), violation.message
    where = f"turn {turn}: " if play is None else f"turn {turn}, play {play}: "
    assert violation.message.startswith(where)
    assert "\n" not in violation.message
    return judgement
