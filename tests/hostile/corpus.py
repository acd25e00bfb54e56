"""What real validators choke on, and what the reader and the schema must say about each.

Every case is the bytes of a file and its findings as `RULE LINE:COLUMN`, in order, of all its documents.
None means that the sheet has the right shape, however odd its texts are. Cases that would fill the
repository are made when they are asked for. `write(folder)` puts them all into files.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

MIB = 1024 * 1024
BODY = "body: {type: compact}\n"
START = "name: Hostile\n" + BODY
"""Two lines that are a sheet of the right shape; what a case adds begins in line 3."""


@dataclass(frozen=True)
class Hostile:
    """One case; `make` gives the bytes of the file."""

    name: str
    make: Callable[[], bytes]
    findings: tuple[str, ...] = ()


def case(name: str, text: str | bytes | Callable[[], str], *findings: str) -> Hostile:
    """A case from its text, bytes, or what makes its text."""

    def make() -> bytes:
        whole = text() if callable(text) else text
        return whole.encode() if isinstance(whole, str) else whole

    return Hostile(name, make, findings)


def _alias_bomb() -> str:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]\n"]
    for before, letter in zip("abcdefgh", "bcdefghi", strict=True):
        lines.append(f"{letter}: &{letter} [{', '.join([f'*{before}'] * 9)}]\n")
    return "".join(lines)


def _deep_alias() -> str:
    lines = ["l0: &l0 [x]\n"]
    lines += [f"l{n}: &l{n} [*l{n - 1}]\n" for n in range(1, 60)]
    return "".join(lines)


ALIASES = (
    # 10 values in a, 91 in b, 820 in c, 7,381 in d, 8,303 with the sheet itself; e adds 1 and 7,381 for each d.
    case("alias-bomb", _alias_bomb, "YML-LIMIT 5:12"),
    case("alias-in-itself", "a: &x [*x]\n", "YML-LIMIT 1:8"),
    case("alias-in-itself-deeper", "a: &x {b: {c: [d, *x]}}\n", "YML-LIMIT 1:19"),
    case("alias-of-nothing", "name: *nobody\n" + BODY, "YML-SYNTAX 1:7"),
    case("alias-before-anchor", "name: *later\nnotes: &later x\n", "YML-SYNTAX 1:7"),
    # l49 has the 50 levels of its copies and stands in the sheet's own one.
    case("alias-tower", _deep_alias, "YML-LIMIT 50:12"),
    case("alias-as-text-key", "name: &n notes\nbody: {type: compact}\n*n : x\n"),
    case("alias-as-list-key", START + "tags: &l [x]\n*l : b\n", "YML-TAG 4:1"),
    case("alias-of-used-anchor-name", START + "team: &a x\ndesigner: &a y\nnotes: *a\n"),
)

NESTING = (
    case("brackets-100000", "[" * 100_000, "YML-LIMIT 1:51"),
    case("braces-100000", "{a: " * 100_000, "YML-LIMIT 1:201"),
    case("dashes-100000", "- " * 100_000, "YML-LIMIT 1:101"),
    case("indented-1000", lambda: "".join(f"{' ' * n}a:\n" for n in range(1000)), "YML-LIMIT 51:51"),
    case("keys-in-keys", "? " * 100_000, *(["YML-TAG 1:" + str(2 * n + 1) for n in range(1, 50)]), "YML-LIMIT 1:101"),
    case("brackets-closed-only", "]" * 100_000, "YML-SYNTAX 1:1"),
)

SIZE = (
    case("scalar-50-mb", lambda: "name: " + "x" * 50 * MIB, "YML-LIMIT 1:1048577"),
    case("million-keys", lambda: "".join(f"k{n}: 1\n" for n in range(1_000_000)), "YML-LIMIT 105427:1"),
    # The mapping itself is a value, so that of key number 20,000 (counted from 1) is one too many.
    case("90000-keys", lambda: "".join(f"k{n}: 1\n" for n in range(90_000)), "YML-LIMIT 20000:9"),
    case("one-file-too-large", lambda: START + "#" * MIB, f"YML-LIMIT 3:{MIB - len(START) + 1}"),
    case(
        "documents-of-nothing",
        "--- {}\n" * 149_000,
        *(finding for n in range(1, 1001) for finding in 2 * [f"SHT-SHAPE {n}:5"]),
        "YML-LIMIT 1001:5",
    ),
    case("documents-of-text", "--- a\n" * 170_000, *(f"SHT-SHAPE {n}:5" for n in range(1, 1001)), "YML-LIMIT 1001:5"),
    case("documents-empty", "---\n" * 250_000, "YML-LIMIT 1002:1"),
    case("documents-of-sheets", "--- {name: x, body: {type: van}}\n" * 30_000, "YML-LIMIT 1001:5"),
    case(
        "documents-nested",
        lambda: f"--- {'[' * 60}\n" * 1001 + "#\n" * 400_000,
        *(f"YML-LIMIT {n}:55" for n in range(1, 1001)),
        "YML-LIMIT 1001:5",
    ),
    case("largest-file", lambda: START + "#" * (MIB - len(START))),
    case("text-10000", lambda: START + "notes: " + "x" * 10_000 + "\n"),
    case("text-10001", lambda: START + "notes: " + "x" * 10_001 + "\n", "YML-LIMIT 3:8"),
    case("text-in-quotes-1-mib", lambda: START + 'notes: "' + "x\n " * 340_000 + '"\n', "YML-LIMIT 3:8"),
    case("text-block-1-mib", lambda: START + "notes: |\n" + " x\n" * 340_000, "YML-LIMIT 3:8"),
    case("long-key", lambda: START + "x" * 2000 + ": 1\n", "YML-SYNTAX 3:1"),
    # The sheet, name, body, its type and the list are five values; number 19,996 of the list is one too many.
    case("numbers-1-mib", lambda: START + "notes: [" + "1, " * 340_000 + "]\n", "YML-LIMIT 3:59994"),
    case("comment-1-mib", lambda: "# x\n" * 250_000 + START),
    case("blank-1-mib", lambda: "\n" * 1_000_000 + START),
    case("spaces-1-mib", lambda: START + " " * 1_000_000),
    case(
        "duplicates-19000",
        lambda: START + "team: x\n" * 19_000,
        *(f"YML-DUPLICATE-KEY {n}:1" for n in range(4, 1004)),
        "YML-LIMIT 1004:1",
    ),
    case("tag-1-mib", lambda: "!" + "a" * 1_000_000, "SHT-SHAPE 1:1", "YML-TAG 1:1"),
    case("directives-300000", lambda: "%A\n" * 300_000 + "---\n" + START, "YML-SYNTAX 101:1"),
)

BYTES = (
    case("nul", START + "notes: a\0b\n", "YML-SYNTAX 3:9"),
    case("escape-character", START + "notes: \x1b[31mred\n", "YML-SYNTAX 3:8"),
    case("bell", b"name: \x07\n", "YML-SYNTAX 1:7"),
    case("delete", "name: a\x7f\n", "YML-SYNTAX 1:8"),
    case("c1-control", "name: \x9b31m\n", "YML-SYNTAX 1:7"),
    case("not-a-character", "name: \uffff\n", "YML-SYNTAX 1:7"),
    case("invalid-utf-8", b"name: caf\xe9\n", "YML-ENCODING 1:10"),
    case("cut-off-utf-8", b"name: caf\xc3", "YML-ENCODING 1:10"),
    case("overlong-slash", b"name: \xc0\xaf\n", "YML-ENCODING 1:7"),
    case("overlong-nul", b"name: \xe0\x80\x80\n", "YML-ENCODING 1:7"),
    case("surrogate", b"name: x\nnotes: \xed\xa0\x80\n", "YML-ENCODING 2:8"),
    case("beyond-unicode", b"name: \xf4\x90\x80\x80\n", "YML-ENCODING 1:7"),
    case("utf-16-le", START.encode("utf-16-le"), "YML-ENCODING 1:1"),
    case("utf-16-be", START.encode("utf-16-be"), "YML-ENCODING 1:1"),
    case("utf-16-with-mark", START.encode("utf-16"), "YML-ENCODING 1:1"),
    case("utf-32-with-mark", START.encode("utf-32"), "YML-ENCODING 1:1"),
    case("only-nul", b"\0\0\0\0", "YML-SYNTAX 1:1"),
    case("byte-order-mark", b"\xef\xbb\xbf" + START.encode()),
    case("only-a-byte-order-mark", b"\xef\xbb\xbf", "YML-EMPTY 1:1"),
    case("two-byte-order-marks", b"\xef\xbb\xbf\xef\xbb\xbf" + START.encode(), "SHT-SHAPE 1:1"),
    case("byte-order-mark-in-a-name", "name: a\ufeffb\nbody: {type: compact}\n"),
    case("lone-cr", START.replace("\n", "\r").encode()),
    case("crlf", START.replace("\n", "\r\n").encode()),
    case("mixed-line-ends", b"name: x\r\nbody:\r  type: compact\n"),
    case("line-separators-in-a-name", "name: a\u2028b\u2029c\x85d\nbody: {type: compact}\n"),
    case("line-separator-is-no-line-end", "name: a\u2028body: {type: compact}\n", "YML-SYNTAX 1:13"),
    case("right-to-left-override", "name: \u202egnp.exe\nbody: {type: compact}\n"),
    case("escape-sequence-by-escape", 'name: "\\e[31mred\\a\\0"\nbody: {type: compact}\n'),
    case("surrogate-by-escape", 'name: "\\ud800"\nbody: {type: compact}\n', "YML-SYNTAX 1:7"),
    case("beyond-unicode-by-escape", 'name: "\\UFFFFFFFF"\nbody: {type: compact}\n', "YML-SYNTAX 1:1"),
    case("broken-escape", 'name: "\\q"\nbody: {type: compact}\n', "YML-SYNTAX 1:9"),
    case("markup", 'name: "[/bold] [link=file:///etc/passwd]x[/link] {0} %s"\nbody: {type: compact}\n'),
    case("tab-indents", "name: x\nbody:\n\ttype: compact\n", "YML-SYNTAX 3:1"),
    case("tab-separates", "name:\tx\t# y\nbody: {\ttype:\tcompact\t}\n\t\n"),
)

PLAIN = (
    case("empty", "", "YML-EMPTY 1:1"),
    case("only-comments", "# nothing\n\n# here\n", "YML-EMPTY 1:1"),
    case("only-empty-documents", "---\n---\n...\n---\n", "YML-EMPTY 1:1"),
    case("several-documents", f"{START}---\n{START}...\n---\n{START}"),
    case("empty-documents-between", f"---\n---\n{START}---\n# none\n---\n{START}---\n"),
    case("broken-after-a-sheet", f"{START}---\nname: [\n---\n{START}", "YML-SYNTAX 5:1"),
    case("limit-then-a-sheet", f"notes: {'[' * 60}\n---\n{START}", "YML-LIMIT 1:57"),
    case("list", "- a\n- b\n", "SHT-SHAPE 1:1"),
    case("text", "just text\n", "SHT-SHAPE 1:1"),
    case("null", "null\n", "SHT-SHAPE 1:1"),
    case("json", '{"name": "x", "body": {"type": "compact"}}'),
    case("norway", "name: no\nteam: off\ndesigner: Yes\n" + BODY),
    case("dates", "name: 2044-01-02\nteam: 2044-01-02T10:00:00Z\nnotes: 1:30:45\n" + BODY),
    case("name-is-a-number", "name: 2044\n" + BODY, "SHT-SHAPE 1:7"),
    case("name-is-an-octal", "name: 0o17\n" + BODY, "SHT-SHAPE 1:7"),
    case("name-is-infinite", "name: .inf\n" + BODY, "SHT-SHAPE 1:7"),
    case("name-is-true", "name: true\n" + BODY, "SHT-SHAPE 1:7"),
    case("name-is-nothing", "name:\n" + BODY, "SHT-SHAPE 1:1"),
    case("name-like-a-number", "name: 1_000\nteam: 0b11\nnotes: 1e\n" + BODY),
    case("merge-key", "base: &b {type: compact}\nname: x\nbody: {<<: *b}\n", "YML-TAG 3:8"),
    case("merge-bomb", "a: &a {x: y}\nb:\n  <<: [*a, *a, *a]\n", "YML-TAG 3:3"),
    case("object-tag", "name: !!python/object/apply:os.system [ls]\n" + BODY, "YML-TAG 1:7"),
    case("binary-tag", "name: !!binary aGk=\n" + BODY, "YML-TAG 1:7"),
    case("own-tag", "name: !vehicle x\n" + BODY, "YML-TAG 1:7"),
    case("tag-of-a-namespace", "%TAG !e! tag:example.com,2000:\n---\nname: !e!x y\n" + BODY, "YML-TAG 3:7"),
    case("undefined-namespace", "name: !e!x y\n" + BODY, "YML-TAG 1:7"),
    case("number-key", START + "1: x\n", "YML-TAG 3:1"),
    case("true-key", START + "true: x\n", "YML-TAG 3:1"),
    case("null-key", START + "~: x\n", "YML-TAG 3:1"),
    case("no-key", START + ": x\n", "YML-TAG 3:1"),
    case("list-key", START + "? [a]\n: x\n", "YML-TAG 3:3"),
    case("mapping-key", START + "{a: b}: x\n", "YML-TAG 3:1"),
    case("duplicate-keys", START + "team: a\nteam: b\nteam: c\n", "YML-DUPLICATE-KEY 4:1", "YML-DUPLICATE-KEY 5:1"),
    case("duplicate-in-a-flow", "name: x\nbody: {type: a, type: b}\n", "YML-DUPLICATE-KEY 2:17"),
    case("duplicate-by-quotes", START + "'name': x\n", "YML-DUPLICATE-KEY 3:1"),
    case(
        "duplicate-and-misspelled", "nam: x\n" + BODY + "notes: a\nnotes: b\n", "SHT-SHAPE 1:1", "YML-DUPLICATE-KEY 4:1"
    ),
    case("yaml-1.1", "%YAML 1.1\n---\nname: no\n" + BODY),
    case("yaml-2.0", "%YAML 2.0\n---\nname: no\n" + BODY, "YML-SYNTAX 1:1"),
    case("unclosed-list", "name: [unclosed\n", "YML-SYNTAX 1:16"),
    case("unclosed-quote", 'name: "unclosed\nbody: {type: compact}\n', "YML-SYNTAX 2:22"),
    case("colon-in-text", "name: a: b\n", "YML-SYNTAX 1:8"),
    case("no-colon", "name: x\nbody\nnotes: y\n", "YML-SYNTAX 2:1"),
    case(
        "keys-of-nothing",
        lambda: "".join(f"k{n}: 1\n" for n in range(15_000)),
        *(f"SHT-SHAPE {n}:1" for n in range(1, 1002)),
        "YML-LIMIT 1001:1",
    ),
    case("prototype", "__proto__: {}\nconstructor: x\n" + START, "SHT-SHAPE 1:1", "SHT-SHAPE 2:1"),
)


def _weapons(*entries: str) -> str:
    return START + "weapons:\n" + "".join(f"- {{type: machine-gun, mount: front, {entry}}}\n" for entry in entries)


NUMBERS = (
    case("negative-count", _weapons("count: -1"), "SHT-SHAPE 4:44"),
    case("count-of-nothing", _weapons("count: 0"), "SHT-SHAPE 4:44"),
    case("fractional-count", _weapons("count: 1.5"), "SHT-SHAPE 4:44"),
    case("whole-count-with-a-point", _weapons("count: 2.0", "count: 1e0", "count: +2", "count: 0x2")),
    case("huge-count", _weapons("count: 1e400"), "SHT-SHAPE 4:44"),
    case("huge-power", _weapons("count: 1e999999999"), "SHT-SHAPE 4:44"),
    case("power-beyond-words", _weapons("count: 1e" + "9" * 5000), "SHT-SHAPE 4:44"),
    case("9999-digits", _weapons("count: " + "9" * 9999), "SHT-SHAPE 4:44"),
    case("9999-hex-digits", _weapons("count: 0x" + "f" * 9997), "SHT-SHAPE 4:44"),
    case("infinite-count", _weapons("count: .inf"), "SHT-SHAPE 4:44"),
    case("count-is-no-number", _weapons("count: .nan"), "SHT-SHAPE 4:44"),
    case("count-true", _weapons("count: true"), "SHT-SHAPE 4:44"),
    case("count-in-quotes", _weapons('count: "2"'), "SHT-SHAPE 4:44"),
    case("count-with-separator", _weapons("count: 1_000"), "SHT-SHAPE 4:44"),
    case("tiny-number", START + "gear_weight: 1e-400\n"),
    case("tiny-fraction", START + "gear_weight: 0." + "3" * 1000 + "\n"),
    case("tinier-fraction", START + "gear_weight: 0." + "3" * 1001 + "\n", "SHT-SHAPE 3:14"),
    case("fraction-in-claims", START + "claims: {weight: 0." + "3" * 9000 + ", cost: 1e-1000}\n", "SHT-SHAPE 3:18"),
    case("tiny-power", START + "gear_weight: 1e-999999999\n", "SHT-SHAPE 3:14"),
    case("negative-nothing", START + "gear_weight: -0\n"),
    case("negative-infinite", START + "division: -.INF\n", "SHT-SHAPE 3:11"),
    case("largest-number", START + "gear_weight: 1000000000\n"),
    case("above-the-largest", START + "gear_weight: 1000000000.001\n", "SHT-SHAPE 3:14"),
    case("sexagesimal", START + "division: 1:30\n", "SHT-SHAPE 3:11"),
    case("hundred-million-weapons", _weapons("count: 100000000")),
)

CAR = """\
name: Hostile
body: {type: van, chassis: extra-heavy, suspension: heavy}
power_plant: electric-super
tires: solid
crew: [{role: driver}]
"""
CREWLESS = CAR.replace("crew: [{role: driver}]\n", "")


def _lines(head: str, line: str, count: int) -> Callable[[], str]:
    """A sheet that ends in so many lines, each with its number in it where the line has a place for that."""
    return lambda: head + "".join(line.format(n=n, m=7 * n % count) for n in range(count))


def _words(head: str, word: str, count: int, tail: str) -> Callable[[], str]:
    """A sheet with a list of so many words in it."""
    return lambda: head + ", ".join(word.format(n=n) for n in range(count)) + tail


GUNS = CAR + "weapons: [{type: mg, mount: front, id: a}, {type: mg, mount: back, id: b}]\n"

THOUSANDS = (
    # Sheets of the right shape and within the limits, whose judgement must not take the square of their size.
    case("weapons", _lines(CAR + "weapons:\n", "- {{type: mg, mount: front}}\n", 4900)),
    case("weapons-with-ids", _lines(CAR + "weapons:\n", "- {{type: mg, mount: front, id: w{n}}}\n", 3900)),
    case("weapons-with-one-id", _lines(CAR + "weapons:\n", "- {{type: mg, mount: front, id: a}}\n", 3900)),
    case(
        "weapon-options",
        _words(CAR + "weapons: [{type: mg, mount: top, options: [", "bumper-trigger", 5000, "]}]"),
        "YML-LIMIT 6:16028",
    ),
    case(
        "weapon-loads",
        _words(
            GUNS + "turrets: [{type: turret-2, weapons: [{type: mg, ammo: [",
            "{{type: standard, shots: 1}}",
            6000,
            "]}]}]",
        ),
    ),
    case("accessories", _lines(CAR + "accessories:\n", "- spoiler\n", 19000)),
    case("accessories-unknown", _lines(CAR + "accessories:\n", "- sp{n}oiler\n", 19000)),
    case("accessories-unknown-alike", _lines(CAR + "accessories:\n", "- spolier\n", 19000)),
    case("accessories-unknown-long", _lines(CAR + "accessories:\n", "- " + "spoiler " * 1200 + "{n}\n", 100)),
    case("hitches", _lines(CAR + "accessories:\n", "- {{type: light-hitch, points: 5}}\n", 6000)),
    case("links", _lines(GUNS + "links:\n", "- [a, b]\n", 6000)),
    case("links-to-nothing", _lines(CAR + "links:\n", "- [a{n}, b{n}]\n", 6000)),
    case(
        "links-by-name",
        lambda: CAR + "weapons:\n" + "- {type: mg, mount: top}\n" * 2000 + "links:\n" + "- [mg, mg]\n" * 2000,
    ),
    case(
        "link-by-one-name",
        lambda: CAR + "weapons:\n" + "- {type: mg, mount: top}\n" * 3000 + "links: [[" + "mg, " * 6000 + "]]\n",
    ),
    case(
        "turrets",
        _lines(CAR + "turrets:\n", "- {{type: turret-1, weapons: [{{type: mg}}]}}\n", 2800),
        "YML-LIMIT 1003:3",
    ),
    case("turrets-empty", _lines(CAR + "turrets:\n", "- {{type: turret-1, mount: left}}\n", 5000), "YML-LIMIT 1002:27"),
    case("boosters", _lines(CAR + "boosters:\n", "- {{type: rocket-booster, mount: back, weight: 100}}\n", 4000)),
    case(
        "boosters-sized",
        lambda: (
            CAR
            + "boosters:\n"
            + "".join(
                f"- {{type: rocket-booster, mount: back, sized_for: loaded-weight, mph: {n}.5}}\n" for n in range(2500)
            )
        ),
    ),
    case(
        "boosters-that-no-weight-is-enough-for",
        CAR
        + "boosters:\n"
        + f"- {{type: rocket-booster, mount: back, sized_for: loaded-weight, mph: 999.{'9' * 900}}}\n" * 2,
    ),
    case(
        "boosters-of-a-combination",
        lambda: (
            "name: x\nbody: {type: medium-cycle, suspension: heavy}\npower_plant: super-cycle\ntires: solid\n"
            + "crew: [{role: driver}]\nsidecar: {body: {type: standard-sidecar}, tires: solid}\nboosters:\n"
            + "- {type: rocket-booster, mount: back, sized_for: loaded-weight, mph: 10.0001}\n" * 100
            + "accessories:\n"
            + "- spoiler\n" * 15000
        ),
    ),
    case("crew", _lines(CREWLESS + "crew:\n", "- {{role: driver}}\n", 5000), "YML-LIMIT 1003:3"),
    case(
        "crew-with-computers",
        _lines(
            CREWLESS + "crew:\n", "- {{role: gunner, computer: {{type: targeting-computer, weapons: [mg]}}}}\n", 2400
        ),
    ),
    case(
        "crew-with-seats",
        _lines(CREWLESS + "crew:\n", "- {{role: gunner, accessories: [safety-seat, ejection-seat]}}\n", 1200),
        "YML-LIMIT 1001:45",
    ),
    case("equipment", _lines(CREWLESS + "crew:\n- role: driver\n  equipment:\n", "  - body-armor\n", 15000)),
    case("passengers", lambda: CAR + "passengers: 1000000000\n"),
    case(
        "tire-options",
        lambda: CAR.replace("solid", "{all: {type: solid, options: [" + "steelbelted, " * 15000 + "]}}"),
        "YML-LIMIT 4:13025",
    ),
    case(
        "plant-options",
        lambda: CAR.replace("electric-super", "{type: electric-super, options: [" + "superconductors, " * 15000 + "]}"),
    ),
    case(
        "component-armor",
        lambda: (
            CAR
            + "weapons:\n"
            + "- {type: mg, mount: top}\n" * 2000
            + "component_armor:\n"
            + "- {points: 5, around: [mg, mg]}\n" * 2000
        ),
    ),
    case(
        "waivers",
        lambda: (
            CAR
            + "weapons:\n"
            + "- {type: mg, mount: top}\n" * 2000
            + "waivers:\n"
            + "- {rule: THR, reason: x}\n" * 3000
        ),
    ),
    case("comment-waivers", _lines(CAR, "# cwdesign: allow THR-LIMIT because {n}\n", 20000)),
    case(
        "comment-waivers-by-line",
        lambda: CAR + "weapons:\n" + "- {type: mg, mount: top} # cwdesign: allow THR because x\n" * 4000,
    ),
    case("comment-waiver-of-words", lambda: CAR + "# cwdesign: allow " + "THR, " * 150000 + "because x\n"),
    case("comment-waivers-of-blanks", lambda: CAR + ("# cwdesign: allow" + " " * 5000 + "\n") * 200),
    case(
        "modifications",
        lambda: CAR.replace(
            "heavy}", "heavy, modifications: [" + "roll-cage, sunroof, overdrive, convertible-hardtop, " * 4500 + "]}"
        ),
        "YML-LIMIT 2:2635",
    ),
    case(
        "mount-options",
        _words(CAR + "turrets: [{type: turret-4, options: [", "universal", 19000, "]}]"),
        "YML-LIMIT 6:11016",
    ),
    case(
        "mounts-on-the-sides",
        _lines(CAR + "turrets:\n", "- {{type: sponson-turret-1, mount: left, weapons: [{{type: mg}}]}}\n", 2200),
        "YML-LIMIT 1002:35",
    ),
    case(
        "accessories-that-exclude",
        _lines(CAR + "accessories:\n", "- {{type: spoiler, mount: front}}\n- windjammer\n- airdam\n- ramplate\n", 2600),
        "YML-LIMIT 203:10",
    ),
    case(
        "waivers-of-nothing",
        _lines(CAR + "waivers:\n", "- {{rule: THR-LIMTI{n}, reason: x}}\n", 6000),
        "YML-LIMIT 1006:3",
    ),
    case(
        "weapons-in-component-armor",
        _lines(CAR + "weapons:\n", "- {{type: mg, mount: front, component_armor: 10}}\n", 4000),
        "YML-LIMIT 1003:45",
    ),
    case(
        "huge-counts",
        _lines(CAR + "accessories:\n", "- {{type: spoiler, count: 1000000000, points: 1000000000}}\n", 1500),
        "YML-LIMIT 1002:46",
    ),
    case(
        "huge-everything",
        CAR.replace("driver}", "driver, equipment: [{type: submachine-gun, count: 1000000000}]}")
        + "armor: {front: 1000000000, back: 1000000000}\ncargo: {spaces: 1000000000, weight: 1000000000}\n"
        + "boosters: [{type: jump-jet, mount: back, count: 1000000000, sized_for: loaded-weight, mph: 1000000000}]\n"
        + "claims: {cost: 1000000000, weight: 1e-300, spaces_used: 0.3333333333333333333333333333333333333333}\n",
    ),
)

CASES: tuple[Hostile, ...] = (*ALIASES, *NESTING, *SIZE, *BYTES, *PLAIN, *NUMBERS, *THOUSANDS)


def write(folder: Path) -> None:
    """Write every case as `NAME.yaml` into a folder."""
    for hostile in CASES:
        (folder / f"{hostile.name}.yaml").write_bytes(hostile.make())
