"""Surveys: which share of the deals of a game can be won, or does our player win without knowing the order?

plan.py       what is asked: rules, command map, limits, and the digest that tells two questions apart
players.py    who plays, where cards are hidden
games.py      its games, each seen by the referee; gamesfile.py: the file they go to
tally.py      histograms that add up
chunks.py     the work: some numbered deals decided
intervals.py  confidence intervals, the test for pairs
store.py      one SQLite file: what has been decided, killed at any moment or not
damage.py     the boundary of that file: all of it is looked at before anything is read or written
pools.py      threads, processes or a cluster
run.py        a survey from beginning to end
merge.py, compare.py, report.py, plot.py, export.py      what is done with stores
"""
