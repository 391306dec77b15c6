// Answers as people read them: the verdict, the worth of each turn, a played game turn by turn.

(function (tenback) {
  "use strict";

  const { make, sign } = tenback;
  const { say, sayCounted, said, number, huge, percent } = tenback.live;
  const ENOUGH = 20; // orders looked at, below which no share is named
  const FEW = 10; // choices that are shown at once
  const ICONS = { winnable: "✓", unwinnable: "✗", unknown: "?", share: "%" };


  // What stands at the top: a verdict, or of an unknown order the share that can be won.
  function answered(answer, table) {
    return "interval" in answer ? shareOf(answer) : verdict(answer, table);
  }

  // --- the verdict

  function verdict(answer, table) {
    const kind = answer.verdict;
    return banner(kind, verdictTitle(answer, table), verdictSays(answer, table), say("says.effort", {
      states: number(answer.states), seconds: number(answer.seconds, 3),
    }));
  }

  function banner(kind, title, says, effort, ...more) {
    return make("div", { class: `banner ${kind}` },
      make("span", { class: "icon", "aria-hidden": "true" }, ICONS[kind]),
      make("div", { class: "banner-text" },
        make("h2", {}, title),
        says.length > 0 && make("p", {}, ...says.flatMap((part, at) => (at ? [" ", part] : [part]))),
        ...more,
        effort && make("p", { class: "effort" }, effort)));
  }

  function verdictTitle(answer, table) {
    const { verdict: kind, goal, winner } = answer;
    if (kind === "unknown") return say("verdict.unknown");
    if (!["win", "cards-left", "turns"].includes(goal)) return say(kind === "winnable" ? "verdict.yes" : "verdict.no");
    if (table.duel) return say("verdict.duel", { winner });
    return say(`verdict.${kind}`);
  }

  function verdictSays(answer, table) {
    const parts = [];
    const turns = answer.turns.length;
    const won = answer.verdict === "winnable";
    if (answer.reason) parts.push(said(answer.reason));
    if (table.duel) {
      if (answer.verdict !== "unknown" && turns) parts.push(sayCounted("says.duel", turns));
    } else if (won && !turns) parts.push(say("says.over.won"));
    else if (won) parts.push(sayCounted(answer.goal === "turns" && answer.optimal ? "says.turns" : "says.line", turns));
    else if (answer.goal === "cards-left" && answer.optimal) parts.push(sayCounted("says.fewest", answer.cards_left));
    else if (turns) parts.push(sayCounted(answer.verdict === "unknown" ? "says.best" : "says.left", answer.cards_left));
    if (!answer.optimal && typeof answer.bound === "number" && !table.duel) {
      parts.push(say("says.gap", { best: answer.goal === "turns" ? turns : answer.cards_left, bound: answer.bound }));
    }
    return parts;
  }

  // --- turns

  function chips(plays, table) {
    return plays.map(([card, pile]) => {
      const { direction, owner } = table.piles.find(({ name }) => name === pile);
      const letter = card.replace(/\d+/, "");
      const colour = letter ? [heard(`${tenback.words(`colour.${letter}`)} `), sign(`colour-${letter}`, "suit")] : [];
      const where = `${owner === null ? "" : table.names[owner]}${pile.match(/\d*$/)[0]}`;
      return make("span", { class: "chip" }, ...colour, card.slice(letter.length), heard(` ${tenback.words(`pile.${direction}`)} `), sign(direction, "arrow"), `${where} `);
    });
  }

  const heard = (text) => make("span", { class: "for-readers" }, text);

  function worth(choice, table) {
    if (choice.verdict === "unknown") return say("worth.unknown");
    if (table.duel) {
      return choice.turns === null ? say("verdict.duel", { winner: choice.winner }) : say("worth.duel", { winner: choice.winner, n: choice.turns });
    }
    if (choice.verdict === "winnable") return say(choice.only ? "worth.only" : "worth.winnable");
    return choice.cards_left === null ? say("worth.unwinnable") : sayCounted("worth.left", choice.cards_left);
  }

  // What each turn of a position is worth; ``onPlay(plays)`` when one is chosen.
  function choices(answer, table, onPlay) {
    const { choices: all, all_choices: count } = answer;
    if (!all.length && !answer.limit) return [make("p", {}, say("choices.over"))];
    const rows = all.map((choice) => ({
      plays: choice.plays, kind: choice.verdict, text: worth(choice, table), same: choice.same, only: choice.only,
    }));
    return [make("p", { class: "facts" }, ...factsOf(answer, count)), listed(rows, table, onPlay)];
  }

  function factsOf(answer, count) {
    const winning = answer.choices.filter((choice) => choice.verdict === "winnable").length;
    const undecided = answer.choices.some((choice) => choice.verdict === "unknown");
    const facts = [];
    if (answer.choices.length) facts.push(howMany(winning, count, undecided));
    if (answer.winning_lines === "1") facts.push(say("choices.lines.one"));
    else if (answer.winning_lines && answer.winning_lines !== "0") {
      facts.push(say("choices.lines", { lines: huge(answer.winning_lines), positions: huge(answer.winning_positions) }));
    }
    const text = make("span", {}, facts.join("; ") + (facts.length ? ". " : ""));
    return answer.limit ? [text, said(answer.limit)] : [text];
  }

  function howMany(winning, count, undecided) {
    if (undecided) return say("choices.known", { n: number(winning), of: number(count) });
    if (!winning) return say("choices.none", { of: number(count) }).replace(/\.$/, "");
    if (winning === count && count > 1) return say("choices.win.all", { of: number(count) });
    return sayCounted("choices.win", winning, { of: number(count) });
  }

  function listed(rows, table, onPlay) {
    const body = make("tbody");
    const more = make("button", { type: "button", class: "plain more" });
    let all = false;
    const show = () => {
      body.replaceChildren(...(all ? rows : rows.slice(0, FEW)).map((row) => tableRow(row, table, onPlay)));
      more.hidden = rows.length <= FEW;
      more.textContent = all ? say("choices.less") : say("choices.more", { n: number(rows.length) });
    };
    more.addEventListener("click", () => {
      all = !all;
      show();
    });
    show();
    const folded = rows.some(({ same }) => same > 1);
    const head = make("tr", {},
      make("th", { scope: "col" }, say("choices.turn")), make("th", { scope: "col" }, say("choices.worth")),
      make("th", { scope: "col", class: "ways-of", title: say("choices.ways.says") }, folded ? say("choices.ways") : ""));
    return make("div", { class: "wide-box" }, make("table", { class: "choices" }, make("thead", {}, head), body), more);
  }

  function tableRow(row, table, onPlay) {
    const play = make("button", { type: "button", class: "turn", title: say("choices.play"), onclick: () => onPlay(row.plays) }, ...chips(row.plays, table));
    const bar = row.share === undefined ? null : make("span", { class: "bar", "aria-hidden": "true" }, make("span", { class: "bar-part" }));
    if (bar) bar.firstChild.style.setProperty("width", `${100 * row.share}%`);
    return make("tr", { class: `${row.kind}${row.only ? " only" : ""}` },
      make("td", {}, play), make("td", { class: "worth" }, make("span", { class: `badge ${row.kind}` }, row.text), bar),
      make("td", { class: "ways-of" }, row.same > 1 ? `×${number(row.same)}` : ""));
  }

  // --- an unknown order

  const isSmall = (answer) => !answer.exact && answer.looked_at < ENOUGH;

  // A share of a few orders means little: it is said as so many of so many.
  function shareOf(answer) {
    const { won, looked_at: n, interval, confidence } = answer;
    const range = { low: percent(interval[0]), high: percent(interval[1]), confidence: percent(confidence) };
    const says = [];
    if (answer.exact) says.push(say("orders.exact", { n: huge(answer.orders) }));
    else if (n) says.push(sayCounted("orders.sample", n, range));
    if (answer.limit) says.push(said(answer.limit));
    let title = say("orders.share", { share: percent(answer.share) });
    if (!n) title = say("orders.none");
    else if (isSmall(answer)) title = say("orders.few", { won: number(won), n: number(n) });
    return banner(isSmall(answer) ? "unknown" : "share", title, says, say("time.seconds", { n: number(answer.seconds, 1) }));
  }

  function orders(answer, table, onPlay) {
    const rows = answer.choices.map((choice) => ({
      plays: choice.plays, kind: "share", text: shareText(choice, answer), same: choice.same, only: false,
      share: isSmall(answer) ? undefined : choice.share,
    }));
    return [make("p", { class: "facts" }, say("orders.tip")), listed(rows, table, onPlay)];
  }

  function shareText(choice, answer) {
    const { won, lost, unknown, interval } = choice;
    if (answer.exact) return percent(choice.share);
    if (isSmall(answer)) return say("game.of", { won: number(won), of: number(won + lost + unknown) });
    return say("orders.row", { share: percent(choice.share), low: percent(interval[0]), high: percent(interval[1]) });
  }

  // --- a played game

  function game(answer, table, goTo, actions) {
    const at = answer.first_losing_turn;
    const kind = at !== null ? "unwinnable" : answer.turns.some((turn) => turn.verdict === "unknown") ? "unknown" : "winnable";
    const lostBefore = !table.duel && answer.verdict === "unwinnable";
    let title = say("game.fine");
    if (at !== null) title = say("game.lost", { n: at });
    else if (kind === "unknown") title = say("game.fine.unknown");
    else if (lostBefore) title = say("game.fine.lost");
    const shown = at === null && lostBefore ? "unwinnable" : kind;
    const says = answer.limit ? [said(answer.limit)] : [];
    const buttons = at === null || !answer.better.length ? [] : [make("div", { class: "row" }, ...actions)];
    return make("div", {}, banner(shown, title, says, say("time.seconds", { n: number(answer.seconds, 3) }), ...buttons), gameTable(answer, table, goTo));
  }

  function gameTable(answer, table, goTo) {
    const rows = answer.turns.map((turn, at) => {
      const after = table.duel && turn.stands_better ? say("after.duel", { winner: turn.stands_better }) : say(`after.${turn.verdict}`);
      const won = turn.winning === null ? "" : say("game.of", { won: number(turn.winning), of: number(turn.choices) });
      return make("tr", { class: `${turn.verdict}${turn.loses ? " loses" : ""}` },
        make("td", { class: "turn-number" }, `${at + 1}.`),
        make("td", {}, make("button", { type: "button", class: "turn", onclick: () => goTo(at + 1) },
          table.names.length > 1 && make("span", { class: "who" }, String(turn.player ?? "")), ...chips(turn.plays, table))),
        make("td", { class: "worth" }, make("span", { class: `badge ${turn.verdict}` }, after)),
        make("td", { class: "ways-of" }, won));
    });
    const head = ["", say("choices.turn"), say("game.after"), say("game.choices")].map((text) => make("th", { scope: "col" }, text));
    return make("table", { class: "choices game" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
  }

  Object.assign(tenback.live, { answered, choices, orders, game, banner });
})((globalThis.tenback = globalThis.tenback || {}));
