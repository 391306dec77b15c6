"""Solving a puzzle: the session of every task and game, hints, verdicts, what is typed."""

from __future__ import annotations

import re
import string
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import solver
from puzzles.answers.answer import answer
from puzzles.play import Session
from puzzles.play.hints import completion
from puzzles.play.progress import next_puzzle, note_solved, solved_ids
from puzzles.play.reading import COMMAND_OF, chosen_pile, read
from puzzles.play.session import laid_out
from puzzles.play.table import table_in_words
from puzzles.play.words import HELP, HELP_WHERE, SAID, language_named
from puzzles.puzzle import Task
from puzzles.tasks import TASKS
from solver.errors import AgainstTheRules, DoesNotAddUp, TenbackError, Unreadable
from solver.notation.piles import piles_called
from solver.rules.games import GAMES
from solver.search.limits import Limits
from solver.table.line import Play
from tests.played import LAYING, WHERE, lay, puzzles, session_of


def test_the_puzzles_here_are_of_every_task_and_game() -> None:
    assert {puzzle.task.name for puzzle in puzzles().values()} == set(TASKS)
    assert {puzzle.position.rules.game.name for puzzle in puzzles().values()} == set(GAMES)


def state(session: Session) -> str:
    """The state now (a property that changes is beyond mypy)."""
    return session.state


# --- the table


def test_what_lies_on_the_table_in_the_middle_of_a_turn() -> None:
    session = session_of("team-win")
    lay(session, "36@down1", "9@down1")
    assert session.plays == (Play(solver.Card(36), "down1"), Play(solver.Card(9), "down1"))
    assert [str(card) for card in session.hand] == ["2", "61"]
    assert [str(top) for top in session.tops] == ["84", "79", "9", "94"]
    assert session.position == puzzles()["team-win"].position  # the start of the turn
    assert session.may_end()
    assert Play(solver.Card(2), "down1") in session.legal_plays()
    assert Play(solver.Card(61), "down1") not in session.legal_plays()


@pytest.mark.parametrize(
    ("name", "before", "play", "reason"),
    [
        ("team-win", [], "36@up1", "36 on up1 (top 84): neither higher nor exactly 10 lower"),
        ("team-win", [], "59@down2", "59 is not in the hand of player 1"),
        ("quick-win", [], "b5@up", "b5 on up (top r7): neither higher nor of its colour"),
        ("pro-win", ["b5@down"], "s1@down", "s1: a turn lays at most 1 card"),
        ("duel-win", ["3@A.down", "15@B.up"], "45@B.up", "at most 1 card on the opponent's piles"),
        ("duel-win", [], "50@B.up", "not lower, so it does not improve the pile"),
        ("commands-win", ["55@down1", "40@down1", "37@down1"], "12@down1", "exactly 3 cards; this would be number 4"),
    ],
)
def test_a_play_against_the_rules_is_refused_with_the_reason(
    name: str, before: list[str], play: str, reason: str
) -> None:
    session = session_of(name)
    lay(session, *before)
    now = session.now
    with pytest.raises(AgainstTheRules, match=re.escape(reason)):
        lay(session, play)
    assert session.now is now


def test_a_turn_may_not_end_too_early() -> None:
    session = session_of("team-win")
    lay(session, "36@down1")
    assert not session.may_end()
    with pytest.raises(AgainstTheRules, match="1 card laid; the minimum is 2 while the draw pile lasts"):
        session.end_turn()


def test_a_turn_that_cannot_be_completed_any_more_is_noticed() -> None:
    session = session_of("commands-win")
    assert session.can_be_completed()
    lay(session, "37@down1")  # a three; but of 12, 40 and 55 only 12 can follow
    assert not session.can_be_completed()
    session.undo()
    lay(session, "40@down1", "37@down1")
    assert session.can_be_completed()


@pytest.mark.parametrize("name", LAYING)
def test_what_may_be_laid_is_what_the_position_says(name: str) -> None:
    session = session_of(name)
    assert session.legal_plays() == tuple(session.position.legal_plays)


def test_the_cards_drawn_are_those_of_the_rules() -> None:
    session = session_of("team-win")
    lay(session, "36@down1", "9@down1", "2@down1")
    ended = session.end_turn()
    assert str(ended.turn) == "1: 36@down1 9@down1 2@down1 +7 +6 +72"
    assert session.position == puzzles()["team-win"].position.after(ended.turn)
    assert session.position.player == 2


# --- undo and redo


def test_undo_takes_back_play_by_play_and_over_the_end_of_a_turn() -> None:
    session = session_of("team-win")
    moments = [session.now]
    for play in ("36@down1", "9@down1", "2@down1"):
        lay(session, play)
        moments.append(session.now)
    session.end_turn()
    moments.append(session.now)
    lay(session, "89@down2")
    for moment in reversed(moments):
        assert session.undo()
        assert session.now is moment
    assert not session.undo()
    for moment in moments[1:]:
        assert session.redo()
        assert session.now is moment
    assert session.redo()
    assert session.plays
    assert not session.redo()


def test_a_turn_is_taken_back_as_a_whole() -> None:
    session = session_of("team-win")
    start = session.now
    lay(session, "36@down1", "9@down1", "2@down1")
    session.end_turn()
    second = session.now
    lay(session, "89@down2", "59@down2")
    assert session.undo_turn()
    assert session.now is second
    assert session.undo_turn()
    assert session.now is start
    assert not session.undo_turn()


def test_reset_can_be_taken_back_and_a_new_play_forgets_what_was_undone() -> None:
    session = session_of("team-win")
    lay(session, "36@down1", "9@down1")
    session.reset()
    assert session.plays == ()
    assert session.redo()
    assert session.redo()
    assert len(session.plays) == 2
    session.undo()
    lay(session, "2@down1")
    assert not session.redo()


# --- verdicts


@pytest.mark.parametrize("name", ["quick-win", "team-win", "commands-win", "pro-win"])
def test_the_verdict_on_each_first_turn_is_the_solvers(name: str) -> None:
    """Every legal first turn (of the shorter ones), against a solver asked about the position after it."""
    position = puzzles()[name].position
    turns = [turn for turn in position.legal_turns if len(turn.plays) <= 2]
    assert turns
    for turn in turns:
        session = session_of(name)
        lay(session, *map(str, turn.plays))
        verdict = solver.solve(session.position.after(turn))
        assert session.end_turn().keeps is {"winnable": True, "unwinnable": False}[verdict.name]


def test_a_game_that_is_lost_fails_and_can_be_taken_back() -> None:
    session = session_of("quick-win")
    lay(session, "s1@down")
    assert session.end_turn().keeps is False
    assert state(session) == "open"  # lost, but there is something left to be played
    while state(session) == "open":
        play = session.legal_plays()[0]
        session.lay(play.card, play.pile)
        session.end_turn()
    assert state(session) == "failed"
    assert session.legal_plays() == ()
    with pytest.raises(AgainstTheRules, match="it is over: undo"):
        session.lay("b5", "down")
    session.reset()
    assert state(session) == "open"


def test_best_score_is_told_against_the_best_possible() -> None:
    session = session_of("team-score")
    assert session.best == session.claimed_best == 2
    lay(session, "45@down1", "90@up1")
    assert session.end_turn().keeps
    session = session_of("team-score")
    lay(session, "16@down1", "14@down1")
    assert session.end_turn().keeps is False
    while state(session) == "open":
        card, pile = session.legal_plays()[0]
        session.lay(card, pile)
        if session.may_end():
            session.end_turn()
    assert state(session) == "failed"
    assert session.position.cards_left > 2


@pytest.mark.parametrize("name", ["team-only", "duel-only"])
def test_one_turn_decides_an_only_turn(name: str) -> None:
    puzzle = puzzles()[name]
    for turn in (turn for turn in puzzle.position.legal_turns if len(turn.plays) == 2):
        session = session_of(name)
        lay(session, *map(str, turn.plays))
        session.end_turn()
        right = completion(laid_out(puzzle.position, turn), laid_out(puzzle.position, puzzle.solution[0])) == ()
        assert state(session) == ("solved" if right else "failed")
        assert session.undo()
        assert state(session) == "open"


def test_an_opponent_answers_and_defends_as_well_as_can_be() -> None:
    session = session_of("duel-win")
    lay(session, "45@A.up", "50@A.up")
    assert session.end_turn().keeps is False
    reply = session.now.ended[-1]
    assert reply.reply
    assert reply.turn.player == "B"
    assert session.position.player == "A"
    after = solver.win_in(session.position, 1)
    assert after.yes is False  # it was a defence indeed
    lay(session, "3@A.down", "58@A.up")
    session.end_turn()
    assert state(session) == "failed"  # two turns are over
    session.undo_turn()
    assert session.position.player == "A"
    assert len(session.line) == 2
    session.undo_turn()
    assert not session.line


def test_both_sides_are_played_by_the_person_in_a_helpwin() -> None:
    session = session_of("duel-help")
    lay(session, "36@A.up", "44@A.up")
    assert session.end_turn().keeps
    assert session.position.player == "B"
    lay(session, "37@B.down", "35@B.down")  # B does not help: A is stuck
    assert session.end_turn().keeps is False
    assert not session.now.ended[-1].reply
    assert state(session) == "failed"
    session.undo_turn()
    assert session.position.player == "B"
    assert state(session) == "open"


def test_a_helpwin_ends_with_the_last_turn_of_its_own() -> None:
    session = session_of("duel-help")
    lay(session, "36@A.up", "44@A.up")
    session.end_turn()
    lay(session, "49@A.down", "2@B.down")
    session.end_turn()
    lay(session, "28@A.down", "20@A.down")
    assert session.end_turn().keeps is False
    assert session.position.outcome is None
    assert state(session) == "failed"  # two turns of A are over
    assert Session(replace(puzzles()["duel-help"], task=Task("helpwin"))).own_turns == 2


def test_what_the_solver_does_not_know_is_not_a_no() -> None:
    class KnowsNothing:
        limits = None
        is_undecided = False

        def keeps(self, position: object, turns: int) -> None:
            return None

        def solved(self, position: object, turns: int) -> bool:
            return False

        def solving_choices(self, position: object, turns: int) -> None:
            return None

    session = Session(replace(puzzles()["team-win"], solution=()), KnowsNothing())  # type: ignore[arg-type]
    lay(session, "36@down1", "9@down1")
    assert session.end_turn().keeps is None
    assert state(session) == "open"
    assert session.hint(3) == "How to go on from here is not known."
    assert session.hints == 0  # that was none
    only = puzzles()["team-only"]
    for plays, expected in ((["69@up1", "19@down1"], "solved"), (["55@up2", "69@up2"], "failed")):
        session = Session(only, KnowsNothing())  # type: ignore[arg-type]
        lay(session, *plays)
        session.end_turn()
        assert state(session) == expected  # as the author says


def test_the_clock_stands_still_while_the_person_thinks() -> None:
    session = session_of("team-win")
    limits = session.task_judge.limits
    assert limits.seconds is not None
    limits.began -= 10 * limits.seconds
    assert limits.left < 0
    lay(session, "36@down1", "9@down1", "2@down1")
    assert session.end_turn().keeps is True


# --- a played game


@pytest.mark.parametrize("name", WHERE)
def test_a_played_game_is_stepped_through_and_its_losing_turn_named(name: str) -> None:
    session, puzzle = session_of(name), puzzles()[name]
    positions = [session.position]
    while session.redo():
        positions.append(session.position)
    assert len(positions) == len(puzzle.played) + 1
    assert positions[-1] == solver.play_line(puzzle.position, puzzle.played)
    session.go_to(1)
    assert session.position == positions[1]
    session.go_to(0)
    assert session.position == positions[0]
    played = solver.analyze_line(puzzle.position, puzzle.played).first_losing
    assert played is not None
    guessing = session_of(name)
    for number in range(len(puzzle.played), 0, -1):
        if number != played.number:
            assert not guessing.name_turn(number)
            assert state(guessing) == "failed"
    assert guessing.name_turn(played.number)
    assert state(guessing) == "failed"  # the first answer counts
    assert session.name_turn(played.number)
    assert state(session) == "solved"


def test_a_played_game_refuses_what_makes_no_sense() -> None:
    session = session_of("team-where")
    with pytest.raises(AgainstTheRules, match="here nothing is laid"):
        session.lay("36", "down1")
    with pytest.raises(AgainstTheRules, match="here nothing is laid"):
        session.end_turn()
    for number in (0, 6):
        with pytest.raises(DoesNotAddUp, match=f"there is no turn {number}; the last one is 5"):
            session.name_turn(number)
    with pytest.raises(DoesNotAddUp, match="there is no turn 6; the last one is 5"):
        session.go_to(6)
    with pytest.raises(DoesNotAddUp, match="here no turn is to be named"):
        session_of("team-win").name_turn(1)


def test_where_the_author_says_nothing_the_solver_is_asked() -> None:
    bare = Session(replace(puzzles()["team-where"], lost_at=None, solution=()))
    assert bare.lost_at == 3
    assert solver.verify(solver.play_line(bare.puzzle.position, bare.puzzle.played[:2]), bare.solution).complete
    bare = Session(replace(puzzles()["team-win"], solution=()))
    assert solver.verify(bare.puzzle.position, bare.solution).complete


# --- hints


def follow_hints(session: Session, told: list[str]) -> None:
    """Do what hints of the last level say until the puzzle is solved; what the others say goes to ``told``."""
    for _ in range(60):
        if state(session) == "solved":
            return
        weak = [session.hint(1), session.hint(2)]
        strong = session.hint(3)
        if match := re.fullmatch(r"Lay (\S+) on (\S+)\.", strong):
            assert not any(re.search(rf"\b{match[1]}\b", text) for text in weak)  # never the card
            assert match[2] not in weak[0]  # nor, at first, the pile
            session.lay(match[1], match[2])
        elif match := re.fullmatch(r"It was turn (\d+)\.", strong):
            assert session.name_turn(int(match[1]))
        else:
            assert strong == "End the turn now."
            session.end_turn()
        told += weak
    raise AssertionError("the hints do not lead to a solution")


@pytest.mark.parametrize("name", [*LAYING, *WHERE])  # those of options: test_puzzle_options
def test_hints_lead_to_a_solution_of_every_task_and_game(name: str) -> None:
    session, told = session_of(name), list[str]()
    follow_hints(session, told)
    assert session.hints == len(told) // 2 * 3
    assert told


@pytest.mark.parametrize("name", [name for name in LAYING if name != "pro-win"])
def test_hints_lead_home_without_the_authors_solution(name: str) -> None:
    follow_hints(Session(replace(puzzles()[name], solution=())), [])


def test_a_hint_does_not_follow_an_author_who_is_wrong() -> None:
    wrong = solver.parse_line("1: s1@down; 2: r3@up")
    follow_hints(Session(replace(puzzles()["quick-win"], solution=wrong)), [])


def test_a_hint_follows_the_person_who_lays_in_another_order_or_on_a_like_pile() -> None:
    session = session_of("team-only")
    lay(session, "19@down1")
    assert session.hint(3) == "Lay 69 on up1."
    rowed = solver.load("the-game/2 highest=20 hand=4 | deck: 3 2 9 5 4 8 7 6 10 11 12 13 14 15 16 17 18 19 20")
    assert isinstance(rowed, solver.Deal)
    start = rowed.position()
    one, other = (solver.Turn.parse(f"1: 2@up{n} 3@up{n}") for n in (1, 2))
    goal = laid_out(start, one)
    assert completion(laid_out(start, other), goal) == ()
    begun = start.open_turn.lay(solver.Card(2), 1)
    assert completion(begun, goal) == ((solver.Card(3), 1),)
    assert completion(start.open_turn.lay(solver.Card(3), 1), goal) is None


def test_a_hint_says_when_the_turn_has_gone_astray_and_what_to_take_back() -> None:
    session = session_of("team-win")
    lay(session, "36@down1", "61@down2", "2@down2")
    assert session.hint(1) == "Something that you laid in this turn does not help."
    assert session.hint(2) == "Take back what you laid on down2."
    assert session.hint(3) == "Take back 61@down2 2@down2."


def test_a_hint_says_when_it_is_too_late_and_since_when() -> None:
    session = session_of("team-win")
    lay(session, "36@down1", "9@down1", "2@down1")
    assert session.end_turn().keeps
    lay(session, "54@down2")
    assert session.end_turn().keeps is False
    assert session.hint(1) == "From here it cannot be solved any more."
    assert session.hint(2) == "From here it cannot be solved any more; before turn 2 it could."
    assert session.hint(3).startswith(("After that no pile", "Even best play then leaves"))
    with pytest.raises(DoesNotAddUp, match="hints go from 1 to 3"):
        session.hint(4)
    assert session.hints == 3  # those that were given


@pytest.mark.parametrize(("tries", "known"), [(1, True), (9, None)])
def test_a_best_score_that_ran_out_of_time_is_looked_for_once_more(
    tries: int, known: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when compiling ate the time of the first question: the next one gets an answer, and not a third search."""
    (name,) = [name for name in LAYING if puzzles()[name].task == Task("best-score")][:1]
    puzzle, solve, asked = puzzles()[name], solver.solve, list[float | None]()

    def first_out_of_time(*arguments: object, **options: Any) -> solver.Verdict:
        asked.append(options["limits"].seconds)
        return solve(*arguments, **{**options, "limits": Limits(1e-9 if len(asked) <= tries else 60.0)})  # type: ignore[arg-type]

    monkeypatch.setattr(solver, "solve", first_out_of_time)
    session = Session(puzzle)
    assert session.task_judge.keeps(puzzle.position, 0) is None
    for play in puzzle.solution[0].plays:
        session.lay(play.card, play.pile)
    assert session.end_turn().keeps is known
    assert session.hint(1)
    assert len(asked) == 2


def test_the_first_hint_is_the_theme() -> None:
    puzzle = replace(puzzles()["quick-win"], themes=("no-such-theme", "set-up"))
    session, german = Session(puzzle), Session(puzzle, language="de")
    assert session.hint(1) == "Theme: Set-up. A card is laid so that a trick can be laid on it."
    assert german.hint(1) == "Motiv: Vorbereitung."
    assert session.hint(3) == "Lay b5 on down."
    lay(session, "b5@down")
    assert session.hint(1) == "Ask whether this turn is not complete already."
    assert session.hint(2) == session.hint(3) != session.hint(1)
    session.end_turn()
    assert not session.hint(1).startswith("Theme")


def test_where_lost_is_narrowed_down() -> None:
    session = session_of("team-where")
    assert session.hint(1) == "Look for the first turn that spoils a pile for cards still to come."
    assert session.hint(2) == "It was one of the turns 1 to 3."
    assert session.hint(3) == "It was turn 3."


# --- what cannot be played


def test_puzzles_that_cannot_be_played_are_refused() -> None:
    puzzle = puzzles()["quick-win"]
    unordered = solver.load("quick-and-easy/1 | up: r7 | down: b4 | 1*: b5 s1 | draw?: y9 r1")
    over = solver.load("quick-and-easy/1 | up: r7 | down: b4 | 1*: b7")
    assert isinstance(unordered, solver.Position)
    assert isinstance(over, solver.Position)
    with pytest.raises(DoesNotAddUp, match="quick-win: the order of its draw pile is unknown"):
        Session(replace(puzzle, position=unordered))
    with pytest.raises(DoesNotAddUp, match="quick-win: its solution is against the rules: turn 1, play 1: "):
        Session(replace(puzzle, solution=solver.parse_line("1: b5@up")))
    with pytest.raises(DoesNotAddUp, match="team-where: no game was played"):
        Session(replace(puzzles()["team-where"], played=(), solution=()))
    with pytest.raises(DoesNotAddUp, match="team-where: the game that was played is against the rules"):
        Session(replace(puzzles()["team-where"], played=solver.parse_line("1: 36@up1")))


# --- both languages


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_both_languages_say_the_same() -> None:
    for key, (english, german) in SAID.items():
        assert blanks(english) == blanks(german), key
        assert (english == german) == (not english.strip("{}: ")), key
    for help_ in (HELP, HELP_WHERE):
        assert len(help_["en"]) == len(help_["de"])
        for rows in help_.values():
            for what, _ in rows:
                for order in what.format(card="37", pile="up1").split(", "):
                    assert list(read(order))
    assert language_named("de") == "de"
    with pytest.raises(Unreadable, match="language 'fr': the languages are en de"):
        language_named("fr")


def refusals(session: Session) -> list[str]:
    """Why each card may not be laid where it may not, and why the turn may not end."""
    rules = session.position.rules
    reasons = [] if session.may_end() else [session.refusal(None)]
    legal = session.legal_plays()
    cards = {card for hand in session.puzzle.position.hands for card in hand}
    for play in (Play(card, pile.name) for card in sorted(cards) for pile in rules.piles):
        if play not in legal:
            reasons.append(session.refusal(play))
    return reasons


@pytest.mark.parametrize("name", LAYING)
def test_every_refusal_has_german_words(name: str) -> None:
    english, german = session_of(name), session_of(name, "de")
    for turn in puzzles()[name].solution[:3]:
        for play in turn.plays:
            for told, gesagt in zip(refusals(english), refusals(german), strict=True):
                assert told
                assert gesagt
                assert told != gesagt
            english.lay(play.card, play.pile)
            german.lay(play.card, play.pile)
        if german.puzzle.task.kind.first_turn_only or german.puzzle.task.name == "win-in":
            return
        english.end_turn()
        german.end_turn()


def test_german_refusals_are_about_the_right_thing() -> None:
    session = session_of("team-win", "de")
    assert session.refusal(Play(solver.Card(36), "up1")) == "36 auf up1 (oben 84): weder höher noch genau 10 niedriger"
    assert session.refusal(None) == "gelegt 0; mindestens 2 müssen es sein"
    session = session_of("quick-win", "de")
    assert (
        session.refusal(Play(solver.Card(5, "b"), "up")) == "b5 auf up (oben r7): weder höher noch von derselben Farbe"
    )


def test_hints_in_german() -> None:
    session = session_of("quick-win", "de")
    assert session.hint(1) == "Hier hilft ein Rückwärtstrick."
    assert session.hint(3) == "Lege b5 auf down."


# --- what is typed


@pytest.mark.parametrize(
    ("typed", "orders"),
    [
        ("37 up1", ["lay 37 up1"]),
        ("37@up1 48@up1", ["lay 37 up1", "lay 48 up1"]),
        ("37up1,48u1;end", ["lay 37 up1", "lay 48 u1", "end"]),
        ("  Lay 37 ON Up1 ", ["lay 37 up1"]),
        ("37 -> up1", ["lay 37 up1"]),
        ("37", ["lay 37"]),
        ("37 48 e", ["lay 37", "lay 48", "end"]),
        ("r7 up B5 d", ["lay r7 up", "lay b5 d"]),
        ("r7 auf", ["lay r7 auf"]),
        ("37 auf auf1", ["lay 37 auf1"]),
        ("12 B.up 13 a.d", ["lay 12 b.up", "lay 13 a.d"]),
        ("undo turn", ["undo turn"]),
        ("zurück zug", ["undo turn"]),
        ("undo all", ["reset"]),
        ("u r", ["undo", "redo"]),
        ("hint 2", ["hint 2"]),
        ("hint", ["hint"]),
        ("lost 3", ["lost 3"]),
        ("?", ["help"]),
        ("", []),
    ],
)
def test_what_is_typed_is_read_forgivingly(typed: str, orders: list[str]) -> None:
    assert [str(order) for order in read(typed)] == orders


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("hnit", "'hnit' means nothing here; do you mean hint?"),
        ("xyzzy", "'xyzzy' means nothing here; help shows what does"),
        ("up1 37", "up1: say the card first, such as 37 up1"),
        ("lost", "lost: say which turn, such as lost 3"),
        ("turn x", "turn: say which turn, such as turn 3"),
        ("\x1b[2J", "'\\x1b[2j' means nothing here; help shows what does"),
    ],
)
def test_what_means_nothing_gets_one_friendly_line(typed: str, said: str) -> None:
    with pytest.raises(Unreadable) as caught:
        list(read(typed))
    assert str(caught.value) == said


def test_no_two_commands_share_a_word() -> None:
    from puzzles.play.reading import COMMANDS

    assert sum(len(words.split()) for words in COMMANDS.values()) == len(COMMAND_OF)


def test_piles_by_their_short_names() -> None:
    team, duel = puzzles()["team-win"].position.rules, puzzles()["duel-win"].position.rules
    assert piles_called(team, 0, "up") == ["up1", "up2"]
    assert piles_called(team, 0, "d2") == ["down2"]
    assert piles_called(team, 0, "up3") == piles_called(team, 0, "up0") == piles_called(team, 0, "a.up") == []
    assert piles_called(duel, 1, "up") == ["B.up"]
    assert piles_called(duel, 0, "bd") == ["B.down"]


def test_a_card_alone_is_laid_where_only_one_pile_takes_it() -> None:
    session = session_of("team-win")
    assert chosen_pile(session, solver.Card(61), None) == "down2"
    assert chosen_pile(session, solver.Card(61), "d") == "down2"
    with pytest.raises(Unreadable, match="36 can go on down1 or down2: say which, such as 36 down1"):
        chosen_pile(session, solver.Card(36), None)
    with pytest.raises(Unreadable, match="59 is not in the hand of player 1"):
        chosen_pile(session, solver.Card(59), None)
    with pytest.raises(Unreadable, match="36 can go on no pile now"):
        chosen_pile(session, solver.Card(36), "up")
    with pytest.raises(Unreadable, match="'up7' is no pile here; the piles are up1 up2 down1 down2"):
        chosen_pile(session, solver.Card(36), "up7")


def test_like_piles_with_equal_tops_need_not_be_told_apart() -> None:
    deal = solver.load("the-game/1 highest=9 hand=3 | deck: 4 9 2 8 3 7 5 6")
    assert isinstance(deal, solver.Deal)
    session = Session(replace(puzzles()["team-win"], position=deal.position(), solution=()))
    assert chosen_pile(session, solver.Card(4), "up") == "up1"
    with pytest.raises(TenbackError, match="4 can go on up1 or up2 or down1 or down2"):
        chosen_pile(session, solver.Card(4), None)


def test_the_table_in_words() -> None:
    session = session_of("commands-win")
    lay(session, "40@down1", "37@down1")
    assert table_in_words(session).splitlines() == [
        "up1 63, up2 69, down1 37=three, down2 33",
        "player 1, to move: 12 55",
        "player 2: 5 25 44 79",
        "draw pile: 21=skull 16=no-trick 39",
    ]


# --- progress


def test_play_goes_on_with_the_first_puzzle_that_is_not_solved(tmp_path: Path) -> None:
    file, all_ = tmp_path / "deep" / "solved", tuple(puzzles().values())
    assert next_puzzle(all_, solved_ids(file)) == all_[0]
    note_solved(file, all_[0])
    note_solved(file, all_[0])
    note_solved(file, all_[2])
    assert file.read_text() == f"{all_[0].id}\n{all_[2].id}\n"
    assert next_puzzle(all_, solved_ids(file)) == all_[1]
    for puzzle in all_:
        note_solved(file, puzzle)
    assert next_puzzle(all_, solved_ids(file)) == all_[0]
    unwritable = file / "not a folder"
    note_solved(unwritable, all_[0])  # nothing worth an error
    assert solved_ids(unwritable) == frozenset()


def test_the_puzzles_here_are_what_they_claim() -> None:
    for puzzle in puzzles().values():
        found = answer(puzzle.position, puzzle.task, puzzle.played)
        assert found.solvable, puzzle.id
