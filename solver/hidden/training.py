"""Learn a value from nothing: games played by what is known so far, steps of Adam on what came of them.

Everything is counted in games, and every choice comes from the seed: the same command gives the same weights, however
often it was interrupted.  The first games are played by the score, then by the value with few turns listed, at last
with as many as in play.  Tables of one to five players, or of the numbers that are named, take turns, with every kind
of information.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from solver.errors import DoesNotAddUp, Unreadable, quoted
from solver.files import reading, writing
from solver.hidden.nets import SCORE, Record, Value, fresh_net, net_bytes
from solver.hidden.strengths import Ahead, Width
from solver.hidden.tables import inputs_of, player_for, room_for_a_game, search_for, sight_of
from solver.kernels import hidden_learn as kernels
from solver.kernels.hidden_play import BY_SCORE, BY_VALUE, Player
from solver.kernels.hidden_search import Search
from solver.kernels.hidden_value import Net
from solver.kernels.ready import make_ready
from solver.kernels.turn import Problem, Words
from solver.rules.game import Rules
from solver.table.view import OPEN, OWN, TALK, Information
from solver.version import __version__

ROUND = 32  # games at a table before another one is chosen
REMEMBERED = 300_000  # tables left by turns, the oldest forgotten first
FIRST_UNITS, SECOND_UNITS = 192, 48
STEPS_PER_GAME = 2
FIRST_DEAL = 1 << 40  # far away from the deals that anybody counts
MOST_GAMES, MOST_SEED = 10**9, 10**6
SHARES = ((OWN, 1.0), (TALK, 0.6), (OPEN, 0.3))  # of the games of a team
ALONE = 3.0
REPORTS = 40  # rows of the record

# Shares of all games: until then by the score; then narrow; and the steps of Adam grow shorter.
BY_SCORE_UNTIL, NARROW_UNTIL = 0.04, 0.25
RATES = ((0.45, 1e-3), (0.7, 4e-4), (0.88, 1.5e-4), (1.0, 5e-5))
RATES_FROM_WEIGHTS = ((0.35, 5e-4), (0.65, 2e-4), (0.88, 8e-5), (1.0, 3e-5))  # long steps would undo what was learned
NARROW = Width(BY_VALUE, judged=24, slack=12, alone=30, together=30)
WIDE = replace(NARROW, slack=24)

# By search: one turn in four is looked into.
STUDIED = 4
STUDY = Ahead(candidates=6, samples=16, rounds=1, turns=0, prior=0)
PARTNERS = Width(BY_VALUE, judged=4, nearest=2, slack=8, extra=2, endings=50)
STEPS_PER_STUDY = 4


@dataclass(frozen=True)
class Course:
    """What is learned: the rules (of any number of players), how many games, from which seed."""

    rules: Rules
    games: int
    seed: int = 1
    random_commands: bool = False
    trained_on: str = ""
    command: str = ""
    start: Value | None = None  # learn on from here, not from nothing
    search: bool = False  # some turns are looked into by search, and how they compare is learned
    players: tuple[int, ...] = ()  # at tables of so many; none named: of every number that the game knows

    def __post_init__(self) -> None:
        if self.rules.game.is_duel:
            raise DoesNotAddUp(f"{self.rules.game.name} is no team game: nothing is learned for it here")
        if self.start is not None and self.start.record.shape[0] != inputs_of(self.rules):
            raise DoesNotAddUp(
                f"the weights to begin with have the shape {self.start.record.shape}: "
                f"these rules need {inputs_of(self.rules)} inputs"
            )
        if unknown := set(self.players) - set(range(1, self.rules.game.most_players + 1)):
            raise DoesNotAddUp(f"players {min(unknown)}: 1 to {self.rules.game.most_players} are possible")
        if not ROUND <= self.games <= MOST_GAMES:
            raise DoesNotAddUp(f"games {self.games}: {ROUND} to {MOST_GAMES} are possible")
        if not 0 <= self.seed <= MOST_SEED:
            raise DoesNotAddUp(f"seed {self.seed}: 0 to {MOST_SEED} are possible")
        if self.random_commands and self.rules.game.command_label != "commands":
            raise DoesNotAddUp(f"commands random: the cards of {self.rules.game.name} carry none")

    @property
    def shape(self) -> tuple[int, int, int]:
        """Of the net: that of the weights it begins with, else the usual one."""
        usual = inputs_of(self.rules), FIRST_UNITS, SECOND_UNITS
        return usual if self.start is None else self.start.record.shape

    @property
    def identity(self) -> list[Any]:
        """Everything that the weights depend on: a course goes on only with what was put away by the same one."""
        rules, size = self.rules, "x".join(map(str, self.shape))
        commands = [] if self.random_commands else [f"{card}={command}" for card, command in rules.commands]
        numbers = [f"{name}={value}" for name, value in rules.overrides().items()]
        numbers += [f"from {self.start.record.digest[:16]}"] if self.start is not None else []
        numbers += ["search"] if self.search else []
        numbers += [f"players={','.join(map(str, self.players))}"] if self.players else []
        return [rules.game.name, *numbers, *commands, self.random_commands, self.games, self.seed, size, __version__]


@dataclass
class Table:
    """A table at which games are played: so many players, who know so much."""

    information: Information
    problem: Problem
    player: Player
    mate: Player
    search: Search
    states: Words
    deck: npt.NDArray[np.int64]
    share: float
    lately: list[int] = field(default_factory=list)  # cards left in the last games

    @property
    def name(self) -> str:
        """``2 own``."""
        return f"{self.problem.players} {self.information.name}"


@dataclass(frozen=True)
class TrainingProgress:
    """How far it has got."""

    games: int
    of: int
    won: dict[str, float]  # share of the last games at each table that has had some
    error: float  # mean square of what was expected less what came, lately


Watch = Callable[[TrainingProgress], None]


class Training:
    """A course under way; can be put away after any round and taken up again."""

    def __init__(self, course: Course) -> None:
        make_ready("learning")
        self.course = course
        self.net = copied(course.start.net) if course.start else fresh_net(course.shape, course.seed)
        self.tables = list(tables(course, self.net))
        inputs = course.shape[0]
        longest = len(course.rules.cards) + 2
        self.memory = kernels.Memory(
            x=np.zeros((min(REMEMBERED, longest * course.games), inputs), np.float32),
            wanted=np.zeros((min(REMEMBERED, longest * course.games), 2), np.float32),
            game_x=np.zeros((longest, inputs), np.float32),
            game_thought=np.zeros((longest, 2), np.float32),
            filled=np.zeros(2, np.int64),
            decay=np.ones(1, np.float32),
            random=np.array([course.seed], np.uint64),
        )
        self.steps = kernels.Steps(
            slope=emptied(self.net),
            mean=emptied(self.net),
            square=emptied(self.net),
            rate=np.ones(3, np.float32),
            back1=np.zeros(course.shape[1], np.float32),
            back2=np.zeros(course.shape[2], np.float32),
            loss=np.zeros(2, np.float32),
        )
        self.games = 0
        self.history: list[dict[str, Any]] = []

    def run(self, watch: Watch | None = None, until: int | None = None) -> None:
        """Play and learn to the end of the course (or so many games)."""
        end = self.course.games if until is None else min(until, self.course.games)
        while self.games < end:
            reports = self.games * REPORTS // self.course.games
            self.play_round()
            if self.games * REPORTS // self.course.games > reports:
                self.note()
            if watch is not None:
                watch(self.progress())

    def play_round(self) -> None:
        """Some games at one table, and what is learned from them."""
        table = self.next_table()
        self.set_pace(table)
        count = min(ROUND, self.course.games - self.games)
        left = np.zeros(count, np.int64)
        first = FIRST_DEAL * (self.course.seed + 1) + self.games
        kernels.play_and_learn(
            table.problem, table.player, table.mate, table.search, self.memory, self.steps, table.states, table.deck,
            first, STUDIED if self.course.search else 0, self.steps_a_game, left,
        )  # fmt: skip
        self.games += count
        table.lately = (table.lately + left.tolist())[-2000:]

    @property
    def steps_a_game(self) -> int:
        """Where turns are looked into there is more to learn from each game."""
        return STEPS_PER_STUDY if self.course.search else STEPS_PER_GAME

    def next_table(self) -> Table:
        """By chance, each as often as its share; the same for the same number of games played."""
        random = np.random.Generator(np.random.PCG64([self.course.seed, self.games]))
        shares = np.array([table.share for table in self.tables])
        return self.tables[int(random.choice(len(self.tables), p=shares / shares.sum()))]

    def set_pace(self, table: Table) -> None:
        """How turns are chosen, how much of what comes later counts, how long the steps are."""
        done = self.games / self.course.games
        fresh = self.course.start is None
        width = NARROW if fresh and done < NARROW_UNTIL else WIDE
        if fresh and done < BY_SCORE_UNTIL:
            width = replace(width, judge=BY_SCORE)
        table.player.style[:] = width.style(table.information, table.problem.players, self.course.random_commands)
        self.memory.decay[0] = 1.0 if fresh and done < 2 * BY_SCORE_UNTIL else 0.85
        taken = max(1, self.games * self.steps_a_game)
        rate = next(rate for until, rate in (RATES if fresh else RATES_FROM_WEIGHTS) if done <= until)
        self.steps.rate[:] = rate, 1 / (1 - 0.9**taken), 1 / (1 - 0.999**taken)

    def progress(self) -> TrainingProgress:
        """How it stands."""
        seated = [table for table in self.tables if table.lately]
        won = {table.name: sum(left == 0 for left in table.lately) / len(table.lately) for table in seated}
        seen = max(1.0, float(self.steps.loss[1]))
        return TrainingProgress(self.games, self.course.games, won, float(self.steps.loss[0]) / seen)

    def note(self) -> None:
        """A row of the record."""
        now = self.progress()
        won = {name: round(share, 3) for name, share in now.won.items()}
        self.history.append({"games": now.games, "won": won, "error": round(now.error, 5)})
        self.steps.loss[:] = 0

    def value(self) -> Value:
        """What has been learned."""
        course = self.course
        digest = hashlib.sha256(net_bytes(self.net)).hexdigest()
        return Value(self.net, Record(course.trained_on, course.command, course.shape, digest, tuple(self.history)))

    # --- put away and taken up again

    def save(self, path: Path) -> None:
        """Everything that the rest of the course depends on, under a digest."""
        state = {
            "games": self.games, "lately": [table.lately for table in self.tables], "history": self.history,
            "filled": self.memory.filled.tolist(), "random": int(self.memory.random[0]),
        }  # fmt: skip
        told, arrays = json.dumps([self.course.identity, state]), dict(self._parts())
        whole: dict[str, Any] = {"told": np.array(told), "digest": np.array(digest_of(told, arrays)), **arrays}
        with writing(path) as file:
            np.savez_compressed(file, **whole)

    def resume(self, path: Path) -> None:
        """Go on where a course was put away; it must be the same course, and nobody may have touched it."""
        try:
            with reading(path) as file, np.load(file, allow_pickle=False) as kept:
                told, digest = str(kept["told"]), str(kept["digest"])
                identity, state = json.loads(told)
                if identity != self.course.identity:
                    words = " ".join(map(str, identity))
                    raise DoesNotAddUp(f"{quoted(path)}: another course was put away here ({words}); name another file")
                self._take_up(state)
                for name, part in self._parts():
                    if kept[name].shape != part.shape or kept[name].dtype != part.dtype:
                        raise Unreadable(f"{quoted(path)}: {name} has another shape than this course needs")
                    part[...] = kept[name]
        except (DoesNotAddUp, Unreadable):
            raise
        except OSError as problem:
            raise Unreadable(f"{quoted(path)}: {problem.strerror or problem}") from None
        except NOT_KEPT:
            raise Unreadable(f"{quoted(path)}: not a course that was put away, or only a part of it") from None
        if digest_of(told, dict(self._parts())) != digest:
            raise DoesNotAddUp(f"{quoted(path)}: not what was put away (another digest): remove it to begin anew")

    def _take_up(self, state: dict[str, Any]) -> None:
        """The numbers and lists of what was put away; whether they are right the digest says in the end."""
        self.games, self.history = int(state["games"]), list(state["history"])
        self.memory.filled[:] = state["filled"]
        self.memory.random[:] = state["random"]
        for table, lately in zip(self.tables, state["lately"], strict=True):
            table.lately = list(map(int, lately))

    def _parts(self) -> Iterator[tuple[str, npt.NDArray[Any]]]:
        """The arrays that the rest of the course depends on, by name; of the memory what is filled."""
        filled = int(self.memory.filled[0])
        groups = {
            "net": self.net, "mean": self.steps.mean, "square": self.steps.square, "loss": (self.steps.loss,),
            "memory": (self.memory.x[:filled], self.memory.wanted[:filled]),
        }  # fmt: skip
        for kind, parts in groups.items():
            for at, part in enumerate(parts):
                yield f"{kind}{at}", part


# What numpy, zip files and JSON raise where a file is something else.
NOT_KEPT = (
    ValueError, KeyError, TypeError, AttributeError, IndexError, EOFError, OverflowError, MemoryError, RuntimeError,
    BadZipFile, zlib.error,
)  # fmt: skip


def digest_of(told: str, arrays: dict[str, npt.NDArray[Any]]) -> str:
    """Of all that is put away."""
    found = hashlib.sha256(told.encode())
    for name, array in arrays.items():
        found.update(name.encode() + np.ascontiguousarray(array).tobytes())
    return found.hexdigest()


def tables(course: Course, net: Net) -> Iterator[Table]:
    """One for each number of players and kind of information."""
    rules = course.rules
    for players in course.players or range(1, rules.game.most_players + 1):
        try:
            seated = Rules.of(rules.game, players, rules.overrides(), dict(rules.commands) if rules.commands else None)
        except DoesNotAddUp:  # so many hands cannot be dealt
            continue
        for information, share in SHARES if players > 1 else ((OWN, ALONE),):
            problem = room_for_a_game(seated)
            player, mate = (
                player_for(problem, sight_of(seated), net, SCORE, w.style(information, players, course.random_commands))
                for w in (NARROW, PARTNERS)
            )
            states, deck = np.zeros((2, 2 + 2 * players), np.uint64), np.zeros(len(rules.cards), np.int64)
            yield Table(information, problem, player, mate, search_for(problem, STUDY.plan(0)), states, deck, share)


def copied(net: Net) -> Net:
    """A net of its own with the same numbers."""
    return Net(*(part.copy() for part in net))


def emptied(net: Net) -> Net:
    """Zeros in the shape of a net."""
    return Net(*(np.zeros_like(part) for part in net))
