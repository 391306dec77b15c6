"""The shape of a collection's file: what may stand in it, checked by msgspec, and published as a JSON Schema."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from puzzles.puzzle import HIGHEST_RATING, Uniqueness
from puzzles.tasks import ASK_OPTION, ASK_WHERE, TASKS, all_forms
from solver.errors import Unreadable
from solver.notation.jsonform import PositionShape, TurnShape

LONGEST_TEXT = 10_000  # characters of notes; everything else is shorter
MOST_PUZZLES = 20_000
MOST_THEMES = 50

ID_PATTERN = "^[A-Za-z0-9][A-Za-z0-9-]{0,79}$"
TASK_PATTERN = f"^({'|'.join(kind.pattern for kind in TASKS.values())})$"
LANGUAGE_PATTERN = "^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$"

Words = Annotated[str, Meta(max_length=LONGEST_TEXT)]
LineText = Annotated[
    Words | list[TurnShape], Meta(description="Turns such as 1: 37@up1 48@up1, one a line or divided by semicolons.")
]

T = TypeVar("T")


class PuzzleShape(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One puzzle."""

    id: Annotated[str, Meta(pattern=ID_PATTERN, description="Letters, digits and dashes; unique in the collection.")]
    position: Annotated[
        Words | PositionShape,
        Meta(description="The table at the start of a turn, in the one-line text form or as a table in JSON's form."),
    ]
    task: Annotated[
        str,
        Meta(
            pattern=TASK_PATTERN,
            description=f"{all_forms(' or ')}, N counting the turns of the player to move.",
        ),
    ]
    require: Annotated[
        str, Meta(max_length=500, description="What the win must be like: conditions divided by semicolons.")
    ] = ""
    solution: LineText = ""
    unique: Annotated[
        Uniqueness, Meta(description="What is claimed to be unique, modulo like piles and the order inside a turn.")
    ] = "none"
    rating: Annotated[int, Meta(ge=0, le=HIGHEST_RATING, description="How hard it is.")] | None = None
    themes: Annotated[list[Annotated[str, Meta(max_length=80)]], Meta(max_length=MOST_THEMES)] = []
    title: Words = ""
    author: Annotated[Words, Meta(description="Left out: the collection's.")] = ""
    source: Annotated[Words, Meta(description="Where it comes from. Left out: the collection's.")] = ""
    licence: Annotated[Words, Meta(description="Left out: the collection's.")] = ""
    notes: Words = ""
    played: LineText = ""
    lost_at: (
        Annotated[
            int, Meta(ge=1, le=1000, description=f"{ASK_WHERE}: the number of the losing turn, the first being 1.")
        ]
        | None
    ) = None
    answer: Annotated[
        str, Meta(max_length=200, description=f"{ASK_OPTION}: what is to be chosen, such as 2, or cards such as 37 52.")
    ] = ""


class SearchedShape(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """How far a search for puzzles got that was stopped."""

    order: Annotated[str, Meta(max_length=1000, description="What was looked for.")]
    deals: Annotated[int, Meta(ge=0, lt=2**32, description="The last deal that was looked at.")]
    turned_away: Annotated[int, Meta(ge=0, le=1000)] = 0


class HeadShape(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What a collection says of all its puzzles; the first line of a file in JSON Lines."""

    format: Annotated[Literal[1], Meta(description="The version of this format.")]
    title: Words = ""
    author: Words = ""
    licence: Words = ""
    source: Words = ""
    notes: Words = ""
    language: Annotated[str, Meta(pattern=LANGUAGE_PATTERN, description="Of its words: en, de, …")] = "en"
    searched: Annotated[
        list[SearchedShape],
        Meta(max_length=100, description="Written by puzzle generate, which goes on from there."),
    ] = []


class CollectionShape(HeadShape, forbid_unknown_fields=True, omit_defaults=True):
    """Puzzles that belong together, in the order in which they are to be solved."""

    puzzle: Annotated[list[PuzzleShape], Meta(max_length=MOST_PUZZLES)] = []


def shaped(data: object, shape: type[T], what: str) -> T:
    """Data in a shape; what does not fit is named."""
    try:
        return msgspec.convert(data, shape)
    except (msgspec.ValidationError, RecursionError) as error:
        raise Unreadable(f"{what}: {in_words(str(error))}") from None


def in_words(error: str) -> str:
    """msgspec's words, without its sign for the whole: ``position.piles`` for ``$.position.piles``."""
    return re.sub(r"`\$\.?(?=[^`])", "`", error)


def collection_schema() -> dict[str, Any]:
    """The JSON Schema of a collection's file, for editors."""
    schema = msgspec.json.schema(CollectionShape)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A collection of tenback puzzles"}
    return {**head, **schema}


def schema_text() -> str:
    """The same as text, as it is published."""
    return msgspec.json.format(msgspec.json.encode(collection_schema()), indent=2).decode() + "\n"
