"""A puzzle being solved by a person.

==============  ================================================================================
``session.py``  the table, the turn under way, undo and redo, the verdict on each turn; no terminal
``hints.py``    hints: strategic first, then the pile, then the card
``words.py``    everything that is said to the person, in English and German
``reading.py``  what a person types, read forgivingly
``table.py``    the table drawn, or in plain words
``laying.py``   the turn under way: what puzzles and games have in common
``talk.py``     the conversation, as far as they have it in common
``terminal.py`` the conversation about a puzzle
==============  ================================================================================
"""

from puzzles.play.session import Ended, Moment, Session, State

__all__ = ["Ended", "Moment", "Session", "State"]
