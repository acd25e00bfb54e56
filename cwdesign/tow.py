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


Trains = dict[tuple[str, str], "tuple[str, str | None]"]
"""Of a trailer's file, in a garage: where it really lies and what it tows on, None where its train ends."""


def tow_loader(
    sheet_path: str | None, root: str | None = None, *, revision: str | None = None, known: Trains | None = None
) -> Callable[[str], Tow]:
    """A function that follows a `tows` of this sheet (None: standard input, in the current folder).

    `root` is the garage's folder, by default that of the sheet. A link that leads out of it is outside; so a
    sheet can read no other file. A trailer that tows on, back to a sheet of the same train, is circular. With a
    `revision` of git the files are those of that revision. `known` is what trailers of earlier sheets of a run tow on,
    and is added to: the sheets of one long train need not each follow it to its end.
    """
    trains: Trains = {} if known is None or revision is not None else known
    folder = os.path.dirname(sheet_path or "")
    content: Callable[[str], bytes | None] = _today
    if revision is not None:
        from cwdesign.git import contents_at

        content = contents_at(revision)

    def load(tows: str) -> Tow:
        inside = garage_root(folder) if root is None else root
        file = os.path.join(folder, tows)
        first = _open(file, inside, content)
        trains[inside, file] = _onward(first)
        train = {os.path.realpath(sheet_path)} if sheet_path is not None else set()
        while True:
            if (inside, file) not in trains:
                trains[inside, file] = _onward(_open(file, inside, content))
            real, onward = trains[inside, file]
            if onward is None:
                return first.tow if real not in train else Tow(None, "circular", first.tow.path)
            if real in train:
                return Tow(None, "circular", first.tow.path)
            train.add(real)
            file = os.path.join(os.path.dirname(file), onward)

    return load


def _onward(opened: _Opened) -> tuple[str, str | None]:
    """An entry of `Trains`; what cannot be read is no part of any train."""
    if opened.tow.sheet is None:
        return "", None
    onward = opened.tow.sheet.get(("tows",))
    return opened.real, onward if isinstance(onward, str) else None


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
