// A question that is being worked on: said at once, at the top of the answers, with the time it takes and a way out.

(function (tenback) {
  "use strict";

  const { make } = tenback;
  const { say, said, Refused } = tenback.live;
  const PATIENT = 400; // milliseconds before a question that nobody asked aloud is said to be worked on

  class Working {
    // ``onChange()``: a question was begun or has ended, so that its button can be let go or held.
    constructor(onChange) {
      this.onChange = onChange;
      this.kind = null; // of the question under way
      this.line = null;
      this.words = make("span", { class: "working-words" });
      this.clock = make("span", { class: "working-clock", "aria-hidden": "true" });
      this.cancel = make("button", { type: "button", class: "plain", id: "cancel", onclick: () => this.stop() });
      const spinner = make("span", { class: "spinner", "aria-hidden": "true" });
      const status = make("p", { class: "working-says", role: "status" }, this.words, " ", this.clock);
      this.element = make("div", { class: "working", id: "working", hidden: true }, spinner, status, this.cancel);
    }

    get busy() {
      return this.kind !== null;
    }

    // The answer; null if there is none, which is said in ``place``.  A question of another kind gives way to this one.
    async ask(kind, line, path, body, place) {
      if (this.line) this.line.stop();
      const mine = Symbol(kind);
      Object.assign(this, { kind, line, mine, place, began: Date.now(), seconds: body.time_limit, isWaiting: false });
      place.replaceChildren();
      this.show(kind === "judge");
      this.onChange();
      try {
        return await line.ask(path, body, () => this.waits(mine));
      } catch (error) {
        place.replaceChildren(make("p", { class: "error", role: "alert" }, faultOf(error)));
        return null;
      } finally {
        if (this.mine === mine) this.end();
      }
    }

    waits(mine) {
      if (this.mine !== mine) return;
      this.isWaiting = true;
      this.speak();
    }

    show(later) {
      clearInterval(this.timer);
      clearTimeout(this.delay);
      this.timer = setInterval(() => this.speak(), 1000);
      this.delay = setTimeout(() => { this.element.hidden = !this.busy; }, later ? PATIENT : 0);
      if (!later) this.element.hidden = false;
      this.speak();
    }

    speak() {
      if (!this.busy) return;
      const n = Math.round((Date.now() - this.began) / 1000);
      this.words.textContent = this.isWaiting ? say("busy") : say(`working.${this.kind}`);
      this.clock.textContent = say("working.clock", { n, of: this.seconds });
      this.cancel.textContent = say("cancel");
    }

    end() {
      clearInterval(this.timer);
      clearTimeout(this.delay);
      Object.assign(this, { kind: null, line: null, mine: null });
      this.element.hidden = true;
      this.onChange();
    }

    // Given up by whoever asked.
    stop() {
      if (!this.busy) return;
      const { line, place, kind } = this;
      this.end();
      line.stop();
      if (kind !== "judge") place.replaceChildren(make("p", { class: "note", role: "status" }, say("stopped")));
    }
  }

  const faultOf = (error) => (error instanceof Refused ? said(error.message) : say("offline"));

  Object.assign(tenback.live, { Working, faultOf });
})((globalThis.tenback = globalThis.tenback || {}));
