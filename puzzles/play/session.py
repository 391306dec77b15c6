"""The logic of solving a puzzle: what lies on the table, what may be laid, what each ended turn was worth.

It knows no terminal.  Everything that undo brings back is one immutable ``Moment``; a session is a history of them.

>>> from puzzles.puzzle import Puzzle, Task
>>> from solver import load
>>> session = Session(Puzzle("x", load("quick-and-easy/1 | up: r7 | down: b4 | 1*: b5 s1"), Task("win")))
>>> [str(play) for play in session.legal_plays()]
['s1@down', 'b5@down']
>>> session.lay("b5", "down")
>>> session.may_end()
True
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from puzzles.options import Option, option_named
from puzzles.play.laying import Laying
from puzzles.play.playable import refuse_what_cannot_be_played, solution_start
from puzzles.play.words import Language, say
from puzzles.puzzle import Puzzle
from solver.cards import Card
from solver.errors import AgainstTheRules, DoesNotAddUp
from solver.rules.game import Player
from solver.rules.turns import OpenTurn
from solver.search.limits import Limits
from solver.table.line import Line, Play, Turn
from solver.table.position import Position, play_line

if TYPE_CHECKING:
    from puzzles.answers.answer import TaskAnswer, TaskJudge
    from puzzles.answers.option_judge import JudgedOption, OptionJudge
    from puzzles.answers.why import WhyNot
    from solver.analysis import Choice

State = Literal["open", "solved", "failed"]

QUESTION_SECONDS = 20.0  # for one verdict or one hint; what takes longer is not known


@dataclass(frozen=True)
class Ended:
    """A turn that was ended, and whether the puzzle can still be solved after it (None: not known)."""

    turn: Turn
    keeps: bool | None
    reply: bool = False  # the opponent's answer, not the person's own turn


@dataclass(frozen=True)
class Moment:
    """What undo brings back: the position at the start of a turn, the turn under way, and the turns before it."""

    position: Position
    turn: OpenTurn
    ended: tuple[Ended, ...] = ()
    state: State = "open"


class Session(Laying):
    """One person solving one puzzle.

    ``task_judge`` gives the verdicts; it is made when the first one is needed, since that loads the solver.
    """

    def __init__(self, puzzle: Puzzle, task_judge: TaskJudge | None = None, language: Language = "en") -> None:
        refuse_what_cannot_be_played(puzzle)
        self.puzzle = puzzle
        self.language: Language = language
        self.hints = 0  # how many were given
        self.wrong_turns = 0  # ended turns after which it could not be solved
        self.attempts = 1  # one more whenever an ended turn was taken back and another one ended
        self._taken_back = False
        self.answers: tuple[JudgedOption, ...] = ()  # of tasks that ask for an option: those that were named
        self.guesses: tuple[int, ...] = ()  # of where-lost: the turns that were named; the first one counts
        self._task_judge = task_judge
        self._limits: Limits | None = None  # of a judge of our own: so many seconds for each question
        self._asked_again = False
        self._choices: dict[tuple[Position, int], tuple[Choice, ...] | None] = {}
        self._lines: dict[Position, Line] = {}
        self._past: list[Moment] = []
        self._now = start = Moment(puzzle.position, puzzle.position.open_turn)
        self._future: list[Moment] = []  # the next one last
        if self.asks_where:  # the played game lies ahead, to be stepped through
            self._future = played_moments(start, puzzle.played)[::-1]

    # --- what lies on the table

    @property
    def asks_where(self) -> bool:
        """Is a turn of a played game to be named, rather than cards to be laid?"""
        return self.puzzle.task.kind.asks_where

    @property
    def asks_option(self) -> bool:
        """Is one of several tables to be chosen, rather than cards to be laid?"""
        return self.puzzle.task.kind.asks_option

    @property
    def names_mover(self) -> bool:
        """Is somebody to move?"""
        return self.puzzle.task.kind.names_mover

    @property
    def now(self) -> Moment:
        """The present moment."""
        return self._now

    @property
    def moment(self) -> Moment:
        """The present moment."""
        return self._now

    @property
    def position(self) -> Position:
        """The position at the start of the turn under way."""
        return self._now.position

    @property
    def turn(self) -> OpenTurn:
        """The turn under way."""
        return self._now.turn

    @property
    def is_under_way(self) -> bool:
        """May something be laid?"""
        return not (self.asks_where or self.asks_option) and self._now.state == "open"

    @property
    def themes(self) -> tuple[str, ...]:
        """The motifs of the puzzle."""
        return self.puzzle.themes

    @property
    def line(self) -> Line:
        """The turns that were ended, those of an opponent included."""
        return tuple(ended.turn for ended in self._now.ended)

    @property
    def mover(self) -> Player:
        """Who was to move when the puzzle began: the one who is to win, in Face to Face."""
        return self.puzzle.position.player

    @property
    def state(self) -> State:
        """Solved, failed (take something back and try again), or still open."""
        if self.asks_where:
            return "open" if not self.guesses else "solved" if self.guesses[0] == self.lost_at else "failed"
        if self.asks_option:
            return "open" if not self.answers else "solved" if self.answers[-1].right else "failed"
        return self._now.state

    # --- laying

    def lay(self, card: Card | str, pile: str) -> None:
        """Lay a card of the hand on a pile; a play that a rule forbids is refused with the reason."""
        self._refuse_unless_open()
        card = card if isinstance(card, Card) else Card.parse(card)
        index = self.position.rules.pile_index(pile)
        turn = self._now.turn
        if card not in turn.hand or not turn.may_lay(card, index):
            raise AgainstTheRules(self.refusal(Play(card, self.position.rules.piles[index].name)))
        self._go(replace(self._now, turn=turn.lay(card, index)))

    def end_turn(self) -> Ended:
        """End the turn, draw, and say what it was worth; in a win-in puzzle the opponent answers."""
        self._refuse_unless_open()
        if not self._now.turn.may_end():
            raise AgainstTheRules(self.refusal(None))
        self._ask_again_once()
        turn = self._whole_turn()
        after = self.position.after(turn)
        keeps = self.task_judge.keeps(after, len(self.line) + 1)
        if self.puzzle.task.kind.every_order:
            turn = self._drawn_tellingly(turn, after)
            after = self.position.after(turn)
        ended = Ended(turn, keeps)
        self.wrong_turns += keeps is False
        self.attempts += self._taken_back
        self._taken_back = False
        moment = self._moment(after, (*self._now.ended, ended))
        self._go(self._answered(moment))
        return ended

    # --- taking back

    def undo(self) -> bool:
        """Take the last play or the last ended turn back; in a played game, one turn.  False: there is nothing left."""
        before = len(self.line)
        stepped = self._step(self._past, self._future)
        self._taken_back |= not self.asks_where and len(self.line) < before
        return stepped

    def redo(self) -> bool:
        """Bring back what was taken back; in a played game, go one turn on."""
        return self._step(self._future, self._past)

    def go_to(self, turns: int) -> None:
        """In a played game: to the table after so many turns."""
        last = len(self.line) + len(self._future) if self.asks_where else 0
        if not self.asks_where or not 0 <= turns <= last:
            raise DoesNotAddUp(say(self.language, "no-such-turn", turn=turns, last=last))
        while len(self.line) > turns and self.undo():
            pass
        while len(self.line) < turns and self.redo():
            pass

    # --- the task

    def name_turn(self, number: int) -> bool:
        """Where was it lost?  Name the turn; True if that is right.  The first answer counts."""
        if not self.asks_where:
            raise DoesNotAddUp(say(self.language, "nothing-to-name"))
        if not 1 <= number <= len(self.puzzle.played):
            raise DoesNotAddUp(say(self.language, "no-such-turn", turn=number, last=len(self.puzzle.played)))
        self.attempts += bool(self.guesses)
        self.guesses = (*self.guesses, number)
        self.wrong_turns += number != self.lost_at
        return number == self.lost_at

    def choose(self, text: str) -> JudgedOption:
        """Name an option; what is none is refused.  The last answer counts: others may be tried."""
        if not self.asks_option:
            raise DoesNotAddUp(say(self.language, "nothing-to-choose"))
        option = option_named(self.puzzle.position, self.puzzle.task.kind, text)
        judged = self.option_judge.judge(option)
        if judged.right is None and self.puzzle.answer:  # if it is not known: as the author says
            claimed = option_named(self.puzzle.position, self.puzzle.task.kind, self.puzzle.answer)
            judged = replace(judged, right=claimed.text == option.text)
        self.attempts += bool(self.answers)
        self.wrong_turns += judged.right is False
        self.answers = (*self.answers, judged)
        return judged

    @property
    def option_judge(self) -> OptionJudge:
        """Who knows which option is right; each question has its own time."""
        from puzzles.answers.option_judge import OptionJudge

        return OptionJudge(self.puzzle.position, self.puzzle.task, Limits(QUESTION_SECONDS))

    @cached_property
    def right_option(self) -> Option | None:
        """The option that is right: the solver's, or where it does not know the author's."""
        rights = self._answer.rights
        if len(rights) == 1:
            return rights[0].option
        claimed = self.puzzle.answer
        return option_named(self.puzzle.position, self.puzzle.task.kind, claimed) if claimed else None

    @property
    def solution(self) -> Line:
        """The author's solution, or where there is none the solver's; of where-lost, from the losing turn on."""
        start = solution_start(self.puzzle, self.lost_at)
        if self.asks_option and not self.puzzle.answer:
            start = None if self.right_option is None else self.right_option.position
        return () if start is None else in_full(start, self.puzzle.solution or self._answer.solution)

    def hint(self, level: int) -> str:
        """A hint: 1 strategic, 2 where to look, 3 the card and the pile."""
        from puzzles.play.hints import NoHint, hint

        self._ask_again_once()
        text = hint(self, level)
        self.hints += not isinstance(text, NoHint)
        return text

    def more_than(self, level: int, text: str) -> bool:
        """Would the next level of a hint say more?"""
        from puzzles.play.hints import LAST_LEVEL, hint

        return level < LAST_LEVEL and hint(self, level + 1) != text

    @property
    def lost_at(self) -> int | None:
        """Where-lost: the turn that gave the win away; asked of the solver where the author does not say."""
        return self._answer.value if self.asks_where and self.puzzle.lost_at is None else self.puzzle.lost_at

    @cached_property
    def _answer(self) -> TaskAnswer:
        """What the solver says, where the author does not."""
        from puzzles.answers.answer import answer

        return answer(self.puzzle.position, self.puzzle.task, self.puzzle.played, Limits(QUESTION_SECONDS))

    @property
    def best(self) -> int | None:
        """Best-score: the fewest cards that can be left, where that is proved."""
        from puzzles.answers.task_judge import Scored

        side = self.task_judge.side
        return side.fewest if isinstance(side, Scored) else None

    @property
    def claimed_best(self) -> int | None:
        """Best-score: the cards that the author's solution leaves."""
        solution = self.puzzle.solution
        return play_line(self.puzzle.position, solution).cards_left if solution else None

    @property
    def own_turns(self) -> int | None:
        """Of tasks that count turns: those that the mover may take; where the task does not say, the fewest."""
        return self.task_judge.own_turns if self.puzzle.task.kind.counts_turns else None

    def solving_choices(self) -> tuple[Choice, ...] | None:
        """The turns that keep the puzzle solvable from the start of this turn, looked for once; None: not known."""
        at = self.position, len(self.line)
        if at not in self._choices:
            self._choices[at] = self.task_judge.solving_choices(*at)
        return self._choices[at]

    def winning_line(self) -> Line:
        """A line that wins a team game from the start of this turn, looked for once; empty where none is found."""
        from solver.decide.solve import solve
        from solver.stipulations.position import StipulatedPosition
        from solver.verdict import Winnable

        if self.position not in self._lines:
            asked = self.position.left if isinstance(self.position, StipulatedPosition) else None
            verdict = solve(self.position, time_limit=QUESTION_SECONDS, require=asked)
            self._lines[self.position] = verdict.line if isinstance(verdict, Winnable) else ()
        return self._lines[self.position]

    @property
    def task_judge(self) -> TaskJudge:
        """Who knows whether the task can still be solved; to ask for it begins a new question."""
        if self._task_judge is None:
            from puzzles.answers.answer import TaskJudge

            self._limits = Limits(QUESTION_SECONDS)
            self._task_judge = TaskJudge(self.puzzle.position, self.puzzle.task, self._limits)
        if self._limits is not None:
            self._limits.begin()  # the clock stands still while the person thinks
        return self._task_judge

    def goes_on(self) -> Line:
        """Of a puzzle that asks for the first turn only: how it is won after it; the author's way where it fits."""
        from puzzles.answers.answer import winning_line
        from solver.analysis.every_order import in_listed_order

        if not self.puzzle.task.kind.first_turn_only or self.state != "solved":
            return ()
        rest = self.solution[1:] if self._is_authors(self.position) else ()
        return rest or in_full(self.position, winning_line(in_listed_order(self.position), Limits(QUESTION_SECONDS)))

    def why_lost(self) -> WhyNot | None:
        """Of a played game: why the turn that gave the win away did so."""
        from puzzles.answers.answer import TaskJudge
        from puzzles.answers.why import why_not

        start = solution_start(self.puzzle, self.lost_at)
        if not self.asks_where or start is None or self.lost_at is None:
            return None
        after = start.after(self.puzzle.played[self.lost_at - 1])
        return why_not(TaskJudge(start, self.puzzle.task, Limits(QUESTION_SECONDS)), after, 1)

    def why_not(self) -> tuple[WhyNot, int] | None:
        """Why the last turn of the person's own failed, where there is a reason, and which turn it was."""
        from puzzles.answers.why import why_not

        number = max((at for at, ended in enumerate(self._now.ended, start=1) if not ended.reply), default=0)
        if not number or self._now.ended[number - 1].keeps is not False:
            return None
        why = why_not(self.task_judge, play_line(self.puzzle.position, self.line[:number]), number)
        return None if why is None else (why, number)

    # --- inside

    def _ask_again_once(self) -> None:
        """What the task asks for was not found in time?  Look once more: the machine may have been busy."""
        if not self._asked_again and self._task_judge is not None and self._task_judge.is_undecided:
            self._asked_again = True
            self._task_judge = None

    def _whole_turn(self) -> Turn:
        drawn = self.position.draw.cards[: self._now.turn.cards_to_draw()]
        return Turn(self.plays, self.position.player, drawn)

    def _drawn_tellingly(self, turn: Turn, after: Position) -> Turn:
        """The turn, the cards drawn from a pile of unknown order: those that refute it, else the author's."""
        from puzzles.answers.task_judge import InEveryOrder
        from puzzles.answers.why import refuting_order

        side, drawn = self.task_judge.side, turn.drawn or ()
        assert isinstance(side, InEveryOrder)
        if (order := refuting_order(side, after)) is not None:
            return turn._replace(drawn=order[: len(drawn)])
        author = next(iter(self.puzzle.solution), turn)
        same = author.drawn is not None and len(author.drawn) == len(drawn)
        return turn._replace(drawn=author.drawn) if same else turn

    def _moment(self, position: Position, ended: tuple[Ended, ...]) -> Moment:
        moment = Moment(position, position.open_turn, ended)
        return replace(moment, state=self._state_of(moment))

    def _state_of(self, moment: Moment) -> State:
        """Solved as the judge says (if it does not know: the author); failed where nothing is left to do."""
        ended, task, position = moment.ended, self.puzzle.task, moment.position
        if task.kind.first_turn_only:
            kept = ended[0].keeps
            return "solved" if kept or (kept is None and self._is_authors(position)) else "failed"
        if self.task_judge.solved(position, len(ended)):
            return "solved"
        if task.kind.is_scored and self.best is None and position.cards_left == self.claimed_best:
            return "solved"
        allowed, own = self.own_turns, sum(one.turn.player == self.mover for one in ended)
        out_of_turns = allowed is not None and own >= allowed
        return "failed" if position.outcome is not None or out_of_turns else "open"

    def _is_authors(self, position: Position) -> bool:
        """Is this the position after the author's first turn?"""
        return position == play_line(self.puzzle.position, self.puzzle.solution[:1]) != self.puzzle.position

    def _answered(self, moment: Moment) -> Moment:
        """The moment after the opponent's best defence, where there is an opponent who defends."""
        if not self.puzzle.task.kind.is_answered(self.puzzle.position.rules) or moment.state != "open":
            return moment
        reply = self.task_judge.reply(moment.position, len(moment.ended))
        reply = reply or next(iter(moment.position.legal_turns))  # no defence is known to be best: any will do
        after = moment.position.after(reply)
        return self._moment(after, (*moment.ended, Ended(reply, moment.ended[-1].keeps, reply=True)))

    def _go(self, moment: Moment) -> None:
        self._past.append(self._now)
        self._future.clear()
        self._now = moment

    def _step(self, source: list[Moment], target: list[Moment]) -> bool:
        if not source:
            return False
        target.append(self._now)
        self._now = source.pop()
        return True

    def _refuse_unless_open(self) -> None:
        if self.asks_where:
            raise AgainstTheRules(say(self.language, "nothing-to-lay"))
        if self.asks_option:
            raise AgainstTheRules(say(self.language, "nothing-to-lay.option"))
        if self._now.state != "open":
            raise AgainstTheRules(say(self.language, f"over.{self._now.state}"))


def played_moments(start: Moment, line: Line) -> list[Moment]:
    """The moments of a played game after each of its turns; who knows whether they kept the win is asked for that."""
    moments = [start]
    for turn in in_full(start.position, line):
        before = moments[-1]
        position = before.position.after(turn)
        moments.append(Moment(position, position.open_turn, (*before.ended, Ended(turn, None))))
    return moments[1:]


def laid_out(position: Position, turn: Turn) -> OpenTurn:
    """A legal turn with all its cards laid, before anything is drawn."""
    state = position.open_turn
    for play in turn.plays:
        state = state.lay(play.card, position.rules.pile_index(play.pile))
    return state


def in_full(position: Position, line: Line) -> Line:
    """A legal line with all that an author may leave out: the players, and the cards drawn."""
    told: list[Turn] = []
    for turn in line:
        drawn: tuple[Card, ...] | None = position.draw.cards[: laid_out(position, turn).cards_to_draw()]
        drawn = drawn if position.draw.ordered else turn.drawn  # where nobody knows the order, the line must say it
        told.append(Turn(turn.plays, position.player, drawn))
        position = position.after(turn)
    return tuple(told)
