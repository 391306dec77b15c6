"""``tenback puzzle play`` as people use it: through a pipe, and at a real (pseudo) terminal as a new user would."""

from __future__ import annotations

import io
import os
import random
import re
import signal
from pathlib import Path

import pytest

from puzzles.play import Session
from puzzles.play.reading import COMMAND_OF
from puzzles.play.terminal import Conversation
from puzzles.play.words import LANGUAGES
from tests.command import Completed, forked
from tests.played import FILE, puzzles
from tests.terminals import PATIENCE, terminal


def played(*arguments: str, typed: str, home: Path | None = None) -> Completed:
    """Run ``tenback puzzle play`` with these lines typed into a pipe."""
    env = {} if home is None else {"XDG_CONFIG_HOME": str(home)}
    return forked("puzzle", "play", *arguments, stdin=typed.encode(), env=env)


def text_of(done: Completed, status: int) -> str:
    assert done.stderr == b""
    assert done.returncode == status
    return done.stdout.decode("utf-8")


# --- in a pipe


def test_a_puzzle_is_solved_through_a_pipe() -> None:
    text = text_of(played(str(FILE), typed="b5 down\nend\nr3 d e\ny9 e\ng2\ns1\nnever read\n"), 0)
    assert "player 1> b5 down\n" in text
    assert text.count("Good: it can still be solved.") == 4
    assert text.endswith("Player 1 laid s1@down.\nSolved!\n")


def test_an_option_is_answered_through_a_pipe() -> None:
    typed = "b3 down\n7\nanswer 3\nhint\nlösung\nspieler 2\n"
    text = text_of(played(str(FILE), "begins", "--plain", typed=typed), 0)
    assert "to move" not in text
    assert "here nothing is laid: write your answer, or help" in text
    assert "'7' is not an answer to who-begins: write a player who holds cards, such as 1" in text
    assert "No, 3 is not it.\nEven best play then leaves y5:\n  1. player 3: s4@down" in text
    assert "Solved! Player 2 begins. That was answer number 2. With 1 hint. After a look at the solution." in text
    german = text_of(played(str(FILE), "mend", "--language", "de", typed="hilfe\nb3 s8\ns8 g8\n"), 0)
    assert "Nein, b3 s8 ist es nicht.\nDanach kann Spieler 1 nicht genug Karten legen" in german
    assert "Gelöst! g8 und s8 tauschen die Plätze." in german
    assert text_of(played(str(FILE), "unlucky", typed="y2 r7 g9 y10\n"), 1).count("This wins:") == 1


def test_a_transcript_in_words() -> None:
    text = text_of(played(str(FILE), "--plain", typed="s1 down end\nundo\nb5\n"), 1)
    assert text == (
        "Blue on blue · quick-win · level: gentle\n"
        "The Game Quick & Easy · 2 players\n"
        "Together, lay every card.\n"
        "\n"
        "up r7, down b4\n"
        "player 1, to move: s1 b5\n"
        "player 2: g2 r3\n"
        "draw pile: y9\n"
        "\n"
        "help shows the commands\n"
        "player 1> s1 down end\n"
        "Player 1 laid s1@down and drew y9.\n"
        "That gave it away: from here it cannot be solved any more. undo takes it back.\n"
        "After that no pile can ever take g2.\n"
        "\n"
        "up r7, down s1\n"
        "player 1: b5 y9\n"
        "player 2, to move: g2 r3\n"
        "draw pile: empty\n"
        "\n"
        "player 2> undo\n"
        "Taken back.\n"
        "\n"
        "up r7, down s1\n"
        "player 1, to move: b5\n"
        "player 2: g2 r3\n"
        "draw pile: y9\n"
        "\n"
        "Nothing more may be laid: write end, or undo.\n"
        "player 1 s1@down> b5\n"
        "b5 can go on no pile now\n"
        "player 1 s1@down> \n"
        "\n"
        "Left unsolved. Until next time!\n"
    )


@pytest.mark.parametrize(
    ("name", "typed", "said"),
    [
        ("team-win", "36 d1 9 d1 2 d1 e 89 d2 e 72 61 e 59 54 23 e 7 e 6", "Solved!"),
        ("team-score", "90 u1 45 d1 e 38 d1 15 d1 e 14 d1 8 d2 e 98 u1 e 24 d1 16 d1 e", "2 cards left, and nobody"),
        ("team-only", "69 up1 19 down1 end", "Solved! That is the turn that still wins."),
        ("team-where", "next next lost 3", "Solved! Turn 3 gave the win away."),
        ("commands-win", "12 d2 55 d1 e 44 d1 e 40 39 37 d1 e 25 e 21 d1 16 d1 e 5 d1 e 79 up1", "Solved!"),
        ("duel-only", "3 down 15 B.up end", "Solved! That is the turn that still wins."),
        ("duel-help", "36 u 44 u e 37 d 35 d 14 d 2 d 49 A.d e 28 d 20 d 19 d 17 d 9 B.d", "Solved!"),
    ],
)
def test_every_task_can_be_solved_on_one_line(name: str, typed: str, said: str) -> None:
    assert said in text_of(played(str(FILE), name, typed=typed), 0)


def test_a_failed_puzzle_says_why_and_what_to_do() -> None:
    text = text_of(played(str(FILE), "team-only", typed="55 up2 69 up2 end\n37 up1\nend\nhint\nq\n"), 1)
    assert "That turn does not win. undo takes the last step back, reset starts again." in text
    assert "over> 37 up1\nit is over: undo takes the last step back, reset starts again\n" in text
    text = text_of(played(str(FILE), "duel-win", typed="45 up 50 up e\n3 down 58 up e\n"), 1)
    assert "B answers " in text
    assert "2 turns are over, and A has not won." in text
    text = text_of(played(str(FILE), "quick-win", typed="s1 e\nr3 up e\n"), 1)
    assert "It was given away before: turn 1 did it." in text


def test_help_rules_solution_and_hints() -> None:
    text = text_of(played(str(FILE), "team-win", typed="help\nrules\nhint\nh\nh\nsolution\np\nbye\n"), 1)
    assert "hint               a hint; again for more (h)\n" in text
    assert "The backwards trick: exactly 10 lower on an ascending pile" in text
    assert re.search(
        r"> hint\n(.*) \(hint again says more\)\n.*> h\nThink about down1\. .*\n.*> h\nLay 36 on down1\.\n", text
    )
    assert "  1. player 1: 36@down1 9@down1 2@down1  (draws 7 6 72)\n" in text
    assert "May be laid: 2@down1 2@down2 9@down1 9@down2 36@down1 36@down2 61@down2\n" in text


def test_solved_with_hints_is_said_so() -> None:
    text = text_of(played(str(FILE), typed="hint\nhint\nsolution\nb5 e r3 d e y9 e g2 s1\n"), 0)
    assert text.endswith("Solved! With 2 hints. After a look at the solution.\n")


def test_in_german() -> None:
    typed = "b5 up\nende\ntipp\nb5 e r3 d e y9 e g2 s1\n"
    text = text_of(played(str(FILE), "--language", "de", typed=typed), 0)
    assert "Legt gemeinsam alle Karten ab." in text
    assert "b5 auf up (oben r7): weder höher noch von derselben Farbe\n" in text
    assert "gelegt 0; mindestens 1 müssen es sein\n" in text
    assert "Hier hilft ein Rückwärtstrick." in text
    assert text.endswith("Gelöst! Mit 1 Tipp.\n")


@pytest.mark.parametrize(
    ("arguments", "culprit"),
    [
        (["no-such-file.toml"], "no-such-file.toml"),
        ([str(FILE), "nobody"], "has no puzzle 'nobody'; it has quick-win, team-win"),
        (["-"], "standard input"),
        ([str(FILE), "--level", "brutal"], "level 'brutal': the levels are gentle easy medium hard fiendish"),
        ([str(FILE), "--game", "chess"], "chess"),
        (
            [str(FILE), "--level", "fiendish", "--game", "face-to-face"],
            "no puzzle of level fiendish and game face-to-face",
        ),
        ([str(FILE), "--language", "fr"], "language 'fr'"),
        ([str(FILE), "--daily"], "--daily chooses the puzzle"),
    ],
)
def test_bad_input_is_one_line_that_names_the_culprit(arguments: list[str], culprit: str) -> None:
    done = played(*arguments, typed="")
    assert done.returncode == 2
    assert done.stdout == b""
    line = done.stderr.decode()
    assert line.startswith("tenback: ")
    assert line.count("\n") == 1
    assert culprit in line


def test_a_level_and_a_game_choose_among_the_puzzles_of_a_file() -> None:
    assert "team-win" in text_of(played(str(FILE), "--level", "medium", typed="q"), 1)
    assert "duel-help" in text_of(played(str(FILE), "--level", "medium", "--game", "face-to-face", typed="q"), 1)


def test_what_is_not_text_does_no_harm() -> None:
    done = forked("puzzle", "play", str(FILE), stdin=b"\xff\xfe\0\x1b[2J\n" + b"9" * 100_000 + b"\nq\n")
    assert done.returncode == 1
    assert b"\x1b" not in done.stdout
    assert b"Traceback" not in done.stderr
    assert done.stderr == b""


def test_the_page_about_playing_shows_what_happens(tmp_path: Path) -> None:
    page = (Path(__file__).parents[1] / "docs" / "solving.md").read_text(encoding="utf-8")
    blocks = dict(re.findall(r"```(toml|console)\n(.*?)```", page, re.DOTALL))
    command, _, shown = blocks["console"].partition("\n")
    assert command == "$ tenback puzzle play steps.toml --plain"
    file = tmp_path / "steps.toml"
    file.write_text(blocks["toml"], encoding="utf-8")
    typed = re.findall(r"^player .*?> (.*)$", shown, re.MULTILINE)
    assert len(typed) > 5
    assert text_of(played(str(file), "--plain", typed="\n".join(typed)), 0) == shown


def test_a_poor_terminal_gets_plain_characters() -> None:
    done = forked("puzzle", "play", str(FILE), stdin=b"q\n", env={"PYTHONIOENCODING": "ascii"})
    text = text_of(done, 1)
    assert "Blue on blue - quick-win - level: gentle\n" in text
    assert "|  r7 |  |  b4 |" in text
    assert "?" not in text


@pytest.mark.parametrize("name", puzzles())
def test_no_nonsense_that_is_typed_breaks_anything(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Orders, cards and piles in any order: the conversation goes on to its end, in both languages."""
    puzzle, chance = puzzles()[name], random.Random(name)
    position = puzzle.position
    cards = [str(card) for hand in position.hands for card in hand] + [str(card) for card in position.draw.cards]
    piles = [pile.name for pile in position.rules.piles]
    others = [word for word, order in COMMAND_OF.items() if order != "quit"] + [
        "0",
        "3",
        "99",
        "u7",
        "é",
        "\0",
        "@",
        "-1",
    ]
    for language in LANGUAGES:
        lines = []
        for _ in range(40):
            words = [f"{chance.choice(cards)} {chance.choice(piles)}" for _ in range(2)] + chance.sample(others, 3)
            lines.append(" ".join(chance.sample(words, chance.randint(1, 5))))
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
        assert Conversation(Session(puzzle, language=language), plain=True).run() in (0, 1)


# --- at a terminal


def test_a_new_user_plays_a_puzzle_through() -> None:
    """The table is shown, a wrong play refused with the reason, a bad turn taken back, a hint followed."""
    with terminal("puzzle", "play", str(FILE)) as person:
        shown = person.expect(r"player 1> ")
        assert "Together, lay every card." in shown
        assert "│  r7 │  │  b4 │" in shown
        assert "player 2  g2  r3" in shown
        assert "\x1b[" not in shown
        person.type("what do I do")
        person.expect(r"'what' means nothing here; help shows what does\n(.*\n)*?player 1> ")
        person.type("help")
        person.expect(r"lay a card on a pile(.*\n)*?player 1> ")
        person.type("b5 up")
        person.expect(r"b5 on up \(top r7\): neither higher nor of its colour\nplayer 1> ")
        person.type("s1 down")
        person.expect(r"│  r7 │  │  s1 │(.*\n)*?player 1 s1@down> ")
        person.type("end")
        person.expect(r"That gave it away: from here it cannot be solved any more(.*\n)*?player 2> ")
        person.type("undo turn")
        person.expect(r"Taken back\.\n(.*\n)*?player 1> ")
        person.type("hint")
        person.expect(r"A backwards trick helps here\. \(hint again says more\)\nplayer 1> ")
        person.type("hint 3")
        person.expect(r"Lay b5 on down\.\nplayer 1> ")
        person.type("b5 down")
        person.expect(r"The turn may end: write end\.\nplayer 1 b5@down> ")
        person.type("end")
        person.expect(r"Good: it can still be solved\.\n(.*\n)*?player 2> ")
        person.type("r3@down end")
        person.expect(r"Good: it can still be solved\.\n(.*\n)*?player 1> ")
        person.type("y9 e")
        person.expect(r"Good: it can still be solved\.\n(.*\n)*?player 2> ")
        person.type("g2")
        person.expect(r"Good: it can still be solved\.\n(.*\n)*?player 1> ")
        person.type("s1")
        person.expect(r"Solved! With 2 hints\.\n")
        assert person.status() == 0
        assert "Traceback" not in person.written


@pytest.mark.parametrize("key", [b"\x04", b"\x03"], ids=["Ctrl-D", "Ctrl-C"])
def test_leaving_is_polite(key: bytes) -> None:
    with terminal("puzzle", "play", str(FILE), "team-win") as person:
        person.expect(r"player 1> ")
        person.press(key)
        person.expect(r"Left unsolved\. Until next time!\n")
        assert person.status() == 1
        assert "Traceback" not in person.written


def test_a_terminal_that_hangs_up_ends_the_game() -> None:
    with terminal("puzzle", "play", str(FILE), "team-win") as person:
        person.expect(r"player 1> ")
        os.kill(person.process.pid, signal.SIGHUP)
        assert person.process.wait(timeout=PATIENCE) == -signal.SIGHUP


def test_colours_at_a_terminal_that_has_them() -> None:
    with terminal("puzzle", "play", str(FILE), NO_COLOR="", TERM="xterm-256color") as person:
        person.expect(r"player 1> ")
        assert "\x1b[1;31m" in person.written  # the red 7
        person.type("q")
        assert person.status() == 1
