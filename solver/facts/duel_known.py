"""Known games: what was proved of one position serves every position that is at least as good for its winner.

**Statement.**  Let two Face to Face positions have the same cards not yet laid on each side and the same player to
move, and let for the player P and the opponent O

    tops:   P's tops in the first be at least as good as in the second, O's at most as good (``duel_better_tops``);
    draws:  P have drawn at least as many cards in the first as in the second, O at most as many.

Then the first is at least as good for P: if P wins from the second within k turns against every defence, so P does
from the first; and if O wins from the first within k turns, so O does from the second.

**Argument.**  As in ``duel_better_tops``, P plays in the first what P would play in the second, and whatever O does
in the first could be done in the second.  The cards not yet laid stay the same on both sides; the order of a draw
pile is known, so the more was drawn, the more of them are held: every card P would lay is at hand.  A turn of as many
cards, gifts or not, keeps the order of what was drawn: with r cards not yet laid after it, d drawn of n in all and
hands of h, a turn with a gift leads to min(n, max(d, h - r + n)) cards drawn, one without to min(n, d + draws, max(d,
h - r + n)), and both grow with d.  Laying a card or giving one makes the two tops equal.  So the relation holds after
every turn, both sides have laid everything at the same moments, and who is stuck in the better position is stuck in
the worse one.

**Where it holds.**  Face to Face with any numbers, where each side plays to win.  Where the least to lay is greater
once the draw pile is empty, only between positions with as many cards drawn: having drawn all could then be a burden.

    A.up 25, A has laid the 17:   what A was proved to win with A.up 27 and the same cards is won

**In the kernel** (``duel_known``): proofs are noted by the cards not yet laid, a few for each, and looked up before a
race is tried and before a state is opened; not where many cards are left, which saves too little (``NOTED``). In
``enter`` (duel_turns) turns that leave the same hand are compared even if their gifts differ: a turn whose gift helps
the opponent no less, and the own piles no more, is left out. Two piles a side; with more of them nothing is noted.

**Measured**: see the ablation in docs/results.md.
"""
