"""The verbs of the command ``tenback``, one file each; cli.py puts them together."""
