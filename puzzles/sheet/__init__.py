"""Puzzles on paper: sheets with cards and piles, in English and German, as PDF, SVG or PNG.

What is to be seen is described once, in millimetres (``drawing``): from small signs (``signs``) over cards and piles
(``cards``), the table (``table``) and lines of play (``lines``) to a puzzle (``block``), its answer (``answers``) and
whole pages (``pages``).  Two short writers (``svg``, ``pdf``) put that into files.
"""
