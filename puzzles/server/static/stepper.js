// Steps through the line on a board: buttons, a slider, and where one is.

(function (tenback) {
  "use strict";

  const { make } = tenback;
  const { say } = tenback.live;

  class Stepper {
    constructor(element, board) {
      this.board = board;
      this.element = element;
      this.slider = make("input", { type: "range", min: "0", step: "1", class: "slider" });
      this.slider.addEventListener("input", () => board().goTo(Number(this.slider.value)));
      this.where = make("output", { class: "where" });
      const button = (name, text, to) => make("button", { type: "button", class: `step ${name}`, "data-step": name, onclick: () => to() }, text);
      this.buttons = {
        first: button("first", "|◀", () => this.go(0)),
        back: button("back", "◀", () => this.go(board().at - 1)),
        on: button("on", "▶", () => this.go(board().at + 1)),
        last: button("last", "▶|", () => this.go(Infinity)),
      };
      const { first, back, on, last } = this.buttons;
      element.replaceChildren(first, back, on, last, this.slider, this.where);
      element.setAttribute("role", "group");
    }

    go(n) {
      const board = this.board();
      board.goTo(Math.min(Math.max(n, 0), board.line.length));
    }

    draw() {
      const { at, line } = this.board();
      const of = line.length;
      this.element.hidden = of === 0;
      this.slider.max = String(of);
      this.slider.value = String(at);
      const text = at ? say("step.at", { n: at, of }) : say("step.start");
      this.slider.setAttribute("aria-label", say("step.slider"));
      this.slider.setAttribute("aria-valuetext", text);
      this.where.textContent = text;
      for (const [name, button] of Object.entries(this.buttons)) {
        const off = name === "first" || name === "back" ? at === 0 : at === of;
        button.setAttribute("aria-disabled", String(off));
        button.setAttribute("aria-label", say(`step.${name}`));
        button.title = say(`step.${name}`);
      }
    }
  }

  tenback.live.Stepper = Stepper;
})((globalThis.tenback = globalThis.tenback || {}));
