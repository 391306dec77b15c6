"""Several stores made into one: each deal counted once, contradictions refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from solver.errors import DoesNotAddUp
from solver.survey.store import Chunk, Survey, SurveyStore


@dataclass(frozen=True)
class Merged:
    """How many chunks came in, and the ranges left out because a part of them was there already."""

    taken: int
    known: int
    left_out: tuple[tuple[int, int], ...]


def merge(target: SurveyStore, sources: Sequence[SurveyStore], mix_versions: bool = False) -> Merged:
    """Copy what the sources have and the target has not; each source goes in whole or not at all."""
    taken, known, left_out = 0, 0, list[tuple[int, int]]()
    for source in sources:
        with target.transaction():
            for survey in source.surveys():
                copy = _Copy(source, target, survey, mix_versions)
                for chunk in source.chunks(survey.id):
                    if copy.take(chunk):
                        taken += 1
                    elif copy.is_known(chunk):
                        known += 1
                    else:
                        left_out.append((chunk.first, chunk.last))
    return Merged(taken, known, tuple(left_out))


class _Copy:
    """One survey on its way from one store into another."""

    def __init__(self, source: SurveyStore, target: SurveyStore, survey: Survey, mix_versions: bool) -> None:
        self.source, self.target, self.survey = source, target, survey
        self.id = target.ensure_survey(survey)
        versions = {*source.versions(survey.id), *target.versions(self.id)}
        if len(versions) > 1 and not mix_versions:
            raise DoesNotAddUp(
                f"{survey.title} in {source.name} and {target.name} was surveyed by versions "
                f"{' and '.join(sorted(versions))}: say --mix-versions to merge"
            )
        runs = source.runs(survey.id).items()
        self.runs = {run: target.ensure_run(self.id, version, limits.to_text()) for run, (version, limits) in runs}

    def overlapping(self, chunk: Chunk) -> list[Chunk]:
        """What the target has of a range."""
        return list(self.target.chunks(self.id, chunk.first, chunk.last))

    def is_known(self, chunk: Chunk) -> bool:
        """Has the target all of it?"""
        return not any(self.target.missing(self.id, chunk.first, chunk.last))

    def take(self, chunk: Chunk) -> bool:
        """Write a chunk if it is new, or better than what it covers: more deals, or fewer of them unknown."""
        there = self.overlapping(chunk)
        if there:
            inside = all(chunk.first <= old.first and old.last <= chunk.last for old in there)
            if not inside:
                return False
            self.refuse_contradiction(there)
            more = sum(old.last - old.first + 1 for old in there) < chunk.last - chunk.first + 1
            if not more and chunk.unknown >= sum(old.unknown for old in there):
                return False
            self.forget(chunk)
        self.target.put_chunk(self.id, replace(chunk, run=self.runs[chunk.run]))
        self.copy_rows(chunk)
        return True

    def refuse_contradiction(self, there: Sequence[Chunk]) -> None:
        """Two decided verdicts on the same deal must be the same."""
        for old in there:
            ours = {row.deal: row.verdict for row in self.target.deals(self.id, None, old.first, old.last)}
            theirs = {row.deal: row.verdict for row in self.source.deals(self.survey.id, None, old.first, old.last)}
            for deal in ours.keys() | theirs.keys():
                if {ours.get(deal, 1), theirs.get(deal, 1)} == {1, 2}:
                    raise DoesNotAddUp(f"the stores contradict each other: deal {deal} of {self.survey.title}")

    def forget(self, chunk: Chunk) -> None:
        """Make room for a better chunk."""
        key = (self.id, chunk.first, chunk.last)
        self.target.db.execute("DELETE FROM chunks WHERE survey = ? AND first >= ? AND last <= ?", key)
        self.target.db.execute("DELETE FROM deals WHERE survey = ? AND deal BETWEEN ? AND ?", key)

    def copy_rows(self, chunk: Chunk) -> None:
        """The rows of a chunk, each with its run."""
        query = """SELECT deal, run, verdict, states, micros, reason FROM deals
            WHERE survey = ? AND deal BETWEEN ? AND ?"""
        for deal, run, *figures in self.source.rows(query, self.survey.id, chunk.first, chunk.last):
            values = (self.id, deal, self.runs[int(str(run))], *figures)
            self.target.db.execute("INSERT INTO deals VALUES (?, ?, ?, ?, ?, ?, ?)", values)
