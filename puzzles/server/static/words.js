// What the live panel says, in English and German; and the solver's own sentences in German, as far as they are known.

(function (tenback) {
  "use strict";

  const WORDS = {
    "nav.solver": ["Solver", "Löser"],
    "nav.puzzles": ["Puzzles", "Aufgaben"],
    "nav.today": ["Today’s puzzle", "Aufgabe des Tages"],
    "nav.ask": ["Ask the solver about this table", "Den Löser zu diesem Tisch fragen"],
    "nav.label": ["Pages", "Seiten"],
    "source": ["Position or deal", "Stellung oder Kartenfolge"],
    "source.tip": ["Paste or type: one line of text, or JSON. The table follows as you type.", "Einfügen oder tippen: eine Zeile Text oder JSON. Der Tisch zeigt es sofort."],
    "source.reform": ["As JSON", "Als JSON"],
    "source.reform.back": ["As text", "Als Text"],
    "source.copy": ["Copy link", "Link kopieren"],
    "source.copied": ["Copied", "Kopiert"],
    "source.notation": ["How to write it", "So schreibt man es"],
    "source.notation.says": [
      "The game, a slash and the number of players; then sections, divided by |: up: and down: the top cards of the piles (- for a pile not begun), 1: 2: … the hands, * behind the player to move, draw: the draw pile, next card first, draw?: if nobody knows its order. #17 alone is numbered deal 17.",
      "Das Spiel, ein Schrägstrich und die Zahl der Spieler; dann Abschnitte, getrennt durch |: up: und down: die obersten Karten der Stapel (- für einen leeren), 1: 2: … die Hände, * hinter dem, der am Zug ist, draw: der Nachziehstapel, nächste Karte zuerst, draw?: wenn niemand seine Reihenfolge kennt. #17 allein ist die Kartenfolge Nummer 17."],
    "examples": ["Try one", "Zum Ausprobieren"],
    "example.trick": ["Ten back", "Zehn zurück"],
    "example.lost": ["A lost one", "Ein verlorenes"],
    "example.extreme": ["Commands", "Kommandos"],
    "example.duel": ["A duel", "Ein Duell"],
    "example.colours": ["Colours", "Farben"],
    "example.hidden": ["Order unknown", "Unbekannte Folge"],
    "example.deal": ["A whole deal", "Ein ganzes Spiel"],
    "builder": ["Build a table by clicks", "Einen Tisch zusammenklicken"],
    "builder.tip": ["Choose a place, then click the cards that are there. A second click takes a card out again.", "Wähle einen Platz und klicke die Karten an, die dort sind. Ein zweiter Klick nimmt eine Karte wieder weg."],
    "builder.put": ["Put cards here:", "Karten hierhin:"],
    "builder.draw": ["Draw pile, next first", "Nachziehstapel, nächste zuerst"],
    "builder.draw.of": ["Draw pile of {player}, next first", "Nachziehstapel von {player}, nächste zuerst"],
    "builder.laid": ["Laid", "Gelegt"],
    "builder.laid.of": ["Laid by {player}", "Gelegt von {player}"],
    "builder.unseen": ["Draw pile, order unknown", "Nachziehstapel, Reihenfolge unbekannt"],
    "builder.on-top": ["On top of {pile}", "Oben auf {pile}"],
    "builder.order": ["Is the order of the draw pile known?", "Ist die Reihenfolge des Nachziehstapels bekannt?"],
    "builder.order.known": ["Yes: cards that are placed nowhere have been laid", "Ja: Karten ohne Platz sind gelegt"],
    "builder.order.unknown": ["No: cards that are placed nowhere are in it", "Nein: Karten ohne Platz sind darin"],
    "builder.mover": ["Whose turn is it?", "Wer ist am Zug?"],
    "builder.cards": ["Cards", "Karten"],
    "builder.cards.of": ["Cards of {player}", "Karten von {player}"],
    "builder.none": ["Take all cards out of this place", "Alle Karten von diesem Platz nehmen"],
    "builder.clear": ["Empty the table", "Tisch leeren"],
    "builder.shuffle": ["Shuffle all others into the draw pile", "Alle übrigen in den Nachziehstapel mischen"],
    "builder.line": ["Written down:", "Aufgeschrieben:"],
    "deal": ["A numbered deal", "Eine nummerierte Kartenfolge"],
    "deal.game": ["Game", "Spiel"],
    "deal.players": ["Players", "Spieler"],
    "deal.number": ["Number", "Nummer"],
    "deal.go": ["Deal", "Geben"],
    "goal": ["Question", "Frage"],
    "goal.win": ["Can it be won?", "Ist es zu gewinnen?"],
    "goal.win.duel": ["Who wins?", "Wer gewinnt?"],
    "goal.cards-left": ["How few cards can be left?", "Wie wenige Karten können übrig bleiben?"],
    "goal.turns": ["Won in how few turns?", "In wie wenigen Zügen gewonnen?"],
    "goal.helpwin": ["Both help A: how soon?", "Beide helfen A: wie bald?"],
    "goal.helpwin:B": ["Both help B: how soon?", "Beide helfen B: wie bald?"],
    "goal.selfstuck": ["Can the mover force the own loss?", "Lässt sich die eigene Niederlage erzwingen?"],
    "time": ["Search for", "Höchstens"],
    "time.seconds": ["{n} s", "{n} s"],
    "solve": ["Solve", "Lösen"],
    "setup": ["Table", "Tisch"],
    "cancel": ["Cancel", "Abbrechen"],
    "played": ["A game that was played from here", "Ein Spiel, das von hier aus gespielt wurde"],
    "played.tip": ["Turns such as 1: 37@up1 48@up1; 2: 5@down2 …. What you play on the table is written here.", "Züge wie 1: 37@up1 48@up1; 2: 5@down2 …. Was du auf dem Tisch spielst, steht hier."],
    "played.go": ["Where was it lost?", "Wo ging es verloren?"],
    "played.empty": ["Play some turns on the table, or write them here.", "Spiele Züge auf dem Tisch oder schreibe sie hierher."],
    "working.solve": ["Searching …", "Sucht …"],
    "working.choices": ["Weighing each turn …", "Prüft jeden Zug …"],
    "working.judge": ["Judging your turn …", "Beurteilt deinen Zug …"],
    "working.game": ["Going through the game …", "Geht das Spiel durch …"],
    "working.clock": ["{n} s of {of} s", "{n} s von {of} s"],
    "busy": ["The server is busy; trying again …", "Der Server ist beschäftigt; neuer Versuch …"],
    "stopped": ["Stopped.", "Angehalten."],
    "offline": ["The server does not answer. Is it still running?", "Der Server antwortet nicht. Läuft er noch?"],
    "verdict.winnable": ["It can be won", "Zu gewinnen"],
    "verdict.unwinnable": ["It cannot be won", "Nicht zu gewinnen"],
    "verdict.unknown": ["Not known", "Nicht bekannt"],
    "verdict.duel": ["{winner} wins", "{winner} gewinnt"],
    "verdict.yes": ["Yes", "Ja"],
    "verdict.no": ["No", "Nein"],
    "says.line.one": ["In 1 turn.", "In 1 Zug."],
    "says.line": ["In {n} turns.", "In {n} Zügen."],
    "says.over.won": ["Every card is laid.", "Alle Karten liegen."],
    "says.duel.one": ["With this very turn, whatever the other does.", "Mit diesem Zug."],
    "says.duel": ["In {n} turns of both with best play.", "In {n} Zügen beider bei bestem Spiel."],
    "says.fewest.one": ["1 card left, proved the fewest.", "1 Karte bleibt übrig, bewiesen die wenigsten."],
    "says.fewest": ["{n} cards left, proved the fewest.", "{n} Karten bleiben übrig, bewiesen die wenigsten."],
    "says.turns.one": ["In 1 turn, proved the fewest.", "In 1 Zug, bewiesen die wenigsten."],
    "says.turns": ["In {n} turns, proved the fewest.", "In {n} Zügen, bewiesen die wenigsten."],
    "says.gap": ["At best {best} so far; fewer than {bound} is proved impossible.", "Bisher bestenfalls {best}; weniger als {bound} ist bewiesen unmöglich."],
    "says.left.one": ["The line below leaves 1 card.", "Die Züge unten lassen 1 Karte übrig."],
    "says.left": ["The line below leaves {n} cards.", "Die Züge unten lassen {n} Karten übrig."],
    "says.best.one": ["The best line found so far leaves 1 card.", "Die besten Züge bisher lassen 1 Karte übrig."],
    "says.best": ["The best line found so far leaves {n} cards.", "Die besten Züge bisher lassen {n} Karten übrig."],
    "says.effort": ["{states} states, {seconds} s", "{states} Zustände, {seconds} s"],
    "step.start": ["The start", "Der Anfang"],
    "step.at": ["After turn {n} of {of}", "Nach Zug {n} von {of}"],
    "step.slider": ["Turn of the line", "Zug der Folge"],
    "step.first": ["To the start", "Zum Anfang"],
    "step.back": ["One turn back", "Einen Zug zurück"],
    "step.on": ["One turn on", "Einen Zug weiter"],
    "step.last": ["To the end", "Zum Ende"],
    "step.take": ["Take this position", "Diese Stellung nehmen"],
    "step.judge": ["Judge each turn I play", "Jeden meiner Züge beurteilen"],
    "judged.keeps": ["Still won.", "Noch gewonnen."],
    "judged.lost": ["That gave it away.", "Das hat es verschenkt."],
    "judged.is-lost": ["From here it cannot be won.", "Von hier aus ist es nicht zu gewinnen."],
    "judged.was-lost": ["It was lost before.", "Es war schon verloren."],
    "judged.unknown": ["Not decided in so short a time.", "In so kurzer Zeit nicht entschieden."],
    "judged.duel": ["Now {winner} wins with best play.", "Jetzt gewinnt {winner} bei bestem Spiel."],
    "choices": ["Turns from here", "Züge von hier aus"],
    "choices.ask": ["What is each turn worth here?", "Was ist hier jeder Zug wert?"],
    "choices.at": ["after turn {n}", "nach Zug {n}"],
    "choices.win": ["{n} of {of} win", "{n} von {of} gewinnen"],
    "choices.win.one": ["1 of {of} wins", "1 von {of} gewinnt"],
    "choices.win.all": ["all {of} win", "alle {of} gewinnen"],
    "choices.none": ["None of {of} wins.", "Von {of} gewinnt keiner."],
    "choices.known": ["{n} of {of} are known to win", "von {n} der {of} ist bekannt, dass sie gewinnen"],
    "choices.over": ["The game is over here.", "Hier ist das Spiel vorbei."],
    "choices.lines": ["{lines} winning lines through {positions} positions", "{lines} Gewinnfolgen über {positions} Stellungen"],
    "choices.lines.one": ["1 winning line", "1 Gewinnfolge"],
    "choices.more": ["Show all {n}", "Alle {n} zeigen"],
    "choices.less": ["Show fewer", "Weniger zeigen"],
    "choices.play": ["Play it on the table", "Auf dem Tisch spielen"],
    "choices.turn": ["Turn", "Zug"],
    "choices.worth": ["Worth", "Wert"],
    "choices.ways": ["Ways", "Arten"],
    "choices.ways.says": ["Orders and like piles that come to the same", "Reihenfolgen und gleiche Stapel, die auf dasselbe hinauslaufen"],
    "worth.winnable": ["wins", "gewinnt"],
    "worth.only": ["the only one that wins", "gewinnt als einziger"],
    "worth.unwinnable": ["loses", "verliert"],
    "worth.left.one": ["loses, 1 left", "verliert, 1 übrig"],
    "worth.left": ["loses, {n} left", "verliert, {n} übrig"],
    "worth.unknown": ["not known", "nicht bekannt"],
    "worth.duel": ["{winner} wins in {n}", "{winner} gewinnt in {n}"],
    "orders.share": ["{share} of the orders can be won", "{share} der Reihenfolgen sind zu gewinnen"],
    "orders.exact": ["All {n} orders were looked at.", "Alle {n} Reihenfolgen wurden angesehen."],
    "orders.few": ["Too few to tell: {won} of {n} orders can be won", "Zu wenige für ein Urteil: {won} von {n} Reihenfolgen sind zu gewinnen"],
    "orders.none": ["Not known: no order could be decided", "Nicht bekannt: Keine Reihenfolge wurde entschieden"],
    "orders.sample": ["Of {n} orders at random; of all of them between {low} and {high} (confidence {confidence}).", "Von {n} zufälligen Reihenfolgen; von allen zwischen {low} und {high} (Sicherheit {confidence})."],
    "orders.sample.one": ["Of 1 order at random; of all of them between {low} and {high} (confidence {confidence}).", "Von 1 zufälligen Reihenfolge; von allen zwischen {low} und {high} (Sicherheit {confidence})."],
    "orders.row": ["{share} ({low} to {high})", "{share} ({low} bis {high})"],
    "orders.tip": ["Counted as won: an order that somebody who knows it can win. The best first turn leaves most orders.", "Als gewonnen zählt eine Reihenfolge, die gewinnen kann, wer sie kennt. Der beste erste Zug lässt die meisten übrig."],
    "game.fine": ["No turn gave the win away", "Kein Zug hat den Sieg verschenkt"],
    "game.fine.lost": ["It was lost from the start", "Es war von Anfang an verloren"],
    "game.fine.unknown": ["Not everything is known", "Nicht alles ist bekannt"],
    "game.lost": ["Turn {n} gave the win away", "Zug {n} hat den Sieg verschenkt"],
    "game.of": ["{won} of {of}", "{won} von {of}"],
    "game.better": ["Show what would have won", "Zeigen, was gewonnen hätte"],
    "game.mine": ["Show the game as it was played", "Das Spiel zeigen, wie es war"],
    "game.better.at": ["Instead of turn {n}, this would have won:", "Statt Zug {n} hätte das gewonnen:"],
    "game.choices": ["Winning choices", "Gewinnende Züge"],
    "game.after": ["After it", "Danach"],
    "after.winnable": ["won", "gewonnen"],
    "after.unwinnable": ["lost", "verloren"],
    "after.unknown": ["not known", "nicht bekannt"],
    "after.duel": ["{winner} better", "{winner} besser"],
    "illegal": ["Turn {turn} breaks a rule ({rule}): {reason}", "Zug {turn} bricht eine Regel ({rule}): {reason}"],
    "puzzles.making": ["The puzzles are being laid out: {done} of {of} …", "Die Aufgaben werden ausgelegt: {done} von {of} …"],
    "puzzles.none": ["This server has no collection of puzzles.", "Dieser Server hat keine Aufgabensammlung."],
    "puzzles.failed": ["The page of the collection could not be made; the server's console says why.", "Die Seite der Sammlung kam nicht zustande; die Konsole des Servers sagt, warum."],
    "api": ["For programs: a JSON API,", "Für Programme: eine JSON-Schnittstelle,"],
    "api.schema": ["described here", "hier beschrieben"],
  };

  // The solver speaks English. What it says most often, in German.
  const GERMAN = [
    [/^the time limit of (.+) s was reached$/, "nach {1} s war die Zeit um"],
    [/^the memory limit was reached$/, "der Speicher reichte nicht"],
    [/^exhaustive search: none of (\d+) states leads to a win$/, "vollständige Suche: Von {1} Zuständen führt keiner zum Sieg"],
    [/^exhaustive search of (\d+) states: (.+)$/, "vollständige Suche über {1} Zustände: {2}"],
    [/^dead card: no pile can ever take (\S+), whatever is laid before it$/, "tote Karte: Kein Stapel kann die {1} je aufnehmen, was auch vorher liegt"],
    [/^bare skull: no card that is left could cover (\S+)$/, "offener Totenkopf: Keine übrige Karte kann die {1} überdecken"],
    [/^three too many: nobody can ever lay the three cards that (\S+) asks for$/, "drei zu viel: Niemand kann je die drei Karten legen, die die {1} verlangt"],
    [/^player (\d+) cannot lay the minimum: lost, (\d+) left$/, "Spieler {1} kann nicht genug Karten legen: verloren, {2} übrig"],
    [/^([AB]) cannot lay the minimum: ([AB]) wins$/, "{1} kann nicht genug Karten legen: {2} gewinnt"],
    [/^([AB]) has laid every card: ([AB]) wins$/, "{1} hat alle Karten gelegt: {2} gewinnt"],
    [/^not counted: there are more than (\d+) states$/, "nicht gezählt: Es sind mehr als {1} Zustände"],
    [/^not counted: time ran out$/, "nicht gezählt: Die Zeit war um"],
    [/^('.*') does not start with a game's name, such as (.+)$/, "{1} beginnt nicht mit dem Namen eines Spiels wie {2}"],
    [/^('.*') is not a game; the games are (.+)$/, "{1} ist kein Spiel; die Spiele sind {2}"],
    [/^card (\S+) in (.+) is not in this game \((.+)\)$/, "Karte {1} gibt es in diesem Spiel nicht ({3})"],
    [/^card (\S+) is in (.+) twice$/, "Karte {1} ist doppelt ({2})"],
    [/^card (\S+) is in (.+) and in (.+)$/, "Karte {1} ist an zwei Stellen: {2} und {3}"],
    [/^card (\S+) is on top of (\S+) and in another place too$/, "Karte {1} liegt auf {2} und ist noch anderswo"],
    [/^card (\S+) is missing: (.+)$/, "Karte {1} fehlt: Nichts ist gelegt, und sie ist in keiner Hand und nicht im Nachziehstapel"],
    [/^card (\S+) is missing from (.+)$/, "Karte {1} fehlt: {2}"],
    [/^the hand of player (\S+) has (\d+) cards; a full hand is (\d+)$/, "die Hand von Spieler {1} hat {2} Karten; voll ist sie mit {3}"],
    [/^('.*') is not a card: .+$/, "{1} ist keine Karte: eine Zahl wie 37 oder Farbe und Zahl wie r7"],
    [/^('.*') is not a section: .+$/, "{1} ist kein Abschnitt: eine Beschriftung und ein Doppelpunkt wie draw: 44 3"],
    [/^(\S+): (\d+) top cards given for (\d+) piles$/, "{1}: {2} oberste Karten für {3} Stapel"],
    [/^section ('.*') is there twice$/, "Abschnitt {1} ist doppelt"],
    [/^position is empty: .+$/, "hier steht nichts: Eine Stellung oder Kartenfolge fehlt"],
    [/^not JSON: (.+)$/, "kein JSON: {1}"],
  ];

  const language = () => (tenback.language === "de" ? 1 : 0);

  function say(key, values = {}) {
    const pair = WORDS[key];
    if (!pair) throw new Error(`no words for ${key}`);
    return pair[language()].replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
  }

  function sayCounted(key, n, values = {}) {
    return say(n === 1 && `${key}.one` in WORDS ? `${key}.one` : key, { n: number(n), ...values });
  }

  // A number with the separators of the language.
  function number(n, digits = 0) {
    return Number(n).toLocaleString(tenback.language, { maximumFractionDigits: digits });
  }

  // Digits that may be more than a number can hold, in groups.
  function huge(text) {
    try {
      return BigInt(text).toLocaleString(tenback.language);
    } catch {
      return text;
    }
  }

  // A share; one that is not quite all, or not quite none, is not rounded to it.
  function percent(share) {
    const value = Number(share);
    const shown = value > 0 && value < 1 ? Math.min(Math.max(value, 0.001), 0.999) : value;
    return shown.toLocaleString(tenback.language, { style: "percent", maximumFractionDigits: 1 });
  }

  // What the solver says as a sentence, in the page's language if it is known; else marked as English.
  function said(text) {
    const { make } = tenback;
    if (tenback.language !== "de") return make("span", {}, sentence(text));
    for (const [pattern, german] of GERMAN) {
      const match = pattern.exec(text);
      if (match) return make("span", {}, sentence(german.replace(/\{(\d)\}/g, (_, at) => match[at])));
    }
    return make("span", { lang: "en" }, sentence(text));
  }

  function sentence(text) {
    const capital = text.replace(/^[a-zäöü]/, (letter) => letter.toUpperCase());
    return /[.!?…]$/.test(capital) ? capital : `${capital}.`;
  }

  tenback.live = { WORDS, say, sayCounted, said, number, huge, percent };
})((globalThis.tenback = globalThis.tenback || {}));
