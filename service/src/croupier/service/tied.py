"""Programs that end when their parent does.

`tied(command)` is the command line for it. It runs this file first, which asks the kernel for
the signal and then becomes the program. Doing so between fork and exec instead would run
Python, and the fork handlers of every library, in a copy of a process full of threads.
"""

import ctypes
import os
import signal
import sys
from collections.abc import Sequence

_PR_SET_PDEATHSIG = 1


def tied(command: Sequence[str]) -> list[str]:
    """The same command, ended by SIGTERM when the thread that spawns it is gone.

    Where the kernel has no such signal (macOS) the command is as it was.
    """
    if sys.platform != "linux":
        return list(command)
    return [sys.executable, "-I", "-S", __file__, str(os.getpid()), *command]


def _become(parent: int, command: Sequence[str]) -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() == parent:  # else it went before we asked
        os.execv(command[0], list(command))


if __name__ == "__main__":
    _become(int(sys.argv[1]), sys.argv[2:])
