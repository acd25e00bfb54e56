"""Patterns of files, as `exclude` and `waivers` of a garage file write them.

A pattern is relative to the file that writes it. `*` and `?` stay inside a name, `**` spans any depth, `[ab]` is one
of these characters. A pattern without a slash matches a name anywhere. What matches a folder matches all in it.
"""

from __future__ import annotations

import re
from functools import lru_cache

_STAR = "[^/]*"
_FOLDERS = "(?:.*/)?"


def matches(pattern: str, path: str) -> bool:
    """Whether a pattern matches a path (relative to the pattern's own folder, with forward slashes)."""
    return _compiled(pattern).match(path) is not None


@lru_cache(maxsize=20_000)  # no garage file can have more
def _compiled(pattern: str) -> re.Pattern[str]:
    text = pattern.removeprefix("./").rstrip("/")
    anywhere = "" if "/" in pattern.removeprefix("./") else "(?:.*/)?"
    return re.compile(f"{anywhere}{_regex(text.lstrip('/'))}(?:/.*)?\\Z", re.DOTALL)


def _regex(pattern: str) -> str:
    """A regular expression in which a star that another follows is not tried twice.

    What stands between two stars of a name, or between two double stars, is taken where it comes first: if the rest
    does not fit then, it fits nowhere.
    """
    while "**/**/" in pattern:
        pattern = pattern.replace("**/**/", "**/")
    parts: list[str] = []
    star: int | None = None  # where in `parts` the last star of this name begins,
    deep: int | None = None  # and the last double star
    position = 0
    while position < len(pattern):
        rest = pattern[position:]
        if rest.startswith("**"):
            folders = rest.startswith("**/") and pattern[position - 1 : position] in ("", "/")
            if deep == len(parts) - 1:
                parts.pop()
            elif deep is not None:
                first = "(?:.*?/)??" if parts[deep] == _FOLDERS else ".*?"
                between = (_STAR + "?" if part == _STAR else part for part in parts[deep + 1 :])
                parts[deep:] = [f"(?>{first}{''.join(between)})"]
            deep, star = len(parts), None
            parts.append(_FOLDERS if folders else ".*")
            position += 3 if folders else 2
        elif rest[0] == "*":
            if star is not None:
                parts[star:] = [f"(?>{_STAR}?{''.join(parts[star + 1 :])})"]
            star = len(parts)
            parts.append(_STAR)
            position += 1
        elif rest[0] == "?":
            parts.append("[^/]")
            position += 1
        elif rest[0] == "[" and (end := rest.find("]", 2)) > 0:
            inside = rest[1:end]
            negated = inside[0] in "!^"
            characters = re.sub(r"([\\\[\]^&~|])", r"\\\1", inside[1:] if negated else inside)
            one = f"[{'^/' if negated else ''}{characters}]"
            try:
                re.compile(one)
            except re.error:  # a range from a later character to an earlier one holds none
                one = "(?!)"
            parts.append(one)
            position += end + 1
        else:
            if rest[0] == "/":
                star = None
            parts.append(re.escape(rest[0]))
            position += 1
    return "".join(parts)
