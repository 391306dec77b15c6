"""The shape of the code, kept by tests: which module may know which, how long things may get, what no file may say."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from solver.rules.commands import COMMANDS

ROOT = Path(__file__).parents[1]

# Data flows downward; a module imports only what stands above it.  A package stands for all of its modules.
SOLVER_ORDER = (
    "version",
    "errors",
    "files",
    "pool",
    "screen",
    "shown",
    "cards",
    "reasons",
    "rules",
    "table",
    "notation",
    "referee",
    "stipulations",
    "verdict",
    "kernels",
    "facts",
    "search",
    "hidden",
    "decide",
    "analysis",
    "graph",
    "survey",
    "show",
    "api",
    "verbs",
)
PUZZLES_ORDER = (
    "german",
    "tasks",
    "options",
    "puzzle",
    "canonical",
    "answers",
    "rating",
    "themes",
    "checking",
    "quality",
    "files",
    "daily",
    "book",
    "match",
    "generate",
    "sheet",
    "play",
    "page",
    "printing",
    "server",
    "verbs",
    "command",
)
ORDER = {"solver": SOLVER_ORDER, "puzzles": PUZZLES_ORDER}
RULES_ORDER = ("commands", "sides", "game", "games", "follow", "turns", "rulings")

REFEREE_KNOWS = {"solver.cards", "solver.errors", "solver.table.line", "solver.table.position", "solver.rules.game"}

LONGEST_FUNCTION = 40  # lines of code: without blank lines, comments, docstring and signature
LONGEST_FILE = 500
LONGEST_KERNEL_FILE = 600  # a compiled search and its helpers stay together


def modules(folder: str) -> list[Path]:
    """The source files of a package."""
    return sorted((ROOT / folder).rglob("*.py"))


PRODUCT = [*modules("solver"), *modules("puzzles"), ROOT / "cli.py"]


def name_of(path: Path) -> str:
    """``solver.rules.game`` for ``solver/rules/game.py``."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


INNER = [path for path in PRODUCT if "." in name_of(path)]  # all but the packages themselves and the command


def nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Everything in a file, inside functions too, but what only the type checker reads."""
    waiting = [tree]
    while waiting:
        for node in ast.iter_child_nodes(waiting.pop()):
            if not (isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
                yield node
                waiting.append(node)


@cache
def imports(path: Path) -> tuple[str, ...]:
    """The modules of this project that a file imports, anywhere in it (types alone excepted)."""
    return tuple(imported_by(ast.parse(path.read_text(encoding="utf-8")), path))


def imported_by(tree: ast.AST, path: Path) -> Iterator[str]:
    """The same for what was read of it."""
    for node in nodes(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if is_ours(alias.name))
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            assert node.module is not None
            if is_ours(node.module):
                yield from (full_name(node.module, alias.name) for alias in node.names)


def is_ours(module: str) -> bool:
    return module.split(".")[0] in ("solver", "puzzles", "cli", "tests", "bench")


def full_name(module: str, name: str) -> str:
    """``from solver.kernels import beam`` imports solver.kernels.beam; a name in solver.cards is solver.cards."""
    inner = ROOT.joinpath(*module.split("."), name)
    return f"{module}.{name}" if inner.with_suffix(".py").exists() or inner.is_dir() else module


def part(module: str) -> str:
    """The part of its package that a module belongs to."""
    return module.split(".")[1]


@pytest.mark.parametrize("path", INNER, ids=name_of)
def test_imports_point_only_upward(path: Path) -> None:
    name = name_of(path)
    package = name.split(".")[0]
    order = ORDER[package]
    assert part(name) in order, f"{name} has no place in the order of modules: give it one"
    for imported in imports(path):
        if imported.startswith(f"{package}.") and part(imported) != part(name):
            above = order.index(part(imported)) < order.index(part(name))
            assert above, f"{name} imports {imported}, which is below it"


def test_the_rules_have_an_order_of_their_own() -> None:
    for path in modules("solver/rules"):
        for imported in imports(path):
            if part(imported) == "rules":
                above, below = imported.split(".")[2], path.stem
                assert RULES_ORDER.index(above) < RULES_ORDER.index(below), f"{below} imports {above}"


@pytest.mark.parametrize("path", modules("solver/kernels"), ids=name_of)
def test_kernels_know_only_kernels(path: Path) -> None:
    assert all(imported.startswith("solver.kernels") for imported in imports(path))


MAY_CALL_KERNELS = ("kernels", "search", "facts", "hidden")  # who drives them; a fact names the kernel's switch for it
CODECS = {"solver.search.team_codec", "solver.search.duel_codec", "solver.hidden.codec"}
SHIFT_OTHER_NUMBERS = {
    "solver.search.beam": "random words",
    "solver.table.shuffle": "random words",
    "solver.survey.tally": "the steps of a histogram",
    "solver.survey.store": "an error code",
    "solver.notation.source": "a size in MiB",
    "solver.show.draw": "a size in MB",
}


@pytest.mark.parametrize("path", PRODUCT, ids=name_of)
def test_only_drivers_call_kernels(path: Path) -> None:
    name = name_of(path)
    if not name.startswith(tuple(f"solver.{room}" for room in MAY_CALL_KERNELS)):
        known = [imported for imported in imports(path) if imported.startswith("solver.kernels")]
        assert not known, f"{name} imports {known}: ask solver.search instead"


@pytest.mark.parametrize("path", PRODUCT, ids=name_of)
def test_only_codecs_know_the_layout_of_states(path: Path) -> None:
    """Who takes a packed number apart shifts it to the right, or masks a byte out of it."""
    name = name_of(path)
    if name.startswith("solver.kernels") or name in CODECS or name in SHIFT_OTHER_NUMBERS:
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    lines = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.BinOp) and takes_apart(node)]
    assert not lines, f"{name}, lines {lines}: leave this to {' and '.join(sorted(CODECS))}"


def takes_apart(node: ast.BinOp) -> bool:
    """Does it shift to the right, or mask with 15, 255 or 65535?"""
    masks = [side.value for side in (node.left, node.right) if isinstance(side, ast.Constant)]
    masked = isinstance(node.op, ast.BitAnd) and any(mask in (0xF, 0xFF, 0xFFFF) for mask in masks)
    return isinstance(node.op, ast.RShift) or masked


def test_the_referee_shares_nothing_with_any_engine() -> None:
    """Not even lazily, and not through those it imports: the turn machine is reached by nobody it calls."""
    path = ROOT / "solver" / "referee.py"
    assert set(imports(path)) <= REFEREE_KNOWS
    used = {node.attr for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)}
    engines = {"open_turn", "legal_plays", "legal_turns", "after", "outcome", "can_be_completed", "may_lay", "may_end"}
    assert not used & engines


def test_the_second_referee_shares_nothing_with_the_turn_machine() -> None:
    """It takes from it the numbers of commands and the types of arrays, and calls nothing of any search."""
    tree = ast.parse((ROOT / "solver" / "kernels" / "second_referee.py").read_text())
    taken = {
        node.module: [name.name for name in node.names] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)
    }
    numbers = {name.upper().replace("-", "_") for name in COMMANDS}
    assert set(taken.pop("solver.kernels.turn")) <= {*numbers, "Indices1", "Indices2"}
    assert set(taken) == {"__future__", "typing", "solver.kernels.compile"}


def test_nobody_imports_what_stands_on_top() -> None:
    """The command, the puzzles, tests and measurements are used by nothing in the solver; puzzles know no command."""
    for path in modules("solver"):
        assert all(imported.startswith("solver") for imported in imports(path))
    for path in modules("puzzles"):
        assert all(imported.startswith(("solver", "puzzles")) for imported in imports(path))


def test_one_module_starts_workers() -> None:
    """So that they all end with their parent and are missed when they are killed; the server has its own kind."""
    starters = [name_of(path) for path in PRODUCT if "ProcessPoolExecutor" in path.read_text(encoding="utf-8")]
    assert starters == ["solver.pool"]


def code(path: Path) -> Iterator[ast.AST]:
    """Everything that a file does: without what it says in docstrings."""
    for node in nodes(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            yield node


@cache
def says(path: Path) -> set[str]:
    """The texts in a file's code."""
    found = list(nodes(ast.parse(path.read_text(encoding="utf-8"))))
    docs = {node.value for node in found if isinstance(node, ast.Expr)}
    texts = (node for node in found if isinstance(node, ast.Constant) and node not in docs)
    return {text.value for text in texts if isinstance(text.value, str)}


def test_the_server_and_the_solver_ask_no_verb() -> None:
    """JSON is made by the notation, for the command line and for the server; verbs choose between text and JSON."""
    for path in [*modules("puzzles/server"), *modules("solver")]:
        if part(f"{name_of(path)}.") != "verbs":
            assert not any(imported.startswith("solver.verbs") for imported in imports(path)), path
    for path in modules("solver/verbs"):
        made = [function.name for function in functions(path) if function.name.endswith("_to_json")]
        assert not made, f"{path} makes JSON: {made}"


INTERRUPTS_IN_SOLVER = {"solver.search.limits", "solver.verbs.survey"}


def test_ctrl_c_is_heard_by_the_limits() -> None:
    """A search stops because its limits say so; an interrupt is caught where it is turned into that, or ends a verb."""
    heard = {
        name_of(path)
        for path in modules("solver")
        if any(isinstance(node, ast.Name) and node.id == "KeyboardInterrupt" for node in code(path))
    }
    assert heard <= INTERRUPTS_IN_SOLVER


def test_limits_are_never_faked() -> None:
    for path in PRODUCT:
        bases = [ast.unparse(base) for node in code(path) if isinstance(node, ast.ClassDef) for base in node.bases]
        assert not {"Limits", "limits.Limits"} & set(bases), f"{path} has limits of its own kind"


def test_the_words_of_reasons_are_made_in_one_place_and_read_by_no_program() -> None:
    for path in modules("solver"):
        if name_of(path) != "solver.reasons":
            assert not any(text.startswith("exhaustive search") for text in says(path)), path
    for path in PRODUCT:
        for node in code(path):
            compared = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
            texts = [one for one in compared if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            asked = [one for one in compared if isinstance(one, ast.Attribute) and one.attr == "explanation"]
            assert not (texts and asked), f"{path}, line {node.lineno}: ask the type of the reason"  # type: ignore[attr-defined]


# Where the two kinds of game part: each has one branch, or refuses the other kind.
DUELS_APART = {
    "solver.analysis.analyst",
    "solver.decide.questions",
    "solver.decide.solve",
    "solver.search.batch",
    "solver.search.cpsat.table",
    "solver.search.duel_codec",
    "solver.search.team_codec",
    "solver.survey.compare",
    "solver.survey.plan",
    "solver.survey.players",
    "solver.verbs.arguments",
}


def test_teams_and_opponents_are_told_apart_in_few_places() -> None:
    """Everybody else asks the sides of the rules: whose a deck is, who wins, what players are called."""
    apart = {name_of(path) for path in modules("solver") if "is_duel" in path.read_text(encoding="utf-8")}
    outside = {name for name in apart if not name.startswith(("solver.rules", "solver.hidden"))}
    assert outside <= DUELS_APART, "ask rules.game.sides, or give it a place here"


def test_teams_are_told_from_opponents_in_few_lines() -> None:
    """Where a pair of modules is chosen, or a rule of puzzles is for one of them alone; else the sides are asked."""
    counts = {name_of(path): path.read_text(encoding="utf-8").count("is_duel") for path in PRODUCT}
    assert sum(count for name, count in counts.items() if name.startswith("puzzles")) <= 15
    assert sum(count for name, count in counts.items() if not name.startswith("solver.rules")) <= 39


KNOW_COMMANDS = (
    "solver.rules",  # the records, which games know them, and the words of their rules
    "solver.kernels",  # the turn machine and what stands on it
    "solver.referee",  # says every rule again, by itself
    "solver.search.cpsat.commands",  # and so does the second engine
    "solver.search.second_referee",  # and the names of the rules that the compiled one finds broken
)


def lines_on_commands(path: Path) -> set[int]:
    """The lines that name a command, by its word or its number, or that ask whether there are any."""
    numbers = {name.upper().replace("-", "_") for name in COMMANDS}
    found = set[int]()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        name = getattr(node, "id", None) or getattr(node, "attr", None)
        word = node.value if isinstance(node, ast.Constant) else None
        if name in {*numbers, "commanded", "is_commanded"} or (isinstance(word, str) and word in COMMANDS):
            found.add(node.lineno)  # type: ignore[attr-defined]
    return found


def test_commands_are_known_in_few_lines() -> None:
    """Whoever draws, lists or says commands asks the record; signs, weights and sentences of their own name them."""
    apart = {name_of(path): lines_on_commands(path) for path in PRODUCT}
    outside = {name: lines for name, lines in apart.items() if lines and not name.startswith(KNOW_COMMANDS)}
    assert sum(map(len, outside.values())) <= 28, outside


def test_the_package_alone_loads_no_kernel() -> None:
    """Else a kernel would be there before the process that makes machine code has said what to make of it."""
    loaded = "[name for name in sys.modules if name.startswith(('solver.kernels.h', 'numpy'))]"
    code = f"import sys, solver.api; print({loaded})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, cwd=ROOT)
    assert done.stdout.decode().strip() == "[]"


def test_every_part_has_a_docstring() -> None:
    for path in PRODUCT:
        text = path.read_text(encoding="utf-8")
        if text.strip():
            assert ast.get_docstring(ast.parse(text)), f"{path} does not say what it is"


# --- names

SAYS_NOTHING = {"base", "common", "core", "duel", "helpers", "main", "misc", "run", "team", "util", "utils"}


def test_no_two_classes_share_a_name() -> None:
    """Whoever reads a name knows which class is meant, without looking at the imports."""
    places = defaultdict[str, list[str]](list)
    for path in PRODUCT:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(name_of(path))
    assert not {name: where for name, where in places.items() if len(where) > 1}


def test_a_name_that_says_little_is_given_to_one_file() -> None:
    """Beside its folder it may be clear; four files called ``run`` are not."""
    vague = [path.stem for path in PRODUCT if path.stem in SAYS_NOTHING]
    assert len(vague) == len(set(vague)), sorted(vague)


# --- sizes


Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(path: Path) -> Iterator[Function]:
    """Every function and method of a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, Function):
            yield node


def code_lines(path: Path, function: Function) -> int:
    """The lines of a function's body that hold code."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    if not body:
        return 0
    lines = path.read_text(encoding="utf-8").splitlines()[body[0].lineno - 1 : function.end_lineno]
    return sum(bool(line.strip()) and not line.strip().startswith("#") for line in lines)


def test_functions_stay_short() -> None:
    """Kernels apart, where a call may cost more than it explains."""
    too_long = [
        f"{name_of(path)}.{function.name}: {count}"
        for path in PRODUCT
        if "kernels" not in path.parts
        for function in functions(path)
        if (count := code_lines(path, function)) > LONGEST_FUNCTION
    ]
    assert not too_long


def test_files_stay_short() -> None:
    too_long = [
        f"{name_of(path)}: {count}"
        for path in PRODUCT
        if (count := len(path.read_text(encoding="utf-8").splitlines()))
        > (LONGEST_KERNEL_FILE if "kernels" in path.parts else LONGEST_FILE)
    ]
    assert not too_long


# --- what no file may say

FORBIDDEN = {
    "a path of somebody's machine": re.compile(r"(?<![\w.$}])/(?:work|opt|root|home/\w|Users/\w)\b"),
    "the address of a package index": re.compile(r"index[-_]url|find[-_]links|registry[.:/]|artifactory|/simple/"),
    "the address of a machine": re.compile(r"https?://(?:\d{1,3}\.){3}\d{1,3}|https?://localhost:\d"),
}  # this file, which must say them, is let off


def tracked_files() -> list[Path]:
    """The files that are in the repository, or would be if it were committed now."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, capture_output=True, check=True).stdout.decode().split("\0")
    return [ROOT / name for name in listed if name and (ROOT / name).is_file()]


@pytest.mark.skipif(not (ROOT / ".git").exists() or not shutil.which("git"), reason="not a git checkout")
def test_no_file_names_a_machine_or_a_registry() -> None:
    found = []
    for path in tracked_files():
        if path == Path(__file__):
            continue
        text = path.read_bytes().decode("utf-8", errors="replace")
        for what, pattern in FORBIDDEN.items():
            found += [f"{path.relative_to(ROOT)}: {what}: {match[0]}" for match in pattern.finditer(text)]
    assert not found
