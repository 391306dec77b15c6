"""Every rule and ruling by its id, in plain words.  Code, tests, docs and ``tenback rules`` share these ids.

A *rule* is what the publisher's sheets say; a *ruling* is our reading where they are silent or contradict themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from solver.rules.game import Rules

Where = Callable[[Rules], bool]


def _everywhere(_rules: Rules) -> bool:
    return True


def _team(rules: Rules) -> bool:
    return not rules.game.is_duel


def _duel(rules: Rules) -> bool:
    return rules.game.is_duel


def _extreme(rules: Rules) -> bool:
    return len(rules.game.vocabulary) > 1


def _on_fire(rules: Rules) -> bool:
    return any(command.cover_within == 1 for command in rules.game.vocabulary)


def _coloured(rules: Rules) -> bool:
    return rules.colours > 0


def _numbers(rules: Rules) -> bool:
    return rules.colours == 0


def _limited(rules: Rules) -> bool:
    return rules.maximum is not None


def _as_laid(rules: Rules) -> bool:
    return rules.game.drawing == "as-laid"


def _to_full_hand(rules: Rules) -> bool:
    return rules.game.drawing == "to-full-hand"


def _tricky(rules: Rules) -> bool:
    return rules.trick > 0


@dataclass(frozen=True)
class Rule:
    """A rule's id, what kind it is, where it holds, and its words (with the table's own numbers put in)."""

    id: str
    kind: Literal["rule", "ruling"]
    holds: Where
    words: str

    def text(self, rules: Rules) -> str:
        """The rule in plain words, with the numbers of this table."""
        last = rules.cards[-1].number
        return self.words.format(
            rules=rules,
            count=len(rules.cards),
            lowest=rules.lowest,
            highest=last,
            up_row=rules.lowest - 1,
            down_row=rules.highest + 1,
            piles=", ".join(pile.name for pile in rules.piles),
            colours=rules.colours,
            last=last,
            fire=", ".join(str(card) for card, _ in rules.commands) or "none here",
        )


def _rule(id: str, holds: Where, words: str) -> Rule:
    return Rule(id, "rule", holds, words)


def _ruling(id: str, holds: Where, words: str) -> Rule:
    return Rule(id, "ruling", holds, words)


RULES: tuple[Rule, ...] = (
    # --- the table
    _rule("cards", _numbers, "The cards are {lowest} to {highest}, each once: {count} in a deck."),
    _rule("cards", _coloured, "The cards are {lowest} to {highest} in {colours} colours: {count} in all."),
    _rule("piles", _everywhere, "The piles are {piles}."),
    _rule("row-card", _numbers, "An ascending pile starts from {up_row}, a descending one from {down_row}."),
    _ruling("row-card", _coloured, "The row cards show arrows, neither number nor colour: any card may open a pile."),
    _rule("hand", _everywhere, "A full hand is {rules.hand} cards; the rest is the draw pile."),
    _ruling("blocks", _team, "Cards are dealt in blocks: the first {rules.hand} of the deck to player 1, the next to player 2, and so on."),
    _ruling("begins", _team, "The team agrees who begins: player 1, unless the position says otherwise."),
    _ruling("solo", _coloured, "One player alone is allowed too."),
    _ruling("begins", _duel, "Lots decide who begins: A, unless the position says otherwise."),
    _rule("own-deck", _duel, "Each opponent has a deck of {count} cards, a draw pile and two kinds of piles of their own."),
    # --- laying
    _rule("turn-order", _everywhere, "The players move in turn."),
    _rule("own-hand", _everywhere, "Cards are laid one at a time from the own hand."),
    _rule("follow", _everywhere, "On an ascending pile any higher card may be laid, on a descending one any lower."),
    _rule("trick", _tricky, "The backwards trick: exactly {rules.trick} lower on an ascending pile, exactly {rules.trick} higher on a descending one; as often as you like."),
    _rule("colour-trick", _coloured, "The backwards trick: any number of the top card's own colour, on either pile."),
    _rule("equal-numbers", _coloured, "Equal numbers of different colours do not follow each other."),
    _rule("minimum", _team, "A turn lays at least {rules.minimum}; once the draw pile is empty at least {rules.minimum_empty}."),
    _rule("minimum", _duel, "A turn lays at least {rules.minimum}; with an empty draw pile at least {rules.minimum_empty}."),
    _rule("maximum", _limited, "A turn lays at most {rules.maximum}."),
    _ruling("short-hand", _team, "A player who holds fewer cards than the minimum cannot lay it, and the game is lost."),
    _rule("improve", _duel, "A card on the opponent's pile must improve it: lower than the top of an ascending pile, higher than that of a descending one, by any amount; the trick plays no part there, and a row card cannot be improved."),
    _rule("one-gift", _duel, "At most {rules.gifts} of the cards of a turn may go on the opponent's piles, at any point of the turn."),
    _rule("own-card", _duel, "At least one card of a turn goes on an own pile."),
    # --- drawing
    _rule("draw", _as_laid, "At the end of a turn the player draws as many cards as were laid, fewer if the draw pile runs out."),
    _rule("draw", _to_full_hand, "At the end of a turn the player draws back up to {rules.hand} cards, fewer if the draw pile runs out."),
    _rule("draw", _duel, "Who laid only on own piles draws {rules.draws}, however many were laid; who laid on the opponent's draws back up to {rules.hand}."),
    _ruling("full-hand", _duel, "Nobody draws above a full hand of {rules.hand}."),
    _ruling("skipped", _team, "Once the draw pile is empty a player without cards is skipped."),
    # --- commands
    _ruling("placeholder-map", _extreme, "The sheet does not print which cards carry which command. The default map is a placeholder of ours, not the printed one; a deal may give any map."),
    _rule("stop", _extreme, "stop: the turn ends at once, even after a first card; the minimum does not apply then."),
    _rule("skull", _extreme, "skull: must be covered in the same turn. If the last card of all leaves a skull of that turn visible, the game is lost."),
    _rule("three", _extreme, "three: exactly 3 cards in this turn, whatever the draw pile; a stop only as the third."),
    _ruling("three-bounds", _extreme, "three does not lift the minimum or the maximum: where they exclude 3 cards, it cannot be laid."),
    _rule("silence", _extreme, "silence: no talking while it is visible. It restricts no play."),
    _rule("no-trick", _extreme, "no-trick: no backwards trick on any pile while it is visible, not even to cover it."),
    _ruling("one-pile", _extreme, "one-pile: the cards of a turn laid while it is visible, itself included, go on one pile. So the first card either covers it or fixes the pile; laid during a turn, the next card must cover it, or the turn ends."),
    _rule("draw-one", _extreme, "draw-one: who ends a turn while it is visible draws one card only; later turns make up the shortfall."),
    _ruling("short-stop", _extreme, "With a short hand the minimum still holds; a single stop satisfies it."),
    _ruling("old-skull", _extreme, "A skull laid in an earlier turn binds nobody."),
    _rule("fire", _on_fire, "The fire cards are {fire}. One that is laid must be covered by the end of the next turn that is played: a turn may not end while a pile still shows the fire card that it showed when the turn began."),
    _ruling("fire-covers", _on_fire, "Any card puts a fire out, another fire card too, which then burns for the next turn; laying and covering within one turn is allowed."),
    _ruling("fire-passes", _on_fire, "Alone, the next turn is the own next turn; where players are skipped, the duty passes to whoever plays the next turn."),
    _ruling("fire-won", _on_fire, "When the last card of all is laid the game is won at once, whatever burns."),
    # --- the end
    _rule("stuck", _team, "The player to move who cannot lay the minimum ends the game, lost. The score is the number of cards left."),
    _rule("won", _team, "All {count} cards laid: won."),
    _rule("stuck", _duel, "Who cannot lay the minimum on the own turn loses at once; one last card in hand is such a loss."),
    _rule("won", _duel, "Who has laid all {count} own cards wins at once. There are no draws."),
    _rule("game-over", _everywhere, "Nothing is laid once the game is over."),
)  # fmt: skip


def rules_of(rules: Rules) -> Iterator[Rule]:
    """The rules and rulings that hold at this table."""
    return (rule for rule in RULES if rule.holds(rules))
