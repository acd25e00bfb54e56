"""One line being read: where the reader stands, what it last read, and the vehicle so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from cwdesign.catalog import Catalog
from cwdesign.components import Component
from cwdesign.stockcar.draft import Draft, Entry, Label, LinkDraft, UnitDraft, Unread
from cwdesign.stockcar.lexicon import SHORT, Lexicon, Meaning
from cwdesign.stockcar.tokens import Token, span_text

C = TypeVar("C", bound=Component)

NUMBER_WORDS = {
    **{word: n for n, word in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight"), 1)},
    "nine": 9,
    "ten": 10,
    "twelve": 12,
    "fifteen": 15,
    "twenty": 20,
    "a": 1,
    "an": 1,
    "single": 1,
    "another": 1,
    "pair": 2,
    "double": 2,
    "dual": 2,
    "triple": 3,
    "triplet": 3,
    "quad": 4,
    "both": 2,
}
"""Counts written as words."""

MOST_COUNTED = 250
"""More of a thing than any vehicle has: a larger number is no count."""

JOINING = ("and", "&", "+", "/", "plus")
"""What joins things of one clause."""
_FILLED = ("loaded", "filled", "armed", "equipped", "fitted", "complete")
CLAUSE_ENDS = (",", ";", "--", "-", "|", "*", "•")
CLOSING = (")", "]", "}")


@dataclass(slots=True)
class Host:
    """What was read last and takes the details that follow.

    `entries` are those of one phrase (`2 gunners`, `SD left & right`), `group` all that were named together
    (`driver & gunner`); a hand weapon's `owner` is the person who carries it.
    """

    kind: str
    entries: list[Entry]
    group: list[Entry] = field(default_factory=list)
    owner: Entry | None = None
    each: bool = False
    """Whether what belongs to them is said to be for each."""

    @property
    def entry(self) -> Entry:
        """The last of its entries."""
        return self.entries[-1]


@dataclass(frozen=True, slots=True)
class _Outside:
    """What held before a parenthesis was opened."""

    host: Host | None
    attached: bool
    inside: Entry | None
    inside_depth: int
    each: bool


class Choices:
    """The readings taken where a line allows several: the first of each, or those that were asked for."""

    def __init__(self, wanted: tuple[int, ...] = ()) -> None:
        self._wanted = wanted
        self.open: list[int] = []
        """How many readings each place that was met allows."""

    def take(self, readings: int) -> int:
        """Which reading of several is taken at the next such place."""
        index = len(self.open)
        self.open.append(readings)
        return self._wanted[index] if index < len(self._wanted) and self._wanted[index] < readings else 0


class Line:
    """The reader's state. Clauses look at tokens from `at` on and move it past what they read."""

    def __init__(
        self, text: str, tokens: tuple[Token, ...], name: str, lexicon: Lexicon, catalog: Catalog, choices: Choices
    ) -> None:
        self.text = text
        self.tokens = tokens
        self.lexicon = lexicon
        self._names: dict[int, list[tuple[str, int]]] = {}
        self.catalog = catalog
        self.choices = choices
        self.draft = Draft(name)
        self.unit: UnitDraft = self.draft.unit
        self.at = 0
        self.host: Host | None = None
        self.attached = False
        """Whether `w/` or a parenthesis says that what follows belongs to the host."""
        self.each = False
        """Whether the clause says that what follows is for each."""
        self.every_weapon = False
        """Whether the clause says that what follows is for all weapons that take it."""
        self.inside: Entry | None = None
        """The open turret or pod that takes the weapons that follow."""
        self.inside_depth = 0
        self.entered: Entry | None = None
        """The mount that took weapons last: `turret w/…`."""
        self._opened_by_mark = False
        self.last_mount: Entry | None = None
        self.unplaced_mount: Entry | None = None
        """The mount named last, where the line has not said yet where it sits."""
        self.last_size: int | None = None
        """The size that a mount's name alone says (`mini rocket platform`)."""
        self.next_shape: list[str] = []
        """Sloped and streamlined, said in front of the second body."""
        self.full_pairs: list[Entry] = []
        """Pairs of mounts whose contents are named for each."""
        self.points_first = False
        """Whether the armor is listed as `40 front, 30 left`."""
        self.wheel_points: int | None = None
        """The points of the guards or hubs named last: `10-pt. WG B & WH F`."""
        self.twin_mounts: list[tuple[Entry, list[str]]] = []
        """Mounts named in the plural, and where the others like them sit."""
        self.armored: list[tuple[UnitDraft, Any, list[Label], bool]] = []
        """Component armor with what it surrounds, and whether each of them has its own."""
        self.behind_mount: list[tuple[Entry, Entry]] = []
        """Weapons without a place that are named right behind what a mount holds, and that mount."""
        self.joined_to: Entry | None = None
        """The weapon that the clause joins the next one to."""
        self.links_next = False
        """Whether the next weapon belongs to the open link: `linked to`."""
        self.open_link: LinkDraft | None = None
        """A link that takes the weapons joined to the last one: `linked HR & VFRP`."""
        self.leading: tuple[int, str] | None = None
        """The clause that names a place in front of its weapons, and that place."""
        self.clause = 0
        self.section = ""
        """The kind of clause that bare numbers belong to: `armor`."""
        self.clause_face: str | None = None
        """A face in a parenthesis in front of its weapons: `(F) 2 ATGs`."""
        self.face_label: str | None = None
        """A face written as a heading: `Front: …`."""
        self._outside: list[_Outside] = []
        self._missed: list[Token] = []

    # -- tokens

    def token(self, ahead: int = 0) -> Token | None:
        """The token at or after the current place; None beyond the end."""
        index = self.at + ahead
        return self.tokens[index] if 0 <= index < len(self.tokens) else None

    def key(self, ahead: int = 0) -> str:
        """The key of a token, "" beyond the end."""
        token = self.token(ahead)
        return token.key if token is not None else ""

    def whole(self, ahead: int = 0) -> int | None:
        """The whole number at a place, None where there is none."""
        token = self.token(ahead)
        return token.whole if token is not None else None

    @property
    def done(self) -> bool:
        """Whether all is read."""
        return self.at >= len(self.tokens)

    @property
    def depth(self) -> int:
        """How many parentheses are open."""
        return len(self._outside)

    def take(self, *keys: str) -> bool:
        """Move past the next token if it is one of these."""
        if self.key() in keys:
            self.at += 1
            return True
        return False

    def take_all(self, *keys: str) -> bool:
        """Move past a sequence of tokens if all are there; periods between them do not matter."""
        place = self.at
        for key in keys:
            while place < len(self.tokens) and self.tokens[place].key == "." and place > self.at:
                place += 1
            if place >= len(self.tokens) or self.tokens[place].key != key:
                return False
            place += 1
        self.at = place
        return True

    def skip(self, *keys: str) -> None:
        """Move past any number of these tokens."""
        while not self.done and self.key() in keys:
            self.at += 1

    def said(self, start: int, end: int | None = None) -> str:
        """The words from one token to before another (the current one)."""
        return span_text(self.text, self.tokens[start : self.at if end is None else end])

    def raw(self, ahead: int = 0) -> str:
        """A token as written."""
        token = self.token(ahead)
        return self.text[token.start : token.end] if token is not None else ""

    def crosses(self, mark: str, end: int) -> bool:
        """Whether a mark stands between the current place and another."""
        return any(token.key == mark for token in self.tokens[self.at : end])

    def skip_enclosed(self) -> None:
        """Move past a parenthesis with all that is in it."""
        depth = 0
        while not self.done:
            depth += (self.key() == "(") - (self.key() == ")")
            self.at += 1
            if depth == 0:
                return

    @contextmanager
    def trying(self) -> Iterator[None]:
        """Come back to the current place at the end, whatever was looked at."""
        at = self.at
        try:
            yield
        finally:
            self.at = at

    def count(self) -> int | None:
        """A count at the current place, in digits or words, with an `x` or `of` behind it; moved past."""
        token = self.token()
        if token is None:
            return None
        if token.kind == "number":
            found = token.whole
        elif token.kind == "word":
            found = NUMBER_WORDS.get(token.key)
        else:
            found = None
        if found is None or found > MOST_COUNTED:
            return None
        self.at += 1
        times = self.token()
        if (
            times is not None
            and times.key in ("x", "×")
            and (times.glued or self.raw() in ("x", "×"))
            and self.key(1) not in ("ray", "")
        ):
            self.at += 1
        if token.key in ("pair", "triplet", "both"):
            self.take("of")
        return found

    def count_behind(self) -> int | None:
        """A count behind a name: `(2)`, `x2`, `(x 2)`; moved past."""
        start = self.at
        enclosed = self.take("(")
        times = self.take("x", "×")
        count = self.whole()
        if count is not None and (enclosed or times):
            self.at += 1
            if not enclosed or self.take(")"):
                return count
        self.at = start
        return None

    # -- names

    def names_at(self, place: int, *kinds: type[Component]) -> list[Meaning]:
        """The components of some kinds that a name beginning at a place can mean, the longest names first."""
        return self.lexicon.meanings(self.tokens, place, kinds, self._names)

    def meanings(self, kind: type[C], *, among: Callable[[C], bool] = lambda _: True) -> list[tuple[C, int]]:
        """(component, the place after its name) of what a name of this kind at the current place can mean."""
        found: list[tuple[C, int]] = []
        for meaning in self.names_at(self.at, kind):
            if isinstance(meaning.component, kind) and among(meaning.component):
                found.append((meaning.component, meaning.end))
        return found

    def named(self, kind: type[C], *, among: Callable[[C], bool] = lambda _: True) -> C | None:
        """The component of this kind with the longest name here; moved past."""
        found = self.meanings(kind, among=among)
        if not found:
            return None
        component, self.at = found[0]
        return component

    def counted(self, kind: type[C], *, among: Callable[[C], bool] = lambda _: True) -> tuple[int | None, C | None]:
        """A component with a count in front (None where none stands there); moved past where it is found.

        What begins like a count but belongs to the name (`Single-Weapon Computer`) is no count.
        """
        start = self.at
        found = self.named(kind, among=among)
        if found is not None:
            return None, found
        count = self.count()
        found = self.named(kind, among=among) if count is not None else None
        if found is None:
            self.at = start
            return None, None
        return count, found

    def longer_name(self, start: int, *kinds: type[Component]) -> bool:
        """Whether a name of other kinds, begun at an earlier place, goes on beyond the current one."""
        return any(m.end > self.at for m in self.names_at(start, *kinds))

    def any_meaning(self, *kinds: type[Component]) -> Meaning | None:
        """The longest name of any of these kinds here; of equal ones the kind that is given first."""
        found = self.names_at(self.at, *kinds)
        if not found:
            return None
        longest = [m for m in found if m.end == found[0].end]
        return min(longest, key=lambda m: (kinds.index(type(m.component)), m.rank))

    # -- readings

    def choose(self, key: str, *readings: str) -> int:
        """Which of several readings is taken, as an index; the sheet says so in a comment at `key`."""
        taken = self.choices.take(len(readings))
        others = [reading for index, reading in enumerate(readings) if index != taken]
        self.draft.note(f"Assumed: {readings[taken]}; it could be {' or '.join(others)}.", key)
        return taken

    def assume(self, text: str, key: str, *, told: bool = False) -> None:
        """Say in the sheet what the line leaves open and how it was filled."""
        self.draft.note(f"Assumed: {text}.", key, told=told)

    # -- structure

    def separator(self) -> bool:
        """Move past what separates clauses, joins things or encloses them, and note what it changes."""
        key = self.key()
        if key in CLAUSE_ENDS:
            self.end_clause()
            if key in (";", "--"):
                self.face_label = None
        elif key in JOINING:
            pass
        elif key in ("with", "wearing"):
            self.attached = True
            if self.inside is None and self.host_is("mount") and self.key(-1) == ")" and self.host is not None:
                self.inside, self.inside_depth, self._opened_by_mark = self.host.entry, self.depth, False
        elif key in _FILLED and self.key(1) == "with":
            pass
        elif key in ("(", "[", "{"):
            self._outside.append(_Outside(self.host, self.attached, self.inside, self.inside_depth, self.each))
            self.attached = True
        elif key in (")", "]", "}"):
            self.close()
        elif key == "all" and self.key(1) == "with" and self.host_is("weapon"):
            self.every_weapon = True
        elif key == "each" or (key in ("both", "all") and self.key(1) in ("with", "wearing")):
            self.each = True
            if self.host is not None:
                self.host.each = True
        elif key == ".":
            if self._sentence_ends():
                self.end_clause()
        elif key not in (":", "'", '"', "!", "=", "…", "_"):
            return False
        self.at += 1
        return True

    def _sentence_ends(self) -> bool:
        """Whether a period ends a sentence and not a short form: a long word before it, a capital behind it."""
        before, after = self.token(-1), self.token(1)
        if before is None or after is None or not self.raw(1)[:1].isupper():
            return False
        code = len(before.key) > 1 and self.raw(-1).isupper() and len(self.raw(1)) > 2  # `FE. Armor: …`
        return before.kind != "word" or code or (len(before.key) > 4 and before.key not in SHORT)

    def end_clause(self) -> None:
        """Begin a new clause at the same depth."""
        self.clause += 1
        self.attached = self.depth > 0
        self.each = self.every_weapon = False
        self.clause_face = self.clause_face if self.depth else None
        if self.inside is not None and self.depth <= self.inside_depth and not self._opened_by_mark:
            self.inside = None

    def enter(self, mount: Entry) -> None:
        """Take what follows into a turret or pod: to the end of the clause, or of the parenthesis it opens."""
        self._opened_by_mark = self.key() in ("(", "[", "{")
        self.entered = mount
        self.inside, self.inside_depth = mount, self.depth + (1 if self._opened_by_mark else 0)

    def close(self) -> None:
        """End a parenthesis."""
        if self._outside:
            before = self._outside.pop()
            self.host, self.attached, self.each = before.host, before.attached, before.each
            if self.inside is not None and self.depth < self.inside_depth:
                self.inside = None
            elif self.inside is None:
                self.inside, self.inside_depth = before.inside, before.inside_depth

    def hosted(self, kind: str, entries: list[Entry], *, joined: bool = False, owner: Entry | None = None) -> None:
        """Make entries what details attach to; `joined` keeps those named before them in their group."""
        group = self.host.group if joined and self.host is not None and self.host.kind == kind else []
        self.host = Host(kind, entries, [*group, *entries], owner)

    def host_is(self, *kinds: str) -> bool:
        """Whether what was read last is of one of these kinds."""
        return self.host is not None and self.host.kind in kinds

    def targets(self) -> list[Entry]:
        """The entries that a detail is for: those of the last phrase, after `each` all that were named together."""
        if self.host is None:
            return []
        return self.host.group if self.each or self.key() == "each" else self.host.entries

    @property
    def joined(self) -> bool:
        """Whether the token before the current one joins (`and`, `&`) what follows to what was read last."""
        return self.at > 0 and self.tokens[self.at - 1].key in JOINING

    @property
    def hyphen_before(self) -> bool:
        """Whether nothing but a hyphen parts the current token from the one before it."""
        before, here = self.token(-1), self.token()
        return here is not None and before is not None and self.text[before.end : here.start] == "-"

    # -- what is not understood

    def miss(self) -> None:
        """Move past a token that means nothing here."""
        token = self.token()
        assert token is not None
        if self._missed and self.tokens[self.at - 1] is not self._missed[-1]:
            self.flush()
        if self.at == 0 or self.tokens[self.at - 1].key in CLAUSE_ENDS:
            self.host = None  # what follows belongs to what is not understood
        self._missed.append(token)
        self.at += 1
        if self.key() == "(":
            start = self.at
            self.skip_enclosed()
            self._missed.extend(self.tokens[start : self.at])

    def miss_from(self, start: int) -> None:
        """Keep the tokens from a place to the current one as not understood."""
        self.flush()
        self._missed.extend(self.tokens[start : self.at])
        self.flush()

    def flush(self) -> None:
        """Keep the words missed in a row as one remark."""
        if self._missed:
            self.draft.unread.append(Unread(span_text(self.text, self._missed), self._missed[0].start))
            self._missed.clear()


def starts_clause(line: Line, at: int) -> bool:
    """Whether a clause begins at a token."""
    return at == 0 or line.tokens[at - 1].key in CLAUSE_ENDS
