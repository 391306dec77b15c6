"""Puzzles on paper: sheets with cards and piles, in English and German, as PDF, SVG, PNG or a playable page."""
