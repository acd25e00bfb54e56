"""Paths as text, lexically: symbolic links are not followed, and what was given stays as it was given.

`pathlib` would resolve links or drop a leading `./`, and reports show paths as they were given.
"""

from __future__ import annotations

import os
from collections.abc import Iterator


def absolute(path: str) -> str:
    """The path from the root, with forward slashes and without `.` and `..`."""
    return os.path.abspath(path).replace(os.sep, "/")


def relative(path: str, folder: str) -> str:
    """The path of a file as seen from a folder, with forward slashes; absolute where none leads there."""
    try:
        return os.path.relpath(absolute(path), absolute(folder)).replace(os.sep, "/")
    except ValueError:  # another drive
        return absolute(path)


def folder_of(path: str) -> str:
    """The folder that a file lies in, `.` where the path has none."""
    return os.path.dirname(path) or "."


def join(folder: str, name: str) -> str:
    """A name in a folder; the folder `.` is not written."""
    if folder in (".", ""):
        return name
    return folder + name if folder.endswith("/") else f"{folder}/{name}"


def upwards(folder: str) -> Iterator[str]:
    """A folder and those above it, each written as the given path suggests: `a/b`, `a`, `.`, `..`, `../..`."""
    current = folder.replace(os.sep, "/").rstrip("/") or ("/" if folder.startswith(("/", os.sep)) else ".")
    last = None
    while True:
        yield current
        root = absolute(current)
        if root == last or root == os.path.dirname(root):
            return
        last = root
        head, _, name = current.rpartition("/")
        if name == "..":
            current += "/.."
        elif name == "." and not head:
            current = ".."
        elif name == ".":
            current = f"{head}/.."
        else:
            current = head or ("/" if current.startswith("/") else ".")
