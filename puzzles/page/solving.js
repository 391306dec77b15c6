// The puzzle that is being solved: what is said after a turn, checks, hints, and which turn lost a game.

(function (tenback) {
  "use strict";

  const { words, counted, referee } = tenback;
  const LAST_HINT = 3;

  class Solving extends tenback.Listing {
    changed() {
      if (this.quiet || !this.board) return;
      this.hints = 0;
      if (this.solution) return;
      const { turns, lays } = this.board;
      this.store.put(this.puzzle.digest, { turns: turns.map(({ plays, replied }) => ({ plays, replied })), lays });
      this.showEntry();
    }

    // What is said of the position shown, when nothing else has just been said.
    sayState() {
      const outcome = this.board.outcome();
      const verdict = this.board.at ? this.judge.after(this.board.position, this.board.at) : "keeps";
      if (verdict === "solved") this.board.say(this.solvedWords(), "good");
      else if (outcome) this.board.say(this.failedWords(outcome), "bad");
    }

    turnEnded() {
      const { board, judge } = this;
      if (this.solution) return;
      let verdict = judge.after(board.position, board.at);
      if (verdict === "solved") return this.celebrate();
      if (verdict === "failed" || (judge.kind.first && verdict === "unknown")) return this.fail(verdict);
      if (judge.isOpponents(board.position)) return this.answer(verdict);
      if (this.settings.each) this.check();
      return undefined;
    }

    // The opponent's turn.
    answer(verdict) {
      const { board, judge } = this;
      const reply = judge.reply(board.position, board.at);
      const player = board.playerWords(board.position.mover);
      const judged = this.settings.each ? ` ${this.verdictWords(verdict)}` : "";
      if (!reply || !board.reply(reply)) {
        const hero = board.playerWords(judge.hero);
        return verdict === "lost"
          ? board.say(words("say.not-in-time", { player: hero }), "bad")
          : board.say(words("say.no-reply", { player }) + judged, "refused");
      }
      const outcome = board.outcome();
      const said = words("say.reply", { player, plays: board.playsWords(reply) });
      if (this.settings.each) this.mark();
      return board.say(`${said} ${outcome ? this.failedWords(outcome) : judged}`, outcome ? "bad" : "");
    }

    celebrate() {
      const kept = this.store.get(this.puzzle.digest);
      this.store.put(this.puzzle.digest, { solved: true });
      this.board.say(this.solvedWords(kept), "good");
      this.showBelow();
      this.showAbout();
    }

    solvedWords(kept = this.store.get(this.puzzle.digest)) {
      const { board } = this;
      const { scored, first, counts, orders } = this.judge.kind;
      const parts = [];
      if (scored) parts.push(counted("say.solved.score", referee.cardsLeft(board.position)));
      else if (first) parts.push(words(orders ? "say.solved.safe" : "say.solved.turn"), this.goesOnWords());
      else if (counts) parts.push(words("say.solved.duel", { player: board.playerWords(this.judge.hero) }));
      else parts.push(words("say.solved"));
      if (kept.hints) parts.push(counted("say.solved.hints", kept.hints));
      if (kept.peeked) parts.push(words("say.solved.peeked"));
      return parts.filter(Boolean).join(" ");
    }

    // How it is won after the first turn, in the author's way; nothing where like piles were exchanged.
    goesOnWords() {
      const { board, puzzle, judge } = this;
      const line = puzzle.solution.slice(1).map((plays) => board.playsWords(plays));
      const first = judge.path.get(judge.key(puzzle.position, 0));
      const same = first && first.tops === board.position.tops.join();
      const goesOn = words(judge.kind.orders ? "say.goes-on.order" : "say.goes-on");
      return same && line.length ? `${goesOn} ${line.join(" / ")}` : "";
    }

    fail(verdict) {
      const { board, judge } = this;
      const outcome = board.outcome();
      if (judge.kind.first) {
        const known = judge.kind.orders ? "say.not-safe" : "say.not-the-turn";
        const said = words(verdict === "unknown" ? "say.not-the-turn.unknown" : known);
        const why = judge.reason(board.position, board.at);
        if (why && why.order) board.drawAs(why.order);
        this.board.say(`${said} ${this.whyWords(this.board.at)}`.trim(), "bad");
      } else this.board.say(this.failedWords(outcome), "bad");
    }

    // Why the turn with this number gave it away: the reason, and the line that refutes it where there is one.
    whyWords(number) {
      const { board, judge } = this;
      const why = number ? judge.reason(board.positions[number], number) : null;
      if (!why) return "";
      const line = (why.line || []).map((plays) => board.playsWords(plays)).join(" / ");
      return `${board.asLabelled(why[tenback.language])} ${line}`.trim();
    }

    failedWords(outcome) {
      const { puzzle, board } = this;
      const left = counted("say.left", referee.cardsLeft(board.position));
      if (this.judge.kind.scored) return words("say.stuck.score", { left, best: puzzle.best });
      if (outcome && outcome.won && puzzle.require)
        return words("say.not-as-asked", { asked: puzzle.require[tenback.language] });
      if (!outcome) return counted("say.out-of-turns", puzzle.turns, { player: board.playerWords(this.judge.hero) });
      return outcome.text;
    }

    // --- check

    check() {
      const { board, judge } = this;
      this.mark();
      const before = board.at ? judge.after(board.position, board.at) : judge.after(board.position, 0);
      if (before === "solved") return board.say(this.solvedWords(), "good");
      if (before === "lost" || before === "failed") return board.say(this.verdictWords(before), "bad");
      if (!board.lays.length) return board.say(this.verdictWords(before), before === "keeps" ? "good" : "");
      const { verdict } = judge.best(board.position, board.turn, board.at);
      const key = { keeps: "say.keeps", lost: "say.gives-away", unknown: "say.not-known" }[verdict];
      return board.say(words(key), { keeps: "good", lost: "bad" }[verdict]);
    }

    mark() {
      const { board, judge } = this;
      board.marks = board.positions.map((position, turns) => (turns ? judge.after(position, turns) : undefined));
      board.draw();
    }

    verdictWords(verdict) {
      if (verdict === "keeps" || verdict === "solved") return words("say.keeps");
      if (verdict === "unknown") return words("say.not-known");
      const turn = this.judge.givenAwayAt(this.board.positions.slice(0, this.board.at + 1));
      if (turn === null) return words("hint.lost");
      return `${words("say.gave-away", { n: turn })} ${this.whyWords(turn)}`.trim();
    }

    // --- hints

    hint() {
      const { board } = this;
      const still = board.still();
      if (still && still.rule === "over") return board.say(words("say.over"), "refused");
      const level = Math.min(this.hints + 1, LAST_HINT);
      const text = this.hintWords(level);
      this.countHint(level);
      const more = level < LAST_HINT && text.more ? ` ${words("say.hint-more")}` : "";
      board.say(text.says + more, "hint");
      return undefined;
    }

    countHint(level) {
      const kept = this.store.get(this.puzzle.digest);
      const heard = this.hints === level;
      this.hints = level;
      if (!kept.solved && !heard) this.store.put(this.puzzle.digest, { hints: (kept.hints || 0) + 1 });
    }

    hintWords(level) {
      const { board, judge } = this;
      const { position, turn, at: turns } = board;
      const stands = judge.after(position, turns);
      if (stands === "lost" || stands === "failed") return this.lostHint(level);
      const found = judge.best(position, turn, turns);
      if (found.turn) return this.towards(found.turn, level);
      if (found.verdict === "unknown") return { says: words("hint.unknown") };
      const sooner = this.takeBack();
      if (level === 1) return { says: words("hint.astray"), more: true };
      if (level === 2) return { says: words("hint.astray.pile", { pile: board.pileWords(sooner[0][1]) }), more: true };
      return { says: words("hint.take-back", { plays: board.playsWords(sooner) }) };
    }

    towards(goal, level) {
      const { board, judge, puzzle } = this;
      const next = goal.laid[board.lays.length];
      if (!next) return { says: words(level === 1 ? "hint.complete" : "hint.end"), more: level === 1 };
      const [card, pile] = next;
      if (level === LAST_HINT) {
        board.highlight([next]);
        return { says: words("hint.play", { card: board.cardWords(card), pile: board.pileWords(pile) }) };
      }
      if (level === 2) return { says: words("hint.pile", { pile: board.pileWords(pile) }), more: true };
      const titles = puzzle.themes[tenback.language] || [];
      const theme =
        !board.at && !board.lays.length && titles.length
          ? `${words("hint.theme", { title: titles[0], says: "" }).trim()} `
          : "";
      return { says: theme + words(judge.strategy(board.position, goal)), more: true };
    }

    lostHint(level) {
      const turn = this.judge.givenAwayAt(this.board.positions.slice(0, this.board.at + 1));
      if (turn === null || level === 1) return { says: words("hint.lost"), more: turn !== null };
      const why = this.whyWords(turn);
      if (level === 2 || !why) return { says: words("hint.lost.where", { turn }), more: !!why };
      return { says: why };
    }

    // The last plays of the turn under way, as few as must be taken back.
    takeBack() {
      const { board, judge } = this;
      for (let kept = board.lays.length - 1; kept > 0; kept--) {
        const before = referee.laidOut(this.table, board.position, board.lays.slice(0, kept));
        if (judge.best(board.position, before, board.at).turn) return board.lays.slice(kept);
      }
      return board.lays;
    }

    // --- where was it lost?

    stepped(board) {
      if (this.quiet || this.solution) return;
      const last = this.puzzle.played.length;
      board.say(board.at ? words("ui.at-turn", { n: board.at, of: last }) : words("ui.at-start", { of: last }));
    }

    // One answer counts: after a wrong one the page tells which turn it was.
    nameTurn() {
      const { board, puzzle } = this;
      if (!board.at) return board.say(words("ui.name-turn"), "refused");
      const right = board.at === puzzle.lost_at;
      this.store.put(puzzle.digest, right ? { solved: true } : { missed: board.at });
      this.showBoard();
      this.showBelow();
      this.showAbout();
      this.showList();
      const next = this.board.bar.querySelector(".main");
      return next && next.focus();
    }

    // What is said of a played game once it has been answered.
    answeredWords({ solved, missed }) {
      const { puzzle, board } = this;
      const why = puzzle.reasons.lost;
      const line = ((why && why.line) || []).map((plays) => board.playsWords(plays)).join(" / ");
      const said = solved
        ? words("say.solved.where", { n: puzzle.lost_at })
        : words("say.missed", { n: missed, lost: puzzle.lost_at });
      return [said, why && board.asLabelled(why[tenback.language]), line].filter(Boolean).join(" ");
    }

    hintWhere() {
      const level = Math.min(this.hints + 1, LAST_HINT);
      const { lost_at: lost, played } = this.puzzle;
      const half = Math.ceil(played.length / 2);
      const [first, last] = lost <= half ? [1, half] : [half + 1, played.length];
      this.countHint(level);
      const wide = played.length < 3 || first === last;
      if (level === 1 || (level === 2 && wide)) return this.board.say(words("hint.where"), "hint");
      if (level === 2) return this.board.say(words("hint.where.range", { first, last }), "hint");
      return this.board.say(words("hint.where.turn", { turn: lost }), "hint");
    }
  }

  tenback.Solving = Solving;
})((globalThis.tenback = globalThis.tenback || {}));
