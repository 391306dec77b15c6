// Answers as people read them: the verdict, the worth of each turn, a played game turn by turn.

(function (tenback) {
  "use strict";

  const { make, sign } = tenback;
  const { say, sayCounted, said, number, huge, percent } = tenback.live;
  const FEW = 10; // choices that are shown at once
  const ICONS = { winnable: "✓", unwinnable: "✗", unknown: "?" };

  const isDuel = (board) => board.table.duel;

  // --- the verdict

  function verdict(answer, board) {
    const kind = answer.verdict;
    return banner(kind, verdictTitle(answer, board), verdictSays(answer, board), say("says.effort", {
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

  function verdictTitle(answer, board) {
    const { verdict: kind, goal, winner } = answer;
    if (kind === "unknown") return say("verdict.unknown");
    if (!["win", "cards-left", "turns"].includes(goal)) return say(kind === "winnable" ? "verdict.yes" : "verdict.no");
    if (isDuel(board)) return say("verdict.duel", { winner });
    return say(`verdict.${kind}`);
  }

  function verdictSays(answer, board) {
    const parts = [];
    const turns = answer.turns.length;
    const won = answer.verdict === "winnable";
    if (answer.reason) parts.push(said(answer.reason));
    if (isDuel(board)) {
      if (answer.verdict !== "unknown" && turns) parts.push(sayCounted("says.duel", turns));
    } else if (won && !turns) parts.push(say("says.over.won"));
    else if (won) parts.push(sayCounted(answer.goal === "turns" && answer.optimal ? "says.turns" : "says.line", turns));
    else if (answer.goal === "cards-left" && answer.optimal) parts.push(sayCounted("says.fewest", answer.cards_left));
    else if (turns) parts.push(sayCounted(answer.verdict === "unknown" ? "says.best" : "says.left", answer.cards_left));
    if (!answer.optimal && typeof answer.bound === "number" && !isDuel(board)) {
      parts.push(say("says.gap", { best: answer.goal === "turns" ? turns : answer.cards_left, bound: answer.bound }));
    }
    return parts;
  }

  // --- turns

  function chips(plays, board) {
    return plays.map(([card, pile]) => {
      const at = board.pileIndex(pile);
      return make("span", { class: "chip", "aria-label": board.playsWords([[board.cardIndex(card), at]]), role: "img" },
        ...board.brief(board.cardIndex(card)), sign(board.table.piles[at].direction, "arrow"), board.shortPile(at));
    });
  }

  function worth(choice, board) {
    if (choice.verdict === "unknown") return say("worth.unknown");
    if (isDuel(board)) {
      return choice.turns === null ? say("verdict.duel", { winner: choice.winner }) : say("worth.duel", { winner: choice.winner, n: choice.turns });
    }
    if (choice.verdict === "winnable") return say(choice.only ? "worth.only" : "worth.winnable");
    return choice.cards_left === null ? say("worth.unwinnable") : sayCounted("worth.left", choice.cards_left);
  }

  // What each turn of a position is worth; ``onPlay(plays)`` when one is chosen.
  function choices(answer, board, onPlay) {
    const { choices: all, all_choices: count } = answer;
    if (!all.length && !answer.limit) return [make("p", {}, say("choices.over"))];
    const rows = all.map((choice) => ({
      plays: choice.plays, kind: choice.verdict, text: worth(choice, board), same: choice.same, only: choice.only,
    }));
    return [make("p", { class: "facts" }, ...factsOf(answer, count)), table(rows, count, board, onPlay)];
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

  function table(rows, count, board, onPlay) {
    const body = make("tbody");
    const more = make("button", { type: "button", class: "plain more" });
    let all = false;
    const show = () => {
      body.replaceChildren(...(all ? rows : rows.slice(0, FEW)).map((row) => tableRow(row, board, onPlay)));
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
    return make("div", {}, make("table", { class: "choices" }, make("thead", {}, head), body), more);
  }

  function tableRow(row, board, onPlay) {
    const says = board.playsWords(row.plays.map(([card, pile]) => [board.cardIndex(card), board.pileIndex(pile)]));
    const play = make("button", { type: "button", class: "turn", "aria-label": `${says}. ${say("choices.play")}`, title: say("choices.play"), onclick: () => onPlay(row.plays) }, ...chips(row.plays, board));
    const bar = row.share === undefined ? null : make("span", { class: "bar", "aria-hidden": "true" }, make("span", { class: "bar-part" }));
    if (bar) bar.firstChild.style.setProperty("width", `${100 * row.share}%`);
    return make("tr", { class: `${row.kind}${row.only ? " only" : ""}` },
      make("td", {}, play), make("td", { class: "worth" }, make("span", { class: `badge ${row.kind}` }, row.text), bar),
      make("td", { class: "ways-of" }, row.same > 1 ? `×${number(row.same)}` : ""));
  }

  // --- an unknown order

  function orders(answer, board, onPlay) {
    const rows = answer.choices.map((choice) => ({
      plays: choice.plays, kind: "share", text: percent(choice.share), same: choice.same, share: choice.share, only: false,
    }));
    const how = answer.exact
      ? say("orders.exact", { n: huge(answer.orders) })
      : say("orders.sample", { n: number(answer.looked_at), low: percent(answer.interval[0]), high: percent(answer.interval[1]), confidence: percent(answer.confidence) });
    return [
      make("p", { class: "facts" }, `${say("orders.share", { share: percent(answer.share) })} (${how}). `, ...(answer.limit ? [said(answer.limit), " "] : []), say("orders.tip")),
      table(rows, answer.all_choices, board, onPlay),
    ];
  }

  // --- a played game

  function game(answer, board, actions) {
    const at = answer.first_losing_turn;
    const kind = at !== null ? "unwinnable" : answer.turns.some((turn) => turn.verdict === "unknown") ? "unknown" : "winnable";
    const lostBefore = !isDuel(board) && answer.verdict === "unwinnable";
    let title = say("game.fine");
    if (at !== null) title = say("game.lost", { n: at });
    else if (kind === "unknown") title = say("game.fine.unknown");
    else if (lostBefore) title = say("game.fine.lost");
    const shown = at === null && lostBefore ? "unwinnable" : kind;
    const says = answer.limit ? [said(answer.limit)] : [];
    const buttons = at === null || !answer.better.length ? [] : [make("div", { class: "row" }, ...actions)];
    return make("div", {}, banner(shown, title, says, say("time.seconds", { n: number(answer.seconds, 3) }), ...buttons), gameTable(answer, board));
  }

  function gameTable(answer, board) {
    const rows = answer.turns.map((turn, at) => {
      const after = isDuel(board) && turn.stands_better ? say("after.duel", { winner: turn.stands_better }) : say(`after.${turn.verdict}`);
      const won = turn.winning === null ? "" : say("game.of", { won: number(turn.winning), of: number(turn.choices) });
      return make("tr", { class: `${turn.verdict}${turn.loses ? " loses" : ""}` },
        make("td", { class: "turn-number" }, `${at + 1}.`),
        make("td", {}, make("button", { type: "button", class: "turn", onclick: () => board.goTo(at + 1) },
          board.table.names.length > 1 && make("span", { class: "who" }, String(turn.player ?? "")), ...chips(turn.plays, board))),
        make("td", { class: "worth" }, make("span", { class: `badge ${turn.verdict}` }, after)),
        make("td", { class: "ways-of" }, won));
    });
    const head = ["", say("choices.turn"), say("game.after"), say("game.choices")].map((text) => make("th", { scope: "col" }, text));
    return make("table", { class: "choices game" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
  }

  Object.assign(tenback.live, { verdict, choices, orders, game, banner });
})((globalThis.tenback = globalThis.tenback || {}));
