// Which game is played: game, players, deal, seats, and how much is seen; and the games of this browser.

(function (tenback) {
  "use strict";

  const { make, words } = tenback;
  const { say, records } = tenback.live;
  const SITTERS = [records.PERSON, "instant", "quick", "strong"];
  const DAYS_APART = 100000000; // between the deals that are tried for one day, as in puzzles/match/deals.py
  const MOST_TRIES = 50;
  const SECONDS = 20;
  const GREATEST = 4294967295;

  class Chooser {
    // ``play(record, id)`` begins or goes on with a game.
    constructor(kept, play) {
      Object.assign(this, { kept, play, line: new tenback.live.AskLine() });
      this.chosen = { game: "the-game", players: 2, deal: "day", number: "17", look: "table", seats: [], winnable: false, ...kept.store.get("chosen") };
      this.error = make("p", { class: "error", id: "play-error", role: "alert" });
      this.told = make("p", { class: "tip", role: "status" });
      this.element = make("div", { class: "chooser", id: "chooser" });
      this.games = null;
      this.line.games().then((games) => { this.games = games; this.draw(); }, (error) => this.fail(tenback.live.faultOf(error)));
    }

    fail(text) {
      this.told.textContent = "";
      this.error.replaceChildren(text);
      this.draw();
    }

    change(what) {
      Object.assign(this.chosen, what);
      this.kept.store.put("chosen", this.chosen);
      this.error.replaceChildren();
      this.draw();
    }

    get players() {
      const { players } = this.games.find(({ game }) => game === this.chosen.game);
      return players.includes(this.chosen.players) ? this.chosen.players : players.at(players.includes(2) ? players.indexOf(2) : 0);
    }

    // Without a server nobody sits here but people, and nobody knows which deals can be won.
    get isServed() {
      return Boolean(tenback.live.Counsel);
    }

    // Partners can talk; opponents and who is alone have none.
    get looks() {
      const hasPartners = this.isServed && this.players > 1 && this.chosen.game !== "face-to-face";
      return hasPartners ? ["table", "talk", "open"] : ["table", "open"];
    }

    get look() {
      return this.looks.includes(this.chosen.look) ? this.chosen.look : "table";
    }

    get seats() {
      if (!this.isServed) return Array(this.players).fill(records.PERSON);
      return Array.from({ length: this.players }, (_, seat) => this.chosen.seats[seat] || (seat ? "quick" : records.PERSON));
    }

    // --- drawing

    draw() {
      const focus = document.activeElement && document.activeElement.id;
      this.element.replaceChildren(...(this.games ? [this.form(), this.mine()] : [this.error]));
      const again = focus && document.getElementById(focus);
      if (again && this.element.contains(again)) again.focus();
    }

    form() {
      const { chosen, players } = this;
      const { players: counts } = this.games.find(({ game }) => game === chosen.game);
      const isNumber = chosen.deal === "number";
      return make("form", { class: "panel choose", id: "choose", onsubmit: (event) => { event.preventDefault(); this.begin(); } },
        make("h2", {}, say("play.title")), make("p", { class: "facts" }, say(this.isServed ? "play.says" : "alone.says")),
        make("div", { class: "row wrap" },
          this.select("game", this.games.map(({ game }) => [game, words(`game.${game}`)]), chosen.game, (game) => this.change({ game })),
          counts.length > 1 && this.select("players", counts.map((n) => [String(n), String(n)]), String(players), (n) => this.change({ players: Number(n) }))),
        this.radios("deal", ["day", "any", "number"], chosen.deal, (deal) => this.change({ deal })),
        isNumber && make("div", { class: "field number-field" }, make("label", { for: "play-number" }, say("play.deal.number")),
          make("input", { id: "play-number", inputmode: "numeric", autocomplete: "off", value: chosen.number, oninput: (event) => this.note(event.target.value) })),
        this.isServed && this.check("winnable", chosen.winnable, (winnable) => this.change({ winnable })),
        this.radios("look", this.looks, this.look, (look) => this.change({ look })),
        this.seatsPart(),
        this.isServed && this.check("coach", !!chosen.coach, (coach) => this.change({ coach })),
        this.error, this.told, make("button", { type: "submit", class: "main", id: "play-go" }, say("play.go")));
    }

    note(number) {
      this.chosen.number = number;
      this.kept.store.put("chosen", { number });
    }

    select(name, options, value, change) {
      const input = make("select", { id: `play-${name}`, onchange: (event) => change(event.target.value) },
        ...options.map(([key, text]) => make("option", { value: key, selected: key === value }, text)));
      return make("div", { class: `field field-${name}` }, make("label", { for: input.id }, say(`play.${name}`)), input);
    }

    radios(name, choices, value, change) {
      return make("fieldset", { class: "choice" }, make("legend", {}, say(`play.${name}`)), ...choices.map((choice) => {
        const input = make("input", { type: "radio", name: `play-${name}`, id: `play-${name}-${choice}`, checked: choice === value, onchange: () => change(choice) });
        const more = name === "look" && make("span", { class: "count" }, ` ${say(`play.look.${choice}.says`)}`);
        return make("label", { class: "pick", for: input.id }, input, make("span", {}, say(`play.${name}.${choice}`), more));
      }));
    }

    check(name, checked, change) {
      const input = make("input", { type: "checkbox", id: `play-${name}`, checked, onchange: (event) => change(event.target.checked) });
      return make("label", { class: "check", for: input.id }, input, say(`play.${name}`));
    }

    // Who sits where; alone, there is nothing to choose.
    seatsPart() {
      if (this.players < 2 || !this.isServed) return null;
      const isDuel = this.chosen.game === "face-to-face";
      const seat = (sitter, at) => {
        const player = isDuel ? "AB"[at] : String(at + 1);
        const input = make("select", { id: `seat-${at}`, onchange: (event) => this.change({ seats: this.seats.map((one, other) => (other === at ? event.target.value : one)) }) },
          ...SITTERS.map((name) => make("option", { value: name, selected: name === sitter }, say(`sitter.${name}`))));
        return make("div", { class: "seat" }, make("label", { for: input.id }, isDuel ? player : say("play.seat", { player })), input);
      };
      return make("fieldset", { class: "choice seats" }, make("legend", {}, say("play.seats")), ...this.seats.map(seat));
    }

    // --- the games of this browser

    mine() {
      const { games } = this.kept;
      const [going, over] = [games.filter((game) => !records.isOver(game)), games.filter(records.isOver)];
      const list = (key, some) => some.length > 0 && [make("h3", {}, say(key)), make("ul", { class: "kept" }, ...some.map((game) => this.row(game)))];
      const text = make("textarea", { id: "games-text", rows: "4", spellcheck: "false", "aria-label": say("play.import.label") });
      const told = make("p", { class: "tip", role: "status", id: "games-told" });
      const give = () => { text.value = this.kept.text; text.select(); };
      const fold = make("details", { class: "fold", id: "games-as-text" }, make("summary", {}, `${say("play.export")} · ${say("play.import")}`), text, told,
        make("div", { class: "row wrap" },
          make("button", { type: "button", class: "plain", id: "games-export", onclick: give }, say("play.export")),
          make("button", { type: "button", class: "plain", id: "games-import", onclick: () => this.takeIn(text.value, told) }, say("play.import"))));
      return make("section", { class: "panel mine", id: "mine" }, make("h2", {}, say("play.mine")),
        make("p", { class: "facts" }, say(this.kept.store.keeps ? "play.mine.says" : "match.not-kept")),
        ...(list("play.resume", going) || []), this.kept.table(), ...(list("play.over", over) || []), fold);
    }

    row(game) {
      const computers = (game.seats || []).filter((sitter) => sitter !== records.PERSON);
      const facts = [records.playersWords(game), records.lookWords(game),
        computers.length && say(`sitter.${computers[0]}`), tenback.live.resultWords(game), game.begun].filter(Boolean).join(" · ");
      return make("li", {},
        make("button", { type: "button", class: "game", "data-game": game.id, onclick: () => this.play(game.record, game.id) },
          make("b", {}, records.dealWords(game)), make("span", { class: "count" }, facts)),
        make("button", { type: "button", class: "plain drop", "aria-label": `${say("play.drop")}: ${records.dealWords(game)} ${game.id}`, title: say("play.drop"), onclick: () => { this.kept.drop(game.id); this.draw(); } }, "×"));
    }

    async takeIn(text, told) {
      const ask = async (record) => (await this.line.ask("api/match", { record })) || {};
      try {
        const words = await this.kept.takeIn(text, ask);
        this.draw();
        document.getElementById("games-as-text").open = true;
        document.getElementById("games-told").textContent = words;
      } catch (error) {
        told.replaceChildren(tenback.live.faultOf(error));
      }
    }

    // --- the deal

    async begin() {
      const { chosen, seats } = this;
      if (!seats.includes(records.PERSON)) return this.fail(say("play.nobody"));
      const number = Number(chosen.number);
      if (chosen.deal === "number" && !(Number.isInteger(number) && number >= 1)) return this.fail(say("play.number.wrong"));
      const first = { day: records.today(), any: 1 + Math.floor(Math.random() * 999999), number }[chosen.deal];
      const dealt = chosen.winnable && this.isServed ? await this.winnable(first, chosen.deal === "day" ? DAYS_APART : 1) : first;
      if (dealt !== null) this.play(records.write({ deal: this.text(dealt), seats, look: this.look === "table" ? "" : this.look, begun: records.begunToday() }), null);
      return undefined;
    }

    text(number) {
      return `${this.chosen.game}${this.chosen.game === "face-to-face" ? "" : `/${this.players}`} #${number}`;
    }

    // The first deal from a number on that the solver knows to be winnable.
    async winnable(first, step) {
      const button = document.getElementById("play-go");
      button.setAttribute("aria-disabled", "true");
      try {
        for (let tried = 0, number = first; tried < MOST_TRIES && number <= GREATEST; tried++, number += step) {
          this.told.textContent = say("play.winnable.trying", { n: number });
          const found = await this.line.ask("api/solve", { position: this.text(number), time_limit: SECONDS });
          if (found === null) return null;
          if (found.verdict === "winnable") return number;
        }
        this.fail(say("play.winnable.none"));
      } catch (error) {
        this.fail(tenback.live.faultOf(error));
      }
      return null;
    }
  }

  tenback.live.Chooser = Chooser;
})((globalThis.tenback = globalThis.tenback || {}));
