"""What the page knows of a puzzle that asks for an option: what can be picked, and of each option if it is right."""

from __future__ import annotations

from typing import Any

from puzzles.answers.option_judge import OptionJudge
from puzzles.answers.why import WhyNot
from puzzles.options import key_of, option_named
from puzzles.page.tables import plays_data, position_data
from puzzles.puzzle import Puzzle
from puzzles.sheet.words import LANGUAGES, option_text, why_text, words
from solver import Card, DoesNotAddUp, Rules
from solver.search.limits import Limits

SECONDS = 20.0  # for all options of one puzzle, and why they fail; what is not found in that time is not known


def option_data(puzzle: Puzzle) -> dict[str, Any]:
    """Everything about the choice; ``made`` is the table of the right option."""
    kind, rules = puzzle.task.kind, puzzle.position.rules
    if not puzzle.answer:
        raise DoesNotAddUp(f"task {puzzle.task}: there is no answer")
    right = option_named(puzzle.position, kind, puzzle.answer)
    judge = OptionJudge(puzzle.position, puzzle.task, Limits(SECONDS))
    verdicts = dict[str, dict[str, Any]]()
    for option in judge.options:
        judged = judge.judge(option)
        told = judge.why(judged) if judged.right is kind.wants_loss or judged.right is False else None
        is_right = judged.right if judged.right is not None else True if option.text == right.text else None
        why = {} if told is None else {"why": why_data(rules, told)}
        verdicts[" ".join(key_of(kind, option.text))] = {"right": is_right} | why
    others = [option.text for option in judge.options if option.text != right.text]
    part = right.text.split()[0] if kind.names_mover else others[0]
    said = {key: spoken(puzzle, key, text) for key, text in (("pick", ""), ("hint", ""), ("part", part))}
    return {
        "choose": {
            "groups": groups_of(puzzle),
            "count": len(right.text.split()),
            "ordered": not kind.mends,
            "verdicts": verdicts,
            "answer": " ".join(key_of(kind, right.text)),
            "said": spoken(puzzle, "answer", right.text),
            **said,
        },
        "made": position_data(right.position),
    }


def spoken(puzzle: Puzzle, key: str, text: str) -> dict[str, str]:
    """A sentence of the task in every language."""
    return {language: option_text(puzzle.task.kind, key, text, language) for language in LANGUAGES}


def why_data(rules: Rules, why: WhyNot) -> dict[str, Any]:
    """The reason in every language, and its line."""
    said = {language: why_text(why, rules, language) for language in LANGUAGES}
    return said | ({"line": [plays_data(rules, turn) for turn in why.line]} if why.line else {})


def groups_of(puzzle: Puzzle) -> list[dict[str, Any]]:
    """What can be picked: players, the cards of the draw pile, or the cards of all hands (alone, of both)."""
    kind, position = puzzle.task.kind, puzzle.position
    rules, none = position.rules, dict.fromkeys(LANGUAGES, "")
    seats = [(str(name), hand) for name, hand in zip(rules.player_names, position.hands, strict=True) if hand]
    drawn = cards_data(rules, position.draw.cards)
    if not kind.names_mover:
        return [{"label": none, "items": [player_data(name) for name, _ in seats]}]
    if kind.stacks:
        return [{"label": none, "items": drawn}]
    if rules.players > 1:
        return [{"label": player_data(name)["label"], "items": cards_data(rules, hand)} for name, hand in seats]
    hand, draw = ({language: words(language)[key] for language in LANGUAGES} for key in ("hand", "draw-pile"))
    return [{"label": hand, "items": cards_data(rules, position.hand)}, {"label": draw, "items": drawn}]


def player_data(name: str) -> dict[str, Any]:
    """A player to pick."""
    label = {language: words(language)["player"].format(player=name) for language in LANGUAGES}
    return {"text": name, "card": None, "label": label}


def cards_data(rules: Rules, cards: tuple[Card, ...]) -> list[dict[str, Any]]:
    """Cards to pick, in the numbers of the table."""
    return [{"text": str(card), "card": rules.card_indices[card], "label": None} for card in cards]
