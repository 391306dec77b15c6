"""How a sensible player looks at a turn: what it costs in room on the piles; and how such players play a deal."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.generate.stream import Chance
from solver import Card, Line, Pile, Position, Rules, Turn
from solver.rules.turns import OpenTurn, is_gift
from solver.search.limits import Limits

BEAMS = (10, 30, 100)  # widths; the last is enough for nearly all deals, and a lost game has positions too


def step(rules: Rules, pile: Pile, top: Card | None, card: Card) -> int:
    """How far a card moves a pile on; less than 0 for a trick, and for what improves the opponent's pile."""
    if top is not None:
        number = top.number
    else:
        row = rules.row_number(pile)
        number = row if row is not None else (rules.lowest - 1 if pile.direction == "up" else rules.highest + 1)
    return card.number - number if pile.direction == "up" else number - card.number


def room_taken(position: Position, turn: Turn) -> int:
    """The room that a turn takes on the own piles, a gift counting half of what it gives back to the opponent."""
    rules, tops, taken = position.rules, list(position.tops), 0
    for play in turn.plays:
        at = rules.pile_index(play.pile)
        moved = step(rules, rules.piles[at], tops[at], play.card)
        taken += -moved // 2 if is_gift(rules.piles[at], position.to_move) else moved
        tops[at] = play.card
    return taken


def looks(position: Position, turn: Turn) -> int:
    """How good a turn looks to a player who counts room only: room taken for each card laid, in hundredths."""
    return 100 * room_taken(position, turn) // len(turn.plays)


# --- a team that plays a deal


def team_line(position: Position) -> Line:
    """A game by a team that looks ahead: a narrow beam's, won if it sees how, else as long as it can be."""
    from solver.decide.ladder import prepared
    from solver.search.beam import BeamSearch
    from solver.search.team_codec import pack, unpack_line

    problem, start = pack(position)
    seeker = BeamSearch(problem, start, Limits(), prepared(position.rules)[1])
    for width in BEAMS:
        if seeker.seek(width):
            break
    return unpack_line(position, seeker.line)


def positions_of(position: Position, line: Line) -> list[Position]:
    """The positions of a game, the first one included."""
    positions = [position]
    for turn in line:
        positions.append(positions[-1].after(turn))
    return positions


# --- two opponents who play a deal


def duel_positions(position: Position, chance: Chance, generous_until: int) -> list[Position]:
    """A game of two players who spare room and give a card in every turn, until so many cards are left.

    Then they lay what comes to hand, and seldom give.
    """
    positions = [position]
    while (last := positions[-1]).outcome is None:
        early = last.cards_left > generous_until
        turn = sparing_turn(last, chance, True, 3) if early else hasty_turn(last, chance)
        if turn is None:
            break
        positions.append(last.after(turn))
    return positions


def hasty_turn(position: Position, chance: Chance) -> Turn | None:
    """A turn of any cards that fit; None where that leads into a dead end."""
    rules, turn, gives = position.rules, position.open_turn, chance.happens(10)
    while not turn.may_end() or chance.happens(20):
        lays = [lay for lay in turn.plays() if gives or not is_gift(rules.piles[lay[1]], turn.seat)]
        if not lays:
            break
        turn = turn.lay(*lays[chance.below(len(lays))])
    return position.ended(turn) if turn.may_end() else None


def sparing_turn(position: Position, chance: Chance, with_gift: bool, whim: int) -> Turn | None:
    """A turn laid card by card, each taking as little room as can be; None where that leads into a dead end."""
    turn = position.open_turn
    while True:
        options = sorted(rated_lays(turn, chance, with_gift, whim))
        if not options or (turn.may_end() and options[0][0] > 2):
            break
        turn = turn.lay(options[0][3], options[0][2])
    return position.ended(turn) if turn.may_end() else None


def rated_lays(turn: OpenTurn, chance: Chance, with_gift: bool, whim: int) -> list[tuple[int, int, int, Card]]:
    """What may be laid now: its cost with a little whim, its number, the pile and the card."""
    rules, rated = turn.rules, []
    for card, pile in turn.plays():
        moved = step(rules, rules.piles[pile], turn.tops[pile], card)
        if not is_gift(rules.piles[pile], turn.seat):
            rated.append((2 * moved + chance.below(2 * whim + 1), card.number, pile, card))
        elif with_gift:
            rated.append((moved // 4 - 8 + chance.below(8), card.number, pile, card))
    return rated


def least_room(position: Position, turns: Sequence[Turn]) -> list[Turn]:
    """The turns in the order in which they look good."""
    return sorted(turns, key=lambda turn: (looks(position, turn), len(turn.plays), turn.plays))
