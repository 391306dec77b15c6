// Builds a table by clicks: a place is chosen, and cards are clicked into it.  The line of notation follows every click,
// and the builder follows what is typed.

(function (tenback) {
  "use strict";

  const { make, sign, words } = tenback;
  const { say, Laying, faultOf } = tenback.live;
  const COLUMNS = 10;

  class Builder {
    constructor(desk) {
      this.desk = desk;
      this.laying = null;
      this.target = { kind: "hand", at: 0 };
      this.roving = 0; // the card that the tabulator key leads to
      this.line = new tenback.live.AskLine();
      const part = (name, tag, attributes) => { this[name] = make(tag, attributes); };
      part("game", "select", { id: "builder-game", onchange: () => this.begin(true) });
      part("players", "select", { id: "builder-players", onchange: () => this.begin() });
      part("targets", "fieldset", { class: "choice targets" });
      part("order", "fieldset", { class: "choice" });
      part("mover", "fieldset", { class: "choice" });
      part("grid", "div", { class: "grid", role: "group", id: "builder-grid" });
      part("told", "p", { class: "tip", role: "status", id: "builder-told" });
      part("error", "p", { class: "error", id: "builder-error" });
      part("text", "output", { class: "builder-line", id: "builder-line" });
      part("clear", "button", { type: "button", class: "plain", id: "builder-clear", onclick: () => this.begin() });
      part("none", "button", { type: "button", class: "plain", id: "builder-none", onclick: () => this.change(() => this.laying.takeAll(this.target)) });
      part("shuffle", "button", { type: "button", class: "plain", id: "builder-shuffle", onclick: () => this.change(() => this.laying.shuffleRest()) });
      part("element", "details", { class: "fold", id: "builder" });
      this.element.addEventListener("toggle", () => this.draw());
      this.grid.addEventListener("keydown", (event) => this.onKey(event));
    }

    // --- words

    speak() {
      const field = (key, input) => make("div", { class: "field" }, make("label", { for: input.id }, say(key)), input);
      this.clear.textContent = say("builder.clear");
      this.none.textContent = say("builder.none");
      this.shuffle.textContent = say("builder.shuffle");
      this.element.replaceChildren(
        make("summary", {}, say("builder")),
        make("p", { class: "tip" }, say("builder.tip")),
        make("div", { class: "row" }, field("deal.game", this.game), field("deal.players", this.players)),
        this.targets, this.grid, this.told, this.error, this.order, this.mover,
        make("div", { class: "row wrap" }, this.none, this.shuffle, this.clear),
        make("p", { class: "tip" }, say("builder.line")), this.text);
      this.told.textContent = "";
      this.draw();
    }

    fillGames(games) {
      this.games = games;
      this.desk.fill(this.game, games.map(({ game }) => [game, words(`game.${game}`)]), "the-game");
      this.fillPlayers();
    }

    fillPlayers(chosen) {
      const { players } = this.games.find(({ game }) => game === this.game.value);
      this.players.value = chosen || this.players.value;
      this.desk.fill(this.players, players.map((n) => [String(n), String(n)]), "2");
      if (chosen) this.players.value = chosen;
    }

    targetWords({ kind, at }) {
      const { piles, names, duel } = this.laying.table;
      if (kind === "pile") return this.pileWords(piles[at]);
      if (kind === "hand") return words("table.hand-of", { player: this.playerWords(at) });
      return duel ? say(`builder.${kind}.of`, { player: names[at] }) : say(`builder.${kind}`);
    }

    pileWords({ direction, name, owner }) {
      const whose = owner === null ? "" : `${this.laying.table.names[owner]} `;
      return `${whose}${words(`table.${direction}`)} ${name.match(/\d*$/)[0]}`.trim();
    }

    playerWords(seat) {
      const { names, duel } = this.laying.table;
      return duel ? names[seat] : words("table.player", { player: names[seat] });
    }

    // --- the table under way

    // A table without cards, of the game that is chosen.
    async begin(isOtherGame = false) {
      if (isOtherGame) this.fillPlayers();
      const duel = this.players.options.length === 1;
      const source = duel ? `${this.game.value} #1` : `${this.game.value}/${this.players.value} #1`;
      try {
        const seen = await this.line.ask("api/steps", { position: source, board: true });
        if (seen === null) return;
        this.laying = Laying.empty(seen.board);
        this.target = { kind: "hand", at: 0 };
        this.roving = 0;
        this.emit();
      } catch (error) {
        this.refused(error);
      }
    }

    // What is typed has been read.
    follow({ board, text }) {
      this.error.replaceChildren();
      if (this.emitted !== this.desk.source.value) {
        const commands = /\| ((?:commands|fire): [^|]*[^|\s])/.exec(text);
        this.laying = new Laying(board, commands ? commands[1] : "");
        this.told.textContent = "";
        if (!this.laying.targets.some((target) => this.isTarget(target))) this.target = { kind: "hand", at: 0 };
        this.showGame();
      }
      this.draw();
    }

    showGame() {
      if (!this.games) return;
      const { game, names } = this.laying.table;
      this.game.value = game;
      this.fillPlayers(String(names.length));
    }

    refused(error) {
      this.error.replaceChildren(faultOf(error));
    }

    change(what) {
      if (!this.laying) return;
      what();
      this.emit();
    }

    emit() {
      this.emitted = this.laying.text();
      this.draw();
      this.desk.load(this.emitted);
    }

    isTarget({ kind, at }) {
      return this.target.kind === kind && this.target.at === at;
    }

    // --- drawing

    draw() {
      if (!this.laying || !this.element.open) return;
      const { laying } = this;
      if (!laying.targets.some((target) => this.isTarget(target))) this.target = laying.targets.at(-1);
      this.radios(this.targets, "builder.put", "target", laying.targets.map((target) => ({
        id: `${target.kind}-${target.at}`, text: this.targetWords(target), checked: this.isTarget(target),
        count: target.kind === "pile" ? laying.names(laying.cardsOf(target)) : String(laying.cardsOf(target).length),
        choose: () => { this.target = target; this.draw(); },
      })));
      this.radios(this.order, "builder.order", "order", [true, false].map((known) => ({
        id: String(known), text: say(known ? "builder.order.known" : "builder.order.unknown"), checked: laying.isOrdered === known,
        choose: () => this.change(() => laying.setOrdered(known)),
      })));
      this.radios(this.mover, "builder.mover", "mover", laying.table.names.map((_, seat) => ({
        id: String(seat), text: this.playerWords(seat), checked: laying.mover === seat,
        choose: () => this.change(() => { laying.mover = seat; }),
      })));
      this.mover.hidden = laying.table.names.length < 2;
      this.shuffle.hidden = !laying.isOrdered;
      this.text.textContent = laying.text();
      this.drawGrid();
    }

    radios(place, title, name, choices) {
      const focused = place.contains(document.activeElement);
      place.replaceChildren(make("legend", {}, say(title)), ...choices.map(({ id, text, checked, count, choose }) => {
        const input = make("input", { type: "radio", name: `builder-${name}`, id: `builder-${name}-${id}`, checked, onchange: choose });
        return make("label", { class: "pick", for: input.id }, input, text, count !== undefined && make("span", { class: "count" }, ` ${count}`));
      }));
      if (focused) place.querySelector("input:checked").focus();
    }

    drawGrid() {
      const { table } = this.laying;
      const focused = this.grid.contains(document.activeElement);
      const deck = this.laying.deckOf(this.target);
      this.grid.setAttribute("aria-label", table.duel ? say("builder.cards.of", { player: table.names[deck] }) : say("builder.cards"));
      this.grid.replaceChildren(...table.cards.map((_, card) => this.cell(card, deck)));
      if (focused) this.grid.children[this.roving].focus();
    }

    cell(card, deck) {
      const { laying } = this;
      const { table } = laying;
      const place = laying.placeOf(card, deck);
      const here = place !== null && this.isTarget(place);
      const letter = table.cards[card].replace(/\d+/, "");
      const command = table.command[card];
      const element = make("button", {
        type: "button", class: `cell ${place ? `in-${place.kind}` : laying.isOrdered ? "in-laid" : "in-rest"}${here ? " here" : ""}`,
        tabindex: card === this.roving ? "0" : "-1", "data-cell": table.cards[card], "aria-pressed": String(here),
        "aria-label": `${tenback.cardWords(table.cards[card], command)}: ${this.placeWords(place)}`,
        onclick: () => this.onCell(card),
      }, make("span", { class: "cell-number" }, table.cards[card].slice(letter.length)),
      letter && sign(`colour-${letter}`, "suit"), command && sign(`command-${command}`, "order"),
      make("span", { class: "cell-place" }, this.placeMark(place, card)));
      if (letter) element.classList.add("coloured", `colour-${letter}`);
      const number = table.numbers[card];
      element.style.setProperty("grid-column", String(1 + (letter ? number - 1 : number) % COLUMNS));
      return element;
    }

    placeWords(place) {
      if (place) return place.kind === "pile" ? say("builder.on-top", { pile: this.targetWords(place) }) : this.targetWords(place);
      return say(this.laying.isOrdered ? "builder.laid" : "builder.unseen");
    }

    placeMark(place, card) {
      const { names, piles } = this.laying.table;
      if (!place) return "";
      if (place.kind === "pile") return `${piles[place.at].direction === "up" ? "▲" : "▼"}${piles[place.at].name.match(/\d*$/)[0]}`;
      if (place.kind === "hand") return names[place.at];
      return place.kind === "draw" ? `${this.laying.draws[place.at].indexOf(card) + 1}.` : "×";
    }

    // --- clicks and keys

    onCell(card) {
      const deck = this.laying.deckOf(this.target);
      this.roving = card;
      this.change(() => this.laying.put(card, this.target));
      const { cards, command } = this.laying.table;
      this.told.textContent = `${tenback.cardWords(cards[card], command[card])}: ${this.placeWords(this.laying.placeOf(card, deck))}`;
    }

    onKey(event) {
      const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS, Home: -Infinity, End: Infinity }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const last = this.grid.children.length - 1;
      const to = Math.min(Math.max(this.roving + step, 0), last);
      this.grid.children[this.roving].setAttribute("tabindex", "-1");
      this.roving = to;
      this.grid.children[to].setAttribute("tabindex", "0");
      this.grid.children[to].focus();
    }
  }

  tenback.live.Builder = Builder;
})((globalThis.tenback = globalThis.tenback || {}));
