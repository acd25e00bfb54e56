"""Every finding points into its file, at what it names, whatever was done to the sheet."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from case_sheets import as_text, changed, check, load
from cwdesign.findings import Finding
from cwdesign.reader import read_sheets
from cwdesign.sheet import Sheet, at_text

STOCK = sorted((Path(__file__).parent / "stock").glob("*.yaml"))
SHEETS = [load(file) for file in STOCK]

OTHER_VALUES: tuple[Any, ...] = (
    None,
    0,
    1,
    7,
    10_000,
    -1,
    1.5,
    True,
    "",
    "front",
    "top",
    "back-left",
    "machine-gun",
    "nothing like it",
    "luxury",
    "light",
    [],
    {},
    ["laser"],
    {"type": "laser", "mount": "front"},
    "行\u202e",
)


def places(node: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every path of a sheet but its top."""
    entries: Iterator[tuple[str | int, Any]] | enumerate[Any] = iter(())
    if isinstance(node, dict):
        entries = iter(node.items())
    elif isinstance(node, list):
        entries = enumerate(node)
    for step, value in entries:
        yield (*path, step)
        yield from places(value, (*path, step))


@st.composite
def edited_sheets(draw: st.DrawFn) -> str:
    """A published vehicle with up to four places changed, doubled or taken away."""
    sheet = copy.deepcopy(draw(st.sampled_from(SHEETS)))
    for _ in range(draw(st.integers(1, 4))):
        path = draw(st.sampled_from(list(places(sheet)) or [("name",)]))
        holder: Any = sheet
        for step in path[:-1]:
            holder = holder[step]
        last = path[-1]
        edit = draw(st.sampled_from(("change", "remove", "double")))
        if edit == "remove":
            del holder[last]
        elif edit == "double" and isinstance(holder, list) and isinstance(last, int):
            holder.insert(last, copy.deepcopy(holder[last]))
        else:
            holder[last] = copy.deepcopy(draw(st.sampled_from(OTHER_VALUES)))
    return as_text(sheet)


def assert_in_the_text(found: Finding, sheet: Sheet, lines: list[str]) -> None:
    """The place of a finding, and of each of its causes, is a stretch of the file and what `at` names."""
    for place in (found.place, *(related.place for related in found.related)):
        span = place.span
        assert 1 <= span.line <= span.end_line <= len(lines), found
        assert 1 <= span.column <= len(lines[span.line - 1]) + 1, found
        assert span.end_column <= len(lines[span.end_line - 1]) + 1, found
        assert (span.line, span.column) <= (span.end_line, span.end_column), found
        paths = [path for path in ((), *sheet.values, *sheet.keys) if at_text(path) == place.at]
        assert paths, found
        allowed = {sheet.span(paths[0]), sheet.first_line, *(sheet.keys[path] for path in paths if path in sheet.keys)}
        assert span in allowed, (found, allowed)


@settings(max_examples=150, deadline=None)
@given(edited_sheets())
def test_findings_point_into_the_sheet(text: str) -> None:
    document = read_sheets(text.encode(), "a.yaml")[0]
    if document.sheet is None:
        return
    report = check(text)
    assert [f.rule for f in report.findings if f.rule.startswith("BUG-")] == []
    for found in report.findings:
        assert_in_the_text(found, document.sheet, text.split("\n"))
    order = [(f.place.span.line, f.place.span.column, f.rule) for f in report.findings]
    assert order == sorted(order)


@pytest.mark.parametrize("pair", [("ramplate", "brushcutter"), ("brushcutter", "ramplate")])
def test_of_two_on_one_line_the_later_one_is_named(pair: tuple[str, str]) -> None:
    """What excludes each other is found where the second of them stands, the columns decide within a line."""
    text = as_text(changed("luxury", {"accessories": None})) + f"accessories: [{', '.join(pair)}]\n"
    (found,) = (f for f in check(text).findings if f.severity == "error")
    assert (found.rule, found.place.at) == ("ACC-RAMPLATE", "accessories[1]")
    assert [r.place.at for r in found.related] == ["accessories[0]"]
