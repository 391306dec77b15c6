"""The verbs of ``tenback puzzle`` and ``tenback serve``, one file each."""
