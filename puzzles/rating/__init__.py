"""How hard a puzzle is for people: what they see, what it seems to cost, and where it leads them wrong."""
