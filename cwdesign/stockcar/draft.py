"""A sheet under construction, with what the reader assumed, kept or could not read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from cwdesign.components import Body

Entry = dict[str, Any]
"""One entry of a sheet: a weapon, a person, an accessory."""


@dataclass(slots=True)
class Note:
    """A remark for the sheet: what was assumed, or printed without a key for it. `key` is the part it is about."""

    text: str
    key: str = "name"
    told: bool = False
    """Whether whoever imports is told at once, for the vehicle is another one if it is wrong."""


@dataclass(frozen=True, slots=True)
class Unread:
    """Words that mean nothing to the reader, and where they stand (an offset into the file's text)."""

    text: str
    start: int


@dataclass(slots=True)
class Label:
    """How a line names a member of a link or what an armor surrounds, until all entries are known.

    `kind` is a component id, a role, `power plant`, `gas tank`, or "" for everything at `place`.
    """

    text: str
    start: int
    kind: str
    place: str | None = None
    ordinal: int | None = None
    """Which of several, in the order of the line."""
    entry: Entry | None = None
    """The entry itself, where it is known already."""


@dataclass(slots=True)
class LinkDraft:
    """A link, written in the vehicle or in a mount."""

    items: list[Label]
    smart: bool = False
    inside: Entry | None = None


@dataclass(slots=True)
class UnitDraft:
    """A vehicle, a sidecar or a carrier while it is read; `sheet` has the keys of its part of the sheet."""

    sheet: Entry = field(default_factory=dict)
    body: Body | None = None
    wheels_named: int = 0
    """Tires that the line counts, spares aside."""
    around: Any = None
    """The points of armor that are said to be all around."""
    swept: set[str] = field(default_factory=set)
    """Faces that have their points because all have them, and that the line has not named by themselves yet."""

    def part(self, key: str) -> list[Any]:
        """A list of the sheet, made where it is not there yet."""
        entries: list[Any] = self.sheet.setdefault(key, [])
        return entries

    def people(self) -> Iterator[Entry]:
        """Crew and passengers in order."""
        yield from self.sheet.get("crew", ())
        passengers = self.sheet.get("passengers", ())
        if isinstance(passengers, list):
            yield from passengers

    def weapons(self) -> Iterator[tuple[Entry, str | None, Entry | None]]:
        """(entry, where it sits, the mount it is in) of every weapon in order."""
        for entry in self.sheet.get("weapons", ()):
            yield entry, entry.get("mount"), None
        for mount in self.sheet.get("turrets", ()):
            for entry in mount.get("weapons", ()):
                yield entry, mount.get("mount"), mount


@dataclass(slots=True)
class Draft:
    """A vehicle as far as its line has been read."""

    name: str
    unit: UnitDraft = field(default_factory=UnitDraft)
    second: UnitDraft | None = None
    second_key: str = "sidecar"
    top: Entry = field(default_factory=dict)
    """Keys of the whole sheet: division, tech level, designer."""
    links: list[LinkDraft] = field(default_factory=list)
    shared_armor: list[tuple[UnitDraft, Entry, list[Label]]] = field(default_factory=list)
    together: dict[str, Any] = field(default_factory=dict)
    """Cost and weight printed for all units together."""
    notes: list[Note] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)

    @property
    def units(self) -> tuple[UnitDraft, ...]:
        """The vehicle, and its sidecar or carrier."""
        return (self.unit,) if self.second is None else (self.unit, self.second)

    def note(self, text: str, key: str = "name", *, told: bool = False) -> None:
        """Keep a remark, each once."""
        if not any(n.text == text and n.key == key for n in self.notes):
            self.notes.append(Note(text, key, told))
