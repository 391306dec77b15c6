// Hints, the chance to win, and the coach.  As at the table they come from what the seat sees; open, they are exact.

(function (tenback) {
  "use strict";

  const { make, referee, words } = tenback;
  const live = tenback.live;
  const { say } = live;
  const SECONDS = 2; // for an exact verdict
  const AS_GOOD = 0.01; // a turn that costs less than this is as good as the best
  const MUCH = 0.02; // from here on the better turn is told

  class Counsel {
    constructor(match) {
      this.match = match;
      this.line = new live.AskLine();
      this.coaching = new live.AskLine();
      this.element = make("p", { class: "coach", id: "coach", role: "status", hidden: true });
    }

    // --- asked for

    // The good turns, {plays, chance}, the best first; chance null: proved to win.  null: it is proved to be lost.
    async goals() {
      const { match } = this;
      const { seen, table, board } = match;
      if (seen.open) {
        const { verdict, turns } = await this.asked("api/solve", { position: board.json(), time_limit: SECONDS });
        if (verdict === "winnable" && turns.length) return [{ plays: turns[0].plays, chance: null }];
        if (verdict === "unwinnable" && !table.duel) return null;
      }
      const { turns } = await this.asked("api/counsel", { record: match.record });
      return turns.filter(({ chance }) => chance > turns[0].chance - AS_GOOD);
    }

    async asked(path, body) {
      const found = await this.line.ask(path, body);
      if (found === null) throw new DOMException("stopped", "AbortError");
      return found;
    }

    // Says what a question comes to, unless the game has gone on meanwhile.
    async told(question, answer) {
      const { match } = this;
      const still = match.board.still();
      if (still) return match.board.refuse(still);
      const moment = match.record;
      match.say(say("counsel.thinking"), "hint");
      try {
        const found = await question();
        if (match.record === moment) answer(found);
      } catch (error) {
        if (error.name !== "AbortError") match.say(live.faultOf(error).textContent || say("offline"), "bad");
      }
      return undefined;
    }

    hint() {
      const moment = this.match.game.line;
      const level = this.hinted === moment ? 2 : 1;
      this.hinted = moment;
      return this.told(() => this.goals(), (goals) => {
        this.match.counted();
        this.match.say(goals === null ? words("game.verdict.unwinnable") : this.hintWords(goals, level), "hint");
      });
    }

    hintWords(goals, level) {
      const { board, table } = this.match;
      const turns = goals.map(({ plays, chance }) => ({ plays: board.turnOf({ plays }).plays, chance }));
      const has = (plays, [card, pile]) => plays.some(([other, place]) => other === card && place === pile);
      const goal = turns.find(({ plays }) => board.lays.every((lay) => has(plays, lay)));
      if (!goal) return level === 1 ? words("hint.astray") : words("hint.take-back", { plays: board.playsWords(board.lays) });
      const rest = goal.plays.filter((play) => !has(board.lays, play));
      if (!rest.length) return words(level === 1 ? "hint.complete" : "hint.end");
      if (level === 1) {
        const whole = referee.laidOut(table, board.position, goal.plays);
        return `${words(tenback.Judge.prototype.strategy.call({ table }, board.position, whole))} ${words("say.hint-more")}`;
      }
      board.highlight(rest);
      return words(goal.chance === null ? "game.hint.proved" : "game.hint.turn", { plays: board.playsWords(rest), chance: percentOf(goal.chance) });
    }

    chance() {
      const { match } = this;
      const { seen, table, board } = match;
      const exactly = () => this.asked("api/solve", { position: board.json(), time_limit: SECONDS });
      const about = () => this.asked("api/counsel", { record: match.record });
      return this.told(seen.open ? exactly : about, ({ verdict, winner, turns }) => {
        if (!seen.open) return match.say(words(table.duel ? "game.chance.duel" : "game.chance", { chance: percentOf(turns[0].chance), player: String(seen.seat) }), "hint");
        const key = table.duel && verdict !== "unknown" ? "duel" : verdict;
        return match.say(words(`game.verdict.${key}`, { player: winner }), "hint");
      });
    }

    // --- the coach

    quiet() {
      this.coaching.stop();
      this.element.hidden = true;
      this.hinted = null;
    }

    show(text, kind = "") {
      this.element.className = `coach ${kind}`;
      this.element.textContent = text;
      this.element.hidden = false;
    }

    // After a turn of a person: what it cost.  ``before`` is the table before it.
    async judge(turn, plays, before) {
      const { match } = this;
      const { board } = match;
      const record = match.record;
      try {
        if (match.seen.open) return this.exactly(await this.coaching.ask("api/analyze", { position: before, line: [{ plays }], count: false, time_limit: SECONDS }));
        const found = await this.coaching.ask("api/cost", { record, turn });
        if (!found || board !== match.board) return undefined;
        const [best, chance, points] = [found.best.chance, found.chance, found.cost].map(percentOf);
        if (found.cost < AS_GOOD) return this.show(words("game.coach.best", { chance }), "good");
        const better = found.cost >= MUCH ? ` ${words("game.coach.better", { plays: board.playsWords(board.turnOf(found.best).plays) })}` : "";
        return this.show(words(points === 1 ? "game.coach.cost.one" : "game.coach.cost", { points, best, chance }) + better, found.cost >= MUCH ? "bad" : "");
      } catch (error) {
        return this.show(live.faultOf(error).textContent || say("offline"));
      }
    }

    exactly(found) {
      if (!found) return;
      const [turn] = found.turns;
      const { board } = this.match;
      if (turn.loses) {
        const better = found.better.length ? ` ${words("game.coach.better", { plays: board.playsWords(board.turnOf(found.better[0]).plays) })}` : "";
        this.show(words("game.coach.gave") + better, "bad");
      } else if (turn.verdict === "winnable") this.show(words("game.coach.keeps"), "good");
      else this.show(words(`game.verdict.${turn.verdict}`));
    }
  }

  // A whole number of percent; what is not quite certain is not told as certain.
  function percentOf(chance) {
    const whole = Math.round(100 * chance);
    return chance > 0 && chance < 1 ? Math.min(99, Math.max(1, whole)) : whole;
  }

  Object.assign(live, { Counsel, percentOf });
})((globalThis.tenback = globalThis.tenback || {}));
