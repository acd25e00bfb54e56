"""A text divided into vehicles: where each description begins, and what the vehicle is called.

A description begins with its name and a dash or colon (`Rhino -- Compact, …`), with the name on a line of its
own, or after a blank line; it may be wrapped over any number of lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from cwdesign.components import ArmorType, Body, Chassis, PowerPlant, Suspension, Tire
from cwdesign.stockcar.draft import Unread
from cwdesign.stockcar.lexicon import Lexicon
from cwdesign.stockcar.tokens import Token, tokens_of

# What is searched for takes blanks from the first of them on: from each one it would take the square of their number.
_DASH = re.compile(r"(?<!\s)\s*(?:--+|[—–―]|:|…|\.{3,}|\s-)\s*(?=\S|$)")
_DASHES = ("--", "—", "–", "―", "---")
_BULLET = re.compile(r"\s*(?:#\s*\d{1,3}[:.)]\s*|[*•·>#]+\s+|\(?\d{1,3}[.)]\s+|-\s+)")
_ENCLOSED = re.compile(r"(?<!\s)\s*[(\[][^()\[\]]{3,60}[)\]]\s*\Z")
_FIGURES = re.compile(r"\$\s*\d|\d\s*(?:lbs?\b|pounds|#)", re.IGNORECASE)
_LABEL = re.compile(
    r"\s*(?:\*\*|__)?(?:body|body type|vehicle|chassis/body|type)\s*(?:\*\*|__)?\s*(?:[:=]|\.{3,}|-\s)\s*",
    re.IGNORECASE,
)
"""A heading of the body, which is no name."""
_NAME = re.compile(r"^\W*(?:name|vehicle name|vehicle|model)\s*[:=]\s*(?=\S)", re.IGNORECASE)
_LABEL_BEHIND = re.compile(r"[;,]\s*(?:body|body type|vehicle|type)\s*[:=]?\s*\Z", re.IGNORECASE)
_LONGEST_NAME = 120
MOST_LINES = 20_000
"""Lines of a text that are read: at 50 characters a line a whole MiB."""
MOST_VEHICLES = 1000
"""Descriptions of a text that are read: as many as a file may have sheets."""
LONGEST = 10_000
"""Characters of a description that are read: five times what any vehicle needs."""
_LONGEST_BEFORE_BODY = 8
"""So many words may stand in front of the body (`Sloped, streamlined`, `Division 15`)."""


AFTER_A_BODY = frozenset(
    [
        ",",
        ";",
        "",
        "with",
        "(",
        ")",
        "]",
        ".",
        ":",
        "/",
        "-",
        "--",
        "car",
        "body",
        "truck",
        "tractor",
        "semi",
        "and",
        "|",
    ]
)
"""What may follow the words that name a body where a line begins."""


@dataclass(frozen=True, slots=True)
class Described:
    """One vehicle's description: its name, the tokens of what follows, and what the file says of it in full."""

    name: str
    named: bool
    start: int
    tokens: tuple[Token, ...]
    source: str


@dataclass(slots=True)
class Entries:
    """The descriptions of a text, and text that belongs to none."""

    described: list[Described] = field(default_factory=list)
    stray: list[Unread] = field(default_factory=list)
    beyond: list[tuple[int, str]] = field(default_factory=list)
    """Where more begins than is read, and what there is too much of."""


@dataclass(slots=True)
class _Block:
    """Lines of one description while the text is divided."""

    name: str
    named: bool
    start: int
    body_start: int
    end: int


def divide(text: str, lexicon: Lexicon) -> Entries:
    """Divide a text into descriptions."""
    blocks: list[_Block] = []
    stray: list[tuple[int, int]] = []
    title: tuple[int, int] | None = None
    after_blank = True
    place = 0
    beyond: list[tuple[int, str]] = []
    for number, raw in enumerate(text.splitlines(keepends=True)):
        start, place = place, place + len(raw)
        if number == MOST_LINES:
            beyond.append((start, f"only the first {MOST_LINES:,} lines are read"))
            break
        stripped = raw.strip()
        if not stripped or re.fullmatch(r"[-=_*~\s]{3,}", stripped):
            after_blank = True
            continue
        end = start + len(raw.rstrip())
        begun = _beginning(text, start, end, lexicon, alone=after_blank or title is not None)
        if begun is not None and len(blocks) == MOST_VEHICLES:
            beyond.append((start, f"only the first {MOST_VEHICLES:,} vehicles are read"))
            break
        if begun is not None:
            name, body_start = begun
            if name is None and title is not None:
                name = _clean(text[title[0] : title[1]])
                block = _Block(name, True, title[0], body_start, end)
            else:
                if title is not None:
                    stray.append(title)
                block = _Block(name or "", name is not None, start, body_start, end)
            blocks.append(block)
            title = None
        elif blocks and title is None and (not after_blank or _continues(text, start, end, lexicon)):
            blocks[-1].end = end
        else:
            if title is not None:
                stray.append(title)
            title = (start, end)
        after_blank = False
    if title is not None:
        stray.append(title)
    found = Entries()
    for block in blocks:
        if block.end - block.start > LONGEST:
            block.end = block.start + LONGEST
            found.beyond.append((block.end, f"only the first {LONGEST:,} characters of a description are read"))
        tokens = tokens_of(text, block.body_start, block.end)
        source = text[block.start : block.end]
        found.described.append(Described(block.name, block.named, block.start, tokens, source))
    found.beyond += beyond
    found.stray += [Unread(" ".join(text[a:b].split()), a) for a, b in stray]
    return found


def _beginning(text: str, start: int, end: int, lexicon: Lexicon, *, alone: bool) -> tuple[str | None, int] | None:
    """(name, where the description begins) of a line that begins a vehicle; None where it does not."""
    next_line = text.find("\n", end + 1)
    beyond_line = len(text) if next_line < 0 else next_line  # a body may be wrapped: `Extra-heavy reversed / trike`
    bullet = _BULLET.match(text, start, end)
    first = bullet.end() if bullet is not None else start
    label = _LABEL.match(text, first, end)
    if label is not None and _body_distance(tokens_of(text, label.end(), end), lexicon, alone=True) == 0:
        return None, first
    candidates = [
        (match.start(), match.end())
        for match in _DASH.finditer(text, first, end)
        if match.start() - first <= _LONGEST_NAME and match.start() > first
    ]
    strong: list[tuple[int, int]] = []
    for name_end, body_start in candidates:
        behind = _ENCLOSED.search(text, first, name_end)
        beyond = behind is not None and behind.start() > first
        if behind is not None and beyond and _body_distance(tokens_of(text, behind.start(), end), lexicon) == 1:
            return _clean(text[first : behind.start()]), behind.start()  # `Undertaker (station wagon) -- …`
        if behind is not None and beyond and _FIGURES.search(behind[0]):
            name_end, body_start = behind.start(), behind.start()  # `Ironside (6,595 lbs., $24,950): …`
        tokens = tokens_of(text, body_start, min(beyond_line, body_start + 400))
        distance = _body_distance(tokens, lexicon)
        dashed = text[name_end:body_start].strip() in _DASHES
        if distance is not None and tokens[distance].start >= end and not dashed:
            continue
        if distance == 0:
            return _clean(text[first:name_end]), body_start
        if distance is not None and not re.search(r"[,;]", text[first:name_end]):
            strong.append((name_end, body_start))
    for name_end, body_start in strong:
        before = _body_distance(tokens_of(text, first, name_end), lexicon)
        if before is None or text[name_end:body_start].strip() not in (":",):
            return _clean(text[first:name_end]), body_start
    for name_end, body_start in candidates:
        marked = text[name_end:body_start].strip() in _DASHES
        if marked and body_start >= end and not re.search(r"[,;]", text[first:name_end]):
            return _clean(text[first:name_end]), body_start  # the description begins on the next line
    if not alone:
        return None
    tokens = tokens_of(text, first, min(end, first + 600))
    distance = _body_distance(tokens, lexicon, far=True)
    if distance is None:
        return None
    if distance == 0 or _all_shape(tokens[:distance]):
        return None, first
    name_end = tokens[distance].start
    name = text[first:name_end]
    if len(name) > _LONGEST_NAME:
        return None, first
    return _clean(name), name_end


def _body_distance(tokens: Sequence[Token], lexicon: Lexicon, *, far: bool = False, alone: bool = False) -> int | None:
    """How many tokens in front of the first body that is followed by what follows bodies; None without one.

    `alone`: the body may be all there is in the line.
    """
    limit = len(tokens) if far else min(len(tokens), _LONGEST_BEFORE_BODY)
    for index in range(limit):
        if tokens[index].kind == "mark":
            continue
        for meaning in lexicon.meanings(tokens, index, (Body,)):
            after = tokens[meaning.end].key if meaning.end < len(tokens) else ""
            if after in AFTER_A_BODY:
                if alone or _followed(tokens, meaning.end, lexicon):
                    return index
            elif lexicon.meanings(tokens, meaning.end, (Chassis, Suspension, PowerPlant)):
                return index
    return None


def _followed(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Whether a description goes on behind its body: with chassis, plant, tires or the like, or at the line's end."""
    if at >= len(tokens) - 1:
        return True
    for index in range(at, min(at + 24, len(tokens))):
        if tokens[index].kind == "word" and lexicon.meanings(
            tokens, index, (Chassis, Suspension, PowerPlant, Tire, ArmorType)
        ):
            return True
    return False


def _all_shape(tokens: Sequence[Token]) -> bool:
    shape = ("sloped", "streamlined", "and", "&", ",", "a", "an", "-", "/", "body", ":", "(")
    return all(token.key in shape for token in tokens)


def _continues(text: str, start: int, end: int, lexicon: Lexicon) -> bool:
    """Whether a line behind a blank one still describes the vehicle: `Armor: …`, `HC 3, …`."""
    tokens = tokens_of(text, start, min(end, start + 200))
    return bool(tokens) and (
        tokens[0].key
        in ("armor", "weapons", "accessories", "options", "crew", "tires", "hc", "acceleration", "accel", "top")
        or tokens[0].key == "$"
        or any(t.key in ("lbs", "lb") for t in tokens[:4])
    )


def _clean(name: str) -> str:
    """A name without the bullets, quotes and stars that lists put round it."""
    name = " ".join(name.split())
    bullet = _BULLET.match(name)
    name = _LABEL_BEHIND.sub("", _NAME.sub("", name[bullet.end() :] if bullet is not None else name))
    name = name.strip(" \t*_:;,-–—=#<>•").rstrip(" ([{-–—:")
    name = re.sub(r"(?:\s+\.)+\s*\Z|(?<=\w{5})\.\Z", "", name)
    for left, right in (('"', '"'), ("“", "”"), ("'", "'"), ("‘", "’"), ("[", "]"), ("<", ">")):
        if len(name) > 2 and name.startswith(left) and name.endswith(right):
            name = name[1:-1]
    return name.strip()
