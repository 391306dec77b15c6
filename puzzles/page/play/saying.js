// What the panel of the page says, in English and German: ``tenback.live`` is whatever fills that panel, whole games in
// every page, and the solver where a server is.

(function (tenback) {
  "use strict";

  const WORDS = {};
  const language = () => (tenback.language === "de" ? 1 : 0);

  function say(key, values = {}) {
    const pair = WORDS[key];
    if (!pair) throw new Error(`no words for ${key}`);
    return tenback.fill(pair[language()], values);
  }

  function sayCounted(key, n, values = {}) {
    return say(n === 1 && `${key}.one` in WORDS ? `${key}.one` : key, { n: number(n), ...values });
  }

  // A number with the separators of the language.
  function number(n, digits = 0) {
    return Number(n).toLocaleString(tenback.language, { maximumFractionDigits: digits });
  }

  // A share; one that is not quite all, or not quite none, is not rounded to it.
  function percent(share) {
    const value = Number(share);
    const shown = value > 0 && value < 1 ? Math.min(Math.max(value, 0.001), 0.999) : value;
    return shown.toLocaleString(tenback.language, { style: "percent", maximumFractionDigits: 1 });
  }

  class Refused extends Error {} // what is wrong with a question

  tenback.live = { WORDS, say, sayCounted, number, percent, Refused };
})((globalThis.tenback = globalThis.tenback || {}));
