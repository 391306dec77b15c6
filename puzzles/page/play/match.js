// A game that is played: kept as its record, which goes to the server with every question and comes back as what a seat
// sees.  Everything else on the page follows from the two.

(function (tenback) {
  "use strict";

  const { make, words } = tenback;
  const live = tenback.live;
  const { say, sayCounted, records } = live;
  const at = (id) => document.getElementById(id);

  class Match {
    // ``home`` is the address of the choice.
    constructor(place, home) {
      Object.assign(this, { place, home });
      this.kept = new live.Kept();
      this.line = new live.AskLine();
      this.counsel = live.Counsel ? new live.Counsel(this) : null; // it needs a server, and so does the review
      this.board = null;
      globalThis.addEventListener("tenback-language", () => this.speak());
    }

    // The address carries the game; without one it is chosen.
    begin() {
      const record = new URLSearchParams(location.hash.slice(1)).get("g");
      if (record === null) return this.choose();
      return record === this.address ? undefined : this.play(record, this.kept.find(record));
    }

    choose() {
      this.leave();
      Object.assign(this, { board: null, game: null, seen: null, address: null });
      history.replaceState(null, "", this.home);
      this.chooser = new live.Chooser(this.kept, (record, id) => this.play(record, id));
      this.place.replaceChildren(this.chooser.element);
      document.title = `${say("nav.play")} – tenback`;
    }

    // Whatever is asked about the game that was shown is not waited for.
    leave() {
      this.line.stop();
      this.quieten();
      if (this.review) this.review.stop();
      Object.assign(this, { review: null, opened: null });
      at("help-button").hidden = true;
    }

    // What was said of a turn is for whoever asked.
    quieten() {
      if (this.counsel) this.counsel.quiet();
    }

    speak() {
      if (!this.game) return this.chooser && this.chooser.draw();
      const { review } = this;
      this.review = null;
      this.drawFrame();
      if (this.seen) this.show();
      return review && this.openReview(review.stop());
    }

    // --- the game

    async play(record, id) {
      this.leave();
      Object.assign(this, { game: records.read(record), id, board: null, seen: null, table: null, busy: false, failed: null, covered: false, spoken: "" });
      this.setAddress();
      this.drawFrame();
      await this.look();
    }

    get record() {
      return records.write(this.game);
    }

    get coach() {
      return Boolean(this.counsel && this.kept.store.get("chosen").coach);
    }

    get seats() {
      return this.game.seats || Object.values(this.seen.seats);
    }

    get people() {
      return this.seats.map((sitter, seat) => (sitter === records.PERSON ? seat : -1)).filter((seat) => seat >= 0);
    }

    get mover() {
      return this.seen.to_move === null ? null : this.table.names.indexOf(String(this.seen.to_move));
    }

    // Read the game anew, as the person who moves next sees it; then the computers move.
    async look() {
      const seen = await this.ask("api/match", { board: !this.table });
      if (!seen) return;
      this.take(seen);
      await this.goOn();
    }

    async goOn() {
      this.spoken = this.hasDrawn ? `${this.board.drawnWords(this.board.turnOf(this.seen.line.at(-1)).drawn || [])} ` : "";
      this.hasDrawn = false;
      while (this.seen.over === null && this.seats[this.mover] !== records.PERSON) {
        this.say(say("match.thinks", { player: this.board.playerWords(this.mover) }));
        const seen = await this.ask("api/reply", {});
        if (!seen) return;
        const turn = seen.line.at(-1);
        const { board } = this;
        this.busy = true;
        await board.watch(turn);
        this.busy = false;
        if (board !== this.board) return;
        this.spoken += `${board.turnWords(this.mover, board.turnOf(turn).plays)} `;
        this.take(seen);
      }
      this.hurried = false;
      this.arrived();
    }

    // What the server says of the game, which is then kept.
    take(seen) {
      const before = this.seen;
      this.seen = seen;
      if (seen.board) this.table = seen.board;
      const { game } = this;
      Object.assign(game, { seats: Object.values(seen.seats), line: records.lineText(seen.line), now: records.playsText(seen.laid), result: seen.result, undone: seen.undone, hints: seen.hints });
      const isShared = this.people.length > 1 && !seen.open;
      if (isShared && seen.over === null && (!before || before.seat !== seen.seat)) this.covered = true;
      if (seen.over !== null) this.covered = false;
      this.keep();
      this.show();
    }

    keep() {
      const begun = this.game.line !== "-" || this.game.now || this.id;
      if (begun) this.id = this.kept.save(this.id, this.record);
      this.setAddress();
    }

    // From a game the way back leads to the choice.
    setAddress() {
      const isFresh = !location.hash.startsWith("#g=");
      this.address = this.record;
      history[isFresh ? "pushState" : "replaceState"](null, "", `#${new URLSearchParams({ g: this.record })}`);
    }

    // One question about the game at a time; what goes wrong is said, and can be tried again.
    async ask(path, more) {
      this.busy = true;
      this.failed = null;
      this.draw();
      try {
        return await this.line.ask(path, { record: this.record, ...more });
      } catch (error) {
        this.failed = live.faultOf(error);
        if (!this.board) this.place.append(make("p", { class: "error", role: "alert" }, this.failed));
        else this.say(this.failed.textContent || this.failed, "bad");
        return null;
      } finally {
        this.busy = false;
        this.draw();
      }
    }

    pause(milliseconds) {
      return this.hurried ? Promise.resolve() : new Promise((resolve) => { this.wake = resolve; setTimeout(resolve, milliseconds); });
    }

    // Whoever does not want to wait clicks the table.
    hurry() {
      if (!this.busy || !this.wake) return;
      this.hurried = true;
      this.wake();
    }

    // --- what a person does

    laid() {
      if (this.quiet || !this.board || this.board.at < this.board.turns.length || this.busy) return;
      this.game.now = records.playsText(this.laidPlays);
      this.keep();
    }

    // The cards of the turn under way by name.
    get laidPlays() {
      return this.board.lays.map(([card, pile]) => [this.table.cards[card], this.table.piles[pile].name]);
    }

    // A hint was given.
    counted() {
      this.game.hints += 1;
      this.keep();
    }

    ended() {
      const { game, board } = this;
      const turn = `${this.seen.to_move}: ${game.now}`;
      const [before, plays] = [board.json(), this.laidPlays];
      Object.assign(game, { line: game.line === "-" ? turn : `${game.line}; ${turn}`, now: "", result: "" });
      board.say(words("say.turn-ended"));
      this.hasDrawn = this.people.length === 1;
      this.quieten();
      if (this.coach) this.counsel.judge(this.seen.line.length + 1, plays, before);
      this.look();
    }

    // Before the last turn of a person was ended; turns of computers after it are taken back with it.
    takeBack() {
      if (this.busy) return false;
      const { line } = this.seen;
      const last = line.findLastIndex(({ player }) => this.seats[this.table.names.indexOf(String(player))] === records.PERSON);
      if (last < 0) return void this.say(words("say.nothing-to-undo"));
      const { review } = this;
      if (review) this.leave();
      if (review) this.drawFrame();
      this.quieten();
      Object.assign(this.game, { line: records.lineText(line.slice(0, last)), now: records.playsText(line[last].plays), result: "", undone: this.game.undone + 1 });
      return this.look();
    }

    // From an earlier table, which is only looked at, to the game.
    back() {
      this.show();
      this.arrived();
      return true;
    }

    uncover() {
      this.covered = false;
      this.quieten(); // it was for whoever played before, and so is what it is still asking
      this.draw();
      this.arrived();
      const first = this.board.hand.querySelector(".held");
      if (first) first.focus();
    }

    again() {
      const seats = this.seats;
      this.play(records.write({ deal: this.game.deal, seats, look: this.game.look, begun: records.begunToday() }), null);
    }

    nextDeal() {
      const { number } = records.dealOf(this.game);
      const deal = this.game.deal.replace(/#\d+/, `#${Number(number) + 1}`);
      this.play(records.write({ deal, seats: this.seats, look: this.game.look, begun: records.begunToday() }), null);
    }

    // --- looking back, when it is over: all cards are turned up

    async lookBack() {
      const opened = await this.ask("api/match", { record: records.write({ ...this.game, look: "open" }), seat: this.seen.seat });
      if (!opened) return;
      this.opened = opened;
      this.quieten();
      this.show();
      this.openReview([]);
    }

    // ``rows``: what is known already.
    openReview(rows) {
      this.review = new live.Review(this, this.curve, this.mistakes, rows);
      at("match").classList.add("reviewing");
      this.say(say("review.how"));
      this.review.heading.focus({ preventScroll: true });
      globalThis.scrollTo(0, 0);
      this.review.work();
    }

    async copyLink(button) {
      try {
        await navigator.clipboard.writeText(location.href);
        button.textContent = say("match.linked");
      } catch {
        globalThis.prompt(say("match.link"), location.href);
      }
    }

    // --- drawing

    drawFrame() {
      const { game } = this;
      const title = records.dealWords(game);
      document.title = `${title} – tenback`;
      const facts = [records.playersWords(game), records.lookWords(game)].filter(Boolean).join(" · ");
      const coach = make("input", { type: "checkbox", id: "match-coach", checked: this.coach, onchange: (event) => this.kept.store.put("chosen", { coach: event.target.checked }) });
      const link = make("button", { type: "button", class: "plain", id: "match-link", onclick: () => this.copyLink(link) }, say("match.link"));
      this.result = make("section", { id: "match-result", "aria-live": "polite" });
      this.curve = make("section", { id: "match-review" });
      this.mistakes = make("section", { id: "match-mistakes" });
      this.place.replaceChildren(make("div", { class: "match", id: "match" },
        make("header", { class: "match-head" }, make("h2", {}, `${title} `, make("span", { class: "facts" }, facts)),
          make("div", { class: "row" }, this.counsel && make("label", { class: "check", for: "match-coach", title: say("play.coach") }, coach, say("play.coach.brief")), link, make("button", { type: "button", class: "plain", id: "match-new", onclick: () => this.choose() }, say("match.new")))),
        this.result, this.curve, make("div", { id: "live-board" }), this.mistakes));
      this.board = null;
    }

    // The table as the seat sees it.
    show() {
      const { table } = this;
      const seen = this.opened || this.seen;
      const data = { table, position: seen.start, seat: this.opened ? null : table.names.indexOf(String(seen.seat)) };
      this.quiet = true; // what is shown anew is not to be kept
      if (this.board) this.board.show(data);
      else this.newBoard(data);
      this.board.follow(seen);
      this.quiet = false;
      this.draw();
      this.drawResult();
    }

    newBoard(data) {
      this.board = new live.Seat(at("live-board"), data, this, this.options());
      this.board.felt.addEventListener("click", () => this.hurry());
      if (this.counsel) this.board.message.after(this.counsel.element);
      const told = Object.fromEntries(["help.open", "help.key.check.says", "help.kept"].map((key) => [key, say(key)]));
      tenback.app.told = { table: data.table, game: words(`game.${data.table.game}`), help: told, advised: Boolean(this.counsel) };
      if (!this.seen.open) told["help.open"] = say("help.hidden");
      if (!this.counsel) told["help.kept"] = say("help.kept.alone");
      at("help-button").hidden = false;
    }

    draw() {
      if (this.board && this.board.table) this.board.draw();
    }

    options() {
      return {
        actions: this.actions(),
        over: (board) => this.overFor(board),
        still: (board) => (this.busy || this.covered || board.at < board.turns.length || this.seats[board.position.mover] !== records.PERSON ? "viewing" : null),
        next: (board) => this.nextAction(board),
        onChange: () => this.changed(),
        drawIsHidden: false,
      };
    }

    changed() {
      this.laid();
      if (this.review) this.review.follow();
    }

    actions() {
      if (!this.counsel) return [];
      const off = (board) => !!board.still();
      return [
        { name: "hint", onClick: () => this.counsel.hint(), off },
        { name: "check", text: () => say("counsel"), onClick: () => this.counsel.chance(), off },
      ];
    }

    get next() {
      const isNumbered = records.dealOf(this.game).number !== null;
      return isNumbered ? { name: "next", text: () => `${say("match.next")} →`, onClick: () => this.nextDeal(), main: true } : null;
    }

    nextAction(board) {
      if (board.at < board.turns.length) return { name: "back", text: () => say("match.back"), onClick: () => this.back(), main: true };
      if (this.failed) return { name: "retry", text: () => say("match.retry"), onClick: () => this.look(), main: true };
      return this.seen.over === null ? null : this.next;
    }

    // How the game has ended, as the page's referee would say it.
    overFor(board) {
      const { over } = this.seen;
      if (over === null || board.at < board.turns.length) return null;
      const winner = over.winner === null ? null : this.table.names.indexOf(String(over.winner));
      const hand = board.position.hands[winner === null ? 0 : winner];
      const isLaid = winner === null ? over.won : !hand.length && !board.position.draws[winner].length;
      return { won: over.won, winner, rule: isLaid ? "won" : "stuck" };
    }

    say(text, kind) {
      if (this.board) this.board.say(text, kind);
    }

    // It is a person's turn, or all is over.
    arrived() {
      const { board, seen } = this;
      if (!board) return;
      if (seen.over !== null) return void this.say(this.spoken + resultSentence(this), seen.over.won ? "good" : "bad");
      const player = board.playerWords(board.looker);
      const turn = this.people.length > 1 ? say(this.table.duel ? "match.turn-of.duel" : "match.turn-of", { player: String(seen.seat) }) : say("match.your-turn");
      this.say(this.spoken.trimStart() + (this.covered ? "" : this.saidWords()) + (this.covered ? say("match.cover.says", { player }) : turn));
      if (this.covered) board.hand.firstElementChild.focus({ preventScroll: true });
    }

    // What partners say of the piles, each from the own hand.
    saidWords() {
      const { said } = this.seen;
      if (!said) return "";
      if (!Object.keys(said).length) return `${words("game.silence")} `;
      return Object.keys(said).map((player) => `${words("game.says", { player: this.board.playerWords(this.table.names.indexOf(player)), words: this.wordsOf(player) })} `).join("");
    }

    wordsOf(player, board = this.board) {
      const spoken = this.seen.said[player].map((one) => `${board.pileLabel(board.pileIndex(one.pile))} ${one[tenback.language]}`);
      return spoken.join(", ") || words("game.says.free");
    }

    drawResult() {
      const { seen } = this;
      if (seen.over === null) return void this.result.replaceChildren();
      const { won, winner } = seen.over;
      const isMine = winner === null ? won : this.people.some((seat) => this.table.names[seat] === String(winner));
      const title = winner === null ? say(won ? "match.won" : "match.lost") : say("match.wins", { player: String(winner) });
      const counts = [seen.hints && sayCounted("match.hints", seen.hints), seen.undone && sayCounted("match.undone", seen.undone)].filter(Boolean).join(", ") || say("match.plain");
      this.result.replaceChildren(make("div", { class: `banner ${isMine ? "winnable" : "unwinnable"}` },
        make("span", { class: "icon", "aria-hidden": "true" }, isMine ? "✓" : "✗"),
        make("div", { class: "banner-text" }, make("h2", {}, title), make("p", {}, `${resultSentence(this)} ${counts[0].toUpperCase()}${counts.slice(1)}.`),
          make("div", { class: "row wrap" }, ...this.afterwards()))));
      return undefined;
    }

    afterwards() {
      return [
        live.Review && make("button", { type: "button", class: "plain", id: "match-review-go", onclick: () => this.lookBack() }, say("match.review")),
        this.next && make("button", { type: "button", class: "plain", id: "match-next", onclick: this.next.onClick }, say("match.next")),
        make("button", { type: "button", class: "plain", id: "match-again", onclick: () => this.again() }, say("match.again")),
      ].filter(Boolean);
    }
  }

  function resultSentence({ seen, board }) {
    const over = board.outcome();
    return over && over.rule === "won" && over.winner === null ? say("match.won.says") : over ? over.text : seen.result;
  }

  // How a kept game stands.
  live.resultWords = function ({ result }) {
    const left = /(\d+) left/.exec(result);
    const winner = /^([AB]) wins$/.exec(result);
    if (winner) return say("match.wins", { player: winner[1] });
    if (result === "won") return say("match.won");
    return left ? `${result.startsWith("lost") ? `${say("match.lost")}, ` : ""}${sayCounted("match.left", Number(left[1]))}` : result;
  };

  live.Match = Match;
})((globalThis.tenback = globalThis.tenback || {}));
