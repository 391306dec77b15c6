"""Facts that let the prover leave positions out: one argument a file."""

from solver.kernels.turn import Problem


def allowed(problem: Problem) -> int:
    """The facts that hold for this problem, as a bit mask."""
    mask = 1 | 2 | 16 | 32
    if problem.players == 1 and not problem.commanded:
        mask |= 4 | 8
    return mask
