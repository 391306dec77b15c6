// What is played, in words: cards, piles, plays, and why something is refused.

(function (tenback) {
  "use strict";

  const { referee, words, counted, cardWords } = tenback;

  class Spoken extends tenback.Played {
    playerWords(seat) {
      const name = this.table.names[seat];
      return this.table.duel ? name : words("table.player", { player: name });
    }

    // Who sits at another seat.
    otherWords(seat) {
      return this.playerWords(seat);
    }

    cardWords(card) {
      return cardWords(this.table.cards[card], this.table.command[card]);
    }

    pileWords(pile) {
      return words("table.named", { name: this.pileLabel(pile) });
    }

    pileLabel(pile) {
      const { name, direction, owner } = this.table.piles[pile];
      const number = name.match(/\d*$/)[0];
      return [owner === null ? "" : this.table.names[owner], words(`table.${direction}`), number]
        .filter(Boolean)
        .join(" ");
    }

    // A sentence of the program, with its piles called as they are here.
    asLabelled(sentence) {
      const rename = (said, { name }, at) =>
        said.replace(new RegExp(`\\b${name.replace(".", "\\.")}\\b`, "g"), this.pileLabel(at));
      return this.table.piles.reduce(rename, sentence);
    }

    playsWords(plays) {
      return plays
        .map(([card, pile]) => words("say.play", { card: this.cardWords(card), pile: this.pileWords(pile) }))
        .join(", ");
    }

    drawnWords(drawn) {
      const seen = drawn.filter((card) => card !== referee.HIDDEN);
      return seen.length ? words("say.drawn", { cards: seen.map((card) => this.cardWords(card)).join(", ") }) : "";
    }

    nextWords() {
      return this.table.names.length > 1
        ? words("say.next-player", { player: this.playerWords(this.position.mover) })
        : "";
    }

    laidWords(card, pile) {
      const laid = words("say.laid", { card: this.cardWords(card), pile: this.pileWords(pile) });
      const turn = this.turn;
      const more = referee.plays(this.table, turn).length > 0;
      if (!referee.refusalToEnd(this.table, turn)) return `${laid} ${words(more ? "say.may-end" : "say.must-end")}`;
      const completes = referee.canBeCompleted(this.table, turn);
      return completes === false ? `${laid} ${words("say.cannot-complete")}` : laid;
    }

    refusalWords(refused) {
      const { rule, why, card, pile, by, top, n, count } = refused;
      if (rule === "viewing" || rule === "over") return words(`say.${rule}`);
      const values = { n, count };
      if (card !== undefined) values.card = this.cardWords(card);
      if (by !== undefined) values.by = this.cardWords(by);
      if (pile !== undefined) values.pile = this.pileWords(pile);
      if (top !== undefined && top < this.table.cards.length) values.top = this.cardWords(top);
      if (rule === "follow") values.neither = this.neitherWords(pile);
      if (rule === "improve") return words(`refused.improve.${why || this.table.piles[pile].direction}`, values);
      if (why) return words(`refused.${rule}.${why}`, values);
      return counted(`refused.${rule}`, n, values);
    }

    neitherWords(pile) {
      const { trick, coloured, piles } = this.table;
      const [onward, back] = piles[pile].direction === "up" ? ["higher", "lower"] : ["lower", "higher"];
      const ways = [words(`neither.${onward}`)];
      if (trick) ways.push(words("neither.exactly", { n: trick, way: words(`neither.${back}`) }));
      if (coloured) ways.push(words("neither.colour"));
      if (ways.length === 1) return words("neither.not") + ways[0];
      return words("neither.neither") + ways.join(words("neither.nor"));
    }

    refuse(refused) {
      const text = this.refusalWords(refused);
      this.say(text, "refused");
      if (this.options.onRefused) this.options.onRefused(text, refused.rule);
      return false;
    }

    // Everything that is announced: seen below the table, read aloud by screen readers.
    say(text, kind = "") {
      this.message.className = `message ${kind}`;
      if (this.message.textContent === text) this.message.textContent = ""; // so that the same words are heard again
      this.message.textContent = text;
      if (text && this.options.onSay) this.options.onSay(text, kind);
    }
  }

  tenback.Spoken = Spoken;
})((globalThis.tenback = globalThis.tenback || {}));
