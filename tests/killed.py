"""A survey that is killed again and again: a process that forks a child for each try and kills it at a random moment.

python -m tests.killed STORE SEED KILLS
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path

from solver.survey.chunks import SurveyTask, decide
from solver.survey.plan import plan_of_text
from tests.surveys import survey

RULES, DEALS, CHUNK = "the-game/1 highest=25 ups=1 downs=1 hand=3", (1, 6000), 25


def main() -> None:
    """Kill so many tries, then let one finish; says how many chunks each of them wrote."""
    path, seed, kills = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    moments = random.Random(seed)
    decide(SurveyTask(plan_of_text(RULES), 1, 1))  # loaded and compiled before the first child
    for _ in range(kills):
        child = os.fork()
        if child == 0:
            survey(RULES, DEALS, path, chunk=CHUNK)
            os._exit(0)
        time.sleep(moments.uniform(0.002, 0.06))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        print(int(os.WIFSIGNALED(status)), flush=True)
    survey(RULES, DEALS, path, chunk=CHUNK)


if __name__ == "__main__":
    main()
