"""Fill in the figures of docs/winnability.md and docs/lost-deals.csv from the stores of the page, draw its plots.

python -m bench.winnability FOLDER_OF_STORES
python -m bench.winnability                     draw the plots anew, from the figures that are on the page
"""

from __future__ import annotations

import argparse
import csv
import json
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path

from solver.survey.chunks import LOST, UNKNOWN
from solver.survey.intervals import DealShare
from solver.survey.plot import plot
from solver.survey.report import Summary, markdown, summaries
from solver.survey.store import Survey, SurveyStore
from solver.verdict import Unknown, Unwinnable

PAGE = Path(__file__).parents[1] / "docs" / "winnability.md"
LIST = PAGE.with_name("lost-deals.csv")
MOST_NAMED = 300  # deals named one by one; of more, the first few
FEW = 10
LARGEST = 99  # where no hand is named, it is the published one, which is the largest here

# Each part of the page: its stores, and whether its plot shows what is lost (on a logarithmic scale).
PARTS = {
    "quick-and-easy": (("quick-and-easy", "quick-and-easy-pro"), True),
    "the-game": (("the-game", "expert"), True),
    "extreme": (("extreme", "extreme-random"), True),
    "solo-hands": (("solo-hands",), False),
    "face-to-face": (("face-to-face",), False),
}
UNLISTED = ("face-to-face",)  # a deal that A does not win is no lost one


def listed(summary: Summary) -> list[list[str]]:
    """The deals of a survey that are lost or unknown, as rows of the list."""
    rows = list[list[str]]()
    for verdict, count in ((LOST, summary.share.lost), (UNKNOWN, summary.share.unknown)):
        for row in islice(summary.deals(verdict), count if count <= MOST_NAMED else FEW):
            name = Unwinnable.name if verdict == LOST else Unknown.name
            rows.append([summary.survey.title, name, str(row.deal), str(row.states), row.reason])
    return rows


def write_list(path: Path, found: Sequence[Summary]) -> None:
    """Put the deals of these surveys into the list; those of other surveys stay."""
    titles = {summary.survey.title for summary in found}
    with path.open(encoding="utf-8", newline="") as file:
        head, *kept = csv.reader(file)
    rows = [row for row in kept if row[0] not in titles] + [row for summary in found for row in listed(summary)]
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([head, *rows])


def part(found: Sequence[Summary], picture: str) -> str:
    """A table and the plot."""
    lines = [markdown(found), "", f"![shares with 95 % intervals]({picture})", ""]
    versions = ", ".join(sorted({version for summary in found for version in summary.versions}))
    return "\n".join([*lines, f"Decided by tenback {versions}.", ""])


def filled(text: str, name: str, content: str) -> str:
    """The page with the content between the marks of a part."""
    start, end = f"<!-- {name}: start -->\n", f"<!-- {name}: end -->\n"
    before, rest = text.split(start)
    return before + start + content + end + rest.split(end)[1]


def on_the_page(text: str, name: str) -> list[Summary]:
    """The surveys of a part's table, as far as a plot needs them."""
    rows = text.split(f"<!-- {name}: start -->\n")[1].split("\n\n")[0].splitlines()[2:]
    return [summary_of_row([cell.strip() for cell in row.strip("|").split("|")]) for row in rows]


def summary_of_row(cells: Sequence[str]) -> Summary:
    """A line of the table read back."""
    game, players, rules, _, *counts = cells
    settings = dict(word.split("=") for word in rules.split() if "=" in word)
    commands = settings.pop("commands", "")
    numbers = json.dumps({name: int(value) for name, value in settings.items()})
    share = DealShare(*(int(count.replace(",", "")) for count in counts[:3]))
    survey = Survey(0, "", "", game, int(players), numbers, commands)
    store = SurveyStore(None, create=True)
    return Summary(survey, store, 1, share.deals, share, "clopper-pearson", 0, {}, {}, 0.0, ())


def main() -> None:
    """Read the stores, write the page; or read the page, draw the plots."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    folder, text = parser.parse_args().folder, PAGE.read_text(encoding="utf-8")
    if folder is None:
        for name, (_, lost) in PARTS.items():
            plot(on_the_page(text, name), PAGE.parent / f"winnability-{name}.svg", lost)
        return
    for name, (stores, lost) in PARTS.items():
        with ExitStack() as stack:
            paths = [path for store in stores if (path := folder / f"{store}.db").exists()]
            opened = [stack.enter_context(SurveyStore(path)) for path in paths]
            found = [summary for store in opened for summary in summaries(store, "clopper-pearson")]
            if not found:
                continue
            found.sort(
                key=lambda summary: (
                    stores_order(summary),
                    summary.survey.players,
                    *(summary.rules.get(name, LARGEST) for name in ("hand", "highest")),
                )
            )
            picture = f"winnability-{name}.svg"
            plot(found, PAGE.parent / picture, lost)
            text = filled(text, name, part(found, picture))
            if name not in UNLISTED:
                write_list(LIST, found)
    PAGE.write_text(text, encoding="utf-8")


def stores_order(summary: Summary) -> tuple[str, str, int]:
    """Surveys of the same game together, the published rules first."""
    rules = {name: value for name, value in summary.rules.items() if name != "hand"}
    return summary.survey.game, summary.survey.commands, len(rules)


if __name__ == "__main__":
    main()
