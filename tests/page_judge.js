// Asks the page's judge about lines of play, one JSON object a line on standard input.
// {puzzle, table} for the lines after it, or {turns: [[[card, pile], …], …], lays: [[card, pile], …]}.
"use strict";
require("../puzzles/page/stipulation.js");
require("../puzzles/page/referee.js");
require("../puzzles/page/judge.js");
const { referee, Judge } = globalThis.tenback;
const lines = require("fs").readFileSync(0, "utf8").split("\n").filter(Boolean);
let judge = null;

function said({ turns, lays }) {
  let position = judge.puzzle.position;
  const positions = [position];
  for (const plays of turns) {
    position = referee.end(judge.table, position, referee.laidOut(judge.table, position, plays));
    positions.push(position);
  }
  const found = judge.best(position, referee.laidOut(judge.table, position, lays), turns.length);
  return {
    after: positions.map((each, n) => judge.after(each, n)),
    best: found.verdict,
    lost: judge.givenAwayAt(positions),
  };
}

const answers = [];
for (const line of lines) {
  const asked = JSON.parse(line);
  if (asked.puzzle) judge = new Judge(asked.puzzle, asked.table);
  else answers.push(JSON.stringify(said(asked)));
}
process.stdout.write(answers.join("\n"));
