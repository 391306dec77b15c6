"""What ``bits`` names, as numba compiles it.  Only the process that makes machine code loads this."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic
def popcount(typing_context: Any, word: Any) -> Any:
    """How many bits of the word are set, as int64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def lowest_bit(typing_context: Any, word: Any) -> Any:
    """The index of the lowest set bit of a word that is not 0, as int64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), generate


@intrinsic
def highest_bit(typing_context: Any, word: Any) -> Any:
    """The index of the highest set bit of a word that is not 0, as int64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

    return types.int64(types.uint64), generate


@intrinsic
def prefetch(typing_context: Any, array: Any, row: Any) -> Any:
    """Begin to load the cache line at which this row of a two-dimensional array starts."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        table = context.make_array(signature.args[0])(context, builder, arguments[0])
        stride = builder.extract_value(table.strides, 0)
        byte, number = ir.IntType(8), ir.IntType(32)
        base = builder.bitcast(table.data, byte.as_pointer())
        line = builder.gep(base, [builder.mul(arguments[1], stride)], source_etype=byte)
        kind = ir.FunctionType(ir.VoidType(), [byte.as_pointer(), number, number, number])
        hint = builder.module.declare_intrinsic("llvm.prefetch", [byte.as_pointer()], kind)
        builder.call(hint, [line, ir.Constant(number, 0), ir.Constant(number, 3), ir.Constant(number, 1)])
        return context.get_dummy_value()

    return types.none(array, types.int64), generate
