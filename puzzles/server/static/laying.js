// A table that is being laid out card by card: where each card is, and the line of notation that says it.
//
// A card is on top of a pile, in a hand, in a draw pile, or laid; what was put nowhere is in the draw pile where its
// order is not known, and counts as laid where it is.  Face to Face has two decks, the other games one.

(function (tenback) {
  "use strict";

  class Laying {
    constructor({ table, position }, commands = "") {
      this.table = table;
      this.commands = commands; // the section of the notation, where it is not the usual map
      this.tops = position.tops.map((top) => (top < table.cards.length ? top : null));
      this.hands = position.hands.map((cards) => [...cards]);
      this.isOrdered = position.ordered.every(Boolean);
      this.draws = position.draws.map((cards) => (this.isOrdered ? [...cards] : []));
      this.laid = position.draws.map((cards, deck) => (this.isOrdered ? [] : this.rest(deck).filter((card) => !cards.includes(card))));
      this.mover = position.mover;
    }

    // Nothing laid, nothing dealt: every card is in a draw pile whose order nobody knows.
    static empty({ table, position }) {
      const none = table.cards.length;
      const { cards } = table;
      const nothing = {
        tops: position.tops.map(() => none),
        hands: position.hands.map(() => []),
        draws: position.draws.map(() => cards.map((_, card) => card)),
        ordered: position.draws.map(() => cards.length < 2),
        mover: 0,
      };
      return new Laying({ table, position: nothing });
    }

    // --- where cards are

    // The places that a card can be put: piles, hands, draw piles in a known order, else what is known to be laid.
    get targets() {
      const { piles, names, duel } = this.table;
      const decks = duel ? [0, 1] : [0];
      return [
        ...piles.map((_, at) => ({ kind: "pile", at })),
        ...names.map((_, at) => ({ kind: "hand", at })),
        ...decks.map((at) => ({ kind: this.isOrdered ? "draw" : "laid", at })),
      ];
    }

    deckOf({ kind, at }) {
      if (!this.table.duel) return 0;
      return kind === "pile" ? this.table.piles[at].owner : at;
    }

    cardsOf({ kind, at }) {
      if (kind === "pile") return this.tops[at] === null ? [] : [this.tops[at]];
      return { hand: this.hands, draw: this.draws, laid: this.laid }[kind][at];
    }

    // Everything that a deck's cards can be in.
    placesOf(deck) {
      const kinds = ["pile", "hand", "draw", "laid"];
      const all = kinds.flatMap((kind) => ({ pile: this.tops, hand: this.hands, draw: this.draws, laid: this.laid })[kind].map((_, at) => ({ kind, at })));
      return all.filter((place) => this.deckOf(place) === deck);
    }

    // The place of a card; null if it was put nowhere.
    placeOf(card, deck) {
      return this.placesOf(deck).find((place) => this.cardsOf(place).includes(card)) || null;
    }

    rest(deck) {
      return this.table.cards.map((_, card) => card).filter((card) => !this.isPut(card, deck));
    }

    isPut(card, deck) {
      const isIn = (lists) => lists && lists.some((cards, at) => (!this.table.duel || at === deck) && cards.includes(card));
      const isTop = this.tops.some((top, pile) => top === card && this.deckOf({ kind: "pile", at: pile }) === deck);
      return isTop || isIn(this.hands) || isIn(this.draws) || isIn(this.laid);
    }

    // --- changes

    // Put a card in a place; if it is there already, take it out.
    put(card, target) {
      const there = this.cardsOf(target).includes(card);
      if (target.kind === "pile" && this.table.duel) {
        this.tops[target.at] = there ? null : card; // a card of either deck may lie there, so none is taken away
        return;
      }
      this.takeOut(card, this.deckOf(target));
      if (there) return;
      if (target.kind === "pile") this.tops[target.at] = card;
      else this.cardsOf(target).push(card);
    }

    takeOut(card, deck) {
      for (const place of this.placesOf(deck)) {
        if (place.kind !== "pile") {
          const cards = this.cardsOf(place);
          if (cards.includes(card)) cards.splice(cards.indexOf(card), 1);
        } else if (this.tops[place.at] === card && !this.table.duel) this.tops[place.at] = null;
      }
    }

    // Take every card out of a place.
    takeAll(target) {
      if (target.kind === "pile") this.tops[target.at] = null;
      else this.cardsOf(target).length = 0;
    }

    // Whether the order of the draw pile is known; no card changes its place by it.
    setOrdered(isOrdered) {
      if (isOrdered === this.isOrdered) return;
      const rests = this.draws.map((_, deck) => this.rest(deck));
      this.isOrdered = isOrdered;
      this.draws = rests.map((rest) => (isOrdered ? rest : []));
      this.laid = rests.map((rest) => (isOrdered ? [] : rest));
    }

    // What was put nowhere goes to the draw pile, in an order by chance.
    shuffleRest() {
      this.draws.forEach((draw, deck) => {
        const rest = this.rest(deck);
        while (rest.length) draw.push(...rest.splice(Math.floor(Math.random() * rest.length), 1));
      });
    }

    // --- the line of notation

    text() {
      const { table } = this;
      const settings = Object.entries(table.rules).map(([name, value]) => ` ${name}=${value === null ? "none" : value}`);
      const players = table.duel ? "" : `/${table.names.length}`;
      const sections = [`${table.game}${players}${settings.join("")}`, this.commands, ...this.pileSections()];
      table.names.forEach((name, seat) => sections.push(`${name}${seat === this.mover ? "*" : ""}: ${this.names(this.hands[seat])}`));
      this.draws.forEach((draw, deck) => {
        const cards = this.isOrdered ? draw : this.rest(deck);
        const label = `${table.duel ? `${table.names[deck]}.` : ""}draw${this.isOrdered ? "" : "?"}`;
        if (cards.length) sections.push(`${label}: ${this.names(cards)}`);
      });
      return sections.filter(Boolean).join(" | ");
    }

    pileSections() {
      const groups = new Map();
      this.table.piles.forEach(({ name }, at) => {
        const label = name.replace(/\d+$/, "");
        groups.set(label, [...(groups.get(label) || []), this.tops[at] === null ? "-" : this.table.cards[this.tops[at]]]);
      });
      return [...groups].map(([label, tops]) => `${label}: ${tops.join(" ")}`);
    }

    names(cards) {
      return cards.map((card) => this.table.cards[card]).join(" ") || "-";
    }
  }

  tenback.live.Laying = Laying;
})((globalThis.tenback = globalThis.tenback || {}));
