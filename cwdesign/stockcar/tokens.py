"""The words, numbers and marks of a line, each with its place in the file."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Literal

_TOKEN = re.compile(
    r"""
    (?P<with>[Ww]/(?![Oo]\b|[Oo]/))               # w/, but not w/o
  | (?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d+(?:\.\d+)?|(?<![\w.])\.\d+)
  | (?P<initials>(?:[A-Za-z]\.){2,}(?:[A-Za-z](?![\w.]))?s?(?![A-Za-z]))
  | (?P<prefix>LG(?=(?:HR|MR|LR|MNR)s?\b)|[A-Z]{2,}(?=[x×]\d))  # LGHR, a laser-guided heavy rocket; LMGx3
  | (?P<times>(?<=\d)[xX×](?=[A-Z\s]))
  | (?P<word>[^\W\d_]+(?:['’][^\W\d_]+)*)
  | (?P<dash>--+|[—–―])
  | (?P<mark>[^\w\s]|_)
    """,
    re.VERBOSE,
)
_HEADINGS = (
    *("body", "body type", "type", "chassis", "suspension", "power plant", "powerplant", "pp", "plant", "engine"),
    *("tires", "tyres", "crew", "driver", "cyclist", "gunner", "gunners", "passengers", "weapons", "weaponry", "armor"),
    *("accessories", "options", "equipment", "front", "back", "rear", "left", "right", "top", "underbody", "cargo"),
    *("cost", "price", "weight", "hc", "handling class", "acceleration", "accel", "top speed", "speed"),
)
_LEADER = re.compile(
    rf"(?<![^\n])[ \t]*(?:[A-Za-z ]{{2,24}}\.{{3,}}|(?:{'|'.join(_HEADINGS)})[ \t]+[-–—]+)(?=\s)", re.I
)
"""A heading at the beginning of a line, with dots or a dash in place of a colon: `Tires..... 4 PR`."""
_LABELLED = re.compile(
    rf"\n(?=[ \t]*\n|[ \t]*(?:[*•·-][ \t]+)?(?:[A-Z][A-Za-z /&]{{0,24}}|(?i:{'|'.join(_HEADINGS)}))\.?[:=])"
)
"""The end of a line that a heading (`Armor:`) or nothing follows: what is wrapped goes on without one."""
_WITHOUT = re.compile(r"[Ww]/[Oo]\b")
_FEET = "'’′"
MOST_DIGITS = 30
"""A number of more digits is a word: nothing on a vehicle is counted like that."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a number or a mark; `key` is a word's letters in one case, a mark's own text.

    `start` and `end` are offsets into the file's text. `glued` says that nothing stands before it, not even a
    blank or a hyphen. `A.T.G.` is one word, `w/` is the word `with`; a hyphen inside a compound (`X-hvy`, `5-pt`) is
    no token.
    """

    kind: Literal["word", "number", "mark"]
    key: str
    start: int
    end: int
    glued: bool = False

    @property
    def number(self) -> Fraction:
        """The value of a number."""
        return Fraction(self.key)

    @property
    def whole(self) -> int | None:
        """The value of a whole number, None of anything else."""
        return int(self.key) if self.kind == "number" and self.key.isdigit() else None


def tokens_of(text: str, start: int = 0, end: int | None = None) -> tuple[Token, ...]:
    """The tokens of a stretch of a text."""
    found: list[Token] = []
    place, end = start, len(text) if end is None else end
    last, leader, ends = -1, -1, _short_lines(text, start, end)
    leaders = len(_LEADER.findall(text, start, end)) >= TABLE_LINES - 1
    while place < end:
        if leaders and (heading := _LEADER.match(text, place, end)) is not None and place > leader:
            leader = heading.end()
            if found:
                found.append(Token("mark", ";", place, place))
        if leader > place and text[place] in ".-–—":
            found.append(Token("mark", ":", place, leader))
            place, last = leader, -1
            continue
        without = _WITHOUT.match(text, place, end)
        if without is not None:
            found.append(Token("word", "without", place, without.end(), place == last))
            place = last = without.end()
            continue
        match = _TOKEN.match(text, place, end)
        if match is None:
            if place in ends and found:
                found.append(Token("mark", ";", place, place + 1))
            place += 1
            continue
        glued = match.start() == last
        if match["with"] is not None:
            found.append(Token("word", "with", match.start(), match.end(), glued))
        elif match["number"] is not None:
            digits = match["number"].replace(",", "")
            kind: Literal["word", "number"] = "number" if len(digits) <= MOST_DIGITS else "word"
            found.append(Token(kind, digits, match.start(), match.end(), glued))
        elif match["initials"] is not None:
            key = match["initials"].replace(".", "").casefold()
            found.append(Token("word", key, match.start(), match.end(), glued))
        elif match["times"] is not None:
            found.append(Token("word", "x", match.start(), match.end(), glued))
        elif match["word"] is not None or match["prefix"] is not None:
            key = re.sub(r"\W", "", match[0].casefold())
            key = {"ea": "each", "w": "with"}.get(match[0], key)
            found.append(Token("word", key, match.start(), match.end(), glued))
        elif match["dash"] is not None:
            found.append(Token("mark", "--", match.start(), match.end(), glued))
        elif not _joins(text, match.start(), match["mark"]):
            key = "'" if match["mark"] in _FEET else '"' if match["mark"] in "“”″" else match["mark"]
            found.append(Token("mark", key, match.start(), match.end(), glued))
        place = last = match.end()
        if match["mark"] == "-":
            last = -1
    return tuple(found)


TABLE_LINES = 4
"""So many lines with a heading make a table."""
ROOM_LEFT = 8
"""Characters that a line has room for beyond the next word where its end is meant and no wrapping."""


def _short_lines(text: str, start: int, end: int) -> set[int]:
    """The ends of lines that are no wrapping: the next word would have fit into the line.

    In a table, where many lines begin with a heading, every line with one; else only behind a mark.
    """
    first = text.rfind("\n", 0, start) + 1
    lines = text[first:end].split("\n")
    widest = max(len(line.rstrip()) for line in lines)
    ends: set[int] = set()
    labelled = {match.start() for match in _LABELLED.finditer(text, start, end)}
    table = len(labelled) >= TABLE_LINES
    place = first
    for line, after in pairwise(lines):
        place += len(line) + 1
        words, said = after.split(maxsplit=1), line.rstrip()
        short = words and not said.endswith("-") and len(said) + len(words[0]) + ROOM_LEFT < widest
        if short or not words or (place - 1 in labelled and (table or said[-1:] in ".;,")):
            ends.add(place - 1)
    return ends


def _joins(text: str, at: int, mark: str) -> bool:
    """Whether a mark only holds the parts of a word together: a hyphen with a letter or digit at both sides."""
    if mark != "-" or at == 0 or at + 1 >= len(text):
        return False
    after = text[at + 1 : at + 80].lstrip() if text[at + 1] in "\r\n" else text[at + 1]
    return text[at - 1].isalnum() and after[:1].isalnum()


def position(text: str, offset: int) -> tuple[int, int]:
    """Line and column of an offset, from 1."""
    lines = _line_starts(text)
    line = bisect_right(lines, offset)
    return line, offset - lines[line - 1] + 1


@lru_cache(maxsize=1)
def _line_starts(text: str) -> list[int]:
    return [0, *(found.end() for found in re.finditer("\n", text))]


def span_text(text: str, tokens: Sequence[Token]) -> str:
    """What the file says from the first token to the last, in one line; "" of no tokens."""
    if not tokens:
        return ""
    return " ".join(text[tokens[0].start : tokens[-1].end].split())
