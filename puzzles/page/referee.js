// The page's referee: interprets the tables that puzzles/page/tables.py exports.  It knows how a turn goes (cards are
// laid one by one, then drawn, then the next player moves) and nothing of any game: what follows what, how many cards,
// what commands ask for are all read from the table.
//
// A position: {tops, hands, draws, ordered, mover, left}.  A turn under way adds what it has laid so far.  Neither is
// ever changed: each step gives a new one.  ``left`` is what is asked of a win (stipulation.js), if anything is.
// A refusal is {rule, …}: the id of the rule that is broken, and what words ask.
// A card that nobody here may see is HIDDEN: it lies in a hand or draw pile, and may turn out to be any card.

(function (tenback) {
  "use strict";

  const ALPHABET =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" +
    Array.from({ length: 65 }, (_, at) => String.fromCharCode(0xc0 + at)).join("");

  const HIDDEN = -1;

  // --- sets of cards

  const decoded = new WeakMap();

  function sets(table) {
    if (!decoded.has(table)) {
      const side = (kind, direction) =>
        table[kind] && table[kind][direction].map((hex) => bits(hex, table.cards.length));
      const both = (kind) => ({ up: side(kind, "up"), down: side(kind, "down") });
      decoded.set(table, { follow: both("follow"), plain: both("plain"), improve: both("improve") });
    }
    return decoded.get(table);
  }

  function allows(table, kind, pile, top, card) {
    return sets(table)[kind][table.piles[pile].direction][top][card] === 1;
  }

  // A mask in hexadecimal as one byte for each card.
  function bits(hex, count) {
    const found = new Uint8Array(count);
    for (let card = 0; card < count; card++) {
      const digit = parseInt(hex[hex.length - 1 - (card >> 2)] || "0", 16);
      found[card] = (digit >> (card & 3)) & 1;
    }
    return found;
  }

  // --- commands

  function ordersOf(table, card) {
    return table.orders[table.command[card]] || {};
  }

  function visible(table, turn, order) {
    return turn.tops.find((top) => ordersOf(table, top)[order]);
  }

  // --- a turn under way

  function drawIndex(table, seat) {
    return table.duel ? seat : 0;
  }

  function open(table, position) {
    const seat = position.mover;
    const drawLeft = position.draws[drawIndex(table, seat)].length;
    const hand = position.hands[seat];
    const others = position.hands.reduce((sum, held) => sum + held.length, 0) - hand.length;
    const due = position.tops.map((top) => ordersOf(table, top).cover_within === 1);
    const uncovered = position.tops.map((_, pile) => pile).filter((pile) => due[pile]);
    const { tops, left } = position;
    return { seat, tops, hand, drawLeft, others, laid: [], exactly: null, ended: null, uncovered, left };
  }

  function isGift(table, turn, pile) {
    const owner = table.piles[pile].owner;
    return owner !== null && owner !== turn.seat;
  }

  function gifts(table, turn) {
    return turn.laid.filter(([, pile]) => isGift(table, turn, pile)).length;
  }

  function least(table, turn) {
    return turn.drawLeft ? table.minimum : table.minimum_empty;
  }

  // Why a card may not be laid on a pile now; null if it may.
  function refusal(table, turn, card, pile) {
    if (!turn.hand.includes(card) && !turn.hand.includes(HIDDEN)) return { rule: "own-hand", card };
    return (
      refusedByNumber(table, turn, card) ||
      refusedByPile(table, turn, card, pile) ||
      refusedByCommands(table, turn, card, pile)
    );
  }

  function refusedByNumber(table, turn, card) {
    const orders = ordersOf(table, card);
    const exactly = turn.exactly || orders.exactly;
    const count = turn.laid.length;
    if (turn.ended) return { rule: turn.ended };
    if (table.maximum !== null && count >= table.maximum) return { rule: "maximum", n: table.maximum };
    if (exactly && count >= exactly) return { rule: "three", n: exactly };
    if (turn.exactly && orders.ends && count + 1 !== turn.exactly) return { rule: "three", why: "stop", n: exactly };
    return null;
  }

  function refusedByPile(table, turn, card, pile) {
    const top = turn.tops[pile];
    if (isGift(table, turn, pile)) {
      if (gifts(table, turn) >= table.gifts) return { rule: "one-gift", n: table.gifts };
      if (allows(table, "improve", pile, top, card)) return null;
      return { rule: "improve", why: top === table.cards.length ? "row" : undefined, card, pile, top };
    }
    if (allows(table, "follow", pile, top, card)) return null;
    const equal = table.coloured && table.numbers[card] === table.numbers[top];
    return { rule: equal ? "equal-numbers" : "follow", card, pile, top };
  }

  function refusedByCommands(table, turn, card, pile) {
    const barred = visible(table, turn, "plain");
    if (barred !== undefined && !allows(table, "plain", pile, turn.tops[pile], card)) {
      return { rule: "no-trick", card, by: barred };
    }
    const narrow = visible(table, turn, "one_pile");
    if (narrow !== undefined && turn.laid.length) {
      const last = turn.laid[turn.laid.length - 1][1];
      if (pile !== last) return { rule: "one-pile", pile: last, by: narrow };
    }
    const after = lay(table, turn, card, pile);
    return after.ended ? uncoveredAtTheEnd(table, after) : null;
  }

  // What must be covered before the turn ends; once the last card of all is laid, nothing is due in a later turn.
  function uncoveredAtTheEnd(table, turn) {
    const over = !turn.hand.length && !turn.drawLeft && !turn.others;
    const by = turn.uncovered.map((pile) => turn.tops[pile]).find((top) => !over || !ordersOf(table, top).cover_within);
    return by === undefined ? null : { rule: table.command[by], by };
  }

  function lay(table, turn, card, pile) {
    const orders = ordersOf(table, card);
    const uncovered = turn.uncovered.filter((other) => other !== pile);
    return {
      seat: turn.seat,
      tops: turn.tops.map((top, at) => (at === pile ? card : top)),
      hand: without(turn.hand, turn.hand.includes(card) ? card : HIDDEN),
      drawLeft: turn.drawLeft,
      others: turn.others,
      laid: [...turn.laid, [card, pile]],
      exactly: turn.exactly || orders.exactly || null,
      ended: turn.ended || (orders.ends ? table.command[card] : null),
      uncovered: orders.cover_within === 0 ? [...uncovered, pile] : uncovered,
      left: turn.left && tenback.stipulation.laid(table, turn, card, pile),
    };
  }

  function without(cards, card) {
    const at = cards.indexOf(card);
    return cards.filter((_, place) => place !== at);
  }

  // A turn with all its plays laid, which must be allowed.
  function laidOut(table, position, plays) {
    return plays.reduce((turn, [card, pile]) => lay(table, turn, card, pile), open(table, position));
  }

  // Everything that may be laid now.
  function plays(table, turn) {
    const found = [];
    for (const card of turn.hand) {
      for (let pile = 0; pile < turn.tops.length; pile++) {
        if (!refusal(table, turn, card, pile)) found.push([card, pile]);
      }
    }
    return found;
  }

  // Why the turn may not end here; null if it may.
  function refusalToEnd(table, turn) {
    const count = turn.laid.length;
    const uncovered = uncoveredAtTheEnd(table, turn);
    if (uncovered) return uncovered;
    if (turn.exactly && count !== turn.exactly) return { rule: "three", n: turn.exactly, count };
    if (!count || (count < least(table, turn) && !turn.ended)) {
      return { rule: "minimum", n: least(table, turn), count, empty: !turn.drawLeft };
    }
    if (table.duel && gifts(table, turn) === count) return { rule: "own-card" };
    return null;
  }

  function cardsToDraw(table, turn) {
    const missing = Math.max(table.hand - turn.hand.length, 0);
    const bound = visible(table, turn, "draws");
    let wanted = missing;
    if (bound !== undefined) wanted = ordersOf(table, bound).draws;
    else if (table.drawing === "as-laid") wanted = turn.laid.length;
    else if (table.drawing === "by-gift" && !gifts(table, turn)) wanted = Math.min(table.draws, missing);
    return Math.min(wanted, turn.drawLeft);
  }

  // The position after the turn; null where the order of the draw pile is not known and nobody says what was drawn.
  // ``told`` says what was drawn from hidden cards too; ``supposed``, of a puzzle, how unknown cards may lie.
  function end(table, position, turn, told) {
    const at = drawIndex(table, turn.seat);
    const pile = position.draws[at];
    const count = cardsToDraw(table, turn);
    const isHidden = pile.includes(HIDDEN);
    const { supposed } = position;
    const shown = told || (supposed && supposed.filter((card) => pile.includes(card)).slice(0, count));
    const drawn = (isHidden && told) || (position.ordered[at] || !count ? pile.slice(0, count) : shown);
    if (!drawn) return null;
    const rest = isHidden ? pile.slice(count) : pile.filter((card) => !drawn.includes(card));
    const hands = replaced(
      position.hands,
      turn.seat,
      [...turn.hand, ...drawn].sort((a, b) => a - b),
    );
    const draws = replaced(position.draws, at, rest);
    const ordered = replaced(position.ordered, at, position.ordered[at] || rest.length < 2);
    const mover = nextSeat(turn.seat, hands, !rest.length && !table.duel);
    const left = turn.left && tenback.stipulation.ended(table, turn);
    const more = supposed ? { supposed } : {};
    return { tops: turn.tops, hands, draws, ordered, mover, drawn, left, ...more };
  }

  function replaced(list, at, value) {
    return list.map((old, index) => (index === at ? value : old));
  }

  function nextSeat(seat, hands, skipping) {
    const following = hands.map((_, step) => (seat + step + 1) % hands.length);
    const waiting = skipping ? following.find((other) => hands[other].length) : undefined;
    return waiting === undefined ? following[0] : waiting;
  }

  // --- the ways a turn can go on

  // Calls visit(turn) for the turn and all it can become, each table and hand once; stops when visit gives true.
  function explore(table, turn, visit, most = 200000) {
    const seen = new Set();
    const waiting = [turn];
    const commands = Object.keys(table.command).length > 0;
    while (waiting.length) {
      const now = waiting.pop();
      if (visit(now)) return true;
      for (const [card, pile] of plays(table, now)) {
        const after = lay(table, now, card, pile);
        const last = commands ? pile : "";
        const name = [
          after.tops,
          after.hand,
          after.exactly,
          after.ended,
          after.uncovered,
          gifts(table, after),
          last,
          tenback.stipulation.name(after.left),
        ].join("/");
        if (seen.has(name)) continue;
        seen.add(name);
        if (seen.size > most) return null;
        waiting.push(after);
      }
    }
    return false;
  }

  function canBeCompleted(table, turn) {
    if (isHopeless(table, turn)) return false;
    return explore(table, turn, (now) => !refusalToEnd(table, now));
  }

  // Too few cards of the hand could ever be laid, whatever the order.
  function isHopeless(table, turn) {
    if (turn.hand.some((card) => ordersOf(table, card).ends)) return false;
    const reachable = new Set();
    turn.tops.forEach((top, pile) => {
      if (isGift(table, turn, pile)) return;
      const found = new Set();
      const fresh = [top];
      while (fresh.length) {
        const below = fresh.pop();
        for (const card of turn.hand) {
          if (!found.has(card) && allows(table, "follow", pile, below, card)) {
            found.add(card);
            fresh.push(card);
          }
        }
      }
      found.forEach((card) => reachable.add(card));
    });
    return turn.laid.length + reachable.size + table.gifts < least(table, turn) && !turn.ended;
  }

  // --- the end of the game

  function cardsLeft(position) {
    return [...position.hands, ...position.draws].reduce((sum, cards) => sum + cards.length, 0);
  }

  const ended = new WeakMap();

  // How the game has ended; null while it goes on.  ``winner`` is a seat, and null in the team games.
  function outcome(table, position) {
    if (!ended.has(position)) ended.set(position, outcomeOf(table, position));
    return ended.get(position);
  }

  function outcomeOf(table, position) {
    if (table.duel) {
      for (let seat = 0; seat < 2; seat++) {
        if (!position.hands[seat].length && !position.draws[seat].length)
          return { won: seat === position.mover, winner: seat, rule: "won" };
      }
    } else if (!cardsLeft(position)) return { won: true, winner: null, rule: "won" };
    if (position.hands[position.mover].includes(HIDDEN)) return null; // nobody here can know
    if (canBeCompleted(table, open(table, position)) !== false) return null;
    return { won: false, winner: table.duel ? 1 - position.mover : null, rule: "stuck" };
  }

  // --- names of positions: see puzzles/page/keys.py

  function key(table, position) {
    const { left } = position;
    const told = tenback.stipulation.namesPiles(left);
    const like = new Map();
    position.tops.forEach((top, pile) => {
      const kind = told ? pile : table.piles[pile].owner + table.piles[pile].direction;
      if (!like.has(kind)) like.set(kind, []);
      like.get(kind).push(top);
    });
    const letters = (cards) =>
      [...cards]
        .sort((a, b) => a - b)
        .map((card) => ALPHABET[card])
        .join("");
    const tops = [...like.values()].map(letters).join("");
    const hands = position.hands.map(letters).join(".");
    const draws = position.draws.map((pile) => pile.length).join(".");
    return `${tops}/${hands}/${draws}/${position.mover}${tenback.stipulation.name(left)}`;
  }

  tenback.referee = {
    HIDDEN,
    open,
    refusal,
    lay,
    laidOut,
    plays,
    refusalToEnd,
    cardsToDraw,
    end,
    explore,
    canBeCompleted,
    cardsLeft,
    outcome,
    key,
    isGift,
    allows,
    drawIndex,
    ordersOf,
    least,
  };
})((globalThis.tenback = globalThis.tenback || {}));
