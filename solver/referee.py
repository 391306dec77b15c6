"""The referee: says whether a line of play keeps to the rules, and if not, at which turn and play it breaks which rule.

It knows only the rules.  It reads the data of a position (the table's numbers, tops, hands, draw piles, who is to move)
and applies the rules by itself, in plain sets and loops, so that no mistake of an engine can pass unnoticed here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from solver.cards import Card, format_cards
from solver.errors import DoesNotAddUp, quoted
from solver.rules.game import Pile, Player, Rules
from solver.table.line import Turn
from solver.table.position import DrawPile, Position


@dataclass(frozen=True)
class Violation:
    """Where a line breaks which rule.  ``play`` is None where the fault is the turn as a whole, or the way it ends."""

    turn: int  # counted from 1
    play: int | None  # counted from 1
    rule: str  # an id of solver.rules.rulings
    message: str


@dataclass(frozen=True)
class Judgement:
    """What the referee says of a line.

    ``complete``: the team has won, or in Face to Face somebody has.  ``won`` is for the team games: True, False (the
    player to move cannot lay the minimum), or None while the game goes on.  ``turns``, ``cards_left`` and ``final`` are
    those of the legal part of the line.
    """

    legal: bool
    complete: bool
    won: bool | None
    winner: Player | None
    cards_left: int
    turns: int
    final: Position
    violation: Violation | None
    reason: str


class _TableInPlay(NamedTuple):
    """A position while a line is played.  Only the last one is made a ``Position``, which looks at every card."""

    rules: Rules
    tops: tuple[Card | None, ...]
    hands: tuple[tuple[Card, ...], ...]
    draws: tuple[DrawPile, ...]
    to_move: int  # one who has something to do, unless nobody has


def judge(position: Position, line: Sequence[Turn]) -> Judgement:
    """Go through a line turn by turn, from a position, up to its end or to the first rule that it breaks."""
    rules, hands, draws = position.rules, position.hands, position.draws
    table = _TableInPlay(rules, position.tops, hands, draws, _next_seat(rules, hands, draws, position.to_move - 1))
    for number, turn in enumerate(line, start=1):
        after = _after(table, turn)
        if isinstance(after, Fault):
            where = f"turn {number}" if after.play is None else f"turn {number}, play {after.play}"
            violation = Violation(number, after.play, after.rule, f"{where}: {after.text}")
            left, final = _cards_left(table), Position(*table) if number > 1 else position
            return Judgement(False, False, None, None, left, number - 1, final, violation, violation.message)
        table = after
    return _judge_the_end(table, Position(*table) if line else position, len(line))


def _judge_the_end(table: _TableInPlay, final: Position, turns: int) -> Judgement:
    """The line is legal: has it reached the end of the game?"""
    names, left = table.rules.player_names, _cards_left(table)
    mover, against = names[table.to_move], _opponent(final)
    done, winner, won = _has_laid_everything(table), None, None
    if done is not None:
        winner, won = (None, True) if against is None else (names[done], None)
        reason = f"{_all_is_laid(table, done)}: {'won' if against is None else f'{winner} wins'}"
    elif not _can_be_completed(_start_of_turn(table)):
        winner, won = against, False if against is None else None
        verdict = f"lost, {_counted(left)} left" if against is None else f"{winner} wins"
        reason = f"{_named(mover)} cannot lay the minimum: {verdict}"
    else:
        reason = f"{_counted(left)} left and {_named(mover)} to move"
    complete = winner is not None or won is True
    return Judgement(True, complete, won, winner, left, turns, final, None, reason)


# --- a turn under way


@dataclass(frozen=True)
class Fault:
    """A rule that is broken, in words; ``play`` is filled in where it was a single play that broke it."""

    rule: str
    text: str
    play: int | None = None


Faults = Iterator[Fault]


class _Now(NamedTuple):
    """The table in the middle of a turn, and what the referee must remember of this turn."""

    rules: Rules  # the first: all else tells two situations of one game apart
    seat: int
    draw_pile: int  # cards in the draw pile that the player draws from
    tops: tuple[Card | None, ...]
    hand: frozenset[Card]
    laid: int = 0
    gifts: int = 0
    three: bool = False  # a three was laid in this turn
    stopped: bool = False  # a stop was laid in this turn
    skulls: frozenset[Card] = frozenset()  # laid in this turn and not covered yet
    waiting: int = 0  # cards in the other hands
    burning: frozenset[Card] = frozenset()  # fire cards that showed when the turn began and still do
    under: frozenset[tuple[Card, int]] = frozenset()  # a visible one-pile, and a pile used in this turn under its eyes

    def command(self, card: Card | None) -> str | None:
        """The command that a card carries."""
        return None if card is None else self.rules.command_of.get(card)

    def visible(self, command: str) -> list[Card]:
        """The cards with this command that lie on top of a pile."""
        if not self.rules.command_of:
            return []
        return [top for top in self.tops if top is not None and self.command(top) == command]

    def is_gift(self, pile: int) -> bool:
        """Is this a pile of the opponent?"""
        return self.rules.piles[pile].owner not in (None, self.seat)


def _start_of_turn(table: _TableInPlay) -> _Now:
    seat = table.to_move
    draw = table.draws[table.rules.deck_of(seat)]
    waiting = sum(map(len, table.hands)) - len(table.hands[seat])
    now = _Now(table.rules, seat, len(draw.cards), table.tops, frozenset(table.hands[seat]), waiting=waiting)
    return now._replace(burning=frozenset(burning)) if (burning := now.visible("fire")) else now


def _after(table: _TableInPlay, turn: Turn) -> _TableInPlay | Fault:
    """The table after a turn, or the first rule that the turn breaks."""
    if (over := _fault_of_turn(table, turn)) is not None:
        return over
    now = _start_of_turn(table)
    for number, play in enumerate(turn.plays, start=1):
        pile = _pile_called(now.rules, play.pile)
        if pile is None:
            known = " ".join(pile.name for pile in now.rules.piles)
            return Fault("piles", f"{quoted(play.pile)} is not a pile of this game; its piles are {known}", number)
        if (fault := next(_faults_of_play(now, play.card, pile), None)) is not None:
            return replace(fault, play=number)
        now = _lay(now, play.card, pile)
    if (fault := next(_faults_of_end(now), None)) is not None:
        return fault
    return _draw(table, now, turn.drawn)


def _fault_of_turn(table: _TableInPlay, turn: Turn) -> Fault | None:
    """May there be a turn at all, and is it this player's?"""
    done = _has_laid_everything(table)
    if done is not None:
        return Fault("game-over", f"the game is over: {_all_is_laid(table, done)}")
    name = table.rules.player_names[table.to_move]
    if turn.player is not None and str(turn.player) != str(name):
        return Fault("turn-order", f"it is not {_named(turn.player)} but {_named(name)} to move")
    return None


def _lay(now: _Now, card: Card, pile: int) -> _Now:
    """The table once a card lies on a pile.  Covering a card ends what its command asks for."""
    tops, hand = (*now.tops[:pile], card, *now.tops[pile + 1 :]), now.hand - {card}
    after = now._replace(tops=tops, hand=hand, laid=now.laid + 1, gifts=now.gifts + now.is_gift(pile))
    if not now.rules.command_of:
        return after
    command, covered = now.command(card), now.tops[pile]
    skulls = now.skulls | {card} if command == "skull" else now.skulls
    witnesses = {*now.visible("one-pile"), *([card] if command == "one-pile" else [])}
    under = now.under | {(witness, pile) for witness in witnesses}
    return after._replace(
        three=now.three or command == "three",
        stopped=now.stopped or command == "stop",
        skulls=frozenset(skull for skull in skulls if skull != covered),
        burning=now.burning - {covered},
        under=frozenset((witness, used) for witness, used in under if witness != covered),
    )


# --- the rules of laying


def _faults_of_play(now: _Now, card: Card, pile: int) -> Faults:
    """Every rule that is broken by laying a card on a pile now."""
    if card not in now.hand:
        yield Fault("own-hand", f"{card} is not in the hand of {_named(now.rules.player_names[now.seat])}")
        return
    yield from _faults_of_number(now, card)
    for fault in (*_faults_of_pile(now, card, pile), *_faults_of_visible_commands(now, card, pile)):
        shown = f"{card} on {now.rules.piles[pile].name} ({_shown(now.rules, now.rules.piles[pile], now.tops[pile])})"
        yield replace(fault, text=f"{shown}: {fault.text}")


def _faults_of_number(now: _Now, card: Card) -> Faults:
    """May this turn lay one more card, and this one?"""
    command, maximum = now.command(card), now.rules.maximum
    if now.stopped:
        yield Fault("stop", f"{card}: the turn ended with the stop laid before it")
    if maximum is not None and now.laid >= maximum:
        yield Fault("maximum", f"{card}: a turn lays at most {_counted(maximum)}")
    if (now.three or command == "three") and now.laid >= 3:
        yield Fault("three", f"{card}: with a three, a turn lays exactly 3 cards; this would be number {now.laid + 1}")
    if now.three and command == "stop" and now.laid != 2:
        yield Fault("three", f"{card}: with a three, a stop may be laid as the third card only")


def _faults_of_pile(now: _Now, card: Card, pile: int) -> Faults:
    """May this card be laid on this top card?"""
    top, direction = now.tops[pile], now.rules.piles[pile].direction
    if now.is_gift(pile):
        if now.gifts >= now.rules.gifts:
            yield Fault("one-gift", f"a turn lays at most {_counted(now.rules.gifts)} on the opponent's piles")
        if top is None:
            yield Fault("improve", "a row card cannot be improved")
        elif not (card.number < top.number if direction == "up" else card.number > top.number):
            yield Fault("improve", f"not {'lower' if direction == 'up' else 'higher'}, so it does not improve the pile")
    elif top is not None and not _continues(direction, top, card) and not _is_trick(now.rules, direction, top, card):
        yield _does_not_follow(now.rules, direction, top, card)


def _continues(direction: str, top: Card, card: Card) -> bool:
    return card.number > top.number if direction == "up" else card.number < top.number


def _is_trick(rules: Rules, direction: str, top: Card, card: Card) -> bool:
    if rules.colours and card.colour == top.colour:
        return True
    step = -rules.trick if direction == "up" else rules.trick
    return rules.trick > 0 and card.number == top.number + step


def _does_not_follow(rules: Rules, direction: str, top: Card, card: Card) -> Fault:
    if rules.colours and card.number == top.number:
        return Fault("equal-numbers", "an equal number of another colour")
    onward, back = ("higher", "lower") if direction == "up" else ("lower", "higher")
    ways = [onward]
    ways += [f"exactly {rules.trick} {back}"] if rules.trick else []
    ways += ["of its colour"] if rules.colours else []
    return Fault("follow", f"neither {' nor '.join(ways)}" if len(ways) > 1 else f"not {onward}")


def _faults_of_visible_commands(now: _Now, card: Card, pile: int) -> Faults:
    """Do the commands on top of the piles allow it?"""
    if not now.rules.command_of:
        return
    top, direction = now.tops[pile], now.rules.piles[pile].direction
    barred = now.visible("no-trick")
    if barred and top is not None and not _continues(direction, top, card):
        yield Fault("no-trick", f"no backwards trick while the no-trick {barred[0]} is visible")
    for witness, used in sorted(now.under):
        if used != pile:
            name = now.rules.piles[used].name
            yield Fault("one-pile", f"the one-pile {witness} is visible, so the cards of this turn go on {name}")


# --- the end of a turn


def _faults_of_end(now: _Now) -> Faults:
    """Every rule that is broken by ending the turn now."""
    least = now.rules.minimum if now.draw_pile else now.rules.minimum_empty
    for skull in sorted(now.skulls):
        yield Fault("skull", f"the turn ends with the skull {skull} uncovered")
    if now.hand or now.draw_pile or now.waiting:  # the last card of all wins at once
        for fire in sorted(now.burning):
            yield Fault("fire", f"the turn ends with the fire {fire} uncovered, which showed when it began")
    if now.three and now.laid != 3:
        yield Fault("three", f"with a three, a turn lays exactly 3 cards, and this one laid {now.laid}")
    if not now.laid or (now.laid < least and not now.stopped):
        draw_pile = "while the draw pile lasts" if now.draw_pile else "with an empty draw pile"
        yield Fault("minimum", f"{_counted(now.laid)} laid; the minimum is {least} {draw_pile}")
    if now.gifts and now.gifts == now.laid:
        yield Fault("own-card", "no card was laid on an own pile")


def _can_be_completed(start: _Now) -> bool:
    """Is there any legal turn?  Tries every card on every pile, each situation once."""
    if _could_lay_at_most(start) < (start.rules.minimum if start.draw_pile else start.rules.minimum_empty):
        return False
    seen, waiting = {start[1:]}, [start]
    while waiting:
        now = waiting.pop()
        if next(_faults_of_end(now), None) is None:
            return True
        for later in _one_card_later(now):
            if later[1:] not in seen:
                seen.add(later[1:])
                waiting.append(later)
    return False


def _could_lay_at_most(now: _Now) -> float:
    """An upper bound on the cards of a turn, so that hopeless hands of absurd games are not tried card by card.

    A pile can never take a card that fits neither on its top nor on a card that it could take before.
    """
    if any(now.command(card) == "stop" for card in now.hand):
        return float("inf")  # a stop ends a turn early
    taken: set[Card] = set()
    for index, pile in enumerate(now.rules.piles):
        top = now.tops[index]
        if now.is_gift(index):
            continue
        if top is None:
            return float("inf")
        taken |= _could_take(now, pile, top)
    return len(taken) + now.rules.gifts


def _could_take(now: _Now, pile: Pile, top: Card) -> set[Card]:
    """The cards of the hand that this pile could come to show."""
    found: set[Card] = set()
    onto = {top}
    while onto:
        onto = {
            card
            for card in now.hand - found
            for below in onto
            if _continues(pile.direction, below, card) or _is_trick(now.rules, pile.direction, below, card)
        }
        found |= onto
    return found


def _one_card_later(now: _Now) -> Iterator[_Now]:
    for card in now.hand:
        for pile in range(len(now.tops)):
            if next(_faults_of_play(now, card, pile), None) is None:
                yield _lay(now, card, pile)


def _cards_to_draw(now: _Now) -> int:
    """How many cards the player draws who ends the turn now."""
    rules, missing = now.rules, now.rules.hand - len(now.hand)
    if now.visible("draw-one"):
        wanted = 1
    elif rules.game.drawing == "as-laid":
        wanted = now.laid
    elif rules.game.drawing == "by-gift" and now.gifts == 0:
        wanted = min(rules.draws, missing)
    elif rules.game.drawing in ("by-gift", "to-full-hand"):
        wanted = missing
    else:
        raise AssertionError(f"the referee knows no drawing {rules.game.drawing}")
    return min(wanted, now.draw_pile)


def _draw(table: _TableInPlay, now: _Now, told: tuple[Card, ...] | None) -> _TableInPlay | Fault:
    """The table once the player has drawn; what the line says was drawn must be what the rules say."""
    index, count = table.rules.deck_of(now.seat), _cards_to_draw(now)
    pile = table.draws[index]
    drawn = pile.cards[:count] if pile.ordered else told
    if drawn is None:
        return Fault("draw", f"the order of the draw pile is unknown: say which {_counted(count)} the turn drew")
    if told is not None and pile.ordered and told != drawn:
        return Fault("draw", f"drawn were {format_cards(drawn) or 'none'}, not {format_cards(told) or 'none'}")
    if not pile.ordered and (len(drawn) != count or len(set(drawn)) != count or not set(drawn) <= set(pile.cards)):
        known = format_cards(pile.cards)
        return Fault("draw", f"{format_cards(drawn) or 'none'}: the turn draws {_counted(count)} of {known}")
    rest = pile.cards[count:] if pile.ordered else tuple(card for card in pile.cards if card not in drawn)
    left = DrawPile(rest, pile.ordered or len(rest) < 2)  # the order of one card is known
    hands = (*table.hands[: now.seat], (*now.hand, *drawn), *table.hands[now.seat + 1 :])
    draws = (*table.draws[:index], left, *table.draws[index + 1 :])
    return _TableInPlay(table.rules, now.tops, hands, draws, _next_seat(table.rules, hands, draws, now.seat))


# --- whose turn, and how many cards


def _next_seat(rules: Rules, hands: Sequence[tuple[Card, ...]], draws: Sequence[DrawPile], seat: int) -> int:
    """The next player; one who has no card and can draw none any more is passed over."""
    for step in range(1, rules.players + 1):
        following = (seat + step) % rules.players
        if hands[following] or draws[rules.deck_of(following)].cards:
            return following
    return (seat + 1) % rules.players


def _has_laid_everything(table: _TableInPlay) -> int | None:
    """The first seat of whose deck no card is left, in the team games 0 if the team has laid all; None if nobody."""
    for deck, draw in enumerate(table.draws):
        if draw.cards:
            continue
        seats = [seat for seat in range(table.rules.players) if table.rules.deck_of(seat) == deck]
        if not any(table.hands[seat] for seat in seats):
            return seats[0]
    return None


def _opponent(position: Position) -> Player | None:
    """Whoever plays another deck than the player to move; None in a team."""
    rules = position.rules
    others = (seat for seat in range(rules.players) if rules.deck_of(seat) != rules.deck_of(position.to_move))
    return next((rules.player_names[seat] for seat in others), None)


def _cards_left(table: _TableInPlay) -> int:
    return sum(map(len, table.hands)) + sum(len(draw.cards) for draw in table.draws)


# --- words


def _pile_called(rules: Rules, name: str) -> int | None:
    try:
        return rules.pile_index(name)
    except DoesNotAddUp:
        return None


def _shown(rules: Rules, pile: Pile, top: Card | None) -> str:
    if top is not None:
        return f"top {top}"
    number = rules.row_number(pile)
    return "row card" if number is None else f"row card {number}"


def _all_is_laid(table: _TableInPlay, done: int) -> str:
    own = len(table.draws) > 1
    return f"{table.rules.player_names[done]} has laid every card" if own else "every card is laid"


def _named(player: Player) -> str:
    return f"player {player}"


def _counted(cards: int) -> str:
    return f"{cards} card{'' if cards == 1 else 's'}"
