"""Stranded cards: who has cards that fit nowhere needs gifts; without them the race is lost, or the player gets stuck.

**Closure.**  As long as P lays nothing on O's piles, a pile of O can only take followers of its top, followers of
those, and so on, among the cards O has not yet laid (tricks included).  Cards of O in no pile's closure are
*stranded*: only a gift to P rids O of them, and only if they could improve a top that P shows.

**Statement.**  Let P have a plan that cannot be spoilt (``duel_race``) and gives nothing.  Then

    O cannot lay everything if some stranded card improves no top of the plan;
    O needs at least as many turns as there are stranded cards (divided by the gifts allowed in a turn);
    O completes at most V turns, V being the cards in closures, or those and the stranded ones that could be gifts,
    divided by the minimum, whichever is less: each turn takes at least the minimum, one of them on an own pile.

So P wins if the plan ends before O can (with the sharper count), or if it lasts until O has no turn left: V + 1 turns
if P moves first, V if O does, O not being able to lay everything in V turns.

**Argument.**  The closure contains whatever O's piles can ever show by O's own plays, by induction on the plays.  The
rest is counting.  The plan need not lay everything to last: it only must complete its turns, so it may strand cards of
P.

**Where it holds.**  Where ``duel_race`` does.
"""
