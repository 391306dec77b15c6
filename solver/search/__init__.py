"""The searches: each answers with numbers and a line; only ``solver.solve`` makes verdicts of them."""
