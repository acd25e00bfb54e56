"""Environments for processes that tests start."""

from __future__ import annotations

import os


def unmeasured() -> dict[str, str]:
    """This environment without coverage: for bounds of memory and file sizes, and for code that is a copy of ours."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COV")}
