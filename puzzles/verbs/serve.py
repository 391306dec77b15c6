"""``tenback serve``: the solver and the puzzles in a browser, and a JSON API."""

from __future__ import annotations

from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from puzzles.server.limits import KIB, Allowance, usual_jobs
from solver.errors import DoesNotAddUp, Unreadable, quoted
from solver.verbs.output import notice

EXAMPLES = (
    "tenback serve --open",
    "tenback serve --collection mine.toml --port 8017",
    "tenback serve --host 0.0.0.0 --time-limit 5 --jobs 8",
)
NEEDED = ("starlette", "uvicorn")
LANGUAGES = ("en", "de")
USUAL = Allowance()


def serve(
    host: Annotated[str, typer.Option(help="Listen on this address; others can reach you only if you say so.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(help="Listen on this port; 0 for any that is free.")] = 8017,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    collections: Annotated[
        list[Path] | None,
        typer.Option("--collection", metavar="FILE", help="Puzzles to play; repeatable. Else the shipped ones."),
    ] = None,
    language: Annotated[str, typer.Option(help="en or de; the page can change it.")] = "en",
    time_limit: Annotated[float, typer.Option(metavar="S", help="Seconds that a request may ask for.")] = USUAL.seconds,
    memory_limit: Annotated[int, typer.Option(metavar="MB", help="Megabytes that a search may use.")] = USUAL.memory_mb,
    max_body: Annotated[int, typer.Option(metavar="KIB", help="The largest request.")] = USUAL.body_bytes // KIB,
    jobs: Annotated[int | None, typer.Option(help="Long searches at once.", show_default="by processors")] = None,
    queue: Annotated[int, typer.Option(help="Questions that may wait; more are sent away.")] = USUAL.waiting,
    connections: Annotated[int, typer.Option(help="Open connections; then the idlest is closed.")] = USUAL.connections,
    client_timeout: Annotated[
        float, typer.Option(metavar="S", help="Seconds to send a request, and to take an answer.")
    ] = USUAL.client_seconds,
) -> None:
    """Serve the solver and the puzzles as a page, with a JSON API behind it (docs/serve.md). Ctrl-C ends it.

    Needs tenback[serve].
    """
    refuse_without_extra()
    if language not in LANGUAGES:
        raise Unreadable(f"--language {quoted(language)}: {' or '.join(LANGUAGES)}")
    jobs = usual_jobs() if jobs is None else jobs
    allowance = Allowance(time_limit, memory_limit, max_body * KIB, jobs, queue, connections, client_timeout)
    from puzzles.server.guard import is_loopback
    from puzzles.server.pages import Pages
    from puzzles.server.serving import address_of, bound_socket
    from puzzles.server.serving import serve as run

    pages = Pages(chosen_collections(collections), language, has_daily=not collections)
    listening = bound_socket(host, port)
    address = address_of(listening)

    def ready() -> None:
        if not is_loopback(host):
            notice("whoever can reach this machine can reach the server, too")
        print(f"tenback is at {address} (Ctrl-C ends it)", flush=True)
        if open_browser:
            typer.launch(address)

    run(listening, host, allowance, pages, ready)


def refuse_without_extra() -> None:
    """One line instead of a traceback where the extra is not installed."""
    for name in NEEDED:
        if find_spec(name) is None:
            raise DoesNotAddUp(f"serve needs {name}, which is not installed: pip install 'tenback[serve]'")


def chosen_collections(given: list[Path] | None) -> list[Path]:
    """The files of the collections, each of which can be read; the shipped ones where none is given."""
    from puzzles.files.collection import load_collection

    if given:
        for path in given:
            load_collection(path)
        return given
    with as_file(files("puzzles") / "collection") as folder:
        return sorted(folder.rglob("*.toml"), key=plainest_first) if folder.is_dir() else []


def plainest_first(path: Path) -> tuple[bool, str]:
    """The Game before its variants: nobody should meet a variant first."""
    return path.stem != "the-game", path.name
