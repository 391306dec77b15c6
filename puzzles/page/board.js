// The table: piles, hands, draw piles, the turns so far; cards are laid by click, by drag or by keyboard.
//
// What has been played is a start position, whole turns, and the plays of the turn under way; everything shown follows
// from these.  docs of the interface: puzzles/page/__init__.py

(function (tenback) {
  "use strict";

  const { referee, make, forReaders, sign, words, counted, cardWords } = tenback;
  const DRAG_FROM = 8; // pixels that a pointer must move before a press becomes a drag
  const MARKS = { keeps: "keeps", solved: "keeps", lost: "gives-away", failed: "gives-away", unknown: "unknown" };
  const NEAR = 18; // pixels around a pile that still count as the pile when a card is let go

  class Board {
    constructor(element, data, options = {}) {
      this.element = element;
      this.options = { interactive: true, log: true, actions: [], ...options };
      this.build();
      this.show(data);
    }

    // --- what is played

    show({ table, position }) {
      this.table = table;
      this.start = position;
      this.hero = position.mover;
      this.turns = [];
      this.positions = [position];
      this.at = 0;
      this.lays = [];
      this.marks = [];
      this.chosen = null;
      this.marked = [];
      this.fresh = null;
      this.say(this.options.interactive ? words("say.begin") : "");
      this.changed();
    }

    get position() {
      return this.positions[this.at];
    }

    // The turn under way.
    get turn() {
      return referee.laidOut(this.table, this.position, this.lays);
    }

    outcome() {
      const found = referee.outcome(this.table, this.position);
      if (!found) return null;
      const { table, position } = this;
      const winner = found.winner === null ? null : table.names[found.winner];
      const mover = this.playerWords(position.mover);
      const left = counted("say.left", referee.cardsLeft(position));
      let text = "";
      if (found.rule === "won") text = table.duel ? words("say.won.duel", { winner }) : words("say.solved");
      else text = words(table.duel ? "say.stuck.duel" : "say.stuck", { player: mover, winner, left });
      return { ...found, winner, text };
    }

    // Why a card may not be laid now, in words; null if it may.
    refusal(card, pile) {
      const refused = this.refused(this.cardIndex(card), this.pileIndex(pile));
      return refused && this.refusalWords(refused);
    }

    refused(card, pile) {
      return this.still() || referee.refusal(this.table, this.turn, card, pile);
    }

    // Why nothing at all may be laid here; null if something may.
    still() {
      if (!this.options.interactive) return { rule: "viewing" };
      if (referee.outcome(this.table, this.position)) return { rule: "over" };
      const rule = this.options.still && this.options.still(this);
      return rule ? { rule } : null;
    }

    lay(card, pile) {
      const refused = this.refused(card, pile);
      if (refused) return this.refuse(refused);
      this.forget();
      this.lays = [...this.lays, [card, pile]];
      this.chosen = null;
      this.marked = [];
      this.fresh = pile;
      this.say(this.laidWords(card, pile));
      this.changed();
      return true;
    }

    endTurn(told) {
      const refused = this.still() || referee.refusalToEnd(this.table, this.turn);
      if (refused) return this.refuse(refused);
      const after = referee.end(this.table, this.position, this.turn, told);
      if (!after) return this.refuse({ rule: "draw" });
      this.forget();
      this.push(this.lays, after);
      const over = this.outcome();
      this.say([words("say.turn-ended"), this.drawnWords(after.drawn), over ? over.text : this.nextWords()].join(" "));
      if (this.options.onTurn) this.options.onTurn(this);
      this.changed();
      return true;
    }

    // A turn that somebody else plays; false if the referee does not accept it.
    reply(plays) {
      const after = played(this.table, this.position, plays);
      if (!after) return false;
      this.push(plays, after, true);
      this.fresh = null;
      this.changed();
      return true;
    }

    push(plays, after, replied = false) {
      this.turns.push({ plays, drawn: after.drawn, seat: this.position.mover, replied });
      this.positions.push(after);
      this.at += 1;
      this.lays = [];
      this.chosen = null;
      this.marked = [];
    }

    // Playing on from an earlier position forgets what came after it.
    forget() {
      this.turns.length = this.at;
      this.positions.length = this.at + 1;
      this.marks.length = Math.min(this.marks.length, this.at + 1);
    }

    undo() {
      if (!this.options.interactive) return false;
      if (this.lays.length) this.lays = this.lays.slice(0, -1);
      else if (this.at) this.reopen();
      else {
        this.say(words("say.nothing-to-undo"));
        return false;
      }
      this.chosen = null;
      this.marked = [];
      this.fresh = null;
      this.say(words("say.undone"));
      this.changed();
      return true;
    }

    // Before the end of the last turn that a person played: its cards lie, nothing is drawn yet.
    reopen() {
      do this.at -= 1;
      while (this.at && this.turns[this.at].replied);
      this.lays = this.turns[this.at].plays;
      this.forget();
    }

    reset() {
      this.at = 0;
      this.lays = [];
      this.forget();
      this.chosen = null;
      this.marked = [];
      this.fresh = null;
      this.say(words("say.restarted"));
      this.changed();
    }

    goTo(n) {
      this.at = Math.min(Math.max(n, 0), this.turns.length);
      this.lays = [];
      this.chosen = null;
      this.marked = [];
      this.fresh = null;
      this.changed();
    }

    // Whole turns by number, and the plays of the turn under way; gives how many turns the referee accepted.
    restore(turns, lays = []) {
      this.turns = [];
      this.positions = [this.start];
      this.at = 0;
      this.lays = [];
      for (const { plays, replied } of turns) {
        const after = played(this.table, this.position, plays);
        if (!after) break;
        this.push(plays, after, replied);
      }
      for (const [card, pile] of this.at === turns.length ? lays : []) {
        if (referee.refusal(this.table, this.turn, card, pile)) break;
        this.lays = [...this.lays, [card, pile]];
      }
      this.changed();
      return this.at;
    }

    // --- the same in the JSON of docs/formats.md

    setLine(line) {
      return this.restore(line.map(({ plays }) => ({ plays: plays.map(([card, pile]) => [this.cardIndex(card), this.pileIndex(pile)]) })));
    }

    get line() {
      return this.turns.map(({ plays, drawn, seat }) => ({
        player: this.player(seat),
        plays: plays.map(([card, pile]) => [this.table.cards[card], this.table.piles[pile].name]),
        drawn: drawn.map((card) => this.table.cards[card]),
      }));
    }

    json() {
      const { table, position } = this;
      const names = (cards) => cards.map((card) => table.cards[card]);
      const byName = (list) => Object.fromEntries(list.map((value, seat) => [table.names[seat], value]));
      const draws = position.draws.map((cards, at) => (position.ordered[at] ? names(cards) : { unordered: names(cards) }));
      const shown = (top, pile) => (top < table.cards.length ? table.cards[top] : pile.row === null ? null : String(pile.row));
      return {
        game: table.game,
        ...(table.duel ? {} : { players: table.names.length }),
        rules: table.rules,
        ...(table.commands ? { commands: table.commands } : {}),
        to_move: this.player(position.mover),
        piles: Object.fromEntries(table.piles.map((pile, at) => [pile.name, shown(position.tops[at], pile)])),
        hands: byName(position.hands.map(names)),
        draw: table.duel ? byName(draws) : draws[0],
      };
    }

    player(seat) {
      return this.table.duel ? this.table.names[seat] : Number(this.table.names[seat]);
    }

    cardIndex(name) {
      return this.table.cards.indexOf(String(name));
    }

    pileIndex(name) {
      return this.table.piles.findIndex((pile) => pile.name === name);
    }

    // --- words

    playerWords(seat) {
      const name = this.table.names[seat];
      return this.table.duel ? name : words("table.player", { player: name });
    }

    cardWords(card) {
      return cardWords(this.table.cards[card], this.table.command[card]);
    }

    pileWords(pile) {
      return words("table.named", { name: this.pileLabel(pile) });
    }

    pileLabel(pile) {
      const { name, direction, owner } = this.table.piles[pile];
      const number = name.match(/\d*$/)[0];
      return [owner === null ? "" : this.table.names[owner], words(`table.${direction}`), number].filter(Boolean).join(" ");
    }

    playsWords(plays) {
      return plays.map(([card, pile]) => words("say.play", { card: this.cardWords(card), pile: this.pileWords(pile) })).join(", ");
    }

    drawnWords(drawn) {
      return drawn.length ? words("say.drawn", { cards: drawn.map((card) => this.cardWords(card)).join(", ") }) : "";
    }

    nextWords() {
      return this.table.names.length > 1 ? words("say.next-player", { player: this.playerWords(this.position.mover) }) : "";
    }

    laidWords(card, pile) {
      const laid = words("say.laid", { card: this.cardWords(card), pile: this.pileWords(pile) });
      const turn = this.turn;
      const more = referee.plays(this.table, turn).length > 0;
      if (!referee.refusalToEnd(this.table, turn)) return `${laid} ${words(more ? "say.may-end" : "say.must-end")}`;
      const completes = referee.canBeCompleted(this.table, turn);
      return completes === false ? `${laid} ${words("say.cannot-complete")}` : laid;
    }

    refusalWords(refused) {
      const { rule, why, card, pile, by, top, n, count } = refused;
      if (rule === "viewing" || rule === "over") return words(`say.${rule}`);
      const values = { n, count };
      if (card !== undefined) values.card = this.cardWords(card);
      if (by !== undefined) values.by = this.cardWords(by);
      if (pile !== undefined) values.pile = this.pileWords(pile);
      if (top !== undefined && top < this.table.cards.length) values.top = this.cardWords(top);
      if (rule === "follow") values.neither = this.neitherWords(pile);
      if (rule === "improve") return words(`refused.improve.${why || this.table.piles[pile].direction}`, values);
      if (why) return words(`refused.${rule}.${why}`, values);
      return counted(`refused.${rule}`, n, values);
    }

    neitherWords(pile) {
      const { trick, coloured, piles } = this.table;
      const [onward, back] = piles[pile].direction === "up" ? ["higher", "lower"] : ["lower", "higher"];
      const ways = [words(`neither.${onward}`)];
      if (trick) ways.push(words("neither.exactly", { n: trick, way: words(`neither.${back}`) }));
      if (coloured) ways.push(words("neither.colour"));
      if (ways.length === 1) return words("neither.not") + ways[0];
      return words("neither.neither") + ways.join(words("neither.nor"));
    }

    refuse(refused) {
      const text = this.refusalWords(refused);
      this.say(text, "refused");
      if (this.options.onRefused) this.options.onRefused(text, refused.rule);
      return false;
    }

    // Everything that is announced: seen below the table, read aloud by screen readers.
    say(text, kind = "") {
      this.message.className = `message ${kind}`;
      if (this.message.textContent === text && text) this.message.textContent = ""; // so that the same words are heard again
      this.message.textContent = text;
      if (text && this.options.onSay) this.options.onSay(text, kind);
    }

    // --- drawing

    build() {
      this.others = make("div", { class: "others" });
      this.piles = make("div", { class: "piles" });
      this.draws = make("div", { class: "draws" });
      this.message = make("p", { class: "message", role: "status", "aria-live": "polite" });
      this.handName = make("h3", { class: "hand-name" });
      this.hand = make("div", { class: "hand", role: "group" });
      this.bar = make("div", { class: "actions", role: "group" });
      this.log = make("section", { class: "log" });
      this.felt = make("div", { class: "felt", role: "group" }, this.others, this.piles, this.draws);
      this.tray = make("div", { class: "tray" }, this.message, this.handName, this.hand, this.bar);
      this.element.classList.add("board");
      this.element.replaceChildren(this.felt, this.tray, this.log);
      this.element.addEventListener("keydown", (event) => this.onKey(event));
      this.hand.addEventListener("pointerdown", (event) => this.onPress(event));
      // A quick drag is no fling: after a fling browsers swallow the next tap.
      this.hand.addEventListener("touchmove", (event) => this.dragged && event.preventDefault(), { passive: false });
    }

    changed() {
      this.draw();
      if (this.options.onChange) this.options.onChange(this);
    }

    draw() {
      const focus = this.focused();
      this.felt.setAttribute("aria-label", words("table.table"));
      this.bar.setAttribute("aria-label", words("ui.actions"));
      this.drawOthers();
      this.drawPiles();
      this.drawDraws();
      this.drawHand();
      this.drawActions();
      this.drawLog();
      this.markFits(this.chosen);
      this.refocus(focus);
      this.fresh = null; // a card lands once
    }

    drawnCard(card) {
      const { cards, numbers, command } = this.table;
      const low = numbers[0];
      const high = Math.max(...numbers);
      return tenback.card(cards[card], command[card], { share: (numbers[card] - low) / Math.max(high - low, 1) });
    }

    smallCards(cards, marked = 0) {
      if (!cards.length) return make("span", { class: "none" }, words("table.no-cards"));
      return make("ul", { class: "small-cards" }, ...cards.map((card, at) => {
        const drawn = this.drawnCard(card);
        drawn.classList.toggle("next", at < marked);
        return make("li", {}, drawn);
      }));
    }

    // The hands of those who are not to move, in the order in which they will be.
    drawOthers() {
      const { table, position } = this;
      const seats = table.names.map((_, step) => (position.mover + step) % table.names.length).slice(1);
      this.others.hidden = !seats.length;
      this.others.replaceChildren(...seats.map((seat) =>
        make("section", { class: "other", "aria-label": words("table.hand-of", { player: this.playerWords(seat) }) },
          make("h3", {}, this.playerWords(seat)), this.smallCards(position.hands[seat]))));
    }

    drawPiles() {
      const { table } = this;
      const owners = table.duel ? [this.hero, 1 - this.hero] : [null];
      this.piles.classList.toggle("many", table.piles.length > 4);
      this.piles.replaceChildren(...owners.map((owner) => {
        const piles = table.piles.map((_, at) => at).filter((at) => table.piles[at].owner === owner);
        const name = owner === null ? words("table.piles") : words("table.piles-of", { player: table.names[owner] });
        const title = owner === null ? null : make("h3", {}, name);
        return make("section", { class: "side", "aria-label": name }, title, make("div", { class: "side-piles" }, ...piles.map((at) => this.drawnPile(at))));
      }));
    }

    // The piles in the order in which they are shown, which is that of the keys 1, 2, 3 …
    get keyed() {
      const piles = this.table.piles.map((_, at) => at);
      const owner = (at) => this.table.piles[at].owner;
      return this.table.duel ? [...piles.filter((at) => owner(at) === this.hero), ...piles.filter((at) => owner(at) !== this.hero)] : piles;
    }

    drawnPile(at) {
      const { table, turn } = this;
      const top = turn.tops[at];
      const { direction, row } = table.piles[at];
      const under = this.under(at);
      const shown = top < table.cards.length ? this.drawnCard(top) : tenback.rowCard(direction, row);
      if (this.fresh === at) shown.classList.add("landed");
      const laid = this.lays.some(([, pile]) => pile === at);
      const recent = this.at && !this.lays.length && this.turns[this.at - 1].plays.some(([, pile]) => pile === at);
      const key = this.keyed.indexOf(at) + 1;
      const state = `${laid || recent ? " touched" : ""}${this.marked.some(([, pile]) => pile === at) ? " marked" : ""}`;
      return make("button", { type: "button", class: `pile ${direction}${state}`, "data-focus": `pile:${at}`, "data-pile": table.piles[at].name, onclick: () => this.onPile(at) },
        make("span", { class: "pile-name" }, sign(direction, "arrow"), this.pileLabel(at)),
        forReaders(`, ${words(`pile.${direction}.says`)}, ${words(this.topKey(at, top))} `),
        make("span", { class: `stack depth-${Math.min(under, 2)}` }, shown),
        key <= 9 && forReaders(`, ${words("table.key", { n: key })}`),
        key <= 9 && make("kbd", { "aria-hidden": "true", "data-text": String(key) }));
    }

    // What comes before the number that a pile shows.
    topKey(pile, top) {
      if (top < this.table.cards.length) return "table.top";
      return this.table.piles[pile].row === null ? "table.row.open" : "table.row";
    }

    // How many cards lie below the top, as far as a stack shows it: a pile that was begun earlier is taken to be high.
    under(at) {
      if (this.start.tops[at] < this.table.cards.length) return 2;
      const all = [...this.turns.slice(0, this.at).flatMap(({ plays }) => plays), ...this.lays];
      return Math.max(all.filter(([, pile]) => pile === at).length - 1, 0);
    }

    drawDraws() {
      const { table, position, turn } = this;
      const next = turn.laid.length ? referee.cardsToDraw(table, turn) : 0;
      const seats = table.duel ? [this.hero, 1 - this.hero] : [0];
      this.draws.replaceChildren(...seats.map((seat) => {
        const cards = position.draws[seat];
        const title = table.duel ? words("draw-pile.of", { player: table.names[seat] }) : words("draw-pile");
        const order = position.ordered[seat] ? words("draw-pile.next") : words("draw-pile.unordered");
        const facts = cards.length ? `${counted("draw-pile.count", cards.length)}${cards.length > 1 ? `, ${order}` : ""}` : words("draw-pile.empty");
        const mine = referee.drawIndex(table, position.mover) === seat;
        return make("section", { class: "draw", "aria-label": title },
          make("h3", {}, title, " ", make("span", { class: "facts" }, facts)),
          cards.length ? this.smallCards(cards, mine ? next : 0) : null);
      }));
    }

    drawHand() {
      const { turn, table } = this;
      const alone = table.names.length === 1;
      const name = alone ? words("table.your-hand") : words("table.hand-of", { player: this.playerWords(turn.seat) });
      this.handName.replaceChildren(name);
      if (turn.laid.length) this.handName.append(" ", make("span", { class: "facts" }, words("table.laid", { n: turn.laid.length })));
      this.hand.setAttribute("aria-label", name);
      this.handName.classList.toggle("alone", alone);
      const rest = turn.hand.includes(this.roving) ? this.roving : turn.hand[0];
      this.hand.replaceChildren(...turn.hand.map((card) => this.handCard(card, card === rest)));
      if (!turn.hand.length) this.hand.append(make("span", { class: "none" }, words("table.no-cards")));
      const count = Math.max(turn.hand.length, 1);
      this.hand.style.setProperty("--row-wide", String(Math.min(count, 10)));
      this.hand.style.setProperty("--row-narrow", String(count <= 8 ? Math.max(count, 5) : Math.ceil(count / 2)));
      this.hand.classList.toggle("tight", count > 5);
    }

    handCard(card, first) {
      const drawn = this.drawnCard(card);
      const pressed = this.chosen === card;
      drawn.classList.toggle("marked", this.marked.some(([other]) => other === card));
      return make("button", {
        type: "button", class: "held", tabindex: first ? "0" : "-1", "data-focus": `card:${card}`, "data-card": this.table.cards[card],
        "aria-pressed": String(pressed), onclick: () => this.onCard(card), onfocus: () => { this.roving = card; },
      }, drawn);
    }

    drawActions() {
      const ends = !this.still() && !referee.refusalToEnd(this.table, this.turn);
      const own = [
        { name: "undo", onClick: () => this.undo(), off: !this.at && !this.lays.length },
        { name: "reset", onClick: () => this.reset(), off: !this.turns.length && !this.lays.length },
      ];
      const next = this.options.next && this.options.next(this); // what to do when there is nothing left to do
      const end = next || { name: "end", onClick: () => this.endTurn(), off: !ends, main: true };
      const buttons = this.options.interactive ? [...own, ...this.options.actions, end] : this.options.actions;
      this.bar.hidden = !buttons.length;
      this.bar.replaceChildren(...buttons.map(({ name, text, label, onClick, off, main }) => make("button", {
        type: "button", class: `action ${name}${main ? " main" : ""}`, "data-focus": `action:${name}`, "data-action": name,
        "aria-label": label && label(this), "aria-disabled": (typeof off === "function" ? off(this) : off) ? "true" : undefined, onclick: onClick,
      }, text ? text(this) : words(`ui.${name}`))));
    }

    drawLog() {
      this.log.hidden = !this.options.log;
      const title = make("h3", {}, words("table.turns"));
      if (!this.turns.length) return this.log.replaceChildren(title, make("p", { class: "none" }, words("table.no-turns")));
      const rows = this.turns.map((turn, number) => this.logRow(turn, number + 1));
      return this.log.replaceChildren(title, make("ol", {}, ...rows));
    }

    logRow({ plays, drawn, seat }, number) {
      const name = MARKS[this.marks[number]];
      const several = this.table.names.length > 1;
      return make("li", { class: `${number > this.at ? "later" : ""}${number === this.at ? " now" : ""}` },
        make("button", { type: "button", "data-focus": `turn:${number}`, "aria-current": number === this.at ? "step" : undefined, onclick: () => this.goTo(number) },
          make("span", { class: "turn-number" }, `${number}.`),
          several && make("span", { class: "who" }, !this.table.duel && forReaders(words("table.player", { player: "" })), `${this.table.names[seat]} `),
          ...plays.map((play) => this.chip(play)),
          drawn.length > 0 && make("span", { class: "drew" }, forReaders(words("draws")), " ", ...drawn.flatMap((card) => [...this.brief(card), " "])),
          name && make("span", { class: `mark ${name}`, title: words(`table.${name}`) }, forReaders(words(`table.${name}`)))));
    }

    chip([card, pile]) {
      const { direction, name, owner } = this.table.piles[pile];
      const where = forReaders(` ${words("table.named", { name: "" })}`);
      const way = forReaders(` ${words(`table.${direction}`)} `);
      return make("span", { class: "chip" }, ...this.brief(card), where, owner !== null && make("b", {}, this.table.names[owner]), way, sign(direction, "arrow"), `${name.match(/\d*$/)[0]} `);
    }

    // A card in a line of text: its number, and the shape of its colour.
    brief(card) {
      const name = this.table.cards[card];
      const letter = name.replace(/\d+/, "");
      return letter ? [forReaders(`${words(`colour.${letter}`)} `), sign(`colour-${letter}`, "suit"), name.slice(1)] : [name];
    }

    // --- marks

    highlight(plays) {
      this.marked = plays.map(([card, pile]) => [typeof card === "string" ? this.cardIndex(card) : card, typeof pile === "string" ? this.pileIndex(pile) : pile]);
      this.draw();
    }

    markFits(card) {
      const piles = this.piles.querySelectorAll(".pile");
      piles.forEach((element) => {
        const pile = this.pileIndex(element.dataset.pile);
        const fits = card !== null && !this.refused(card, pile);
        element.classList.toggle("fits", fits);
        element.classList.toggle("fits-not", card !== null && !fits);
      });
    }

    // --- click

    onCard(card) {
      if (this.wasDragged) return;
      const still = this.still();
      if (still) return void this.refuse(still);
      this.chosen = this.chosen === card ? null : card;
      this.roving = card;
      this.draw();
      if (this.chosen === null) return void this.say(words("say.dropped"));
      const piles = this.table.piles.map((_, pile) => pile).filter((pile) => !this.refused(card, pile));
      const key = piles.length ? "say.chosen" : "say.chosen.none";
      this.say(words(key, { card: this.cardWords(card), piles: piles.map((pile) => this.pileLabel(pile)).join(", ") }));
    }

    onPile(pile) {
      if (this.chosen === null) return void this.say(words("say.choose-first"), "refused");
      this.lay(this.chosen, pile);
    }

    // --- keyboard

    onKey(event) {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const name = event.target.closest ? (event.target.closest("[data-focus]") || {}).dataset : null;
      const [kind, value] = name ? name.focus.split(":") : ["", ""];
      if (this.moveFocus(event.key, kind, Number(value)) || this.pressKey(event.key, kind, Number(value))) event.preventDefault();
    }

    moveFocus(key, kind, value) {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
      if (kind === "card" && (step || key === "Home" || key === "End")) return this.focusCard(value, key, step);
      if (kind === "pile" && step) return this.focusPile(value, step);
      if (kind === "card" && key === "ArrowUp") return this.focusPile(this.keyed[0], 0);
      if (kind === "pile" && key === "ArrowDown") return this.focusCard(this.roving, "", 0);
      return false;
    }

    focusCard(card, key, step) {
      const { hand } = this.turn;
      const at = Math.max(hand.indexOf(card), 0);
      const to = key === "Home" ? 0 : key === "End" ? hand.length - 1 : (at + step + hand.length) % hand.length;
      const element = this.element.querySelector(`[data-focus="card:${hand[to]}"]`);
      if (!element) return false;
      this.hand.querySelectorAll(".held").forEach((held) => held.setAttribute("tabindex", held === element ? "0" : "-1"));
      element.focus();
      return true;
    }

    focusPile(pile, step) {
      const shown = [...this.piles.querySelectorAll(".pile")];
      const at = shown.findIndex((element) => element.dataset.focus === `pile:${pile}`);
      shown[(at + step + shown.length) % shown.length].focus();
      return true;
    }

    pressKey(key, kind, value) {
      if (/^[1-9]$/.test(key)) return this.pressNumber(this.keyed[Number(key) - 1], kind === "card" ? value : this.chosen);
      if (key === "Escape" && this.chosen !== null) {
        this.chosen = null;
        this.draw();
        this.say(words("say.dropped"));
        return true;
      }
      if (!this.options.interactive) return false;
      const names = { e: "end", u: "undo", h: "hint", c: "check" };
      const button = this.bar.querySelector(`[data-action="${names[key.toLowerCase()]}"]`);
      if (button) button.click();
      return !!button;
    }

    pressNumber(pile, card) {
      if (pile === undefined) return false;
      if (card === null) this.say(words("say.choose-first"), "refused");
      else this.lay(card, pile);
      return true;
    }

    focused() {
      const active = document.activeElement;
      const element = active && this.element.contains(active) ? active.closest("[data-focus]") : null;
      if (!element) return null;
      const at = [...this.hand.children].indexOf(element);
      return { name: element.dataset.focus, at };
    }

    // The same thing, if it is still there; for a card that was laid its neighbour, and after the last one the end of the turn.
    refocus(focus) {
      if (!focus) return;
      const same = this.element.querySelector(`[data-focus="${focus.name}"]`);
      const held = this.hand.querySelectorAll(".held");
      const next = focus.at >= 0 ? held[Math.min(focus.at, held.length - 1)] : null;
      const element = same || next || this.bar.querySelector(".main");
      if (element) element.focus({ preventScroll: true });
    }

    // --- drag

    onPress(event) {
      const held = event.target.closest(".held");
      this.wasDragged = false;
      if (!held || event.button !== 0 || !event.isPrimary || this.still()) return;
      const drag = { held, card: this.cardIndex(held.dataset.card), x: event.clientX, y: event.clientY, ghost: null };
      const over = new AbortController();
      const follow = (name, what) => document.addEventListener(name, (next) => next.pointerId === event.pointerId && what(next), { signal: over.signal });
      const stop = (last) => {
        over.abort();
        this.onDrop(drag, last);
      };
      follow("pointermove", (next) => this.onDrag(drag, next));
      follow("pointerup", stop);
      follow("pointercancel", stop);
    }

    onDrag(drag, event) {
      const x = event.clientX - drag.x;
      const y = event.clientY - drag.y;
      if (!drag.ghost && Math.hypot(x, y) < DRAG_FROM) return;
      if (!drag.ghost) this.lift(drag, event.pointerId);
      drag.ghost.style.transform = `translate(${x}px, ${y}px) rotate(${Math.max(-6, Math.min(6, x / 20))}deg)`;
      const over = this.pileAt(event.clientX, event.clientY);
      this.piles.querySelectorAll(".pile").forEach((pile) => pile.classList.toggle("over", pile === over));
    }

    lift(drag, pointer) {
      this.dragged = true;
      drag.held.setPointerCapture(pointer);
      const box = drag.held.getBoundingClientRect();
      drag.ghost = drag.held.firstElementChild.cloneNode(true);
      drag.ghost.classList.add("ghost");
      Object.assign(drag.ghost.style, { left: `${box.left}px`, top: `${box.top}px`, height: `${box.height}px` });
      drag.ghost.style.setProperty("--w", `${box.width}px`);
      this.element.append(drag.ghost);
      drag.held.classList.add("lifted");
      this.markFits(drag.card);
    }

    onDrop(drag, event) {
      if (!drag.ghost) return; // it was a click
      this.dragged = false;
      drag.ghost.remove();
      drag.held.classList.remove("lifted");
      this.wasDragged = true; // the click that follows is no click
      setTimeout(() => { this.wasDragged = false; }, 0);
      const over = event.type === "pointerup" ? this.pileAt(event.clientX, event.clientY) : null;
      if (!over || !this.lay(drag.card, this.pileIndex(over.dataset.pile))) this.draw();
    }

    // The pile under a point, or the nearest one close by.
    pileAt(x, y) {
      let found = null;
      let least = NEAR;
      for (const pile of this.piles.querySelectorAll(".pile")) {
        const box = pile.getBoundingClientRect();
        const away = Math.max(box.left - x, x - box.right, box.top - y, y - box.bottom, 0);
        if (away < least) [found, least] = [pile, away];
      }
      return found;
    }
  }

  // The position after a turn that the referee accepts; null if it does not.
  function played(table, position, plays) {
    let turn = referee.open(table, position);
    if (referee.outcome(table, position)) return null;
    for (const [card, pile] of plays) {
      if (!(pile in table.piles) || referee.refusal(table, turn, card, pile)) return null;
      turn = referee.lay(table, turn, card, pile);
    }
    return referee.refusalToEnd(table, turn) ? null : referee.end(table, position, turn);
  }

  tenback.Board = Board;
})((globalThis.tenback = globalThis.tenback || {}));
