// The page: the list of puzzles, the puzzle that is being solved, hints, verdicts, help.

(function (tenback) {
  "use strict";

  const { make, words, counted, referee } = tenback;
  const at = (id) => document.getElementById(id);
  const LAST_HINT = 3;

  class App {
    constructor(data) {
      this.data = data;
      this.store = tenback.Store.ofBrowser();
      this.filter = { game: "", level: "" };
      this.settings = this.store.get("settings");
      this.number = 0;
      this.board = null;
    }

    begin() {
      this.speak(this.settings.language || this.data.language);
      at("skip").addEventListener("click", (event) => {
        event.preventDefault(); // the address names the puzzle
        at("puzzle").focus();
      });
      at("open-list").addEventListener("click", () => this.toggleList());
      at("language").addEventListener("click", () => this.switchLanguage());
      at("help-button").addEventListener("click", () => this.showHelp());
      at("list").addEventListener("keydown", (event) => event.key === "Escape" && this.toggleList(false));
      globalThis.addEventListener("hashchange", () => this.openByHash());
      this.openByHash();
    }

    get puzzle() {
      return this.data.puzzles[this.number];
    }

    get table() {
      return this.data.tables[this.puzzle.table];
    }

    // --- language

    speak(language) {
      tenback.language = language in this.data.words ? language : "en";
      document.documentElement.lang = tenback.language;
      at("skip").textContent = words("ui.skip");
      at("open-list").replaceChildren(make("span", { class: "bars", "aria-hidden": "true" }), words("ui.list"));
      at("list").setAttribute("aria-label", words("ui.list"));
      at("help-button").textContent = words("ui.help");
      at("language").textContent = words("ui.other-language");
      at("language").lang = tenback.language === "en" ? "de" : "en";
    }

    switchLanguage() {
      this.speak(tenback.language === "en" ? "de" : "en");
      this.store.put("settings", { language: tenback.language });
      if (this.data.puzzles.length) this.open(this.number, false);
      else this.showEmpty();
      globalThis.dispatchEvent(new Event("tenback-language"));
    }

    // --- which puzzle

    openByHash() {
      const { puzzles } = this.data;
      if (!puzzles.length) return this.showEmpty();
      const named = puzzles.findIndex((puzzle) => `#${encodeURIComponent(puzzle.id)}` === location.hash);
      const last = puzzles.findIndex((puzzle) => puzzle.digest === this.settings.last);
      return this.open(named >= 0 ? named : Math.max(last, 0), false);
    }

    showEmpty() {
      at("puzzle-title").textContent = words("ui.empty");
      at("progress").textContent = "";
      at("open-list").hidden = true;
      at("layout").hidden = this.data.live; // a server's own panel is there instead
    }

    go(number) {
      this.toggleList(false);
      this.open(number, true);
      at("puzzle").focus({ preventScroll: true });
      globalThis.scrollTo(0, 0);
    }

    open(number, named) {
      this.number = number;
      this.hints = 0;
      this.solution = null;
      this.judge = new tenback.Judge(this.puzzle, this.table);
      this.settings.last = this.puzzle.digest;
      this.store.put("settings", { last: this.puzzle.digest });
      if (named) history.replaceState(null, "", `#${encodeURIComponent(this.puzzle.id)}`);
      this.showPuzzle();
      this.showList();
      const [list, current] = [at("list"), at("entries").querySelector("[aria-current]")];
      if (current && (current.offsetTop < list.scrollTop || current.offsetTop + current.offsetHeight > list.scrollTop + list.clientHeight)) {
        list.scrollTop = current.offsetTop - list.clientHeight / 2;
      }
    }

    // --- the list

    showProgress() {
      const solved = this.data.puzzles.filter((puzzle) => this.store.get(puzzle.digest).solved).length;
      const values = { n: solved, of: this.data.puzzles.length };
      at("progress").replaceChildren(make("span", { class: "whole" }, words("ui.progress", values)), make("span", { class: "brief", "aria-hidden": "true" }, words("ui.progress.brief", values)));
    }

    showList() {
      this.showProgress();
      this.showFilters();
      const shown = this.data.puzzles.map((puzzle, number) => ({ puzzle, number })).filter(({ puzzle }) => this.isShown(puzzle));
      at("entries").replaceChildren(...shown.map(({ puzzle, number }) => this.entry(puzzle, number)));
      at("none-match").hidden = shown.length > 0;
      at("none-match").textContent = words("ui.none-match");
    }

    isShown(puzzle) {
      const { game, level } = this.filter;
      return (!game || this.data.tables[puzzle.table].game === game) && (!level || puzzle.level === level);
    }

    showFilters() {
      const games = [...new Set(this.data.puzzles.map((puzzle) => this.data.tables[puzzle.table].game))];
      const levels = this.data.levels.filter((level) => this.data.puzzles.some((puzzle) => puzzle.level === level));
      at("filters").replaceChildren(
        this.select("game", "ui.all-games", games.map((game) => [game, words(`game.${game}`)])),
        this.select("level", "ui.all-levels", levels.map((level) => [level, words(`level.${level}`)])),
      );
      at("filters").hidden = games.length < 2 && levels.length < 2;
    }

    select(name, all, choices) {
      const options = [["", words(all)], ...choices].map(([value, text]) => make("option", { value, selected: this.filter[name] === value }, text));
      const change = (event) => {
        this.filter[name] = event.target.value;
        this.showList();
        at(`filter-${name}`).focus();
      };
      return make("select", { id: `filter-${name}`, "aria-label": words(`ui.filter-${name}`), onchange: change }, ...options);
    }

    entry(puzzle, number) {
      const kept = this.store.get(puzzle.digest);
      const state = kept.solved ? (kept.hints || kept.peeked ? "solved-with-hints" : "solved") : kept.turns && (kept.turns.length || kept.lays.length) ? "begun" : "";
      const mark = { solved: "✓", "solved-with-hints": "✓", begun: "…" }[state] || "";
      const name = puzzle.title || puzzle.id;
      return make("li", {}, make("button", {
        type: "button", class: `entry ${state}`, "data-puzzle": puzzle.id, "aria-current": number === this.number ? "true" : undefined, onclick: () => this.go(number),
      },
        make("span", { class: "entry-mark", "aria-hidden": "true" }, mark || String(number + 1)),
        make("span", { class: "entry-text" },
          make("span", { class: "entry-title" }, name),
          make("span", { class: "entry-facts" }, `${words(`game.${this.data.tables[puzzle.table].game}`)} · ${puzzle.short[tenback.language]}`)),
        make("span", { class: "entry-level" }, this.pips(puzzle.level), make("span", { class: "for-readers" }, state ? `, ${words(`ui.${state}`)}` : "")),
      ));
    }

    // A level as so many discs of five, and in words.
    pips(level) {
      if (!level) return make("span", { class: "pips none" }, "");
      const full = this.data.levels.indexOf(level) + 1;
      const discs = this.data.levels.map((_, n) => make("span", { class: `pip${n < full ? " full" : ""}` }));
      return make("span", { class: "pips", role: "img", "aria-label": words(`level.${level}`), title: words(`level.${level}`) }, ...discs);
    }

    toggleList(open = at("list").dataset.open !== "true") {
      if ((at("list").dataset.open === "true") === open) return;
      at("list").dataset.open = String(open);
      at("open-list").setAttribute("aria-expanded", String(open));
      if (open) (at("entries").querySelector("[aria-current]") || at("list")).focus();
      else at("open-list").focus({ preventScroll: true });
    }

    // --- the puzzle

    showPuzzle() {
      const { puzzle } = this;
      at("facts").replaceChildren(
        words("ui.numbered", { n: this.number + 1, of: this.data.puzzles.length }), " · ", puzzle.game[tenback.language], " · ",
        this.pips(puzzle.level), ` ${puzzle.level ? words(`level.${puzzle.level}`) : words("ui.unrated")}`);
      at("puzzle-title").textContent = puzzle.title || puzzle.id;
      at("task").textContent = puzzle.asks[tenback.language];
      document.title = `${puzzle.title || puzzle.id} – ${this.data.title || words("ui.list")}`;
      this.solution = null;
      this.isWhere = puzzle.task === "where-lost";
      this.showBoard();
      this.showBelow();
      this.showAbout();
    }

    showBoard() {
      const element = make("div", { id: "board" });
      at("board").replaceWith(element);
      this.quiet = true; // what is restored is not to be judged, said or saved again
      this.board = new tenback.Board(element, { table: this.table, position: this.puzzle.position }, this.isWhere ? this.whereOptions() : this.playOptions());
      const kept = this.store.get(this.puzzle.digest);
      if (this.isWhere) {
        this.board.restore(this.puzzle.played.map((plays) => ({ plays })));
        this.board.goTo(kept.solved ? this.puzzle.lost_at : 0);
        if (!kept.solved) this.board.say(words("ui.at-start", { of: this.puzzle.played.length }));
        else this.board.say(words("say.solved.where-lost", { n: this.puzzle.lost_at }), "good");
      } else {
        this.board.restore(Array.isArray(kept.turns) ? kept.turns : [], kept.lays || []);
        this.sayState();
      }
      this.quiet = false;
    }

    playOptions() {
      return {
        actions: [{ name: "hint", onClick: () => this.hint() }, { name: "check", onClick: () => this.check() }],
        still: (board) => this.still(board),
        next: (board) => (this.judge.after(board.position, board.at) === "solved" ? this.nextAction() : null),
        onTurn: () => this.turnEnded(),
        onChange: () => this.changed(),
      };
    }

    nextAction() {
      if (this.number + 1 >= this.data.puzzles.length) return null;
      return { name: "next", text: () => `${words("ui.next")} →`, onClick: () => this.go(this.number + 1), main: true };
    }

    // The puzzle may be over before the game is; and the page plays the opponent.
    still(board) {
      if (["solved", "failed"].includes(this.judge.after(board.position, board.at))) return "over";
      return this.puzzle.task === "win-in" && board.position.mover !== this.judge.hero ? "viewing" : null;
    }

    whereOptions() {
      const last = this.puzzle.played.length;
      const name = { name: "name", main: true, text: (board) => (board.at ? words("ui.this-turn", { n: board.at }) : words("ui.name-turn")), off: (board) => !board.at, onClick: () => this.nameTurn() };
      return {
        interactive: false,
        actions: [
          { name: "step-back", text: () => "◀", label: () => words("ui.step-back"), onClick: () => this.board.goTo(this.board.at - 1), off: (board) => board.at === 0 },
          { name: "step-on", text: () => "▶", label: () => words("ui.step-on"), onClick: () => this.board.goTo(this.board.at + 1), off: (board) => board.at === last },
          { name: "hint", onClick: () => this.hintWhere() },
          (this.store.get(this.puzzle.digest).solved && this.nextAction()) || name,
        ],
        onChange: (board) => this.stepped(board),
      };
    }

    // --- playing

    changed() {
      if (this.quiet || !this.board) return;
      this.hints = 0;
      if (this.solution) return;
      const { turns, lays } = this.board;
      this.store.put(this.puzzle.digest, { turns: turns.map(({ plays, replied }) => ({ plays, replied })), lays });
      this.showProgress();
      const shown = at("entries").querySelector("[aria-current]"); // the others have not changed
      if (shown) shown.parentElement.replaceWith(this.entry(this.puzzle, this.number));
    }

    // What is said of the position shown, when nothing else has just been said.
    sayState() {
      const outcome = this.board.outcome();
      const verdict = this.board.at ? this.judge.after(this.board.position, this.board.at) : "keeps";
      if (verdict === "solved") this.board.say(this.solvedWords(), "good");
      else if (outcome) this.board.say(this.failedWords(outcome), "bad");
    }

    turnEnded() {
      const { board, judge, puzzle } = this;
      if (this.solution) return;
      let verdict = judge.after(board.position, board.at);
      if (verdict === "solved") return this.celebrate();
      if (verdict === "failed" || (puzzle.task === "only-turn" && verdict === "unknown")) return this.fail(verdict);
      if (puzzle.task === "win-in" && board.position.mover !== judge.hero) return this.answer(verdict);
      if (this.settings.each) this.check();
      return undefined;
    }

    // The opponent's turn.
    answer(verdict) {
      const { board, judge } = this;
      const reply = judge.reply(board.position, board.at);
      const player = board.playerWords(board.position.mover);
      const judged = this.settings.each ? ` ${this.verdictWords(verdict)}` : "";
      if (!reply || !board.reply(reply)) {
        const hero = board.playerWords(judge.hero);
        return verdict === "lost" ? board.say(words("say.not-in-time", { player: hero }), "bad") : board.say(words("say.no-reply", { player }) + judged, "refused");
      }
      const outcome = board.outcome();
      const said = words("say.reply", { player, plays: board.playsWords(reply) });
      if (this.settings.each) this.mark();
      return board.say(`${said} ${outcome ? this.failedWords(outcome) : judged}`, outcome ? "bad" : "");
    }

    celebrate() {
      const kept = this.store.get(this.puzzle.digest);
      this.store.put(this.puzzle.digest, { solved: true });
      this.board.say(this.solvedWords(kept), "good");
      this.showBelow();
      this.showAbout();
    }

    solvedWords(kept = this.store.get(this.puzzle.digest)) {
      const { puzzle, board } = this;
      const parts = [];
      if (puzzle.task === "best-score") parts.push(counted("say.solved.best-score", referee.cardsLeft(board.position)));
      else if (puzzle.task === "only-turn") parts.push(words("say.solved.only-turn"));
      else if (this.judge.counts) parts.push(words("say.solved.duel", { player: board.playerWords(this.judge.hero) }));
      else parts.push(words("say.solved"));
      if (kept.hints) parts.push(counted("say.solved.hints", kept.hints));
      if (kept.peeked) parts.push(words("say.solved.peeked"));
      return parts.join(" ");
    }

    fail(verdict) {
      const outcome = this.board.outcome();
      if (this.puzzle.task === "only-turn") this.board.say(words(verdict === "unknown" ? "say.not-the-turn.unknown" : "say.not-the-turn"), "bad");
      else this.board.say(this.failedWords(outcome), "bad");
    }

    failedWords(outcome) {
      const { puzzle, board } = this;
      const left = counted("say.left", referee.cardsLeft(board.position));
      if (puzzle.task === "best-score") return words("say.stuck.best-score", { left, best: puzzle.best });
      if (!outcome) return counted("say.out-of-turns", puzzle.turns, { player: board.playerWords(this.judge.hero) });
      return outcome.text;
    }

    // --- check

    check() {
      const { board, judge } = this;
      this.mark();
      const before = board.at ? judge.after(board.position, board.at) : judge.after(board.position, 0);
      if (before === "solved") return board.say(this.solvedWords(), "good");
      if (before === "lost" || before === "failed") return board.say(this.verdictWords(before), "bad");
      if (!board.lays.length) return board.say(this.verdictWords(before), before === "keeps" ? "good" : "");
      const { verdict } = judge.best(board.position, board.turn, board.at);
      const key = { keeps: "say.keeps", lost: "say.gives-away", unknown: "say.not-known" }[verdict];
      return board.say(words(key), { keeps: "good", lost: "bad" }[verdict]);
    }

    mark() {
      const { board, judge } = this;
      board.marks = board.positions.map((position, turns) => (turns ? judge.after(position, turns) : undefined));
      board.draw();
    }

    verdictWords(verdict) {
      if (verdict === "keeps" || verdict === "solved") return words("say.keeps");
      if (verdict === "unknown") return words("say.not-known");
      const turn = this.judge.givenAwayAt(this.board.positions.slice(0, this.board.at + 1));
      return turn === null ? words("hint.lost") : words("say.gave-away", { n: turn });
    }

    // --- hints

    hint() {
      const { board } = this;
      const still = board.still();
      if (still && still.rule === "over") return board.say(words("say.over"), "refused");
      const level = Math.min(this.hints + 1, LAST_HINT);
      const text = this.hintWords(level);
      this.countHint(level);
      const more = level < LAST_HINT && text.more ? ` ${words("say.hint-more")}` : "";
      board.say(text.says + more, "hint");
      return undefined;
    }

    countHint(level) {
      const kept = this.store.get(this.puzzle.digest);
      const heard = this.hints === level;
      this.hints = level;
      if (!kept.solved && !heard) this.store.put(this.puzzle.digest, { hints: (kept.hints || 0) + 1 });
    }

    hintWords(level) {
      const { board, judge } = this;
      const { position, turn, at: turns } = board;
      const stands = judge.after(position, turns);
      if (stands === "lost" || stands === "failed") return this.lostHint(level);
      const found = judge.best(position, turn, turns);
      if (found.turn) return this.towards(found.turn, level);
      if (found.verdict === "unknown") return { says: words("hint.unknown") };
      const sooner = this.takeBack();
      if (level === 1) return { says: words("hint.astray"), more: true };
      if (level === 2) return { says: words("hint.astray.pile", { pile: board.pileWords(sooner[0][1]) }), more: true };
      return { says: words("hint.take-back", { plays: board.playsWords(sooner) }) };
    }

    towards(goal, level) {
      const { board, judge, puzzle } = this;
      const next = goal.laid[board.lays.length];
      if (!next) return { says: words(level === LAST_HINT ? "hint.end" : "hint.complete"), more: true };
      const [card, pile] = next;
      if (level === LAST_HINT) {
        board.highlight([next]);
        return { says: words("hint.play", { card: board.cardWords(card), pile: board.pileWords(pile) }) };
      }
      if (level === 2) return { says: words("hint.pile", { pile: board.pileWords(pile) }), more: true };
      const titles = puzzle.themes[tenback.language] || [];
      const theme = !board.at && !board.lays.length && titles.length ? `${words("hint.theme", { title: titles[0], says: "" }).trim()} ` : "";
      return { says: theme + words(judge.strategy(board.position, goal)), more: true };
    }

    lostHint(level) {
      const turn = this.judge.givenAwayAt(this.board.positions.slice(0, this.board.at + 1));
      if (turn === null || level === 1) return { says: words("hint.lost"), more: turn !== null };
      return { says: words("hint.lost.where", { turn }) };
    }

    // The last plays of the turn under way, as few as must be taken back.
    takeBack() {
      const { board, judge } = this;
      for (let kept = board.lays.length - 1; kept > 0; kept--) {
        const before = referee.laidOut(this.table, board.position, board.lays.slice(0, kept));
        if (judge.best(board.position, before, board.at).turn) return board.lays.slice(kept);
      }
      return board.lays;
    }

    // --- where was it lost?

    stepped(board) {
      if (this.quiet || this.solution) return;
      const last = this.puzzle.played.length;
      board.say(board.at ? words("ui.at-turn", { n: board.at, of: last }) : words("ui.at-start", { of: last }));
    }

    nameTurn() {
      const { board, puzzle } = this;
      if (!board.at) return board.say(words("ui.name-turn"), "refused");
      if (board.at < puzzle.lost_at) return board.say(words("say.too-early", { n: board.at }), "bad");
      if (board.at > puzzle.lost_at) return board.say(words("say.too-late", { n: board.at }), "bad");
      this.store.put(puzzle.digest, { solved: true });
      this.showBoard();
      this.showBelow();
      this.showAbout();
      this.showList();
      const next = this.board.bar.querySelector(".main");
      return next && next.focus();
    }

    hintWhere() {
      const level = Math.min(this.hints + 1, LAST_HINT);
      const { lost_at: lost, played } = this.puzzle;
      const half = Math.ceil(played.length / 2);
      const [first, last] = lost <= half ? [1, half] : [half + 1, played.length];
      this.countHint(level);
      const wide = played.length < 3 || first === last;
      if (level === 1 || (level === 2 && wide)) return this.board.say(words("hint.where"), "hint");
      if (level === 2) return this.board.say(words("hint.where.range", { first, last }), "hint");
      return this.board.say(words("hint.where.turn", { turn: lost }), "hint");
    }

    // --- below the board: settings, solution, the way on

    showBelow() {
      const { puzzle } = this;
      const kept = this.store.get(puzzle.digest);
      const each = make("input", { type: "checkbox", id: "each", checked: !!this.settings.each, onchange: (event) => this.setEach(event.target.checked) });
      at("below").replaceChildren(...[
        make("div", { class: "ways" },
          make("button", { type: "button", class: "way", id: "previous", "aria-disabled": this.number ? undefined : "true", onclick: () => this.number && this.go(this.number - 1) }, `← ${words("ui.previous")}`),
          make("button", { type: "button", class: `way${kept.solved ? " main" : ""}`, id: "next", "aria-disabled": this.number + 1 < this.data.puzzles.length ? undefined : "true", onclick: () => this.number + 1 < this.data.puzzles.length && this.go(this.number + 1) }, `${words("ui.next")} →`)),
        make("div", { class: "settings" },
          !this.isWhere && make("label", { for: "each" }, each, " ", words("ui.each-turn")),
          puzzle.solution.length > 0 && make("button", { type: "button", class: "plain", id: "show-solution", "aria-expanded": this.solution ? "true" : "false", onclick: () => this.toggleSolution() }, words(this.solution ? "ui.back-to-mine" : "ui.show-solution"))),
        this.solution && this.solutionPart(),
        !this.store.keeps && make("p", { class: "note" }, words("ui.not-kept")),
      ].filter(Boolean));
    }

    setEach(each) {
      this.settings.each = each;
      this.store.put("settings", { each });
      if (each && this.board.at && !this.isWhere) this.check();
    }

    toggleSolution() {
      if (this.solution) {
        this.solution = null;
        this.showBoard();
        this.showBelow();
      } else {
        if (!this.store.get(this.puzzle.digest).solved) this.store.put(this.puzzle.digest, { peeked: true });
        this.showSolution();
      }
      at("show-solution").focus();
    }

    // The author's line on the table, to be stepped through.
    showSolution() {
      const { puzzle } = this;
      const before = puzzle.played.slice(0, puzzle.solution_after);
      const line = [...before, ...puzzle.solution].map((plays) => ({ plays }));
      this.solution = line;
      const last = line.length;
      const element = make("div", { id: "board" });
      at("board").replaceWith(element);
      this.board = new tenback.Board(element, { table: this.table, position: puzzle.position }, {
        interactive: false,
        actions: [
          { name: "step-back", text: () => "◀", label: () => words("ui.step-back"), onClick: () => this.board.goTo(this.board.at - 1), off: (board) => board.at === 0 },
          { name: "step-on", text: () => "▶", label: () => words("ui.step-on"), onClick: () => this.board.goTo(this.board.at + 1), off: (board) => board.at === last, main: true },
        ],
        onChange: (board) => board.say(board.at ? words("ui.at-turn", { n: board.at, of: last }) : words("ui.at-start", { of: last })),
      });
      this.board.restore(line);
      this.board.goTo(puzzle.solution_after);
      this.showBelow();
    }

    solutionPart() {
      const { puzzle } = this;
      const notes = [];
      if (this.isWhere) notes.push(words("answer.instead", { n: puzzle.lost_at }));
      if (puzzle.unique !== "none") notes.push(`${words(`unique.${puzzle.unique}`)} ${words("order-and-like-piles")}`);
      return make("p", { class: "note" }, notes.join(" "));
    }

    showAbout() {
      const { puzzle, data } = this;
      const author = puzzle.author || data.author;
      const source = puzzle.source || data.source;
      const licence = puzzle.licence || data.licence;
      const solved = this.store.get(puzzle.digest).solved;
      const themes = puzzle.themes[tenback.language] || [];
      const facts = [
        author && words("ui.by", { author }), source && words("ui.source", { source }), licence && words("ui.licence", { licence }),
        solved && themes.length && words("ui.themes", { themes: themes.join(", ") }),
      ].filter(Boolean);
      at("about").replaceChildren(...[puzzle.notes, facts.join(" · ")].filter(Boolean).map((text) => make("p", {}, text)));
    }

    // --- help

    showHelp() {
      const dialog = at("help");
      const keys = ["arrows", "numbers", "enter", "end", "undo", "hint", "check"];
      dialog.replaceChildren(
        make("h2", { id: "help-title" }, words("help.title")),
        make("p", {}, words("help.click")), make("p", {}, words("help.open")), make("p", {}, words("help.keys")),
        make("dl", {}, ...keys.flatMap((key) => [make("dt", {}, make("kbd", {}, words(`help.key.${key}`))), make("dd", {}, words(`help.key.${key}.says`))])),
        ...(this.data.puzzles.length ? this.rulesInShort() : []),
        make("p", {}, words("help.kept")),
        make("button", { type: "button", class: "main", onclick: () => dialog.close() }, words("ui.close")));
      dialog.showModal();
    }

    rulesInShort() {
      const { table } = this;
      const { trick, coloured, duel, gifts, minimum, minimum_empty: empty, maximum, drawing, hand: n, draws } = table;
      const same = minimum === empty;
      const commands = [...new Set(Object.values(table.command))];
      const rules = [
        words("rules.follow"), trick && words("rules.trick", { n: trick }), coloured && words("rules.colour"), duel && gifts && words("rules.improve", { n: gifts }),
        words(same ? "rules.minimum.same" : "rules.minimum", { n: minimum, empty }), maximum !== null && words("rules.maximum", { n: maximum }),
        words(`rules.draw.${drawing}`, { n, draws }),
      ].filter(Boolean);
      const parts = [make("h3", {}, `${words("rules.title")}: ${this.puzzle.game[tenback.language]}`), make("ul", {}, ...rules.map((rule) => make("li", {}, rule)))];
      if (!commands.length) return parts;
      const says = (command) => [make("dt", {}, tenback.sign(`command-${command}`, "order"), ` ${words(`command.${command}`)}`), make("dd", {}, words(`command.${command}.says`))];
      return [...parts, make("p", {}, words("rules.commands")), make("dl", {}, ...commands.flatMap(says))];
    }
  }

  if (globalThis.document && at("data")) {
    tenback.data = JSON.parse(at("data").textContent);
    tenback.app = new App(tenback.data);
    tenback.app.begin();
  }
})((globalThis.tenback = globalThis.tenback || {}));
