"""Faces written in front of what sits there, as headings: `Front: …`, `(F) …`."""

from __future__ import annotations

from cwdesign.stockcar.line import CLAUSE_ENDS, Line, starts_clause
from cwdesign.stockcar.places import FACES, one_place

POINT_WORDS = ("pt", "pts", "point", "points", "metal", "plastic", "m", "p", "and")


def face_heading(line: Line) -> bool:
    """`Front: …` and `Rear - …`: the weapons that follow sit there."""
    start = line.at
    if line.key(1) in ("each", "per"):
        line.take("1", "one")
    place = one_place(line)
    if place is not None and not _points_ahead(line) and line.take(":"):
        line.face_label = place
        line.inside = None
        return True
    line.at = start
    return False


def _points_ahead(line: Line) -> bool:
    """Whether a number of points stands behind the colon here, and not of things: `F: 40`, but `F: 2 MGs`."""
    if line.whole(1) is None:
        return False
    behind = line.token(2)
    counted = behind is not None and behind.kind == "word" and behind.key not in (*FACES, *POINT_WORDS)
    return line.section == "armor" or not counted


def face_in_front(line: Line) -> bool:
    """`(F) 2 ATGs linked, (B) MD`: a place in a parenthesis at the beginning of a clause is of what follows."""
    start = line.at
    begins = starts_clause(line, start) or line.tokens[start - 1].key == ":"
    if line.key() not in ("(", "[") or not begins:
        return False
    line.at += 1
    place = one_place(line)
    closed = line.take(")", "]")
    if place is None or not closed or line.key() in ("", ".", "(", ")", *CLAUSE_ENDS):
        line.at = start
        return False
    line.clause_face = place
    return True
