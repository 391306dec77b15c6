"""Sure gifts: a plan that cannot be spoilt (``duel_race``) may give gifts that the opponent cannot prevent.

**Floors.**  As long as P lays nothing on a pile of O, that pile shows its present top or a card O lays there.  Which
cards those can be is bounded by a closure: the followers, tricks included, of the top, and of every card so reached,
among the cards O has not yet laid (``duel_stranded``).  The *floor* of the pile is the best number among all of these
and the present top: the lowest for an ascending pile.  A card of P that improves the floor improves whatever the pile
shows.  A pile on its row card has no floor: O may leave it there, and a row card cannot be improved.

**Statement.**  A safe plan may lay, in any turn, a held card that improves the floor of a pile of O, once for each
pile (in a turn that is the next to be played: the top itself in place of the floor).  It then draws back to a full
hand; and one last card that fits nowhere may be laid so in the last turn.  One card at least goes on an own pile.

**Argument.**  The gift is possible by the above; once given, the pile is not used again, since its closure has
changed. The piles' closures do not depend on each other.  P's draws depend on P's own plays only.  A gift may help O to
lay cards, so what O cannot lay must not be counted on (``duel_stranded`` is not used against a plan with gifts), but
the fewest turns in which O can *draw* everything remain as they were: those are what the plan is compared with.

    B.up 40, B has 33 41 52 left:   floor 40 (33 is no trick of 41 or 52, and not above 40); A's 5 is a sure gift

**Where it holds.**  Where ``duel_race`` does, with gifts allowed at all.
"""
