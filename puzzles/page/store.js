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

    all() {
      if (!this.keeps) return this.memory;
      try {
        const kept = JSON.parse(this.storage.getItem(KEY) || "{}");
        return kept && typeof kept === "object" && !Array.isArray(kept) ? kept : {};
      } catch {
        return {};
      }
    }

    get(name) {
      const kept = this.all()[name];
      return kept && typeof kept === "object" ? kept : {};
    }

    // Read again before writing: another window may have been at it.
    put(name, changes) {
      const all = this.all();
      all[name] = { ...this.get(name), ...changes };
      this.memory = all;
      try {
        if (this.keeps) this.storage.setItem(KEY, JSON.stringify(all));
      } catch {
        this.keeps = false; // full, or forbidden meanwhile
      }
    }
  }

  tenback.Store = Store;
})((globalThis.tenback = globalThis.tenback || {}));
