"""Games that another process plays in the background, so that a screen stays quick and can stop them at any time.

    python -m westwall_tui.tools.simulate.background

is that process. It reads the jobs from its input, plays them on several processors as `simulate` does, and writes each
result when its game ends. It stops when its input ends: at the wish of the program that started it, or because that
program has ended in whatever way.
"""

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from threading import Thread

from westwall_tui.files.disk.folders import environment_of_program, remove_unpacked
from westwall_tui.tools.simulate.games import Failure, Job, Result, attempt
from westwall_tui.tools.simulate.workers import WorkerError, run_parallel

NICENESS = 10
"""The priority of the process and its workers is lower than usual by this number, where the system allows that."""
BROKEN_OFF = "the process that plays the games has ended, perhaps because memory is full"


def processors() -> int:
    """Return the number of processors to use: all of them, but without priorities one fewer, for the screen."""
    count = os.cpu_count() or 1
    return count if hasattr(os, "nice") else max(count - 1, 1)


class BackgroundGames:
    """Games that another process is playing; iterate over them for their results, in any order."""

    def __init__(self, jobs: Sequence[Job], processes: int = 0) -> None:
        """Begin to play, with `processes` (0: as many as `processors`). Raises `WorkerError`."""
        self._stopped = False
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                env=environment_of_program(),
            )
        except OSError as error:  # the system may limit the number of processes
            raise WorkerError(f"cannot start another process: {error.strerror or error}") from error
        self._jobs, self._processes = jobs, processes or processors()

    def __iter__(self) -> Iterator[Result | Failure]:
        """Yield the results until all games are over or stopped. Raises `WorkerError` if the process ends too soon.

        This waits, so it is for a thread.
        """
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(pickle.dumps((self._jobs, self._processes)))
            process.stdin.flush()
            for _ in self._jobs:
                ended = pickle.load(process.stdout)
                if isinstance(ended, WorkerError):
                    raise ended
                yield ended
        except (OSError, EOFError, ValueError, pickle.UnpicklingError) as error:
            if not self._stopped:
                raise WorkerError(BROKEN_OFF) from error
        finally:
            self.stop()
            with suppress(OSError, ValueError), process.stdout as out:
                while out.read(1 << 16):  # the workers hold it open until they have ended, too
                    pass
            process.wait()

    def stop(self) -> None:
        """Have the processes end, which they do within a moment. Any thread may call this, also twice."""
        self._stopped = True
        assert self._process.stdin is not None
        with suppress(OSError):  # it has ended
            self._process.stdin.close()


def main() -> None:
    """Play the games that the input asks for, and write their results."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    jobs, processes = pickle.load(sys.stdin.buffer)
    Thread(target=_end_with_input, daemon=True).start()
    out = sys.stdout.buffer
    try:
        for ended in run_parallel(attempt, jobs, processes):
            out.write(pickle.dumps(ended))
            out.flush()
    except WorkerError as error:
        out.write(pickle.dumps(error))
    except OSError:  # nobody reads the results
        pass
    remove_unpacked()
    os._exit(0)


def _end_with_input() -> None:
    """Wait for the end of the input, and end this process; its workers notice that."""
    while os.read(0, 1):  # not sys.stdin, whose lock a forked worker would inherit
        pass
    remove_unpacked()
    os._exit(0)


if __name__ == "__main__":
    main()
