"""What `tows` leads to: the sheet of a trailer, read inside the garage only."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Literal

from cwdesign.config import find_garage
from cwdesign.paths import folder_of
from cwdesign.sheet import Sheet
from cwdesign.sources import CannotRead, file_bytes, shown
from cwdesign.values import frozen

Problem = Literal["missing", "unreadable", "outside", "several", "circular"]


@frozen
class Tow:
    """The trailer's sheet, or why there is none."""

    sheet: Sheet | None
    problem: Problem | None
    path: str
    """The trailer's file as reports show it."""


def garage_root(folder: str) -> str:
    """The garage of the sheets in a folder: the nearest folder, it or above, with a garage file, else itself."""
    garage = find_garage(folder or os.curdir)
    return folder_of(garage) if garage is not None else folder or os.curdir


def tow_loader(sheet_path: str | None, root: str | None = None, *, revision: str | None = None) -> Callable[[str], Tow]:
    """A function that follows a `tows` of this sheet (None: standard input, in the current folder).

    `root` is the garage's folder, by default that of the sheet. A link that leads out of it is outside; so a
    sheet can read no other file. A trailer that tows on, back to a sheet of the same train, is circular. With a
    `revision` of git the files are those of that revision.
    """
    folder = os.path.dirname(sheet_path or "")
    content: Callable[[str], bytes | None] = _today
    if revision is not None:
        from cwdesign.git import contents_at

        content = contents_at(revision)

    def load(tows: str) -> Tow:
        inside = garage_root(folder) if root is None else root
        first = _open(os.path.join(folder, tows), inside, content)
        train, last = {os.path.realpath(sheet_path)} if sheet_path is not None else set(), first
        while last.tow.sheet is not None:
            if last.real in train:
                return Tow(None, "circular", first.tow.path)
            train.add(last.real)
            onward = last.tow.sheet.get(("tows",))
            if not isinstance(onward, str):
                break
            last = _open(os.path.join(os.path.dirname(last.file), onward), inside, content)
        return first.tow

    return load


@frozen
class _Opened:
    file: str
    real: str
    tow: Tow


def _open(file: str, root: str, content: Callable[[str], bytes | None]) -> _Opened:
    """The sheet in a file, if it may be read. A sheet's text can be no path at all (a NUL): then nothing is there."""
    try:
        path, real = shown(os.path.normpath(file)), os.path.realpath(file)
    except ValueError:
        return _Opened("", "", Tow(None, "missing", ""))
    problem: Problem | None = None
    sheet: Sheet | None = None
    if not _inside(real, root):
        problem = "outside"
    else:
        try:
            raw = content(file)
            sheets = _sheets(raw, path) if raw is not None else []
        except CannotRead:
            raw, sheets = b"", None
        if raw is None:
            problem = "missing"
        elif sheets is None:
            problem = "unreadable"
        elif len(sheets) != 1:
            problem = "several"
        else:
            sheet = sheets[0]
    return _Opened(file, real, Tow(sheet, problem, path))


def _today(file: str) -> bytes | None:
    """What a file holds; None where there is none. Raises CannotRead."""
    return file_bytes(file) if os.path.lexists(file) else None


def _inside(real: str, root: str) -> bool:
    base = os.path.realpath(root)
    return real == base or real.startswith(base.rstrip(os.sep) + os.sep)


def _sheets(raw: bytes, path: str) -> list[Sheet] | None:
    """The sheets of a trailer's file, None where one is unreadable."""
    from cwdesign.reader import read_sheets
    from cwdesign.schema import check_shape

    sheets: list[Sheet] = []
    for document in read_sheets(raw, path):
        if document.sheet is None or document.findings or check_shape(document.sheet):
            return None
        sheets.append(document.sheet)
    return sheets
