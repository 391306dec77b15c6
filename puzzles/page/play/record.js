// A game as one line of text, as puzzles/match/record.py reads and writes it; and what the page says of one.

(function (tenback) {
  "use strict";

  const { words } = tenback;
  const { say } = tenback.live;
  const PERSON = "person";
  const SECTION = /^\s*(seats|look|begun|undone|hints|line|now|result)\s*:([^]*)$/;
  const DAY = (date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0"));

  // The sections by name; nothing is looked at more closely: the server does that.
  function read(text) {
    const told = {};
    const deal = [];
    for (const part of text.trim().split("|")) {
      const section = SECTION.exec(part);
      if (section) told[section[1]] = section[2].trim();
      else deal.push(part.trim());
    }
    return {
      deal: deal.join(" | "), seats: told.seats ? told.seats.split(/\s+/) : null, look: told.look || "", open: told.look === "open", begun: told.begun || "",
      undone: Number(told.undone) || 0, hints: Number(told.hints) || 0, line: told.line || "-", now: told.now || "", result: told.result || "",
    };
  }

  function write({ deal, seats, look, begun, undone, hints, line, now, result }) {
    const parts = { seats: (seats || []).join(" "), look: look || "", begun, undone: undone || "", hints: hints || "", line: line || "-", now, result };
    return [deal, ...Object.entries(parts).filter(([, value]) => value).map(([name, value]) => `${name}: ${value}`)].join(" | ");
  }

  const playsText = (plays) => plays.map(([card, pile]) => `${card}@${pile}`).join(" ");
  const lineText = (line) => line.map(({ player, plays }) => `${player}: ${playsText(plays)}`).join("; ") || "-";

  // A deal: the game, how many play, its number if it has one.
  function dealOf({ deal }) {
    const [head] = deal.split("|");
    const number = /#(\d+)\s*$/.exec(head);
    const [game, players] = head.trim().split(/\s+/)[0].split("/");
    return { game, players: Number(players) || (game === "face-to-face" ? 2 : 1), number: number && number[1] };
  }

  function dealWords(game) {
    const { game: name, number } = dealOf(game);
    return `${words(`game.${name}`) || name} · ${number ? say("match.deal", { n: number }) : say("match.deal.own")}`;
  }

  function playersWords(game) {
    const { players: n } = dealOf(game);
    return n > 1 ? say("match.players", { n }) : "";
  }

  // How much is seen, where it is not as usual.
  const lookWords = ({ look }) => (look ? say(`match.${look}`) : "");

  const isOver = ({ result }) => result !== "" && !result.startsWith("under way");
  const today = () => Number(DAY(new Date()).join(""));
  const begunToday = () => DAY(new Date()).join("-");

  tenback.live.records = { PERSON, read, write, playsText, lineText, dealOf, dealWords, playersWords, lookWords, isOver, today, begunToday };
})((globalThis.tenback = globalThis.tenback || {}));
