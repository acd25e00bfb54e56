"""The reader: what YAML means, where everything stands, and what is refused at which place."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cwdesign.reader import MAX_BYTES, Document, Parser, read_file, read_sheets
from cwdesign.schema import check_document
from cwdesign.sheet import Sheet, Span, Unreal, at_text
from cwdesign.yaml_tree import MAX_LEVELS, MAX_TEXT, MAX_VALUES, plain_value
from hostile.corpus import CASES, THOUSANDS, Hostile

TESTS = Path(__file__).parent
BOTH: tuple[Parser, ...] = ("fast", "pure")


def documents(text: str) -> tuple[Document, ...]:
    return read_sheets(textwrap.dedent(text).encode(), "car.yaml", "pure")


def sheet(text: str) -> Sheet:
    (document,) = documents(text)
    assert document.findings == ()
    assert document.sheet is not None
    return document.sheet


def findings(text: str | bytes) -> list[tuple[str, str]]:
    """Rule and place (`line:column-end_line:end_column at`) of every finding."""
    raw = text if isinstance(text, bytes) else textwrap.dedent(text).encode()
    found = [f for document in read_sheets(raw, "car.yaml") for f in document.findings]
    return [(f.rule, place(f.place.span) + f" {f.place.at}") for f in found]


def place(span: Span) -> str:
    return f"{span.line}:{span.column}-{span.end_line}:{span.end_column}"


# --- plain scalars: YAML 1.2, core schema


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("off", "off"),
        ("Yes", "Yes"),
        ("y", "y"),
        ("2044-01-02", "2044-01-02"),
        ("1:30", "1:30"),
        ("190:20:30", "190:20:30"),
        ("1_000", "1_000"),
        ("0b11", "0b11"),
        ("0o18", "0o18"),
        ("0xg", "0xg"),
        ("-0x1", "-0x1"),
        ("1e", "1e"),
        ("e3", "e3"),
        (".", "."),
        ("-", "-"),
        ("1.2.3", "1.2.3"),
        ("<<", "<<"),
        ("tRue", "tRue"),
        ("nULL", "nULL"),
        ("-.nan", "-.nan"),
        ("١٢", "١٢"),  # digits of another script are text
        ("true", True),
        ("True", True),
        ("FALSE", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("12", 12),
        ("+12", 12),
        ("-12", -12),
        ("017", 17),
        ("0o17", 15),
        ("0x1F", 31),
        ("10.0", 10),
        ("1e3", 1000),
        ("-0.0", 0),
        ("7.5", Decimal("7.5")),
        (".5", Decimal("0.5")),
        ("5.", 5),
        ("1.5E-1", Decimal("0.15")),
        ("0.1", Decimal("0.1")),
        ("9" * 40, Decimal("9" * 40)),
        ("1e400", Decimal("1e400")),
        ("1e-400", Decimal("1e-400")),
        ("1e10000", Decimal("1e10000")),
        ("1e10001", Unreal("1e10001")),
        ("1e-999999999", Unreal("1e-999999999")),
        ("1e" + "0" * 50 + "1", 10),
        (".inf", Unreal(".inf")),
        ("-.INF", Unreal("-.INF")),
        (".NaN", Unreal(".NaN")),
    ],
)
def test_what_a_plain_scalar_means(text: str, value: object) -> None:
    found = plain_value(text)
    assert found == value
    assert type(found) is type(value)


def test_a_whole_number_stays_exact_up_to_thirty_digits() -> None:
    assert plain_value("1" + "0" * 29) == 10**29
    assert isinstance(plain_value("1" + "0" * 29), int)
    assert isinstance(plain_value("1" + "0" * 30), Decimal)


def test_quotes_make_text() -> None:
    assert sheet("a: '12'\nb: \"true\"\nc: |\n  12\n").data == {"a": "12", "b": "true", "c": "12\n"}


# --- places


def test_every_key_and_value_has_its_place() -> None:
    read = sheet(
        """\
        name: Rhino
        body: {type: compact,  chassis: heavy}
        crew:
        - role: driver   # the boss
          seat: left
        - {role: gunner}
        tags: [a, "b c"]
        notes: |
          one
          two

        team: x
        """
    )
    values = {at_text(path): place(span) for path, span in read.values.items()}
    assert values == {
        "": "1:1-1:12",
        "name": "1:7-1:12",
        "body": "2:7-2:39",
        "body.type": "2:14-2:21",
        "body.chassis": "2:33-2:38",
        "crew": "4:1-6:17",
        "crew[0]": "4:3-4:15",  # the first line of the entry, without the comment
        "crew[0].role": "4:9-4:15",
        "crew[0].seat": "5:9-5:13",
        "crew[1]": "6:3-6:17",
        "crew[1].role": "6:10-6:16",
        "tags": "7:7-7:17",
        "tags[0]": "7:8-7:9",
        "tags[1]": "7:11-7:16",
        "notes": "8:8-10:6",
        "team": "12:7-12:8",
    } | {"": values[""]}
    keys = {at_text(path): place(span) for path, span in read.keys.items()}
    assert keys == {
        "name": "1:1-1:5",
        "body": "2:1-2:5",
        "body.type": "2:8-2:12",
        "body.chassis": "2:24-2:31",
        "crew": "3:1-3:5",
        "crew[0].role": "4:3-4:7",
        "crew[0].seat": "5:3-5:7",
        "crew[1].role": "6:4-6:8",
        "tags": "7:1-7:5",
        "notes": "8:1-8:6",
        "team": "12:1-12:5",
    }


def test_what_a_finding_points_at() -> None:
    read = sheet("# first\nname: Rhino\nbody: {type: compact}\ncrew:\n- role: driver\n  seat: left\n")
    assert place(read.span(("name",))) == "2:7-2:12"  # a scalar: itself
    assert place(read.span(("body",))) == "3:1-3:5"  # a mapping: the key it hangs on
    assert place(read.span(("crew",))) == "4:1-4:5"  # a list too
    assert place(read.span(("crew", 0))) == "5:3-5:15"  # an entry of a list: its first line
    assert place(read.span(())) == "2:1-2:12"  # the sheet: its first line
    assert place(read.span(("body", "chassis"))) == "3:1-3:5"  # not written: what is round it


@pytest.mark.parametrize("parser", BOTH)
def test_a_value_that_is_not_written_stands_at_its_key(parser: Parser) -> None:
    (document,) = read_sheets(b"name:\nbody: {type:   , chassis}\ncrew:\n\n-\n", "x", parser)
    assert document.sheet is not None
    values = {at_text(path): place(span) for path, span in document.sheet.values.items()}
    assert values["name"] == "1:1-1:5"
    assert values["body.type"] == "2:8-2:12"
    assert values["body.chassis"] == "2:18-2:25"
    assert values["crew[0]"] == "5:2-5:2"


def test_columns_count_characters() -> None:
    read = sheet("name: \U0001f697é\ufeff\u2028 x # c\nteam: {a: 1}\n")
    assert read.get(("name",)) == "\U0001f697é\ufeff\u2028 x"
    assert place(read.values[("name",)]) == "1:7-1:13"


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_a_byte_order_mark_change_nothing(ends: str, mark: str) -> None:
    text = "name: Rhino\nbody:\n  type: compact\nnotes: |\n  a\n  b\n"
    plain = sheet(text)
    (document,) = read_sheets((mark + text.replace("\n", ends)).encode(), "car.yaml")
    assert document.sheet is not None
    assert document.sheet.data == plain.data
    assert dict(document.sheet.values) == dict(plain.values)


def test_an_alias_stands_where_it_is_written_and_its_parts_where_their_text_is() -> None:
    read = sheet("a: &gun {type: machine-gun}\nb: [*gun, *gun]\nc: &n Rhino\nd: *n\n")
    assert read.data == {"a": {"type": "machine-gun"}, "b": [{"type": "machine-gun"}] * 2, "c": "Rhino", "d": "Rhino"}
    assert place(read.values[("b", 1)]) == "2:11-2:15"
    assert place(read.values[("b", 1, "type")]) == "1:16-1:27"
    assert place(read.keys[("b", 1, "type")]) == "1:10-1:14"
    assert place(read.values[("d",)]) == "4:4-4:6"


# --- comments


def test_comments_are_found_where_they_are() -> None:
    read = sheet(
        """\
        # before
        name: "a # b"  # after a quote
        notes: |  # after a header
          # text
        team: x#y
          # indented
        designer: 'it''s
          # text in two lines' # c
        tags: [a, # in a list
          b]
        # at the end
        """
    )
    assert read.comments == (
        (1, 1, "before", True),
        (2, 16, "after a quote", False),
        (3, 11, "after a header", False),
        (6, 3, "indented", True),
        (8, 24, "c", False),
        (9, 11, "in a list", False),
        (11, 1, "at the end", True),
    )
    assert read.get(("designer",)) == "it's # text in two lines"


def test_comments_belong_to_the_document_they_stand_in() -> None:
    first, second = documents("# 1\na: b # 2\n# 3\n--- # 4\n# 5\nc: d\n")
    assert first.sheet is not None and second.sheet is not None
    assert [text for _, _, text, _ in first.sheet.comments] == ["1", "2", "3"]
    assert [text for _, _, text, _ in second.sheet.comments] == ["4", "5"]


# --- documents


def test_every_document_is_a_sheet_and_empty_ones_are_skipped() -> None:
    found = documents("---\n---\nname: A\n---\n# none\n---\nname: B\n...\n---\n")
    assert [(d.index, d.name) for d in found] == [(0, "A"), (1, "B")]
    assert found[1].sheet is not None
    assert place(found[1].sheet.first_line) == "7:1-7:8"


def test_a_syntax_error_ends_its_file() -> None:
    found = documents("name: A\n---\nname: B\nbody: {\n---\nname: C\n")
    assert [(d.index, d.name, [f.rule for f in d.findings]) for d in found] == [(0, "A", []), (1, "B", ["YML-SYNTAX"])]
    assert found[1].sheet is None


@pytest.mark.parametrize("bad", [b"\0", b"\xff"])
def test_the_documents_before_bad_bytes_are_kept(bad: bytes) -> None:
    found = read_sheets(b"---\nname: A\n---\nname: B\n--- # c\nname: C" + bad + b"\n---\nname: D\n", "x")
    rule = "YML-SYNTAX" if bad == b"\0" else "YML-ENCODING"
    assert [(d.index, d.name, [f.rule for f in d.findings]) for d in found] == [
        (0, "A", []),
        (1, "B", []),
        (2, None, [rule]),
    ]
    assert place(found[2].findings[0].place.span) == "6:8-6:9"


def test_an_earlier_syntax_error_ends_the_file_before_bad_bytes() -> None:
    assert findings(b"name: [\n---\nname: \0\n") == [("YML-SYNTAX", "2:1-2:2 ")]


@pytest.mark.parametrize("parser", BOTH)
def test_a_limit_ends_its_document_only(parser: Parser) -> None:
    text = f"name: A\nnotes: {'[' * 60}{']' * 60}\nmore: x\n--- # next\n# c\nname: B\nbody: x\n---\nname: C\n"
    found = read_sheets(text.encode(), "x", parser)
    assert [(d.index, d.name, [f.rule for f in d.findings]) for d in found] == [
        (0, "A", ["YML-LIMIT"]),
        (1, "B", []),
        (2, "C", []),
    ]
    assert found[1].sheet is not None
    assert place(found[1].sheet.values[("body",)]) == "7:7-7:8"
    assert [(line, text) for line, _, text, _ in found[1].sheet.comments] == [(4, "next"), (5, "c")]


def test_the_name_is_kept_where_it_was_found() -> None:
    assert [d.name for d in documents("name: Rhino\nname: Hippo\n")] == ["Rhino"]
    assert [d.name for d in documents("body: x\nname: [\n")] == [None]
    assert [d.name for d in documents("name: 12\n")] == [None]


def test_a_file_without_a_sheet_is_a_finding() -> None:
    for text in ("", "\n\n", "# c\n", "---\n", "---\n...\n---\n"):
        assert findings(text) == [("YML-EMPTY", "1:1-1:1 ")]


# --- what is refused


def test_every_duplicate_key_is_reported_with_both_places() -> None:
    (document,) = documents("name: A\nbody: {type: x, type: y}\nname: B\nname: C\n")
    found = [(f.rule, place(f.place.span), f.place.at, f.message) for f in document.findings]
    assert found == [
        ("YML-DUPLICATE-KEY", "2:17-2:21", "body.type", "The key `type` is written twice."),
        ("YML-DUPLICATE-KEY", "3:1-3:5", "name", "The key `name` is written twice."),
        ("YML-DUPLICATE-KEY", "4:1-4:5", "name", "The key `name` is written twice."),
    ]
    related = [[(place(r.place.span), r.place.at) for r in f.related] for f in document.findings]
    assert related == [[("2:8-2:12", "body.type")], [("1:1-1:5", "name")], [("1:1-1:5", "name")]]
    assert document.sheet is not None
    assert document.sheet.data == {"name": "A", "body": {"type": "x"}}


def test_the_same_key_in_other_mappings_is_no_duplicate() -> None:
    assert findings("a: {x: 1}\nb: {x: 1, a: {x: 2}}\n") == []


def test_what_hangs_on_a_refused_key_is_read_over() -> None:
    read = documents("a: {x: 1}\na: {y: [1, 2, &n {z: 3}]}\nb: *n\n")[0].sheet
    assert read is not None
    assert read.data == {"a": {"x": 1}, "b": {"z": 3}}
    assert ("a", "y") not in read.values


@pytest.mark.parametrize(
    ("text", "at", "fragment"),
    [
        ("name: !!str x\n", "1:7-1:14 name", "Tags"),
        ("name: ! x\n", "1:7-1:10 name", "Tags"),
        ("name: !a\n", "1:7-1:9 name", "Tags"),
        ("!!map {a: b}\n", "1:1-1:8 ", "Tags"),
        ("a: [!x y, z]\n", "1:5-1:9 a[0]", "Tags"),
        ("!a b: c\n", "1:1-1:5 ", "Tags"),
        ("a: b\n<<: {c: d}\n", '2:1-2:3 ["<<"]', "Merge keys"),
        ("1: b\n", "1:1-1:2 1", "`1` is not text"),
        ("1.5: b\n", '1:1-1:4 ["1.5"]', "`1.5` is not text"),
        ("true: b\n", "1:1-1:5 true", "`true` is not text"),
        ("~: b\n", '1:1-1:2 ["~"]', "`~` is not text"),
        ("a: {: b}\n", "1:5-1:6 a", "no key"),
        ("? [a]\n: b\n", "1:3-1:4 ", "must be text"),
        ("a:\n  ? {b: c}\n  : d\n", "2:5-2:6 a", "must be text"),
    ],
)
def test_tags_merge_keys_and_keys_that_are_no_text(text: str, at: str, fragment: str) -> None:
    (document,) = documents(text)
    (finding,) = document.findings
    assert finding.rule == "YML-TAG"
    assert f"{place(finding.place.span)} {finding.place.at}" == at
    assert fragment in finding.message


def test_text_that_looks_like_them_is_allowed() -> None:
    read = sheet('"<<": a\n"1": b\nb: <<\nc: a!b & c * d | e > f\nd: "!x"\n')
    assert read.data == {"<<": "a", "1": "b", "b": "<<", "c": "a!b & c * d | e > f", "d": "!x"}


SYNTAX = [
    ("name: [unclosed\n", "1:16-1:16 ", "`,` or `]`, found the end of the file"),
    ("name: {a: b\nbody: c\n", "2:5-2:6 ", "`,` or `}`, found a colon"),
    ("name: a: b\n", "1:8-1:9 ", "colon with a blank"),
    ("name: x\nbody\nnotes: y\n", "2:1-2:2 ", "no colon"),
    ("a:\n\tb: c\n", "2:1-2:2 ", "tab"),
    ("a: 'b\n", "1:6-1:6 ", "not closed"),
    ("a: 'b\n---\nc: d\n", "2:1-2:2 ", "not closed before the next document"),
    ('a: "\\q"\n', "1:6-1:7 ", "escape"),
    ("a: @b\n", "1:4-1:5 ", "quotes"),
    ("a: `b\n", "1:4-1:5 ", "quotes"),
    ("a: b\n- c\n", "2:1-2:2 ", "indentation"),
    ("a:\n  - b\n c: d\n", "3:2-3:3 ", "indentation"),
    ("a: - b\n", "1:4-1:5 ", "list entry"),
    ("a: *b\n", "1:4-1:6 a", "no anchor"),
    ("%YAML 2.0\n---\na: b\n", "1:1-1:2 ", "another version"),
    ("a: b\x00c\n", "1:5-1:6 ", "U+0000"),
    ("a: \x1b[0m\n", "1:4-1:5 ", "U+001B"),
]


@pytest.mark.parametrize("parser", BOTH)
@pytest.mark.parametrize(("text", "at", "fragment"), SYNTAX)
def test_syntax_errors_have_a_place_and_our_words(text: str, at: str, fragment: str, parser: Parser) -> None:
    found = [f for d in read_sheets(text.encode(), "x", parser) for f in d.findings]
    assert [(f.rule, f"{place(f.place.span)} {f.place.at}") for f in found] == [("YML-SYNTAX", at)]
    assert fragment in found[0].message
    assert found[0].message[0].isupper() and found[0].message.endswith(".")


def test_a_syntax_error_says_where_the_thing_began() -> None:
    (document,) = documents("name: x\ntags: [a,\n  b\nbody: {type: c}\n")
    (finding,) = document.findings
    assert place(finding.place.span) == "4:5-4:6"
    assert [(r.message, place(r.place.span)) for r in finding.related] == [("The list starts here.", "2:7-2:8")]


@pytest.mark.parametrize(
    ("raw", "at", "fragment"),
    [
        (b"name: caf\xe9\n", "1:10-1:11 ", "0xE9"),
        (b"a: b\r\nname: \xc0\xaf\n", "2:7-2:8 ", "0xC0"),
        ("name: x\n".encode("utf-16"), "1:1-1:1 ", "UTF-16"),
        ("name: x\n".encode("utf-16-be"), "1:1-1:1 ", "UTF-16"),
        ("name: x\n".encode("utf-32"), "1:1-1:1 ", "UTF-32"),
    ],
)
def test_other_encodings(raw: bytes, at: str, fragment: str) -> None:
    assert findings(raw) == [("YML-ENCODING", at)]
    assert fragment in read_sheets(raw, "x")[0].findings[0].message


# --- limits


@pytest.mark.parametrize("parser", BOTH)
def test_the_largest_file_and_one_byte_more(parser: Parser) -> None:
    text = "name: x\n# "
    largest = text + "c" * (MAX_BYTES - len(text))
    assert read_sheets(largest.encode(), "x", parser)[0].findings == ()
    (finding,) = read_sheets(largest.encode() + b"c", "x", parser)[0].findings
    assert (finding.rule, place(finding.place.span)) == ("YML-LIMIT", f"2:{MAX_BYTES - 7}-2:{MAX_BYTES - 7}")


@pytest.mark.parametrize("parser", BOTH)
def test_the_most_values_and_one_more(parser: Parser) -> None:
    # The sheet and the list in it are values too.
    entries = ["x"] * (MAX_VALUES - 2)
    assert read_sheets(f"a: [{','.join(entries)}]\n".encode(), "x", parser)[0].findings == ()
    (document,) = read_sheets(f"a: [{','.join([*entries, 'y'])}]\n".encode(), "x", parser)
    (finding,) = document.findings
    assert (finding.rule, finding.place.at) == ("YML-LIMIT", f"a[{MAX_VALUES - 2}]")
    column = len("a: [") + 2 * (MAX_VALUES - 2) + 1
    assert place(finding.place.span) == f"1:{column}-1:{column + 1}"


def test_copies_count_as_values() -> None:
    # The sheet, the list a and its 100 texts are 102 values, the list b is one, each copy in it 101.
    copies = (MAX_VALUES - 103) // 101
    text = "a: &a [" + ", ".join(["x"] * 100) + "]\nb: [{}]\n"
    assert findings(text.format(", ".join(["*a"] * copies))) == []
    assert findings(text.format(", ".join(["*a"] * (copies + 1)))) == [
        ("YML-LIMIT", f"2:{5 + 4 * copies}-2:{7 + 4 * copies} b[{copies}]")
    ]


@pytest.mark.parametrize("parser", BOTH)
def test_the_deepest_nesting_and_one_more(parser: Parser) -> None:
    inner = MAX_LEVELS - 1  # the sheet is the first level
    assert read_sheets(f"a: {'[' * inner}x{']' * inner}\n".encode(), "x", parser)[0].findings == ()
    (finding,) = read_sheets(f"a: {'[' * MAX_LEVELS}{']' * MAX_LEVELS}\n".encode(), "x", parser)[0].findings
    assert (finding.rule, finding.place.span.column) == ("YML-LIMIT", 4 + inner)


def test_copies_count_as_levels() -> None:
    text = f"a: &a {'[' * 30}x{']' * 30}\nb: "
    assert findings(text + "[" * 19 + "*a" + "]" * 19 + "\n") == []
    assert findings(text + "[" * 20 + "*a" + "]" * 20 + "\n") == [("YML-LIMIT", f"2:24-2:26 b{'[0]' * 20}")]


@pytest.mark.parametrize("parser", BOTH)
def test_the_longest_text_and_one_more(parser: Parser) -> None:
    for form in ("a: {}\n", "a: '{}'\n", "a: [{}]\n", "a: &x {}\n", "a: |\n  {}"):
        longest = form.format("x" * MAX_TEXT)
        assert read_sheets(longest.encode(), "x", parser)[0].findings == ()
        (finding,) = read_sheets(form.format("x" * (MAX_TEXT + 1)).encode(), "x", parser)[0].findings
        assert (finding.rule, finding.place.span.line) == ("YML-LIMIT", 1)
    (finding,) = read_sheets(f"? {'x' * (MAX_TEXT + 1)}\n: a\n".encode(), "x", parser)[0].findings
    assert (finding.rule, place(finding.place.span)) == ("YML-LIMIT", f"1:3-1:{MAX_TEXT + 4}")


def test_an_alias_inside_what_it_repeats() -> None:
    assert findings("a: &x {b: [*x]}\n") == [("YML-LIMIT", "1:12-1:14 a.b[0]")]


# --- files


def test_a_file_is_read_with_the_name_given(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"name: Rhino\n")
    (document,) = read_file(tmp_path / "a.yaml", "garage/a.yaml")
    assert (document.path, document.name) == ("garage/a.yaml", "Rhino")


def test_what_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "dangling.yaml").symlink_to(tmp_path / "nowhere")
    (tmp_path / "loop.yaml").symlink_to(tmp_path / "loop.yaml")
    os.mkfifo(tmp_path / "pipe.yaml")
    for name in ("folder", "dangling", "loop", "pipe", "missing"):
        (document,) = read_file(tmp_path / f"{name}.yaml", "x.yaml")
        (finding,) = document.findings
        assert (finding.rule, finding.place.at, place(finding.place.span)) == ("YML-READ", None, "1:1-1:1")
        assert (document.sheet, finding.steps) == (None, None)
    (document,) = read_file("/dev/zero", "x.yaml")
    assert document.findings[0].rule == "YML-READ"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"name: Rhino\n")
    (tmp_path / "a.yaml").chmod(0)
    (document,) = read_file(tmp_path / "a.yaml", "a.yaml")
    assert document.findings[0].message == "Cannot read the file: permission denied."


# --- hostile input

# --- the two parsers


def same(raw: bytes) -> None:
    """Both parsers give the same documents, to the last place."""
    fast, pure = read_sheets(raw, "x", "fast"), read_sheets(raw, "x", "pure")
    assert fast == pure
    for one, other in zip(fast, pure, strict=True):
        if one.sheet is not None and other.sheet is not None:
            assert repr(one.sheet.data) == repr(other.sheet.data)  # 1 == True == Decimal(1)
            assert dict(one.sheet.values) == dict(other.sheet.values)
            assert dict(one.sheet.keys) == dict(other.sheet.keys)


@pytest.mark.parametrize(
    # Without those that are ordinary but for their length, for which the slow parser takes a second each.
    "hostile",
    [case for case in CASES if case not in THOUSANDS],
    ids=lambda case: case.name,
)
def test_both_parsers_read_the_hostile_alike(hostile: Hostile) -> None:
    same(hostile.make())


@pytest.mark.parametrize("file", sorted((TESTS / "stock").glob("*.yaml")), ids=lambda file: file.stem)
def test_both_parsers_read_the_published_vehicles_alike(file: Path) -> None:
    same(file.read_bytes())


PIECES = st.sampled_from(
    [
        *(
            "a",
            "b: ",
            "- ",
            ": ",
            ":",
            ",",
            "[",
            "]",
            "{",
            "}",
            "\n",
            "\n  ",
            "\n    ",
            "\n- ",
            "\n\n",
            " ",
            "#",
            " # c",
        ),
        *(
            '"',
            "'",
            '"x"',
            "'y'",
            '"\\n"',
            '"\\x41"',
            "\\",
            "---\n",
            "...\n",
            "? ",
            "?",
            "~",
            "null",
            "1.5",
            "0x1f",
            "<<",
        ),
        *(
            "notes: |\n  ",
            "notes: >-\n  ",
            "k: |+\n ",
            "|",
            ">",
            "&a ",
            "*a",
            "!",
            "!!str ",
            "%",
            "@",
            "`",
            "\t",
            "=",
            ".",
        ),
        *(
            "é",
            "\U0001f697",
            "\u2028",
            "\x85",
            "\ufeff",
            "\r",
            "\r\n",
            "type: x",
            "name: y\n",
            "[]",
            "{}",
            "{a: b, c: d}",
        ),
    ]
)


@settings(max_examples=1500, deadline=None)
@given(st.lists(PIECES, max_size=25))
def test_both_parsers_read_random_text_alike(pieces: list[str]) -> None:
    same("".join(pieces).encode())


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_both_parsers_read_damaged_sheets_alike(data: st.DataObject) -> None:
    file = data.draw(st.sampled_from(sorted((TESTS / "stock").glob("*.yaml"))))
    text = file.read_text("utf-8")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(PIECES) + text[at + data.draw(st.integers(0, 5)) :]
    same(text.encode())


@settings(max_examples=500, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_have_a_result(raw: bytes) -> None:
    for document in read_sheets(raw, "x"):
        assert document.sheet is not None or document.findings
        for finding in check_document(document):
            span = finding.place.span
            assert 1 <= span.line <= span.end_line
            assert (span.line, span.column) <= (span.end_line, span.end_column)
            assert span.column >= 1
            assert span.line <= max(1, len(document.lines))


def test_reading_needs_no_c_parser(tmp_path: Path) -> None:
    code = "import sys; sys.modules['_ruamel_yaml'] = None; from cwdesign.reader import read_sheets; "
    code += "print(read_sheets(b'name: Rhino\\n' * 1 + b'#' * 9000, 'x', 'fast')[0].name)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("Rhino\n", "")


def test_the_rest_of_ruamel_yaml_still_works_after_reading() -> None:
    code = "from cwdesign.reader import read_sheets; read_sheets(b'a: b', 'x', 'fast'); import ruamel.yaml; "
    code += "from ruamel.yaml import YAML; print(YAML(typ='safe').load('a: [1, no]'), "
    code += "YAML(typ='safe', pure=True).load('b: 2'), YAML().load('c: 3'), ruamel.yaml.error.YAMLError.__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("{'a': [1, 'no']} {'b': 2} {'c': 3} YAMLError\n", "")
