// The solver's page: a position is typed, seen, asked about, played on.

(function (tenback) {
  "use strict";

  const { make } = tenback;
  const live = tenback.live;
  const { say, said, Refused } = live;

  const TYPING = 300; // milliseconds without a key before what is typed is looked at
  const JUDGED = 2; // seconds that a turn played by hand is looked at
  const CHOICES = 5; // seconds for the worth of the turns
  const TIMES = [2, 5, 10, 30, 60];
  const KEPT = "tenback.solver.1";

  const EXAMPLES = {
    trick: ["the-game/1 | up: 97 94 | down: 3 50 | 1*: 17 32 38 45 52 55 89 92 | draw: 99 65 26 91"],
    colours: ["quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9", "1: s1@down; 2: r3@up"],
    extreme: ["the-game-extreme/1 | up: 81 38 | down: 2 20 | 1*: 5 13 16 19 60 63 68 74 | draw: 40 97 99 70"],
    duel: ["face-to-face highest=17 hand=4 | A.up: 8 | A.down: 17 | B.up: 2 | B.down: 14 | A*: 3 8 13 | B: 7 10 15 17 | A.draw: 6 14 16 15 | B.draw: 13 3 5"],
    lost: ["the-game/1 | up: 97 94 | down: 3 38 | 1*: 17 32 52 55 65 89 92 99 | draw: 26 91"],
    hidden: ["quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw?: b1 y9 g7"],
    deal: ["the-game/2 #17"],
  };
  const GOALS = ["win", "cards-left", "turns"];
  const DUEL_GOALS = ["win", "turns", "helpwin", "helpwin:B", "selfstuck"];

  class Solver {
    constructor(element) {
      this.element = element;
      this.lines = { look: new live.AskLine(), solve: new live.AskLine(), choices: new live.AskLine(), judge: new live.AskLine(), game: new live.AskLine() };
      this.seen = null; // what the server made of the text
      this.board = null;
      this.answer = null; // the verdict shown
      this.worths = null; // {key, place, answer}: the choices of a position
      this.game = null; // {answer, line}: the played game shown
      this.judging = true;
      this.build();
      this.speak();
      this.restore();
    }

    // --- the parts of the page

    build() {
      const part = (name, tag = "div", attributes = {}) => {
        this[name] = make(tag, attributes);
        return this[name];
      };
      const label = (name, id, text) => {
        this[`${name}Label`] = make("label", { for: id });
        this[`${name}Label`].words = text;
        return this[`${name}Label`];
      };
      this.spoken = [];
      const field = (name, key, input, ...more) => make("div", { class: `field field-${name}` }, label(name, input.id, key), input, ...more);
      part("source", "textarea", { id: "source", rows: "4", spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-describedby": "source-error source-tip" });
      part("played", "textarea", { id: "played", rows: "3", spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-describedby": "played-error played-tip" });
      part("goal", "select", { id: "goal" });
      part("time", "select", { id: "time" });
      part("dealGame", "select", { id: "deal-game" });
      part("dealPlayers", "select", { id: "deal-players" });
      part("dealNumber", "input", { id: "deal-number", inputmode: "numeric", value: "17", autocomplete: "off" });
      part("reform", "button", { type: "button", class: "plain", id: "reform", onclick: () => this.reshape() });
      part("copy", "button", { type: "button", class: "plain", id: "copy-link", onclick: () => this.copyLink() });
      part("go", "button", { type: "submit", class: "main", id: "solve" });
      part("dealGo", "button", { type: "button", class: "plain", id: "deal-go", onclick: () => this.dealOut() });
      part("gameGo", "button", { type: "button", class: "plain", id: "game-go", onclick: () => this.askGame() });
      part("sourceError", "p", { class: "error", id: "source-error", role: "alert" });
      part("playedError", "p", { class: "error", id: "played-error", role: "alert" });
      part("dealError", "p", { class: "error", role: "alert" });
      part("sourceTip", "p", { class: "tip", id: "source-tip" });
      part("playedTip", "p", { class: "tip", id: "played-tip" });
      part("examples", "div", { class: "examples", role: "group" });
      part("notation", "details", { class: "fold" });
      part("deal", "details", { class: "fold", id: "deal" });
      part("gameFold", "details", { class: "fold", id: "game" });
      part("form", "form", { class: "ask", id: "ask" });
      part("status", "div", { class: "status", id: "verdict", role: "status", "aria-live": "polite" });
      part("steps", "div", { class: "stepper", id: "stepper" });
      part("tools", "div", { class: "row tools" });
      part("choicesPart", "section", { class: "panel", id: "choices", "aria-live": "polite" });
      part("gamePart", "section", { class: "panel", id: "game-result", "aria-live": "polite" });
      part("foot", "p", { class: "foot" });
      this.boardPlace = make("div", { id: "live-board" });
      this.dealRow = make("div", { class: "row wrap" },
        field("deal-game", "deal.game", this.dealGame), field("deal-players", "deal.players", this.dealPlayers), field("deal-number", "deal.number", this.dealNumber), this.dealGo);
      this.form.append(
        field("source", "source", this.source, this.sourceError, this.sourceTip),
        make("div", { class: "row wrap" }, this.reform, this.copy),
        this.examples, this.notation, this.deal,
        make("div", { class: "row wrap asks" }, field("goal", "goal", this.goal), field("time", "time", this.time), this.go),
        this.gameFold);
      this.result = make("div", { class: "result" }, this.status, this.gamePart, this.steps, this.boardPlace, this.tools, this.choicesPart, this.foot);
      this.element.replaceChildren(make("div", { class: "desk" }, this.form, this.result));
      this.listen();
    }

    listen() {
      this.form.addEventListener("submit", (event) => {
        event.preventDefault();
        if (this.lines.solve.under) this.stop();
        else this.solve();
      });
      this.source.addEventListener("input", () => this.typed());
      this.source.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.form.requestSubmit();
      });
      this.dealGame.addEventListener("change", () => this.fillPlayers());
      this.dealNumber.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        this.dealOut();
      });
      this.time.addEventListener("change", () => this.keep());
      globalThis.addEventListener("tenback-language", () => this.speak());
    }

    // --- words

    speak() {
      for (const name of ["source", "goal", "time", "deal-game", "deal-players", "deal-number"]) {
        const label = this[`${name}Label`];
        label.textContent = say(label.words);
      }
      this.sourceTip.textContent = say("source.tip");
      this.playedTip.textContent = say("played.tip");
      this.copy.textContent = say("source.copy");
      this.dealGo.textContent = say("deal.go");
      this.gameGo.textContent = say("played.go");
      this.drawReform();
      this.drawGo();
      this.fill(this.time, TIMES.map((n) => [String(n), say("time.seconds", { n })]), "10");
      this.fillGoals();
      this.examples.setAttribute("aria-label", say("examples"));
      this.examples.replaceChildren(make("span", { class: "tip" }, `${say("examples")}:`),
        ...Object.keys(EXAMPLES).map((name) => make("button", { type: "button", class: "example", "data-example": name, onclick: () => this.load(...EXAMPLES[name]) }, say(`example.${name}`))));
      this.notation.replaceChildren(make("summary", {}, say("source.notation")), make("p", { class: "tip" }, say("source.notation.says")));
      this.deal.replaceChildren(make("summary", {}, say("deal")), this.dealRow, this.dealError);
      const playedLabel = make("label", { for: "played", class: "for-readers" }, say("played"));
      this.gameFold.replaceChildren(make("summary", {}, say("played")), playedLabel, this.played, this.playedError, this.playedTip, this.gameGo);
      this.fillGames();
      this.foot.replaceChildren(say("api"), " ", make("a", { href: "api/schema" }, say("api.schema")), ".");
      if (this.board) this.showBoard(this.board.line, this.board.at);
      this.drawResults();
    }

    fill(select, options, chosen) {
      const value = select.value || chosen;
      select.replaceChildren(...options.map(([key, text]) => make("option", { value: key }, text)));
      select.value = options.some(([key]) => key === value) ? value : options[0][0];
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
      } catch {
        this.games = null;
      }
    }

    async fillPlayers() {
      const game = (await this.games).find(({ game: name }) => name === this.dealGame.value);
      this.fill(this.dealPlayers, game.players.map((n) => [String(n), String(n)]), "2");
    }

    drawGo() {
      const busy = this.lines.solve.under !== null;
      this.go.textContent = say(busy ? "stop" : "solve");
      this.go.classList.toggle("busy", busy);
    }

    drawReform() {
      this.reform.textContent = say(this.source.value.trimStart().startsWith("{") ? "source.reform.back" : "source.reform");
      this.reform.disabled = this.seen === null;
    }

    // --- what is typed

    restore() {
      let kept = {};
      try {
        kept = JSON.parse(localStorage.getItem(KEPT) || "{}");
      } catch {
        kept = {};
      }
      const wanted = new URLSearchParams(location.hash.slice(1));
      if (kept.time) this.time.value = kept.time;
      const source = wanted.get("p") || kept.source || EXAMPLES.trick[0];
      const played = wanted.has("p") ? wanted.get("line") || "" : kept.played || "";
      this.load(source, played).then((good) => good && wanted.has("p") && source.startsWith("{") && this.reshape());
    }

    keep() {
      try {
        localStorage.setItem(KEPT, JSON.stringify({ source: this.source.value, played: this.played.value, time: this.time.value }));
      } catch {
        // a browser may forbid it, or be full: nothing is kept then
      }
    }

    // Another position, and perhaps a game that was played from it.
    load(source, played = "") {
      this.source.value = source;
      this.played.value = played;
      this.gameFold.open = played !== "";
      this.forget();
      return this.look();
    }

    forget() {
      for (const line of Object.values(this.lines)) line.stop();
      this.answer = this.worths = this.game = null;
      this.drawGo();
      this.drawResults();
      this.status.replaceChildren();
      this.fault(this.playedError, this.played, null);
    }

    typed() {
      clearTimeout(this.typing);
      this.drawReform();
      this.typing = setTimeout(() => {
        this.forget();
        this.look();
      }, TYPING);
    }

    // Let the server read what is typed, and show the table, or what is wrong beside the field.
    async look() {
      clearTimeout(this.typing);
      this.keep();
      try {
        const seen = await this.lines.look.ask("api/steps", { position: this.source.value, board: true });
        if (seen === null) return false;
        this.seen = seen;
        this.fault(this.sourceError, this.source, null);
        this.showBoard([], 0);
        this.fillGoals();
        this.drawReform();
        return true;
      } catch (error) {
        this.seen = null;
        this.fault(this.sourceError, this.source, error);
        this.boardPlace.classList.add("stale");
        this.drawReform();
        return false;
      }
    }

    fault(place, field, error) {
      field.setAttribute("aria-invalid", String(error !== null));
      if (error === null) place.replaceChildren();
      else place.replaceChildren(error instanceof Refused ? said(error.message) : say("offline"));
    }

    async reshape() {
      if (!this.seen) return;
      const asText = this.source.value.trimStart().startsWith("{");
      this.source.value = asText ? this.seen.text : JSON.stringify(this.seen.json, null, 1).replace(/\n\s+(?=["\]\d][^:]*$|\])/gm, " ");
      this.drawReform();
      this.keep();
    }

    async copyLink() {
      const values = new URLSearchParams({ p: this.seen ? this.seen.text : this.source.value });
      if (this.played.value.trim()) values.set("line", this.played.value.trim());
      history.replaceState(null, "", `#${values}`);
      try {
        await navigator.clipboard.writeText(location.href);
      } catch {
        // the address bar has it
      }
      this.copy.textContent = say("source.copied");
      setTimeout(() => { this.copy.textContent = say("source.copy"); }, 1500);
    }

    async dealOut() {
      const query = new URLSearchParams({ game: this.dealGame.value, number: this.dealNumber.value.trim() || "1", players: this.dealPlayers.value });
      try {
        const response = await fetch(`api/deal?${query}`);
        const data = await response.json();
        if (!response.ok) throw new Refused(data.error);
        this.dealError.replaceChildren();
        const players = "players" in data ? `/${data.players}` : "";
        this.load(`${data.game}${players} #${query.get("number")}`);
      } catch (error) {
        this.dealError.replaceChildren(error instanceof Refused ? said(error.message) : say("offline"));
      }
    }

    // --- the table

    showBoard(line, at) {
      const element = make("div", { id: "live-board" });
      this.boardPlace.replaceWith(element);
      this.boardPlace = element;
      this.quiet = true;
      if (this.seen) this.shown = this.seen.board;
      this.board = new tenback.Board(element, this.shown, {
        onTurn: (board) => this.turnPlayed(board),
        onChange: () => this.moved(),
      });
      this.board.setLine(line);
      this.board.goTo(at);
      this.quiet = false;
      this.stepper = new live.Stepper(this.steps, () => this.board);
      this.drawTools();
      this.moved();
    }

    moved() {
      if (this.quiet || !this.stepper) return;
      this.markNext();
      this.stepper.draw();
      this.drawTools();
      this.drawChoices();
    }

    // Where there is a line, what comes next in it.
    markNext() {
      const next = this.board.line[this.board.at];
      this.board.highlight(next ? next.plays : []);
    }

    drawTools() {
      const judge = make("input", { type: "checkbox", id: "judge", checked: this.judging, onchange: (event) => { this.judging = event.target.checked; } });
      this.tools.replaceChildren(
        make("label", { for: "judge", class: "check" }, judge, " ", say("step.judge")),
        this.board.at > 0 ? make("button", { type: "button", class: "plain", id: "take", onclick: () => this.take() }, say("step.take")) : "");
    }

    // The position shown, to be asked about and changed.
    take() {
      this.load(JSON.stringify(this.board.json())).then((good) => good && this.reshape());
    }

    show(line, at) {
      this.quiet = true;
      this.board.marks = [];
      this.board.setLine(line);
      this.board.goTo(at);
      this.quiet = false;
      this.moved();
    }

    // --- the verdict

    async solve() {
      if (!(await this.look())) return void this.source.focus();
      this.answer = this.worths = this.game = null;
      this.drawResults();
      if (this.shown.position.ordered.includes(false)) return void this.askChoices(); // only shares of orders are to be had
      const answer = await this.watched(this.lines.solve, this.status, "api/solve", {
        position: this.seen.json, goal: this.goal.value, time_limit: Number(this.time.value),
      });
      this.drawGo();
      if (!answer) return;
      this.answer = answer;
      this.show(answer.turns, 0);
      this.drawResults();
      if (narrow()) this.status.scrollIntoView({ block: "start", behavior: "smooth" });
      this.askChoices();
    }

    stop() {
      this.lines.solve.stop();
      this.status.replaceChildren(make("p", { class: "note" }, say("stopped")));
      this.drawGo();
    }

    // Ask, and show meanwhile for how long; null if there is no answer.
    async watched(line, place, path, body) {
      const began = Date.now();
      let busy = false;
      const words = make("span", {});
      const tick = () => { words.textContent = busy ? say("busy") : say("thinking", { n: Math.round((Date.now() - began) / 1000) }); };
      tick();
      place.replaceChildren(make("p", { class: "thinking" }, make("span", { class: "spinner", "aria-hidden": "true" }), words));
      const timer = setInterval(tick, 1000);
      try {
        const asking = line.ask(path, body, () => { busy = true; tick(); });
        this.drawGo();
        const answer = await asking;
        if (answer) place.replaceChildren();
        return answer;
      } catch (error) {
        place.replaceChildren(make("p", { class: "error" }, error instanceof Refused ? said(error.message) : say("offline")));
        return null;
      } finally {
        clearInterval(timer);
      }
    }

    drawResults() {
      if (!this.board) return;
      if (this.answer) this.status.replaceChildren(live.verdict(this.answer, this.shown.table));
      this.drawGame();
      this.drawChoices();
    }

    // --- the worth of each turn

    async askChoices() {
      const asked = { key: this.key(), place: make("div", {}), answer: null };
      this.worths = asked;
      this.drawChoices();
      asked.answer = await this.watched(this.lines.choices, asked.place, "api/analyze", {
        position: this.board.json(), time_limit: Math.min(CHOICES, Number(this.time.value)),
      });
      if (this.worths === asked) this.drawChoices();
    }

    // Names the position shown.
    key() {
      return JSON.stringify(this.board.json());
    }

    drawChoices() {
      if (!this.board) return;
      if (!this.worths || this.worths.key !== this.key()) {
        this.choicesFrame(make("button", { type: "button", class: "plain", id: "choices-go", onclick: () => this.askChoices() }, say("choices.ask")));
        return;
      }
      const { answer, place } = this.worths;
      if (!answer) return void this.choicesFrame(place); // the wait, or why there is no answer
      const play = (plays) => this.playChoice(plays);
      this.choicesFrame(make("div", {}, ...("interval" in answer ? live.orders : live.choices)(answer, this.shown.table, play)));
    }

    choicesFrame(body) {
      const { at } = this.board;
      const title = make("h2", {}, say("choices"), at > 0 && make("span", { class: "facts" }, say("choices.at", { n: at })));
      this.choicesPart.replaceChildren(title, body);
    }

    playChoice(plays) {
      const { board } = this;
      const { at, marks } = board;
      this.quiet = true;
      board.setLine([...board.line.slice(0, at), { plays }]);
      board.marks = marks.slice(0, at + 1);
      this.quiet = false;
      this.moved();
      this.boardPlace.scrollIntoView({ block: "nearest" });
      this.turnPlayed(board);
    }

    // --- playing by hand

    async turnPlayed(board) {
      this.played.value = lineText(board.line);
      this.keep();
      this.game = null;
      this.drawGame();
      if (!this.judging || this.quiet) return;
      const { at } = board;
      const before = at > 1 ? board.marks[at - 1] : this.answer && this.markOf(this.answer);
      const answer = await this.lines.judge.ask("api/solve", { position: this.board.json(), time_limit: JUDGED }).catch(() => null);
      if (!answer || board !== this.board || board.at !== at) return;
      const mark = this.markOf(answer);
      board.marks[at] = mark;
      board.draw();
      board.say(this.judged(answer, mark, before), { keeps: "good", lost: "bad" }[mark] || "");
    }

    // From the side of the team, or of the player who began.
    markOf({ verdict, winner }) {
      if (verdict === "unknown") return "unknown";
      const { table, position } = this.shown;
      if (table.duel) return winner === table.names[position.mover] ? "keeps" : "lost";
      return verdict === "winnable" ? "keeps" : "lost";
    }

    judged({ verdict, winner }, mark, before) {
      if (verdict === "unknown") return say("judged.unknown");
      const over = this.board.outcome();
      if (over) return over.text;
      if (this.shown.table.duel) return say("judged.duel", { winner });
      if (mark === "keeps") return say("judged.keeps");
      return say({ lost: "judged.was-lost", keeps: "judged.lost" }[before] || "judged.is-lost");
    }

    // --- a played game

    async askGame() {
      if (!this.seen && !(await this.look())) return;
      const line = this.played.value.trim() || lineText(this.board.line);
      if (!line) return void this.fault(this.playedError, this.played, new Refused(say("played.empty")));
      this.keep();
      try {
        const steps = await this.lines.look.ask("api/steps", { position: this.seen.json, line });
        if (!steps) return;
        const { violation, reason } = steps.judgement || {};
        this.show(steps.steps.slice(1).map(({ turn }) => turn), 0);
        if (violation) throw new Refused(say("illegal", { ...violation, reason }));
        this.fault(this.playedError, this.played, null);
      } catch (error) {
        return void this.fault(this.playedError, this.played, error);
      }
      const answer = await this.watched(this.lines.game, this.gamePart, "api/analyze", { position: this.seen.json, line, time_limit: Number(this.time.value) });
      if (!answer) return;
      this.answer = null;
      this.status.replaceChildren();
      this.game = { answer, line: this.board.line };
      this.showGame();
    }

    showGame() {
      const { answer, line } = this.game;
      this.game.better = false;
      this.show(line, answer.first_losing_turn || 0);
      this.board.marks = [undefined, ...answer.turns.map((turn) => this.markOf({ verdict: turn.verdict, winner: turn.stands_better }))];
      this.board.draw();
      this.drawGame();
    }

    showBetter() {
      const { answer, line } = this.game;
      const before = answer.first_losing_turn - 1;
      this.game.better = true;
      this.show([...line.slice(0, before), ...answer.better], before);
      this.board.say(say("game.better.at", { n: before + 1 }), "hint");
      this.drawGame();
    }

    drawGame() {
      if (!this.game) return void this.gamePart.replaceChildren();
      const { answer, better } = this.game;
      const button = make("button", { type: "button", class: "plain", id: "better", onclick: () => (better ? this.showGame() : this.showBetter()) }, say(better ? "game.mine" : "game.better"));
      this.gamePart.replaceChildren(live.game(answer, this.shown.table, (n) => this.board.goTo(n), [button]));
    }
  }

  const narrow = () => globalThis.matchMedia("(max-width: 1100px)").matches;

  // A line of play as text.
  function lineText(line) {
    return line.map(({ player, plays, drawn }) => [`${player}:`, ...plays.map(([card, pile]) => `${card}@${pile}`), ...drawn.map((card) => `+${card}`)].join(" ")).join("; ");
  }

  live.Solver = Solver;
})((globalThis.tenback = globalThis.tenback || {}));
