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
    german: str

    def text(self, rules: Rules, language: str = "en") -> str:
        """The rule in plain words, English or German, with the numbers of this table."""
        last, none = rules.cards[-1].number, {"en": "none here", "de": "keine"}[language]
        return {"en": self.words, "de": self.german}[language].format(
            rules=rules,
            count=len(rules.cards),
            lowest=rules.lowest,
            highest=last,
            up_row=rules.lowest - 1,
            down_row=rules.highest + 1,
            piles=", ".join(pile.name for pile in rules.piles),
            colours=rules.colours,
            last=last,
            fire=", ".join(str(card) for card, _ in rules.commands) or none,
        )


def _rule(id: str, holds: Where, words: str, german: str) -> Rule:
    return Rule(id, "rule", holds, words, german)


def _ruling(id: str, holds: Where, words: str, german: str) -> Rule:
    return Rule(id, "ruling", holds, words, german)


RULES: tuple[Rule, ...] = (
    # --- the table
    _rule("cards", _numbers, "The cards are {lowest} to {highest}, each once: {count} in a deck.",
        "Die Karten sind {lowest} bis {highest}, jede einmal: {count} in einem Kartensatz."),
    _rule("cards", _coloured, "The cards are {lowest} to {highest} in {colours} colours: {count} in all.",
        "Die Karten sind {lowest} bis {highest} in {colours} Farben: {count} insgesamt."),
    _rule("piles", _everywhere, "The piles are {piles}.",
        "Die Stapel sind {piles}."),
    _rule("row-card", _numbers, "An ascending pile starts from {up_row}, a descending one from {down_row}.",
        "Ein aufsteigender Stapel beginnt bei {up_row}, ein absteigender bei {down_row}."),
    _ruling("row-card", _coloured, "The row cards show arrows, neither number nor colour: any card may open a pile.",
        "Die Reihenkarten zeigen Pfeile, weder Zahl noch Farbe: Jede Karte darf einen Stapel eröffnen."),
    _rule("hand", _everywhere, "A full hand is {rules.hand} cards; the rest is the draw pile.",
        "Eine volle Hand hat {rules.hand} Karten; der Rest ist der Nachziehstapel."),
    _ruling("blocks", _team, "Cards are dealt in blocks: the first {rules.hand} of the deck to player 1, the next to player 2, and so on.",
        "Gegeben wird in Blöcken: die ersten {rules.hand} Karten an Spieler 1, die nächsten an Spieler 2 und so fort."),
    _ruling("begins", _team, "The team agrees who begins: player 1, unless the position says otherwise.",
        "Das Team einigt sich, wer beginnt: Spieler 1, wenn die Stellung nichts anderes sagt."),
    _ruling("solo", _coloured, "One player alone is allowed too.",
        "Auch allein darf gespielt werden."),
    _ruling("begins", _duel, "Lots decide who begins: A, unless the position says otherwise.",
        "Das Los entscheidet, wer beginnt: A, wenn die Stellung nichts anderes sagt."),
    _rule("own-deck", _duel, "Each opponent has a deck of {count} cards, a draw pile and two kinds of piles of their own.",
        "Jeder Gegner hat {count} eigene Karten, einen eigenen Nachziehstapel und zwei Arten eigener Stapel."),
    # --- laying
    _rule("turn-order", _everywhere, "The players move in turn.",
        "Die Spieler ziehen reihum."),
    _rule("own-hand", _everywhere, "Cards are laid one at a time from the own hand.",
        "Karten werden einzeln aus der eigenen Hand gelegt."),
    _rule("follow", _everywhere, "On an ascending pile any higher card may be laid, on a descending one any lower.",
        "Auf einen aufsteigenden Stapel darf jede höhere Karte, auf einen absteigenden jede niedrigere."),
    _rule("trick", _tricky, "The backwards trick: exactly {rules.trick} lower on an ascending pile, exactly {rules.trick} higher on a descending one; as often as you like.",
        "Der Rückwärtstrick: genau {rules.trick} niedriger auf einen aufsteigenden, genau {rules.trick} höher auf einen absteigenden Stapel; so oft man will."),
    _rule("colour-trick", _coloured, "The backwards trick: any number of the top card's own colour, on either pile.",
        "Der Rückwärtstrick: jede Zahl in der Farbe der obersten Karte, auf beiden Stapeln."),
    _rule("equal-numbers", _coloured, "Equal numbers of different colours do not follow each other.",
        "Gleiche Zahlen verschiedener Farben folgen einander nicht."),
    _rule("minimum", _team, "A turn lays at least {rules.minimum}; once the draw pile is empty at least {rules.minimum_empty}.",
        "Ein Zug legt mindestens {rules.minimum}; ist der Nachziehstapel leer, mindestens {rules.minimum_empty}."),
    _rule("minimum", _duel, "A turn lays at least {rules.minimum}; with an empty draw pile at least {rules.minimum_empty}.",
        "Ein Zug legt mindestens {rules.minimum}; bei leerem Nachziehstapel mindestens {rules.minimum_empty}."),
    _rule("maximum", _limited, "A turn lays at most {rules.maximum}.",
        "Ein Zug legt höchstens {rules.maximum}."),
    _ruling("short-hand", _team, "A player who holds fewer cards than the minimum cannot lay it, and the game is lost.",
        "Wer weniger Karten hält als das Minimum, kann es nicht legen, und das Spiel ist verloren."),
    _rule("improve", _duel, "A card on the opponent's pile must improve it: lower than the top of an ascending pile, higher than that of a descending one, by any amount; the trick plays no part there, and a row card cannot be improved.",
        "Eine Karte auf dem Stapel des Gegners muss ihn verbessern: niedriger als die oberste eines aufsteigenden, höher als die eines absteigenden, um wie viel auch immer; der Trick gilt dort nicht, und eine Reihenkarte kann nicht verbessert werden."),
    _rule("one-gift", _duel, "At most {rules.gifts} of the cards of a turn may go on the opponent's piles, at any point of the turn.",
        "Höchstens {rules.gifts} der Karten eines Zuges darf auf die Stapel des Gegners, zu jeder Zeit des Zuges."),
    _rule("own-card", _duel, "At least one card of a turn goes on an own pile.",
        "Mindestens eine Karte eines Zuges kommt auf einen eigenen Stapel."),
    # --- drawing
    _rule("draw", _as_laid, "At the end of a turn the player draws as many cards as were laid, fewer if the draw pile runs out.",
        "Am Ende des Zuges werden so viele Karten gezogen, wie gelegt wurden, weniger, wenn der Nachziehstapel ausgeht."),
    _rule("draw", _to_full_hand, "At the end of a turn the player draws back up to {rules.hand} cards, fewer if the draw pile runs out.",
        "Am Ende des Zuges wird auf {rules.hand} Karten nachgezogen, weniger, wenn der Nachziehstapel ausgeht."),
    _rule("draw", _duel, "Who laid only on own piles draws {rules.draws}, however many were laid; who laid on the opponent's draws back up to {rules.hand}.",
        "Wer nur auf eigene Stapel gelegt hat, zieht {rules.draws}, wie viele es auch waren; wer beim Gegner gelegt hat, zieht auf {rules.hand} nach."),
    _ruling("full-hand", _duel, "Nobody draws above a full hand of {rules.hand}.",
        "Niemand zieht über eine volle Hand von {rules.hand} hinaus."),
    _ruling("skipped", _team, "Once the draw pile is empty a player without cards is skipped.",
        "Ist der Nachziehstapel leer, wird übergangen, wer keine Karten hat."),
    # --- commands
    _ruling("placeholder-map", _extreme, "The sheet does not print which cards carry which command. The default map is a placeholder of ours, not the printed one; a deal may give any map.",
        "Die Anleitung druckt nicht, welche Karten welches Kommando tragen. Die übliche Zuordnung ist ein Platzhalter von uns, nicht die gedruckte; eine Kartenfolge darf jede andere angeben."),
    _rule("stop", _extreme, "stop: the turn ends at once, even after a first card; the minimum does not apply then.",
        "stop: Der Zug endet sofort, auch nach der ersten Karte; das Minimum gilt dann nicht."),
    _rule("skull", _extreme, "skull: must be covered in the same turn. If the last card of all leaves a skull of that turn visible, the game is lost.",
        "skull: muss im selben Zug überdeckt werden. Lässt die allerletzte Karte einen skull dieses Zuges sichtbar, ist das Spiel verloren."),
    _rule("three", _extreme, "three: exactly 3 cards in this turn, whatever the draw pile; a stop only as the third.",
        "three: genau 3 Karten in diesem Zug, wie es auch um den Nachziehstapel steht; ein stop nur als dritte."),
    _ruling("three-bounds", _extreme, "three does not lift the minimum or the maximum: where they exclude 3 cards, it cannot be laid.",
        "three hebt weder Minimum noch Maximum auf: Wo sie 3 Karten ausschließen, kann es nicht gelegt werden."),
    _rule("silence", _extreme, "silence: no talking while it is visible. It restricts no play.",
        "silence: kein Reden, solange es sichtbar ist. Es schränkt kein Legen ein."),
    _rule("no-trick", _extreme, "no-trick: no backwards trick on any pile while it is visible, not even to cover it.",
        "no-trick: kein Rückwärtstrick auf irgendeinem Stapel, solange es sichtbar ist, auch nicht, um es zu überdecken."),
    _ruling("one-pile", _extreme, "one-pile: the cards of a turn laid while it is visible, itself included, go on one pile. So the first card either covers it or fixes the pile; laid during a turn, the next card must cover it, or the turn ends.",
        "one-pile: Die Karten eines Zuges, die gelegt werden, solange es sichtbar ist, es selbst eingeschlossen, kommen auf einen Stapel. Die erste Karte überdeckt es also oder legt den Stapel fest; wird es im Zug gelegt, muss die nächste Karte es überdecken, oder der Zug endet."),
    _rule("draw-one", _extreme, "draw-one: who ends a turn while it is visible draws one card only; later turns make up the shortfall.",
        "draw-one: Wer einen Zug beendet, solange es sichtbar ist, zieht nur eine Karte; spätere Züge holen das Fehlende nach."),
    _ruling("short-stop", _extreme, "With a short hand the minimum still holds; a single stop satisfies it.",
        "Auch mit kurzer Hand gilt das Minimum; ein einzelner stop erfüllt es."),
    _ruling("old-skull", _extreme, "A skull laid in an earlier turn binds nobody.",
        "Ein skull aus einem früheren Zug bindet niemanden."),
    _rule("fire", _on_fire, "The fire cards are {fire}. One that is laid must be covered by the end of the next turn that is played: a turn may not end while a pile still shows the fire card that it showed when the turn began.",
        "Die Feuerkarten sind {fire}. Eine gelegte muss bis zum Ende des nächsten gespielten Zuges überdeckt sein: Ein Zug darf nicht enden, solange ein Stapel noch die Feuerkarte zeigt, die er am Anfang des Zuges zeigte."),
    _ruling("fire-covers", _on_fire, "Any card puts a fire out, another fire card too, which then burns for the next turn; laying and covering within one turn is allowed.",
        "Jede Karte löscht ein Feuer, auch eine andere Feuerkarte, die dann für den nächsten Zug brennt; im selben Zug zu legen und zu überdecken ist erlaubt."),
    _ruling("fire-passes", _on_fire, "Alone, the next turn is the own next turn; where players are skipped, the duty passes to whoever plays the next turn.",
        "Allein ist der nächste Zug der eigene nächste; wo Spieler übergangen werden, geht die Pflicht auf den über, der den nächsten Zug spielt."),
    _ruling("fire-won", _on_fire, "When the last card of all is laid the game is won at once, whatever burns.",
        "Mit der allerletzten Karte ist das Spiel sofort gewonnen, was auch brennt."),
    # --- the end
    _rule("stuck", _team, "The player to move who cannot lay the minimum ends the game, lost. The score is the number of cards left.",
        "Wer am Zug ist und das Minimum nicht legen kann, beendet das Spiel, verloren. Es zählen die übrigen Karten."),
    _rule("won", _team, "All {count} cards laid: won.",
        "Alle {count} Karten gelegt: gewonnen."),
    _rule("stuck", _duel, "Who cannot lay the minimum on the own turn loses at once; one last card in hand is such a loss.",
        "Wer am eigenen Zug das Minimum nicht legen kann, verliert sofort; eine letzte Karte auf der Hand ist eine solche Niederlage."),
    _rule("won", _duel, "Who has laid all {count} own cards wins at once. There are no draws.",
        "Wer alle {count} eigenen Karten gelegt hat, gewinnt sofort. Ein Unentschieden gibt es nicht."),
    _rule("game-over", _everywhere, "Nothing is laid once the game is over.",
        "Ist das Spiel vorbei, wird nichts mehr gelegt."),
)  # fmt: skip


def rules_of(rules: Rules) -> Iterator[Rule]:
    """The rules and rulings that hold at this table."""
    return (rule for rule in RULES if rule.holds(rules))
