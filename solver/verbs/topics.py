"""``tenback help``: how things are written, one screen a topic."""

from __future__ import annotations

from typing import Annotated

import typer

from solver.errors import Unreadable, quoted
from solver.screen import folded, page_width

EXAMPLES = ("tenback help notation", "tenback help piles", "tenback help solve")

NOTATION = """\
A deal or a position is one line: a header, then sections divided by |.

  the-game/2 hand=5 | up: 17 1 | down: 88 100 | 1*: 5 9 | 2: 77 | draw: 44 3

  the-game/2      the game and the number of players
  hand=5          a number of the rules that is not the published one
  up: 17 1        the tops of the ascending piles, first pile first; - for none
  down: 88 100    the same for the descending ones
  1*: 5 9         the hand of player 1; * marks the player to move
  draw: 44 3      the draw pile, next card first
  draw?: 44 3     the same cards, in an order that nobody knows
  2: ?6           six cards that the player to move does not see (draw: ?40)
  laid: 3 12      where cards are hidden: those known to have been laid

Empty piles, hands and draw piles may be left out. Cards that are nowhere have
been laid; where some are hidden, they may be there too. There are no ranges.

  the-game/3 #17                            numbered deal 17
  the-game/1 highest=6 hand=2 | deck: 4 2 3 6 5     a deck, top card first
  quick-and-easy | up: r7 | down: - | 1*: b5 s1     colours r g b y s
  face-to-face | A.up: 17 | A: 5 | B*: 7 8 | B.draw: 44

Quote it for the shell: tenback show 'the-game/3 #17'"""

PILES = """\
Piles are named by their direction and number.

  up1 up2 down1 down2      The Game: two ascending, two descending piles
  up down                  Quick & Easy: one of each
  A.up A.down B.up B.down  Face to Face: each player has one of each

Shorter, wherever a line of play is given:

  u1 d2 A.u                u for up, d for down
  up u ↑ down d ↓          without a number: the only pile of that direction
                           that takes the card; where several would, you are
                           asked which. In Face to Face: your own pile

In a position, one section shows all tops of a direction: up: 17 1. A pile that
nothing was laid on shows its row card: 1 or 100, in Face to Face 60, or -."""

TURNS = """\
A line of play is turns, divided by ; or line ends.

  1: 37@up1 48@up1 +44 +3; 2: 5@down2 15@down2

  1:          the player; may be left out
  37@up1      a card and the pile it is laid on, in the order of laying
  +44 +3      the cards drawn at the end of the turn; may be left out where
              the order of the draw pile is known; a lone + for none
  pass        a turn that lays nothing (the referee will refuse it)
  -           no turns at all

What solve prints is a line of play as well, in words or in JSON:

  tenback solve 'the-game/2 #17' > answer.txt
  tenback verify 'the-game/2 #17' answer.txt
  tenback analyze 'quick-and-easy/2 #5' --line game.txt

See also: tenback help piles"""

STATUSES = """\
What a verb says by its exit status ($? in the shell):

            solve, analyze     verify               others
    0       winnable           legal, complete      done
    1       unwinnable         not                  no: nothing wins
    2       bad input: one line on standard error names what is wrong
    3       unknown: a limit was hit; never to be read as "no"
   70       the program itself failed; --debug shows the details
  130       interrupted (Ctrl-C)

With advise, 1 says that the player to move has no legal turn.
With --line, analyze ends with 0 if no turn gave a win away, 1 if one did.
With --lines, solve ends with 0, or with 2 if a line could not be read.
The answer is on standard output, all else on standard error; --json gives the
answer to programs."""

DEALS = """\
Deal 17 of a game is the same for everyone, for ever: 'the-game/3 #17'.

  tenback deal the-game 17 --players 3      print it
  tenback show 'the-game/3 #17'             draw its first position
  tenback solve 'the-game/3 #17'            can it be won?

Many of them, one a line:

  tenback deal the-game 1:100 > deals.txt
  tenback solve deals.txt --lines --jobs 2
  tenback survey the-game --deals 1:1000

A range is FROM:TO, both ends included; deal and survey take one. Everything
else takes one deal: its text, a file, or - for standard input.

Other rules: 'the-game/3 hand=5 #17', --set hand=5, or a rules file in TOML."""

HIDDEN = """\
Nobody knows the draw pile, nor the other hands. Write how many cards there are:

  the-game/2 | up: 17 1 | down: 88 100 | 1*: 5 9 20 | 2: ?6 | draw: ?40

  tenback advise TABLE                      what to play, and why
  tenback advise TABLE --seconds 10         the same, thought over
  tenback advise 'the-game/3 #17' --information open

What is known (--information): own, the own hand; talk, what partners say too;
open, all hands. The order of the draw pile is never looked at.

What partners may say of a pile (--said '2: up1=mine down2=rather-not'):

  mine          I hold a card that pulls it back
  please-dont   I hold a card within 2 of its top
  rather-not    I hold a card within 5 of its top
  free          none of these; need not be said

See also: tenback help notation"""

STIPULATIONS = """\
A stipulation says what a win must be like: conditions, divided by semicolons.

  tenback solve TABLE --require 'tricks<=1; last=37; untouched=up2'

  tricks=N tricks:PILE=N   backwards tricks, of all piles or of one
  first=CARD last=CARD     laid first, last of all
  on=CARD:PILE             laid on this pile
  before=CARD:CARD         laid before another card
  turn=CARD:N              laid in turn N, counted from here
  untouched=PILE           nothing is laid on it
  cards:PILE=N             cards laid on it
  ends=PILE:CARD           what it shows at the end
  turns=N                  turns that the win takes
  length=N                 cards in every single turn
  ender=PLAYER             who lays the last card
  lays:PLAYER=N            cards that a player lays
  shown:COMMAND=N          turns that end with a command (or fire) visible

Where a number stands, = may be <= or >=. solve, analyze and verify take
--require; goals beside it: win, turns, tricks, most-tricks."""

TOPICS = {
    "notation": ("deals and positions as text", NOTATION),
    "piles": ("the names of the piles", PILES),
    "turns": ("lines of play as text", TURNS),
    "deals": ("numbered deals, one or many", DEALS),
    "hidden": ("advice when cards are hidden", HIDDEN),
    "stipulations": ("wins of a certain kind (--require)", STIPULATIONS),
    "statuses": ("what exit statuses mean", STATUSES),
}


def help_(
    topic: Annotated[str | None, typer.Argument(metavar="[TOPIC]", help="A topic, or a verb.")] = None,
) -> None:
    """Explain how things are written; without a topic, list what there is."""
    if topic is None:
        lines = [f"  tenback help {name:<12}  {about}" for name, (about, _) in TOPICS.items()]
        typer.echo("\n".join([*lines, "  tenback help VERB          what a verb does: tenback --help lists them"]))
        return
    if topic not in TOPICS:
        raise Unreadable(f"{quoted(topic)} is not a topic: {' '.join(TOPICS)}, or a verb, such as solve")
    for line in TOPICS[topic][1].splitlines():
        typer.echo(folded(line, page_width()))
