"""Are a puzzle's claims true?  Everything that it says is worked out anew and compared.

A *finding* is something that is not as it should be.  It fails the puzzle, unless it is a *note*: something that could
not be shown, or is merely left out, such as a rating.  A strict check fails these too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal

from puzzles.answers.answer import TaskAnswer, TaskJudge, answer
from puzzles.answers.task_judge import refuse_misfits
from puzzles.puzzle import Collection, Place, Puzzle, named, start_of_solution
from puzzles.tasks import ASK_OPTION, ASK_WHERE
from puzzles.tasks.kind import turns_of_both
from solver import Line, Position, TenbackError, play_line
from solver.pool import in_order
from solver.referee import judge
from solver.search.limits import Limits, Progress, Watch

SECONDS = 60.0  # for one puzzle, where nothing else is said
MOST_NAMED = 3  # places in one message
TWINS = {"table": "the same table as", "deal": "of the same deal as", "shape": "the same idea in the same shape as"}

Kind = Literal["position", "reachable", "task", "solution", "unique", "rating", "themes", "id", "duplicate", "twin"]


@dataclass(frozen=True)
class Finding:
    """Something that is not as it should be, in one sentence."""

    kind: Kind
    message: str
    fails: bool = True


@dataclass(frozen=True)
class Checked:
    """One puzzle, and what was found."""

    id: str
    findings: tuple[Finding, ...] = ()
    seconds: float = 0.0
    place: Place | None = None

    @property
    def ok(self) -> bool:
        """Does nothing fail it?"""
        return not any(finding.fails for finding in self.findings)


@dataclass(frozen=True)
class Report:
    """All puzzles of a collection, in their order."""

    title: str
    puzzles: tuple[Checked, ...]

    @property
    def ok(self) -> bool:
        """Is every puzzle as it says?"""
        return all(puzzle.ok for puzzle in self.puzzles)

    @property
    def failed(self) -> int:
        """How many are not."""
        return sum(not puzzle.ok for puzzle in self.puzzles)


@dataclass(frozen=True)
class Options:
    """How a check is done: seconds for each puzzle, whether notes fail, whether another engine confirms."""

    seconds: float | None = SECONDS
    strict: bool = False
    confirm: bool = False


IDLE = Progress("between searches", 0, 0.0, 0, 0)


class Stopped:
    """A watcher that remembers that it was asked to stop: some searches answer an interruption with what they have."""

    def __init__(self, watch: Watch | None) -> None:
        self.watch, self.stopped = watch, False

    def __call__(self, progress: Progress) -> None:
        """Pass it on."""
        if self.watch is not None:
            try:
                self.watch(progress)
            except KeyboardInterrupt:
                self.stopped = True
                raise

    def look(self) -> None:
        """Stop now if that was asked for."""
        self(IDLE)
        if self.stopped:
            raise KeyboardInterrupt


# --- a collection


def check_collection(
    collection: Collection,
    options: Options | None = None,
    jobs: int = 1,
    watch: Watch | None = None,
    tell: Callable[[Checked], None] | None = None,
) -> Report:
    """Check every puzzle, and all of them for what is there twice; ``tell`` hears of each puzzle as it is done."""
    options = options or Options()
    done = list[Checked]()
    work = partial(check_puzzle, options=options, watch=watch if jobs == 1 else None)
    for checked in in_order(work, collection.puzzles, jobs, Stopped(watch).look):
        done.append(checked)
        if tell is not None:
            tell(checked)
    among_themselves = twice(collection.puzzles, options.strict)
    return Report(
        collection.title,
        tuple(replace(one, findings=(*one.findings, *more)) for one, more in zip(done, among_themselves, strict=True)),
    )


def twice(puzzles: Sequence[Puzzle], strict: bool = False) -> list[list[Finding]]:
    """For each puzzle: does another one have its id, is an earlier one the same puzzle, or too much like it?"""
    from puzzles.checking.twins import twins_among

    twins = twins_among(puzzles)
    of_id: dict[str, list[int]] = {}
    for at, puzzle in enumerate(puzzles):
        of_id.setdefault(puzzle.id, []).append(at)
    first: dict[str, Puzzle] = {}
    found = []
    for at, puzzle in enumerate(puzzles):
        findings = list[Finding]()
        if others := [puzzles[other] for other in of_id[puzzle.id] if other != at]:
            findings.append(Finding("id", same_id(others)))
        if (key := key_of(puzzle)) is not None and (known := first.setdefault(key, puzzle)) is not puzzle:
            findings.append(Finding("duplicate", f"the same puzzle as {label(known)}{how_alike(puzzle, known)}"))
        else:
            findings += [Finding("twin", f"{TWINS[twin.kind]} {label(twin.other)}", strict) for twin in twins[at]]
        found.append(findings)
    return found


def same_id(others: Sequence[Puzzle]) -> str:
    """Who else has the id, and what to do: ``more.toml:8 has this id too; give each puzzle its own``."""
    places = [str(other.place) for other in others[:MOST_NAMED] if other.place is not None]
    who = ", ".join(places) or counted(len(others), "other puzzle")
    more = " and more" if 0 < len(places) < len(others) else ""
    verb = "has" if len(others) == 1 else "have"
    return f"{who}{more} {verb} this id too; give each puzzle its own"


def key_of(puzzle: Puzzle) -> str | None:
    """What two puzzles share that are the same; None if a played game cannot be followed, which is found elsewhere."""
    from puzzles.canonical import canonical_key

    try:
        return canonical_key(puzzle)
    except TenbackError:
        return None


def how_alike(puzzle: Puzzle, known: Puzzle) -> str:
    """In what two puzzles that are the same differ."""
    from puzzles.canonical import reflected, with_piles_in_order

    if puzzle.position == known.position:
        return ""
    if with_piles_in_order(puzzle.position) == with_piles_in_order(known.position):
        return ", like piles exchanged"
    if with_piles_in_order(reflected(puzzle.position)) == with_piles_in_order(known.position):
        return ", reflected"
    return ", but for names of piles, players or colours, a reflection, or numbers that make no difference"


# --- a puzzle


@dataclass
class Check:
    """One puzzle being checked."""

    puzzle: Puzzle
    options: Options
    limits: Limits
    findings: list[Finding] = field(default_factory=list)

    def fail(self, kind: Kind, message: str) -> None:
        """Something is wrong."""
        self.findings.append(Finding(kind, message))

    def note(self, kind: Kind, message: str) -> None:
        """Something could not be shown, or is left out."""
        self.findings.append(Finding(kind, message, fails=self.options.strict))


def check_puzzle(puzzle: Puzzle, options: Options | None = None, watch: Watch | None = None) -> Checked:
    """Check everything that one puzzle says of itself."""
    options, stopped = options or Options(), Stopped(watch)
    check = Check(puzzle, options, Limits(options.seconds, watch=stopped))
    try:
        if position_is_fit(check) and (found := answered(check)) is not None:
            if puzzle.task.kind.asks_option:
                check_option(check, found)
            else:
                check_solution(check, found)
                check_unique(check, found)
            stopped.look()
            check_rating(check)
            check_themes(check)
    except TenbackError as error:
        check.fail("task", str(error))
    stopped.look()
    return Checked(puzzle.id, tuple(check.findings), round(check.limits.elapsed, 3), puzzle.place)


def unsound(puzzle: Puzzle, seconds: float) -> tuple[Finding, ...]:
    """What is wrong with the task, the solution or what is unique; nothing where that is not decided in time."""
    check = Check(puzzle, Options(seconds), Limits(seconds))
    try:
        if (over := puzzle.position.outcome) is not None and puzzle.task.kind.names_mover:
            check.fail("position", f"the game is over: {over.text}")
        elif puzzle.task.kind.asks_option:
            if (found := answered(check)) is not None:
                check_option(check, found)
        elif puzzle.solution and (found := answered(check)) is not None:
            check_solution(check, found)
            check_unique(check, found)
    except TenbackError as error:
        check.fail("task", str(error))
    return tuple(check.findings) if check.limits.left > 0 else ()


def position_is_fit(check: Check) -> bool:
    """Is there a game to go on with, and can it come to this?"""
    from puzzles.checking.reachable import reachable

    position = check.puzzle.position
    if position.outcome is not None and check.puzzle.task.kind.names_mover:
        check.fail("position", f"the game is over: {position.outcome.text}")
        return False
    if not check.puzzle.task.kind.names_mover:  # somebody is to move in a game: let it be whoever begins here
        refuse_misfits(position, check.puzzle.task)
        position = check.puzzle.start
    found = reachable(position, check.puzzle.source, limits=check.limits)
    if found.yes is False:
        check.fail("reachable", f"no game leads to this position: {found.reason}")
    elif found.yes is None:
        check.note("reachable", f"not shown that a game leads to this position: {found.reason}")
    return True


def answered(check: Check) -> TaskAnswer | None:
    """What solves the task, if it is one; what is wrong with it otherwise."""
    puzzle = check.puzzle
    if not puzzle.task.kind.asks_where and (puzzle.played or puzzle.lost_at is not None):
        check.fail("task", f"task {puzzle.task}: only {ASK_WHERE} has played and lost_at")
        return None
    if puzzle.task.kind.asks_where and not fit_to_be_lost(check):
        return None
    if puzzle.answer and not puzzle.task.kind.asks_option:
        check.fail("task", f"task {puzzle.task}: only {ASK_OPTION} has an answer")
        return None
    found = answer(puzzle.position, puzzle.task, puzzle.played, check.limits)
    if found.solvable is None:
        check.fail("task", f"not decided: {found.limit}")
    elif not found.solvable:
        check.fail("task", why_unsolvable(puzzle))
    elif (wrong := wrong_number(puzzle, found)) is not None:
        check.fail("task", wrong)
    if found.solvable and len(found.rights) > 1:
        check.fail("task", f"{len(found.rights)} answers are right, not one: {found.listed_rights()}")
    if found.solvable and puzzle.task.kind.first_turn_only and found.all_firsts and len(found.firsts) > 1:
        check.fail("task", f"{len(found.firsts)} turns win, not one: {listed(found)}")
    return found if found.solvable else None


def fit_to_be_lost(check: Check) -> bool:
    """Has a puzzle about a played game a legal one, and does it say where it was lost?"""
    puzzle = check.puzzle
    if not puzzle.played:
        check.fail("task", f"{puzzle.task} needs the game that was played")
        return False
    judgement = judge(puzzle.position, puzzle.played)
    if not judgement.legal:
        check.fail("task", f"the game played is against the rules: {judgement.reason}")
        return False
    if puzzle.lost_at is None:
        check.fail("task", f"{puzzle.task} needs lost_at, the number of the losing turn")
    return True


def why_unsolvable(puzzle: Puzzle) -> str:
    """Why there is nothing to find."""
    within = "" if puzzle.task.turns is None else f" in {counted(puzzle.task.turns, 'turn')}"
    return puzzle.task.kind.unsolvable.format(player=puzzle.position.player, within=within)


def wrong_number(puzzle: Puzzle, found: TaskAnswer) -> str | None:
    """The number that a task names must be the one that is proved."""
    if puzzle.task.turns is not None and found.value is None:
        return f"task {puzzle.task}: in how few turns was not decided"
    if puzzle.task.turns is not None and found.value != puzzle.task.turns:
        return f"task {puzzle.task}: it takes {counted(found.value or 0, 'turn')}"
    if puzzle.lost_at is not None and found.value != puzzle.lost_at:
        return f"lost_at = {puzzle.lost_at}, but it was turn {found.value} that gave the win away"
    return None


def check_option(check: Check, found: TaskAnswer) -> None:
    """Is the answer that is claimed the one option that is right?"""
    from puzzles.checking.options import option_faults

    for kind, message in option_faults(check.puzzle, found, check.options.confirm, check.limits):
        check.fail(kind, message)


# --- the solution


def check_solution(check: Check, found: TaskAnswer) -> None:
    """Is it legal, and does it reach what the task asks for?"""
    puzzle, start = check.puzzle, start_of_solution(check.puzzle.position, check.puzzle.played, found.value)
    if not puzzle.solution:
        check.fail("solution", "there is none")
        return
    judgement = judge(start, puzzle.solution)
    if not judgement.legal:
        check.fail("solution", f"against the rules: {judgement.reason}")
        return
    end, turns = play_line(start, puzzle.solution), len(puzzle.solution)
    task_judge = TaskJudge(start, puzzle.task, check.limits)
    if puzzle.task.kind.is_scored:
        if end.cards_left != found.value:
            check.fail("solution", f"it leaves {end.cards_left}; {found.value} can be reached")
    elif not task_judge.reached(end, turns):
        broken = puzzle.task.require and puzzle.task.require.broken_by(start, puzzle.solution)
        unmet = f"; {broken.text} is not met" if judgement.complete and broken else ""
        check.fail("solution", f"it does not end with the win: {judgement.reason}{unmet}")
    elif puzzle.task.kind.counts_turns and found.value and turns != (best := turns_of_both(found.value)):
        check.fail("solution", f"it takes {counted(turns, 'turn')} of both; best play takes {best}")
    elif (slip := first_slip(task_judge, start, puzzle.solution)) is not None:
        check.fail("solution", f"turn {slip} gives the win away")


def first_slip(task_judge: TaskJudge, position: Position, line: Line) -> int | None:
    """The first turn of the side that solves after which the task could not be solved any more, if any."""
    if not task_judge.is_contest:
        return None
    for number, turn in enumerate(line, start=1):
        mover, position = position.to_move, position.after(turn)
        if mover == task_judge.position.to_move and task_judge.keeps(position, number) is False:
            return number
    return None


# --- what is claimed beyond it


def check_unique(check: Check, found: TaskAnswer) -> None:
    """Is it as unique as it says?"""
    claim = check.puzzle.unique
    if found.shows(claim):
        if check.options.confirm:
            confirm(check, found)
        return
    if found.limit is not None and not (found.all_firsts and len(found.firsts) > 1 and claim == "first-turn"):
        check.fail("unique", f"{claim} is claimed, and could not be proved: {found.limit}")
    elif len(found.firsts) > 1:
        check.fail("unique", f"{claim} is claimed, but {len(found.firsts)} first turns solve it: {listed(found)}")
    else:
        check.fail("unique", f"{claim} is claimed, but only {found.unique} is true: later there is more than one way")


def confirm(check: Check, found: TaskAnswer) -> None:
    """Ask another engine about every first turn."""
    from puzzles.checking.confirm import contradiction

    start = start_of_solution(check.puzzle.position, check.puzzle.played, found.value)
    wrong = contradiction(start, check.puzzle.task, found, check.limits)
    if wrong is not None:
        check.fail("unique", wrong)


def check_rating(check: Check) -> None:
    """Is the rating the one that the program gives now?"""
    from puzzles.rating.rate import rate

    puzzle = check.puzzle
    if puzzle.rating is None:
        check.note("rating", "it has none")
    elif (now := rate(puzzle).value) != puzzle.rating:
        check.fail("rating", f"{puzzle.rating} is claimed; it is {now}")


def check_themes(check: Check) -> None:
    """Are the themes those that the program sees?"""
    from puzzles.themes import THEMES, themes_of

    claimed, seen = check.puzzle.themes, themes_of(check.puzzle)
    for theme in claimed:
        if theme not in THEMES:
            check.fail("themes", f"{theme} is not a theme")
        elif theme not in seen:
            check.fail("themes", f"{theme} is claimed, but is not there")
    if missing := [theme for theme in seen if theme not in claimed]:
        check.note("themes", f"not named: {', '.join(missing)}")


# --- words


def listed(found: TaskAnswer, most: int = 3) -> str:
    """Some first turns."""
    some = "; ".join(str(choice.turn._replace(drawn=None)) for choice in found.firsts[:most])
    return some + (" …" if len(found.firsts) > most else "")


def counted(number: int, noun: str) -> str:
    """``1 turn``, ``2 turns``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def label(puzzle: Puzzle | Checked) -> str:
    """How a report, in which everything is a puzzle, names one: file, line and id as far as they are known."""
    return puzzle.id if puzzle.place is None else named(puzzle.id, puzzle.place)


def report_to_json(report: Report) -> dict[str, Any]:
    """A report for programs."""
    return {
        "ok": report.ok,
        "title": report.title,
        "checked": len(report.puzzles),
        "failed": report.failed,
        "puzzles": [
            {
                "id": puzzle.id,
                "file": None if puzzle.place is None else puzzle.place.file,
                "line": None if puzzle.place is None else puzzle.place.line,
                "ok": puzzle.ok,
                "findings": [
                    {"kind": finding.kind, "fails": finding.fails, "message": finding.message}
                    for finding in puzzle.findings
                ],
                "seconds": puzzle.seconds,
            }
            for puzzle in report.puzzles
        ],
    }


def github_lines(report: Report) -> Iterable[str]:
    """A report as annotations of a workflow on GitHub: shown beside the line on which the puzzle begins."""
    for puzzle in report.puzzles:
        file, line = (None, None) if puzzle.place is None else (puzzle.place.file, puzzle.place.line)
        for finding in puzzle.findings:
            where = {"file": file, "line": line, "title": f"{puzzle.id}: {finding.kind}"}
            told = ",".join(f"{key}={escaped(str(value), ',:')}" for key, value in where.items() if value is not None)
            yield f"::{'error' if finding.fails else 'notice'} {told}::{escaped(finding.message)}"


def escaped(text: str, more: str = "") -> str:
    """Characters that mean something in an annotation, by their numbers.

    >>> escaped("50%, so: much", ",:")
    '50%25%2C so%3A much'
    """
    return "".join(f"%{ord(letter):02X}" if letter in f"%\r\n{more}" else letter for letter in text)


def report_lines(report: Report) -> Iterable[str]:
    """A report in words: what was found, one finding a line, and the sum."""
    for puzzle in report.puzzles:
        for finding in sorted(puzzle.findings, key=lambda finding: not finding.fails):
            kind = finding.kind if finding.fails else f"note: {finding.kind}"
            yield f"{label(puzzle)}: {kind}: {finding.message}"
    total = counted(len(report.puzzles), "puzzle")
    yield f"{total} checked: all as they say" if report.ok else f"{total} checked, {report.failed} wrong"
