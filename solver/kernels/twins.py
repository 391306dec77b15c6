"""A kernel as numba sees it, and how the entries of a unit become one object file.

numba would optimise every function on its own, wrap it for Python, make machine code of it, and do the same again
inside every function that calls it.  Here a function is only typed and lowered; what a unit's entries need is put
together once, optimised as a whole and made into one object file, which nothing but ``llvmlite`` is needed to load.

Only the process that makes machine code (``build``) loads this.
"""

# mypy: allow-untyped-calls
# (numba says nothing of its types)

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numba
from llvmlite import binding, ir
from numba import types
from numba.core import cgutils, codegen, compiler, sigutils, typed_passes, untyped_passes
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager
from numba.core.registry import CPUDispatcher, cpu_target

from solver.kernels import compile as marks
from solver.kernels import instructions
from solver.kernels.units import UNITS, entries_of, entry_name
from solver.kernels.words import Array, hints_of


class Library(codegen.JITCodeLibrary):
    """The code of a function, only lowered: no optimising, no machine code."""

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalized = True


class Codegen(codegen.JITCPUCodegen):
    """Makes such libraries, for the machine it runs on."""

    _library_class = Library

    def set_env(self, env_name: str, env: Any) -> None:
        """No: what Python objects a function knows matters only to functions that run here."""


class QuickFlags(compiler.Flags):
    """How a function is compiled: a key that numba looks up ten thousand times, compared by what was chosen only."""

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return self._values == other._values if isinstance(other, QuickFlags) else super().__eq__(other)


class Pipeline(compiler.CompilerBase):
    """What it takes from bytecode to LLVM's language: no closures, no literal types, no loops to run in parallel."""

    def define_pipelines(self) -> list[PassManager]:
        passes = PassManager("kernels")
        for step in (
            untyped_passes.TranslateByteCode,
            untyped_passes.FixupArgs,
            untyped_passes.IRProcessing,
            untyped_passes.GenericRewrites,
            untyped_passes.ReconstructSSA,
            typed_passes.NopythonTypeInference,
            typed_passes.PreLowerStripPhis,
            typed_passes.IRLegalization,
            typed_passes.NativeLowering,
            typed_passes.NoPythonBackend,
        ):
            passes.add_pass(step, step.__name__)
        passes.finalize()
        return [passes]


class Twin(CPUDispatcher):
    """What numba compiles of a kernel, one specialisation for the numbers that its annotations name."""

    def __init__(self, function: Callable[..., Any], forceinline: bool) -> None:
        options = {"nopython": True, "nogil": True, "error_model": "numpy", "forceinline": forceinline, "_nrt": False}
        options |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        super().__init__(function, targetoptions=options, pipeline_class=Pipeline)
        self._compiler._customize_flags = without_machine_code
        self.hints = hints_of(function)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        _, folded = self._compiler.fold_argument_types(args, kws)
        named = [numba_type(hint, given) for hint, given in zip(self.hints, folded, strict=True)]
        return super().get_call_template(tuple(named), {})

    def compile(self, sig: Any) -> Any:
        args, return_type = sigutils.normalize_signature(sig)
        if args not in self.overloads:
            made = self._compiler.compile(args, return_type)._replace(entry_point=object())
            self.overloads[args] = made
            self.targetctx.insert_user_function(made.entry_point, made.fndesc, [made.library])
        return self.overloads[args].entry_point


def without_machine_code(flags: Any) -> Any:
    """How a twin is compiled."""
    flags = QuickFlags(flags)
    flags.no_compile = True
    return flags


def numba_type(hint: Any, given: Any = None) -> Any:
    """The type that an annotation names; where it leaves something open, as given by the caller."""
    plain = {int: types.int64, bool: types.boolean}
    if hint in plain:
        return plain[hint]
    if isinstance(hint, Array):
        return types.Array(numba.from_dtype(hint.dtype), hint.dimensions, "C")
    if isinstance(hint, type) and hasattr(hint, "_fields"):
        return types.NamedTuple([numba_type(inner) for inner in hints_of(hint)], hint)
    return types.uint64 if getattr(hint, "__name__", "") == "uint64" else given


def object_of(twins: dict[str, Twin], passes: int, vectors: bool) -> bytes:
    """One object file with an entry for each of these kernels, optimised so often."""
    context = cpu_target.target_context
    whole = binding.parse_assembly(str(context.codegen()._create_empty_module("kernels")))
    whole.data_layout = context.codegen()._data_layout
    for name, twin in twins.items():
        made = compiled(twin)
        whole.link_in(binding.parse_assembly(str(wrapper_of(name, made))))
        whole.link_in(made.library._get_module_for_linking(), preserve=True)
    names = {entry_name(name) for name in twins}
    for function in whole.functions:
        if not function.is_declaration and function.name not in names:
            function.linkage = "internal"
    optimise(context.codegen(), whole, passes, vectors)
    return bytes(context.codegen()._tm.emit_object(whole))


def compiled(twin: Twin) -> Any:
    """Typed and lowered, with all it calls."""
    wanted = tuple(numba_type(hint) for hint in twin.hints)
    twin.compile(wanted)
    made = twin.overloads[wanted]
    made.library._ensure_finalized()
    return made


def optimise(generator: Any, module: Any, times: int, vectors: bool) -> None:
    """As hard as LLVM can; vectors only where loops are long, in nets.  (See docs/tried.md for what was measured.)

    A second time, what the first has put together becomes simpler: proofs gain by it, beams lose.
    """
    for _ in range(times):
        passes, builder = generator._module_pass_manager(
            opt=3, loop_vectorize=vectors, slp_vectorize=False, cost="cheap"
        )
        passes.run(module, builder)


def wrapper_of(name: str, made: Any) -> ir.Module:
    """A function that takes all arguments from one row of words, and puts what comes back after them."""
    context, signature = cpu_target.target_context, made.signature
    module = ir.Module(f"{name}-wrapper")
    kind = context.call_conv.get_function_type(signature.return_type, signature.args)
    callee = ir.Function(module, kind, made.fndesc.llvm_func_name)
    word = ir.IntType(64)
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), [word.as_pointer()]), entry_name(name))
    builder = ir.IRBuilder(function.append_basic_block())
    result = cgutils.alloca_once(builder, kind.args[0].pointee)
    error = cgutils.alloca_once(builder, kind.args[1].pointee)
    arguments = []
    for place, wanted in enumerate(kind.args[2:]):
        value = builder.load(builder.gep(function.args[0], [ir.Constant(word, place)]))
        arguments.append(as_wanted(builder, value, wanted))
    builder.call(callee, [result, error, *arguments])
    put_back(builder, function.args[0], len(arguments), result)
    builder.ret_void()
    return module


def as_wanted(builder: Any, value: Any, wanted: Any) -> Any:
    """A word as the argument that it stands for."""
    if isinstance(wanted, ir.PointerType):
        return builder.inttoptr(value, wanted)
    return value if wanted.width == 64 else builder.trunc(value, wanted)


def put_back(builder: Any, words: Any, place: int, result: Any) -> None:
    """What the kernel returns: a number, or several."""
    value = builder.load(result)
    word = ir.IntType(64)
    if isinstance(value.type, ir.PointerType):  # nothing
        return
    parts = [value]
    if isinstance(value.type, ir.ArrayType):
        parts = [builder.extract_value(value, index) for index in range(value.type.count)]
    for index, part in enumerate(parts):
        wide = part if part.type.width == 64 else builder.zext(part, word)
        builder.store(wide, builder.gep(words, [ir.Constant(word, place + index)]))


def begin() -> None:
    """From now on the marks of ``compile`` make twins, and numba makes no machine code."""
    cpu_target.target_context.refresh()  # what numba needs for itself becomes machine code as usual
    cpu_target.target_context._internal_codegen = Codegen("kernels")
    marks.makers.append(make)


def make(function: Callable[..., Any], kind: str) -> Any:
    """What a mark of ``compile`` makes of a function here."""
    if kind == "instruction":
        return getattr(instructions, function.__name__)
    return Twin(function, forceinline=kind == "inlined")


def build(unit: str) -> bytes:
    """The object file of a unit."""
    UNITS.setdefault(unit, (unit,))
    found = {}
    for module, name in entries_of(unit):
        found[name] = getattr(importlib.import_module(f"solver.kernels.{module}"), name)
    with global_compiler_lock:
        return object_of(found, passes=1 if unit == "beam" else 2, vectors=unit.startswith("hidden"))
