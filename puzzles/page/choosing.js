// Puzzles in which an option is chosen instead of cards laid: players or cards are picked, and the answer is judged by
// what puzzles/page/options.py has worked out of every option.

(function (tenback) {
  "use strict";

  const { make, words, counted } = tenback;
  const LAST_HINT = 3;

  class Choosing extends tenback.Solving {
    // What was picked so far, as texts; kept with the puzzle.
    get picks() {
      const { picks } = this.store.get(this.puzzle.digest);
      return Array.isArray(picks) ? picks : [];
    }

    get choice() {
      return this.puzzle.choose;
    }

    optionOptions() {
      return {
        ...this.drawOptions(),
        interactive: false,
        log: false,
        actions: [
          { name: "hint", onClick: () => this.hintOption() },
          { name: "clear", off: () => !this.picks.length, onClick: () => this.pickNothing() },
          (this.store.get(this.puzzle.digest).solved && this.nextAction()) || {
            name: "answer",
            main: true,
            off: () => !this.isPicked,
            onClick: () => this.judgeOption(),
          },
        ],
      };
    }

    get isPicked() {
      return this.picks.length === this.choice.count;
    }

    showOption() {
      this.sayOption();
      this.showPicker();
    }

    showPicker() {
      const old = document.getElementById("picker");
      if (old) old.replaceWith(this.picker());
    }

    // The players or cards to pick from, in groups.
    picker() {
      const { groups, pick } = this.choice;
      const place = make("fieldset", { class: "picker", id: "picker" }, make("legend", {}, pick[tenback.language]));
      groups.forEach(({ label, items }, group) => {
        const row = items.map((item) => this.pickButton(item, group));
        const name = make("span", { class: "pick-name" }, label[tenback.language]);
        const readers = label[tenback.language] || pick[tenback.language];
        place.append(make("div", { class: "pick-row", role: "group", "aria-label": readers }, name, ...row));
      });
      return place;
    }

    pickButton({ text, card, label }, group) {
      const at = this.picks.indexOf(text);
      const many = this.choice.ordered && this.choice.count > 1 && at >= 0;
      return make(
        "button",
        {
          type: "button",
          class: `pick${card === null ? " way" : ""}`,
          "data-pick": text,
          "aria-pressed": String(at >= 0),
          "aria-label": card === null ? undefined : words("ui.pick", { what: this.board.cardWords(card) }),
          onclick: () => this.pick(text, group),
        },
        card === null ? label[tenback.language] : this.board.drawnCard(card),
        many && make("span", { class: "pick-place" }, String(at + 1)),
      );
    }

    pick(text, group) {
      const { picks, choice } = this;
      const groupOf = (one) => choice.groups.findIndex(({ items }) => items.some((item) => item.text === one));
      let next = picks.filter((one) => one !== text);
      if (next.length === picks.length) {
        if (choice.count === 1) next = [];
        else if (!choice.ordered) next = next.filter((one) => groupOf(one) !== group).slice(-1);
        next = [...next, text];
      }
      this.picked(next.slice(0, choice.count), text);
    }

    pickNothing() {
      this.picked([]);
    }

    picked(picks, focus) {
      this.hints = 0;
      this.store.put(this.puzzle.digest, { picks });
      this.board.draw();
      this.showPicker();
      const said = picks.length ? words("say.picked", { picks: picks.join(" ") }) : this.choice.pick[tenback.language];
      this.board.say(said);
      const button = focus && document.querySelector(`[data-pick="${focus}"]`);
      if (button) button.focus();
      this.showEntry();
    }

    // --- the answer

    get chosenKey() {
      const picks = this.choice.ordered ? this.picks : [...this.picks].sort();
      return picks.join(" ");
    }

    judgeOption() {
      const { puzzle, choice } = this;
      if (!this.isPicked) return this.board.say(choice.pick[tenback.language], "refused");
      const verdict = choice.verdicts[this.chosenKey];
      const kept = this.store.get(puzzle.digest);
      const tries = (kept.tries || 0) + (kept.solved ? 0 : 1);
      this.store.put(puzzle.digest, verdict && verdict.right ? { tries, solved: true } : { tries });
      if (verdict && verdict.right) {
        this.showBoard();
        this.showBelow();
        this.showAbout();
        this.showList();
        const next = this.board.bar.querySelector(".main");
        return next && next.focus();
      }
      return this.board.say(this.verdictSaid(verdict), verdict && verdict.right === false ? "bad" : "");
    }

    verdictSaid(verdict) {
      if (!verdict || verdict.right === null) return words("say.option.unknown");
      return `${words("say.option.wrong", { answer: this.picks.join(" ") })} ${this.whyOption(verdict)}`.trim();
    }

    whyOption({ why }) {
      if (!why) return "";
      const line = (why.line || []).map((plays) => this.board.playsWords(plays)).join(" / ");
      return `${this.board.asLabelled(why[tenback.language])} ${line}`.trim();
    }

    // What is said of an option puzzle when it is shown.
    sayOption() {
      const kept = this.store.get(this.puzzle.digest);
      const { said, pick, verdicts, answer } = this.choice;
      if (!kept.solved) return this.board.say(pick[tenback.language]);
      const parts = [words("say.solved"), said[tenback.language]];
      if (kept.tries > 1) parts.push(words("say.option.tries", { n: kept.tries }));
      if (kept.hints) parts.push(counted("say.solved.hints", kept.hints));
      if (kept.peeked) parts.push(words("say.solved.peeked"));
      const right = verdicts[answer];
      if (right) parts.push(this.whyOption(right));
      return this.board.say(parts.filter(Boolean).join(" "), "good");
    }

    hintOption() {
      const level = Math.min(this.hints + 1, LAST_HINT);
      const { hint, part, said } = this.choice;
      this.countHint(level);
      const text = { 1: hint, 2: part, 3: said }[level][tenback.language];
      const more = level < LAST_HINT ? ` ${words("say.hint-more")}` : "";
      return this.board.say(text + more, "hint");
    }
  }

  tenback.Choosing = Choosing;
})((globalThis.tenback = globalThis.tenback || {}));
