// The games of this browser: kept after every step, counted, given out and taken in as text.

(function (tenback) {
  "use strict";

  const { make, words } = tenback;
  const { say, sayCounted, number, percent, records } = tenback.live;
  const KEY = "tenback.games.1";

  class Kept {
    constructor() {
      this.store = tenback.Store.ofBrowser(KEY);
    }

    // All games, the one that was played last first.
    get games() {
      return Object.entries(this.store.all())
        .filter(([, kept]) => kept && typeof kept.record === "string")
        .map(([id, { record, at }]) => ({ id, record, at: at || 0, ...records.read(record) }))
        .sort((a, b) => b.at - a.at);
    }

    save(id, record) {
      const name = id || this.fresh();
      this.store.put(name, { record, at: Date.now() });
      return name;
    }

    fresh() {
      return String(1 + Math.max(0, ...Object.keys(this.store.all()).map(Number).filter(Number.isFinite)));
    }

    find(record) {
      const same = this.games.find((game) => game.record === record);
      return same ? same.id : null;
    }

    drop(id) {
      this.store.drop(id);
    }

    // --- statistics

    // By game and number of players: games that are over and were played by one person, or by a team.
    get statistics() {
      const rows = new Map();
      for (const game of this.games.filter(records.isOver)) {
        const won = wonBy(game);
        if (won === null) continue;
        const { game: name, players } = records.dealOf(game);
        const key = `${name}/${players}`;
        const row = rows.get(key) || { name, players, played: 0, won: 0, plain: 0, left: [] };
        row.played += 1;
        row.won += won;
        row.plain += won && !game.hints && !game.undone ? 1 : 0;
        const left = /, (\d+) left/.exec(game.result);
        if (name !== "face-to-face") row.left.push(left ? Number(left[1]) : 0);
        rows.set(key, row);
      }
      return [...rows.values()].sort((a, b) => b.played - a.played);
    }

    table() {
      const rows = this.statistics;
      if (!rows.length) return null;
      const head = ["game", "played", "won", "plain", "left"].map((name) => make("th", { scope: "col" }, say(`stat.${name}`)));
      const mean = (list) => (list.length ? number(list.reduce((sum, n) => sum + n, 0) / list.length, 1) : "–");
      const cells = ({ name, players, played, won, plain, left }) => [
        [words(`game.${name}`), players > 1 && say("match.players", { n: players })].filter(Boolean).join(", "), number(played), `${number(won)} (${percent(won / played)})`, number(plain), mean(left),
      ];
      return make("div", { class: "wide-box" }, make("table", { class: "statistics" }, make("thead", {}, make("tr", {}, ...head)),
        make("tbody", {}, ...rows.map((row) => make("tr", {}, ...cells(row).map((text) => make("td", {}, text)))))));
    }

    // --- text

    get text() {
      return this.games.map(({ record }) => record).reverse().join("\n");
    }

    // Games from elsewhere, all or none: each is read by the server first.
    async takeIn(text, ask) {
      const lines = text.split("\n").map((line, at) => [line.trim(), at + 1]).filter(([line]) => line);
      const fresh = [];
      for (const [line, n] of lines) {
        try {
          const { result } = await ask(line);
          const record = records.write({ ...records.read(line), result });
          if (!this.find(record) && !fresh.includes(record)) fresh.push(record);
        } catch (error) {
          throw new tenback.live.Refused(say("play.import.wrong", { n, error: error.message }));
        }
      }
      for (const record of fresh) this.save(null, record);
      return sayCounted("play.imported", fresh.length);
    }
  }

  // Did the people at the table win?  null where people play against each other.
  function wonBy({ seats, result }) {
    const winner = /^([AB]) wins$/.exec(result);
    if (!winner) return result === "won";
    const people = (seats || []).map((sitter) => sitter === records.PERSON);
    return people.filter(Boolean).length === 1 ? people["AB".indexOf(winner[1])] : null;
  }

  tenback.live.Kept = Kept;
})((globalThis.tenback = globalThis.tenback || {}));
