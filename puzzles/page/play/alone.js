// Whole games without a server: numbered deals, shuffled as docs/deals.md lays down, and the page's own referee.  It
// answers as the server does (puzzles/server/matches.py) what needs no solver; computers, hints and reviews do.

(function (tenback) {
  "use strict";

  const { referee } = tenback;
  const { live } = tenback;
  const { say, records, Refused } = live;
  const GREATEST = 9007199254740991n;

  // --- numbered deals

  const word = (z) => BigInt.asUintN(64, z);

  function mix(z) {
    const y = word((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    const x = word((y ^ (y >> 27n)) * 0x94d049bb133111ebn);
    return x ^ (x >> 31n);
  }

  // So many cards by number, the top one first.
  function shuffled(count, number, stream) {
    let state = mix(word(4n * number + stream));
    const next = () => mix((state = word(state + 0x9e3779b97f4a7c15n))) >> 32n;
    const below = (bound) => {
      for (;;) {
        const product = next() * bound;
        if (product % 4294967296n >= 4294967296n % bound) return Number(product >> 32n);
      }
    };
    const cards = Array.from({ length: count }, (_, card) => card);
    for (let last = count - 1; last > 0; last--) {
      const other = below(BigInt(last + 1));
      [cards[last], cards[other]] = [cards[other], cards[last]];
    }
    return cards;
  }

  // The table of a numbered deal and its first position; what else a record may begin with needs the solver.
  function dealt(text) {
    const [, name, count, digits] = /^([a-z-]+)(?:\/(\d+))? #(\d+)$/.exec(text.trim()) || [];
    const game = tenback.data.play.find(({ game: other }) => other === name);
    const players = game && (count === undefined ? game.players[0] : Number(count));
    const number = digits && BigInt(digits);
    if (!game || !game.players.includes(players) || number < 1n || number > GREATEST) throw new Refused(say("alone.deal"));
    const hand = game.hands[game.players.indexOf(players)];
    const names = game.table.duel ? game.table.names : Array.from({ length: players }, (_, seat) => String(seat + 1));
    const table = { ...game.table, names, hand };
    const decks = (table.duel ? [0n, 1n] : [0n]).map((stream) => shuffled(table.cards.length, number, stream));
    const hands = names.map((_, seat) => decks[referee.drawIndex(table, seat)].splice(0, hand).sort((a, b) => a - b));
    const tops = table.piles.map(() => table.cards.length);
    return { table, start: { tops, hands, draws: decks, ordered: decks.map(() => true), mover: 0 } };
  }

  // --- a game as a seat sees it

  function playsOf(table, text) {
    return text.split(/\s+/).filter(Boolean).map((play) => {
      const [card, pile] = play.split("@");
      return [table.cards.indexOf(card), table.piles.findIndex(({ name }) => name === pile)];
    });
  }

  // Every position of the game, and its turns; a turn that the referee refuses is named.
  function replayed({ table, start }, line) {
    const [positions, turns] = [[start], []];
    for (const [at, text] of (line === "-" ? [] : line.split(";")).entries()) {
      const [, player, laid] = /^\s*(\w+):\s*([^+]*)$/.exec(text) || [];
      const before = positions.at(-1);
      const plays = laid === undefined ? [] : playsOf(table, laid);
      const after = player === table.names[before.mover] ? tenback.Played.after(table, before, plays) : null;
      if (!after) throw new Refused(say("alone.turn", { n: at + 1 }));
      positions.push(after);
      turns.push({ seat: before.mover, plays, drawn: after.drawn });
    }
    return { positions, turns };
  }

  function resultOf(over, left) {
    if (over === null) return `under way, ${left} left`;
    if (over.winner !== null) return `${over.winner} wins`;
    return over.won ? "won" : `lost, ${left} left`;
  }

  // What the seat that looks may know, in the words of the server.
  function look({ record, seat, board }) {
    const game = records.read(record);
    if (game.look === "talk") throw new Refused(say("alone.needs"));
    const deal = dealt(game.deal);
    const { table } = deal;
    const seats = game.seats || table.names.map(() => records.PERSON);
    if (seats.length !== table.names.length || !seats.includes(records.PERSON)) throw new Refused(say("alone.seats"));
    const { positions, turns } = replayed(deal, game.line);
    const position = positions.at(-1);
    const laid = playsOf(table, game.now);
    let turn = referee.open(table, position);
    for (const [card, pile] of laid) {
      if (!table.piles[pile] || referee.refusal(table, turn, card, pile)) throw new Refused(say("alone.turn", { n: turns.length + 1 }));
      turn = referee.lay(table, turn, card, pile);
    }
    const found = referee.outcome(table, position);
    const over = found && { won: found.won, winner: found.winner === null ? null : table.names[found.winner] };
    const next = table.names.map((_, step) => (position.mover + step) % seats.length).find((at) => seats[at] === records.PERSON);
    const looker = seat === undefined ? next : table.names.indexOf(String(seat));
    const named = (plays) => plays.map(([card, pile]) => [table.cards[card], table.piles[pile].name]);
    const told = ({ seat: mover, plays, drawn }) => ({
      player: table.names[mover], plays: named(plays), ...(game.open || mover === looker ? { drawn: drawn.map((card) => table.cards[card]) } : {}),
    });
    return {
      seat: table.names[looker], seats: Object.fromEntries(seats.map((sitter, at) => [table.names[at], sitter])), open: game.open, said: null,
      to_move: over ? null : table.names[position.mover], laid: named(laid), line: turns.map(told), over,
      result: resultOf(over, referee.cardsLeft(position)), undone: game.undone, hints: game.hints,
      start: game.open ? deal.start : hiddenFrom(deal.start, looker), ...(board ? { board: table } : {}),
    };
  }

  function hiddenFrom(start, looker) {
    const face = (cards) => cards.map(() => referee.HIDDEN);
    return { ...start, hands: start.hands.map((hand, seat) => (seat === looker ? hand : face(hand))), draws: start.draws.map(face) };
  }

  // Takes the place of the line to the server.
  class AskLine {
    async ask(path, body) {
      if (path !== "api/match") throw new Refused(say("alone.needs"));
      return look(body);
    }

    async games() {
      return tenback.data.play;
    }

    stop() {}
  }

  Object.assign(live, { AskLine, faultOf: (error) => tenback.make("span", {}, error.message), dealt });
})((globalThis.tenback = globalThis.tenback || {}));
