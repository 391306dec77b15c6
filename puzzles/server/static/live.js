// Puts the server's part into the page: ways between the pages, the solver, or the wait for the puzzles.

(function (tenback) {
  "use strict";

  const { make } = tenback;
  const { say } = tenback.live;
  const at = (id) => document.getElementById(id);
  const AGAIN = 1000; // milliseconds between two looks at how far the puzzles are

  const isPlay = location.pathname.endsWith("/play");
  const isPuzzles = location.pathname.endsWith("/puzzles");
  const hasPuzzles = tenback.data.puzzles.length > 0;

  function ways() {
    let hasDaily = false;
    const nav = make("nav", { class: "ways-between", id: "ways" });
    const draw = () => {
      nav.setAttribute("aria-label", say("nav.label"));
      const way = (href, key, here) => make("a", { href, "aria-current": here ? "page" : undefined }, say(key));
      nav.replaceChildren(way("./", "nav.solver", !isPuzzles && !isPlay), way("play", "nav.play", isPlay), way("puzzles", "nav.puzzles", isPuzzles));
      if (hasDaily) nav.append(make("a", { href: "puzzles#today" }, make("span", { class: "whole" }, say("nav.today")), make("span", { class: "brief", "aria-hidden": "true" }, "★")));
      if (isPuzzles && hasPuzzles) nav.append(make("button", { type: "button", class: "plain", id: "ask-solver", onclick: ask }, say("nav.ask")));
    };
    document.querySelector("header.top").insertBefore(nav, at("progress"));
    globalThis.addEventListener("tenback-language", draw);
    draw();
    if (!isPuzzles) {
      status().then(({ daily }) => {
        hasDaily = daily;
        draw();
      }, () => {}); // a server that is gone has no puzzle of the day
    }
  }

  const status = () => fetch("puzzles/status").then((response) => response.json());

  // The table of the puzzle, in the solver.
  function ask() {
    location.href = `./#${new URLSearchParams({ p: JSON.stringify(tenback.app.board.json()) })}`;
  }

  function withoutPuzzles() {
    at("layout").hidden = true;
    at("open-list").hidden = true;
    at("help-button").hidden = true;
    document.body.classList.add("solver-page");
  }

  async function waitForPuzzles(place) {
    const { done, of, ready, failed, expected } = await status();
    if (ready) return void location.reload();
    const text = !expected ? say("puzzles.none") : failed ? say("puzzles.failed") : say("puzzles.making", { done, of: of || "…" });
    place.replaceChildren(make("p", { class: "waiting", role: "status" }, text));
    if (expected && !failed) setTimeout(() => waitForPuzzles(place), AGAIN);
  }

  function play(place) {
    tenback.match = new tenback.live.Match(place, location.pathname);
    globalThis.addEventListener("hashchange", () => tenback.match.begin());
    tenback.match.begin();
  }

  ways();
  if (!isPuzzles || !hasPuzzles) {
    const place = at("live");
    place.hidden = false;
    withoutPuzzles();
    if (isPuzzles) waitForPuzzles(place);
    else if (isPlay) play(place);
    else tenback.solver = new tenback.live.Solver(place);
  }
})((globalThis.tenback = globalThis.tenback || {}));
