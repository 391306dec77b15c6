"""``tenback survey compare``: what it prints."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from solver.screen import folded, page_width
from solver.survey.compare import Comparison
from solver.survey.conduct import SurveyOrder
from solver.survey.plan import SurveyPlan


def print_comparison(found: Comparison, plans: Sequence[SurveyPlan], order: SurveyOrder) -> None:
    """A comparison in words."""
    pairs, width = found.pairs, page_width()
    if found.end < order.last:
        typer.echo(folded(f"deals {found.begin} to {found.end} so far, of {order.first} to {order.last}", width))
    typer.echo(
        folded(f"won under both {pairs.both:,}, under neither {pairs.neither:,}, not known {pairs.unknown:,}", width)
    )
    for plan, count, deals in zip(
        plans, (pairs.only_first, pairs.only_second), (found.only_first, found.only_second), strict=True
    ):
        listed = ", ".join(map(str, deals)) + (" …" if count > len(deals) else "")
        typer.echo(folded(f"won under {plan.title} alone {count:,}{': ' + listed if deals else ''}", width))
    if pairs.difference is not None:
        typer.echo(
            folded(f"difference {100 * pairs.difference:+.4f} %, McNemar's exact test p = {pairs.p_value:.3g}", width)
        )
