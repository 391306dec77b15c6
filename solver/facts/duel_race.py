"""The race that cannot be lost: a plan that no gift can spoil, against the fewest turns the opponent needs.

**Plain cover.**  Let every card P has not yet laid follow some own pile of P *plainly* (higher on an ascending top,
lower on a descending one).  If P holds all of them, P can lay them all in one turn: each goes to a pile it follows
plainly, on each pile in order.  A gift of the opponent lowers an ascending top or raises a descending one, so what
followed plainly still does: plain plays are proof against gifts, poisoned or not.  (A trick is not, unless
``duel_tricks`` says so.)

**Safe plan.**  P lays the minimum in each turn, by plain plays on own piles, draws what such turns draw, and once the
draw pile is empty and the whole hand is covered lays it in turn T.  By the above the plan works whatever the opponent
O does, since P's draws depend on P's own plays only; O can only lose sooner, by being stuck.

**The fewest turns of O.**  In a turn O draws at most a full hand, and at most ``draws`` cards without a gift.  While P
follows the plan, P's tops at the start of O's turns are those of the plan or, after gifts, better ones, which fewer
cards improve; so every gift O could ever make is a card that improves a top P shows at the end of a turn of the plan.
With g such cards at most g turns of O draw a full hand.  Hence O needs at least t(g) turns to draw, and one more to
lay the last card: ``fewest_turns``.

**Verdict.**  P to move, plan of T turns: P wins in 2T - 1 turns if O needs at least T turns (O has T - 1 of them
before). O to move: P wins in 2T turns if O needs more than T.  And a player to move with an empty draw pile whose hand
is covered, but for one card that may be a gift, wins at once.

**Where it holds.**  Face to Face with any numbers, where each side plays to win.  The kernel looks for plans greedily:
it may miss one, and then searches.

**Measured**: see the ablation in docs/results.md.
"""
