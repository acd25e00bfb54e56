"""File names of sheets, made of the names of vehicles."""

from __future__ import annotations

import re
import unicodedata

from cwdesign.sources import GARAGE_FILE

_LONGEST = 150
"""Bytes of a name at most; file systems allow some 250."""
_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))})
"""Names that Windows keeps for devices."""


def stem_of(name: str) -> str:
    """The file name of a vehicle without its suffix: `The Rat` is `the-rat`.

    Never a name that means something else (`garage`, a Windows device), never a path, never empty.
    """
    parted = unicodedata.normalize("NFKD", name.casefold())
    plain = unicodedata.normalize("NFC", "".join(c for c in parted if not unicodedata.combining(c)))
    stem = re.sub(r"[\W_]+", "-", re.sub(r"['’`´]", "", plain)).strip("-")
    while len(stem.encode("utf-8", "replace")) > _LONGEST:
        stem = stem[:-1].rstrip("-")
    stem = stem or "vehicle"
    return f"{stem}-vehicle" if stem in _DEVICES or f"{stem}.yaml" == GARAGE_FILE else stem


def numbered(stem: str, number: int) -> str:
    """The file name of the first, second, … vehicle of a name: `the-rat.yaml`, `the-rat-2.yaml`."""
    return f"{stem}.yaml" if number == 1 else f"{stem}-{number}.yaml"
