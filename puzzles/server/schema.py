"""The OpenAPI document of the API: made of the types that requests are read into and answers are held against.

``python -m puzzles.server.schema`` prints it; docs/openapi.json is a copy, kept equal by a test.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from puzzles.server.requests import REQUESTS
from puzzles.server.shapes import ANSWERS, ErrorAnswer
from solver.rules.games import GAMES
from solver.table.shuffle import GREATEST_NUMBER
from solver.version import __version__

REF = "#/components/schemas/{name}"

ABOUT = (
    "The questions of the command line over HTTP, with the JSON that its --json prints. What is wrong with a request"
    ' is one line: {"error": "…"}. A search that runs into a limit is answered with the verdict "unknown", not with an'
    " error. Every answer comes within the time limit plus some seconds."
)
SUMMARIES = {
    "solve": "Can it be won? The verdict with its line.",
    "analyze": "What is each choice worth? With a line: where was the game lost? Unknown order: in which share?",
    "verify": "Referee a line of play.",
    "show": "Read a deal or position and give it back as JSON.",
    "steps": "A line of play, table by table.",
    "match": "A game that people play, as one of them sees it. The server keeps nothing: its record comes with it.",
    "reply": "The same after the turn of the computer that is to move.",
    "counsel": "A game that people play: the best turns of the person to move, with the chance to win.",
    "cost": "A game that people play: what a turn cost in chance to win.",
    "review": "A game that is over: chances, mistakes and luck turn by turn, and what was possible.",
    "games": "The games and their published numbers.",
    "deal": "A numbered deal.",
    "healthz": "Is the server well?",
}
PROBLEMS = {
    "400": "The request cannot be read, does not add up, or breaks a rule; the message names the culprit.",
    "403": "The request comes from another site.",
    "408": "The request took too long to arrive.",
    "413": "The request is larger than the server takes.",
    "415": "The request is not declared as application/json.",
    "421": "The request names a host that this server does not answer to.",
    "500": "A fault of the server.",
    "503": "Too much is asked at once, or the search is being made ready: try again after Retry-After seconds.",
}
EVERYWHERE = ("421", "500")
OF_GET = ("400",)
OF_POST = ("400", "403", "408", "413", "415", "503")
DEAL_PARAMETERS: dict[str, tuple[str, dict[str, Any], bool]] = {
    "game": ("The game.", {"type": "string", "enum": list(GAMES)}, True),
    "number": ("The number of the deal.", {"type": "integer", "minimum": 1, "maximum": GREATEST_NUMBER}, False),
    "players": ("How many players.", {"type": "integer", "minimum": 1, "maximum": 5}, False),
    "set": ("A number of the rules to change, such as hand=5; may be repeated.", {"type": "string"}, False),
    "commands": ("Extreme: which map.", {"type": "string", "enum": ["placeholder", "random"]}, False),
}


def openapi() -> dict[str, Any]:
    """The whole document."""
    of, components = all_schemas()
    paths = {f"/api/{kind}": {"post": post(kind, of)} for kind in REQUESTS}
    paths["/api/games"] = {"get": get("games", of)}
    paths["/api/deal"] = {"get": get("deal", of) | {"parameters": deal_parameters()}}
    paths["/api/schema"] = {"get": schema_itself()}
    paths["/healthz"] = {"get": get("healthz", of)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "tenback", "version": __version__, "description": ABOUT, "license": {"name": "MIT"}},
        "paths": paths,
        "components": {"schemas": components, "responses": problems(of["error"])},
    }


def all_schemas() -> tuple[dict[str, Any], dict[str, Any]]:
    """The schema of each answer, of each request (``ask …``) and of errors; and the parts they share."""
    forms = [form for answers in ANSWERS.values() for form in answers]
    schemas, components = msgspec.json.schema_components([*forms, *REQUESTS.values(), ErrorAnswer], ref_template=REF)
    made = iter(schemas)
    of: dict[str, Any] = {kind: one_of([next(made) for _ in answers]) for kind, answers in ANSWERS.items()}
    of |= {f"ask {kind}": next(made) for kind in REQUESTS}
    return of | {"error": next(made)}, components


def one_of(schemas: list[dict[str, Any]]) -> dict[str, Any]:
    """One schema, or a choice."""
    return schemas[0] if len(schemas) == 1 else {"oneOf": schemas}


def post(kind: str, of: dict[str, Any]) -> dict[str, Any]:
    """A question."""
    body = {"required": True, "content": {"application/json": {"schema": of[f"ask {kind}"]}}}
    return get(kind, of, OF_POST) | {"requestBody": body}


def get(kind: str, of: dict[str, Any], failing: tuple[str, ...] = OF_GET) -> dict[str, Any]:
    """Something to look up."""
    good = {"description": SUMMARIES[kind], "content": {"application/json": {"schema": of[kind]}}}
    return {"operationId": kind, "summary": SUMMARIES[kind], "responses": {"200": good, **references(failing)}}


def references(failing: tuple[str, ...]) -> dict[str, Any]:
    """What may go wrong."""
    return {status: {"$ref": f"#/components/responses/{status}"} for status in sorted({*failing, *EVERYWHERE})}


def problems(error: dict[str, Any]) -> dict[str, Any]:
    """Each way to fail, told once."""
    answers = {
        status: {"description": words, "content": {"application/json": {"schema": error}}}
        for status, words in PROBLEMS.items()
    }
    seconds = {"description": "Seconds after which another try may help.", "schema": {"type": "integer"}}
    answers["503"] |= {"headers": {"Retry-After": seconds}}
    return answers


def deal_parameters() -> list[dict[str, Any]]:
    """What a numbered deal is asked for with."""
    return [
        {"name": name, "in": "query", "required": required, "description": words, "schema": schema}
        for name, (words, schema, required) in DEAL_PARAMETERS.items()
    ]


def schema_itself() -> dict[str, Any]:
    """This document."""
    words = "This document."
    good = {"description": words, "content": {"application/json": {"schema": {"type": "object"}}}}
    return {"operationId": "schema", "summary": words, "responses": {"200": good, **references(())}}


def as_text() -> str:
    """The document as it is published."""
    return json.dumps(openapi(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(as_text(), end="")
