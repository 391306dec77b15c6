# ruff: noqa: E501 (one sentence, one line)
"""What the page says that sheets and the terminal do not, in English and German.

Tasks, levels, commands and the table are said in ``puzzles.sheet.words``, hints in ``puzzles.play.words``; the page
shares both.  Each sentence below is a pair: English, German.  ``.one`` is said of one card or turn.
"""

from __future__ import annotations

from puzzles.play.words import LANGUAGES as PLAY_LANGUAGES
from puzzles.play.words import WORDS as PLAY_WORDS
from puzzles.sheet.words import words
from solver.rules.commands import COMMANDS

PAGE_WORDS: dict[str, tuple[str, str]] = {
    # --- the frame
    "ui.skip": ("Skip to the puzzle", "Zur Aufgabe springen"),
    "ui.list": ("Puzzles", "Aufgaben"),
    "ui.close": ("Close", "Schließen"),
    "ui.other-language": ("Deutsch", "English"),
    "ui.other-language.brief": ("DE", "EN"),
    "ui.help": ("Help", "Hilfe"),
    "ui.progress": ("{n} of {of} solved", "{n} von {of} gelöst"),
    "ui.progress.brief": ("{n} / {of}", "{n} / {of}"),
    "ui.all-games": ("All games", "Alle Spiele"),
    "ui.all-levels": ("All levels", "Alle Stufen"),
    "ui.filter-game": ("Game", "Spiel"),
    "ui.filter-level": ("Level", "Stufe"),
    "ui.none-match": ("No puzzle is like that.", "So eine Aufgabe ist nicht dabei."),
    "ui.solved": ("solved", "gelöst"),
    "ui.solved-with-hints": ("solved with hints", "mit Tipps gelöst"),
    "ui.begun": ("begun", "begonnen"),
    "ui.unrated": ("not rated", "ohne Stufe"),
    "ui.previous": ("Previous puzzle", "Vorige Aufgabe"),
    "ui.next": ("Next puzzle", "Nächste Aufgabe"),
    "ui.go-on": ("Go on", "Weiter"),
    "ui.today": ("Today’s puzzle", "Aufgabe des Tages"),
    "ui.numbered": ("Puzzle {n} of {of}", "Aufgabe {n} von {of}"),
    "ui.not-kept": (
        "This browser does not let the page remember: your progress is lost when you close it.",
        "Dieser Browser lässt die Seite nichts behalten: Dein Fortschritt geht beim Schließen verloren.",
    ),
    "ui.empty": ("There is no puzzle in this collection.", "In dieser Sammlung ist keine Aufgabe."),
    "ui.by": ("by {author}", "von {author}"),
    "ui.source": ("Source: {source}", "Quelle: {source}"),
    "ui.licence": ("Licence: {licence}", "Lizenz: {licence}"),
    "ui.themes": ("Themes: {themes}", "Motive: {themes}"),
    "ui.script": (
        "This page needs JavaScript to be played. Nothing is loaded from elsewhere.",
        "Diese Seite braucht JavaScript. Nichts wird von anderswo geladen.",
    ),
    # --- buttons
    "ui.end": ("End turn", "Zug beenden"),
    "ui.undo": ("Undo", "Rückgängig"),
    "ui.reset": ("Restart", "Neu"),
    "ui.hint": ("Hint", "Tipp"),
    "ui.check": ("Check", "Prüfen"),
    "ui.solution": ("Solution", "Lösung"),
    "ui.show-solution": ("Show the solution", "Lösung zeigen"),
    "ui.step-through": ("Play it on the table", "Auf dem Tisch nachspielen"),
    "ui.back-to-mine": ("Back to my game", "Zurück zu meinem Spiel"),
    "ui.each-turn": ("Check every turn at once", "Jeden Zug sofort prüfen"),
    "ui.this-turn": ("Turn {n} lost it", "Zug {n} war es"),
    "ui.name-turn": ("Find the turn", "Finde den Zug"),
    "ui.step-back": ("One turn back", "Einen Zug zurück"),
    "ui.step-on": ("One turn on", "Einen Zug weiter"),
    "ui.at-turn": ("after turn {n} of {of}", "nach Zug {n} von {of}"),
    "ui.at-start": ("before turn 1 of {of}", "vor Zug 1 von {of}"),
    "ui.actions": ("Actions", "Aktionen"),
    # --- the table
    "table.table": ("The table", "Der Tisch"),
    "table.piles": ("Piles", "Stapel"),
    "table.piles-of": ("Piles of {player}", "Stapel von {player}"),
    "table.hand": ("Hand", "Hand"),
    "table.hand-of": ("Hand of {player}", "Hand von {player}"),
    "table.your-hand": ("Your hand", "Deine Hand"),
    "table.no-cards": ("no cards", "keine Karten"),
    "table.up": ("up", "Auf"),
    "table.down": ("down", "Ab"),
    "table.named": ("pile {name}", "Stapel {name}"),
    "table.top": ("top", "oben"),
    "table.row": ("nothing laid yet, starts from", "noch leer, beginnt bei"),
    "table.row.open": ("nothing laid yet, any card opens it", "noch leer, jede Karte eröffnet ihn"),
    "table.key": ("key {n}", "Taste {n}"),
    "table.turns": ("Turns so far", "Bisherige Züge"),
    "table.no-turns": ("No turn has been played yet.", "Noch kein Zug gespielt."),
    "table.laid": ("{n} laid in this turn", "{n} in diesem Zug gelegt"),
    "table.draws-next": ("next", "als Nächste"),
    "table.count.one": ("1 card", "1 Karte"),
    "table.count": ("{n} cards", "{n} Karten"),
    "table.left.one": ("1 card left in all", "insgesamt noch 1 Karte"),
    "table.left": ("{n} cards left in all", "insgesamt noch {n} Karten"),
    "draw-pile.more": ("{n} more", "{n} weitere"),
    "draw-pile.fewer": ("Show fewer", "Weniger zeigen"),
    "draw-pile.hide": ("Hide", "Verdecken"),
    "draw-pile.hide.says": ("Hide the draw pile", "Verdecken: Nachziehstapel"),
    "draw-pile.show": ("Show", "Zeigen"),
    "draw-pile.show.says": ("Show the draw pile", "Zeigen: Nachziehstapel"),
    "table.player": ("Player {player}", "Spieler {player}"),
    "table.keeps": ("can still be solved", "noch lösbar"),
    "table.gives-away": ("cannot be solved any more", "nicht mehr lösbar"),
    "table.unknown": ("not known", "nicht bekannt"),
    # --- what is said while playing
    "say.begin": ("Choose a card, then a pile.", "Wähle eine Karte, dann einen Stapel."),
    "say.chosen": ("{card} chosen. It fits {piles}.", "{card} gewählt. Passt auf {piles}."),
    "say.chosen.none": ("{card} chosen. It fits no pile now.", "{card} gewählt. Passt jetzt auf keinen Stapel."),
    "say.dropped": ("Nothing chosen.", "Nichts gewählt."),
    "say.choose-first": ("Choose a card of the hand first.", "Wähle zuerst eine Handkarte."),
    "say.laid": ("{card} on {pile}.", "{card} auf {pile}."),
    "say.may-end": ("The turn may end.", "Der Zug darf enden."),
    "say.must-end": ("Nothing more can be laid: end the turn.", "Mehr lässt sich nicht legen: Beende den Zug."),
    "say.cannot-complete": (
        "This turn cannot be completed by the rules any more: undo.",
        "Dieser Zug lässt sich nach den Regeln nicht mehr zu Ende bringen: Geh zurück.",
    ),
    "say.turn-ended": ("Turn ended.", "Zug beendet."),
    "say.drawn": ("Drawn: {cards}.", "Gezogen: {cards}."),
    "say.next-player": ("{player} is to move.", "{player} ist am Zug."),
    "say.reply": ("{player} answers {plays}.", "{player} antwortet {plays}."),
    "say.play": ("{card} on {pile}", "{card} auf {pile}"),
    "say.undone": ("Taken back.", "Zurückgenommen."),
    "say.nothing-to-undo": ("There is nothing to take back.", "Es gibt nichts zurückzunehmen."),
    "say.restarted": ("Back at the start.", "Zurück am Anfang."),
    "say.over": ("It is over: undo or restart.", "Es ist vorbei: zurück oder neu."),
    "say.viewing": ("This is only shown: go on with your game first.", "Das wird nur gezeigt: Geh erst zu deinem Spiel zurück."),
    # --- verdicts
    "say.keeps": ("Good: it can still be solved.", "Gut: Es ist noch lösbar."),
    "say.gave-away": (
        "From here it cannot be solved any more. Turn {n} gave it away.",
        "Von hier aus ist es nicht mehr lösbar. Zug {n} hat es verschenkt.",
    ),
    "say.gives-away": (
        "What you have laid in this turn gives it away: undo.",
        "Was du in diesem Zug gelegt hast, verschenkt es: Geh zurück.",
    ),
    "say.not-known": (
        "Whether it can still be solved is not known here: the page has not every position of this puzzle.",
        "Ob es noch lösbar ist, ist hier nicht bekannt: Die Seite kennt nicht jede Stellung dieser Aufgabe.",
    ),
    "say.no-reply": (
        "The page does not know the answer of {player} to that. Undo, or restart.",
        "Die Antwort von {player} darauf kennt die Seite nicht. Geh zurück oder beginne neu.",
    ),
    "say.not-in-time": (
        "With that, {player} does not win in time any more. Undo, or restart.",
        "Damit gewinnt {player} nicht mehr rechtzeitig. Geh zurück oder beginne neu.",
    ),
    "say.solved": ("Solved!", "Gelöst!"),
    "say.solved.score.one": ("Solved! 1 card left, and nobody can leave fewer.", "Gelöst! 1 Karte bleibt übrig, weniger geht nicht."),
    "say.solved.score": ("Solved! {n} cards left, and nobody can leave fewer.", "Gelöst! {n} Karten bleiben übrig, weniger geht nicht."),
    "say.solved.turn": ("Solved! That is the turn that still wins.", "Gelöst! Das ist der Zug, der noch gewinnt."),
    "say.solved.safe": ("Solved! That turn wins in every order.", "Gelöst! Dieser Zug gewinnt in jeder Reihenfolge."),
    "say.solved.where": ("Solved! Turn {n} gave the win away.", "Gelöst! Zug {n} hat den Sieg verschenkt."),
    "say.solved.duel": ("Solved! {player} wins.", "Gelöst! {player} gewinnt."),
    "say.solved.hints.one": ("With 1 hint.", "Mit 1 Tipp."),
    "say.solved.hints": ("With {n} hints.", "Mit {n} Tipps."),
    "say.solved.peeked": ("After a look at the solution.", "Nach einem Blick auf die Lösung."),
    "say.stuck": ("{player} cannot lay enough cards: {left}.", "{player} kann nicht genug Karten legen: {left}."),
    "say.stuck.score": ("{left}. Fewer is possible: {best}.", "{left}. Weniger ist möglich: {best}."),
    "say.stuck.duel": ("{player} cannot lay enough cards: {winner} wins.", "{player} kann nicht genug Karten legen: {winner} gewinnt."),
    "say.won.duel": ("{winner} has laid every card and wins.", "{winner} hat alle Karten gelegt und gewinnt."),
    "say.out-of-turns.one": ("The turn is over, and {player} has not won.", "Der Zug ist vorbei, und {player} hat nicht gewonnen."),
    "say.out-of-turns": ("{n} turns are over, and {player} has not won.", "{n} Züge sind vorbei, und {player} hat nicht gewonnen."),
    "say.not-as-asked": (
        "Every card is laid, but not as it was asked: {asked}.",
        "Alle Karten sind abgelegt, aber nicht wie verlangt: {asked}.",
    ),
    "say.not-the-turn": ("That turn does not win any more.", "Mit diesem Zug ist es nicht mehr zu gewinnen."),
    "say.not-safe": ("That turn does not win in every order.", "Dieser Zug gewinnt nicht in jeder Reihenfolge."),
    "say.not-the-turn.unknown": (
        "Whether that turn wins is not known; it is not the author's.",
        "Ob dieser Zug gewinnt, ist nicht bekannt; der des Autors ist es nicht.",
    ),
    "say.missed": ("Not turn {n}: turn {lost} gave the win away. One answer counts.", "Nicht Zug {n}: Zug {lost} hat den Sieg verschenkt. Eine Antwort zählt."),
    "say.goes-on.order": (
        "In one order, for example, it goes on like this:",
        "In einer Reihenfolge geht es zum Beispiel so weiter:",
    ),
    "say.goes-on": ("It goes on like this:", "So geht es weiter:"),
    "say.left.one": ("1 card left", "1 Karte übrig"),
    "say.left": ("{n} cards left", "{n} Karten übrig"),
    "say.hint-more": ("Ask again for more.", "Noch einmal für mehr."),
    # --- refusals, by the id of the rule
    "refused.own-hand": ("{card} is not in the hand.", "{card} ist nicht auf der Hand."),
    "refused.stop": ("The stop has ended this turn.", "Der Stopp hat diesen Zug beendet."),
    "refused.maximum.one": ("A turn lays at most 1 card.", "Ein Zug legt höchstens 1 Karte."),
    "refused.maximum": ("A turn lays at most {n} cards.", "Ein Zug legt höchstens {n} Karten."),
    "refused.three": ("With a three, exactly {n} cards are laid in this turn.", "Mit einer Drei werden in diesem Zug genau {n} Karten gelegt."),
    "refused.three.stop": ("With a three, a stop may only be card number {n} of the turn.", "Mit einer Drei darf ein Stopp nur die {n}. Karte des Zuges sein."),
    "refused.one-gift": ("At most {n} of the cards of a turn may go on the opponent's piles.", "Höchstens {n} im Zug auf die Stapel des Gegners."),
    "refused.improve.up": ("{card} on {pile}: the opponent's ascending pile takes only cards lower than {top}.", "{card} auf {pile}: Der aufsteigende Stapel des Gegners nimmt nur Karten unter {top}."),
    "refused.improve.down": ("{card} on {pile}: the opponent's descending pile takes only cards higher than {top}.", "{card} auf {pile}: Der absteigende Stapel des Gegners nimmt nur Karten über {top}."),
    "refused.improve.row": ("{pile} has not been begun, so it cannot be improved.", "{pile} ist noch leer und nicht zu verbessern."),
    "refused.equal-numbers": ("{card} on {top}: an equal number of another colour does not follow.", "{card} auf {top}: Die gleiche Zahl in anderer Farbe passt nicht."),
    "refused.follow": ("{card} on {pile}, top {top}: {neither}.", "{card} auf {pile}, oben {top}: {neither}."),
    "refused.no-trick": ("No backwards trick while {by} is visible.", "Kein Rückwärtstrick, solange {by} offen liegt."),
    "refused.one-pile": ("While {by} is visible, the cards of this turn go on {pile}.", "Solange {by} offen liegt, kommen die Karten dieses Zuges auf {pile}."),
    **{
        f"refused.{command.name}": ("{by} must be covered before the turn ends.", "{by} muss überdeckt werden, bevor der Zug endet.")
        for command in COMMANDS.values()
        if command.cover_within is not None
    },
    "refused.minimum.one": ("Lay at least 1 card.", "Lege mindestens 1 Karte."),
    "refused.minimum": ("Lay at least {n} cards; so far it is {count}.", "Lege mindestens {n} Karten; bisher: {count}."),
    "refused.own-card": ("At least one card of a turn goes on an own pile.", "Mindestens eine Karte im Zug kommt auf einen eigenen Stapel."),
    "refused.draw": ("The order of the draw pile is not known.", "Die Reihenfolge des Nachziehstapels ist nicht bekannt."),
    "neither.higher": ("higher", "höher"),
    "neither.lower": ("lower", "niedriger"),
    "neither.exactly": ("exactly {n} {way}", "genau {n} {way}"),
    "neither.colour": ("of its colour", "von seiner Farbe"),
    "neither.neither": ("neither ", "weder "),
    "neither.nor": (" nor ", " noch "),
    "neither.not": ("not ", "nicht "),
    # --- the rules in short, with the table's own numbers
    "rules.title": ("The rules in short", "Die Regeln in Kürze"),
    "rules.follow": (
        "Ascending piles take any higher card, descending piles any lower one.",
        "Aufsteigende Stapel nehmen jede höhere Karte, absteigende jede niedrigere.",
    ),
    "rules.trick": (
        "Backwards trick: exactly {n} lower on an ascending pile, exactly {n} higher on a descending one.",
        "Rückwärtstrick: genau {n} niedriger auf einem aufsteigenden Stapel, genau {n} höher auf einem absteigenden.",
    ),
    "rules.colour": (
        "Backwards trick: on either pile any card of the top card's colour.",
        "Rückwärtstrick: auf beiden Stapeln jede Karte in der Farbe der obersten.",
    ),
    "rules.improve": (
        "At most {n} of the cards of a turn may go on the opponent's piles, and only to improve them: lower on the ascending one, higher on the descending one. At least one goes on an own pile.",
        "Höchstens {n} im Zug darf auf die Stapel des Gegners, und nur, um sie zu verbessern: niedriger auf den aufsteigenden, höher auf den absteigenden. Mindestens eine Karte kommt auf einen eigenen.",
    ),
    "rules.minimum": ("At least {n} a turn; {empty} once the draw pile is empty.", "Mindestens {n} im Zug; {empty}, wenn der Nachziehstapel leer ist."),
    "rules.minimum.same": ("At least {n} a turn.", "Mindestens {n} im Zug."),
    "rules.maximum": ("At most {n} a turn.", "Höchstens {n} im Zug."),
    "rules.draw.as-laid": ("Then as many are drawn as were laid.", "Danach werden so viele gezogen, wie gelegt wurden."),
    "rules.draw.to-full-hand": ("Then the hand is filled up to {n}.", "Danach wird die Hand auf {n} aufgefüllt."),
    "rules.draw.by-gift": (
        "Then {draws} are drawn; after helping the opponent the hand is filled up to {n}.",
        "Danach werden {draws} gezogen; wer dem Gegner geholfen hat, füllt auf {n} auf.",
    ),
    "rules.commands": ("Commands on the cards:", "Kommandos auf den Karten:"),
    "help.title": ("How to play on this page", "So spielst du auf dieser Seite"),
    "help.click": (
        "Click a card, then a pile. Or drag the card onto the pile. When you have laid what you want, end the turn.",
        "Klicke eine Karte an, dann einen Stapel. Oder zieh die Karte auf den Stapel. Hast du gelegt, was du willst, beende den Zug.",
    ),
    "help.keys": ("Keys, while the table has the focus:", "Tasten, solange der Tisch den Fokus hat:"),
    "help.key.arrows": ("← →", "← →"),
    "help.key.arrows.says": ("go from card to card", "von Karte zu Karte"),
    "help.key.numbers": ("1 2 3 …", "1 2 3 …"),
    "help.key.numbers.says": ("lay the card on the first, second, third … pile", "die Karte auf den ersten, zweiten, dritten … Stapel legen"),
    "help.key.enter": ("Enter", "Eingabe"),
    "help.key.enter.says": ("choose the card; on a pile: lay the chosen card", "die Karte wählen; auf einem Stapel: die gewählte Karte legen"),
    "help.key.end": ("E", "E"),
    "help.key.end.says": ("end the turn", "den Zug beenden"),
    "help.key.undo": ("U", "U"),
    "help.key.undo.says": ("take the last step back", "den letzten Schritt zurücknehmen"),
    "help.key.hint": ("H", "H"),
    "help.key.hint.says": ("a hint", "ein Tipp"),
    "help.key.check": ("C", "C"),
    "help.key.check.says": ("check: can it still be solved?", "prüfen: Ist es noch lösbar?"),
    "help.open": (
        "All cards are open: you see every hand and the draw pile in its order.",
        "Alle Karten liegen offen: Du siehst jede Hand und den Nachziehstapel in seiner Reihenfolge.",
    ),
    "help.kept": (
        "Your progress stays in this browser. Nothing is sent anywhere.",
        "Dein Fortschritt bleibt in diesem Browser. Nichts wird irgendwohin geschickt.",
    ),
}  # fmt: skip

SHARED = (
    "hint.",
    "game.hint.",
    "game.chance",
    "game.verdict.",
    "game.coach.",
    "game.says",
    "game.silence",
    "review.",
)  # words of the terminal that the page says too


def page_words() -> dict[str, dict[str, str]]:
    """Every word that the page may need, by language: those of sheets, the hints of the terminal, and its own."""
    return {
        language: {
            **words(language),
            **{key: text for key, text in PLAY_WORDS[language].items() if key.startswith(SHARED)},
            **{key: texts[at] for key, texts in PAGE_WORDS.items()},
        }
        for at, language in enumerate(PLAY_LANGUAGES)
    }
