"""Safe for a while: nobody wins soon against a player who can neither be stuck nor overtaken for some turns.

**Statement.**  Let O have a plan that cannot be spoilt (``duel_race``) for S turns, and let the opponent P need at
least F turns to lay everything against it.  Then P does not win

    within min(2S - 1, 2F - 1) turns, those of both counted, if O is to move;
    within min(2S, 2F - 2) turns if P is to move.

**Argument.**  P wins by laying everything or by O being stuck.  Following the plan O completes S turns.  O to move: O's
turn i is turn 2i - 1 of the game, P's is 2i.  O could first be stuck after P's turn S, which is turn 2S; P first lays
everything in turn 2F.  P to move: P's turn i is turn 2i - 1; O could first be stuck after P's turn S + 1, which is
turn 2S + 1; P first lays everything in turn 2F - 1.

It settles questions about numbers of turns (``--goal turns``, ``win-in``), and says nothing about who wins in the
end.

**Where it holds.**  Where ``duel_race`` does.
"""
