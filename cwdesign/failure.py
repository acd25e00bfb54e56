"""Failures of the program itself: contained, said in one line, and reported as findings."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from cwdesign import __version__
from cwdesign.findings import Finding, Place
from cwdesign.sheet import Span

_TRACED: list[bool] = []
"""Not empty while contained failures are shown with their tracebacks (`--debug`)."""


@contextmanager
def tracebacks() -> Iterator[None]:
    """Show what `trace` is told of, while the block runs."""
    _TRACED.append(True)
    try:
        yield
    finally:
        _TRACED.pop()


def trace(error: BaseException) -> None:
    """The traceback of a failure that a result contains, on standard error under `--debug`."""
    if _TRACED:
        import traceback

        from cwdesign.output import say
        from cwdesign.render.text import visible

        for part in traceback.format_exception(error):
            say("\n".join(map(visible, part.split("\n"))))


def failure_line(error: BaseException) -> str:
    """What to report about an internal failure: the error, where it came from, and the version."""
    place, trace = "", error.__traceback__
    while trace is not None:
        place = f" at {os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}"
        trace = trace.tb_next
    text = " ".join(str(error).split())
    what = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return f"internal failure in cwdesign {__version__}{place}: {what[:300]}"


def crash_finding(path: str, error: BaseException) -> Finding:
    """The `BUG-CRASH` finding of a file that the program failed on."""
    return Finding(
        rule="BUG-CRASH",
        title="Internal failure",
        severity="error",
        message=failure_line(error),
        hint="Please report this line and the sheet; --debug shows the traceback.",
        place=Place(path, Span(1, 1, 1, 1), None),
    )
