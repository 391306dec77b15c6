// Progress, kept in the browser under a puzzle's digest; in memory alone where the browser forbids it.

(function (tenback) {
  "use strict";

  const KEY = "tenback.progress.1";

  class Store {
    constructor(storage) {
      this.memory = {};
      this.storage = storage || null;
      this.keeps = this.works();
    }

    static ofBrowser() {
      try {
        return new Store(globalThis.localStorage);
      } catch {
        return new Store(null); // a browser may forbid even to ask
      }
    }

    works() {
      try {
        this.storage.setItem(`${KEY}.try`, "1");
        this.storage.removeItem(`${KEY}.try`);
        return true;
      } catch {
        return false;
      }
    }

    // Everything that is kept; read again only if it has changed, perhaps by another window.
    all() {
      if (!this.keeps) return this.memory;
      try {
        const text = this.storage.getItem(KEY) || "{}";
        if (text !== this.text) [this.text, this.memory] = [text, parsed(text)];
        return this.memory;
      } catch {
        return this.memory;
      }
    }

    get(name) {
      const kept = this.all()[name];
      return kept && typeof kept === "object" ? kept : {};
    }

    put(name, changes) {
      this.memory = { ...this.all(), [name]: { ...this.get(name), ...changes } };
      try {
        if (!this.keeps) return;
        this.text = JSON.stringify(this.memory);
        this.storage.setItem(KEY, this.text);
      } catch {
        this.keeps = false; // full, or forbidden meanwhile
      }
    }
  }

  function parsed(text) {
    try {
      const kept = JSON.parse(text);
      return kept && typeof kept === "object" && !Array.isArray(kept) ? kept : {};
    } catch {
      return {}; // not ours, or broken: begin anew
    }
  }

  tenback.Store = Store;
})((globalThis.tenback = globalThis.tenback || {}));
