"""Collections in files: what is written reads back, comments survive, what is no collection is refused in a line."""

from __future__ import annotations

import json
import re
import string
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.files.collection import (
    load_collection,
    load_puzzle,
    parse_task,
    puzzle_from_json,
    puzzle_to_json,
    read_collection,
    save_collection,
)
from puzzles.files.shapes import collection_schema, schema_text
from puzzles.puzzle import UNIQUENESS, Collection, Place, Puzzle, Task
from solver import DoesNotAddUp, Line, Position, TenbackError, Unreadable, load, parse_line
from tests.command import forked
from tests.docs import ROOT
from tests.strategies import positions, random_turn, randoms

POSITION = "quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9"

COMMENTED = '''\
# A collection with words around it.
format = 1
title = "First steps"   # the title
author = "tenback"

# About the licence.
licence = "CC0-1.0"

# The first puzzle.
[[puzzle]]
id = "one"    # its name
title = 'Written with single quotes'
position = "quick-and-easy/2|up:r7|down:b4|1:b5 s1|2:r3 g2|draw:y9"   # short form
task = "only-turn"
solution = """
1: b5@down
2: r3@down
1: y9@up
2: g2@down
1: s1@down
"""
unique = "first-turn"
# What it is about.
themes = [
    "holding-back",   # the main one
]

# The second puzzle.
# It has two lines of comment.
[[puzzle]]
id = "two"
task = "win"
author = "somebody else"
[puzzle.position]
game = "quick-and-easy"
piles = { up = "r7", down = "b4" }
hands = { 1 = ["b5", "s1"] }

# The third puzzle.
[[puzzle]]
id = "three"
task = "win"
position = "quick-and-easy/1 | up: r7 | down: b4 | 1*: b5"
# The end.
'''


@pytest.fixture
def commented(tmp_path: Path) -> Path:
    path = tmp_path / "commented.toml"
    path.write_text(COMMENTED, encoding="utf-8")
    return path


def some_puzzle(name: str = "any", **changes: object) -> Puzzle:
    position = load(POSITION)
    assert isinstance(position, Position)
    return replace(Puzzle(name, position, Task("win")), **changes)  # type: ignore[arg-type]


# --- reading


def test_a_file_is_read(commented: Path) -> None:
    collection = load_collection(commented)
    assert (collection.title, collection.licence, collection.language) == ("First steps", "CC0-1.0", "en")
    one, two, three = collection.puzzles
    assert one.position == load(POSITION)
    assert one.solution == parse_line("1: b5@down; 2: r3@down; 1: y9@up; 2: g2@down; 1: s1@down")
    assert (one.unique, one.themes, one.task) == ("first-turn", ("holding-back",), Task("only-turn"))
    assert two.position == load("quick-and-easy/1 | up: r7 | down: b4 | 1*: b5 s1")
    assert [puzzle.author for puzzle in collection.puzzles] == ["tenback", "somebody else", "tenback"]
    assert [puzzle.licence for puzzle in collection.puzzles] == ["CC0-1.0"] * 3
    assert (three.solution, three.rating, three.level) == ((), None, None)


def test_one_puzzle_is_read_from_either_form() -> None:
    toml = f'id = "any"\ntask = "win"\nposition = "{POSITION}"'
    assert load_puzzle(toml) == load_puzzle(f"[[puzzle]]\n{toml}") == some_puzzle()
    assert load_puzzle(json.dumps({"id": "any", "task": "win", "position": POSITION})) == some_puzzle()


def test_a_line_and_a_position_may_be_given_in_the_form_of_json() -> None:
    turns = [{"player": 1, "plays": [["b5", "down"]], "drawn": ["y9"]}]
    puzzle = puzzle_from_json({"id": "any", "task": "win", "position": POSITION, "solution": turns})
    assert puzzle.solution == parse_line("1: b5@down +y9")


def test_a_deal_stands_for_its_first_position() -> None:
    puzzle = puzzle_from_json({"id": "any", "task": "win", "position": "quick-and-easy/1 #5"})
    assert puzzle.position == load("quick-and-easy/1 #5").position()  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "task"), [("win", Task("win")), ("win-in:2", Task("win-in", 2)), ("helpwin", Task("helpwin"))]
)
def test_tasks(text: str, task: Task) -> None:
    assert parse_task(text) == task
    assert str(task) == text


@pytest.mark.parametrize(
    "text", ["", "Win", "win:2", "win-in", "win-in:0", "win-in:-1", "win-in:9999", "helpwin:", "win ", "win\n"]
)
def test_what_is_no_task_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        parse_task(text)


# --- writing


def test_a_file_that_has_not_changed_is_written_as_it_was(commented: Path) -> None:
    save_collection(load_collection(commented), commented)
    assert commented.read_text(encoding="utf-8") == COMMENTED


def test_only_what_has_changed_is_written_anew(commented: Path) -> None:
    collection = load_collection(commented)
    one, two, three = collection.puzzles
    changed = replace(
        collection, title="Second steps", puzzles=(replace(one, rating=40), two, replace(three, unique="line"))
    )
    save_collection(changed, commented)
    expected = COMMENTED.replace('"First steps"', '"Second steps"').replace(
        'unique = "first-turn"\n', 'unique = "first-turn"\nrating = 40\n'
    )
    expected = expected.replace(' | 1*: b5"\n# The end', ' | 1*: b5"\nunique = "line"\n# The end')
    assert commented.read_text(encoding="utf-8") == expected
    assert load_collection(commented) == changed


def test_a_position_in_a_table_of_its_own_can_change(commented: Path) -> None:
    collection = load_collection(commented)
    one, two, three = collection.puzzles
    changed = replace(collection, puzzles=(one, replace(two, position=three.position, rating=3), three))
    save_collection(changed, commented)
    assert load_collection(commented) == changed
    assert "# The third puzzle." in commented.read_text(encoding="utf-8")


def test_new_puzzles_come_last(commented: Path) -> None:
    collection = load_collection(commented)
    changed = replace(
        collection, puzzles=(*collection.puzzles, some_puzzle("four", author="tenback", licence="CC0-1.0"))
    )
    save_collection(changed, commented)
    text = commented.read_text(encoding="utf-8")
    assert text.startswith(COMMENTED)
    assert text[len(COMMENTED) :].splitlines()[:3] == ["", "[[puzzle]]", 'id = "four"']
    assert load_collection(commented) == changed


def test_puzzles_take_their_comments_along(commented: Path) -> None:
    collection = load_collection(commented)
    one, two, three = collection.puzzles
    changed = replace(collection, puzzles=(three, one))
    save_collection(changed, commented)
    text = commented.read_text(encoding="utf-8")
    order = [
        "# A collection",
        "# About the licence",
        "# The third puzzle",
        'id = "three"',
        "# The end",
        "# The first puzzle",
    ]
    places = [text.index(words) for words in [*order, 'id = "one"', "# What it is about", "# the main one"]]
    assert places == sorted(places)
    assert "second" not in text
    assert load_collection(commented) == changed
    save_collection(replace(changed, puzzles=(one, two, three)), commented)
    assert load_collection(commented).puzzles == (one, two, three)


def test_comments_survive_whatever_is_done(commented: Path) -> None:
    """At random: puzzles changed, added, moved; no comment of a puzzle that is still there is lost."""
    rng = Random(3)
    for _ in range(12):
        collection = load_collection(commented)
        puzzles = list(collection.puzzles)
        rng.shuffle(puzzles)
        puzzles = [
            replace(puzzle, rating=rng.randint(0, 100), notes=rng.choice(["", "a\nb", "c"])) for puzzle in puzzles
        ]
        if len(puzzles) < 8:
            puzzles.insert(rng.randrange(4), some_puzzle(f"new-{rng.randint(1, 10**6)}", author="x", licence="y"))
        changed = replace(collection, puzzles=tuple(puzzles), notes=rng.choice(["", "words", "more\nwords"]))
        save_collection(changed, commented)
        assert load_collection(commented) == changed
    text = commented.read_text(encoding="utf-8")
    for comment in [
        line.partition("#")[2] for line in COMMENTED.splitlines() if "#" in line and "short form" not in line
    ]:
        assert text.count(f"#{comment}") == 1


def test_a_file_that_is_none_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "other.toml"
    for text in ('[tool]\nname = "x"\n', "format = 2\n", "not toml at all"):
        path.write_text(text)
        with pytest.raises(Unreadable):
            save_collection(Collection(puzzles=(some_puzzle(),)), path)
        assert path.read_text() == text
    assert sorted(tmp_path.iterdir()) == [path]


def test_two_puzzles_of_one_name_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="puzzle any: the same id as the puzzle; give each"):
        save_collection(Collection(puzzles=(some_puzzle(), some_puzzle())), tmp_path / "new.toml")
    assert not list(tmp_path.iterdir())


# --- round trips

words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
names = st.text(string.ascii_letters + string.digits + "-", min_size=1, max_size=12).filter(lambda name: name[0] != "-")


@st.composite
def lines(draw: st.DrawFn, position: Position) -> Line:
    rng, line = draw(randoms), []
    for _ in range(rng.randint(0, 4)):
        turn = random_turn(rng, position)
        if turn is None:
            break
        line.append(turn)
        position = position.after(turn)
    return tuple(line)


@st.composite
def puzzles(draw: st.DrawFn, name: str | None = None) -> Puzzle:
    position = draw(positions())
    task = draw(
        st.sampled_from([Task("win"), Task("best-score"), Task("where-lost"), Task("win-in", 3), Task("helpwin")])
    )
    return Puzzle(
        id=name or draw(names),
        position=position,
        task=task,
        solution=draw(lines(position)),
        unique=draw(st.sampled_from(UNIQUENESS)),
        rating=draw(st.none() | st.integers(0, 100)),
        themes=tuple(draw(st.lists(names, max_size=3))),
        title=draw(words),
        author=draw(words),
        source=draw(words),
        licence=draw(words),
        notes=draw(words),
        played=draw(lines(position)),
        lost_at=draw(st.none() | st.integers(1, 9)),
    )


@settings(max_examples=30, deadline=None)
@given(puzzles())
def test_a_puzzle_survives_json(puzzle: Puzzle) -> None:
    assert puzzle_from_json(puzzle_to_json(puzzle)) == puzzle
    assert load_puzzle(json.dumps(puzzle_to_json(puzzle))) == puzzle


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_a_collection_survives_both_forms(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    some = tuple(data.draw(puzzles(f"p-{number}")) for number in range(data.draw(st.integers(0, 3))))
    collection = Collection(
        data.draw(words), some, notes=data.draw(words), language=data.draw(st.sampled_from(["en", "de"]))
    )
    folder = tmp_path_factory.mktemp("trips")
    for name in ("collection.toml", "collection.jsonl"):
        save_collection(collection, folder / name)
        assert load_collection(folder / name) == collection
    save_collection(load_collection(folder / "collection.jsonl"), folder / "again.toml")
    assert (folder / "again.toml").read_text() == (folder / "collection.toml").read_text()


def test_json_lines_carry_what_holds_for_all(commented: Path, tmp_path: Path) -> None:
    collection = load_collection(commented)
    path = tmp_path / "all.jsonl"
    save_collection(collection, path)
    head, *rest = [json.loads(line) for line in path.read_text().splitlines()]
    assert head == {"format": 1, "title": "First steps", "author": "tenback", "licence": "CC0-1.0", "language": "en"}
    assert [line["author"] for line in rest] == ["tenback", "somebody else", "tenback"]
    path.write_text("\n".join(json.dumps(line) for line in rest))  # a head is not needed
    assert load_collection(path).puzzles == collection.puzzles


# --- what is refused

GOOD = f'format = 1\n[[puzzle]]\nid = "a"\ntask = "win"\nposition = "{POSITION}"\n'

BAD = {
    "no format": ('title = "x"', "begins with format = 1"),
    "another format": ("format = 2", "format '2' is not known"),
    "a format in words": ('format = "1"', "format '1' is not known"),
    "true is no number": ("format = true", "format 'True' is not known"),
    "not TOML": ("format = = 1", "Invalid value"),
    "an unknown key": (GOOD + 'colour = "red"\n', "unknown field `colour`"),
    "an unknown key of all": ("format = 1\ncolour = 3", "unknown field `colour`"),
    "a wrong type": (GOOD + 'rating = "hard"\n', r"bad.toml:2: a: Expected `int \| null`, got `str` - at `rating`"),
    "a rating too high": (GOOD + "rating = 101\n", "<= 100"),
    "a bad id": (GOOD.replace('"a"', '"a b"'), "bad.toml:2: .* - at `id`"),
    "no id": (GOOD.replace('id = "a"\n', ""), "missing required field `id`"),
    "no position": (GOOD.replace("position", "positron"), "`positron`"),
    "a bad task": (GOOD.replace('"win"', '"lose"'), "bad.toml:2: a: .* - at `task`"),
    "a bad claim": (GOOD + 'unique = "very"\n', "Invalid enum value 'very'"),
    "a table in place of a list": ("format = 1\n[puzzle]\nid = 1", "each puzzle begins with"),
    "a date": (GOOD + "title = 2024-01-01\n", "title"),
    "deep": ("format = 1\nx = " + "[" * 3000, "recursion"),
    "a long line": ("format = 1\n" + "a." * 3000 + "b = 1", "line 2 has more than"),
    "a huge number": ("format = 1\nx = " + "9" * 3990, "unknown field|digits"),
    "empty": ("", "begins with format = 1"),
}


@pytest.mark.parametrize(("text", "reason"), BAD.values(), ids=BAD.keys())
def test_a_bad_file_is_refused_in_one_line(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(Unreadable, match=reason) as refused:
        load_collection(path)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\xff\xfe\x00f", "not text"),
        (b"format = 1\n\0", "zero byte"),
        (GOOD.encode("utf-16"), "not text"),
        (b"#" * (2 << 20) + b"\n" * 10, "longer than 2 MiB"),
    ],
)
def test_a_file_that_is_not_text(content: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    with pytest.raises(Unreadable, match=reason):
        load_collection(path)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[1, 2]", "bad.jsonl:1: Expected `object`"),
        ("{", "bad.jsonl:1: not JSON"),
        ('{"format": 2}', "format '2' is not known"),
        ('{"format": 1}\n{"id": "a"}', "bad.jsonl:2: a: .*missing required field"),
        ('{"format": 1}\n{"format": 1}', "bad.jsonl:2|unknown|missing"),
        ("[" * 100_000, "bad.jsonl:1: not JSON"),
    ],
)
def test_bad_json_lines(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(text)
    if text.count("format") == 2:
        assert load_collection(path).puzzles == ()  # said twice, and the same
        return
    with pytest.raises(Unreadable, match=reason):
        load_collection(path)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for source in (tmp_path / "none.toml", tmp_path, "a\0b"):
        with pytest.raises(Unreadable, match="cannot be read"):
            load_collection(source)


def test_a_position_is_never_read_from_a_file_or_standard_input(tmp_path: Path) -> None:
    """A collection from somebody else says what is in it, and reads nothing of mine."""
    inner = tmp_path / "position.txt"
    inner.write_text(POSITION)
    for source in (str(inner), "-"):
        with pytest.raises(TenbackError):
            puzzle_from_json({"id": "any", "task": "win", "position": source})
        with pytest.raises(TenbackError):
            puzzle_from_json({"id": "any", "task": "win", "position": POSITION, "solution": str(inner)})


def test_a_puzzle_that_does_not_add_up_is_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "mixed.toml"
    path.write_text(GOOD + GOOD.removeprefix("format = 1\n").replace('"a"', '"b"').replace("s1", "r7"))
    with pytest.raises(DoesNotAddUp, match=r"mixed.toml:6: b: position: card r7"):
        load_collection(path)
    collection, broken = read_collection(path)
    assert [puzzle.id for puzzle in collection.puzzles] == ["a"]
    assert [(one.id, one.place) for one in broken] == [("b", Place(str(path), 6))]


FIRST = GOOD.replace(POSITION, "quick-and-easy/1 | up: r7 | down: b4 | 1*: b5 s1")
SECOND = {  # what is wrong with the puzzle that begins on line 6, and what is said of it
    "position": ('id = "b"\ntask = "win"\nposition = "the-game/1 | 1*: 3 3"\n', "position: card 3"),
    "task": (f'id = "b"\ntask = "win-in:2"\nposition = "{POSITION}"\n', "task win-in:2: quick-and-easy knows"),
    "solution": (
        f'id = "b"\ntask = "win"\nposition = "{POSITION}"\nsolution = "1: b5@up"\n',
        "(its solution is against the rules: turn 1|b5@up may not be laid)",
    ),
    "twice": (f'id = "a"\ntask = "win"\nposition = "{POSITION}"\n', "the same id as the puzzle at .*mine.toml:2; give"),
    "key": (f'id = "b"\nlevel = "easy"\ntask = "win"\nposition = "{POSITION}"\n', ".*unknown field `level`"),
}


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        *(("position", verb) for verb in ("rate {}", "convert {} out.jsonl", "print {} -o out.svg", "play {} b")),
        ("task", "rate {}"),
        ("solution", "play {} b"),
        ("solution", "print {} -o out.html"),
        ("twice", "convert {} {}"),
        ("twice", "rate {} --write"),
        ("key", "check {}"),
    ],
)
def test_every_verb_names_file_line_and_id(wrong: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(FIRST + "[[puzzle]]\n" + SECOND[wrong][0])
    asked = words.replace("out.", f"{tmp_path}/out.").format(path, path).split()
    done = forked("puzzle", *asked)
    assert done.returncode == 2
    id = "a" if wrong == "twice" else "b"
    said = done.stderr.decode()
    assert re.fullmatch(rf"tenback: {re.escape(str(path))}:6: {id}: {SECOND[wrong][1]}.*\n", said), said


def test_puzzles_that_are_written_in_another_way_are_named_without_a_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'format = 1\npuzzle = [{{id = "a", task = "win", position = "{POSITION}"}}]\n')
    (puzzle,) = load_collection(path).puzzles
    assert puzzle.named == f"{path}: a"
    assert puzzle == replace(puzzle, place=None)  # where it stands is no part of it


# --- the schema


def test_the_published_schema_is_current() -> None:
    assert (ROOT / "docs" / "puzzles.schema.json").read_text(encoding="utf-8") == schema_text()


def test_the_schema_names_every_key() -> None:
    shapes = collection_schema()["$defs"]
    puzzle = shapes["PuzzleShape"]
    assert puzzle["additionalProperties"] is False
    assert set(puzzle["properties"]) == (set(Puzzle.__dataclass_fields__) - {"place"}) | {"require"}
    assert set(shapes["CollectionShape"]["properties"]) - {"format", "puzzle"} == (
        set(Collection.__dataclass_fields__) - {"puzzles"}
    )
    assert puzzle["required"] == ["id", "position", "task"]
