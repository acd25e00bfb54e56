"""Environments for processes that tests start."""

from __future__ import annotations

import os


def unmeasured() -> dict[str, str]:
    """This environment without coverage, which takes time, memory and files of its own.

    For bounds of memory and file sizes, for code that is a copy of ours, and for runs that tell coverage nothing new.
    """
    return {name: value for name, value in os.environ.items() if not name.startswith("COV")}
