// A game looked back at: the chance to win turn by turn as a curve to click along, and what cost most.

(function (tenback) {
  "use strict";

  const { make, words } = tenback;
  const live = tenback.live;
  const { say, percentOf } = live;
  const SVG = "http://www.w3.org/2000/svg";
  const HEIGHT = 150;
  const [LEFT, RIGHT, TOP, BOTTOM] = [44, 10, 12, 34];
  const SECONDS = 20; // for what was possible
  const MOST_MISTAKES = 6;

  class Review {
    constructor(match, element, below, costs) {
      Object.assign(this, { match, element, costs, possible: null, limit: null, line: new live.AskLine(), exact: new live.AskLine() });
      this.n = match.seen.line.length;
      this.side = match.people[0];
      this.told = make("p", { class: "tip", role: "status", id: "review-told" });
      this.picture = make("div", { class: "curve", id: "curve" });
      this.mistakesPart = below;
      below.className = "panel review";
      this.steps = make("div", { class: "stepper", id: "review-steps" });
      this.sum = make("p", { id: "review-sum" });
      this.heading = make("h2", { tabindex: "-1" });
      element.className = "panel review";
      element.replaceChildren(this.heading, this.told, this.picture, this.steps, this.sum);
      this.stepper = new live.Stepper(this.steps, () => match.board);
      this.watched = new ResizeObserver(() => this.drawCurve());
      this.watched.observe(this.picture);
      this.draw();
    }

    // What each turn cost, one after the other, and at the same time what was possible.
    async work() {
      const { record, game } = this.match;
      const possible = this.exact.ask("api/analyze", { position: game.deal, line: game.line, count: false, time_limit: SECONDS });
      possible.then((found) => this.note(found), () => {});
      try {
        for (let turn = this.costs.length + 1; turn <= this.n; turn++) {
          const found = await this.line.ask("api/cost", { record, turn });
          if (found === null) return;
          this.costs.push(found);
          this.draw();
        }
      } catch (error) {
        this.told.replaceChildren(live.faultOf(error));
      }
    }

    // What was possible for somebody who knew the order: verdicts are those of whoever is to move.
    note(found) {
      if (!found) return;
      this.possible = found.turns.map(({ before }, turn) => (this.isOther(turn) ? { winnable: "unwinnable", unwinnable: "winnable" }[before] || before : before));
      this.loses = found.turns.map(({ loses }) => loses);
      this.draw();
    }

    stop() {
      this.stopped = true;
      this.line.stop();
      this.exact.stop();
      this.watched.disconnect();
      return this.costs;
    }

    // --- chances from one side

    isOther(turn) {
      const { table, seen } = this.match;
      return table.duel && String(seen.line[turn].player) !== table.names[this.side];
    }

    ofSide(turn, chance) {
      return this.isOther(turn) ? 1 - chance : chance;
    }

    get before() {
      return this.costs.map(({ best }, turn) => this.ofSide(turn, best.chance));
    }

    get result() {
      const { over } = this.match.seen;
      return Number(over.winner === null ? over.won : String(over.winner) === this.match.table.names[this.side]);
    }

    get points() {
      return this.costs.length < this.n ? this.before : [...this.before, this.result];
    }

    // --- drawing

    draw() {
      if (this.stopped) return;
      this.heading.textContent = say("match.review");
      const n = this.costs.length;
      this.told.textContent = n < this.n ? say("review.working", { n, of: this.n }) : say("review.says");
      this.stepper.draw();
      this.drawCurve();
      this.drawSum();
      this.drawMistakes();
    }

    follow() {
      this.stepper.draw();
      this.drawCurve();
    }

    get width() {
      return Math.max(this.picture.clientWidth, 200);
    }

    x(at) {
      return LEFT + ((this.width - LEFT - RIGHT) * at) / Math.max(this.n, 1);
    }

    y(chance) {
      return TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance);
    }

    drawCurve() {
      if (this.stopped || !this.match.board) return;
      const { points, width } = this;
      const path = points.map((chance, at) => `${at ? "L" : "M"}${this.x(at).toFixed(1)} ${this.y(chance).toFixed(1)}`).join("");
      const now = this.match.board.at;
      const scale = [0, 0.5, 1].flatMap((share) => [
        draw("line", { class: "grid-line", x1: LEFT, x2: width - RIGHT, y1: this.y(share), y2: this.y(share) }),
        draw("text", { class: "grid-text", x: LEFT - 6, y: this.y(share) + 4, "text-anchor": "end" }, live.percent(share)),
      ]);
      const dots = points.map((chance, at) => draw("circle", { class: this.isMistake(at) ? "dot slip" : "dot", cx: this.x(at), cy: this.y(chance), r: this.isMistake(at) ? 6 : 3.5 }));
      const strip = (this.possible || []).map((verdict, at) => draw("rect", { class: `possible ${verdict}`, x: this.x(at), y: HEIGHT - BOTTOM + 6, width: Math.max(this.x(at + 1) - this.x(at) - 1, 1), height: 7 }));
      const svg = draw("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: "img", "aria-label": say("review.curve") },
        ...scale, draw("line", { class: "now-line", x1: this.x(now), x2: this.x(now), y1: TOP, y2: HEIGHT - BOTTOM }),
        draw("path", { class: "chance-line", d: path }), ...strip, ...dots,
        draw("text", { class: "grid-text", x: LEFT, y: HEIGHT - 6 }, say("review.axis.first")),
        draw("text", { class: "grid-text", x: width - RIGHT, y: HEIGHT - 6, "text-anchor": "end" }, say("review.axis.last", { n: this.n })));
      svg.addEventListener("click", (event) => this.clicked(event.clientX - svg.getBoundingClientRect().left));
      this.picture.replaceChildren(svg);
    }

    clicked(x) {
      const at = Math.round(((x - LEFT) / (this.width - LEFT - RIGHT)) * this.n);
      this.show(Math.min(Math.max(at, 0), this.n));
    }

    // The table before a turn, what was played there, and what would have been better.
    show(turn) {
      const { board } = this.match;
      const cost = this.costs[turn];
      board.goTo(turn);
      if (this.isMistake(turn)) board.highlight(cost.best.plays);
      this.match.say(cost ? this.costWords(cost, turn) : "");
    }

    isMistake(at) {
      return at < this.costs.length && this.costs[at].cost >= live.MUCH;
    }

    // Where the result came from.
    drawSum() {
      const parts = [];
      if (this.possible && !this.match.table.duel) parts.push(words(`review.possible.${this.possible[0]}`));
      if (this.match.table.duel) parts.push(words("review.side", { player: this.match.table.names[this.side] }));
      if (this.costs.length === this.n) {
        const { points } = this;
        const chosen = this.costs.reduce((sum, { chance, best }, turn) => sum + this.ofSide(turn, chance) - this.ofSide(turn, best.chance), 0);
        const signed = (value) => `${value < 0 ? "−" : "+"}${Math.round(100 * Math.abs(value))}`;
        parts.push(words("review.sum", { start: percentOf(points[0]), luck: signed(this.result - points[0] - chosen), play: signed(chosen), end: percentOf(this.result) }));
      }
      this.sum.textContent = parts.join(" ");
    }

    drawMistakes() {
      const found = this.costs.map((cost, turn) => ({ cost, turn })).filter(({ turn }) => this.isMistake(turn)).sort((a, b) => b.cost.cost - a.cost.cost);
      if (!found.length) return this.mistakesPart.replaceChildren(this.costs.length === this.n ? make("p", {}, words("review.no-mistakes")) : "");
      const more = found.length - MOST_MISTAKES;
      return this.mistakesPart.replaceChildren(make("h3", {}, words("review.mistakes")),
        make("ol", { class: "mistakes" }, ...found.slice(0, MOST_MISTAKES).map(({ cost, turn }) => this.mistake(cost, turn))),
        more > 0 ? make("p", { class: "tip" }, words("review.more", { n: more })) : "");
    }

    mistake(cost, turn) {
      const { board } = this.match;
      const show = () => {
        this.show(turn);
        board.felt.scrollIntoView({ block: "nearest" });
      };
      const why = cost.why.slice(0, 2).map((one) => one[tenback.language]).join("; ");
      const gave = this.loses && this.loses[turn] ? ` ${words(`review.gave-away${this.match.table.duel ? ".duel" : ""}`)}` : "";
      return make("li", {}, make("button", { type: "button", class: "mistake", "data-mistake": String(turn + 1), onclick: show },
        make("b", {}, `${turn + 1}. ${board.playerWords(board.turns[turn].seat)}: −${Math.round(100 * cost.cost)}`), make("span", {}, this.costWords(cost, turn) + gave), why && make("span", { class: "count" }, `${say("review.why")}: ${why}`)));
    }

    costWords(cost, turn) {
      const { board } = this.match;
      const plays = board.playsWords(board.turns[turn].plays);
      if (!this.isMistake(turn)) return say("review.fine", { turn: turn + 1, plays, chance: percentOf(cost.chance) });
      const better = board.playsWords(board.turnOf(cost.best).plays);
      return say("review.mistake", { plays, better, best: percentOf(cost.best.chance), chance: percentOf(cost.chance) });
    }
  }

  function draw(name, attributes, ...children) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }

  live.Review = Review;
})((globalThis.tenback = globalThis.tenback || {}));
