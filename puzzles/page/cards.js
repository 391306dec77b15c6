// Draws cards, signs and piles' arrows, and says them in words.  Knows no rules.

(function (tenback) {
  "use strict";

  const SVG = "http://www.w3.org/2000/svg";

  // An element with attributes and children; children that are strings become text, never markup.
  function make(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value === undefined || value === null || value === false) continue;
      if (key === "class") element.className = value;
      else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
      else element.setAttribute(key, value === true ? "" : value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
    return element;
  }

  // Words that are heard and not seen.  Names of buttons are made of what is seen and these, in reading order.
  function forReaders(text) {
    return make("span", { class: "for-readers" }, text);
  }

  function sign(name, kind = "") {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", `sign ${kind}`);
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("focusable", "false");
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#sign-${name}`);
    svg.append(use);
    return svg;
  }

  // --- words

  function words(key, values = {}) {
    const known = tenback.data.words[tenback.language] || {};
    return fill(known[key] || "", values);
  }

  function fill(text, values) {
    const filled = text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
    return filled.replace(/ %/g, "\u00a0%"); // never a line that begins with it
  }

  // "1 card" or "2 cards": the key, or the key with .one where there is one.
  function counted(key, n, values = {}) {
    return words(n === 1 && words(`${key}.one`) ? `${key}.one` : key, { n, ...values });
  }

  function cardWords(name, command) {
    const letter = name.replace(/\d+/, "");
    const plain = letter ? `${words(`colour.${letter}`)} ${name.slice(letter.length)}` : name;
    return command ? `${plain} (${words(`command.${command}`)})` : plain;
  }

  // --- cards

  // A card face up.  ``options.share`` is where it stands between the lowest (0) and the highest (1) card.
  function card(name, command, options = {}) {
    const letter = name.replace(/\d+/, "");
    const number = name.slice(letter.length);
    const element = make("span", {
      class: `card${letter ? ` coloured colour-${letter}` : ""}${command ? " commanding" : ""}`,
    });
    element.style.setProperty(
      "--hue",
      String(Math.round(hue(options.share === undefined ? Number(number) / 100 : options.share))),
    );
    if (letter) element.append(forReaders(`${words(`colour.${letter}`)} `));
    element.append(
      make("span", { class: "corner", "aria-hidden": "true", "data-text": number }),
      make("span", { class: "number" }, number),
      make("span", { class: "corner low", "aria-hidden": "true", "data-text": number }),
    );
    if (letter) element.append(sign(`colour-${letter}`, "suit"));
    if (command) element.append(commandBand(command));
    return element;
  }

  // Low cards are blue, high ones red, by way of violet: a help for the eye, the number says it all.
  function hue(share) {
    return 205 + 150 * Math.min(Math.max(share, 0), 1);
  }

  function commandBand(command) {
    const says = words(`command.${command}.says`);
    return make(
      "span",
      { class: `command command-${command}`, title: says },
      sign(`kind-${command}`, "kind"),
      sign(`command-${command}`, "order"),
      " ",
      make("span", { class: "word" }, words(`command.${command}`)),
    );
  }

  // So many cards face down.
  function back(count) {
    const element = make("span", { class: "card back" }, make("span", { class: "number" }, String(count)));
    return make("span", { class: "small-cards" }, element, forReaders(counted("table.count", count)));
  }

  function rowCard(direction, number) {
    const element = make("span", { class: "card row-card" }, sign(direction, "arrow"));
    if (number !== null) element.append(make("span", { class: "number" }, String(number)));
    return element;
  }

  Object.assign(tenback, { make, forReaders, sign, words, fill, counted, cardWords, card, back, rowCard });
})((globalThis.tenback = globalThis.tenback || {}));
