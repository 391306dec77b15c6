"""An obviously correct twin of the engine: the rules as plain statements about a whole turn, and brute force over them.

Nothing here is fast or clever.  A turn is a sequence of (card, pile index).  Each rule looks at the whole sequence and
at the tops as they were before each of its plays; a turn is legal if every rule is content.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from solver.cards import Card
from solver.rules.game import Player, Rules
from solver.table.line import Turn
from solver.table.position import Position

Tops = tuple[Card | None, ...]
Plays = tuple[tuple[Card, int], ...]


class Table(NamedTuple):
    """A position as plain tuples; the draw piles next card first."""

    rules: Rules
    tops: Tops
    hands: tuple[frozenset[Card], ...]
    draws: tuple[tuple[Card, ...], ...]
    seat: int

    def __hash__(self) -> int:  # the rules never change within a game
        return hash(self[1:])

    @property
    def draw(self) -> tuple[Card, ...]:
        return self.draws[self.seat if self.rules.game.is_duel else 0]


def table_of(position: Position) -> Table:
    hands = tuple(frozenset(hand) for hand in position.hands)
    return Table(position.rules, position.tops, hands, tuple(pile.cards for pile in position.draws), position.to_move)


# --- the rules


def tops_through(table: Table, plays: Plays) -> list[Tops]:
    """The tops before the first play, before the second, …, and after the last."""
    history = [table.tops]
    for card, pile in plays:
        tops = list(history[-1])
        tops[pile] = card
        history.append(tuple(tops))
    return history


def is_onward(direction: str, top: Card | None, card: Card) -> bool:
    return top is None or (card.number > top.number if direction == "up" else card.number < top.number)


def is_backwards_trick(rules: Rules, top: Card, card: Card, direction: str) -> bool:
    if rules.colours > 0 and top.colour == card.colour:
        return True
    backwards = top.number - card.number if direction == "up" else card.number - top.number
    return rules.trick > 0 and backwards == rules.trick


def is_gift(table: Table, pile: int) -> bool:
    return table.rules.game.is_duel and table.rules.piles[pile].owner != table.seat


def fits(table: Table, tops: Tops, card: Card, pile: int) -> bool:
    """Does the card fit on the pile, with these tops?"""
    rules, direction, top = table.rules, table.rules.piles[pile].direction, tops[pile]
    if is_gift(table, pile):
        return top is not None and card.number != top.number and not is_onward(direction, top, card)
    if top is None or is_onward(direction, top, card):
        return True
    tricks_barred = "no-trick" in [rules.command_of.get(other) for other in tops if other is not None]
    return is_backwards_trick(rules, top, card, direction) and not tricks_barred


def is_playable(table: Table, plays: Plays) -> bool:
    """May these cards be laid in this order (whether or not the turn may then end)?"""
    rules, history = table.rules, tops_through(table, plays)
    cards, commands = [card for card, _ in plays], [rules.command_of.get(card) for card, _ in plays]
    one_pile_cards = [card for card, command in rules.commands if command == "one-pile"]
    return (
        len(set(cards)) == len(cards)
        and set(cards) <= table.hands[table.seat]
        and all(fits(table, tops, card, pile) for tops, (card, pile) in zip(history, plays, strict=False))
        and (rules.maximum is None or len(plays) <= rules.maximum)
        and "stop" not in commands[:-1]
        and ("three" not in commands or len(plays) <= 3)
        and all(len(piles_used_under(one, history, plays)) <= 1 for one in one_pile_cards)
        and sum(is_gift(table, pile) for _, pile in plays) <= rules.gifts
    )


def piles_used_under(one: Card, history: list[Tops], plays: Plays) -> set[int]:
    """The piles of the cards laid while this one-pile card was visible, itself included."""
    return {pile for tops, (card, pile) in zip(history, plays, strict=False) if one in tops or card == one}


def may_end(table: Table, plays: Plays) -> bool:
    """May a turn of these playable cards end here?"""
    rules, last_tops = table.rules, tops_through(table, plays)[-1]
    laid, commands = {card for card, _ in plays}, [rules.command_of.get(card) for card, _ in plays]
    least = rules.minimum if table.draw else rules.minimum_empty
    still = [old for old, new in zip(table.tops, last_tops, strict=True) if old is not None and old == new]
    burning = [top for top in still if rules.command_of.get(top) == "fire"]
    everything = set[Card]().union(*table.hands, *table.draws)
    return (
        len(plays) > 0
        and (len(plays) >= least or commands[-1] == "stop")
        and ("three" not in commands or len(plays) == 3)
        and not any(top in laid and rules.command_of.get(top) == "skull" for top in last_tops if top is not None)
        and (not burning or laid == everything)
        and not all(is_gift(table, pile) for _, pile in plays)
    )


def cards_to_draw(table: Table, plays: Plays) -> int:
    rules, last_tops = table.rules, tops_through(table, plays)[-1]
    missing = rules.hand - len(table.hands[table.seat]) + len(plays)
    if "draw-one" in [rules.command_of.get(top) for top in last_tops if top is not None]:
        wanted = 1
    elif rules.game.drawing == "as-laid":
        wanted = len(plays)
    elif rules.game.is_duel and not any(is_gift(table, pile) for _, pile in plays):
        wanted = min(rules.draws, missing)
    else:
        wanted = missing
    return min(wanted, len(table.draw))


# --- turns


def winner(table: Table) -> Player | None:
    """In Face to Face: who has laid everything."""
    if table.rules.game.is_duel:
        for name, hand, draw in zip(("A", "B"), table.hands, table.draws, strict=True):
            if not hand and not draw:
                return name
    return None


def turns(table: Table) -> list[Plays]:
    """Every legal turn."""

    def longer(plays: Plays) -> Iterator[Plays]:
        if may_end(table, plays):
            yield plays
        for card in sorted(table.hands[table.seat]):
            for pile in range(len(table.tops)):
                if is_playable(table, (*plays, (card, pile))):
                    yield from longer((*plays, (card, pile)))

    return [] if winner(table) is not None else list(longer(()))


def plays_of(position: Position, turn: Turn) -> Plays | None:
    """A turn's plays by pile index; None if it names a pile that is not there."""
    index = {pile.name: number for number, pile in enumerate(position.rules.piles)}
    if any(play.pile not in index for play in turn.plays):
        return None
    return tuple((play.card, index[play.pile]) for play in turn.plays)


def is_legal(position: Position, turn: Turn) -> bool:
    """Is this whole turn legal: its player, its plays, its end, and the cards drawn if it names them?"""
    table, plays = table_of(position), plays_of(position, turn)
    if winner(table) is not None or plays is None or not is_playable(table, plays) or not may_end(table, plays):
        return False
    if turn.player is not None and turn.player != position.rules.player_names[table.seat]:
        return False
    pile, count = position.draws[table.seat if position.rules.game.is_duel else 0], cards_to_draw(table, plays)
    if pile.ordered:
        return turn.drawn is None or turn.drawn == pile.cards[:count]
    return turn.drawn is not None and len(turn.drawn) == count == len(set(turn.drawn) & set(pile.cards))


def after(table: Table, plays: Plays, drawn: tuple[Card, ...] | None = None) -> Table:
    """The table after a legal turn; ``drawn`` is needed where the draw pile has no order."""
    seat, rules = table.seat, table.rules
    index = seat if rules.game.is_duel else 0
    hands, draws = list(table.hands), list(table.draws)
    drawn = draws[index][: cards_to_draw(table, plays)] if drawn is None else drawn
    hands[seat] = hands[seat] - {card for card, _ in plays} | set(drawn)
    draws[index] = tuple(card for card in draws[index] if card not in drawn)
    following = (seat + 1) % rules.players
    while not rules.game.is_duel and not draws[0] and not hands[following] and any(hands):
        following = (following + 1) % rules.players
    return Table(rules, tops_through(table, plays)[-1], tuple(hands), tuple(draws), following)


def count_lines(position: Position | Table, depth: int) -> int:
    """How many sequences of so many legal turns there are."""
    table = position if isinstance(position, Table) else table_of(position)
    if depth == 0:
        return 1
    return sum(count_lines(after(table, plays), depth - 1) if depth > 1 else 1 for plays in turns(table))


# --- brute force


def best(position: Position) -> int:
    """Team games: the fewest cards that can be left when the game ends."""

    @cache
    def fewest(table: Table) -> int:
        return min((fewest(later) for later in followers(table)), default=cards_left(table))

    return fewest(table_of(position))


def winnable(position: Position) -> bool:
    """Team games: can every card be laid?"""
    return best(position) == 0


def fewest_turns(position: Position) -> int | None:
    """Team games: the fewest turns in which every card can be laid; None if they cannot."""

    @cache
    def fewest(table: Table) -> float:
        if cards_left(table) == 0:
            return 0
        return 1 + min((fewest(later) for later in followers(table)), default=float("inf"))

    count = fewest(table_of(position))
    return None if count == float("inf") else int(count)


def duel(position: Position) -> tuple[Player, int]:
    """Face to Face: who wins with best play, and in how many turns if the winner hurries and the loser delays."""

    @cache
    def outcome(table: Table) -> tuple[Player, int]:
        mover, other = ("A", "B") if table.seat == 0 else ("B", "A")
        done = winner(table)
        if done is not None:
            return done, 0
        replies = [outcome(later) for later in followers(table)]
        wins = [count for name, count in replies if name == mover]
        if wins:
            return mover, 1 + min(wins)
        return other, 1 + max((count for _, count in replies), default=-1)

    return outcome(table_of(position))


def duel_winner(position: Position) -> Player:
    """Face to Face: who wins with best play."""
    return duel(position)[0]


def followers(table: Table) -> set[Table]:
    """The tables that some legal turn leads to."""
    return {after(table, plays) for plays in turns(table)}


def cards_left(table: Table) -> int:
    return sum(map(len, table.hands)) + sum(map(len, table.draws))
