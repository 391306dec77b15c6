"""How strongly a player plays: by the score, by the learned value, or looking ahead; as numbers for the kernels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from solver.errors import Unreadable, quoted
from solver.kernels.hidden_play import BY_SCORE, BY_VALUE
from solver.kernels.hidden_value import OPEN as ALL_HANDS
from solver.kernels.hidden_value import OWN as OWN_HAND
from solver.kernels.hidden_value import TALK as WORDS
from solver.table.view import INFORMATION, OPEN, OWN, TALK, Information

KINDS: Mapping[str, int] = {OWN.name: OWN_HAND, TALK.name: WORDS, OPEN.name: ALL_HANDS}
assert KINDS.keys() == INFORMATION.keys()


@dataclass(frozen=True)
class Width:
    """Which turns are listed and how they are judged."""

    judge: int  # by the score alone, or the best by the value
    judged: int = 40  # so many, best by the score, are judged by the value
    nearest: int = 3  # cards tried on a pile beside tricks and pairs
    slack: int = 30  # how much dearer than the cheapest a turn may be
    alone: int = 50  # thousandths of the score that are added to the value, which curb the noise of a maximum:
    together: int = 5  # for one player, and for a team
    extra: int = 20  # how dear a card more than is asked may be
    endings: int = 300  # states looked at where nothing is hidden any more
    mirrored: int = 0  # up to so many players the net is asked about the mirror image of a table too

    def style(self, information: Information, players: int, random_commands: bool = False) -> list[int]:
        """As a row of numbers."""
        knows, share = KINDS[information.name], self.alone if players == 1 else self.together
        return [
            knows, self.judge, self.judged, self.nearest, self.slack, int(random_commands), share,
            self.endings, self.extra, int(players <= self.mirrored),
        ]  # fmt: skip


@dataclass(frozen=True)
class Ahead:
    """How far is looked ahead."""

    candidates: int  # turns that take part in the race
    samples: int  # redeals in its first round; each round has twice as many as the one before
    rounds: int  # after each of them half of the turns drop out
    turns: int  # played on by value in every redeal
    prior: int  # redeals that the value itself counts for

    def plan(self, seed: int) -> list[int]:
        """As a row of numbers."""
        return [self.candidates, self.samples, self.turns, self.prior, seed, self.rounds]


@dataclass(frozen=True)
class Strength:
    """A strength by name: how the player lists and judges turns, and how far it looks ahead with which partners."""

    name: str
    words: str
    width: Width
    ahead: Ahead | None = None
    partners: Width | None = None  # how everybody plays on in what is looked ahead


INSTANT = Strength("instant", "the score of the table after the turn", Width(BY_SCORE, slack=12))
QUICK = Strength("quick", "the learned value of the table after the turn", Width(BY_VALUE, mirrored=1))
STRONG = Strength(
    "strong",
    "the unseen cards dealt anew again and again, a few turns played on by value",
    Width(BY_VALUE, judged=60, endings=5000),
    Ahead(candidates=10, samples=30, rounds=3, turns=1, prior=4),
    Width(BY_VALUE, judged=6, nearest=2, slack=10, extra=2, endings=100),
)
STRENGTHS: Mapping[str, Strength] = {strength.name: strength for strength in (INSTANT, QUICK, STRONG)}


def strength_named(name: str) -> Strength:
    """A strength by its name."""
    if name not in STRENGTHS:
        raise Unreadable(f"{quoted(name)} is not a strength: {' '.join(STRENGTHS)}")
    return STRENGTHS[name]
