# ruff: noqa: E501 (one sentence, one line)
"""Everything that is said to a person who solves a puzzle, in English and German.

What sheets and pages say too (tasks, levels, the table) is in ``puzzles.sheet.words``.

>>> say("de", "prompt.undone")
'Zurückgenommen.'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from solver.cards import Card
from solver.errors import Unreadable, quoted
from solver.hidden.why import Why
from solver.notation.text import format_top
from solver.referee import Violation
from solver.rules.commands import COMMANDS
from solver.rules.turns import OpenTurn
from solver.table.line import Play

Language = Literal["en", "de"]
LANGUAGES: tuple[Language, ...] = get_args(Language)

# English and German.
SAID: Mapping[str, tuple[str, str]] = {
    # --- what cannot be done, and the remedy
    "nothing-to-lay": ("here nothing is laid: go through the game with next and back, then name the turn: lost 3", "hier wird nichts gelegt: geh mit weiter und zurück durch die Partie, dann etwa: verloren 3"),
    "nothing-to-name": ("here no turn is to be named: lay cards, such as 37 up1, or write help", "hier ist kein Zug zu nennen: lege Karten, etwa 37 up1, oder schreib hilfe"),
    "nothing-to-lay.option": ("here nothing is laid: write your answer, or help", "hier wird nichts gelegt: schreib deine Antwort, oder hilfe"),
    "nothing-to-choose": ("here nothing is to be chosen: lay cards, such as 37 up1, or write help", "hier ist nichts zu wählen: lege Karten, etwa 37 up1, oder schreib hilfe"),
    "no-such-turn": ("there is no turn {turn}; the last one is {last}", "es gibt keinen Zug {turn}; der letzte ist {last}"),
    "over.solved": ("it is solved already", "es ist schon gelöst"),
    "over.failed": ("it is over: undo takes the last step back, reset starts again", "es ist vorbei: zurück nimmt den letzten Schritt zurück, neu beginnt von vorn"),
    "unknown-word": ("{word} means nothing here; help shows what does", "{word} sagt mir nichts; hilfe zeigt, was geht"),
    "did-you-mean": ("{word} means nothing here; do you mean {near}?", "{word} sagt mir nichts; meinst du {near}?"),
    "card-first": ("{pile}: say the card first, such as 37 {pile}", "{pile}: nenn zuerst die Karte, etwa 37 {pile}"),
    "or": (" or ", " oder "),
    "unknown-pile": ("{word} is no pile here; the piles are {piles}", "{word} ist hier kein Stapel; die Stapel sind {piles}"),
    "which-pile": ("{card} can go on {piles}: say which, such as {card} {first}", "{card} passt auf {piles}: sag wohin, etwa {card} {first}"),
    "nowhere": ("{card} can go on no pile now", "{card} passt jetzt auf keinen Stapel"),
    "not-in-hand": ("{card} is not in the hand of {player}", "{card} ist nicht auf der Hand von {player}"),
    "needs-number": ("{word}: say which turn, such as {word} 3", "{word}: sag welchen Zug, etwa {word} 3"),
    "hint-levels": ("hints go from 1 to {last}", "Tipps gehen von 1 bis {last}"),
    "nothing-to-undo": ("There is nothing to take back.", "Es gibt nichts zurückzunehmen."),
    "nothing-to-redo": ("There is nothing to bring back.", "Es gibt nichts wiederherzustellen."),
    "no-step-back": ("This is where the game begins; next goes on.", "Hier beginnt die Partie; weiter geht voran."),
    "no-step-on": ("The game ends here. Which turn gave the win away? Name it, such as: lost 3", "Hier endet die Partie. Welcher Zug hat den Sieg verschenkt? Nenne ihn, etwa: verloren 3"),
    # --- steps
    "prompt.undone": ("Taken back.", "Zurückgenommen."),
    "prompt.redone": ("Brought back.", "Wiederhergestellt."),
    "prompt.reset": ("Back at the start; redo brings it back.", "Zurück am Anfang; wieder stellt alles wieder her."),
    "may-be-laid": ("May be laid: {plays}", "Legbar: {plays}"),
    "nothing-may-be-laid": ("No card may be laid now.", "Jetzt lässt sich keine Karte legen."),
    "turn-may-end": ("The turn may end: write end.", "Der Zug darf enden: schreib ende."),
    "turn-must-end": ("Nothing more may be laid: write end, or undo.", "Mehr lässt sich nicht legen: schreib ende oder zurück."),
    "turn-is-stuck": ("This turn can no longer be completed by the rules: undo.", "Dieser Zug lässt sich nach den Regeln nicht mehr zu Ende bringen: zurück."),
    "this-turn": ("this turn", "dieser Zug"),
    "turn-ended": ("{player} laid {plays}", "{player} legte {plays}"),
    "drew": (" and drew {cards}", " und zog {cards}"),
    "reply": ("{player} answers {plays}", "{player} antwortet {plays}"),
    "player": ("player {player}", "Spieler {player}"),
    "at-turn": ("after turn {turn} of {last}", "nach Zug {turn} von {last}"),
    "at-start": ("before turn 1 of {last}", "vor Zug 1 von {last}"),
    # --- verdicts
    "keeps.yes": ("Good: it can still be solved.", "Gut: Es ist noch lösbar."),
    "keeps.no": ("That gave it away: from here it cannot be solved any more. undo takes it back.", "Damit ist es verschenkt: Von hier aus ist es nicht mehr lösbar. zurück nimmt es zurück."),
    "keeps.already": ("It was given away before: turn {turn} did it. undo takes steps back.", "Es war schon verschenkt: durch Zug {turn}. zurück nimmt Schritte zurück."),
    "keeps.unknown": ("Whether it can still be solved is not known.", "Ob es noch lösbar ist, ist nicht bekannt."),
    "solved": ("Solved!", "Gelöst!"),
    "solved.score": ("Solved! {left}, and nobody can leave fewer.", "Gelöst! {left}, weniger kann niemand übrig lassen."),
    "solved.score.claimed": ("Solved! {left}, as few as the author leaves.", "Gelöst! {left}, so wenige wie der Autor."),
    "solved.option": ("Solved! {answer}", "Gelöst! {answer}"),
    "solved.option.tries": ("That was answer number {n}.", "Das war Antwort Nummer {n}."),
    "wrong-option": ("No, {answer} is not it.", "Nein, {answer} ist es nicht."),
    "unknown-option": ("Whether that is right is not known.", "Ob das stimmt, ist nicht bekannt."),
    "prompt.option": ("answer", "Antwort"),
    "solved.turn": ("Solved! That is the turn that still wins.", "Gelöst! Das ist der Zug, der noch gewinnt."),
    "solved.safe": ("Solved! That turn wins in every order.", "Gelöst! Dieser Zug gewinnt in jeder Reihenfolge."),
    "solved.where": ("Solved! Turn {turn} gave the win away.", "Gelöst! Zug {turn} hat den Sieg verschenkt."),
    "failed.stuck": ("{player} cannot lay the minimum: {left}.", "{player} kann nicht genug Karten legen: {left}."),
    "failed.asked": ("Every card is laid, but not as asked: {asked}.", "Alle Karten liegen, aber nicht wie verlangt: {asked}."),
    "failed.score": ("You left {left}; {best} is possible.", "Du hast {left} übrig gelassen; möglich ist {best}."),
    "failed.turn": ("That turn does not win.", "Dieser Zug gewinnt nicht."),
    "failed.safe": ("That turn does not win in every order.", "Dieser Zug gewinnt nicht in jeder Reihenfolge."),
    "failed.turn.unknown": ("Whether that turn wins is not known; it is not the author's.", "Ob dieser Zug gewinnt, ist nicht bekannt; der des Autors ist es nicht."),
    "failed.turns": ("{turns} turns are over, and {player} has not won.", "{turns} Züge sind vorbei, und {player} hat nicht gewonnen."),
    "failed.turns.one": ("The turn is over, and {player} has not won.", "Der Zug ist vorbei, und {player} hat nicht gewonnen."),
    "failed.duel": ("{winner} has won.", "{winner} hat gewonnen."),
    "failed.remedy": ("undo takes the last step back, reset starts again.", "zurück nimmt den letzten Schritt zurück, neu beginnt von vorn."),
    "wrong-turn": ("No, it was not turn {turn}. Only the first answer counts; solution shows it.", "Nein, Zug {turn} war es nicht. Nur die erste Antwort zählt; lösung zeigt sie."),
    "right-too-late": ("Yes, turn {turn} gave the win away; but only the first answer counts.", "Ja, Zug {turn} hat den Sieg verschenkt; aber nur die erste Antwort zählt."),
    "goes-on.order": ("In one order, for example, it goes on like this:", "In einer Reihenfolge geht es zum Beispiel so weiter:"),
    "goes-on": ("It goes on like this:", "So geht es weiter:"),
    "themes": ("Themes: {names}.", "Motive: {names}."),
    "cards.one": ("1 card left", "1 Karte übrig"),
    "cards.many": ("{n} cards left", "{n} Karten übrig"),
    "hints.one": ("With 1 hint.", "Mit 1 Tipp."),
    "hints.many": ("With {n} hints.", "Mit {n} Tipps."),
    "peeked": ("After a look at the solution.", "Nach einem Blick auf die Lösung."),
    # --- hints
    "hint.theme": ("Theme: {title}. {says}", "Motiv: {title}. {says}"),
    "hint.trick": ("A backwards trick helps here.", "Hier hilft ein Rückwärtstrick."),
    "hint.tricks": ("More than one backwards trick is in this turn.", "In diesem Zug steckt mehr als ein Rückwärtstrick."),
    "hint.gift": ("Think of the opponent's piles, and of what you draw.", "Denk an die Stapel des Gegners und daran, was du ziehst."),
    "hint.command": ("Look at the commands before you count the cards.", "Achte auf die Kommandos, bevor du Karten zählst."),
    "hint.more": ("Lay more than you must in this turn.", "Lege in diesem Zug mehr, als du musst."),
    "hint.least": ("Lay no more than you must, and hold the rest back.", "Lege nicht mehr, als du musst, und halte den Rest zurück."),
    "hint.plain": ("Ask which pile each card leaves open for the next.", "Frag dich, welchen Stapel jede Karte der nächsten offen lässt."),
    "hint.pile": ("Think about {pile}.", "Denk über {pile} nach."),
    "hint.play": ("Lay {card} on {pile}.", "Lege {card} auf {pile}."),
    "hint.complete": ("Ask whether this turn is not complete already.", "Frag dich, ob dieser Zug nicht schon vollständig ist."),
    "hint.end": ("End the turn now.", "Beende den Zug jetzt."),
    "hint.astray": ("Something that you laid in this turn does not help.", "Etwas, das du in diesem Zug gelegt hast, hilft nicht."),
    "hint.astray.pile": ("Take back what you laid on {pile}.", "Nimm zurück, was du auf {pile} gelegt hast."),
    "hint.take-back": ("Take back {plays}.", "Nimm {plays} zurück."),
    "hint.lost": ("From here it cannot be solved any more.", "Von hier aus ist es nicht mehr lösbar."),
    "hint.lost.where": ("From here it cannot be solved any more; before turn {turn} it could.", "Von hier aus ist es nicht mehr lösbar; vor Zug {turn} war es das noch."),
    "hint.unknown": ("How to go on from here is not known.", "Wie es von hier aus weitergeht, ist nicht bekannt."),
    "hint.where": ("Look for the first turn that spoils a pile for cards still to come.", "Such den ersten Zug, der einen Stapel für noch kommende Karten verdirbt."),
    "hint.where.range": ("It was one of the turns {first} to {last}.", "Es war einer der Züge {first} bis {last}."),
    "hint.where.turn": ("It was turn {turn}.", "Es war Zug {turn}."),
    "hint.more-there": ("(hint again says more)", "(noch einmal tipp sagt mehr)"),
    # --- the frame
    "welcome": ("help shows the commands", "hilfe zeigt die Kommandos"),
    "solution": ("A solution:", "Eine Lösung:"),
    "solution.where": ("Turn {turn} gave the win away. This would have won instead:", "Zug {turn} hat den Sieg verschenkt. So wäre es gewonnen worden:"),
    "solution.instead": ("This would have won instead:", "So wäre es gewonnen worden:"),
    "no-solution": ("No solution is known.", "Es ist keine Lösung bekannt."),
    "over": ("over", "vorbei"),
    "progress": ("{solved} of {all} solved; tenback puzzle play goes on with the next one.", "{solved} von {all} gelöst; tenback puzzle play macht mit der nächsten Aufgabe weiter."),
    "goodbye": ("Left unsolved. Until next time!", "Ungelöst verlassen. Bis zum nächsten Mal!"),
    # --- games
    "game.day": ("The deal of the day, {day}", "Die Kartenfolge des Tages, {day}"),
    "game.deal": ("Deal {number}", "Kartenfolge {number}"),
    "game.own-deal": ("A deal of your own", "Eine eigene Kartenfolge"),
    "game.kept": ("game {number}, saved after every step", "Partie {number}, nach jedem Schritt gesichert"),
    "game.goes-on": ("It goes on where you left it.", "Es geht weiter, wo du aufgehört hast."),
    "game.you": (" (you)", " (du)"),
    "game.computer": (" (computer)", " (Computer)"),
    "game.open": ("All cards lie open.", "Alle Karten liegen offen."),
    "game.goal": ("Lay every card.", "Lege alle Karten ab."),
    "game.goal.team": ("Together, lay every card.", "Legt gemeinsam alle Karten ab."),
    "game.goal.duel": ("Lay all your cards first, or get the other stuck.", "Lege als Erster alle Karten ab, oder bringe den anderen in Not."),
    "game.turn": ("A turn lays at least {least}, then draws.", "Ein Zug legt mindestens {least} und zieht nach."),
    "game.turn.most": ("A turn lays {n} to {most} cards, then draws.", "Ein Zug legt {n} bis {most} Karten und zieht nach."),
    "game.turn.exactly": ("A turn lays {least}, then draws.", "Ein Zug legt {least} und zieht nach."),
    "game.follow": ("On an ascending pile (up) a higher card, on a descending one (down) a lower.", "Auf einen aufsteigenden Stapel (up) eine höhere Karte, auf einen absteigenden (down) eine niedrigere."),
    "game.trick": ("Exactly {n} backwards is allowed too.", "Genau {n} zurück ist auch erlaubt."),
    "game.colours": ("The same colour goes on either.", "Dieselbe Farbe passt immer."),
    "game.gift": ("One card of a turn may improve a pile of the other: then you draw a full hand.", "Eine Karte im Zug darf einen Stapel des anderen verbessern: dann ziehst du die Hand voll."),
    "game.how": ("Write a card and a pile, such as: {play} - then: end", "Schreib Karte und Stapel, etwa: {play} - dann: ende"),
    "game.pass-on": ("Enter clears the screen; then it is the turn of {player}. ", "Enter leert den Bildschirm; dann ist {player} am Zug. "),
    "game.your-turn": ("{player}: Enter shows your hand. ", "{player}: Enter zeigt deine Hand. "),
    "game.thinks": ("{player} thinks …", "{player} überlegt …"),
    "game.won": ("Won! Every card is laid.", "Gewonnen! Alle Karten liegen."),
    "game.lost": ("Lost: {player} cannot lay enough cards, {left}.", "Verloren: {player} kann nicht genug Karten legen, {left}."),
    "game.duel.won": ("{winner} has won!", "{winner} hat gewonnen!"),
    "game.undone.one": ("1 turn was taken back.", "1 Zug wurde zurückgenommen."),
    "game.undone.many": ("{n} turns were taken back.", "{n} Züge wurden zurückgenommen."),
    "game.over": ("undo takes the last turn back; review looks back; quit leaves.", "zurück nimmt den letzten Zug zurück; rückblick schaut zurück; quit hört auf."),
    "game.review": ("tenback play --review {number} shows where it was decided.", "tenback play --review {number} --language de zeigt, wo es sich entschied."),
    "game.is-over": ("the game is over: undo takes the last turn back", "die Partie ist vorbei: zurück nimmt den letzten Zug zurück"),
    "game.goodbye": ("Saved as game {number}: tenback play --resume goes on with it.", "Gesichert als Partie {number}: tenback play --resume macht weiter."),
    "game.talk": ("Partners say of each pile what they hold for it: mine, please don't, rather not. So do you, by your hand.", "Alle sagen zu jedem Stapel, was sie dafür haben: meiner, bitte nicht, lieber nicht. Du auch, nach deiner Hand."),
    "game.says": ("{player} says: {words}.", "{player} sagt: {words}."),
    "game.you-say": ("You say: {words}.", "Du sagst: {words}."),
    "game.says.free": ("all free", "alles frei"),
    "game.silence": ("Silence: nobody says anything.", "Stille: Niemand sagt etwas."),
    "game.elsewhere": ("Game {number} was played on at another screen: tenback play --resume {number} shows it as it is now.", "Partie {number} wurde an einem anderen Bildschirm weitergespielt: tenback play --resume {number} zeigt sie, wie sie jetzt ist."),
    "game.goodbye.unsaved": ("Until next time!", "Bis zum nächsten Mal!"),
    "game.chance": ("The chance to win is {chance} % with good play from here.", "Die Aussicht zu gewinnen ist {chance} %, wenn von hier an gut gespielt wird."),
    "game.chance.duel": ("The chance of {player} to win is about {chance} %.", "Die Aussicht von {player} zu gewinnen ist etwa {chance} %."),
    "game.verdict.winnable": ("It can be won from here: proved.", "Es ist von hier aus zu gewinnen: bewiesen."),
    "game.verdict.unwinnable": ("It cannot be won any more: proved.", "Es ist nicht mehr zu gewinnen: bewiesen."),
    "game.verdict.unknown": ("Whether it can be won is not known.", "Ob es zu gewinnen ist, ist nicht bekannt."),
    "game.verdict.duel": ("{player} wins with best play: proved.", "{player} gewinnt bei bestem Spiel: bewiesen."),
    "game.coach.best": ("Coach: no better turn was found ({chance} %).", "Trainer: Kein besserer Zug wurde gefunden ({chance} %)."),
    "game.coach.cost": ("Coach: that cost {points} points, {best} % → {chance} %.", "Trainer: Das kostete {points} Punkte, {best} % → {chance} %."),
    "game.coach.cost.one": ("Coach: that cost 1 point, {best} % → {chance} %.", "Trainer: Das kostete 1 Punkt, {best} % → {chance} %."),
    "game.coach.better": ("Better: {plays}", "Besser: {plays}"),
    "game.coach.gave": ("Coach: that gave it away, from here it cannot be won any more.", "Trainer: Damit ist es verschenkt, von hier aus ist es nicht mehr zu gewinnen."),
    "game.coach.keeps": ("Coach: it can still be won.", "Trainer: Es ist noch zu gewinnen."),
    "game.coach.on": ("The coach speaks after each of your turns.", "Der Trainer spricht nach jedem deiner Züge."),
    "game.coach.off": ("The coach is silent.", "Der Trainer schweigt."),
    "game.hint.turn": ("Lay {plays} ({chance} %).", "Lege {plays} ({chance} %)."),
    "game.hint.proved": ("Lay {plays}: that wins.", "Lege {plays}: das gewinnt."),
    "game.then": (", then ", ", dann "),
    "game.lay": ("{card} on {pile}", "{card} auf {pile}"),
    "game.review.later": ("The review tells what is hidden: play it to the end first.", "Der Rückblick verrät, was verborgen ist: Spiel erst zu Ende."),
    "game.winnable": ("deal {number}: can it be won?", "Kartenfolge {number}: ist sie zu gewinnen?"),
    "games.none": ("no game is saved yet", "noch ist keine Partie gesichert"),
    "games.taken.one": ("{n} game taken in", "{n} Partie aufgenommen"),
    "games.taken.many": ("{n} games taken in", "{n} Partien aufgenommen"),
    "game.no-turns": ("Nothing was played yet.", "Es wurde noch nichts gespielt."),
    # --- reviews
    "review.progress": ("{stage}, {seconds} s, Ctrl-C ends it with what is known", "{stage}, {seconds} s, Strg-C beendet es mit dem, was bekannt ist"),
    "review.title": ("The chance to win before each turn, as hidden cards allowed", "Die Aussicht zu gewinnen vor jedem Zug, soweit die Karten zu sehen waren"),
    "review.row.mistakes": ("lost", "Fehler"),
    "review.row.exact": ("exact", "exakt"),
    "review.row.turn": ("turn", "Zug"),
    "review.legend": ("x a turn that cost something\n+ who knew the order could still win, - nobody could, ? not known", "x ein Zug, der etwas kostete\n+ wer die Reihenfolge kannte, konnte noch gewinnen, - niemand, ? unbekannt"),
    "review.legend.duel": ("x a turn that cost something\n+ won with best play by both who know all cards, - lost, ? not known", "x ein Zug, der etwas kostete\n+ gewonnen bei bestem Spiel beider, die alle Karten kennen, - verloren, ? unbekannt"),
    "review.no-mistakes": ("No turn cost much: no better one was found.", "Kein Zug kostete viel: Bessere wurden nicht gefunden."),
    "review.mistakes": ("What cost most:", "Was am meisten kostete:"),
    "review.mistake": ("{turn:>3}. {player}: {plays} cost {points} points, {best} % → {chance} %", "{turn:>3}. {player}: {plays} kostete {points} Punkte, {best} % → {chance} %"),
    "review.gave-away": ("After it nobody could win any more, even knowing the order.", "Danach konnte niemand mehr gewinnen, auch wer die Reihenfolge kannte."),
    "review.gave-away.duel": ("It gave a win away that was there for whoever knew all cards.", "Er verschenkte einen Sieg, den es gab, wenn man alle Karten kannte."),
    "review.more": ("and {n} smaller ones", "und {n} kleinere"),
    "review.possible.winnable": ("The deal could be won by somebody who knew the order.", "Diese Kartenfolge war zu gewinnen, wenn man sie kannte."),
    "review.possible.unwinnable": ("Nobody could have won this deal, even knowing the order.", "Diese Kartenfolge konnte niemand gewinnen, auch wer sie kannte."),
    "review.possible.unknown": ("Whether the deal could be won knowing the order is not known.", "Ob diese Kartenfolge zu gewinnen war, wenn man sie kannte, ist nicht bekannt."),
    "review.side": ("Chances are those of {player}.", "Die Aussichten sind die von {player}."),
    "review.sum": ("It began at {start} %; the cards brought {luck} points, the turns chosen {play}: {end} % in the end.", "Es begann bei {start} %; die Karten brachten {luck} Punkte, die gewählten Züge {play}: am Ende {end} %."),
    "review.limit": ("{limit}: what is missing was not worked out", "{limit}: Was fehlt, wurde nicht ausgerechnet"),
    "cards.least.one": ("1 card", "1 Karte"),
    "cards.least.many": ("{n} cards", "{n} Karten"),
}  # fmt: skip
WORDS = {language: {key: said[at] for key, said in SAID.items()} for at, language in enumerate(LANGUAGES)}

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
        ("regeln", "die Regeln dieses Spiels"),
        ("lösung", "eine Lösung zeigen"),
        ("quit", "aufhören (q, Strg-D)"),
    ),
}
HELP_GAME: dict[Language, tuple[tuple[str, str], ...]] = {
    "en": (
        *HELP["en"][:4],
        ("undo turn, reset", "back to the start of the turn, of the game; counted"),
        ("hint", "a thought; again for the pile, then the turn (h)"),
        ("chance", "the chance to win; all open: whether it can be won (c)"),
        ("coach", "after each turn, what it cost: on, off"),
        ("plays, show", "what may be laid now; the table again (p, s)"),
        ("turns, review", "what was played; where the chances went, in the end"),
        ("rules", "the rules of this game"),
        ("quit", "leave; the game is saved (q, Ctrl-D)"),
    ),
    "de": (
        *HELP["de"][:4],
        ("zurück zug, neu", "zum Anfang des Zuges, der Partie; gezählt"),
        ("tipp", "ein Gedanke; noch einmal: der Stapel, dann der Zug (t)"),
        ("aussicht", "die Aussicht zu gewinnen; offen: ob es möglich ist (c)"),
        ("trainer", "nach jedem Zug, was er kostete: an, aus"),
        ("legbar, zeigen", "was sich legen lässt; der Tisch noch einmal (l, s)"),
        ("verlauf, rückblick", "was gespielt wurde; am Ende: wo die Aussicht blieb"),
        ("regeln", "die Regeln dieses Spiels"),
        ("quit", "aufhören; die Partie ist gesichert (q, Strg-D)"),
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

HELP_OPTION: dict[Language, tuple[tuple[str, str], ...]] = {
    "en": (
        ("{answer}", "your answer; others may be tried after it"),
        ("hint", "a hint; again for more (h)"),
        ("show", "draw the table again (s)"),
        ("solution", "show the answer"),
        ("quit", "leave (q, Ctrl-D)"),
    ),
    "de": (
        ("{answer}", "deine Antwort; danach darfst du es weiter versuchen"),
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
    **{
        command.name: f"{command.title.de}: {command.says.de}".rstrip(".")
        for command in COMMANDS.values()
        if command.cover_within is not None
    },
    "three": "mit einer Drei werden in diesem Zug genau 3 Karten gelegt, ein Stopp nur als dritte",
    "no-trick": "{card} auf {pile} (oben {top}): kein Rückwärtstrick, solange das Kommando sichtbar ist",
    "one-pile": "{card} auf {pile}: alle Karten dieses Zuges müssen auf denselben Stapel",
}

# The reasons of advice, by kind; the English ones come with them.
GERMAN_REASONS = {
    "last": "er legt die letzte Karte",
    "worked-out": "nichts bleibt verborgen: es ist ausgerechnet",
    "proved-win": "er gewinnt gegen jede Antwort: bewiesen",
    "proved-loss": "er verliert gegen die besten Antworten, wie jeder verglichene Zug: bewiesen",
    "covers": "er verdeckt die {a} auf {piles}",
    "trick": "er zieht {piles} um {n} zurück, von {a} auf {b}",
    "keeps": "er behält die {a} für ihren Trick auf {piles}",
    "asked": "er lässt {piles} in Ruhe, wie erbeten",
    "gives": "er gibt {piles} die {a} und zieht dafür {n}",
    "room": "er lässt Platz für {n} der eigenen Karten, die noch kommen, mehr als der nächste Zug",
    "gives-none": "er verbessert keinen Stapel des Gegners",
    "pair": "er lässt {a} und {b} zusammen auf der Hand, {n} auseinander",
    "moves": "er bewegt die Stapel zusammen um {n}",
    "moves.back": "er zieht die Stapel zusammen um {n} zurück",
    "fits": "auf der Hand bleiben nur {n} Karten, die nirgends passen",
    "fits.one": "auf der Hand bleibt nur eine Karte, die nirgends passt",
    "fits.none": "jede Karte, die auf der Hand bleibt, passt noch irgendwo",
    "rid": "er wird die {a} los, die von allen Stapeln am weitesten entfernt ist",
    "more": "er legt {n} Karten, mehr als nötig",
    "alone": "er lässt {piles}, wie sie sind",
    "spoiled": "der gespielte Zug verdarb den Trick der {a} auf {piles}",
    "blocked": "nach dem gespielten Zug passt auf keinen Stapel mehr: {cards}",
    "blocked-own": "nach dem gespielten Zug passt auf keinen eigenen Stapel mehr: {cards}",
    "unheard": "der gespielte Zug ging auf {piles}; darum hatte Spieler {n} gebeten",
    "gave": "der gespielte Zug gab {piles} die {a}: dort passen {n} Karten des Gegners mehr",
    "closed": "er lässt {n} der Karten, die noch kommen, mehr einen Platz auf den Stapeln",
    "closed-own": "er lässt {n} der Karten, die noch kommen, mehr einen Platz auf den eigenen Stapeln",
    "further": "der gespielte Zug bewegte die Stapel zusammen um {n} mehr",
    "further-own": "der gespielte Zug bewegte die eigenen Stapel zusammen um {n} mehr",
    "leaves": "er lässt {pile} bei {shown}; der gespielte Zug ließ {pile} bei {instead}",
    "holds": "er behält auf der Hand: {cards}",
    "lays": "er legt auch: {cards}",
}


def why_text(language: Language, why: Why) -> str:
    """A reason for a turn."""
    if language == "en":
        return why.words
    a, b = (*map(str, why.cards), "", "")[:2]
    number = why.number or 0
    variant = f"{why.kind}.{'none' if number == 0 else 'one' if number == 1 else 'back' if number < 0 else 'many'}"
    words = GERMAN_REASONS.get(variant, GERMAN_REASONS[why.kind])
    pile, shown, instead = (*why.piles, "", "", "")[:3]
    values = {"pile": pile, "shown": german_top(shown), "instead": german_top(instead)}
    cards = ", ".join(map(str, why.cards))
    return words.format(a=a, b=b, n=abs(number), piles=" ".join(why.piles), cards=cards, **values)


def german_top(shown: str) -> str:
    """What a pile shows; on some nothing does before the first card."""
    return "nichts" if shown == "nothing" else shown


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
