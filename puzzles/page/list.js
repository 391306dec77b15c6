// The language, the list of puzzles, and which of them is open.

(function (tenback) {
  "use strict";

  const { make, words } = tenback;
  const at = (id) => document.getElementById(id);

  const DAY_OF_1970 = 719163; // 1 January 1970, counted from 1 January of the year 1 as in puzzles/daily.py

  // What is said where there is room, and to screen readers; and what stands there on a phone.
  const whole = (key) => make("span", { class: "whole" }, words(key));
  const brief = (text) => make("span", { class: "brief", "aria-hidden": "true" }, text);

  const GAMES = "#/play"; // no puzzle has this address, nor that of a game: an id is written without / and =
  const isOfGames = (hash) => hash === GAMES || hash.startsWith("#g=");

  const openLessons = new Set(); // their chapters' first puzzles

  class Listing {
    speak(language) {
      tenback.language = language in this.data.words ? language : "en";
      document.documentElement.lang = tenback.language;
      at("skip").textContent = words("ui.skip");
      at("open-list").replaceChildren(make("span", { class: "bars", "aria-hidden": "true" }), whole("ui.list"));
      at("list").setAttribute("aria-label", words("ui.list"));
      at("help-button").replaceChildren(whole("ui.help"), brief("?"));
      at("language").replaceChildren(whole("ui.other-language"), brief(words("ui.other-language.brief")));
      at("language").lang = tenback.language === "en" ? "de" : "en";
      this.showWays();
    }

    switchLanguage() {
      this.speak(tenback.language === "en" ? "de" : "en");
      this.store.put("settings", { language: tenback.language });
      if (this.data.puzzles.length) this.open(this.number, false);
      else this.showEmpty();
      globalThis.dispatchEvent(new Event("tenback-language"));
    }

    // --- which puzzle

    openByHash() {
      const { puzzles } = this.data;
      this.showPart(isOfGames(location.hash));
      if (this.isPlaying) return tenback.match.begin();
      if (!puzzles.length) return this.showEmpty();
      const named = puzzles.findIndex((puzzle) => `#${encodeURIComponent(puzzle.id)}` === location.hash);
      const last = puzzles.findIndex((puzzle) => puzzle.digest === this.settings.last);
      const wanted = [named, location.hash === "#today" ? this.today : -1, last, this.gentlest, 0];
      return this.open(
        wanted.find((number) => number >= 0),
        false,
      );
    }

    // Whole games, or the puzzles; where a server is, it has addresses for both.
    showPart(isPlaying) {
      if (!this.data.play) return;
      this.isPlaying = isPlaying;
      at("live").hidden = !isPlaying;
      at("layout").hidden = at("open-list").hidden = isPlaying;
      if (!isPlaying) at("help-button").hidden = false;
      document.body.classList.toggle("solver-page", isPlaying);
      if (isPlaying && !tenback.match) tenback.match = new tenback.live.Match(at("live"), GAMES);
      this.showWays();
    }

    showWays() {
      if (!this.data.play) return;
      const way = (href, text, here) => make("a", { href, "aria-current": here ? "page" : undefined }, text);
      const puzzles = `#${this.data.puzzles.length ? encodeURIComponent(this.puzzle.id) : ""}`;
      const back = this.isPlaying ? [way(puzzles, words("ui.list"), false)] : []; // else the list has a button
      at("ways").replaceChildren(way(GAMES, tenback.live.say("nav.play"), this.isPlaying), ...back);
    }

    // Where a newcomer begins: the plainest game, its easiest level.
    get gentlest() {
      const { puzzles, tables, levels, games } = this.data;
      const unrated = levels.length;
      const steps = puzzles.map(({ table, level, kind }) => {
        const hard = levels.includes(level) ? levels.indexOf(level) : unrated;
        const plain = kind.whole && !kind.scored && !kind.counts; // to lay every card
        return games.indexOf(tables[table].game) * (unrated + 1) + hard + (plain ? 0 : 0.5);
      });
      return steps.indexOf(Math.min(...steps));
    }

    // The number of the puzzle of the day, which is that of `tenback puzzle daily`; -1 if the page does not have it.
    get today() {
      const { daily } = this.data;
      const now = new Date();
      const day = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86400000 + DAY_OF_1970;
      return daily ? daily[day % daily.length] : -1;
    }

    showEmpty() {
      at("puzzle-title").textContent = words("ui.empty");
      at("progress").textContent = "";
      at("open-list").hidden = true;
      at("layout").hidden = this.data.live || this.isPlaying; // a server's own panel is there instead
    }

    go(number) {
      this.toggleList(false);
      this.open(number, true);
      at("puzzle").focus({ preventScroll: true });
      globalThis.scrollTo(0, 0);
    }

    open(number, named) {
      this.number = number;
      this.hints = 0;
      this.solution = null;
      this.judge = new tenback.Judge(this.puzzle, this.table);
      this.settings.last = this.puzzle.digest;
      this.store.put("settings", { last: this.puzzle.digest });
      if (named) history.replaceState(null, "", `#${encodeURIComponent(this.puzzle.id)}`);
      this.showPuzzle();
      this.showList();
      const [list, current] = [at("list"), at("entries").querySelector("[aria-current]")];
      if (
        current &&
        (current.offsetTop < list.scrollTop ||
          current.offsetTop + current.offsetHeight > list.scrollTop + list.clientHeight)
      ) {
        list.scrollTop = current.offsetTop - list.clientHeight / 2;
      }
    }

    // --- the list

    get solvedCount() {
      return this.data.puzzles.filter((puzzle) => this.store.get(puzzle.digest).solved).length;
    }

    showProgress() {
      const values = { n: this.solvedCount, of: this.data.puzzles.length };
      at("progress").replaceChildren(
        make("span", { class: "whole" }, words("ui.progress", values)),
        make("span", { class: "brief", "aria-hidden": "true" }, words("ui.progress.brief", values)),
      );
    }

    showList() {
      this.showProgress();
      this.showHead();
      this.showFilters();
      const shown = this.data.puzzles
        .map((puzzle, number) => ({ puzzle, number }))
        .filter(({ puzzle }) => this.isShown(puzzle));
      let last;
      const rows = shown.flatMap(({ puzzle, number }) => {
        const chapter = this.chapterOf(number);
        const heading = chapter === last ? [] : [this.heading(chapter)];
        last = chapter;
        return [...heading, this.entry(puzzle, number)];
      });
      at("entries").replaceChildren(...rows);
      at("none-match").hidden = shown.length > 0;
      at("none-match").textContent = words("ui.none-match");
    }

    // Where the puzzles are those of a book.
    chapterOf(number) {
      return this.data.chapters.filter(({ first }) => first <= number).pop();
    }

    heading({ first, title, lesson }) {
      const language = tenback.language;
      const toggled = (event) => openLessons[event.target.open ? "add" : "delete"](first);
      const summary = make("summary", {}, make("h3", {}, title[language]));
      const lines = lesson[language].map((text) => make("p", {}, text));
      const open = openLessons.has(first) ? "" : undefined;
      return make("li", { class: "chapter" }, make("details", { open, ontoggle: toggled }, summary, ...lines));
    }

    showHead() {
      const { today } = this;
      const values = { n: this.solvedCount, of: this.data.puzzles.length };
      const button = () =>
        make(
          "button",
          {
            type: "button",
            class: "plain today",
            id: "today",
            "aria-current": today === this.number ? "true" : undefined,
            onclick: () => this.go(today),
          },
          `★ ${words("ui.today")}`,
        );
      at("list-head").replaceChildren(
        make("p", { class: "list-progress" }, words("ui.progress", values)),
        today < 0 ? "" : button(),
      );
    }

    // The puzzle that is open, and the progress; the others have not changed.
    showEntry() {
      this.showProgress();
      const shown = at("entries").querySelector("[aria-current]");
      if (shown) shown.parentElement.replaceWith(this.entry(this.puzzle, this.number));
    }

    isShown(puzzle) {
      const { game, level } = this.filter;
      return (!game || this.data.tables[puzzle.table].game === game) && (!level || puzzle.level === level);
    }

    showFilters() {
      const games = [...new Set(this.data.puzzles.map((puzzle) => this.data.tables[puzzle.table].game))];
      const levels = this.data.levels.filter((level) => this.data.puzzles.some((puzzle) => puzzle.level === level));
      at("filters").replaceChildren(
        this.select(
          "game",
          "ui.all-games",
          games.map((game) => [game, words(`game.${game}`)]),
        ),
        this.select(
          "level",
          "ui.all-levels",
          levels.map((level) => [level, words(`level.${level}`)]),
        ),
      );
      at("filters").hidden = games.length < 2 && levels.length < 2;
    }

    select(name, all, choices) {
      const options = [["", words(all)], ...choices].map(([value, text]) =>
        make("option", { value, selected: this.filter[name] === value }, text),
      );
      const change = (event) => {
        this.filter[name] = event.target.value;
        this.showList();
        at(`filter-${name}`).focus();
      };
      return make(
        "select",
        { id: `filter-${name}`, "aria-label": words(`ui.filter-${name}`), onchange: change },
        ...options,
      );
    }

    entry(puzzle, number) {
      const kept = this.store.get(puzzle.digest);
      const state = kept.solved
        ? kept.hints || kept.peeked
          ? "solved-with-hints"
          : "solved"
        : kept.missed || (kept.turns && (kept.turns.length || kept.lays.length))
          ? "begun"
          : "";
      const mark = { solved: "✓", "solved-with-hints": "✓", begun: "…" }[state] || "";
      const name = puzzle.title || puzzle.id;
      return make(
        "li",
        {},
        make(
          "button",
          {
            type: "button",
            class: `entry ${state}`,
            "data-puzzle": puzzle.id,
            "aria-current": number === this.number ? "true" : undefined,
            onclick: () => this.go(number),
          },
          make("span", { class: "entry-mark", "aria-hidden": "true" }, mark || String(number + 1)),
          make(
            "span",
            { class: "entry-text" },
            make("span", { class: "entry-title" }, name),
            make(
              "span",
              { class: "entry-facts" },
              `${words(`game.${this.data.tables[puzzle.table].game}`)} · ${puzzle.short[tenback.language]}`,
            ),
          ),
          make(
            "span",
            { class: "entry-level" },
            this.pips(puzzle.level),
            make("span", { class: "for-readers" }, state ? `, ${words(`ui.${state}`)}` : ""),
          ),
        ),
      );
    }

    // A level as so many discs of five, and in words.
    pips(level) {
      if (!level) return make("span", { class: "pips none" }, "");
      const full = this.data.levels.indexOf(level) + 1;
      const discs = this.data.levels.map((_, n) => make("span", { class: `pip${n < full ? " full" : ""}` }));
      return make(
        "span",
        { class: "pips", role: "img", "aria-label": words(`level.${level}`), title: words(`level.${level}`) },
        ...discs,
      );
    }

    toggleList(open = at("list").dataset.open !== "true") {
      if ((at("list").dataset.open === "true") === open) return;
      at("list").dataset.open = String(open);
      at("open-list").setAttribute("aria-expanded", String(open));
      if (open) (at("entries").querySelector("[aria-current]") || at("list")).focus();
      else at("open-list").focus({ preventScroll: true });
    }
  }

  tenback.Listing = Listing;
})((globalThis.tenback = globalThis.tenback || {}));
