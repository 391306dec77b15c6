"""How good a puzzle is, beside how hard: named features, and what is worth printing."""
