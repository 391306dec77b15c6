"""Random rules, deals, positions and turns of every game: seeded generators, and the same as hypothesis strategies.

The numbers are kept small so that the naive twin can go through every turn, and odd enough to leave no rule idle:
three piles, a trick of 3, hands of 1, minima above 2, command maps on half the deck.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from solver.cards import Card
from solver.errors import DoesNotAddUp
from solver.notation.source import load
from solver.rules.game import Game, Rules
from solver.rules.games import GAMES
from solver.rules.turns import OpenTurn
from solver.table.deal import Deal
from solver.table.line import Play, Turn
from solver.table.position import DrawPile, Position

GAME_NAMES = tuple(GAMES)
PLAYER_COUNTS = tuple(
    (name, players)
    for name, game in GAMES.items()
    for players in ((2,) if game.is_duel else range(1, game.most_players + 1))
)


# --- rules


def random_rules(rng: Random, name: str, players: int | None = None) -> Rules:
    """A small table of a game, with any of its numbers overridden."""
    game = GAMES[name]
    while True:
        seats = players or rng.choice([count for other, count in PLAYER_COUNTS if other == name])
        overrides = random_overrides(rng, game, seats)
        try:
            rules = Rules.of(game, seats, overrides)
        except DoesNotAddUp:  # such as a minimum above the hand: try again
            continue
        return Rules.of(game, seats, overrides, random_commands(rng, rules)) if game.commands else rules


def random_overrides(rng: Random, game: Game, players: int) -> dict[str, int | None]:
    """Numbers for a small game; they may contradict each other."""
    hand = rng.choice((1, 2, 3, 3, 4))
    overrides: dict[str, int | None] = {
        "ups": rng.choice(
            (1, 0, 1, 2, 2, 3)
        ),  # the first of each is a table that can be played: hypothesis shrinks to it
        "downs": rng.choice((1, 0, 1, 2)),
        "hand": hand,
        "minimum": rng.choice((1, 2, 2, 3)),
        "minimum_empty": rng.choice((1, 1, 2)),
        "maximum": rng.choice((None, None, 1, 2, 3)),
        "trick": rng.choice((0, 1, 2, 3, 5, 10)),
    }
    if game.commands:  # room for the commands to bite
        hand = rng.choice((2, 3, 4, 4))
        overrides |= {"downs": rng.choice((1, 1, 2)), "hand": hand, "minimum": rng.choice((1, 2))}
        overrides |= {"maximum": rng.choice((None, None, None, 2, 3))}
    if game.is_duel:
        overrides |= {"ups": rng.choice((1, 0, 1)), "downs": rng.choice((1, 0, 1))}
        overrides |= {"gifts": rng.choice((0, 1, 1, 2, 3)), "draws": rng.choice((1, 2, 2, 3, 5))}
        return overrides | {"highest": 1 + rng.randint(max(4, hand), 12)}
    if game.colours:
        overrides |= {"colours": rng.randint(1, 5), "highest": rng.randint(2, 6)}
        return overrides
    return overrides | {"highest": 1 + players * hand + rng.randint(0, 8)}


def random_commands(rng: Random, rules: Rules) -> dict[Card, str]:
    """A command map: none, a few, or on about half of the cards; sometimes one command only."""
    names = [command.name for command in rules.game.vocabulary]
    share, kinds = rng.choice((0.0, 0.2, 0.5, 0.8)), rng.choice((names, names, rng.sample(names, min(2, len(names)))))
    return {card: rng.choice(kinds) for card in rules.cards if rng.random() < share}


# --- deals and positions


def random_deal(rng: Random, rules: Rules) -> Deal:
    """A deal of these rules; anybody may begin."""
    decks = [list(rules.cards) for _ in range(2 if rules.game.is_duel else 1)]
    for deck in decks:
        rng.shuffle(deck)
    return Deal(rules, tuple(map(tuple, decks)), rng.randrange(rules.players))


def random_position(rng: Random, name: str, players: int | None = None, rules: Rules | None = None) -> Position:
    """A position: the deal itself, the deal after some random turns, or one that no game need have led to.

    Most of them with something left to play; some in which the game is over.
    """
    for _ in range(10):
        position = any_position(rng, rules or random_rules(rng, name, players))
        if position.outcome is None or rng.random() < 0.05:
            break
    return position


def any_position(rng: Random, rules: Rules) -> Position:
    """A position of these rules, over or not."""
    position = artificial_position(rng, rules) if rng.random() < 0.5 else random_deal(rng, rules).position()
    if rng.random() < 0.15:
        position = with_unordered_draw_piles(position)
    for _ in range(rng.choice((0, 0, 1, 2, 3, 6))):
        turn = random_turn(rng, position)
        if turn is None:
            break
        position = position.after(turn)
    return position


def artificial_position(rng: Random, rules: Rules) -> Position:
    """Any cards laid, any of them on top, hands of any size up to the full one, anybody to move."""
    duel = rules.game.is_duel
    laid, hands, draws = list[Card](), list[tuple[Card, ...]](), list[DrawPile]()
    for owners in [1, 1] if duel else [rules.players]:
        deck = rng.sample(rules.cards, len(rules.cards))
        cut = rng.randint(1, len(deck))
        laid += deck[:cut]
        rest = deck[cut:]
        for _ in range(owners):
            size = rng.choice((rng.randint(0, rules.hand), rules.hand))
            hands.append(tuple(rest[:size]))
            rest = rest[size:]
        draws.append(DrawPile(tuple(rest)))
    if rng.random() < 0.3:  # an end game: what was to be drawn is laid too
        laid += [card for pile in draws for card in pile.cards]
        draws = [DrawPile() for _ in draws]
    tops = random_tops(rng, rules, laid)
    return Position(rules, tops, tuple(hands), tuple(draws), rng.randrange(rules.players))


def random_tops(rng: Random, rules: Rules, laid: list[Card]) -> tuple[Card | None, ...]:
    """Some of the laid cards on top of some piles, at least one."""
    count = min(len(rules.piles), len(laid))
    shown: list[Card | None] = [*rng.sample(laid, rng.randint(1, count))]
    shown += [None] * (len(rules.piles) - len(shown))
    rng.shuffle(shown)
    return tuple(shown)


def with_unordered_draw_piles(position: Position) -> Position:
    """The same position, the order of its draw piles forgotten."""
    draws = tuple(DrawPile(pile.cards, ordered=False) for pile in position.draws)
    return Position(position.rules, position.tops, position.hands, draws, position.to_move)


# --- turns


def random_turn(rng: Random, position: Position) -> Turn | None:
    """Some legal turn, what it draws named if that is needed (or at random); None if the game is over."""
    if position.outcome is not None:
        return None
    ended = random_end(rng, position.open_turn)
    assert ended is not None, position
    drawn = None
    if not position.draw.ordered:
        drawn = tuple(rng.sample(position.draw.cards, ended.cards_to_draw()))
    elif rng.random() < 0.5:
        drawn = position.draw.cards[: ended.cards_to_draw()]
    plays = tuple(Play(card, position.rules.piles[pile].name) for card, pile in ended.laid)
    return Turn(plays, position.player if rng.random() < 0.7 else None, drawn)


def random_end(rng: Random, turn: OpenTurn) -> OpenTurn | None:
    """The turn played on at random to some point where it may end."""
    if turn.may_end() and rng.random() < 0.5:
        return turn
    plays = list(turn.plays())
    rng.shuffle(plays)
    for card, pile in plays:
        if (ended := random_end(rng, turn.lay(card, pile))) is not None:
            return ended
    return turn if turn.may_end() else None


def any_turn(rng: Random, position: Position) -> Turn:
    """A turn of any cards on any piles: mostly illegal."""
    names = [pile.name for pile in position.rules.piles]
    cards = rng.sample(position.hand, rng.randint(0, len(position.hand)))
    return Turn(tuple(Play(card, rng.choice(names)) for card in cards))


def mutated(rng: Random, position: Position, turn: Turn) -> Turn:
    """A turn with one thing changed, which may or may not make it illegal."""
    return rng.choice(list(mutations(rng, position, turn)))


def mutations(rng: Random, position: Position, turn: Turn) -> Iterator[Turn]:
    """One of each kind: another card, another pile, a play more or less, another order, player, or cards drawn."""
    rules, plays, at = position.rules, list(turn.plays), rng.randrange(max(len(turn.plays), 1))
    names = [pile.name for pile in rules.piles]
    more = Play(rng.choice(position.hand or rules.cards), rng.choice(names))
    yield turn._replace(plays=(*plays[:at], more, *plays[at:]))
    yield turn._replace(player=rng.choice(rules.player_names))
    yield turn._replace(drawn=tuple(rng.sample(rules.cards, rng.randint(0, min(2, len(rules.cards))))))
    if turn.drawn is not None:
        yield turn._replace(drawn=None)
        yield turn._replace(drawn=turn.drawn[::-1])
        yield turn._replace(drawn=turn.drawn[:1] * len(turn.drawn))
    if plays:
        card, pile = plays[at]
        other = rng.choice((*position.hand, *rules.cards))
        yield turn._replace(plays=(*plays[:at], *plays[at + 1 :]))
        yield turn._replace(plays=(*plays[:at], Play(other, pile), *plays[at + 1 :]))
        yield turn._replace(plays=(*plays[:at], Play(card, rng.choice(names)), *plays[at + 1 :]))
        yield turn._replace(plays=(*plays[:at], Play(card, "sideways"), *plays[at + 1 :]))
        yield turn._replace(plays=tuple(rng.sample(plays, len(plays))))


# --- hypothesis

randoms = st.randoms(use_true_random=False)
game_names = st.sampled_from(GAME_NAMES)


@st.composite
def rules_of_any_game(draw: st.DrawFn, name: str | None = None) -> Rules:
    """Rules of a small table of any game, or of this one."""
    return random_rules(draw(randoms), name or draw(game_names))


@st.composite
def deals(draw: st.DrawFn, name: str | None = None) -> Deal:
    """Deals of any game, or of this one."""
    rng = draw(randoms)
    return random_deal(rng, random_rules(rng, name or draw(game_names)))


@st.composite
def positions(draw: st.DrawFn, name: str | None = None) -> Position:
    """Positions of any game, or of this one."""
    return random_position(draw(randoms), name or draw(game_names))


@st.composite
def positions_and_turns(draw: st.DrawFn, name: str | None = None) -> tuple[Position, Turn]:
    """A position and a turn: legal, a legal one changed once or twice, or any cards on any piles."""
    rng = draw(randoms)
    position = random_position(rng, name or draw(game_names))
    return position, some_turn(rng, position)


def some_turn(rng: Random, position: Position) -> Turn:
    """A turn: legal, a legal one changed once or twice, or any cards on any piles."""
    turn = (random_turn(rng, position) if rng.random() < 0.7 else None) or any_turn(rng, position)
    for _ in range(rng.choice((0, 1, 1, 2))):
        turn = mutated(rng, position, turn)
    return turn


def position_of(text: str) -> Position:
    """A position in the text form."""
    position = load(text)
    assert isinstance(position, Position)
    return position
