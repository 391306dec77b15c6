"""Same tops: two tops that nobody's remaining cards can tell apart share an entry of the table.

**Statement.**  If on a pile of P the tops x and y have the same followers among the cards P has not yet laid, and are
improved by the same cards among those the opponent has not yet laid, the two positions are the same game: better tops
(see ``duel_better_tops``), both ways round.

**Where it holds.**  Face to Face with any numbers and any aim: the plays of one position are those of the other, card
for card, so it also holds where both sides help each other or a player wants to lose.

**In the kernel** (``tops_code`` in kernels/duel_table).  A top whose trick card is not yet laid stands for itself: the
trick card says what it is.  Any other ascending top x only divides the numbers: P's cards above it follow, O's cards
below it improve.  It stands for the least number that divides them in the same way, which is the greatest of P's
remaining cards not above x, or one more than the greatest of O's remaining cards below x, whichever is
more.  Descending piles mirrored.

    A has 12 30 left, B has 20 25:   tops 25½ … 29 of A.up are all the same; 25 is not (B's 25 does not improve it)
"""
