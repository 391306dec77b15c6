"""Players for hidden cards: they are given what a seat knows (``solver.table.view``) and nothing else.

tables.py     what the kernels look up, worked out from the rules; room to think in
codec.py      what a seat knows as numbers, turns and words back
nets.py       the learned values: read, written, checked; which one fits which rules
strengths.py  instant, quick, strong: how a player decides, as numbers
player.py     a player at a seat: chooses a turn for a view
duel_player.py  the same for Face to Face; duel_tables.py, duel_training.py: its room and how its value is learned
redeal.py     tables that look the same to a seat, and sound the same where partners speak
race.py       turns compared in redeal after redeal
why.py        reasons for a turn, in words
blame.py      what is wrong with a turn beside a better one
advice.py     what each turn is worth, better and better as long as it is given time
adviser.py    how that comes about
talk.py       what partners may say of a pile, and what it means
games.py      whole numbered games, many in one call
counsel.py    what another turn costs against the best
training.py   learn a value from nothing
environment.py  the games as an environment of PettingZoo (extra env)
"""
