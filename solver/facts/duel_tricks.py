"""Safe tricks: a plan that cannot be spoilt (``duel_race``) may play tricks whose base the opponent cannot cover.

**Statement.**  A safe plan may lay the trick card c on its base b (10 away, against the direction of the pile) if

    b was laid in the same turn, or
    the turn is the next one to be played and b is on top now, or
    no card that the opponent has not yet laid improves b.

**Argument.**  The opponent acts only between turns and only by laying a card that improves a top.  In the first case
there is no moment between b and c; in the second none either, the position being given; in the third there is no such
card, and the opponent's cards only become fewer.  So b is on top when c is laid.

A trick card that does not follow the pile plainly brings its top back: everything that followed plainly still does,
so such a trick never harms the cover of the rest.  The kernel plays only these.  Since tops now move back too, the
cards that could be gifts are gathered over all ends of turns of the plan, not at its last one.

    A.up 29, A holds 19 31, nothing of B's is below 29:   19@A.up in any turn
    A.up 29, A holds 35 25:                               35@A.up 25@A.up in one turn, whatever B does

**Where it holds.**  Where ``duel_race`` does; without that fact there are no plans, and this one does nothing.
"""
