// A game looked back at: the chance to win turn by turn as a curve to click along, and what cost most.

(function (tenback) {
  "use strict";

  const { make, words } = tenback;
  const live = tenback.live;
  const { say, percentOf } = live;
  const SVG = "http://www.w3.org/2000/svg";
  const HEIGHT = 150;
  const [LEFT, RIGHT, TOP, BOTTOM] = [44, 10, 12, 34];
  const AT_ONCE = 4; // turns that one question is about
  const MOST_MISTAKES = 6;

  class Review {
    // ``rows``: turns that are known already, as the server tells them.
    constructor(match, element, below, rows) {
      Object.assign(this, { match, element, rows, line: new live.AskLine() });
      this.n = match.seen.line.length;
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

    // Some turns after the others, so that it can be seen how it goes.
    async work() {
      try {
        while (this.rows.length < this.n) {
          const first = this.rows.length + 1;
          const found = await this.line.ask("api/review", { record: this.match.record, first, last: Math.min(first + AT_ONCE - 1, this.n) });
          if (found === null) return;
          const possible = [found.possible, ...found.turns.map((row) => row.possible)];
          this.rows.push(...found.turns.map((row, at) => ({ ...row, possible: possible[at], end: found.end, side: found.side })));
          this.draw();
        }
      } catch (error) {
        this.told.replaceChildren(live.faultOf(error));
      }
    }

    stop() {
      this.stopped = true;
      this.line.stop();
      this.watched.disconnect();
      return this.rows;
    }

    // The chance before each turn, and in the end; null where time ran out.
    get points() {
      const before = this.rows.map((row) => row.before);
      return this.isWhole ? [...before, this.rows.at(-1).end] : before;
    }

    get isWhole() {
      return this.rows.length === this.n;
    }

    // --- drawing

    draw() {
      if (this.stopped) return;
      this.heading.textContent = say("match.review");
      this.told.textContent = this.isWhole ? say("review.says") : say("review.working", { n: this.rows.length, of: this.n });
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
      const known = [...points.keys()].filter((at) => points[at] !== null);
      const path = known.map((at, index) => `${index ? "L" : "M"}${this.x(at).toFixed(1)} ${this.y(points[at]).toFixed(1)}`).join("");
      const now = this.match.board.at;
      const scale = [0, 0.5, 1].flatMap((share) => [
        draw("line", { class: "grid-line", x1: LEFT, x2: width - RIGHT, y1: this.y(share), y2: this.y(share) }),
        draw("text", { class: "grid-text", x: LEFT - 6, y: this.y(share) + 4, "text-anchor": "end" }, live.percent(share)),
      ]);
      const dots = known.map((at) => draw("circle", { class: this.isMistake(at) ? "dot slip" : "dot", cx: this.x(at), cy: this.y(points[at]), r: this.isMistake(at) ? 6 : 3.5 }));
      const strip = this.rows.map(({ possible }, at) => draw("rect", { class: `possible ${possible}`, x: this.x(at), y: HEIGHT - BOTTOM + 6, width: Math.max(this.x(at + 1) - this.x(at) - 1, 1), height: 7 }));
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
      const row = this.rows[turn];
      board.goTo(turn);
      if (this.isMistake(turn)) board.highlight(row.best);
      this.match.say(row && row.best ? this.rowWords(row, turn) : "");
    }

    isMistake(at) {
      return at < this.rows.length && this.rows[at].mistake;
    }

    // Where the result came from: the deal, the cards drawn, the turns chosen.
    drawSum() {
      const { points, rows } = this;
      const parts = [];
      if (rows.length && !this.match.table.duel) parts.push(words(`review.possible.${rows[0].possible}`));
      if (rows.length && this.match.table.duel) parts.push(words("review.side", { player: String(rows[0].side) }));
      if (this.isWhole && points.every((chance) => chance !== null)) {
        const play = rows.reduce((sum, { chance, before }) => sum + chance - before, 0);
        const [start, end] = [points[0], points.at(-1)];
        const signed = (value) => `${value < 0 ? "−" : "+"}${Math.round(100 * Math.abs(value))}`;
        parts.push(words("review.sum", { start: percentOf(start), luck: signed(end - start - play), play: signed(play), end: percentOf(end) }));
      }
      this.sum.textContent = parts.join(" ");
    }

    drawMistakes() {
      const found = [...this.rows.keys()].filter((turn) => this.isMistake(turn)).sort((a, b) => this.rows[b].cost - this.rows[a].cost);
      if (!found.length) return this.mistakesPart.replaceChildren(this.isWhole ? make("p", {}, words("review.no-mistakes")) : "");
      const more = found.length - MOST_MISTAKES;
      return this.mistakesPart.replaceChildren(make("h3", {}, words("review.mistakes")),
        make("ol", { class: "mistakes" }, ...found.slice(0, MOST_MISTAKES).map((turn) => this.mistake(this.rows[turn], turn))),
        more > 0 ? make("p", { class: "tip" }, words("review.more", { n: more })) : "");
    }

    mistake(row, turn) {
      const { board } = this.match;
      const show = () => {
        this.show(turn);
        board.felt.scrollIntoView({ block: "nearest" });
      };
      const why = board.asLabelled(row.why.slice(0, 2).map((one) => one[tenback.language]).join("; "));
      const gave = row.loses ? ` ${words(`review.gave-away${this.match.table.duel ? ".duel" : ""}`)}` : "";
      return make("li", {}, make("button", { type: "button", class: "mistake", "data-mistake": String(turn + 1), onclick: show },
        make("b", {}, `${turn + 1}. ${board.playerWords(board.turns[turn].seat)}: −${Math.round(100 * row.cost)}`), make("span", {}, this.rowWords(row, turn) + gave), why && make("span", { class: "count" }, `${say("review.why")}: ${why}`)));
    }

    // Chances of whoever played the turn.
    rowWords(row, turn) {
      const { board } = this.match;
      const plays = board.playsWords(board.turns[turn].plays);
      const isOther = this.match.table.duel && String(row.player) !== String(row.side);
      const [best, chance] = [row.before, row.chance].map((value) => percentOf(isOther ? 1 - value : value));
      if (!row.mistake) return say("review.fine", { turn: turn + 1, plays, chance });
      return say("review.mistake", { plays, better: board.playsWords(board.turnOf({ plays: row.best }).plays), best, chance });
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
