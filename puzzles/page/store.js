// Progress, kept in the browser under a puzzle's digest; in memory alone where the browser forbids it.  Games that are
// played are kept in the same way under a key of their own.

(function (tenback) {
  "use strict";

  const KEY = "tenback.progress.1";

  class Store {
    constructor(storage, key = KEY) {
      this.memory = {};
      this.key = key;
      this.storage = storage || null;
      this.keeps = this.works();
    }

    static ofBrowser(key = KEY) {
      try {
        return new Store(globalThis.localStorage, key);
      } catch {
        return new Store(null, key); // a browser may forbid even to ask
      }
    }

    works() {
      try {
        this.storage.setItem(`${this.key}.try`, "1");
        this.storage.removeItem(`${this.key}.try`);
        return true;
      } catch {
        return false;
      }
    }

    // Everything that is kept; read again only if it has changed, perhaps by another window.
    all() {
      if (!this.keeps) return this.memory;
      try {
        const text = this.storage.getItem(this.key) || "{}";
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
      this.write({ ...this.all(), [name]: { ...this.get(name), ...changes } });
    }

    drop(name) {
      const { [name]: _, ...rest } = this.all();
      this.write(rest);
    }

    write(memory) {
      this.memory = memory;
      try {
        if (!this.keeps) return;
        this.text = JSON.stringify(this.memory);
        this.storage.setItem(this.key, this.text);
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
