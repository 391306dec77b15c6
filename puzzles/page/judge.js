// What can be said about a puzzle: is it solved, can it still be solved, what would help.  Everything rests on the
// positions that puzzles/page/judged.py lists; where they do not reach, the answer is "unknown".

(function (tenback) {
  "use strict";

  const { referee, stipulation } = tenback;
  const MOST_EXPLORED = 60000; // ways to go on with a turn that are looked at before the answer is "unknown"

  class Judge {
    constructor(puzzle, table) {
      this.puzzle = puzzle;
      this.table = table;
      this.hero = puzzle.position.mover;
      this.keeping = new Set(puzzle.keeping ? puzzle.keeping.split(" ") : []);
      this.kind = puzzle.kind; // what puzzles/tasks says of the task
      this.lastTurn = 2 * puzzle.turns - 1; // of both: the mover begins and ends
      this.known = new WeakMap(); // verdicts by position: each position on the board is after so many turns
      this.path = this.authorsPath();
    }

    key(position, turns) {
      const name = referee.key(this.table, this.kind.orders ? this.asChosen(position) : position);
      return this.kind.counts ? `${name}/${turns}` : name;
    }

    // Where nobody knew the order of the draw pile: the position without the cards that happened to be drawn.
    asChosen(position) {
      const unseen = this.puzzle.position.draws.flat();
      return { ...position, hands: position.hands.map((hand) => hand.filter((card) => !unseen.includes(card))) };
    }

    // The author's line: for the name of each position on it, what follows.
    authorsPath() {
      const path = new Map();
      let position = this.puzzle.position;
      if (this.kind.where || this.kind.option) return path;
      this.puzzle.solution.forEach((plays, turns) => {
        const after = referee.end(this.table, position, referee.laidOut(this.table, position, plays));
        const tops = after.tops.join();
        path.set(this.key(position, turns), { plays, to: referee.key(this.table, after), tops });
        position = after;
      });
      return path;
    }

    // --- where the puzzle stands after whole turns: solved, failed, keeps, lost or unknown

    after(position, turns) {
      if (!this.known.has(position)) this.known.set(position, this.verdict(position, turns));
      return this.known.get(position);
    }

    verdict(position, turns) {
      const outcome = referee.outcome(this.table, position);
      if (this.isSolved(position, turns, outcome)) return "solved";
      if (this.kind.first && turns) return this.isDecided(turns) ? "failed" : "unknown";
      if (outcome || (this.puzzle.turns && turns >= this.lastTurn)) return "failed";
      if (position.left === null) return "lost";
      if (!turns && this.keeping.size) return "keeps";
      if (this.keeping.has(this.key(position, turns))) return "keeps";
      return this.isDecided(turns) ? "lost" : "unknown";
    }

    isSolved(position, turns, outcome) {
      const { first, scored, counts, whole } = this.kind;
      if (first) return turns === 1 && this.keeping.has(this.key(position, turns));
      if (scored) return turns > 0 && referee.cardsLeft(position) <= this.puzzle.best;
      if (!counts) return whole && !!outcome && outcome.won && stipulation.isMet(position.left);
      const inTime = !this.puzzle.turns || turns <= this.lastTurn;
      return !!outcome && outcome.winner === this.hero && inTime;
    }

    isDecided(turns) {
      return this.puzzle.decided === null || turns <= this.puzzle.decided;
    }

    // The number of the turn that gave it away, if that is known: the first after which nothing solves it.
    givenAwayAt(positions) {
      const at = positions.findIndex((position, turns) => ["lost", "failed"].includes(this.after(position, turns)));
      return at > 0 && positions.slice(0, at).every((position, turns) => this.after(position, turns) === "keeps")
        ? at
        : null;
    }

    // --- in the middle of a turn

    // The best that the turn under way can come to, and a turn that does it: the author's, else a short one.
    best(position, turn, turns) {
      const author = this.path.get(this.key(position, turns));
      let found = null;
      let unknown = false;
      const complete = referee.explore(
        this.table,
        turn,
        (now) => {
          if (referee.refusalToEnd(this.table, now)) return false;
          const after = referee.end(this.table, position, now);
          if (!this.keeps(after, turns + 1)) {
            unknown = unknown || (after.left !== null && !this.isDecided(turns + 1));
            return false;
          }
          const isAuthors = !!author && referee.key(this.table, after) === author.to;
          if (isAuthors || !found || now.laid.length < found.laid.length) found = now;
          return isAuthors;
        },
        MOST_EXPLORED,
      );
      if (found) return { verdict: "keeps", turn: found };
      return { verdict: unknown || complete === null ? "unknown" : "lost", turn: null };
    }

    // Is a position known to keep the task?  Without asking whether anybody is stuck: there may be many to look at.
    keeps(position, turns) {
      const { whole, counts, scored } = this.kind;
      if (this.keeping.has(this.key(position, turns))) return true;
      if (!whole || counts || !stipulation.isMet(position.left)) return false;
      return referee.cardsLeft(position) <= (scored ? this.puzzle.best : 0);
    }

    // Is it the turn of an opponent who works against the task, and whom the page plays?
    isOpponents(position) {
      return this.kind.answered && position.mover !== this.hero;
    }

    // The opponent's reply, if the page knows it.
    reply(position, turns) {
      return this.puzzle.replies[this.key(position, turns)] || null;
    }

    // Why a turn that ended here gave the task away, if the page knows it.
    reason(position, turns) {
      return this.puzzle.reasons[this.key(position, turns)] || null;
    }

    // --- hints: what kind of turn it is, without a card or a pile

    strategy(position, goal) {
      const table = this.table;
      const tricks = tricksIn(table, position, goal);
      const least = referee.least(table, goal);
      if (goal.laid.some(([, pile]) => referee.isGift(table, goal, pile))) return "hint.gift";
      if (tricks > 1) return "hint.tricks";
      if (tricks === 1) return "hint.trick";
      if (goal.laid.some(([card]) => table.command[card])) return "hint.command";
      if (goal.laid.length > least) return "hint.more";
      if (goal.laid.length === least && referee.plays(table, goal).length) return "hint.least";
      return "hint.plain";
    }
  }

  function tricksIn(table, position, goal) {
    let turn = referee.open(table, position);
    let tricks = 0;
    for (const [card, pile] of goal.laid) {
      if (!referee.isGift(table, turn, pile) && !referee.allows(table, "plain", pile, turn.tops[pile], card))
        tricks += 1;
      turn = referee.lay(table, turn, card, pile);
    }
    return tricks;
  }

  tenback.Judge = Judge;
})((globalThis.tenback = globalThis.tenback || {}));
