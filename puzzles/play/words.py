"""Everything that is said to a person who solves a puzzle, in English and German.

What sheets and pages say too (tasks, levels, the table) is in ``puzzles.sheet.words``.

>>> say("de", "prompt.undone")
'Zurückgenommen.'
"""

from __future__ import annotations

from typing import Literal, get_args

from solver.cards import Card
from solver.errors import Unreadable, quoted
from solver.line import Play
from solver.notation import format_top
from solver.referee import Violation
from solver.rules.turns import OpenTurn

Language = Literal["en", "de"]
LANGUAGES: tuple[Language, ...] = get_args(Language)

ENGLISH = {
    # --- what cannot be done, and the remedy
    "nothing-to-lay": "here nothing is laid: go through the game with next and back, then name the turn: lost 3",
    "nothing-to-name": "here no turn is to be named: lay cards, such as 37 up1, or write help",
    "no-such-turn": "there is no turn {turn}; the last one is {last}",
    "over.solved": "it is solved already",
    "over.failed": "it is over: undo takes the last step back, reset starts again",
    "unknown-word": "{word} means nothing here; help shows what does",
    "did-you-mean": "{word} means nothing here; do you mean {near}?",
    "card-first": "{pile}: say the card first, such as 37 {pile}",
    "or": " or ",
    "unknown-pile": "{word} is no pile here; the piles are {piles}",
    "which-pile": "{card} can go on {piles}: say which, such as {card} {first}",
    "nowhere": "{card} can go on no pile now",
    "not-in-hand": "{card} is not in the hand of {player}",
    "needs-number": "{word}: say which turn, such as {word} 3",
    "hint-levels": "hints go from 1 to {last}",
    "nothing-to-undo": "There is nothing to take back.",
    "nothing-to-redo": "There is nothing to bring back.",
    "no-step-back": "This is where the game begins; next goes on.",
    "no-step-on": "The game ends here. Which turn gave the win away? Name it, such as: lost 3",
    "rest-ignored": "not read any more: {words}",
    # --- steps
    "prompt.undone": "Taken back.",
    "prompt.redone": "Brought back.",
    "prompt.reset": "Back at the start; redo brings it back.",
    "may-be-laid": "May be laid: {plays}",
    "nothing-may-be-laid": "No card may be laid now.",
    "turn-may-end": "The turn may end: write end.",
    "turn-must-end": "Nothing more may be laid: write end, or undo.",
    "turn-is-stuck": "This turn can no longer be completed by the rules: undo.",
    "this-turn": "this turn",
    "turn-ended": "{player} laid {plays}",
    "drew": " and drew {cards}",
    "reply": "{player} answers {plays}",
    "player": "player {player}",
    "at-turn": "after turn {turn} of {last}",
    "at-start": "before turn 1 of {last}",
    # --- verdicts
    "keeps.yes": "Good: it can still be solved.",
    "keeps.no": "That gave it away: from here it cannot be solved any more. undo takes it back.",
    "keeps.already": "It was given away before: turn {turn} did it. undo takes steps back.",
    "keeps.unknown": "Whether it can still be solved is not known.",
    "solved": "Solved!",
    "solved.score": "Solved! {left}, and nobody can leave fewer.",
    "solved.score.claimed": "Solved! {left}, as few as the author leaves.",
    "solved.turn": "Solved! That is the turn that still wins.",
    "solved.where": "Solved! Turn {turn} gave the win away.",
    "failed.stuck": "{player} cannot lay the minimum: {left}.",
    "failed.score": "You left {left}; {best} is possible.",
    "failed.turn": "That turn does not win.",
    "failed.turn.unknown": "Whether that turn wins is not known; it is not the author's.",
    "failed.turns": "{turns} turns are over, and {player} has not won.",
    "failed.turns.one": "The turn is over, and {player} has not won.",
    "failed.duel": "{winner} has won.",
    "failed.remedy": "undo takes the last step back, reset starts again.",
    "wrong-turn": "No, it was not turn {turn}.",
    "cards.one": "1 card left",
    "cards.many": "{n} cards left",
    "stuck.score": "{player} can lay no more.",
    "hints.one": "With 1 hint.",
    "hints.many": "With {n} hints.",
    "peeked": "After a look at the solution.",
    # --- hints
    "hint.theme": "Theme: {title}. {says}",
    "hint.trick": "A backwards trick helps here.",
    "hint.tricks": "More than one backwards trick is in this turn.",
    "hint.gift": "Think of the opponent's piles, and of what you draw.",
    "hint.command": "Look at the commands before you count the cards.",
    "hint.more": "Lay more than you must in this turn.",
    "hint.least": "Lay no more than you must, and hold the rest back.",
    "hint.plain": "Ask which pile each card leaves open for the next.",
    "hint.pile": "Think about {pile}.",
    "hint.play": "Lay {card} on {pile}.",
    "hint.complete": "Ask whether this turn is not complete already.",
    "hint.end": "End the turn now.",
    "hint.astray": "Something that you laid in this turn does not help.",
    "hint.astray.pile": "Take back what you laid on {pile}.",
    "hint.take-back": "Take back {plays}.",
    "hint.lost": "From here it cannot be solved any more.",
    "hint.lost.where": "From here it cannot be solved any more; before turn {turn} it could.",
    "hint.unknown": "How to go on from here is not known.",
    "hint.where": "Look for the first turn that spoils a pile for cards still to come.",
    "hint.where.range": "It was one of the turns {first} to {last}.",
    "hint.where.turn": "It was turn {turn}.",
    "hint.more-there": "(hint again says more)",
    # --- the frame
    "welcome": "help shows the commands",
    "solution": "A solution:",
    "solution.where": "Turn {turn} gave the win away. This would have won instead:",
    "solution.instead": "This would have won instead:",
    "no-solution": "No solution is known.",
    "over": "over",
    "progress": "{solved} of {all} solved; tenback puzzle play goes on with the next one.",
    "goodbye": "Left unsolved. Until next time!",
}

GERMAN = {
    # --- what cannot be done, and the remedy
    "nothing-to-lay": "hier wird nichts gelegt: geh mit weiter und zurück durch die Partie, dann etwa: verloren 3",
    "nothing-to-name": "hier ist kein Zug zu nennen: lege Karten, etwa 37 up1, oder schreib hilfe",
    "no-such-turn": "es gibt keinen Zug {turn}; der letzte ist {last}",
    "over.solved": "es ist schon gelöst",
    "over.failed": "es ist vorbei: zurück nimmt den letzten Schritt zurück, neu beginnt von vorn",
    "unknown-word": "{word} sagt mir nichts; hilfe zeigt, was geht",
    "did-you-mean": "{word} sagt mir nichts; meinst du {near}?",
    "card-first": "{pile}: nenn zuerst die Karte, etwa 37 {pile}",
    "or": " oder ",
    "unknown-pile": "{word} ist hier kein Stapel; die Stapel sind {piles}",
    "which-pile": "{card} passt auf {piles}: sag wohin, etwa {card} {first}",
    "nowhere": "{card} passt jetzt auf keinen Stapel",
    "not-in-hand": "{card} ist nicht auf der Hand von {player}",
    "needs-number": "{word}: sag welchen Zug, etwa {word} 3",
    "hint-levels": "Tipps gehen von 1 bis {last}",
    "nothing-to-undo": "Es gibt nichts zurückzunehmen.",
    "nothing-to-redo": "Es gibt nichts wiederherzustellen.",
    "no-step-back": "Hier beginnt die Partie; weiter geht voran.",
    "no-step-on": "Hier endet die Partie. Welcher Zug hat den Sieg verschenkt? Nenne ihn, etwa: verloren 3",
    "rest-ignored": "nicht mehr gelesen: {words}",
    # --- steps
    "prompt.undone": "Zurückgenommen.",
    "prompt.redone": "Wiederhergestellt.",
    "prompt.reset": "Zurück am Anfang; wieder stellt alles wieder her.",
    "may-be-laid": "Legbar: {plays}",
    "nothing-may-be-laid": "Jetzt lässt sich keine Karte legen.",
    "turn-may-end": "Der Zug darf enden: schreib ende.",
    "turn-must-end": "Mehr lässt sich nicht legen: schreib ende oder zurück.",
    "turn-is-stuck": "Dieser Zug lässt sich nach den Regeln nicht mehr zu Ende bringen: zurück.",
    "this-turn": "dieser Zug",
    "turn-ended": "{player} legte {plays}",
    "drew": " und zog {cards}",
    "reply": "{player} antwortet {plays}",
    "player": "Spieler {player}",
    "at-turn": "nach Zug {turn} von {last}",
    "at-start": "vor Zug 1 von {last}",
    # --- verdicts
    "keeps.yes": "Gut: Es ist noch lösbar.",
    "keeps.no": "Damit ist es verschenkt: Von hier aus ist es nicht mehr lösbar. zurück nimmt es zurück.",
    "keeps.already": "Es war schon verschenkt: durch Zug {turn}. zurück nimmt Schritte zurück.",
    "keeps.unknown": "Ob es noch lösbar ist, ist nicht bekannt.",
    "solved": "Gelöst!",
    "solved.score": "Gelöst! {left}, weniger kann niemand übrig lassen.",
    "solved.score.claimed": "Gelöst! {left}, so wenige wie der Autor.",
    "solved.turn": "Gelöst! Das ist der Zug, der noch gewinnt.",
    "solved.where": "Gelöst! Zug {turn} hat den Sieg verschenkt.",
    "failed.stuck": "{player} kann nicht genug Karten legen: {left}.",
    "failed.score": "Du hast {left} übrig gelassen; möglich ist {best}.",
    "failed.turn": "Dieser Zug gewinnt nicht.",
    "failed.turn.unknown": "Ob dieser Zug gewinnt, ist nicht bekannt; der des Autors ist es nicht.",
    "failed.turns": "{turns} Züge sind vorbei, und {player} hat nicht gewonnen.",
    "failed.turns.one": "Der Zug ist vorbei, und {player} hat nicht gewonnen.",
    "failed.duel": "{winner} hat gewonnen.",
    "failed.remedy": "zurück nimmt den letzten Schritt zurück, neu beginnt von vorn.",
    "wrong-turn": "Nein, Zug {turn} war es nicht.",
    "cards.one": "1 Karte übrig",
    "cards.many": "{n} Karten übrig",
    "stuck.score": "{player} kann nicht mehr legen.",
    "hints.one": "Mit 1 Tipp.",
    "hints.many": "Mit {n} Tipps.",
    "peeked": "Nach einem Blick auf die Lösung.",
    # --- hints
    "hint.theme": "Motiv: {title}. {says}",
    "hint.trick": "Hier hilft ein Rückwärtstrick.",
    "hint.tricks": "In diesem Zug steckt mehr als ein Rückwärtstrick.",
    "hint.gift": "Denk an die Stapel des Gegners und daran, was du ziehst.",
    "hint.command": "Achte auf die Kommandos, bevor du Karten zählst.",
    "hint.more": "Lege in diesem Zug mehr, als du musst.",
    "hint.least": "Lege nicht mehr, als du musst, und halte den Rest zurück.",
    "hint.plain": "Frag dich, welchen Stapel jede Karte der nächsten offen lässt.",
    "hint.pile": "Denk über {pile} nach.",
    "hint.play": "Lege {card} auf {pile}.",
    "hint.complete": "Frag dich, ob dieser Zug nicht schon vollständig ist.",
    "hint.end": "Beende den Zug jetzt.",
    "hint.astray": "Etwas, das du in diesem Zug gelegt hast, hilft nicht.",
    "hint.astray.pile": "Nimm zurück, was du auf {pile} gelegt hast.",
    "hint.take-back": "Nimm {plays} zurück.",
    "hint.lost": "Von hier aus ist es nicht mehr lösbar.",
    "hint.lost.where": "Von hier aus ist es nicht mehr lösbar; vor Zug {turn} war es das noch.",
    "hint.unknown": "Wie es von hier aus weitergeht, ist nicht bekannt.",
    "hint.where": "Such den ersten Zug, der einen Stapel für noch kommende Karten verdirbt.",
    "hint.where.range": "Es war einer der Züge {first} bis {last}.",
    "hint.where.turn": "Es war Zug {turn}.",
    "hint.more-there": "(noch einmal tipp sagt mehr)",
    # --- the frame
    "welcome": "hilfe zeigt die Kommandos",
    "solution": "Eine Lösung:",
    "solution.where": "Zug {turn} hat den Sieg verschenkt. So wäre es gewonnen worden:",
    "solution.instead": "So wäre es gewonnen worden:",
    "no-solution": "Es ist keine Lösung bekannt.",
    "over": "vorbei",
    "progress": "{solved} von {all} gelöst; tenback puzzle play macht mit der nächsten Aufgabe weiter.",
    "goodbye": "Ungelöst verlassen. Bis zum nächsten Mal!",
}

WORDS: dict[Language, dict[str, str]] = {"en": ENGLISH, "de": GERMAN}

HELP: dict[Language, tuple[tuple[str, str], ...]] = {
    "en": (
        ("{card} {pile}", "lay a card on a pile; several at once: {card} {pile} {other} {pile}"),
        ("{card}", "lay it where only one pile takes it"),
        ("end", "end the turn and draw (e)"),
        ("undo, redo", "take the last step back, bring it back (u, r)"),
        ("undo turn, reset", "back to the start of the turn, of the puzzle"),
        ("hint", "a hint; again for more (h)"),
        ("plays", "what may be laid now (p)"),
        ("show", "draw the table again (s)"),
        ("rules", "the rules of this game"),
        ("solution", "show a solution"),
        ("quit", "leave (q, Ctrl-D)"),
    ),
    "de": (
        ("{card} {pile}", "eine Karte auf einen Stapel legen; mehrere auf einmal: {card} {pile} {other} {pile}"),
        ("{card}", "dorthin legen, wo nur ein Stapel sie nimmt"),
        ("ende", "den Zug beenden und nachziehen (e)"),
        ("zurück, wieder", "den letzten Schritt zurücknehmen, wiederherstellen (z, w)"),
        ("zurück zug, neu", "zurück zum Anfang des Zuges, der Aufgabe"),
        ("tipp", "ein Tipp; noch einmal für mehr (t)"),
        ("legbar", "was sich jetzt legen lässt (l)"),
        ("zeigen", "den Tisch noch einmal zeichnen (s)"),
        ("regeln", "die Regeln dieses Spiels, auf Englisch"),
        ("lösung", "eine Lösung zeigen"),
        ("quit", "aufhören (q, Strg-D)"),
    ),
}
HELP_WHERE: dict[Language, tuple[tuple[str, str], ...]] = {
    "en": (
        ("next, back", "one turn on, one turn back (n, b)"),
        ("turn 3", "the table after turn 3; turn 0 is the start"),
        ("lost 3", "your answer: turn 3 gave the win away"),
        ("hint", "a hint; again for more (h)"),
        ("show", "draw the table again (s)"),
        ("solution", "show the answer"),
        ("quit", "leave (q, Ctrl-D)"),
    ),
    "de": (
        ("weiter, zurück", "einen Zug voran, einen zurück (n, z)"),
        ("zug 3", "der Tisch nach Zug 3; zug 0 ist der Anfang"),
        ("verloren 3", "deine Antwort: Zug 3 hat den Sieg verschenkt"),
        ("tipp", "ein Tipp; noch einmal für mehr (t)"),
        ("zeigen", "den Tisch noch einmal zeichnen (s)"),
        ("lösung", "die Antwort zeigen"),
        ("quit", "aufhören (q, Strg-D)"),
    ),
}

# The referee speaks English; these say the same in German, by the rule that is broken.
GERMAN_REFUSALS = {
    "own-hand": "{card} ist nicht auf der Hand",
    "follow": "{card} auf {pile} (oben {top}): {neither}",
    "equal-numbers": "{card} auf {pile} (oben {top}): gleiche Zahl in anderer Farbe",
    "improve": "{card} auf {pile} (oben {top}): verbessert den Stapel nicht",
    "one-gift": "{card} auf {pile}: auf die Stapel des Gegners dürfen im Zug höchstens {gifts}",
    "own-card": "auf einem eigenen Stapel liegt noch keine Karte dieses Zuges",
    "maximum": "{card}: ein Zug legt höchstens {maximum}",
    "minimum": "gelegt {laid}; mindestens {least} müssen es sein",
    "stop": "{card}: der Zug hat mit dem Stopp geendet",
    "skull": "der Totenkopf muss im selben Zug überdeckt werden",
    "three": "mit einer Drei werden in diesem Zug genau 3 Karten gelegt, ein Stopp nur als dritte",
    "no-trick": "{card} auf {pile} (oben {top}): kein Rückwärtstrick, solange das Kommando sichtbar ist",
    "one-pile": "{card} auf {pile}: alle Karten dieses Zuges müssen auf denselben Stapel",
}


def say(language: Language, key: str, **values: object) -> str:
    """One sentence, with its blanks filled in."""
    return WORDS[language][key].format(**values)


def language_named(text: str) -> Language:
    """A language by its short name."""
    for language in LANGUAGES:
        if text == language:
            return language
    raise Unreadable(f"language {quoted(text)}: the languages are {' '.join(LANGUAGES)}")


def cards_left(language: Language, cards: int) -> str:
    """``1 card left``, ``3 cards left``."""
    return say(language, "cards.one" if cards == 1 else "cards.many", n=cards)


def refusal_text(language: Language, turn: OpenTurn, play: Play | None, violation: Violation) -> str:
    """Why a play or the end of a turn is refused: the referee's words, or the German ones for the same rule."""
    if language == "en":
        return violation.message.partition(": ")[2]  # without "turn 1, play 2": the person has just typed it
    rules = turn.rules
    least = rules.least(turn.draw_left == 0)
    values: dict[str, object] = {"laid": len(turn.laid), "least": least, "maximum": rules.maximum, "gifts": rules.gifts}
    if play is not None:
        index = rules.pile_index(play.pile)
        values |= {"card": play.card, "pile": play.pile, "top": format_top(rules, index, turn.tops[index]) or "nichts"}
        values["neither"] = german_neither(turn, index, play.card)
    return GERMAN_REFUSALS[violation.rule].format(**values)


def german_neither(turn: OpenTurn, pile: int, card: Card) -> str:
    """Neither higher, nor exactly ten lower, nor of the same colour."""
    rules = turn.rules
    onward, back = ("höher", "niedriger") if rules.piles[pile].direction == "up" else ("niedriger", "höher")
    ways = [onward]
    ways += [f"genau {rules.trick} {back}"] if rules.trick else []
    ways += ["von derselben Farbe"] if card.colour else []
    return f"weder {' noch '.join(ways)}" if len(ways) > 1 else f"nicht {onward}"
