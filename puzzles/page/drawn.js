// What is played, drawn: piles, hands, draw piles, the turns so far, the buttons.

(function (tenback) {
  "use strict";

  const { referee, make, forReaders, sign, words, counted } = tenback;
  const FEW = 6; // cards of a draw pile that are shown while it is folded
  const MARKS = { keeps: "keeps", solved: "keeps", lost: "gives-away", failed: "gives-away", unknown: "unknown" };

  class Drawn extends tenback.Spoken {
    build() {
      this.others = make("div", { class: "others" });
      this.piles = make("div", { class: "piles" });
      this.draws = make("div", { class: "draws" });
      this.message = make("p", { class: "message", role: "status", "aria-live": "polite" });
      this.handName = make("h3", { class: "hand-name" });
      this.hand = make("div", { class: "hand", role: "group" });
      this.bar = make("div", { class: "actions", role: "group" });
      this.log = make("section", { class: "log" });
      this.felt = make("div", { class: "felt", role: "group" }, this.piles, this.others, this.draws);
      this.tray = make("div", { class: "tray" }, this.message, this.handName, this.hand, this.bar);
      this.unfolded = new Set(); // draw piles that are shown whole
      this.drawIsHidden = !!this.options.drawIsHidden;
      this.element.classList.add("board");
      this.element.replaceChildren(make("div", { class: "play" }, this.felt, this.tray), this.log);
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
      if (cards.includes(referee.HIDDEN)) return tenback.back(cards.length);
      return make(
        "ul",
        { class: "small-cards" },
        ...cards.map((card, at) => {
          const drawn = this.drawnCard(card);
          drawn.classList.toggle("next", at < marked);
          return make("li", {}, drawn);
        }),
      );
    }

    handOf(seat) {
      return seat === this.turn.seat ? this.turn.hand : this.position.hands[seat];
    }

    // The other hands, in the order in which they come after the own one.
    drawOthers() {
      const { table } = this;
      const seats = table.names.map((_, step) => (this.looker + step) % table.names.length).slice(1);
      this.others.hidden = !seats.length;
      this.others.replaceChildren(
        ...seats.map((seat) =>
          make(
            "section",
            {
              class: `other${seat === this.turn.seat ? " moving" : ""}`,
              "aria-label": words("table.hand-of", { player: this.playerWords(seat) }),
            },
            make("h3", {}, this.otherWords(seat)),
            this.smallCards(this.handOf(seat)),
          ),
        ),
      );
    }

    drawPiles() {
      const { table } = this;
      const owners = table.duel ? [this.hero, 1 - this.hero] : [null];
      this.piles.style.setProperty("--columns", String(columnsOf(table.piles.length)));
      this.piles.replaceChildren(
        ...owners.map((owner) => {
          const piles = table.piles.map((_, at) => at).filter((at) => table.piles[at].owner === owner);
          const name = owner === null ? words("table.piles") : words("table.piles-of", { player: table.names[owner] });
          const title = owner === null ? null : make("h3", {}, name);
          return make("section", { class: "side", "aria-label": name }, title, this.sidePiles(piles));
        }),
      );
    }

    sidePiles(piles) {
      const place = make("div", { class: "side-piles" }, ...piles.map((at) => this.drawnPile(at)));
      place.style.setProperty("--here", String(columnsOf(piles.length)));
      return place;
    }

    // The piles in the order in which they are shown, which is that of the keys 1, 2, 3 …
    get keyed() {
      const piles = this.table.piles.map((_, at) => at);
      const owner = (at) => this.table.piles[at].owner;
      return this.table.duel
        ? [...piles.filter((at) => owner(at) === this.hero), ...piles.filter((at) => owner(at) !== this.hero)]
        : piles;
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
      const marked = this.marked.some(([, pile]) => pile === at);
      const state = `${laid || recent ? " touched" : ""}${marked ? " marked" : ""}`;
      return make(
        "button",
        {
          type: "button",
          class: `pile ${direction}${state}`,
          "data-focus": `pile:${at}`,
          "data-pile": table.piles[at].name,
          onclick: () => this.onPile(at),
        },
        make("span", { class: "pile-name" }, sign(direction, "arrow"), this.pileLabel(at)),
        forReaders(`, ${words(`pile.${direction}.says`)}, ${words(this.topKey(at, top))} `),
        make("span", { class: `stack depth-${Math.min(under, 2)}` }, shown),
        key <= 9 && forReaders(`, ${words("table.key", { n: key })}`),
        key <= 9 && make("kbd", { "aria-hidden": "true", "data-text": String(key) }),
      );
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
      const { table } = this;
      const seats = table.duel ? [this.hero, 1 - this.hero] : [0];
      this.draws.replaceChildren(...seats.map((seat) => this.drawnDraw(seat)), this.drawSwitch());
    }

    drawnDraw(seat) {
      const { table, position } = this;
      const cards = position.draws[seat];
      const title = table.duel ? words("draw-pile.of", { player: table.names[seat] }) : words("draw-pile");
      const order = position.ordered[seat] ? words("draw-pile.next") : words("draw-pile.unordered");
      const isSeen = cards.length > 0 && !this.drawIsHidden && !cards.includes(referee.HIDDEN);
      const known = isSeen && cards.length > 1 ? `, ${order}` : "";
      const facts = cards.length ? `${counted("draw-pile.count", cards.length)}${known}` : words("draw-pile.empty");
      return make(
        "section",
        { class: "draw", "aria-label": title },
        make("h3", {}, title, " ", make("span", { class: "facts" }, facts)),
        isSeen && this.drawCards(seat, cards, title),
      );
    }

    // The next few cards, and how many more there are; or all of them.
    drawCards(seat, cards, title) {
      const { table, position, turn } = this;
      const mine = referee.drawIndex(table, position.mover) === seat;
      const next = mine && turn.laid.length ? referee.cardsToDraw(table, turn) : 0;
      const few = Math.max(FEW, next);
      const isWhole = this.unfolded.has(seat) || cards.length <= few + 1;
      const list = this.smallCards(isWhole ? cards : cards.slice(0, few), next);
      if (cards.length <= few + 1) return list;
      const text = isWhole ? words("draw-pile.fewer") : words("draw-pile.more", { n: cards.length - few });
      const fold = () => {
        if (!this.unfolded.delete(seat)) this.unfolded.add(seat);
        this.draw();
      };
      const attributes = { type: "button", class: "more-cards", "data-focus": `more:${seat}` };
      const state = { "aria-expanded": String(isWhole), "aria-label": `${title}: ${text}`, onclick: fold };
      list.append(make("li", {}, make("button", { ...attributes, ...state }, text)));
      return list;
    }

    // Who wants to play without knowing what comes turns the draw pile face down.
    drawSwitch() {
      const { draws } = this.position;
      if (!draws.some((cards) => cards.length && !cards.includes(referee.HIDDEN))) return "";
      const toggle = () => {
        this.drawIsHidden = !this.drawIsHidden;
        if (this.options.onDrawHidden) this.options.onDrawHidden(this.drawIsHidden);
        this.draw();
      };
      const key = `draw-pile.${this.drawIsHidden ? "show" : "hide"}`;
      const attributes = { type: "button", class: "draw-switch", "data-focus": "draw-switch:0", onclick: toggle };
      return make("button", { ...attributes, "aria-label": words(`${key}.says`) }, words(key));
    }

    drawHand() {
      const { turn, table, looker } = this;
      const hand = this.handOf(looker);
      const alone = table.names.length === 1;
      const name = alone ? words("table.your-hand") : words("table.hand-of", { player: this.playerWords(looker) });
      this.handName.replaceChildren(name);
      if (turn.laid.length && turn.seat === looker)
        this.handName.append(" ", make("span", { class: "facts" }, words("table.laid", { n: turn.laid.length })));
      this.hand.setAttribute("aria-label", name);
      this.handName.classList.toggle("alone", alone);
      const rest = hand.includes(this.roving) ? this.roving : hand[0];
      this.hand.replaceChildren(...hand.map((card) => this.handCard(card, card === rest)));
      if (!hand.length) this.hand.append(make("span", { class: "none" }, words("table.no-cards")));
      const count = Math.max(hand.length, 1);
      this.hand.style.setProperty("--row-wide", String(Math.min(count, 10)));
      this.hand.style.setProperty("--row-narrow", String(count <= 8 ? Math.max(count, 5) : Math.ceil(count / 2)));
      this.hand.classList.toggle("tight", count > 5);
    }

    handCard(card, first) {
      const drawn = this.drawnCard(card);
      const pressed = this.chosen === card;
      if (this.marked.some(([other]) => other === card)) drawn.classList.add("marked");
      return make(
        "button",
        {
          type: "button",
          class: "held",
          tabindex: first ? "0" : "-1",
          "data-focus": `card:${card}`,
          "data-card": this.table.cards[card],
          "aria-pressed": String(pressed),
          onclick: () => this.onCard(card),
          onfocus: () => {
            this.roving = card;
          },
        },
        drawn,
      );
    }

    drawActions() {
      const ends = !this.still() && !referee.refusalToEnd(this.table, this.turn);
      const own = [
        { name: "undo", onClick: () => this.undo(), off: !this.at && !this.lays.length },
        { name: "reset", onClick: () => this.reset(), off: !this.turns.length && !this.lays.length },
      ].slice(0, this.options.reset ? 2 : 1);
      const next = this.options.next && this.options.next(this); // what to do when there is nothing left to do
      const end = next || { name: "end", onClick: () => this.endTurn(), off: !ends, main: true };
      const buttons = this.options.interactive ? [...own, ...this.options.actions, end] : this.options.actions;
      this.bar.hidden = !buttons.length;
      this.bar.replaceChildren(
        ...buttons.map(({ name, text, label, onClick, off, main }) =>
          make(
            "button",
            {
              type: "button",
              class: `action ${name}${main ? " main" : ""}`,
              "data-focus": `action:${name}`,
              "data-action": name,
              "aria-label": label && label(this),
              "aria-disabled": (typeof off === "function" ? off(this) : off) ? "true" : undefined,
              onclick: onClick,
            },
            text ? text(this) : words(`ui.${name}`),
          ),
        ),
      );
    }

    drawLog() {
      this.log.hidden = !this.options.log;
      const title = make("h3", {}, words("table.turns"));
      if (!this.turns.length)
        return this.log.replaceChildren(title, make("p", { class: "none" }, words("table.no-turns")));
      const rows = this.turns.map((turn, number) => this.logRow(turn, number + 1));
      const list = make("ol", {}, ...rows);
      this.log.replaceChildren(title, list);
      return followed(list, rows[this.at - 1]);
    }

    logRow({ plays, drawn, seat }, number) {
      const name = MARKS[this.marks[number]];
      const several = this.table.names.length > 1;
      return make(
        "li",
        { class: `${number > this.at ? "later" : ""}${number === this.at ? " now" : ""}` },
        make(
          "button",
          {
            type: "button",
            "data-focus": `turn:${number}`,
            "aria-current": number === this.at ? "step" : undefined,
            onclick: () => this.goTo(number),
          },
          make("span", { class: "turn-number" }, `${number}.`),
          several &&
            make(
              "span",
              { class: "who" },
              !this.table.duel && forReaders(words("table.player", { player: "" })),
              `${this.table.names[seat]} `,
            ),
          ...plays.map((play) => this.chip(play)),
          drawn.some((card) => card !== referee.HIDDEN) &&
            make(
              "span",
              { class: "drew" },
              forReaders(words("draws")),
              " ",
              ...drawn.flatMap((card) => [...this.brief(card), " "]),
            ),
          name &&
            make("span", { class: `mark ${name}`, title: words(`table.${name}`) }, forReaders(words(`table.${name}`))),
        ),
      );
    }

    chip([card, pile]) {
      const { direction, name, owner } = this.table.piles[pile];
      const where = forReaders(` ${words("table.named", { name: "" })}`);
      const way = forReaders(` ${words(`table.${direction}`)} `);
      return make(
        "span",
        { class: "chip" },
        ...this.brief(card),
        where,
        owner !== null && make("b", {}, this.table.names[owner]),
        way,
        sign(direction, "arrow"),
        `${name.match(/\d*$/)[0]} `,
      );
    }

    // A card in a line of text: its number, and the shape of its colour.
    brief(card) {
      const name = this.table.cards[card];
      const letter = name.replace(/\d+/, "");
      return letter
        ? [forReaders(`${words(`colour.${letter}`)} `), sign(`colour-${letter}`, "suit"), name.slice(1)]
        : [name];
    }

    // --- marks

    highlight(plays) {
      this.marked = plays.map(([card, pile]) => [
        typeof card === "string" ? this.cardIndex(card) : card,
        typeof pile === "string" ? this.pileIndex(pile) : pile,
      ]);
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
  }

  // Piles in rows of equal length, never three and one.
  function columnsOf(piles) {
    return Math.ceil(piles / Math.ceil(piles / 4));
  }

  // The turn that is shown stays in the middle of the list, without moving the page.
  function followed(list, row) {
    const top = row ? row.offsetTop - list.offsetTop - (list.clientHeight - row.offsetHeight) / 2 : 0;
    list.scrollTop = Math.max(top, 0);
  }

  tenback.Drawn = Drawn;
})((globalThis.tenback = globalThis.tenback || {}));
