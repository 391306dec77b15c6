"""What a game is: a declaration of numbers (``Game``), and those numbers settled for a table (``Rules``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from solver.cards import COLOUR_LETTERS, Card
from solver.errors import DoesNotAddUp, Unreadable, quoted
from solver.rules.commands import COMMANDS, Command
from solver.rules.sides import OPPONENTS, TEAM, Sides
from solver.rules.sides import Player as Player

Direction = Literal["up", "down"]
Drawing = Literal["as-laid", "to-full-hand", "by-gift"]
CommandMap = tuple[tuple[Card, str], ...]

MOST_CARDS = 126  # two machine words hold any set of cards, with room for a row card's index
MOST_PILES = 4  # of each direction
NO_MAXIMUM = 255

PARAMETERS: Mapping[str, str] = {
    "highest": "the highest card",
    "ups": "ascending piles (of each player in Face to Face)",
    "downs": "descending piles (of each player in Face to Face)",
    "hand": "cards in a full hand",
    "minimum": "least cards a turn while the draw pile lasts",
    "minimum_empty": "least cards a turn once the draw pile is empty",
    "maximum": "most cards a turn ('none': no limit)",
    "trick": "how far back the backwards trick goes (0: no such trick)",
    "colours": "how many colours (Quick & Easy only)",
    "gifts": "most cards a turn on the opponent's piles (Face to Face only)",
    "draws": "cards drawn after a turn without a gift (Face to Face only)",
}


@dataclass(frozen=True)
class Game:
    """A game as published: every number in it can be overridden."""

    name: str
    title: str
    summary: str
    lowest: int
    highest: int
    most_players: int
    hand: tuple[int, ...]  # by number of players, the last one repeated
    minimum: int
    minimum_empty: int
    ups: int = 2
    downs: int = 2
    maximum: int | None = None
    trick: int = 10
    colours: int = 0  # 0: plain numbers; else cards of one colour always follow each other
    drawing: Drawing = "as-laid"
    gifts: int = 0
    draws: int = 0
    vocabulary: tuple[Command, ...] = ()  # the commands that cards may carry
    commands: CommandMap = ()  # which cards carry which, where a deal does not say otherwise
    german_title: str = ""  # where it is another

    @property
    def command_label(self) -> str | None:
        """Under which name a table says which cards carry which command; one command alone has its own name."""
        if not self.vocabulary:
            return None
        return "commands" if len(self.vocabulary) > 1 else self.vocabulary[0].name

    @property
    def is_duel(self) -> bool:
        """Two opponents, each with an own deck and own piles."""
        return self.gifts > 0

    @property
    def sides(self) -> Sides:
        """Whose everything is: the one place that tells a team from opponents."""
        return OPPONENTS if self.is_duel else TEAM

    @property
    def players_vary(self) -> bool:
        """May more or fewer play, so that their number has to be told?"""
        return self.sides.least_players < self.most_players

    def hand_of(self, players: int) -> int:
        """The published hand size for so many players."""
        return self.hand[min(players, len(self.hand)) - 1]

    def parameters(self) -> tuple[str, ...]:
        """The names of the numbers that can be overridden in this game."""
        absent = set() if self.colours else {"colours"}
        absent |= set() if self.is_duel else {"gifts", "draws"}
        return tuple(name for name in PARAMETERS if name not in absent)


@dataclass(frozen=True)
class Pile:
    """A pile's name, direction, and in Face to Face whose it is (a seat)."""

    name: str
    direction: Direction
    owner: int | None = None


@dataclass(frozen=True)
class Rules:
    """A game's numbers settled for a table: so many players, these overrides, this command map."""

    game: Game
    players: int
    highest: int
    ups: int
    downs: int
    hand: int
    minimum: int
    minimum_empty: int
    maximum: int | None
    trick: int
    colours: int
    gifts: int
    draws: int
    commands: CommandMap = ()

    @classmethod
    def of(
        cls,
        game: Game,
        players: int,
        overrides: Mapping[str, int | None] | None = None,
        commands: Mapping[Card, str] | None = None,
    ) -> Rules:
        """Settle a game's numbers; what contradicts itself is refused by name."""
        overrides = overrides or {}
        refuse_unknown_parameters(game, overrides)
        refuse_impossible_players(game, players)
        numbers = {name: getattr(game, name) for name in PARAMETERS if name != "hand"}
        numbers["hand"] = game.hand_of(players)
        numbers.update(overrides)
        if commands is not None and not game.vocabulary:
            raise DoesNotAddUp(f"commands: the cards of {game.name} carry none")
        rules = cls(game=game, players=players, **numbers)
        refuse_contradictions(rules)
        chosen = game.commands if commands is None else tuple(sorted(commands.items()))
        known = set(rules.cards)
        if commands is None:  # the placeholder map of a smaller deck: the commands of the cards it has
            chosen = tuple((card, command) for card, command in chosen if card in known)
        refuse_bad_commands(chosen, known, rules)
        return cls(game=game, players=players, **numbers, commands=chosen)

    def __hash__(self) -> int:  # positions are hashed by the thousand, and a command map is long
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.game.name, self.players, tuple(self.overrides().items()), self.commands))

    @property
    def lowest(self) -> int:
        """The lowest card: the row cards stand just below it and just above ``highest``."""
        return self.game.lowest

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every card (of one deck), in card order."""
        letters = COLOUR_LETTERS[: self.colours] if self.colours else ("",)
        return tuple(Card(number, letter) for letter in letters for number in range(self.lowest, self.highest + 1))

    @cached_property
    def card_indices(self) -> Mapping[Card, int]:
        """Where each card stands in card order."""
        return {card: index for index, card in enumerate(self.cards)}

    @cached_property
    def command_of(self) -> Mapping[Card, str]:
        """The name of the command of each card that carries one."""
        return dict(self.commands)

    def command(self, card: Card | None) -> Command | None:
        """What a card, or a row card (None), commands."""
        name = None if card is None else self.command_of.get(card)
        return None if name is None else COMMANDS[name]

    @cached_property
    def player_names(self) -> tuple[Player, ...]:
        """The players' names by seat."""
        return self.game.sides.names(self.players)

    @property
    def deck_owners(self) -> tuple[int | None, ...]:
        """The seat that each deck, with its draw pile and its piles, belongs to; None: to everybody."""
        return self.game.sides.deck_owners

    def deck_of(self, seat: int) -> int:
        """The deck that a seat plays."""
        return self.decks_by_seat[seat]

    def opponents_of(self, seat: int) -> tuple[int, ...]:
        """The seats that play another deck."""
        return tuple(other for other in range(self.players) if self.deck_of(other) != self.deck_of(seat))

    @cached_property
    def hand_names(self) -> tuple[str, ...]:
        """What each hand is called in a complaint."""
        return tuple(f"the hand of player {name}" for name in self.player_names)

    @cached_property
    def decks_by_seat(self) -> tuple[int, ...]:
        """The deck that each seat plays."""
        owners = self.deck_owners
        return tuple(owners.index(seat if seat in owners else None) for seat in range(self.players))

    def labels(self, what: str) -> tuple[str, ...]:
        """The label of something that each deck has: ``draw``, or ``A.draw`` and ``B.draw``."""
        owners = self.deck_owners
        return tuple(what if seat is None else f"{self.player_names[seat]}.{what}" for seat in owners)

    def called(self, what: str) -> tuple[str, ...]:
        """The same in words: ``the draw pile``, or ``the draw pile of A`` and that of B."""
        owners = self.deck_owners
        return tuple(what if seat is None else f"{what} of {self.player_names[seat]}" for seat in owners)

    @cached_property
    def piles(self) -> tuple[Pile, ...]:
        """All piles: ascending first; in Face to Face A's before B's."""
        return tuple(
            Pile(name=_pile_name(direction, number, count, owner), direction=direction, owner=owner)
            for owner in self.deck_owners
            for direction, count in _directions(self.ups, self.downs)
            for number in range(1, count + 1)
        )

    @cached_property
    def _pile_indices(self) -> Mapping[str, int]:
        names: dict[str, int] = {}
        for index, pile in enumerate(self.piles):
            short = pile.name.replace("up", "u").replace("down", "d")
            names |= {pile.name: index, short: index}
            if pile.name.endswith(("up", "down")):
                names |= {f"{pile.name}1": index, f"{short}1": index}
        return names

    def pile_index(self, name: str) -> int:
        """The index of a pile by its name (``up1``, ``A.down``) or short name (``u1``, ``A.d``)."""
        try:
            return self._pile_indices[name]
        except KeyError:
            known = " ".join(pile.name for pile in self.piles)
            raise DoesNotAddUp(f"{quoted(name)} is not a pile of this game; its piles are {known}") from None

    def seat(self, player: Player) -> int:
        """The seat of a player by name."""
        for seat, name in enumerate(self.player_names):
            if str(name) == str(player):
                return seat
        known = " ".join(map(str, self.player_names))
        raise DoesNotAddUp(f"{quoted(player)} is not a player at this table; the players are {known}")

    def row_number(self, pile: Pile) -> int | None:
        """The number on a pile's row card; None where row cards show only an arrow."""
        if self.colours:
            return None
        return self.lowest - 1 if pile.direction == "up" else self.highest + 1

    def least(self, draw_pile_is_empty: bool) -> int:
        """The minimum of a turn."""
        return self.minimum_empty if draw_pile_is_empty else self.minimum

    def overrides(self) -> dict[str, int | None]:
        """The numbers that differ from the published ones."""
        published = {name: getattr(self.game, name) for name in PARAMETERS} | {"hand": self.game.hand_of(self.players)}
        return {name: getattr(self, name) for name in PARAMETERS if getattr(self, name) != published[name]}


def _directions(ups: int, downs: int) -> tuple[tuple[Direction, int], ...]:
    return ("up", ups), ("down", downs)


def _pile_name(direction: str, number: int, count: int, owner: int | None) -> str:
    """``up1`` among several, ``up`` alone; ``A.up`` where piles have owners."""
    prefix = "" if owner is None else f"{'AB'[owner]}."
    return f"{prefix}{direction}{number if count > 1 else ''}"


def refuse_unknown_parameters(game: Game, overrides: Mapping[str, int | None]) -> None:
    """Only this game's own numbers can be overridden, and only by numbers."""
    for name, value in overrides.items():
        if name not in game.parameters():
            raise Unreadable(f"{quoted(name)} is not a number of {game.name}; those are {' '.join(game.parameters())}")
        if value is None and name == "maximum":
            continue
        if isinstance(value, bool) or not isinstance(value, int):
            raise Unreadable(f"{name}={value}: a whole number is needed")


def refuse_impossible_players(game: Game, players: int) -> None:
    """Face to Face has two, the team games one to five."""
    least, most = game.sides.least_players, game.most_players
    if not least <= players <= most:
        allowed = f"{least} to {most}" if game.players_vary else f"{most}"
        raise DoesNotAddUp(f"players={players}: {game.name} is played by {allowed}")


def refuse_contradictions(rules: Rules) -> None:
    """Numbers under which no game can be dealt or played are refused, the culprit first."""
    for name, value, least, most in _bounds(rules):
        if value is not None and not least <= value <= most:
            raise DoesNotAddUp(f"{name}={value}: must be {least} to {most}")
    if rules.ups + rules.downs == 0:
        raise DoesNotAddUp("ups=0 downs=0: there must be at least one pile")
    for name in ("minimum", "minimum_empty"):
        value = getattr(rules, name)
        if value > rules.hand:
            raise DoesNotAddUp(f"{name}={value}: more than the hand of {rules.hand}, so no turn could ever be played")
        if rules.maximum is not None and value > rules.maximum:
            raise DoesNotAddUp(f"{name}={value}: more than maximum={rules.maximum}")
    if len(rules.cards) > MOST_CARDS:
        raise DoesNotAddUp(f"highest={rules.highest}: that makes {len(rules.cards)} cards; {MOST_CARDS} is the most")
    hands = rules.players // len(rules.deck_owners)  # that are dealt from one deck
    if rules.hand * hands > len(rules.cards):
        deck = f"{len(rules.cards)} (highest={rules.highest})"
        raise DoesNotAddUp(f"hand={rules.hand}: {hands} × {rules.hand} cards cannot be dealt from {deck}")


def _bounds(rules: Rules) -> tuple[tuple[str, int | None, int, int], ...]:
    most_colours = len(COLOUR_LETTERS)
    bounds = (
        ("highest", rules.lowest, rules.lowest + MOST_CARDS - 1),
        ("ups", 0, MOST_PILES),
        ("downs", 0, MOST_PILES),
        ("hand", 1, MOST_CARDS),
        ("minimum", 1, MOST_CARDS),
        ("minimum_empty", 1, MOST_CARDS),
        ("maximum", 1, NO_MAXIMUM),
        ("trick", 0, 2 * MOST_CARDS),
        ("colours", 1 if rules.game.colours else 0, most_colours if rules.game.colours else 0),
        ("gifts", 0, MOST_CARDS),
        ("draws", 1 if rules.game.is_duel else 0, MOST_CARDS),
    )
    return tuple((name, getattr(rules, name), least, most) for name, least, most in bounds)


def refuse_bad_commands(commands: CommandMap, known: set[Card], rules: Rules) -> None:
    """Each command is one of the game's, on a card of the deck."""
    names = [command.name for command in rules.game.vocabulary]
    for card, command in commands:
        if card not in known:
            label = rules.game.command_label
            raise DoesNotAddUp(f"{label}: card {card} is not in this game ({rules.cards[0]} to {rules.cards[-1]})")
        if command not in names:
            raise Unreadable(f"commands: {quoted(command)} on card {card} is none of {' '.join(names)}")
