// Questions to the server: one at a time each, given up when a newer one is asked; a busy server is asked again.

(function (tenback) {
  "use strict";

  const { Refused } = tenback.live;
  const MOST_TRIES = 8;

  class Line {
    constructor() {
      this.under = null;
    }

    // The answer; null if it was stopped, or a newer question took its place.
    async ask(path, body, onBusy = () => {}) {
      this.stop();
      const mine = new AbortController();
      this.under = mine;
      try {
        return await this.tried(path, body, mine.signal, onBusy);
      } catch (error) {
        if (mine.signal.aborted) return null;
        throw error;
      } finally {
        if (this.under === mine) this.under = null;
      }
    }

    async tried(path, body, signal, onBusy) {
      for (let tries = 1; ; tries++) {
        const response = await fetch(path, {
          method: "POST", headers: { "content-type": "application/json", "accept-language": tenback.language }, body: JSON.stringify(body), signal,
        });
        const data = await response.json();
        if (response.ok) return data;
        if (response.status !== 503 || tries === MOST_TRIES) throw new Refused(data.error);
        onBusy();
        await pause(1000 * Number(response.headers.get("retry-after") || 1), signal);
      }
    }

    // The games and their numbers of players.
    async games() {
      return (await fetch("api/games")).json();
    }

    stop() {
      if (this.under) this.under.abort();
      this.under = null;
    }
  }

  function pause(milliseconds, signal) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, milliseconds);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(new DOMException("stopped", "AbortError"));
      }, { once: true });
    });
  }

  tenback.live.AskLine = Line;
})((globalThis.tenback = globalThis.tenback || {}));
