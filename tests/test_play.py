"""``tenback play`` as people use it: whole deals of every game, by pipe and terminal, killed and gone on with."""

from __future__ import annotations

import io
import json
import random
import re
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from puzzles.match import PERSON, Match, format_record, parse_record
from puzzles.match.computers import Computers
from puzzles.match.store import Kept, Store
from puzzles.play.game import GameSession
from puzzles.play.game_terminal import GameTalk
from puzzles.play.reading import COMMAND_OF
from puzzles.play.words import HELP_GAME, LANGUAGES, SAID
from solver.notation.text import format_deal
from solver.table.deal import Deal
from tests.command import Completed, forked
from tests.games import typed_game
from tests.terminals import terminal
from tests.test_match import TALKING, hidden_twin, talking_match

# Every game, won and lost; alone, with computers, at one screen, against the computer.
TABLES = (
    ("the-game/1 #17", "person"),
    ("the-game/3 #2", "person quick instant"),
    ("the-game/2 highest=40 #3", "person person"),
    ("the-game-extreme/2 #4", "person instant"),
    ("the-game-on-fire/2 #5", "instant person"),
    ("quick-and-easy/2 #5", "person quick"),
    ("quick-and-easy/3 #6", "person person person"),
    ("quick-and-easy-pro/2 #1", "person instant"),
    ("face-to-face #5", "person instant"),
    ("face-to-face highest=20 #6", "quick person"),
    ("face-to-face highest=20 #7", "person person"),
)


def played(folder: Path, *arguments: str, typed: str = "") -> Completed:
    """Run ``tenback play`` with these lines typed into a pipe."""
    return forked("play", *arguments, stdin=typed.encode(), env={"TENBACK_DATA": str(folder)})


def text_of(done: Completed, status: int) -> str:
    assert done.stderr == b""
    assert done.returncode == status
    return done.stdout.decode()


def wins(match: Match) -> bool:
    """Do the people win?"""
    outcome = match.outcome
    assert outcome is not None
    return outcome.won if outcome.winner is None else match.rules.seat(outcome.winner) in match.people


def same_game(one: Match, other: Match) -> bool:
    return (one.line, one.result) == (other.line, other.result)


# --- whole games


@pytest.mark.parametrize(("deal", "seats"), TABLES, ids=lambda text: text.replace(" ", "_"))
def test_a_whole_deal_is_played_through_a_pipe(deal: str, seats: str, tmp_path: Path) -> None:
    lines, match = typed_game(deal, seats)
    done = played(tmp_path, deal, "--seats", seats, "--plain", typed="\n".join(lines))
    text = text_of(done, 0 if wins(match) else 1)
    (kept,) = Store(tmp_path)
    assert same_game(kept.match(), match)
    assert "means nothing" not in text
    assert ("Won! Every card" in text) == (wins(match) and match.outcome.winner is None)  # type: ignore[union-attr]
    assert "tenback play --review 1 shows where it was decided." in text


def test_games_are_won_and_lost_in_these_tests() -> None:
    results = [wins(typed_game(deal, seats)[1]) for deal, seats in TABLES[:3] + TABLES[5:9]]
    assert len(set(results)) == 2


AT_ONCE = (0, 5, 6, 9)  # the others take longer


@pytest.mark.parametrize(
    ("deal", "seats"),
    [pytest.param(*each, marks=() if at in AT_ONCE else pytest.mark.slow) for at, each in enumerate(TABLES)],
)
def test_a_whole_deal_is_played_at_a_terminal(deal: str, seats: str, tmp_path: Path) -> None:
    lines, match = typed_game(deal, seats)
    arguments = ("play", deal, "--seats", seats)
    with terminal(*arguments, COLUMNS="80", TENBACK_DATA=str(tmp_path)) as person:
        for line in lines:
            person.expect(r"(> |\. )$")
            person.type(line)
        if not wins(match):
            person.expect(r"over> $")
            person.type("quit")
        assert person.status() == (0 if wins(match) else 1)
        shown = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", person.written)
        assert max(len(line.rstrip()) for line in shown.split("\n") if not line.startswith(("player", "A", "B"))) <= 80
    assert same_game(Store(tmp_path).game(1).match(), match)


def test_a_new_user_needs_nothing_but_the_command(tmp_path: Path) -> None:
    """The deal of the day; what is written on the screen is enough to play on."""
    with terminal("play", COLUMNS="80", TENBACK_DATA=str(tmp_path)) as person:
        shown = person.expect(r"player 1> ")
        assert "The deal of the day" in shown
        example = re.search(r"such as: (\S+ \S+) - then: end", shown)
        assert example is not None
        person.type(example[1])
        person.expect(r"player 1 \S+@\S+> ")
        person.type("plays")
        more = person.expect(r"May be laid: .*\n")
        person.expect(r"> ")
        person.type(more.split(":")[1].split()[0])
        person.expect(r"The turn may end: write end\.\n(.*\n)*?.*> ")
        person.type("end")
        person.expect(r"Player 1 laid .* and drew .*\.\n(.*\n)*?player 1> ")
        person.type("hint 3")
        hint = person.expect(r"Lay .* \(\d+ %\)\.")
        person.expect(r"> ")
        plays = re.findall(r"(\S+) on (\w+\d?)", hint)
        person.type(" ".join(f"{card} {pile}" for card, pile in plays) + " end")
        person.expect(r"Player 1 laid ")
        person.expect(r"> ")
        person.press(b"\x04")
        person.expect(r"Saved as game 1: tenback play --resume goes on with it\.")
        assert person.status() == 1
    match = Store(tmp_path).game(1).match()
    assert len(match.line) == 2
    assert match.hints == 1


# --- nothing is lost


@pytest.mark.parametrize("after", [0, 1, 3, 6])
def test_killed_at_any_moment_it_goes_on_where_it_was(after: int, tmp_path: Path) -> None:
    deal, seats = TABLES[5]
    lines, match = typed_game(deal, seats)
    with terminal("play", deal, "--seats", seats, TENBACK_DATA=str(tmp_path)) as person:
        for line in lines[:after]:
            person.expect(r"> $")
            person.type(line)
        person.expect(r"> $")
        person.process.send_signal(signal.SIGKILL)
        person.process.wait()
    before = Store(tmp_path).game(1).match()
    assert before.line == match.line[: len(before.line)]
    assert sum(turn.player == 1 for turn in before.line) == after
    done = played(tmp_path, "--resume", "--plain", typed="\n".join(lines[after:]))
    assert "It goes on where you left it." in text_of(done, 0 if wins(match) else 1)
    assert same_game(Store(tmp_path).game(1).match(), match)


def test_cards_of_a_turn_under_way_are_not_lost(tmp_path: Path) -> None:
    lines, _ = typed_game("the-game/1 #17", "person")
    card, pile = lines[0].split()[:2]
    played(tmp_path, "the-game/1 #17", typed=f"{card} {pile}\n")
    text = text_of(played(tmp_path, "the-game/1 #17", "--plain", typed="q\n"), 1)  # the same deal goes on by itself
    assert f"player 1 {card}@{pile}> q" in text
    assert len(list(Store(tmp_path))) == 1


def test_ctrl_c_and_a_closed_terminal_lose_nothing(tmp_path: Path) -> None:
    with terminal("play", "quick-and-easy/1 #3", TENBACK_DATA=str(tmp_path)) as person:
        person.expect(r"player 1> $")
        person.type("plays")
        play = person.expect(r"May be laid: (\S+)").split()[-1]
        person.expect(r"> $")
        person.type(f"{play} end")
        person.expect(r"drew .*(.*\n)*?player 1> $")
        person.press(b"\x03")
        person.expect(r"Saved as game 1")
        assert person.status() == 1
    assert len(Store(tmp_path).game(1).match().line) == 1


def test_a_game_is_not_looked_back_at_before_it_is_over(tmp_path: Path) -> None:
    deal, seats = "quick-and-easy/2 highest=4 #5", TABLES[5][1]
    lines, _ = typed_game(deal, seats)
    played(tmp_path, deal, "--seats", seats, typed="\n".join(lines[:2]))
    assert b"would tell what is hidden" in played(tmp_path, "--review", "1").stderr
    assert b"no such game yet" in played(tmp_path, "--review").stderr
    text = text_of(played(tmp_path, "--resume", "--plain", typed="review\n"), 1)
    assert "play it to the end first" in text
    played(tmp_path, "--resume", typed="\n".join(lines[2:]))
    assert text_of(played(tmp_path, "--review"), 0).startswith("The chance to win before each turn")


def test_a_game_can_be_listed_taken_out_and_in(tmp_path: Path) -> None:
    lines, match = typed_game(*TABLES[5])
    played(tmp_path / "a", TABLES[5][0], "--seats", TABLES[5][1], typed="\n".join(lines))
    listed = text_of(played(tmp_path / "a", "--games"), 0)
    assert listed.startswith("   1  quick-and-easy/2 #5 · person quick · ")
    (fact,) = json.loads(text_of(played(tmp_path / "a", "--games", "--json"), 0))
    assert (fact["number"], fact["deal"], fact["result"]) == (1, "quick-and-easy/2 #5", match.result)
    text_of(played(tmp_path / "a", "--export", str(tmp_path / "games.txt")), 0)
    assert same_game(parse_record((tmp_path / "games.txt").read_text()), match)
    assert text_of(played(tmp_path / "b", "--import", str(tmp_path / "games.txt")), 0) == "1 game taken in\n"
    assert text_of(played(tmp_path / "b", "--games"), 0) == listed


# --- orders


def test_undo_and_hints_are_counted_and_said_at_the_end(tmp_path: Path) -> None:
    lines, match = typed_game(*TABLES[5])
    typed = [lines[0], "undo", "end", "hint", *lines[1:]]
    text = text_of(played(tmp_path, TABLES[5][0], "--seats", TABLES[5][1], typed="\n".join(typed)), 1 - wins(match))
    assert "1 turn was taken back. With 1 hint." in text
    kept = Store(tmp_path).game(1).match()
    assert (kept.undone, kept.hints) == (1, 1)
    assert same_game(kept, match)


def test_the_coach_says_what_a_bad_turn_cost(tmp_path: Path) -> None:
    typed = "97 d1 15 d1 end\nq\n"
    text = text_of(played(tmp_path, "the-game/1 #17", "--coach", "--plain", typed=typed), 1)
    assert re.search(
        r"Coach: that cost \d+ points, \d+ % → \d+ %\.\nBetter: \S+@\S+ .*\n  - (it|after|the turn played) ", text
    )
    text = text_of(played(tmp_path, "the-game/1 #18", "--coach", "--language", "de", typed="tipp 3\nq\n"), 1)
    assert re.search(r"Lege \d+ auf \w+, dann \d+ auf \w+.* \(\d+ %\)\.", text)


def test_an_open_table_is_judged_exactly(tmp_path: Path) -> None:
    position = "quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9"
    typed = "chance\nhint 3\ns1 down end\nchance\nundo turn\nb5 end\nchance\nq\n"
    text = text_of(played(tmp_path, position, "--people", "2", "--open", "--coach", "--plain", typed=typed), 1)
    assert text.count("It can be won from here: proved.") == 2
    assert "Lay b5 on down: that wins." in text
    assert "Coach: that gave it away, from here it cannot be won any more." in text
    assert "It cannot be won any more: proved." in text
    assert "Coach: it can still be won." in text
    assert "draw pile: y9" in text


def test_partners_say_what_they_want_and_so_does_the_person(tmp_path: Path) -> None:
    done = played(
        tmp_path, "the-game/3 #17", "--talk", "--plain", "--strength", "quick", typed="97 down1 96 down1 end\n"
    )
    said = text_of(done, 1)
    assert "Player 3 says: up1 please don't, up2 please don't." in said
    assert said.index("You say: ") < said.index("Player 2 laid")
    german = text_of(played(tmp_path, "--resume", "--plain", "--language", "de", typed="\n"), 1)
    assert "Alle sagen zu jedem Stapel" in german
    assert " sagt: " in german
    assert b"talk is for partners" in played(tmp_path, "the-game/1 #17", "--talk", typed="").stderr


def test_the_screen_is_handed_over(tmp_path: Path) -> None:
    lines, _ = typed_game("quick-and-easy/2 #5", "person person")
    with terminal("play", "quick-and-easy/2 #5", "--people", "2", TERM="xterm", TENBACK_DATA=str(tmp_path)) as person:
        first = person.expect(r"Player 1: Enter shows your hand\. $")
        assert not re.search(r"[rgbys]\d", first.split("Quick & Easy")[-1])  # no card before the player has come
        person.type("")
        person.expect(r"player 1> $")
        person.type(lines[1])
        person.expect(r"Enter clears the screen; then it is the turn of player 2\. $")
        person.type("")
        after = person.expect(r"Player 2: Enter shows your hand\. $")
        assert "\x1b[2J" in after
        assert not re.search(r"[rgbys]\d", after.partition("\x1b[H")[2])


def test_the_deal_of_the_day_for_everybody(tmp_path: Path) -> None:
    text = text_of(played(tmp_path, "quick-and-easy", "--players", "2", typed="q\n"), 1)
    assert "The deal of the day, 20" in text
    deal = Store(tmp_path).game(1).match().deal
    assert re.fullmatch(r"quick-and-easy/2 #20\d{6}", deal)


def test_a_winnable_deal_on_request(tmp_path: Path) -> None:
    done = played(tmp_path, "quick-and-easy", "--players", "1", "--deal", "1", "--winnable", typed="q\n")
    assert done.returncode == 1
    assert b"can it be won?" in done.stderr
    from solver import solve

    assert solve(Store(tmp_path).game(1).match().deal).name == "winnable"


@pytest.mark.parametrize(
    ("arguments", "culprit"),
    [
        (["chess"], "chess"),
        (["the-game", "--players", "9"], "9"),
        (["the-game/2 #17", "--deal", "3"], "not both"),
        (["the-game/2 #17", "--people", "3"], "--people 3"),
        (["the-game/2 #17", "--seats", "person dog"], "'dog'"),
        (["the-game/2 #17", "--seats", "quick quick"], "nobody plays"),
        (["the-game/2 | 1*: 5 | 2: ?6 | draw: ?40"], "hidden"),
        (["--resume"], "no such game"),
        (["--review", "7"], "no game 7"),
        (["--review", "x"], "'x'"),
        (["--language", "fr"], "fr"),
        (["the-game", "--strength", "mighty", "--players", "2"], "mighty"),
    ],
)
def test_bad_input_is_one_line_that_names_the_culprit(arguments: list[str], culprit: str, tmp_path: Path) -> None:
    done = played(tmp_path, *arguments)
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.decode().count("\n") == 1
    assert culprit in done.stderr.decode()


# --- in the same process


def talked(
    match: Match, lines: list[str], monkeypatch: pytest.MonkeyPatch, kept: Kept | None = None, coach: bool = False
) -> int:
    """Let somebody type these lines."""
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
    return GameTalk(GameSession(match, kept), plain=True, coach=coach).run()


@pytest.mark.parametrize(("deal", "seats"), TABLES[1:8:2], ids=lambda text: text.replace(" ", "_"))
def test_nothing_printed_or_saved_tells_a_card_that_is_not_seen_yet(
    deal: str, seats: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same game up to some moment, with what is still in the draw pile then in another order: byte for byte."""
    lines, match = typed_game(deal, seats)
    for turns in (2, 5):
        now = match
        while len(now.line) > turns:
            now = Match(now.deal, now.seats, line=now.line[:-1])
        printed, saved = set[str](), set[str]()
        for seed in range(2):
            twin = with_another_draw_pile(now, seed)
            typed = lines_up_to(now, lines)
            kept = Store(tmp_path / f"{turns} {seed}").keep(twin)
            talked(
                twin,
                [*typed, "hint", "hint", "hint", "chance", "plays", "turns", "review"],
                monkeypatch,
                kept,
                coach=True,
            )
            printed.add(capsys.readouterr().out.replace(f"game {kept.number}", "game"))
            saved.add(kept.text.partition(" | seats:")[2])
        assert len(printed) == 1
        assert len(saved) == 1


def lines_up_to(now: Match, lines: list[str]) -> list[str]:
    """What people have typed until so many turns of theirs were played."""
    own = sum(now.seats[position.to_move] == PERSON for position in now.positions[:-1])
    kept, count = list[str](), 0
    for line in lines:
        if line and count == own:
            break
        count += bool(line)
        kept.append(line)
    return kept


def with_another_draw_pile(now: Match, seed: int) -> Match:
    """A new game of the same deal, but for the order of what is still in the draw piles."""
    chance, decks = random.Random(seed), list[tuple[object, ...]]()
    original = Match(now.deal, now.seats)
    for deck, pile in enumerate(original.start.draws):
        left = list(now.position.draws[deck].cards)
        chance.shuffle(left)
        seats = [seat for seat in range(now.rules.players) if now.rules.deck_of(seat) == deck]
        hands = dealt_hands(now.deal, deck, len(seats) * now.rules.hand)
        decks.append((*hands, *pile.cards[: len(pile.cards) - len(left)], *left))
    return Match(format_deal(Deal(now.rules, tuple(decks))), now.seats)  # type: ignore[arg-type]


def dealt_hands(deal: str, deck: int, count: int) -> tuple[object, ...]:
    from solver import load

    table = load(deal)
    assert isinstance(table, Deal)
    return table.decks[deck][:count]


@pytest.mark.parametrize("deal", ["the-game/3 #3", "quick-and-easy/2 #3", "the-game-extreme/2 #3", "face-to-face #3"])
def test_what_a_seat_is_told_does_not_depend_on_the_hands_of_others(
    deal: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Table, hints, chance and coach for the player to move, with every other card dealt otherwise."""
    from solver import load

    computers, match = Computers(), Match(deal, (PERSON,) * load(deal).rules.players)
    for _ in range(4):
        match = match.played(computers.choose(match.view(match.position.to_move), "instant"))
    seat = match.position.to_move
    turn = computers.choose(match.view(seat), "instant")
    laid = " ".join(f"{play.card} {play.pile}" for play in turn.plays)
    printed = set()
    for twin in (match, *(hidden_twin(deal, match, seat, seed) for seed in range(2))):
        lines = ["", "hint", "hint", "hint", "chance", "plays", "turns", laid]
        talked(Match(format_deal_of(twin), twin.seats, line=twin.line), lines, monkeypatch)
        printed.add(capsys.readouterr().out)
    assert len(printed) == 1


@pytest.mark.parametrize("deal", TALKING)
def test_where_partners_talk_nothing_printed_or_saved_tells_more_than_their_words(
    deal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A person and computers who talk: table, words, hints, chance, coach and file, with all other cards elsewhere."""
    match = talking_match(deal, 4)
    seat = match.position.to_move
    match = replace(match, seats=tuple(PERSON if at == seat else "instant" for at in range(len(match.seats))))
    turn = Computers().choose(match.view(seat), "instant", match.said)
    laid = " ".join(f"{play.card} {play.pile}" for play in turn.plays)
    *_, last = (turn for _, turn in zip(range(200), match.position.legal_turns, strict=False))
    worst = " ".join(f"{play.card} {play.pile}" for play in last.plays)
    printed, saved, coached, changed = set[str](), set[str](), set[str](), 0
    for twin in (match, *(hidden_twin(deal, match, seat, seed) for seed in range(2))):
        changed += twin.position.hands != match.position.hands
        dealt = replace(twin, deal=format_deal_of(twin))
        kept = Store(tmp_path).keep(dealt)
        lines = ["hint", "hint", "hint", "chance", "plays", "turns", "review", laid, "undo turn"]
        talked(dealt, lines, monkeypatch, kept)
        printed.add(capsys.readouterr().out.replace(f"game {kept.number}", "game"))
        saved.add(kept.text.partition(" | seats:")[2])
        talked(dealt, [f"{worst} end"], monkeypatch, coach=True)  # then cards are drawn: only the coach tells the same
        coached.add(re.search(r"Coach: .*(\nBetter: .*(\n  - .*)*)?", capsys.readouterr().out)[0])  # type: ignore[index]
    assert changed
    assert [len(each) for each in (printed, saved, coached)] == [1, 1, 1]
    assert " says: " in printed.pop() or match.said == {}


def format_deal_of(match: Match) -> str:
    """The deal with its cards, so that no number is told."""
    from solver import load

    table = load(match.deal)
    assert isinstance(table, Deal)
    return format_deal(table)


@pytest.mark.parametrize(("deal", "seats"), TABLES[4:8], ids=lambda text: text.replace(" ", "_"))
def test_no_nonsense_that_is_typed_breaks_anything(
    deal: str, seats: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance, match = random.Random(deal), Match(deal, tuple(seats.split()))
    cards = [str(card) for card in match.rules.cards]
    piles = [pile.name for pile in match.rules.piles]
    slow = ("quit", "hint", "chance", "coach", "review")
    others = [word for word, order in COMMAND_OF.items() if order not in slow] + ["0", "é", "\0", "@", ""]
    for language in LANGUAGES:
        lines = []
        for _ in range(60):
            words = [f"{chance.choice(cards)} {chance.choice(piles)}" for _ in range(3)] + chance.sample(others, 3)
            lines.append(" ".join(chance.sample(words, chance.randint(1, 5))))
        kept = Store(tmp_path).keep(match)
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
        assert GameTalk(GameSession(match, kept, language), plain=True).run() in (0, 1)
        assert parse_record(kept.text) == kept.match()


def test_every_sentence_is_there_in_both_languages() -> None:
    for key, (english, german) in SAID.items():
        assert re.findall(r"\{(\w+)", english).sort() == re.findall(r"\{(\w+)", german).sort(), key
        assert set(re.findall(r"\{(\w+)", english)) == set(re.findall(r"\{(\w+)", german)), key
    assert len(HELP_GAME["en"]) == len(HELP_GAME["de"])


def test_the_record_of_a_game_names_no_hidden_card() -> None:
    _, match = typed_game("the-game/3 #2", "person quick instant")
    early = Match(match.deal, match.seats, line=match.line[:4])
    text = format_record(early)
    laid = {str(play.card) for turn in early.line for play in turn.plays}
    assert set(re.findall(r"(\d+)@", text)) == laid
    assert "+" not in text


def test_the_page_about_playing_shows_what_happens(tmp_path: Path) -> None:
    page = (Path(__file__).parents[1] / "docs" / "play.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```console\n(.*?)```", page, re.DOTALL)
    command, _, shown = block.partition("\n")
    assert command == "$ tenback play 'the-game/1 #17' --plain"
    typed = re.findall(r"^player .*?> (.*)$", shown, re.MULTILINE)
    done = played(tmp_path, "the-game/1 #17", "--plain", typed="\n".join(typed) + "\n")
    assert text_of(done, 1) == shown
    (record,) = re.findall(r"```text\n(.*?)\n```", page, re.DOTALL)
    assert format_record(parse_record(record)) == record
