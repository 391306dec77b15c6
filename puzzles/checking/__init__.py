"""Whether what a puzzle claims is true, and whether its position can arise in a game."""
