"""A game that people play, alone, with computers or at one screen; nothing here knows a terminal or a page.

==================  ============================================================================
``match.py``        where it began, who sits where, what was played; what a seat sees of it
``seen.py``         what a seat sees, as JSON
``computers.py``    computers at seats: they see what their seat sees, and nothing else
``record.py``       a game as one line of text, which reads back
``store.py``        games kept in the user's folder, each written anew after every step
``deals.py``        which deal: by number, of the day, one that can be won
==================  ============================================================================
"""

from puzzles.match.match import PERSON, Match
from puzzles.match.record import format_record, parse_record

__all__ = ["PERSON", "Match", "format_record", "parse_record"]
