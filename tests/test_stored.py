"""Reports as bytes: what comes back is what was stored, at another path, and nothing damaged comes back."""

from __future__ import annotations

from fractions import Fraction

import pytest

from case_sheets import as_text, bases, check
from cwdesign.findings import Finding, Place, Related, Waiver
from cwdesign.render.values import encode, sheet_text, sheet_values
from cwdesign.report import SheetReport, Totals
from cwdesign.settings import Departure
from cwdesign.sheet import Span
from cwdesign.stored import Damaged, StoredReport, restore, store
from cwdesign.tally import Tally
from cwdesign.values import fields, replace

MARKER = "c0ffee" * 6
PATH = 'garage/"odd"\n\u202e\udcff ä.yaml'


def there_and_back(report: SheetReport) -> StoredReport:
    """A report stored under a marker and restored at PATH."""
    marked = at_path(report, MARKER)
    ((back,), (tows,)) = restore(store([marked], MARKER), PATH, MARKER)
    assert tows is None
    return back


def at_path(report: SheetReport, path: str) -> SheetReport:
    """The report of the same sheet at another path."""

    def moved(place: Place) -> Place:
        return replace(place, path=path) if place.path == report.path else place

    findings = tuple(
        replace(f, place=moved(f.place), related=tuple(replace(r, place=moved(r.place)) for r in f.related))
        for f in report.findings
    )
    return replace(report, path=path, findings=findings)


def rich_report() -> SheetReport:
    """A report with everything that is hard to keep: thirds, waivers, causes elsewhere, odd text."""
    report = check(as_text(bases()["sedan"]))
    place = Place(report.path, Span(2, 3, 2, 9), 'weapons[0]["odd key"]')
    other = Place("trailers/other.yaml", Span(1, 1, 1, 2), None)
    finding = Finding(
        rule="THR-LIMIT",
        title="At most a third",
        severity="error",
        message=f"{MARKER[:-1]} is not the marker\n\x1b[31m",
        hint=None,
        place=place,
        related=(Related("there", place), Related("elsewhere", other)),
        limit=Fraction(10, 3),
        actual=Fraction(9, 2),
        waiver=Waiver("comment", "why \u2028 not"),
        steps=("weapons", 0, "odd key"),
    )
    assert report.totals is not None
    return replace(
        report,
        findings=(finding, replace(finding, waiver=None, limit=None, actual=7, steps=None)),
        totals=replace(report.totals, spaces_used=Fraction(19, 3), weapon_spaces_used={"front": Fraction(1, 6)}),
        settings=(Departure("division", Fraction(15, 2), "garage.yaml", 3), Departure("select", ["THR"])),
        withheld=("LED-MAX-WEIGHT",),
        excerpts={2: "body: {type: sedan}", 10: "\t# ä"},
    )


@pytest.mark.parametrize("name", sorted(bases()))
def test_every_base_sheet_comes_back(name: str) -> None:
    report = check(as_text(bases()[name]))
    assert_same(there_and_back(report), at_path(report, PATH))


def test_everything_that_is_hard_to_keep_comes_back() -> None:
    assert_same(there_and_back(rich_report()), at_path(rich_report(), PATH))


def test_an_unreadable_sheet_comes_back() -> None:
    report = check("name: 7\nbody: {type: sedan}\n")
    assert report.status == "unreadable"
    assert_same(there_and_back(report), at_path(report, PATH))
    crash = replace(report, status="illegal", totals=Totals(), name=None)
    assert_same(there_and_back(crash), at_path(crash, PATH))


def assert_same(back: StoredReport, expected: SheetReport) -> None:
    # The JSON text first: it is there before anything is decoded.
    assert sheet_text(back) == encode(sheet_values(expected))
    counted, again = Tally(), Tally()
    counted.add(back)
    again.add(expected)
    assert vars(counted) == vars(again)
    for name in fields(SheetReport):
        assert getattr(back, name) == getattr(expected, name), name
    assert encode(sheet_values(back)) == encode(sheet_values(expected))


def test_a_changed_copy_has_no_ready_text() -> None:
    back = there_and_back(rich_report())
    changed = replace(back, status="legal", findings=())
    assert sheet_text(changed) == encode(sheet_values(changed))
    assert '"status": "legal"' in sheet_text(changed)


def test_several_documents_keep_their_order_and_trailers() -> None:
    reports = [at_path(replace(rich_report(), document=n), MARKER) for n in range(3)]
    back, tows = restore(store(reports, MARKER, (None, ("trailer.yaml", "a"), None)), "x.yaml", MARKER)
    assert [report.document for report in back] == [0, 1, 2]
    assert tows == [None, ("trailer.yaml", "a"), None]


def test_no_changed_byte_goes_unnoticed() -> None:
    data = store([at_path(rich_report(), MARKER)], MARKER)
    step = max(1, len(data) // 200)
    for index in range(0, len(data), step):
        broken = bytearray(data)
        broken[index] ^= 1
        with pytest.raises(Damaged):
            restore(bytes(broken), "x.yaml", MARKER)
    for length in (0, 1, 17, len(data) // 2, len(data) - 1):
        with pytest.raises(Damaged):
            restore(data[:length], "x.yaml", MARKER)
    with pytest.raises(Damaged):
        restore(data, "x.yaml", MARKER[::-1])
