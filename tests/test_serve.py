"""``tenback serve``: what the API answers, what it refuses, and how it ends."""

from __future__ import annotations

import http.client
import inspect
import json
import re
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import psutil
import pytest

import solver
from puzzles.server.requests import REQUESTS, strict_json
from puzzles.server.schema import as_text, openapi
from puzzles.server.shapes import ANSWERS, ErrorAnswer
from solver.errors import Unreadable
from tests.command import forked, tenback
from tests.serving import Answer, Served, leaks, served

DOCS = Path(__file__).parents[1] / "docs"
SMALL = "quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9"
POSITIONS = {
    "the-game": "the-game/2 | up: 90 80 | down: 20 30 | 1*: 91 95 | 2: 15 17 | draw: 70 99",
    "the-game-extreme": "the-game-extreme/1 | commands: 37=stop 41=skull | up: 17 1 | down: 88 100 | 1*: 37 41 42",
    "face-to-face": "face-to-face | A.up: 50 | A.down: 9 | B.up: 51 | B.down: 8 | A*: 52 53 55 | B: 54 56 57",
    "quick-and-easy": SMALL,
    "quick-and-easy-pro": "quick-and-easy-pro/1 | up: r7 | down: b4 | 1*: b5 s1",
}
HARD = "the-game/1 ups=1 downs=0 hand=40 minimum=14 trick=3 #9"  # the search does not decide it in any short time


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served("--time-limit", "600", "--jobs", "1", "--max-body", "16", "--client-timeout", "3") as running:
        yield running


def good(answer: Answer, kind: str) -> Any:
    """The data of a good answer, which has one of the forms that the schema promises."""
    assert answer.status == 200, answer.text
    assert answer.headers["content-type"] == "application/json"
    fits = []
    for form in ANSWERS[kind]:
        try:
            msgspec.convert(answer.json, form)
            fits.append(form)
        except msgspec.ValidationError:
            continue
    assert len(fits) == 1, f"{kind}: {answer.text[:500]}"
    return answer.json


def bad(answer: Answer, status: int) -> str:
    """The message of a refusal: one line that says nothing about this machine."""
    assert answer.status == status, answer.text
    message = msgspec.convert(answer.json, ErrorAnswer).error
    assert message
    assert "\n" not in message
    assert not leaks(answer.text)
    return message


# --- answers


def without_time(data: Any) -> Any:
    return {key: value for key, value in data.items() if key not in ("seconds", "states", "version")}


@pytest.mark.parametrize("game", POSITIONS)
def test_every_question_about_every_game_is_answered_as_on_the_command_line(server: Served, game: str) -> None:
    position = POSITIONS[game]
    told = json.loads(forked("solve", position, "--json").stdout)
    found = good(server.ask("/api/solve", {"position": position}), "solve")
    assert without_time(found) == without_time(told)

    told = json.loads(forked("analyze", position, "--json").stdout)
    choices = good(server.ask("/api/analyze", {"position": position}), "analyze")
    assert choices.pop("all_choices") == len(choices["choices"])
    assert without_time(choices) == without_time(told)

    told = json.loads(forked("show", position, "--json").stdout)
    assert good(server.ask("/api/show", {"position": position}), "show") == told

    line = found["turns"]
    verified = good(server.ask("/api/verify", {"position": position, "line": line}), "verify")
    assert verified["legal"]
    played = good(server.ask("/api/analyze", {"position": told, "line": line}), "analyze")
    assert [turn["plays"] for turn in played["turns"]] == [turn["plays"] for turn in line]

    steps = good(server.ask("/api/steps", {"position": position, "line": {"turns": line}}), "steps")
    assert len(steps["steps"]) == len(line) + 1
    assert steps["judgement"] == verified
    last = solver.play_line(solver.load(position), solver.load_line(json.dumps(line)))  # type: ignore[arg-type]
    assert steps["steps"][-1]["text"] == solver.format_position(last)


def test_all_ways_to_give_a_position_are_the_same(server: Served) -> None:
    as_object = good(server.ask("/api/show", {"position": SMALL}), "show")
    for given in (SMALL, as_object, json.dumps(as_object), SMALL.replace(" | ", "\n|")):
        assert good(server.ask("/api/show", {"position": given}), "show") == as_object


def test_deals_are_those_of_the_command_line(server: Served) -> None:
    told = json.loads(forked("deal", "the-game", "17", "--players", "2", "--set", "hand=5", "--json").stdout)
    assert good(server.ask("/api/deal?game=the-game&number=17&players=2&set=hand%3D5"), "deal") == told
    told = json.loads(forked("deal", "the-game-extreme", "3", "--commands", "random", "--json").stdout)
    assert good(server.ask("/api/deal?game=the-game-extreme&number=3&commands=random"), "deal") == told
    deal = good(server.ask("/api/deal?game=face-to-face"), "deal")
    assert good(server.ask("/api/show", {"position": deal}), "show") == deal
    assert good(server.ask("/api/games"), "games") == json.loads(forked("games", "--json").stdout)


def test_a_played_game_is_analysed(server: Served) -> None:
    found = good(server.ask("/api/analyze", {"position": SMALL, "line": "1: s1@down; 2: r3@up"}), "analyze")
    assert found["first_losing_turn"] == 1
    assert found["better"][0]["plays"] == [["b5", "down"]]


def test_an_unknown_order_is_analysed(server: Served) -> None:
    hidden = SMALL.replace("draw: y9", "draw?: b1 y9 g7")
    found = good(server.ask("/api/analyze", {"position": hidden, "most_choices": 2}), "analyze")
    assert (found["won"], found["orders"], len(found["choices"]), found["all_choices"]) == (5, "6", 2, 3)


def test_questions_about_face_to_face(server: Served) -> None:
    duel = "face-to-face | A.up: 10 | B.up: 20 | A*: 11 12 13 | B: 30 31"
    assert good(server.ask("/api/solve", {"position": duel, "goal": "helpwin"}), "solve")["bound"] == 1
    assert good(server.ask("/api/solve", {"position": duel, "goal": "win-in:1"}), "solve")["verdict"] == "winnable"
    refuted = good(server.ask("/api/solve", {"position": duel, "refute": "A: 11@A.up 12@A.up"}), "solve")
    assert refuted["goal"] == "refute"
    message = bad(server.ask("/api/solve", {"position": duel, "refute": "A: 11@A.up 12@A.up", "goal": "helpwin"}), 400)
    assert "helpwin" in message


def test_goals_rules_and_starters(server: Served) -> None:
    found = good(server.ask("/api/solve", {"position": SMALL, "goal": "turns"}), "solve")
    assert (found["bound"], found["optimal"]) == (3, True)
    assert good(server.ask("/api/solve", {"position": SMALL, "set": {"maximum": 1}}), "solve")["verdict"]
    assert good(server.ask("/api/solve", {"position": SMALL, "any_starter": True}), "solve")["verdict"] == "winnable"


def test_stipulations_are_judged(server: Served) -> None:
    end, line = "the-game/1 | up: 41 13 | down: 48 99 | 1*: 5 30 57", "57@up1 30@down1 5@down1"
    asked = {"position": end, "require": "last = 30; tricks=0"}
    found = good(server.ask("/api/solve", asked), "solve")
    assert (found["verdict"], found["require"]) == ("winnable", "last=30; tricks=0")
    assert good(server.ask("/api/solve", asked | {"require": "last=30; on=30:up1"}), "solve")["verdict"] == "unwinnable"
    larger = "the-game/2 | up: 41 13 | down: 48 99 | 1: 4 16 37 47 60 87 | 2*: 18 28 33 57 68 81 82"
    found = good(server.ask("/api/solve", {"position": larger, "require": "last=37", "goal": "tricks"}), "solve")
    assert (found["engine"], found["optimal"]) == ("cpsat", True)
    assert good(server.ask("/api/analyze", asked), "analyze")["require"] == "last=30; tricks=0"
    played = good(server.ask("/api/analyze", asked | {"line": line}), "analyze")
    assert (played["first_losing_turn"], played["require"]) == (1, "last=30; tricks=0")
    judged = good(server.ask("/api/verify", asked | {"line": line}), "verify")
    assert (judged["legal"], judged["complete"], judged["broken"]) == (True, False, "last=30")
    refused = bad(server.ask("/api/solve", asked | {"require": "last=30; last=5"}), 400)
    assert refused == "last=30 and last=5 contradict each other"


def test_steps_say_where_a_line_breaks_a_rule(server: Served) -> None:
    found = good(server.ask("/api/steps", {"position": SMALL, "line": "b5@down; r3@up; r3@up", "board": True}), "steps")
    assert len(found["steps"]) == 3
    assert found["judgement"]["violation"] == {"turn": 3, "play": 1, "rule": "own-hand"}
    assert found["steps"][1]["turn"] == {"player": 1, "plays": [["b5", "down"]], "drawn": ["y9"]}
    assert set(found["board"]) == {"table", "position"}


# --- pages


def test_the_pages_are_there_and_load_nothing_from_elsewhere(server: Served) -> None:
    end = time.monotonic() + 60
    while not server.has_puzzles():
        assert time.monotonic() < end
        time.sleep(0.2)
    solver_page, puzzle_page = server.ask("/"), server.ask("/puzzles")
    assert "Enough is enough" in puzzle_page.text
    assert "Enough is enough" not in solver_page.text
    for page in (solver_page, puzzle_page):
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert 'id="live"' in page.text
        assert not leaks(page.text)
        assert set(re.findall(r"""(?:src|href)=["']([^"'#]+)""", page.text)) == {"live.js", "live.css", "data:,"}
    for name, kind in (("live.js", "text/javascript"), ("live.css", "text/css"), ("icon.svg", "image/svg+xml")):
        answer = server.ask(f"/{name}")
        assert answer.headers["content-type"].startswith(kind)
        assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)", answer.text)


# --- limits


def test_a_search_out_of_time_is_not_known(server: Served) -> None:
    found = good(server.ask("/api/solve", {"position": HARD, "time_limit": 0.5}), "solve")
    assert (found["verdict"], found["reason"]) == ("unknown", "the time limit of 0.5 s was reached")
    found = good(server.ask("/api/analyze", {"position": "the-game/1 #17", "time_limit": 0.2}), "analyze")
    assert "time limit" in found["limit"]


def test_a_long_list_of_choices_is_cut_and_says_so(server: Served) -> None:
    whole = good(server.ask("/api/analyze", {"position": POSITIONS["the-game"]}), "analyze")
    found = good(server.ask("/api/analyze", {"position": POSITIONS["the-game"], "most_choices": 2}), "analyze")
    assert found["choices"] == whole["choices"][:2]
    assert found["all_choices"] == len(whole["choices"]) > 2


def test_memory_is_limited_by_the_system(server: Served) -> None:
    """The workers' own limits are below what the search would take."""
    for process in server.family()[1:]:
        soft, hard = process.rlimit(psutil.RLIMIT_AS)
        if "puzzles.server.worker" in process.cmdline():
            assert soft == hard
            assert soft == psutil.RLIM_INFINITY or soft < 3 * 2**30
    found = good(server.ask("/api/solve", {"position": HARD, "time_limit": 1, "memory_limit": 32}), "solve")
    assert found["verdict"] == "unknown"


def test_a_worker_that_hangs_is_killed_and_the_answer_is_not_known(server: Served) -> None:
    server.wait_until_idle()
    searching = [process for process in server.family()[1:] if "searches" in process.cmdline()]
    for process in searching:
        process.suspend()
    found = good(server.ask("/api/solve", {"position": SMALL, "time_limit": 0.2}), "solve")
    assert (found["verdict"], found["reason"]) == ("unknown", "the time limit of 0.2 s was reached")
    _, alive = psutil.wait_procs(searching, timeout=1)
    assert len(alive) == len(searching) - 1  # the one that was asked
    for process in alive:
        process.resume()
    end = time.monotonic() + 60
    while server.ask("/api/solve", {"position": SMALL, "time_limit": 0.2}).json.get("verdict") != "winnable":
        assert time.monotonic() < end
        time.sleep(0.2)


def test_a_killed_worker_is_replaced(server: Served) -> None:
    server.wait_until_idle()
    for process in server.family()[1:]:
        process.kill()
    found = server.ask("/api/solve", {"position": SMALL})
    assert found.status in (200, 503), found.text
    assert not leaks(found.text)
    end = time.monotonic() + 60
    while (found := server.ask("/api/solve", {"position": SMALL})).json.get("verdict") != "winnable":
        assert time.monotonic() < end, found.text
        time.sleep(0.2)
    good(server.ask("/api/show", {"position": SMALL}), "show")
    while len(server.family()) < 4:
        assert time.monotonic() < end
        time.sleep(0.2)
    server.wait_until_idle()


def post(path: str, body: bytes, length: int | None = None) -> bytes:
    """A request as it goes over the wire."""
    size = len(body) if length is None else length
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {size}\r\n\r\n"
    )
    return head.encode() + body


# --- refusals

BAD_BODIES = {
    "nothing": (b"", "empty"),
    "not JSON": (b"hello", "JSON"),
    "cut short": (b'{"position": "the-game', "JSON"),
    "a list": (b"[]", "object"),
    "a number": (b"17", "object"),
    "deep": (b'{"position": ' + b"[" * 5000 + b"]" * 5000 + b"}", "JSON"),
    "deeper than meant": (b'{"position": {"game": ' + b"[" * 60 + b"]" * 60 + b"}}", "32 levels"),
    "twice": (b'{"position": "the-game/1 #1", "position": "the-game/1 #2"}', "'position' is there twice"),
    "twice inside": (b'{"position": {"game": "the-game", "game": "quick-and-easy"}}', "'game' is there twice"),
    "twice in text": (json.dumps({"position": '{"game": "the-game", "game": 1}'}).encode(), "'game' is there twice"),
    "not a number": (b'{"position": "the-game/1 #1", "time_limit": NaN}', "JSON"),
    "infinity": (b'{"position": "the-game/1 #1", "time_limit": 1e999}', "JSON"),
    "huge": (b'{"position": "the-game/1 #1", "time_limit": 1' + b"0" * 5000 + b"}", "JSON"),
    "huge whole": (b'{"position": {"game": "the-game", "players": 1' + b"0" * 60 + b"}}", ""),
    "no UTF-8": (b'{"position": "\xff\xfe"}', "UTF-8"),
    "UTF-16": ('{"position": "the-game/1 #1"}'.encode("utf-16"), "JSON"),
    "half a character": (b'{"position": "\\ud800"}', "JSON"),
    "zero byte": (b'{"position": "the-game/1 \\u0000"}', ""),
    "unknown key": (b'{"position": "the-game/1 #1", "engine": "cpsat"}', "engine"),
    "no position": (b"{}", "position"),
    "empty position": (b'{"position": "  "}', "position is empty"),
    "wrong type": (b'{"position": 17}', "position"),
    "a file": (b'{"position": "/etc/passwd"}', "does not start with a game's name"),
    "another file": (b'{"position": "README.md"}', "does not start with a game's name"),
    "standard input": (b'{"position": "-"}', "'-' is not a game"),
    "no such game": (b'{"position": "chess/2 #1"}', "chess"),
    "a card twice": (b'{"position": "the-game/1 | up: 5 1 | 1*: 5"}', "card 5"),
    "no time": (b'{"position": "the-game/1 #1", "time_limit": 0}', "time_limit"),
    "no memory": (b'{"position": "the-game/1 #1", "memory_limit": 1}', "memory_limit"),
    "goal": (b'{"position": "the-game/1 #1", "goal": "fun"}', "fun"),
    "goal of another game": (b'{"position": "the-game/1 #1", "goal": "helpwin"}', "face-to-face"),
    "rules": (b'{"position": "the-game/1 #1", "set": {"hand": 0}}', "hand=0"),
    "markup": (b'{"position": "<script>alert(1)</script>"}', "script"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_BODIES)
def test_a_bad_request_is_refused_with_one_clear_line(server: Served, name: str) -> None:
    body, culprit = BAD_BODIES[name]
    assert culprit in bad(server.ask("/api/solve", body), 400)


def test_lines_are_text_or_data_never_files(server: Served) -> None:
    lines: list[object] = ["README.md", "-x", {"turn": []}, [{"plays": "x"}], [1], '{"turns": 1}', "1: 37"]
    for line in lines:
        bad(server.ask("/api/verify", {"position": SMALL, "line": line}), 400)
    assert good(server.ask("/api/verify", {"position": SMALL, "line": "-"}), "verify")["turns"] == 0
    message = bad(server.ask("/api/analyze", {"position": SMALL, "line": "1: r3@up"}), 400)
    assert "turn 1" in message


def test_addresses_and_methods_that_do_not_exist(server: Served) -> None:
    bad(server.ask("/api/nothing"), 404)
    bad(server.ask("/../../etc/passwd"), 404)
    bad(server.ask("/live.js/../../limits.py"), 404)
    bad(server.ask("/api/solve"), 405)
    bad(server.ask("/api/games", {}, method="DELETE"), 405)
    bad(server.ask("/api/games?colour=red"), 400)
    for query in ("", "game=chess", "game=the-game&number=0", "game=the-game&number=1:9", "game=the-game&players=x"):
        bad(server.ask(f"/api/deal?{query}"), 400)
    bad(server.ask("/api/deal?game=the-game&game=the-game"), 400)
    bad(server.ask("/api/deal?game=the-game&set=hand"), 400)
    bad(server.ask("/api/deal?game=the-game&commands=mine"), 400)


def test_other_sites_are_kept_out(server: Served) -> None:
    ask = {"position": SMALL}
    bad(server.ask("/healthz", headers={"Host": "evil.example"}), 421)
    bad(server.ask("/", headers={"Host": "localhost.evil.example:80"}), 421)
    bad(server.ask("/api/solve", ask, headers={"Origin": "http://evil.example"}), 403)
    bad(server.ask("/api/solve", ask, headers={"Origin": "null"}), 403)
    bad(server.ask("/api/solve", json.dumps(ask).encode(), headers={"content-type": "text/plain"}), 415)
    assert server.ask("/api/solve", ask, headers={"Origin": server.address}).status == 200
    for name in ("localhost", f"localhost:{server.port}", "127.0.0.1", "[::1]:80"):
        assert server.ask("/healthz", headers={"Host": name}).status == 200
    preflight = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    answer = server.ask("/api/solve", method="OPTIONS", headers=preflight)
    assert answer.status == 403
    assert not [name for name in answer.headers if name.startswith("access-control")]


def test_headers_that_protect_the_reader(server: Served) -> None:
    for path in ("/", "/live.js", "/api/games", "/api/nothing"):
        headers = server.ask(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "server" not in headers


def test_a_request_that_is_too_large_or_too_slow(server: Served) -> None:
    assert "16 KiB" in bad(server.ask("/api/solve", b"x" * 17_000), 413)
    assert "16 KiB" in bad(server.ask("/api/solve", b"[" * 60_000), 413)
    with socket.create_connection(("127.0.0.1", server.port)) as client:  # the body never comes
        client.sendall(post("/api/solve", b"{", length=100))
        assert b" 408 " in read_all(client, 8).splitlines()[0]
    with socket.create_connection(("127.0.0.1", server.port)) as client:  # the headers never end
        client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        assert read_all(client, 8) == b""
    with socket.create_connection(("127.0.0.1", server.port)) as client:  # nothing comes at all
        assert read_all(client, 8) == b""
    with socket.create_connection(("127.0.0.1", server.port)) as client:  # more headers than anybody needs
        client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 200_000)
        assert b" 400 " in read_all(client, 8).splitlines()[0]


def read_all(client: socket.socket, seconds: float) -> bytes:
    """Everything until the server closes the connection."""
    client.settimeout(seconds)
    found = b""
    while True:
        try:
            part = client.recv(1 << 16)
        except ConnectionResetError:
            return found
        if not part:
            return found
        found += part


def test_a_chunked_body_is_counted_as_it_comes(server: Served) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    try:
        chunks = (b"x" * 1000 for _ in range(30))
        headers = {"content-type": "application/json"}
        connection.request("POST", "/api/solve", chunks, headers, encode_chunked=True)
        assert connection.getresponse().status == 413
    finally:
        connection.close()


# --- the schema


def test_the_published_schema_is_the_one_that_is_served(server: Served) -> None:
    assert (DOCS / "openapi.json").read_text(encoding="utf-8") == as_text(), "python -m puzzles.server.schema writes it"
    assert server.ask("/api/schema").text == as_text()


def test_the_schema_holds_together(server: Served) -> None:
    document = openapi()
    schemas, responses = document["components"]["schemas"], document["components"]["responses"]
    assert set(document["paths"]) == {f"/api/{kind}" for kind in (*REQUESTS, "games", "deal", "schema")} | {"/healthz"}
    for reference in references(document):
        *_, part, name = reference.split("/")
        assert name in {"schemas": schemas, "responses": responses}[part], reference
    for path, methods in document["paths"].items():
        (method,) = methods
        assert server.ask(path, method="PUT").status == 405
        assert server.ask(path, b"x" if method == "post" else None).status in (200, 400)


def references(data: Any) -> Iterator[str]:
    """Every ``$ref`` of a document."""
    if isinstance(data, dict):
        yield from (data["$ref"],) if "$ref" in data else ()
    for inner in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from references(inner)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "[" * 900 + "]" * 900, '{"a":{"b":1,"b":1}}'])
def test_json_is_read_strictly(text: str) -> None:
    with pytest.raises(Unreadable):
        strict_json(text)
    assert strict_json('{"a": [1, {"b": null}]}') == {"a": [1, {"b": None}]}


# --- docs/serve.md

EXAMPLE = re.compile(
    r"^\$ curl \"?\$TENBACK([^\s\"]+)\"?(?: -H 'content-type: application/json' -d '(.+)')?\n(.+)$", re.M
)


def test_the_documentation_says_what_is_answered(server: Served) -> None:
    text = (DOCS / "serve.md").read_text(encoding="utf-8")
    found = EXAMPLE.findall(text)
    assert len(found) == text.count("$ curl") == 5
    for path, body, told in found:
        answer = server.ask(path, body.encode() or None)
        assert without_time(answer.json) == without_time(json.loads(told)), path


def test_the_documentation_names_every_option_and_its_default() -> None:
    text = (DOCS / "serve.md").read_text(encoding="utf-8")
    options = {name: default.strip() for name, default in re.findall(r"^\| `(--[a-z-]+)[^|]*\|([^|]*)\|", text, re.M)}
    help_text = forked("serve", "--help").stdout.decode()
    assert set(options) == set(re.findall(r"--[a-z][a-z-]+", help_text)) - {"--help"}
    usual = {parameter.replace("_", "-"): default for parameter, default in defaults().items()}
    for name, told in options.items():
        if told and " " not in told:
            assert told == str(usual[name.removeprefix("--")]), name


def defaults() -> dict[str, object]:
    """The defaults of the command's options."""
    from puzzles.verbs.serve import serve

    found = {name: parameter.default for name, parameter in inspect.signature(serve).parameters.items()}
    return {name: int(value) if isinstance(value, float) else value for name, value in found.items()}


# --- the life of a server


@contextmanager
def at_work(server: Served) -> Iterator[None]:
    """A client whose question keeps a worker busy for as long as the server allows."""
    with socket.create_connection(("127.0.0.1", server.port)) as client:
        client.sendall(post("/api/solve", json.dumps({"position": HARD}).encode()))
        end = time.monotonic() + 60
        while server.ask("/healthz").json["busy"]["long"] == 0:
            assert time.monotonic() < end, "nobody is at work"
            time.sleep(0.05)
        yield


@pytest.mark.parametrize(("signum", "jobs"), [(signal.SIGINT, "1"), (signal.SIGTERM, "2")])
def test_workers_are_free_for_others_and_end_with_the_server(signum: int, jobs: str) -> None:
    """Who asks something easy does not wait for a hard question, and who leaves keeps no worker."""
    with served("--time-limit", "600", "--jobs", jobs) as server:
        with at_work(server):
            assert good(server.ask("/api/solve", {"position": SMALL}), "solve")["verdict"] == "winnable"
            assert server.ask("/healthz").json["busy"]["long"] == 1
        server.wait_until_idle()
        with at_work(server):
            assert server.stop(signum) == (0, b"", [])


def test_another_address_and_time_limit_than_the_usual_ones() -> None:
    options = ("--host", "0.0.0.0", "--time-limit", "1")
    with served(*options, pattern=rb"tenback is at http://0\.0\.0\.0:(\d+)/") as server:
        found = good(server.ask("/api/solve", {"position": HARD, "time_limit": 1e9}), "solve")
        assert found["reason"] == "the time limit of 1 s was reached"
        assert server.ask("/healthz", headers={"Host": "any.example"}).status == 200
        status, errors, _ = server.stop()
        assert status == 0
        assert b"whoever can reach this machine" in errors


def test_workers_end_with_a_server_that_is_killed() -> None:
    with served("--jobs", "1") as server:
        family = server.family()
        assert len(family) >= 4
        server.process.kill()
        server.process.communicate()
        _, alive = psutil.wait_procs(family, timeout=10)
        assert not alive


def test_the_command_refuses_what_it_cannot_do() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        result = forked("serve", "--port", port)
        assert (result.returncode, result.stdout) == (2, b"")
        assert f"port {port}".encode() in result.stderr
    for options, culprit in (
        (("--port", "70000"), b"70000"),
        (("--host", "nowhere.invalid"), b"nowhere.invalid"),
        (("--jobs", "0"), b"--jobs 0"),
        (("--time-limit", "nan"), b"--time-limit nan"),
        (("--memory-limit", "1"), b"--memory-limit 1"),
        (("--max-body", "100000"), b"--max-body"),
        (("--language", "fr"), b"fr"),
        (("--collection", "nowhere.toml"), b"nowhere.toml"),
    ):
        result = forked("serve", *options)
        assert (result.returncode, result.stdout) == (2, b""), options
        assert culprit in result.stderr
        assert len(result.stderr.splitlines()) == 1


def test_a_missing_extra_is_named(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as u\nfind = u.find_spec\n"
        "u.find_spec = lambda name, *a: None if name == 'starlette' else find(name, *a)\n"
    )
    result = tenback("serve", env={"PYTHONPATH": str(tmp_path)})
    assert result.returncode == 2
    assert b"tenback[serve]" in result.stderr
    assert len(result.stderr.splitlines()) == 1
