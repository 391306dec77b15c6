"""Everything public, gathered: what ``import solver`` offers under its own name."""

from solver.analysis import (
    Analysis,
    Choice,
    Choices,
    Count,
    FirstPlay,
    OrderChoice,
    Orders,
    Played,
    PlayedTurn,
    Share,
    analyze,
    analyze_line,
    analyze_orders,
    count_winning,
    list_choices,
)
from solver.cards import Card
from solver.decide.questions import ask, helpwin, refute, selfstuck, win_in
from solver.decide.solve import solve
from solver.decide.verify import verify
from solver.errors import AgainstTheRules, DoesNotAddUp, HiddenCards, TenbackError, Unreadable
from solver.graph import winning_graph, write_graph
from solver.hidden.advice import Advice, AdvisedTurn, advise
from solver.hidden.why import Why
from solver.notation.answers import verdict_to_json
from solver.notation.source import load, load_line
from solver.notation.text import format_deal, format_position, format_view
from solver.reasons import (
    BareSkull,
    Beaten,
    CutShort,
    DeadCard,
    Exhausted,
    Infeasible,
    Interrupted,
    InWords,
    NeverMet,
    Obstructed,
    OutOfStates,
    OutOfTime,
    Over,
    Reason,
    Refused,
    TooFewForThree,
)
from solver.rules.game import Game, Pile, Player, Rules
from solver.rules.games import GAMES
from solver.rules.sides import Outcome
from solver.search.limits import Limits
from solver.show.drawing import Drawing, drawn
from solver.stipulations import Stipulation, parse_stipulation, stipulation_of
from solver.table.deal import Deal, deal
from solver.table.line import Line, Play, Turn, format_line, parse_line
from solver.table.position import DrawPile, Position, count_lines, play_line
from solver.table.view import INFORMATION, Hidden, Information, View
from solver.verdict import Answered, Unknown, Unwinnable, Verdict, Winnable
from solver.version import __version__

answered_to_json = verdict_to_json  # the name it had when answers were a type of their own

__all__ = [
    "GAMES",
    "INFORMATION",
    "Advice",
    "AdvisedTurn",
    "AgainstTheRules",
    "Analysis",
    "Answered",
    "BareSkull",
    "Beaten",
    "Card",
    "Choice",
    "Choices",
    "Count",
    "CutShort",
    "DeadCard",
    "Deal",
    "DoesNotAddUp",
    "DrawPile",
    "Drawing",
    "Exhausted",
    "FirstPlay",
    "Game",
    "Hidden",
    "HiddenCards",
    "InWords",
    "Infeasible",
    "Information",
    "Interrupted",
    "Limits",
    "Line",
    "NeverMet",
    "Obstructed",
    "OrderChoice",
    "Orders",
    "OutOfStates",
    "OutOfTime",
    "Outcome",
    "Over",
    "Pile",
    "Play",
    "Played",
    "PlayedTurn",
    "Player",
    "Position",
    "Reason",
    "Refused",
    "Rules",
    "Share",
    "Stipulation",
    "TenbackError",
    "TooFewForThree",
    "Turn",
    "Unknown",
    "Unreadable",
    "Unwinnable",
    "Verdict",
    "View",
    "Why",
    "Winnable",
    "__version__",
    "advise",
    "analyze",
    "analyze_line",
    "analyze_orders",
    "answered_to_json",
    "ask",
    "count_lines",
    "count_winning",
    "deal",
    "drawn",
    "format_deal",
    "format_line",
    "format_position",
    "format_view",
    "helpwin",
    "list_choices",
    "load",
    "load_line",
    "parse_line",
    "parse_stipulation",
    "play_line",
    "refute",
    "selfstuck",
    "solve",
    "stipulation_of",
    "verdict_to_json",
    "verify",
    "win_in",
    "winning_graph",
    "write_graph",
]
