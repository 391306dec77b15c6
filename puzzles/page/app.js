// The page: the puzzle on its board, what is below it, and help.

(function (tenback) {
  "use strict";

  const { make, words } = tenback;
  const at = (id) => document.getElementById(id);

  class App extends tenback.Choosing {
    constructor(data) {
      super();
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

    get isAnswered() {
      const { solved, missed } = this.store.get(this.puzzle.digest);
      return !!(solved || missed);
    }

    get table() {
      return this.data.tables[this.puzzle.table];
    }

    // --- the puzzle

    showPuzzle() {
      const { puzzle } = this;
      at("facts").replaceChildren(
        words("ui.numbered", { n: this.number + 1, of: this.data.puzzles.length }),
        " · ",
        puzzle.game[tenback.language],
        " · ",
        this.pips(puzzle.level),
        ` ${puzzle.level ? words(`level.${puzzle.level}`) : words("ui.unrated")}`,
      );
      at("puzzle-title").textContent = puzzle.title || puzzle.id;
      at("task").textContent = puzzle.asks[tenback.language];
      document.title = `${puzzle.title || puzzle.id} – ${this.data.title || words("ui.list")}`;
      this.solution = null;
      this.isWhere = puzzle.kind.where;
      this.isOption = puzzle.kind.option;
      this.showBoard();
      this.showBelow();
      this.showAbout();
    }

    showBoard() {
      const element = make("div", { id: "board" });
      at("board").replaceWith(element);
      this.quiet = true; // what is restored is not to be judged, said or saved again
      this.board = new tenback.Board(
        element,
        { table: this.table, position: this.puzzle.position },
        this.isWhere ? this.whereOptions() : this.isOption ? this.optionOptions() : this.playOptions(),
      );
      const kept = this.store.get(this.puzzle.digest);
      if (this.isOption) this.showOption();
      else if (this.isWhere) {
        this.board.restore(this.puzzle.played.map((plays) => ({ plays })));
        const answered = kept.solved || kept.missed;
        this.board.goTo(answered ? this.puzzle.lost_at : 0);
        if (!answered) this.board.say(words("ui.at-start", { of: this.puzzle.played.length }));
        else this.board.say(this.answeredWords(kept), kept.solved ? "good" : "bad");
      } else {
        this.board.restore(Array.isArray(kept.turns) ? kept.turns : [], kept.lays || []);
        this.sayState();
      }
      this.quiet = false;
    }

    // Whether the draw pile lies face down is remembered.
    drawOptions() {
      return {
        drawIsHidden: this.settings.drawIsHidden,
        onDrawHidden: (drawIsHidden) => {
          this.settings.drawIsHidden = drawIsHidden;
          this.store.put("settings", { drawIsHidden });
        },
      };
    }

    playOptions() {
      return {
        ...this.drawOptions(),
        actions: [
          { name: "hint", onClick: () => this.hint() },
          { name: "check", onClick: () => this.check() },
        ],
        still: (board) => this.still(board),
        next: (board) => (this.judge.after(board.position, board.at) === "solved" ? this.nextAction() : null),
        onTurn: () => this.turnEnded(),
        onChange: () => this.changed(),
      };
    }

    nextAction() {
      if (this.number + 1 >= this.data.puzzles.length) return null;
      const text = () => `${words("ui.go-on")} →`;
      return { name: "next", text, onClick: () => this.go(this.number + 1), main: true };
    }

    // The puzzle may be over before the game is; and the page plays the opponent.
    still(board) {
      if (["solved", "failed"].includes(this.judge.after(board.position, board.at))) return "over";
      return this.judge.isOpponents(board.position) ? "viewing" : null;
    }

    whereOptions() {
      const name = {
        name: "name",
        main: true,
        text: (board) => (board.at ? words("ui.this-turn", { n: board.at }) : words("ui.name-turn")),
        off: (board) => !board.at || this.isAnswered,
        onClick: () => this.nameTurn(),
      };
      return {
        ...this.drawOptions(),
        interactive: false,
        actions: [
          ...this.steps(this.puzzle.played.length),
          { name: "hint", onClick: () => this.hintWhere() },
          (this.isAnswered && this.nextAction()) || name,
        ],
        onChange: (board) => this.stepped(board),
      };
    }

    // Buttons that go through a line of so many turns; "on" may be the main one.
    steps(last, main = false) {
      return [
        {
          name: "step-back",
          text: () => "◀",
          label: () => words("ui.step-back"),
          onClick: () => this.board.goTo(this.board.at - 1),
          off: (board) => board.at === 0,
        },
        {
          name: "step-on",
          text: () => "▶",
          label: () => words("ui.step-on"),
          onClick: () => this.board.goTo(this.board.at + 1),
          off: (board) => board.at === last,
          main,
        },
      ];
    }

    // --- below the board: settings, solution, the way on

    showBelow() {
      const { puzzle } = this;
      const kept = this.store.get(puzzle.digest);
      const each = make("input", {
        type: "checkbox",
        id: "each",
        checked: !!this.settings.each,
        onchange: (event) => this.setEach(event.target.checked),
      });
      at("below").replaceChildren(
        ...[
          this.isOption && !this.solution && !kept.solved && this.picker(),
          make(
            "div",
            { class: "ways" },
            make(
              "button",
              {
                type: "button",
                class: "way",
                id: "previous",
                "aria-disabled": this.number ? undefined : "true",
                onclick: () => this.number && this.go(this.number - 1),
              },
              `← ${words("ui.previous")}`,
            ),
            make(
              "button",
              {
                type: "button",
                class: `way${kept.solved ? " main" : ""}`,
                id: "next",
                "aria-disabled": this.number + 1 < this.data.puzzles.length ? undefined : "true",
                onclick: () => this.number + 1 < this.data.puzzles.length && this.go(this.number + 1),
              },
              `${words("ui.next")} →`,
            ),
          ),
          make(
            "div",
            { class: "settings" },
            !this.isWhere && !this.isOption && make("label", { for: "each" }, each, " ", words("ui.each-turn")),
            (puzzle.solution.length > 0 || this.isOption) &&
              make(
                "button",
                {
                  type: "button",
                  class: "plain",
                  id: "show-solution",
                  "aria-expanded": this.solution ? "true" : "false",
                  onclick: () => this.toggleSolution(),
                },
                words(this.solution ? "ui.back-to-mine" : "ui.show-solution"),
              ),
          ),
          this.solution && this.solutionPart(),
          !this.store.keeps && make("p", { class: "note" }, words("ui.not-kept")),
        ].filter(Boolean),
      );
    }

    setEach(each) {
      this.settings.each = each;
      this.store.put("settings", { each });
      if (each && this.board.at && !this.isWhere && !this.isOption) this.check();
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
      this.board = new tenback.Board(
        element,
        { table: this.table, position: puzzle.made || puzzle.position },
        {
          ...this.drawOptions(),
          interactive: false,
          actions: this.steps(last, true),
          onChange: (board) =>
            board.say(board.at ? words("ui.at-turn", { n: board.at, of: last }) : words("ui.at-start", { of: last })),
        },
      );
      this.board.restore(line);
      this.board.goTo(puzzle.solution_after);
      this.showBelow();
    }

    solutionPart() {
      const { puzzle } = this;
      const notes = [];
      if (this.isWhere) notes.push(words("answer.instead", { n: puzzle.lost_at }));
      if (this.isOption) notes.push(puzzle.choose.said[tenback.language]);
      if (puzzle.unique !== "none") notes.push(`${words(`unique.${puzzle.unique}`)} ${words("order-and-like-piles")}`);
      return make("p", { class: "note" }, notes.join(" "));
    }

    showAbout() {
      const { puzzle, data } = this;
      const author = puzzle.author || data.author;
      const source = puzzle.source || data.source;
      const licence = puzzle.licence || data.licence;
      const solved = this.isAnswered;
      const themes = puzzle.themes[tenback.language] || [];
      const facts = [
        author && words("ui.by", { author }),
        source && words("ui.source", { source }),
        licence && words("ui.licence", { licence }),
        solved && themes.length && words("ui.themes", { themes: themes.join(", ") }),
      ].filter(Boolean);
      at("about").replaceChildren(
        ...[puzzle.notes, facts.join(" · ")].filter(Boolean).map((text) => make("p", {}, text)),
      );
    }

    // --- help

    // ``told`` says what is on the table where it is no puzzle: {table, game, help, advised}, with texts of its own.
    showHelp(told = this.isPlaying || this.data.live ? this.told : null) {
      const dialog = at("help");
      const own = () => ({ table: this.table, game: this.puzzle.game[tenback.language] });
      const { table, game, help, advised = true } = told || (this.data.puzzles.length ? own() : {});
      const keys = ["arrows", "numbers", "enter", "end", "undo", ...(advised ? ["hint", "check"] : [])];
      const says = (key) => (help && help[key]) || words(key);
      dialog.replaceChildren(
        make("h2", { id: "help-title" }, words("help.title")),
        make("p", {}, words("help.click")),
        make("p", {}, says("help.open")),
        make("p", {}, words("help.keys")),
        make(
          "dl",
          {},
          ...keys.flatMap((key) => [
            make("dt", {}, make("kbd", {}, words(`help.key.${key}`))),
            make("dd", {}, says(`help.key.${key}.says`)),
          ]),
        ),
        ...(table ? this.rulesInShort(table, game) : []),
        make("p", {}, says("help.kept")),
        make("button", { type: "button", class: "main", onclick: () => dialog.close() }, words("ui.close")),
      );
      dialog.showModal();
    }

    rulesInShort(table, game) {
      const { trick, coloured, duel, gifts, minimum, minimum_empty: empty, maximum, drawing, hand: n, draws } = table;
      const same = minimum === empty;
      const commands = [...new Set(Object.values(table.command))];
      const rules = [
        words("rules.follow"),
        trick && words("rules.trick", { n: trick }),
        coloured && words("rules.colour"),
        duel && gifts && words("rules.improve", { n: gifts }),
        words(same ? "rules.minimum.same" : "rules.minimum", { n: minimum, empty }),
        maximum !== null && words("rules.maximum", { n: maximum }),
        words(`rules.draw.${drawing}`, { n, draws }),
      ].filter(Boolean);
      const parts = [
        make("h3", {}, `${words("rules.title")}: ${game}`),
        make("ul", {}, ...rules.map((rule) => make("li", {}, rule))),
      ];
      if (!commands.length) return parts;
      const says = (command) => [
        make("dt", {}, tenback.sign(`command-${command}`, "order"), ` ${words(`command.${command}`)}`),
        make("dd", {}, words(`command.${command}.says`)),
      ];
      return [...parts, make("p", {}, words("rules.commands")), make("dl", {}, ...commands.flatMap(says))];
    }
  }

  if (globalThis.document && at("data")) {
    tenback.data = JSON.parse(at("data").textContent);
    tenback.app = new App(tenback.data);
    tenback.app.begin();
  }
})((globalThis.tenback = globalThis.tenback || {}));
