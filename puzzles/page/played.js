// What is played on a table: a start position, whole turns, and the plays of the turn under way; all else follows from
// these.  Knows nothing of pages: whoever shows it is told by ``say`` and ``changed``.

(function (tenback) {
  "use strict";

  const { referee, words, counted } = tenback;

  class Played {
    show({ table, position, seat = null }) {
      this.table = table;
      this.start = position;
      this.seat = seat; // who looks; null: whoever is to move
      this.hero = seat === null ? position.mover : seat;
      this.turns = [];
      this.positions = [position];
      this.at = 0;
      this.lays = [];
      this.marks = [];
      this.chosen = null;
      this.marked = [];
      this.fresh = null;
      this.say(this.options.interactive ? words("say.begin") : "");
      this.changed();
    }

    get position() {
      return this.positions[this.at];
    }

    // Whose hand is shown as the own one.
    get looker() {
      return this.seat === null ? this.position.mover : this.seat;
    }

    // The turn under way.
    get turn() {
      return referee.laidOut(this.table, this.position, this.lays);
    }

    // How the game has ended; null while it goes on.  Who sees not all cards is told by ``options.over``.
    ended() {
      return this.options.over ? this.options.over(this) : referee.outcome(this.table, this.position);
    }

    outcome() {
      const found = this.ended();
      if (!found) return null;
      const { table, position } = this;
      const winner = found.winner === null ? null : table.names[found.winner];
      const mover = this.playerWords(position.mover);
      const left = counted("say.left", referee.cardsLeft(position));
      let text = "";
      if (found.rule === "won") text = table.duel ? words("say.won.duel", { winner }) : words("say.solved");
      else text = words(table.duel ? "say.stuck.duel" : "say.stuck", { player: mover, winner, left });
      return { ...found, winner, text };
    }

    // Why a card may not be laid now, in words; null if it may.
    refusal(card, pile) {
      const refused = this.refused(this.cardIndex(card), this.pileIndex(pile));
      return refused && this.refusalWords(refused);
    }

    refused(card, pile) {
      return this.still() || referee.refusal(this.table, this.turn, card, pile);
    }

    // Why nothing at all may be laid here; null if something may.
    still() {
      if (!this.options.interactive) return { rule: "viewing" };
      if (this.ended()) return { rule: "over" };
      const rule = this.options.still && this.options.still(this);
      return rule ? { rule } : null;
    }

    lay(card, pile) {
      const refused = this.refused(card, pile);
      if (refused) return this.refuse(refused);
      this.forget();
      this.lays = [...this.lays, [card, pile]];
      this.chosen = null;
      this.marked = [];
      this.fresh = pile;
      this.say(this.laidWords(card, pile));
      this.changed();
      return true;
    }

    endTurn(told) {
      const refused = this.still() || referee.refusalToEnd(this.table, this.turn);
      if (refused) return this.refuse(refused);
      const after = referee.end(this.table, this.position, this.turn, told);
      if (!after) return this.refuse({ rule: "draw" });
      this.forget();
      this.push(this.lays, after);
      const over = this.outcome();
      this.say([words("say.turn-ended"), this.drawnWords(after.drawn), over ? over.text : this.nextWords()].join(" "));
      if (this.options.onTurn) this.options.onTurn(this);
      this.changed();
      return true;
    }

    // The last turn again, its cards drawn from a pile that lay in this order.
    drawAs(order) {
      const { plays, drawn } = this.turns[this.at - 1];
      const after = played(this.table, this.positions[this.at - 1], plays, order.slice(0, drawn.length));
      if (!after) return;
      this.turns[this.at - 1].drawn = after.drawn;
      this.positions[this.at] = after;
      this.draw();
    }

    // A turn that somebody else plays; false if the referee does not accept it.
    reply(plays) {
      const after = played(this.table, this.position, plays);
      if (!after) return false;
      this.push(plays, after, true);
      this.fresh = null;
      this.changed();
      return true;
    }

    push(plays, after, replied = false) {
      this.turns.push({ plays, drawn: after.drawn, seat: this.position.mover, replied });
      this.positions.push(after);
      this.at += 1;
      this.lays = [];
      this.chosen = null;
      this.marked = [];
    }

    // Playing on from an earlier position forgets what came after it.
    forget() {
      this.turns.length = this.at;
      this.positions.length = this.at + 1;
      this.marks.length = Math.min(this.marks.length, this.at + 1);
    }

    undo() {
      if (!this.options.interactive) return false;
      if (this.lays.length) this.lays = this.lays.slice(0, -1);
      else if (this.at) this.reopen();
      else {
        this.say(words("say.nothing-to-undo"));
        return false;
      }
      this.chosen = null;
      this.marked = [];
      this.fresh = null;
      this.say(words("say.undone"));
      this.changed();
      return true;
    }

    // Before the end of the last turn that a person played: its cards lie, nothing is drawn yet.
    reopen() {
      do this.at -= 1;
      while (this.at && this.turns[this.at].replied);
      this.lays = this.turns[this.at].plays;
      this.forget();
    }

    reset() {
      this.at = 0;
      this.lays = [];
      this.forget();
      this.chosen = null;
      this.marked = [];
      this.fresh = null;
      this.say(words("say.restarted"));
      this.changed();
    }

    goTo(n) {
      this.at = Math.min(Math.max(n, 0), this.turns.length);
      this.lays = [];
      this.chosen = null;
      this.marked = [];
      this.fresh = null;
      this.changed();
    }

    // Whole turns by number, and the plays of the turn under way; gives how many turns the referee accepted.
    restore(turns, lays = []) {
      this.turns = [];
      this.positions = [this.start];
      this.at = 0;
      this.lays = [];
      for (const { plays, replied, drawn } of turns) {
        const after = played(this.table, this.position, plays, drawn);
        if (!after) break;
        this.push(plays, after, replied);
      }
      for (const [card, pile] of this.at === turns.length ? lays : []) {
        if (referee.refusal(this.table, this.turn, card, pile)) break;
        this.lays = [...this.lays, [card, pile]];
      }
      this.changed();
      return this.at;
    }

    // --- the same in the JSON of docs/formats.md

    setLine(line) {
      return this.restore(line.map((turn) => this.turnOf(turn)));
    }

    // A turn of a line in numbers.
    turnOf({ plays, drawn }) {
      return {
        plays: plays.map(([card, pile]) => [this.cardIndex(card), this.pileIndex(pile)]),
        drawn: drawn && drawn.map((card) => this.cardIndex(card)),
      };
    }

    get line() {
      return this.turns.map(({ plays, drawn, seat }) => ({
        player: this.player(seat),
        plays: plays.map(([card, pile]) => [this.table.cards[card], this.table.piles[pile].name]),
        drawn: drawn.map((card) => this.table.cards[card]),
      }));
    }

    json() {
      const { table, position } = this;
      const names = (cards) => cards.map((card) => table.cards[card]);
      const byName = (list) => Object.fromEntries(list.map((value, seat) => [table.names[seat], value]));
      const draws = position.draws.map((cards, at) =>
        position.ordered[at] ? names(cards) : { unordered: names(cards) },
      );
      const shown = (top, pile) =>
        top < table.cards.length ? table.cards[top] : pile.row === null ? null : String(pile.row);
      return {
        game: table.game,
        ...(table.duel ? {} : { players: table.names.length }),
        rules: table.rules,
        ...table.commands,
        to_move: this.player(position.mover),
        piles: Object.fromEntries(table.piles.map((pile, at) => [pile.name, shown(position.tops[at], pile)])),
        hands: byName(position.hands.map(names)),
        draw: table.duel ? byName(draws) : draws[0],
      };
    }

    player(seat) {
      return this.table.duel ? this.table.names[seat] : Number(this.table.names[seat]);
    }

    cardIndex(name) {
      return this.table.cards.indexOf(String(name));
    }

    pileIndex(name) {
      return this.table.piles.findIndex((pile) => pile.name === name);
    }
  }

  // The position after a turn that the referee accepts; null if it does not.
  function played(table, position, plays, drawn) {
    let turn = referee.open(table, position);
    if (referee.outcome(table, position)) return null;
    for (const [card, pile] of plays) {
      if (!(pile in table.piles) || referee.refusal(table, turn, card, pile)) return null;
      turn = referee.lay(table, turn, card, pile);
    }
    return referee.refusalToEnd(table, turn) ? null : referee.end(table, position, turn, drawn);
  }

  Played.after = played;
  tenback.Played = Played;
})((globalThis.tenback = globalThis.tenback || {}));
