"""Better tops: of two turns that leave the same cards everywhere, the one with dominated tops need not be tried.

**Statement.**  Let two Face to Face positions differ only in the tops of one player P (the opponent is O).  Let for
each pile of P the top x of the first and y of the second satisfy

    followers:  every card P has not yet laid that may be laid on y may be laid on x too, and
    gifts:      every card O has not yet laid that improves x improves y too.

Then the first is at least as good for P: whoever is to move, if P wins from the second within k turns against every
defence, so P does from the first; and if O wins from the first within k turns, so O does from the second.

**Where it holds.**  Face to Face with any numbers, where each side plays to win.  Not where both work for one side, nor
where a player wants to lose: there a gift more, or a follower less, may be just what is wanted.

**Argument.**  P plays in the first position as in the second, card by card; the two stay equal but for some of P's
tops, which keep the relation: laying a card c on a pile makes both tops c.  P's plays are possible by the first
condition (the cards not yet laid only become fewer), and P may end a turn, draws, has laid everything at the same
moments.  O's plays on O's own piles are the same in both; a gift of O on the first is possible on the second by the
second condition, and then both tops are equal.  So whatever O does in the first could be done in the second, with the
same draws and the same number of turns; and where P is stuck in the first, P is stuck in the second.

"Better" is not the better number: 25 on 29 takes away a waiting 19.

    A.up 29, A holds 19      followers {19, …}
    A.up 25, A holds 19      followers {…}          lower, and not better

**In the kernel** (``enter`` in kernels/duel_turns): within a turn under way, for equal hand and equal gifts, only the
tops that no other tops dominate are kept; the argument does not need the turn to be over.

**Measured**: see results of bench/duel (states with the fact off and on).
"""
