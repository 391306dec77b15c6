// The solver's page: a position is typed, seen, asked about, played on.

(function (tenback) {
  "use strict";

  const { make } = tenback;
  const live = tenback.live;
  const { say, Refused, faultOf } = live;

  const TYPING = 300; // milliseconds without a key before what is typed is looked at
  const KEPT = "tenback.solver.1";

  class Solver extends live.Desk {
    constructor(element) {
      super();
      this.element = element;
      this.lines = { look: new live.AskLine(), solve: new live.AskLine(), choices: new live.AskLine(), judge: new live.AskLine(), game: new live.AskLine() };
      this.seen = null; // what the server made of the text
      this.board = null;
      this.answer = null; // the verdict shown
      this.worths = null; // {key, place, answer}: the choices of a position
      this.game = null; // {answer, line}: the played game shown
      this.judging = true;
      this.recall();
      this.build();
      this.listen();
      this.speak();
      this.restore();
    }

    listen() {
      this.form.addEventListener("submit", (event) => {
        event.preventDefault();
        if (this.working.kind !== "solve") this.solve();
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

    // --- what is typed

    // What was on the desk when it was left.
    recall() {
      try {
        this.kept = JSON.parse(localStorage.getItem(KEPT) || "{}");
      } catch {
        this.kept = {};
      }
      this.keptTime = this.kept.time;
      this.drawIsHidden = this.kept.drawIsHidden === true;
    }

    restore() {
      const wanted = new URLSearchParams(location.hash.slice(1));
      const source = wanted.get("p") || this.kept.source || live.EXAMPLES.trick[0];
      const played = wanted.has("p") ? wanted.get("line") || "" : this.kept.played || "";
      this.load(source, played).then((good) => good && wanted.has("p") && source.startsWith("{") && this.reshape());
    }

    keep() {
      const { drawIsHidden } = this;
      const kept = { source: this.source.value, played: this.played.value, time: this.time.value || this.keptTime, drawIsHidden };
      try {
        localStorage.setItem(KEPT, JSON.stringify(kept));
      } catch {
        // a browser may forbid it, or be full: nothing is kept then
      }
    }

    // The seconds that were chosen, for every question.
    get seconds() {
      return Number(this.time.value || this.keptTime || 10);
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
      this.working.stop();
      for (const line of Object.values(this.lines)) line.stop();
      this.answer = this.worths = this.game = null;
      this.status.replaceChildren();
      this.drawResults();
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
      this.drawSetupTitle();
      try {
        const seen = await this.lines.look.ask("api/steps", { position: this.source.value, board: true });
        if (seen === null) return false;
        this.seen = seen;
        this.looked = this.source.value;
        this.fault(this.sourceError, this.source, null);
        this.showBoard([], 0);
        this.fillGoals();
        this.drawReform();
        this.builder.follow(seen);
        return true;
      } catch (error) {
        this.seen = null;
        this.setup.open = true;
        this.builder.refused(error);
        this.fault(this.sourceError, this.source, error);
        this.boardPlace.classList.add("stale");
        this.drawReform();
        return false;
      }
    }

    // Is what stands there what the server has read, now or at once?
    async isRead() {
      return (this.seen !== null && this.looked === this.source.value) || this.look();
    }

    fault(place, field, error) {
      field.setAttribute("aria-invalid", String(error !== null));
      if (error === null) place.replaceChildren();
      else place.replaceChildren(faultOf(error));
    }

    reshape() {
      if (!this.seen) return;
      const asText = this.source.value.trimStart().startsWith("{");
      this.source.value = asText ? this.seen.text : JSON.stringify(this.seen.json, null, 1).replace(/\n\s+(?=["\]\d][^:]*$|\])/gm, " ");
      this.looked = this.source.value;
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
        this.dealError.replaceChildren(faultOf(error));
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
        drawIsHidden: this.drawIsHidden,
        onDrawHidden: (hidden) => {
          this.drawIsHidden = hidden;
          this.keep();
        },
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
      if (this.isBeginning) return;
      this.isBeginning = true;
      clearTimeout(this.typing);
      const good = await this.isRead();
      this.isBeginning = false;
      if (!good) return void this.source.focus();
      this.answer = this.worths = this.game = null;
      this.drawResults();
      if (this.shown.position.ordered.includes(false)) return void this.askOrders();
      const body = { position: this.seen.json, goal: this.goal.value, time_limit: this.seconds };
      const answer = await this.working.ask("solve", this.lines.solve, "api/solve", body, this.status);
      if (!answer) return;
      this.answer = answer;
      this.show(answer.turns, 0);
      this.drawResults();
      lookAt(this.status);
      this.askChoices();
    }

    // Of an unknown order only shares are to be had: they are the answer.
    async askOrders() {
      const answer = await this.askChoices();
      if (!answer) return;
      this.answer = answer;
      this.drawResults();
      lookAt(this.status);
    }

    drawResults() {
      if (!this.board) return;
      if (this.answer) this.status.replaceChildren(live.answered(this.answer, this.shown.table));
      this.drawGame();
      this.drawChoices();
    }

    // --- the worth of each turn

    async askChoices() {
      const asked = { key: this.key(), place: make("div", {}), answer: null };
      this.worths = asked;
      const body = { position: this.board.json(), time_limit: this.seconds };
      const asking = this.working.ask("choices", this.lines.choices, "api/analyze", body, asked.place);
      this.drawChoices();
      asked.answer = await asking;
      if (this.worths !== asked) return null;
      this.drawChoices();
      return asked.answer;
    }

    // Asked for by its button: what was asked for is looked at.
    async choose() {
      if (this.working.kind === "choices") return;
      if (await this.askChoices()) lookAt(this.choicesPart);
    }

    // Names the position shown.
    key() {
      return JSON.stringify(this.board.json());
    }

    drawChoices() {
      if (!this.board) return;
      if (!this.worths || this.worths.key !== this.key()) {
        this.choicesFrame(make("button", { type: "button", class: "plain", id: "choices-go", onclick: () => this.choose() }, say("choices.ask")));
        return;
      }
      const { answer, place } = this.worths;
      if (!answer) return void this.choicesFrame(this.working.kind === "choices" ? make("p", { class: "tip" }, say("working.choices")) : place);
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
      const body = { position: this.board.json(), time_limit: this.seconds };
      const answer = await this.working.ask("judge", this.lines.judge, "api/solve", body, make("div", {}));
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
      if (this.working.kind === "game" || !(await this.isRead())) return;
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
      const body = { position: this.seen.json, line, time_limit: this.seconds };
      const answer = await this.working.ask("game", this.lines.game, "api/analyze", body, this.gamePart);
      if (!answer) return;
      this.answer = null;
      this.status.replaceChildren();
      this.game = { answer, line: this.board.line };
      this.showGame();
      lookAt(this.gamePart);
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

  // An answer is brought before the eyes, and to who reads with the ears; nobody is called away from a field.
  function lookAt(place) {
    const head = document.querySelector("header.top").getBoundingClientRect().bottom;
    const { top, bottom } = place.getBoundingClientRect();
    if (top < head || bottom > globalThis.innerHeight) place.scrollIntoView({ block: "start" });
    const title = place.querySelector("h2");
    if (!title || document.activeElement.matches("textarea, input, select")) return;
    title.setAttribute("tabindex", "-1");
    title.focus({ preventScroll: true });
  }

  // A line of play as text.
  function lineText(line) {
    return line.map(({ player, plays, drawn }) => [`${player}:`, ...plays.map(([card, pile]) => `${card}@${pile}`), ...drawn.map((card) => `+${card}`)].join(" ")).join("; ");
  }

  live.Solver = Solver;
})((globalThis.tenback = globalThis.tenback || {}));
