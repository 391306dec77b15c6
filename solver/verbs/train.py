"""``tenback train``: learn a value for rules from nothing, for ``advise`` and ``survey --hidden``."""

from __future__ import annotations

import shlex
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from solver.errors import DoesNotAddUp, Unreadable, quoted
from solver.files import refuse_unwritable
from solver.notation.settings import overrides_of
from solver.screen import fitting, page_width
from solver.verbs.arguments import JsonOption, SetOption
from solver.verbs.output import INTERRUPTED, emit_json, notice, show_line

if TYPE_CHECKING:
    from solver.hidden.nets import Record
    from solver.hidden.training import Course, Training, TrainingProgress

EXAMPLES = (
    "tenback train the-game --output mine.json",
    "tenback train 'the-game hand=5' --games 20000 --seed 7",
    "tenback train the-game-extreme --commands random",
    "tenback train the-game --players 1 --games 500000",
)
GAMES = 100_000
KEEP_EVERY = 300.0  # seconds: a course that is killed loses no more


def train(
    rules: Annotated[
        str,
        typer.Argument(metavar="RULES", help="A game with its numbers, such as 'the-game hand=5', or a rules file."),
    ],
    games: Annotated[int, typer.Option(metavar="N", help="How many games are played to learn from.")] = GAMES,
    seed: Annotated[
        int, typer.Option(metavar="N", help="The same seed and number of games give the same weights.")
    ] = 1,
    output: Annotated[
        Path | None, typer.Option(metavar="FILE.json", help="The record; the weights go beside it, as FILE.net.")
    ] = None,
    commands: Annotated[str, typer.Option(help="Extreme: placeholder map, or a random one a game.")] = "placeholder",
    settings: SetOption = None,
    players: Annotated[
        str | None, typer.Option("--players", "-p", metavar="N|A:B", help="Only at tables of so many players.")
    ] = None,
    start: Annotated[
        Path | None, typer.Option(metavar="FILE.json", help="Learn on from these weights, not from nothing.")
    ] = None,
    search: Annotated[
        bool, typer.Option("--search", help="Look into some turns by search, and learn how they compare; with --start.")
    ] = False,
    keep: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where it is put away meanwhile; beside the output if left out.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace weights that are there.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Learn to play with hidden cards, from nothing: at tables of every number of players and kind of information.

    Ctrl-C puts the course away; the same command goes on from there and ends with the same weights.
    """
    course = course_of(rules, games, seed, commands, overrides_of(settings), start, search, players)
    record = output if output is not None else Path(f"{course.rules.game.name}.json")
    kept = keep if keep is not None else record.with_suffix(".kept")
    refuse_bad_files(record, kept)
    if not force and (there := trained_before(record, course)) is not None:
        notice(f"{record} has just these weights already; --force trains them again")
        tell(there, record, as_json)
        return
    learned, seconds = trained(course, kept)
    from solver.hidden.nets import write_value

    value = learned.value()
    write_value(record, value)
    kept.unlink(missing_ok=True)
    tell(value.record, record, as_json, seconds)


def course_of(
    text: str,
    games: int,
    seed: int,
    commands: str,
    overrides: dict[str, int | None],
    start: Path | None = None,
    search: bool = False,
    players: str | None = None,
) -> Course:
    """What is to be learned; how many players a header names makes no difference but for the published hand."""
    from solver.hidden.nets import read_value
    from solver.hidden.training import Course
    from solver.notation.source import load_header

    if search and start is None:
        raise Unreadable("--search needs --start: a search by a value that knows nothing finds nothing")
    if commands not in ("placeholder", "random"):
        raise Unreadable(f"--commands {quoted(commands)}: placeholder or random")
    custom, header = load_header(text)
    if header.number is not None or header.to_move is not None or header.seat is not None:
        raise Unreadable(f"{quoted(text)}: only a game with its numbers is needed here, such as the-game hand=5")
    settled = custom.settled(more=overrides)
    at_random = header.random_map or commands == "random"
    numbers = "".join(f" {name}={'none' if v is None else v}" for name, v in settled.overrides().items())
    trained_on = f"{settled.game.name}{numbers}{' commands=random' if at_random else ''}"
    named = text if custom.commands is not None or custom.name is not None else trained_on
    more = "".join(f" --set {name}={'none' if v is None else v}" for name, v in overrides.items() if named == text)
    begun = "" if start is None else f" --start {shlex.quote(str(start))}{' --search' if search else ''}"
    seated = "" if players is None else f" --players {players}"
    command = f"tenback train {shlex.quote(named)}{more}{seated} --games {games} --seed {seed}{begun}"
    value = None if start is None else read_value(start)
    return Course(settled, games, seed, at_random, trained_on, command, value, search, players_of(players))


def players_of(text: str | None) -> tuple[int, ...]:
    """Read ``1`` or ``2:5``; nothing stands for every number of players."""
    if text is None:
        return ()
    first, colon, last = text.partition(":")
    ends = (first, last if colon else first)
    if not all(end.isascii() and end.isdigit() and len(end) <= 2 for end in ends):
        raise Unreadable(f"--players {quoted(text)}: write a number of players, such as 1, or 2:5 for a range")
    found = tuple(range(int(ends[0]), int(ends[1]) + 1))
    if not found:
        raise Unreadable(f"--players {quoted(text)}: the range is reversed; write {last}:{first}")
    return found


# --- files


def refuse_bad_files(record: Path, kept: Path) -> None:
    """Before hours of work: what could not be written in the end."""
    if record.suffix != ".json":
        raise Unreadable(
            f"--output {quoted(record)}: the record is a .json file, such as {quoted(record.stem + '.json')}"
        )
    if kept.absolute() in (record.absolute(), record.with_suffix(".net").absolute()):
        raise Unreadable(f"--keep {quoted(kept)}: that is where the weights go; name another file")
    for path in (record, record.with_suffix(".net"), kept):
        refuse_unwritable(path)


def trained_before(path: Path, course: Course) -> Record | None:
    """The record of the same course, if this is where its weights are; anything else that is there is refused."""
    from solver.hidden.nets import read_value

    if not path.exists():
        if path.with_suffix(".net").exists():
            raise DoesNotAddUp(f"{quoted(path.with_suffix('.net'))} is there already: --force would replace it")
        return None
    try:
        record = read_value(path).record
    except (Unreadable, DoesNotAddUp) as problem:
        raise type(problem)(f"{problem}; --force would replace it") from None
    if (record.command, record.trained_on, record.shape) != (course.command, course.trained_on, course.shape):
        raise DoesNotAddUp(
            f"{quoted(path)} has other weights ({quoted(record.command)}): name another --output; --force replaces them"
        )
    return record


# --- the course


def trained(course: Course, kept: Path) -> tuple[Training, float]:
    """Run a course to its end, from where it was put away if it was; and how many seconds that took."""
    from solver.hidden.training import Training
    from solver.search.compiled import now

    training = Training(course)
    if kept.exists():
        training.resume(kept)
        notice(f"goes on after {training.games:,} of {course.games:,} games, put away in {kept}")
    sitting, began = Sitting(training, kept), now()
    with asking_to_stop(sitting):
        try:
            training.run(sitting)
        except StopAsked:
            show_line("")
            training.save(kept)
            notice(
                f"interrupted after {training.games:,} games; put away in {kept}: the same command goes on from there"
            )
            raise typer.Exit(INTERRUPTED) from None
    show_line("")
    return training, now() - began


class StopAsked(Exception):
    """Somebody wants the course to end; raised between two rounds."""


class Sitting:
    """Sits by while a course runs: says how it goes, puts it away now and then, and ends it between two rounds."""

    def __init__(self, training: Training, kept: Path) -> None:
        from solver.search.compiled import now

        self.training, self.kept, self.clock = training, kept, now
        self.first, self.began = training.games, now()
        self.saved = self.began
        self.stop = False

    def __call__(self, progress: TrainingProgress) -> None:
        """After each round."""
        if self.stop:
            raise StopAsked
        moment = self.clock()
        show_line(standing_text(progress, (moment - self.began) / (progress.games - self.first), page_width() or 80))
        if moment - self.saved >= KEEP_EVERY:
            self.training.save(self.kept)
            self.saved = self.clock()


@contextmanager
def asking_to_stop(sitting: Sitting) -> Iterator[None]:
    """Ctrl-C, or an end asked for by the system, waits for the round: half a round is no place to go on from."""

    def ask(_number: int, _frame: object) -> None:
        sitting.stop = True

    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, ask)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def standing_text(progress: TrainingProgress, seconds_a_game: float, room: int) -> str:
    """How it stands, in a line: games, time left, the shares won at the tables."""
    left = round(seconds_a_game * (progress.of - progress.games))
    time_left = f"{left // 3600}:{left // 60 % 60:02}:{left % 60:02} left"
    shares = [f"{table} {share:.0%}" for table, share in progress.won.items()]
    return fitting([f"{progress.games:,} of {progress.of:,} games", time_left, *shares], room - 1)


# --- the answer


def tell(record: Record, path: Path, as_json: bool, seconds: float | None = None) -> None:
    """What was learned: the file, the shape, the digest, and how often the last games were won."""
    won: dict[str, float] = dict(record.history[-1]["won"]) if record.history else {}
    if as_json:
        data = {
            "output": str(path), "trained_on": record.trained_on, "command": record.command, "digest": record.digest,
            "shape": list(record.shape), "won": won, "seconds": None if seconds is None else round(seconds, 1),
        }  # fmt: skip
        emit_json(data)
        return
    size = " × ".join(map(str, record.shape))
    took = "" if seconds is None else f", {seconds:,.0f} s"
    typer.echo(f"{path}: {record.trained_on}, a net of {size}{took}, digest {record.digest[:16]}")
    for table, share in won.items():
        typer.echo(f"  {table:<7} {share:>4.0%} of the last games won")
