// Runs the page's referee over cases from standard input, one JSON object a line, and prints what it says of each.
// A case: {table} for the cases after it, or {position, plays, drawn}.
"use strict";
require("../puzzles/page/stipulation.js");
require("../puzzles/page/referee.js");
const { referee } = globalThis.tenback;
const lines = require("fs").readFileSync(0, "utf8").split("\n").filter(Boolean);
let table = null;

function judged({ position, plays, drawn }) {
  const over = referee.outcome(table, position);
  if (over && over.rule === "won") return { steps: [], refused: "game-over", play: null };
  let turn = referee.open(table, position);
  const steps = [];
  for (const [card, pile] of plays) {
    steps.push(described(turn));
    const refused = referee.refusal(table, turn, card, pile);
    if (refused) return { steps, refused: refused.rule, play: steps.length };
    turn = referee.lay(table, turn, card, pile);
  }
  steps.push(described(turn));
  const refused = referee.refusalToEnd(table, turn);
  if (refused) return { steps, refused: refused.rule, play: null };
  const after = referee.end(table, position, turn, drawn);
  const { tops, hands, draws, ordered, mover } = after;
  return {
    steps,
    after: { tops, hands, draws, ordered, mover },
    outcome: referee.outcome(table, after),
    key: referee.key(table, after),
  };
}

function described(turn) {
  return {
    plays: referee.plays(table, turn),
    ends: !referee.refusalToEnd(table, turn),
    draws: referee.cardsToDraw(table, turn),
    completes: referee.canBeCompleted(table, turn),
  };
}

const answers = [];
for (const line of lines) {
  const asked = JSON.parse(line);
  if (asked.table) table = asked.table;
  else answers.push(JSON.stringify({ outcome: referee.outcome(table, asked.position), judged: judged(asked) }));
}
process.stdout.write(answers.join("\n"));
