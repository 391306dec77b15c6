"""Puzzles made of positions: sound, with one solution, and a difficulty that means something."""
