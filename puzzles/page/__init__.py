"""The playable page: one self-contained HTML file with a whole collection.

The parts, each a small file; the page is their concatenation, so that it needs no network and no build step:

==================  =====================================================================================
``export.py``       what the page knows, as JSON: rule tables asked of ``solver.rules``, positions, words
``keys.py``         a short exact name for every position of a game, the same here and in the browser
``judged.py``       for each puzzle the positions from which it can still be solved, and the opponent's replies
``referee.js``      interprets the tables: what may be laid, when a turn may end, what is drawn, how it ends
``stipulation.js``  what is left of a stipulation after a card and a turn
``cards.js``        draws cards and commands
``played.js``       what is played: turns, undo, stepping, lines and positions as JSON
``spoken.js``       the same in words: plays, refusals
``drawn.js``        the same drawn: hand, piles, draw pile, turns so far
``board.js``        the table a person plays at: click, drag and keyboard
``judge.js``        verdicts and hints from the exported positions
``store.js``        progress, kept in the browser where the browser allows it
``list.js``         language, the list of puzzles, which of them is open
``solving.js``      the puzzle that is being solved: verdicts, hints
``app.js``          the page: the puzzle on its board, the solution, help
``play/``           whole games: their record, the choice, the table of a seat; ``alone.js`` deals without a server
==================  =====================================================================================

A live page (``live=True``, used by ``tenback serve``) is the same page with

- the ``<section id="live" hidden></section>`` above the list of puzzles left for the live panel to fill and show,
- ``<link rel="stylesheet" href="live.css">`` and ``<script src="live.js" defer>``, run after everything here,
- a policy that allows scripts, styles and requests of the page's own origin, and nothing else,
- nothing but the head and that section where the collection is empty.

When the reader switches the language, the window hears an event ``tenback-language``.

What other scripts may use (``tenback`` is a global object of the page)::

    tenback.data                       what export.py wrote: {language, title, tables, puzzles, words, …}
    tenback.words(key, {name: value})  a text in the page's language ("" for a key that is not known)
    tenback.language                   "en" or "de"

    const board = new tenback.Board(element, data, options)
        data       {table, position} as puzzles.page.export.board_data(position) gives it; ``seat``: who looks, if
                   that is not whoever moves; a card that is not seen is -1 (``tenback.referee.HIDDEN``)
        options    interactive: true     may cards be laid by hand?
                   log: true             are the turns so far listed?
                   reset: true           is there a button that goes back to the start?
                   over(board)           how the game has ended, where the page's referee cannot see it
                   actions: []           more buttons: {name, text(board), label(board), onClick, off(board), main}
                   still(board)          null, or why nothing may be laid here: "over" or "viewing"
                   next(board)           null, or a button in place of "end turn" when all is done
                   onChange(board)       after every play, undo, end of turn, or step
                   onTurn(board)         after a turn that a person has ended
                   onRefused(text, rule) a play or the end of a turn was refused, with the reason in words
                   onSay(text, kind)     whatever the board announces (it does so by itself too)
                   drawIsHidden: false   does the draw pile lie face down?
                   onDrawHidden(hidden)  a person has turned it over
    board.show(data)                   another table and position; forgets the line
    board.setLine(turns)               a line from JSON: [{player, plays: [["37", "up1"], …]}, …]; gives how many
                                       turns the referee accepted, and shows the position after the last of them
    board.goTo(n)                      show the position after n turns of the line (later turns are kept for stepping)
    board.at, board.line               turns shown, and the turns of the line in the same JSON, what was drawn included
    board.undo() board.reset() board.endTurn() board.say(text, kind)
    board.refusal(card, pile)          null, or the reason in words why a card may not be laid now
    board.json()                       the position shown (at the start of the turn) as in docs/formats.md
    board.outcome()                    null, or {won, winner, rule, text}
    board.highlight(plays)             mark cards and piles, such as [["37", "up1"]]; [] takes the marks away

    tenback.card(name, command)        a drawn card as an element, for lists and lines of play
"""

from __future__ import annotations

from puzzles.page.build import page_html
from puzzles.page.export import PageChapter

__all__ = ["PageChapter", "page_html"]
