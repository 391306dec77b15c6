// The solver's desk: its fields, buttons and places, and what is written on them.  What they do is in solver.js.

(function (tenback) {
  "use strict";

  const { make } = tenback;
  const live = tenback.live;
  const { say } = live;

  const TIMES = [2, 5, 10, 30, 60];
  const USUAL_TIME = "10";
  const WIDE = "(min-width: 1101px)";
  const GOALS = ["win", "cards-left", "turns"];
  const DUEL_GOALS = ["win", "turns", "helpwin", "helpwin:B", "selfstuck"];
  const EXAMPLES = {
    trick: ["the-game/1 | up: 97 94 | down: 3 50 | 1*: 17 32 38 45 52 55 89 92 | draw: 99 65 26 91"],
    colours: ["quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9", "1: s1@down; 2: r3@up"],
    extreme: ["the-game-extreme/1 | up: 81 38 | down: 2 20 | 1*: 5 13 16 19 60 63 68 74 | draw: 40 97 99 70"],
    duel: ["face-to-face highest=17 hand=4 | A.up: 8 | A.down: 17 | B.up: 2 | B.down: 14 | A*: 3 8 13 | B: 7 10 15 17 | A.draw: 6 14 16 15 | B.draw: 13 3 5"],
    lost: ["the-game/1 | up: 97 94 | down: 3 38 | 1*: 17 32 52 55 65 89 92 99 | draw: 26 91"],
    hidden: ["quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw?: b1 y9 g7"],
    deal: ["the-game/2 #17"],
  };

  class Desk {
    // --- the parts

    build() {
      this.labels = {};
      this.buildFields();
      this.buildButtons();
      this.buildPlaces();
      this.builder = new live.Builder(this);
      this.setup = make("details", { class: "setup", id: "setup" }, this.setupTitle,
        this.field("source", "source", this.source, this.sourceError, this.sourceTip),
        make("div", { class: "row wrap" }, this.reform, this.copy),
        this.examples, this.builder.element, this.deal, this.notation);
      this.form.append(make("div", { class: "row asks" }, this.field("goal", "goal", this.goal), this.field("time", "time", this.time), this.go));
      this.result = make("div", { class: "result" },
        this.working.element, this.status, this.gamePart, this.steps, this.boardPlace, this.tools, this.gameFold, this.choicesPart, this.foot);
      this.element.replaceChildren(make("div", { class: "desk" }, make("div", { class: "left" }, this.setup, this.form), this.result));
      const wide = globalThis.matchMedia(WIDE);
      const unfold = () => { this.setup.open = wide.matches; };
      wide.addEventListener("change", unfold);
      unfold();
    }

    part(name, tag = "div", attributes = {}) {
      this[name] = make(tag, attributes);
    }

    field(name, key, input, ...more) {
      this.labels[key] = make("label", { for: input.id });
      return make("div", { class: `field field-${name}` }, this.labels[key], input, ...more);
    }

    buildFields() {
      const typing = { spellcheck: "false", autocapitalize: "off", autocomplete: "off" };
      this.part("source", "textarea", { id: "source", rows: "3", ...typing, "aria-describedby": "source-error source-tip" });
      this.part("played", "textarea", { id: "played", rows: "3", ...typing, "aria-describedby": "played-error played-tip" });
      this.part("goal", "select", { id: "goal" });
      this.part("time", "select", { id: "time" });
      this.part("dealGame", "select", { id: "deal-game" });
      this.part("dealPlayers", "select", { id: "deal-players" });
      this.part("dealNumber", "input", { id: "deal-number", inputmode: "numeric", value: "17", autocomplete: "off" });
    }

    buildButtons() {
      const button = (name, id, onclick) => this.part(name, "button", { type: "button", class: "plain", id, onclick });
      button("reform", "reform", () => this.reshape());
      button("copy", "copy-link", () => this.copyLink());
      button("dealGo", "deal-go", () => this.dealOut());
      button("gameGo", "game-go", () => this.askGame());
      this.part("go", "button", { type: "submit", class: "main", id: "solve" });
    }

    buildPlaces() {
      for (const name of ["source", "played", "deal"]) {
        this.part(`${name}Error`, "p", { class: "error", id: `${name}-error`, role: "alert" });
        this.part(`${name}Tip`, "p", { class: "tip", id: `${name}-tip` });
      }
      this.part("setupTitle", "summary", { class: "setup-title" });
      this.part("examples", "div", { class: "examples", role: "group" });
      this.part("notation", "details", { class: "fold" });
      this.part("deal", "details", { class: "fold", id: "deal" });
      this.part("gameFold", "details", { class: "fold", id: "game" });
      this.part("form", "form", { class: "ask", id: "ask" });
      this.part("status", "div", { class: "status", id: "verdict", role: "status", "aria-live": "polite" });
      this.part("steps", "div", { class: "stepper", id: "stepper" });
      this.part("tools", "div", { class: "row tools" });
      this.part("choicesPart", "section", { class: "panel", id: "choices", "aria-live": "polite" });
      this.part("gamePart", "section", { class: "panel", id: "game-result", "aria-live": "polite" });
      this.part("foot", "p", { class: "foot" });
      this.part("boardPlace", "div", { id: "live-board" });
      this.working = new live.Working(() => this.drawButtons());
      this.dealRow = make("div", { class: "row wrap" }, this.field("deal-game", "deal.game", this.dealGame),
        this.field("deal-players", "deal.players", this.dealPlayers), this.field("deal-number", "deal.number", this.dealNumber), this.dealGo);
    }

    // --- words

    speak() {
      for (const [key, label] of Object.entries(this.labels)) label.textContent = say(key);
      this.sourceTip.textContent = say("source.tip");
      this.playedTip.textContent = say("played.tip");
      this.copy.textContent = say("source.copy");
      this.dealGo.textContent = say("deal.go");
      this.gameGo.textContent = say("played.go");
      this.go.textContent = say("solve");
      this.drawReform();
      this.working.speak();
      this.fillTimes();
      this.fillGoals();
      this.drawExamples();
      this.notation.replaceChildren(make("summary", {}, say("source.notation")), make("p", { class: "tip" }, say("source.notation.says")));
      this.deal.replaceChildren(make("summary", {}, say("deal")), this.dealRow, this.dealError);
      const playedLabel = make("label", { for: "played", class: "for-readers" }, say("played"));
      this.gameFold.replaceChildren(make("summary", {}, say("played")), playedLabel, this.played, this.playedError, this.playedTip, this.gameGo);
      this.fillGames();
      this.foot.replaceChildren(say("api"), " ", make("a", { href: "api/schema" }, say("api.schema")), ".");
      this.builder.speak();
      if (this.board) this.showBoard(this.board.line, this.board.at);
      this.drawResults();
    }

    drawExamples() {
      const example = (name) => make("button", { type: "button", class: "example", "data-example": name, onclick: () => this.load(...EXAMPLES[name]) }, say(`example.${name}`));
      this.examples.setAttribute("aria-label", say("examples"));
      this.examples.replaceChildren(make("span", { class: "tip" }, `${say("examples")}:`), ...Object.keys(EXAMPLES).map(example));
    }

    // A question that is being worked on cannot be asked again meanwhile.
    drawButtons() {
      for (const [kind, button] of Object.entries({ solve: this.go, game: this.gameGo })) {
        button.setAttribute("aria-disabled", String(this.working.kind === kind));
      }
      if (this.board) this.drawChoices();
    }

    // On a small screen the position is folded away, and its beginning stands in its place.
    drawSetupTitle() {
      const text = make("span", { class: "setup-text" }, this.source.value.replace(/\s+/g, " ").trim());
      this.setupTitle.replaceChildren(make("b", {}, say("setup")), " ", text);
    }

    drawReform() {
      this.reform.textContent = say(this.source.value.trimStart().startsWith("{") ? "source.reform.back" : "source.reform");
      this.reform.disabled = this.seen === null;
      this.drawSetupTitle();
    }

    // --- choices

    fill(select, options, chosen) {
      const value = select.value || chosen;
      select.replaceChildren(...options.map(([key, text]) => make("option", { value: key }, text)));
      select.value = options.some(([key]) => key === value) ? value : options[0][0];
    }

    // No more time is offered than the server grants.
    async fillTimes() {
      this.granted = this.granted || fetch("healthz").then((response) => response.json()).then(({ time_limit: seconds }) => seconds);
      const granted = await this.granted.catch(() => { this.granted = null; return TIMES.at(-1); });
      const times = [...TIMES.filter((n) => n < granted), granted].filter((n) => n <= TIMES.at(-1));
      const usual = times.includes(Number(USUAL_TIME)) ? USUAL_TIME : String(times.at(-1));
      this.fill(this.time, (times.length ? times : [granted]).map((n) => [String(n), say("time.seconds", { n: live.number(n, 1) })]), this.keptTime || usual);
    }

    fillGoals() {
      const duel = this.board !== null && this.shown.table.duel;
      const names = duel ? DUEL_GOALS : GOALS;
      this.fill(this.goal, names.map((name) => [name, say(duel && name === "win" ? "goal.win.duel" : `goal.${name}`)]), "win");
    }

    async fillGames() {
      this.games = this.games || fetch("api/games").then((response) => response.json());
      try {
        const games = await this.games;
        this.fill(this.dealGame, games.map(({ game }) => [game, tenback.words(`game.${game}`)]), "the-game");
        this.fillPlayers();
        this.builder.fillGames(games);
      } catch {
        this.games = null;
      }
    }

    async fillPlayers() {
      const game = (await this.games).find(({ game: name }) => name === this.dealGame.value);
      this.fill(this.dealPlayers, game.players.map((n) => [String(n), String(n)]), "2");
    }
  }

  Object.assign(live, { Desk, EXAMPLES });
})((globalThis.tenback = globalThis.tenback || {}));
