"""tenback's engine: The Game and its family, decided with known decks.

>>> import solver
>>> position = solver.load("quick-and-easy/1 | up: r7 | down: b4 | 1*: b5 s1")
>>> bool(position.legal_turns)
True

The public names are listed in ``solver/api.py`` and loaded when the first of them is asked for: a command that needs
none of the engine starts without it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from solver.version import __version__ as __version__

if TYPE_CHECKING:
    from solver.api import *  # noqa: F403


def __getattr__(name: str) -> object:
    """A public name, or ``__all__``: load them all."""
    if name.startswith("__") and name != "__all__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    api = import_module("solver.api")  # ``from solver import api`` would ask here for ``api``
    if not hasattr(api, name):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals().update({public: getattr(api, public) for public in api.__all__}, __all__=api.__all__)
    return getattr(api, name)


def __dir__() -> list[str]:
    """The public names."""
    return sorted({*globals(), *import_module("solver.api").__all__})
