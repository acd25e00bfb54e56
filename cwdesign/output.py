"""Where reports go: standard output and files, each file whole or not at all."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys
from collections.abc import Iterator, Sequence
from types import TracebackType

from cwdesign.render.text import visible
from cwdesign.sources import shown
from cwdesign.values import frozen

_NAMED = re.compile(r"([a-z]+)=(.+)\Z", re.DOTALL)


@frozen
class Target:
    """A file to write, and the format to write in it (None: what standard output would carry)."""

    format: str | None
    file: str


def parse_target(value: str) -> Target:
    """A value of `--output`: `FILE` or `NAME=FILE`. A file whose name looks like the latter is `./NAME=FILE`."""
    named = _NAMED.match(value)
    return Target(named[1], named[2]) if named else Target(None, value)


class NotWritable(Exception):
    """A file that could not be written; the text says which and why."""

    def __init__(self, file: str, error: OSError) -> None:
        super().__init__(f"{shown(file)}: cannot be written: {error.strerror or error}")


class Closed(Exception):
    """Nobody reads standard output any more. No OSError, since typer answers those by itself."""


_UNFINISHED: set[str] = set()
"""Files of this process that are being written beside their places."""


def _tidy_when_ended() -> None:
    """Make a signal that ends this process take its unfinished files away first."""
    import signal

    owner = os.getpid()

    def end(number: int, frame: object) -> None:
        if os.getpid() == owner:  # no process forked from this one
            for file in _UNFINISHED:
                with contextlib.suppress(OSError):
                    os.unlink(file)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # Whoever has it ignored or handled knows better; a thread may not ask for it.
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            with contextlib.suppress(ValueError):
                signal.signal(number, end)


class ReportFile:
    """A file being written beside its place, put there once it is whole.

    Used as a context: an exception leaves an earlier file as it was. A device or pipe is written directly, and
    where a link leads the file behind it is replaced. Raises NotWritable.
    """

    def __init__(self, file: str) -> None:
        self._file = file
        self._place = os.path.realpath(file)
        self._beside: str | None = None
        try:
            # Asked of the file as named: a pipe such as /dev/stdout or /dev/fd/63 has no place of its own.
            special = os.path.exists(file) and not stat.S_ISREG(os.stat(file).st_mode)
            if special:
                self._descriptor = os.open(file, os.O_WRONLY)
            else:
                from tempfile import mkstemp

                folder, name = os.path.split(self._place)
                _tidy_when_ended()
                self._descriptor, self._beside = mkstemp(prefix=f".{name[:100]}.", dir=folder)
                _UNFINISHED.add(self._beside)
                os.chmod(self._beside, self._mode())
        except OSError as error:
            raise NotWritable(file, error) from error

    def _mode(self) -> int:
        """The mode of the file replaced, or that of any new file."""
        with contextlib.suppress(OSError):
            return stat.S_IMODE(os.stat(self._place).st_mode)
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask

    def write(self, text: str) -> None:
        """Add text."""
        rest = memoryview(text.encode("utf-8", "backslashreplace"))
        try:
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
        except BrokenPipeError as error:  # a pipe by its name, /dev/stdout say
            raise Closed from error
        except OSError as error:
            raise NotWritable(self._file, error) from error

    def __enter__(self) -> ReportFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            os.close(self._descriptor)
            if self._beside is not None and kind is None:
                self._put(self._beside)
                _UNFINISHED.discard(self._beside)
                self._beside = None
        except FileExistsError:
            raise
        except OSError as failure:
            raise NotWritable(self._file, failure) from failure
        finally:
            if self._beside is not None:
                with contextlib.suppress(OSError):
                    os.unlink(self._beside)
                _UNFINISHED.discard(self._beside)

    def _put(self, beside: str) -> None:
        """Put the whole file in its place."""
        os.replace(beside, self._place)


class NewFile(ReportFile):
    """A file that must not be there yet: raises FileExistsError at the end where somebody has made it meanwhile."""

    def _put(self, beside: str) -> None:
        try:
            os.link(beside, self._place)
        except FileExistsError:
            raise
        except OSError:  # a file system without links: keep the name, then fill it
            os.close(os.open(self._place, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            os.replace(beside, self._place)
        else:
            os.unlink(beside)


def standard_output(text: str) -> None:
    """Write to standard output at once: whoever reads a stream sees each line when it is done.

    Raises NotWritable, and Closed where nobody reads any more.
    """
    if not text:
        return
    with _standard_output_failures():
        sys.stdout.write(text)
        sys.stdout.flush()


def complain(message: str) -> None:
    """Say on standard error what could not be done."""
    say(f"cwdesign: {visible(message)}\n")


def say(text: str) -> None:
    """Write to standard error. Where that cannot be written, the exit status has to tell."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        _redirect(sys.stderr.fileno())


def open_closed_streams() -> None:
    """Put something in the place of standard streams that the caller has closed.

    What is said on standard error is lost then; writing a report to standard output fails.
    """
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def flush_standard_output() -> None:
    """Write what is left in the buffer. Raises as `standard_output` does."""
    with _standard_output_failures():
        sys.stdout.flush()


def discard_output() -> None:
    """Let the interpreter flush what standard output still holds into nothing."""
    _redirect(sys.stdout.fileno())


def _redirect(descriptor: int) -> None:
    """Let what is written to a descriptor vanish."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)


@contextlib.contextmanager
def _standard_output_failures() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise Closed from error
    except OSError as error:
        raise NotWritable("standard output", error) from error


def written_twice(targets: Sequence[Target]) -> str | None:
    """The first file that two targets would write, None where each has its own. Devices take any number."""
    files: set[str] = set()
    for target in targets:
        place = os.path.realpath(target.file)
        if place in files and (os.path.isfile(place) or not os.path.exists(place)):
            return target.file
        files.add(place)
    return None
