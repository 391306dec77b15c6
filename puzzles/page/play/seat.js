// The page's table for a game with hidden cards: one seat looks on, the server says what it sees, and others move.

(function (tenback) {
  "use strict";

  const { make, referee } = tenback;
  const { say } = tenback.live;
  const still = globalThis.matchMedia("(prefers-reduced-motion: reduce)");
  const PACE = 520; // milliseconds from card to card when somebody else lays

  class Seat extends tenback.Board {
    // ``match`` knows the game: its seats, whether the hand is covered, what to do when a turn is ended or taken back.
    constructor(element, data, match, options) {
      super(element, data, { reset: false, match, ...options });
    }

    get match() {
      return this.options.match;
    }

    // The turns so far as the server tells them, and the cards of the turn under way.
    follow({ line, laid }) {
      const turns = line.map((turn) => ({ ...this.turnOf(turn), replied: true }));
      this.restore(turns, this.turnOf({ plays: laid }).plays);
    }

    // A turn of somebody else, one card after the other.
    async watch(turn) {
      const { plays } = this.turnOf(turn);
      for (const play of still.matches ? [] : plays) {
        this.lays = [...this.lays, play];
        this.fresh = play[1];
        this.say(this.turnWords(this.position.mover, this.lays));
        this.draw();
        await this.match.pause(PACE);
      }
    }

    endTurn() {
      const refused = this.still() || referee.refusalToEnd(this.table, this.turn);
      if (refused) return this.refuse(refused);
      this.match.ended();
      return true;
    }

    undo() {
      if (this.at < this.turns.length) return this.match.back();
      return this.lays.length && !this.match.busy ? super.undo() : this.match.takeBack();
    }

    playerWords(seat) {
      const { people } = this.match;
      return people.length === 1 && people[0] === seat && this.table.names.length > 1
        ? `${super.playerWords(seat)} (${say("match.you")})`
        : super.playerWords(seat);
    }

    otherWords(seat) {
      const isPerson = this.match.seats[seat] === tenback.live.records.PERSON;
      return make("span", {}, this.playerWords(seat), !isPerson && make("span", { class: "whole" }, ` · ${say("sitter.computer")}`), this.saidBy(seat));
    }

    // What a partner said of the piles when this turn began.
    saidBy(seat) {
      const { said } = this.match.seen || {};
      const player = this.table.names[seat];
      return said && said[player] ? make("span", { class: "said" }, ` “${this.match.wordsOf(player, this)}”`) : null;
    }

    // What somebody has played, in few words.
    turnWords(seat, plays) {
      const laid = plays.map(([card, pile]) => `${this.cardWords(card)} ${this.pileLabel(pile)}`).join(", ");
      return say("match.plays", { player: this.playerWords(seat), plays: laid });
    }

    // Where people share a screen, a hand is shown when its player says so.
    drawHand() {
      super.drawHand();
      if (!this.match.covered) return;
      const player = this.playerWords(this.looker);
      const show = make("button", { type: "button", class: "main uncover", "data-focus": "action:uncover", onclick: () => this.match.uncover() }, say("match.cover", { player }));
      this.hand.replaceChildren(show);
    }
  }

  tenback.live.Seat = Seat;
})((globalThis.tenback = globalThis.tenback || {}));
