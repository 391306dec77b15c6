// The table that a person plays at: cards are laid by click, by drag or by keyboard.
// How other scripts use it is described in puzzles/page/__init__.py

(function (tenback) {
  "use strict";

  const { words } = tenback;
  const DRAG_FROM = 8; // pixels that a pointer must move before a press becomes a drag
  const NEAR = 18; // pixels around a pile that still count as the pile when a card is let go

  class Board extends tenback.Drawn {
    constructor(element, data, options = {}) {
      super();
      this.element = element;
      this.options = { interactive: true, log: true, reset: true, actions: [], ...options };
      this.build();
      this.show(data);
    }

    // --- click

    onCard(card) {
      if (this.wasDragged) return;
      const still = this.still();
      if (still) return void this.refuse(still);
      this.chosen = this.chosen === card ? null : card;
      this.roving = card;
      this.draw();
      if (this.chosen === null) return void this.say(words("say.dropped"));
      const piles = this.table.piles.map((_, pile) => pile).filter((pile) => !this.refused(card, pile));
      const key = piles.length ? "say.chosen" : "say.chosen.none";
      this.say(words(key, { card: this.cardWords(card), piles: piles.map((pile) => this.pileLabel(pile)).join(", ") }));
    }

    onPile(pile) {
      if (this.chosen === null) return void this.say(words("say.choose-first"), "refused");
      this.lay(this.chosen, pile);
    }

    // --- keyboard

    onKey(event) {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const name = event.target.closest ? (event.target.closest("[data-focus]") || {}).dataset : null;
      const [kind, value] = name ? name.focus.split(":") : ["", ""];
      if (this.moveFocus(event.key, kind, Number(value)) || this.pressKey(event.key, kind, Number(value)))
        event.preventDefault();
    }

    moveFocus(key, kind, value) {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
      if (kind === "card" && (step || key === "Home" || key === "End")) return this.focusCard(value, key, step);
      if (kind === "pile" && step) return this.focusPile(value, step);
      if (kind === "card" && key === "ArrowUp") return this.focusPile(this.keyed[0], 0);
      if (kind === "pile" && key === "ArrowDown") return this.focusCard(this.roving, "", 0);
      return false;
    }

    focusCard(card, key, step) {
      const hand = this.handOf(this.looker);
      const at = Math.max(hand.indexOf(card), 0);
      const to = key === "Home" ? 0 : key === "End" ? hand.length - 1 : (at + step + hand.length) % hand.length;
      const element = this.element.querySelector(`[data-focus="card:${hand[to]}"]`);
      if (!element) return false;
      this.hand
        .querySelectorAll(".held")
        .forEach((held) => held.setAttribute("tabindex", held === element ? "0" : "-1"));
      element.focus();
      return true;
    }

    focusPile(pile, step) {
      const shown = [...this.piles.querySelectorAll(".pile")];
      const at = shown.findIndex((element) => element.dataset.focus === `pile:${pile}`);
      shown[(at + step + shown.length) % shown.length].focus();
      return true;
    }

    pressKey(key, kind, value) {
      if (/^[1-9]$/.test(key))
        return this.pressNumber(this.keyed[Number(key) - 1], kind === "card" ? value : this.chosen);
      if (key === "Escape" && this.chosen !== null) {
        this.chosen = null;
        this.draw();
        this.say(words("say.dropped"));
        return true;
      }
      if (!this.options.interactive) return false;
      const names = { e: "end", u: "undo", h: "hint", c: "check" };
      const button = this.bar.querySelector(`[data-action="${names[key.toLowerCase()]}"]`);
      if (button) button.click();
      return !!button;
    }

    pressNumber(pile, card) {
      if (pile === undefined) return false;
      if (card === null) this.say(words("say.choose-first"), "refused");
      else this.lay(card, pile);
      return true;
    }

    focused() {
      const active = document.activeElement;
      const element = active && this.element.contains(active) ? active.closest("[data-focus]") : null;
      if (!element) return null;
      const at = [...this.hand.children].indexOf(element);
      return { name: element.dataset.focus, at };
    }

    // The same thing, if it is still there; for a card that was laid its neighbour, after the last one the main button.
    refocus(focus) {
      if (!focus) return;
      const same = this.element.querySelector(`[data-focus="${focus.name}"]`);
      const held = this.hand.querySelectorAll(".held");
      const next = focus.at >= 0 ? held[Math.min(focus.at, held.length - 1)] : null;
      const element = same || next || this.bar.querySelector(".main");
      if (element) element.focus({ preventScroll: true });
    }

    // --- drag

    onPress(event) {
      const held = event.target.closest(".held");
      this.wasDragged = false;
      if (!held || event.button !== 0 || !event.isPrimary || this.still()) return;
      const drag = { held, card: this.cardIndex(held.dataset.card), x: event.clientX, y: event.clientY, ghost: null };
      const over = new AbortController();
      const follow = (name, what) =>
        document.addEventListener(name, (next) => next.pointerId === event.pointerId && what(next), {
          signal: over.signal,
        });
      const stop = (last) => {
        over.abort();
        this.onDrop(drag, last);
      };
      follow("pointermove", (next) => this.onDrag(drag, next));
      follow("pointerup", stop);
      follow("pointercancel", stop);
    }

    onDrag(drag, event) {
      const x = event.clientX - drag.x;
      const y = event.clientY - drag.y;
      if (!drag.ghost && Math.hypot(x, y) < DRAG_FROM) return;
      if (!drag.ghost) this.lift(drag, event.pointerId);
      drag.ghost.style.transform = `translate(${x}px, ${y}px) rotate(${Math.max(-6, Math.min(6, x / 20))}deg)`;
      const over = this.pileAt(event.clientX, event.clientY);
      this.piles.querySelectorAll(".pile").forEach((pile) => pile.classList.toggle("over", pile === over));
    }

    lift(drag, pointer) {
      this.dragged = true;
      drag.held.setPointerCapture(pointer);
      const box = drag.held.getBoundingClientRect();
      drag.ghost = drag.held.firstElementChild.cloneNode(true);
      drag.ghost.classList.add("ghost");
      Object.assign(drag.ghost.style, { left: `${box.left}px`, top: `${box.top}px`, height: `${box.height}px` });
      drag.ghost.style.setProperty("--w", `${box.width}px`);
      this.element.append(drag.ghost);
      drag.held.classList.add("lifted");
      this.markFits(drag.card);
    }

    onDrop(drag, event) {
      if (!drag.ghost) return; // it was a click
      this.dragged = false;
      drag.ghost.remove();
      drag.held.classList.remove("lifted");
      this.wasDragged = true; // the click that follows is no click
      setTimeout(() => {
        this.wasDragged = false;
      }, 0);
      const over = event.type === "pointerup" ? this.pileAt(event.clientX, event.clientY) : null;
      if (!over || !this.lay(drag.card, this.pileIndex(over.dataset.pile))) this.draw();
    }

    // The pile under a point, or the nearest one close by.
    pileAt(x, y) {
      let found = null;
      let least = NEAR;
      for (const pile of this.piles.querySelectorAll(".pile")) {
        const box = pile.getBoundingClientRect();
        const away = Math.max(box.left - x, x - box.right, box.top - y, y - box.bottom, 0);
        if (away < least) [found, least] = [pile, away];
      }
      return found;
    }
  }

  tenback.Board = Board;
})((globalThis.tenback = globalThis.tenback || {}));
