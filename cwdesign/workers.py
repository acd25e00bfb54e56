"""Several processes that check files, each with a `Checker` of its own.

Results come back as bytes (`stored.store`), so nothing is unpickled but the list of files to check. A process is
given a few files at a time and does each step for all of them before the next, which keeps the code of a step in
the processor's cache. When a process dies, what it had is given out again one by one; the file that a process dies
of is tried once more, and if that kills a process too, its report says so.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import signal
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import TYPE_CHECKING, Any

from cwdesign.sources import Source

if TYPE_CHECKING:
    from cwdesign.pipeline import Begun, Checker

CHUNK = 16
"""Files that are given at a time, at most."""
AHEAD = 2
"""Chunks that a process has at most."""

Task = tuple[int, Source]
"""A file with the number that its result will have."""

Result = tuple[Task, "bytes | None", str]
"""A file, its stored reports with what stands for its path in them; or None with what is to be said instead."""


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    connection: Connection
    given: deque[list[Task]] = field(default_factory=deque)
    """Chunks without results yet, in the order they are checked."""


class Workers:
    """Processes that check files for one that waits for them. Used as a context."""

    def __init__(self, jobs: int, checker: Checker, files: int) -> None:
        """`files` is how many there will be."""
        # Forked processes have catalog and garages at once; elsewhere they make their own.
        self._processes: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
        self._checker = checker
        self._jobs = jobs
        self._left = files
        self._workers: list[_Worker] = []
        self._chunk: list[Task] = []
        self._tried: set[int] = set()

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self._workers:
            worker.connection.close()
            if kind is not None or worker.given:
                worker.process.kill()
        for worker in self._workers:
            worker.process.join()

    def give(self, task: Task) -> Iterator[Result]:
        """Have a file checked; results that came in meanwhile. Waits where every process has enough to do."""
        self._chunk.append(task)
        # Towards the end a few at a time, so that no process waits long for the last.
        if len(self._chunk) < min(CHUNK, self._left // (2 * max(1, self._jobs))):
            return
        chunk, self._chunk = self._chunk, []
        self._left -= len(chunk)
        while (worker := self._free()) is None and self._workers:
            yield from self.wait()
        yield from self._send(worker, chunk)

    def wait(self) -> Iterator[Result]:
        """Results, at least one where any file is left."""
        if self._chunk and ((worker := self._free()) is not None or not self._workers):
            chunk, self._chunk = self._chunk, []
            yield from self._send(worker, chunk)
        busy = [worker.connection for worker in self._workers if worker.given]
        ready = wait(busy) if busy else ()
        for worker in [worker for worker in self._workers if worker.connection in ready]:
            yield from self._received(worker)

    def _free(self) -> _Worker | None:
        """A process that has not enough to do; None where all have, or where there is none and can be none."""
        if len(self._workers) < self._jobs and (started := self._started()) is not None:
            return started
        worker = min(self._workers, key=lambda candidate: len(candidate.given), default=None)
        return worker if worker is not None and len(worker.given) < AHEAD else None

    def _started(self) -> _Worker | None:
        """A new process. None where the system has no room for one: those that there are will do."""
        if not self._workers:
            self._checker.prepare()
        try:
            ours, theirs = self._processes.Pipe()
        except OSError:
            self._jobs = len(self._workers)
            return None
        others = [worker.connection for worker in self._workers]
        process = self._processes.Process(target=_serve, args=(theirs, [ours, *others], self._checker), daemon=True)
        try:
            with _no_interrupt():
                process.start()
        except OSError:
            ours.close()
            self._jobs = len(self._workers)
            return None
        finally:
            theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    def _send(self, worker: _Worker | None, chunk: list[Task]) -> Iterator[Result]:
        """Give files to a process; without one they are checked here."""
        if worker is None:
            yield from self._with_tasks(chunk, _checked(self._checker, [source for _, source in chunk]))
            return
        worker.given.append(chunk)
        try:
            worker.connection.send([(source.path, source.file) for _, source in chunk])
        except OSError:  # it died in the meantime
            yield from self._lost(worker)

    @staticmethod
    def _with_tasks(chunk: list[Task], results: Iterable[tuple[bytes | None, str]]) -> Iterator[Result]:
        for task, (data, said) in zip(chunk, results, strict=True):
            yield task, data, said

    def _received(self, worker: _Worker) -> Iterator[Result]:
        try:
            head, _, data = worker.connection.recv_bytes().partition(b"\n")
        except (EOFError, OSError):
            yield from self._lost(worker)
            return
        problem, results = json.loads(head)
        cache = self._checker.cache
        if cache is not None and cache.problem is None:
            cache.problem = problem
        begin = 0
        for task, (length, said) in zip(worker.given.popleft(), results, strict=True):
            yield task, data[begin : begin + length] or None, said
            begin += length

    def _lost(self, worker: _Worker) -> Iterator[Result]:
        """A process died: what it had goes to another, one by one; a file it was given alone is what it died of."""
        self._workers.remove(worker)
        worker.connection.close()
        worker.process.join()
        if not worker.given:
            return
        rest = [task for chunk in worker.given for task in chunk]
        alone = len(worker.given[0]) == 1
        other = self._started()
        if other is None or (alone and rest[0][0] in self._tried):
            # Not here: what kills a process would kill this one.
            yield rest.pop(0), None, _death(worker.process.exitcode)
        elif alone:
            self._tried.add(rest[0][0])
        for task in rest:
            yield from self._send(other, [task])


def _checked(checker: Checker, sources: Sequence[Source]) -> Iterator[tuple[bytes | None, str]]:
    """The last two parts of each file's result. Each step is done for all files before the next."""
    begun = [_begun(checker, source) for source in sources]
    ended = iter(checker.end([file for file in begun if not isinstance(file, Exception)]))
    for file in begun:
        result = file if isinstance(file, Exception) else next(ended)
        yield (None, f"{type(result).__name__}: {result}") if isinstance(result, Exception) else result


def _begun(checker: Checker, source: Source) -> Begun | Exception:
    try:
        return checker.begin(source)
    except Exception as error:
        return error


def _death(exitcode: int | None) -> str:
    if exitcode is not None and exitcode < 0:
        with contextlib.suppress(ValueError):
            return f"the process that checked this file was ended by {signal.Signals(-exitcode).name}"
    return f"the process that checked this file ended with status {exitcode}"


@contextlib.contextmanager
def _no_interrupt() -> Iterator[None]:
    """A process started in here does not hear of an interrupt before it has said what to do then; this one after."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(connection: Connection, inherited: Iterable[Connection], checker: Checker) -> None:
    """Check files until nobody is left who gives any."""
    # An interrupt is the business of the process that waits; it ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for other in inherited:
        other.close()
    with contextlib.suppress(EOFError, OSError):
        while True:
            results = list(_checked(checker, [Source(path, file) for path, file in connection.recv()]))
            problem = checker.cache.problem if checker.cache is not None else None
            head = json.dumps([problem, [(len(data or b""), said) for data, said in results]])
            connection.send_bytes(b"\n".join((head.encode(), b"".join(data or b"" for data, _ in results))))
    if checker.cache is not None:
        checker.cache.trim()
