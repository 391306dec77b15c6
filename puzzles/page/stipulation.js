// What is left of a stipulation on the way to a win, card by card and turn by turn, as solver/stipulations has it.
// A turn or position carries it as ``left``: a list of conditions in the numbers of the table
// (puzzles/page/stipulated.py), null once it cannot be met any more, undefined where nothing is asked.
//
// Each condition says what is left of it: itself, a lesser one, true (met for good) or false (broken).

(function (tenback) {
  "use strict";

  // So much is counted already.
  function without(condition, number) {
    const { least, most } = condition;
    if (most !== null && number > most) return false;
    return { ...condition, least: Math.max(least - number, 0), most: most === null ? null : most - number };
  }

  const counted = (condition, happened) => without(condition, happened ? 1 : 0);

  const LAID = {
    first: (asked, lay) => lay.card === asked.card,
    last: (asked, lay) => (lay.card === asked.card) === (lay.left === 0) && (lay.left === 0 || asked),
    on: (asked, lay) => (lay.card === asked.card ? lay.pile === asked.pile : asked),
    before: (asked, lay) => ([asked.card, asked.later].includes(lay.card) ? lay.card === asked.card : asked),
    turn: (asked, lay) => (lay.card === asked.card ? asked.number === 1 : asked),
    untouched: (asked, lay) => lay.pile !== asked.pile && asked,
    ends: (asked, lay) => lay.covered !== asked.card && (lay.card !== asked.card || lay.pile === asked.pile) && asked,
    ender: (asked, lay) => (lay.left ? asked : lay.seat === asked.player),
    tricks: (asked, lay) => counted(asked, lay.trick && (asked.of === null || asked.of === lay.pile)),
    cards: (asked, lay) => counted(asked, lay.pile === asked.of),
    lays: (asked, lay) => counted(asked, lay.seat === asked.of),
    length: (asked, lay) => (asked.most === null || lay.number <= asked.most) && asked,
  };

  const ENDED = {
    turn: (asked) => asked.number > 1 && { ...asked, number: asked.number - 1 },
    turns: (asked) => counted(asked, true),
    shown: (asked, end) => counted(asked, end.shows.includes(asked.of)),
    length: (asked, end) => asked.least <= end.length && asked,
  };

  const MET = { first: () => false, length: () => true };

  // --- what is left of all of them

  function after(left, steps, event) {
    if (!left) return left;
    const parts = left.map((asked) => (steps[asked.kind] ? steps[asked.kind](asked, event) : asked));
    return parts.includes(false) ? null : parts.filter((part) => part !== true);
  }

  // A card of a turn under way, about to be laid.
  function laid(table, turn, card, pile) {
    if (!turn.left) return turn.left;
    const covered = turn.tops[pile];
    const trick = !tenback.referee.allows(table, "plain", pile, covered, card);
    const left = turn.hand.length - 1 + turn.drawLeft + turn.others;
    return after(turn.left, LAID, { card, pile, covered, trick, seat: turn.seat, number: turn.laid.length + 1, left });
  }

  function ended(table, turn) {
    const shows = turn.tops.map((top) => table.command[top]);
    return after(turn.left, ENDED, { length: turn.laid.length, shows });
  }

  // Is everything met, if every card is laid?
  function isMet(left) {
    if (left === undefined) return true;
    return left !== null && left.every((asked) => (MET[asked.kind] ? MET[asked.kind]() : !asked.least));
  }

  // --- names, as puzzles/page/keys.py has them

  function name(left) {
    if (left === undefined) return "";
    return `/${left === null ? "-" : left.map(text).join(";")}`;
  }

  function text({ text: start, least, most, number }) {
    if (number !== undefined) return `${start}:${number}`;
    if (least === undefined) return start;
    if (least === most) return `${start}=${least}`;
    return most === null ? `${start}>=${least}` : `${start}<=${most}`;
  }

  function namesPiles(left) {
    return !!left && left.some((asked) => asked.names_piles);
  }

  tenback.stipulation = { laid, ended, isMet, name, namesPiles };
})((globalThis.tenback = globalThis.tenback || {}));
