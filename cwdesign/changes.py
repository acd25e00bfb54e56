"""Which sheets have to be checked after a change: `--changed REF`."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence

from cwdesign.config import Garage
from cwdesign.sources import GARAGE_FILE, CannotRead, Source, file_bytes


def affected(
    sources: Sequence[Source], changed: Collection[str], garages: Iterable[tuple[Source, Garage | None]]
) -> tuple[Source, ...]:
    """The sources that changed, that tow one that did, or whose garage did; `changed` are real paths."""
    files = {source: os.path.realpath(source.file) for source in sources if source.file is not None}
    touched = _touched_garages(changed)
    wanted = {source for source, file in files.items() if file in changed or _below(file, touched)}
    wanted |= {source for source, garage in garages if garage is not None and _garage_changed(garage, changed)}
    # A trailer's trailer counts too: what is towed may be towed on.
    moved = set(changed)
    towing = [(source, file, _tows(file)) for source, file in files.items()]
    while True:
        more = [(source, file) for source, file, tows in towing if file not in moved and not tows.isdisjoint(moved)]
        if not more:
            break
        wanted.update(source for source, _ in more)
        moved.update(file for _, file in more)
    return tuple(source for source in sources if source in wanted or source.file is None)


def _touched_garages(changed: Collection[str]) -> tuple[str, ...]:
    """The folders whose garage file changed, came or went."""
    return tuple(os.path.dirname(file) for file in changed if os.path.basename(file) == GARAGE_FILE)


def _below(file: str, folders: Iterable[str]) -> bool:
    return any(file.startswith(folder.rstrip(os.sep) + os.sep) for folder in folders)


def _garage_changed(garage: Garage, changed: Collection[str]) -> bool:
    return any(os.path.realpath(file) in changed for file in (garage.path, *garage.catalogs))


def _tows(file: str) -> frozenset[str]:
    """The real paths that the sheets of a file tow, whether or not they are there."""
    try:
        content = file_bytes(file)
    except CannotRead:
        return frozenset()
    if b"tows" not in content and b"\\" not in content:  # an escape could spell it
        return frozenset()
    from cwdesign.reader import read_sheets

    found = (d.sheet.get(("tows",)) for d in read_sheets(content, file) if d.sheet is not None)
    texts = [tows for tows in found if isinstance(tows, str) and "\0" not in tows]
    return frozenset(os.path.realpath(os.path.join(os.path.dirname(file), tows)) for tows in texts)
