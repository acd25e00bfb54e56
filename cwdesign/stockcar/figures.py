"""Clauses on printed figures, which become claims."""

from __future__ import annotations

from fractions import Fraction

from cwdesign.stockcar.equipment import number_of
from cwdesign.stockcar.line import CLAUSE_ENDS, JOINING, Line

_OF = (":", "=", "is", "of", "-", "--", "at", "/")
_COST = ("cost", "costs", "price", "prices", "priced", "value")
_WEIGHT = ("weight", "weighs", "wt", "wgt", "weigh")
_POUNDS = ("lb", "lbs", "pound", "pounds", "#")
_ACCELERATION = ("acceleration", "accel", "acc", "accl", "accelerates", "acel", "accell")
_TOP = ("top", "max", "maximum")
_SPEED = ("speed", "spd", "velocity", "sp")
FASTEST = 600
"""More mph than any vehicle reaches."""
SLOWEST = 40
"""Fewer mph than a vehicle for the arena makes, and more than any acceleration."""
BEST_HANDLING = 9
LIGHTEST = 150
"""Fewer pounds than any vehicle weighs: a figure below is the weight of something aboard."""
_MPH = ("mph", "m.p.h")


def cost(line: Line) -> bool:
    """`$9,821`, `cost: $9821`, `9,821 dollars`."""
    start = line.at
    worded = line.take("total")
    worded = line.take(*_COST) or worded
    if worded:
        line.skip(*_OF)
    dollar = line.take("$")
    token = line.token()
    if token is None or token.kind != "number" or not (dollar or line.tokens[start].key in (*_COST, "total")):
        if token is not None and token.kind == "number" and line.key(1) in ("dollars", "bucks"):
            line.at += 2
            _claim(line, "cost", number_of(token.number))
            return True
        line.at = start
        return False
    if not dollar and line.tokens[start].key == "total" and line.tokens[line.at - 1].key == "total":
        line.at = start
        return False
    line.at += 1
    value = token.number
    if line.key() == "k" and (after := line.token()) is not None and after.glued:
        line.at += 1
        value *= 1000
    _claim(line, "cost", number_of(value))
    return True


def weight(line: Line) -> bool:
    """`4,196 lbs.`, `weight 4196`, `wt.: 4196#`."""
    start = line.at
    loaded = line.take("loaded")
    line.skip("total")
    pair = line.token(2) if line.key(1) == "/" else None
    worded = line.take(*_WEIGHT)
    if worded:
        line.skip(".")
        line.skip(*_OF)
    token = line.token()
    if token is None or token.kind != "number":
        line.at = start
        return False
    line.at += 1
    unit = line.take(*_POUNDS)
    if not unit and pair is not None and pair.kind == "number" and min(token.number, pair.number) > FASTEST:
        line.at += 2  # `5,690/5,760`: of the weight the body carries
        line.take(*_POUNDS)
        unit = True
    line.skip(".")
    light = not worded and token.number < LIGHTEST
    if not (worded or unit) or light or line.key() in ("rocket", "booster", "boosters", "jump", "cargo", "of", "bomb"):
        line.at = start
        return False
    if loaded or line.key() in ("left", "spare", "under", "free", "loaded", "available", "remaining", "max", "each"):
        line.skip("left", "spare", "under", "free", "loaded", "available", "remaining", "over", "max", "each")
        return printed(line, start)
    line.skip("empty", "unloaded")
    _claim(line, "weight", number_of(token.number))
    _weight_remark(line)
    return True


def bare_weight(line: Line) -> bool:
    """`7,800; $95,600`: a number of pounds that only its neighbor, the cost, tells."""
    number = line.whole()
    start = line.at
    before, after = line.token(-1), line.key(1)
    if number is None or number < LIGHTEST or before is None or before.key not in CLAUSE_ENDS:
        return False
    costs = (after in CLAUSE_ENDS and line.key(2) == "$") or (start > 2 and line.tokens[start - 3].key == "$")
    if not costs or after not in ("", ".", *CLAUSE_ENDS) or "weight" in line.unit.sheet.get("claims", {}):
        return False
    line.at += 1
    line.assume(f"{line.said(start)} is the weight", "claims")
    _claim(line, "weight", number)
    return True


def _weight_remark(line: Line) -> None:
    """`(of 6,600 max)`, `(5,900 lbs. loaded)` behind a weight."""
    start = line.at
    if line.key() != "(":
        return
    line.skip_enclosed()
    words = {token.key for token in line.tokens[start : line.at]}
    other = words & {"$", "hc", "accel", "acc", "top"}
    if other or not words & {"max", "maximum", "loaded", "limit", "full", "fully", "empty", "with", "under", "allowed"}:
        line.at = start
        return
    printed(line, start)


def handling(line: Line) -> bool:
    """`HC 3`, `handling class: 3 (4 at 60 mph)`, `HC 3/4`."""
    start = line.at
    value = None
    if line.whole() is not None and line.key(1) in ("hc",):
        value = line.whole()
        line.at += 2
    elif line.take("hc") or (line.take("handling", "hand", "hndlng") and (line.take("class", "cl") or True)):
        line.skip(".")
        line.skip(*_OF)
        value = line.whole()
        if value is None:
            line.at = start
            return False
        line.at += 1
    else:
        line.at = start
        return False
    _claim(line, "handling_class", value)
    here = line.at
    enclosed = line.take("(", "[", "/", ",")
    at_60 = line.whole()
    if enclosed and at_60 is not None:
        line.at += 1
        said_at = line.take("at", "@", "above", "over", "from")
        line.skip("speeds", "above", "over", "of", "or")
        sixty = line.whole() == 60
        if sixty:
            line.at += 1
            line.skip("+")
            line.skip(*_MPH, "and", "up", "or", "more", "over", "above")
            line.skip(".")
        with_foils = line.key() in ("with", "at", "above") and not sixty
        if with_foils:
            while not line.done and line.key() not in (")", ",", ";"):
                line.at += 1
        mark = line.tokens[here].key
        if (mark in ("(", "[") and line.take(")", "]")) or mark == "/" or (mark == "," and said_at and sixty):
            _claim(line, "handling_class_at_60", at_60)
            return True
    line.at = here
    _remark(line)
    return True


def bare_figures(line: Line) -> bool:
    """`15/100` and `5/100/3` among the figures: acceleration, top speed and handling class, in any order."""
    start = line.at
    claims = line.draft.unit.sheet.get("claims", {})
    begins = start > 0 and (line.tokens[start - 1].key in CLAUSE_ENDS or line.tokens[start - 1].key in (".", ":"))
    if not begins or {"acceleration", "top_speed"} & set(claims):
        return False
    numbers = _in_a_row(line, "/")
    if len(numbers) == 1 and "handling_class" in claims:
        line.at = start
        numbers = _in_a_row(line, ",", ";")
    line.skip(*_MPH, ".")
    read = _told_apart(numbers) if line.key() in ("", *CLAUSE_ENDS, ")", "$", '"') else None
    if read is None or (len(read) == 2 and not {"handling_class", "cost", "weight"} & set(claims)):
        line.at = start
        return False
    line.assume(f"{line.said(start)} is {', '.join(key.replace('_', ' ') for key in read)}", "claims")
    for key, number in read.items():
        _claim(line, key, number_of(number))
    return True


def _in_a_row(line: Line, *marks: str) -> list[Fraction]:
    """Numbers with such marks between them, three at most; moved past."""
    numbers: list[Fraction] = []
    while (token := line.token()) is not None and token.kind == "number":
        numbers.append(token.number)
        line.at += 1
        after = line.token(1)
        if len(numbers) == 3 or line.key() not in marks:
            break
        if "/" not in marks and (len(numbers) == 2 or after is None or after.kind != "number"):
            break
        line.at += 1
    return numbers


def _told_apart(numbers: list[Fraction]) -> dict[str, Fraction] | None:
    """Which of two or three numbers is what, None where that is not sure.

    Accelerations are multiples of 2 1/2, handling classes small whole numbers, and no vehicle is so slow that its
    top speed could be either.
    """
    fast = [n for n in numbers if n >= SLOWEST]
    slow = [n for n in numbers if n < SLOWEST]
    if len(fast) != 1 or len(numbers) not in (2, 3):
        return None
    if len(slow) == 1:
        sure = numbers[0] < numbers[1] and _accelerates(slow[0])
        return {"acceleration": slow[0], "top_speed": fast[0]} if sure else None
    orders = {(a, h) for a, h in (slow, slow[::-1]) if _accelerates(a) and h.denominator == 1 and h <= BEST_HANDLING}
    if len(orders) != 1:
        return None
    ((pace, handles),) = orders
    read = {"acceleration": pace, "handling_class": handles, "top_speed": fast[0]}
    return dict(sorted(read.items(), key=lambda item: numbers.index(item[1])))


def _accelerates(number: Fraction) -> bool:
    return number > 0 and (number / Fraction(5, 2)).denominator == 1


def acceleration(line: Line) -> bool:
    """`Acceleration 5`, `accel. 10/15`, `5 accel`, `accel/top speed 5/90`."""
    start = line.at
    token = line.token()
    if token is not None and token.kind == "number" and line.key(1) in _ACCELERATION:
        line.at += 2
        line.skip(".")
        _claim(line, "acceleration", number_of(token.number))
        return True
    if token is not None and token.kind == "number" and line.key(1) == "/" and line.key(3) in _ACCELERATION:
        line.at += 4
        line.skip(".")
        _claim(line, "acceleration", number_of(token.number))
        return printed(line, start, "burst")
    claims = line.draft.unit.sheet.get("claims", {})
    others = "handling_class" in claims or "top_speed" in claims
    if not line.take(*_ACCELERATION) and not (others and _number_behind(line) and line.take("ac", "a")):
        return False
    line.skip(".", "of")
    if line.key() in ("/", "&", "and"):
        before = line.at
        line.at += 1
        if _top_speed_words(line):
            line.skip(*_OF)
            first, second = line.token(), line.token(2)
            if first is not None and second is not None and line.key(1) == "/":
                line.at += 3
                _claim(line, "acceleration", number_of(first.number))
                _claim(line, "top_speed", number_of(second.number))
                line.skip(*_MPH)
                return True
        line.at = before
    line.skip(*_OF)
    token = line.token()
    if token is None or token.kind != "number":
        line.at = start
        return False
    line.at += 1
    _claim(line, "acceleration", number_of(token.number))
    if line.key() == "/" and (line.whole(1) or FASTEST) < SLOWEST:
        here = line.at
        line.at += 2
        printed(line, here - 1, "burst acceleration")
    _per_second(line)
    _loads(line)
    _remark(line)
    return True


_LADEN = ("loaded", "empty", "unloaded", "laden", "unladen")


def _loads(line: Line) -> None:
    """`90 empty, 87.5 loaded`: a figure at another load is kept as a remark."""
    line.skip("when", "if", "fully", *_LADEN)
    start = line.at
    line.skip(",", "/", "(", "or", "&", "and")
    number = line.at
    token = line.token()
    if token is not None and token.kind == "number":
        line.at += 1
        line.skip(*_MPH, "when", "if", "fully")
        if line.take(*_LADEN):
            printed(line, number)
            if line.tokens[number - 1].key == "(":
                line.take(")")
            return
    line.at = start


def _per_second(line: Line) -> None:
    """`mph`, `mph/sec`, `mph per turn` behind an acceleration."""
    line.skip(*_MPH, ".")
    before = line.at
    if not (line.take("/", "per", "a", "each") and line.take("sec", "second", "turn", "s")):
        line.at = before
    line.skip("turn", "second")


def _number_behind(line: Line) -> bool:
    return line.whole(1) is not None or (line.key(1) in _OF and line.whole(2) is not None)


def _top_speed_words(line: Line) -> bool:
    start = line.at
    if line.take("ts", "maxspeed", "topspeed", *_TOP):
        line.skip(".")
        line.take(*_SPEED)
        line.skip(".")
        return True
    if line.take("speed") and (line.key() in _OF or line.whole() is not None):
        return True
    line.at = start
    return False


def top_speed(line: Line) -> bool:
    """`Top Speed 90`, `TS: 97.5 mph`, `max 90`, `90 top`, `90 mph`."""
    start = line.at
    token = line.token()
    two_faced = line.unit.body is not None and line.unit.body.faces == 2
    open_top = "top" in line.unit.swept or "top" not in line.unit.sheet.get("armor", {})
    around = line.unit.around
    if token is not None and token.kind == "number" and isinstance(around, int) and line.key(2) not in JOINING:
        open_top = open_top and token.number <= max(around, SLOWEST)  # `5 pts. all around, 95 top`
    armor = line.section == "armor" and not two_faced and open_top
    if token is not None and token.kind == "number":
        if armor and line.key(1) == "top" and line.key(2) not in _SPEED:
            return False
        line.at += 1
        line.skip(*_MPH)
        mph = line.at > start + 1
        line.skip(".")
        worded = line.key() in (*_TOP, "ts") and line.key(1) != "armor" and _top_speed_words(line)
        worded = worded and line.whole() is None and token.number < FASTEST
        if worded or (mph and "top_speed" not in line.unit.sheet.get("claims", {}) and line.depth == 0):
            _claim(line, "top_speed", number_of(token.number))
            _remark(line)
            return True
        line.at = start
        return False
    if (armor and line.key() == "top" and line.key(1) not in (*_SPEED, ".")) or not _top_speed_words(line):
        line.at = start
        return False
    line.skip(*_OF)
    token = line.token()
    if token is None or token.kind != "number":
        line.at = start
        return False
    line.at += 1
    line.skip(*_MPH)
    line.skip(".")
    _claim(line, "top_speed", number_of(token.number))
    if line.key() == "/" and (line.whole(1) or FASTEST) < FASTEST:
        here = line.at
        line.at += 2
        printed(line, here - 1, "top speed")
    _loads(line)
    _remark(line)
    return True


def range_of(line: Line) -> bool:
    """`range 200 miles`."""
    start = line.at
    if not (line.take("range") or line.take_all("cruising", "range")):
        return False
    line.skip(*_OF)
    value = line.whole()
    if value is None:
        line.at = start
        return False
    line.at += 1
    line.skip("miles", "mi", "mile", ".")
    _claim(line, "range", value)
    return True


def spaces(line: Line) -> bool:
    """`9 spaces used`, `spaces: 9`, `1 space left`, `10 spaces`."""
    start = line.at
    words = ("space", "spaces", "sp", "sps")
    if line.take("spaces"):
        line.skip("used", "filled", ":", "=")
        value = line.whole()
        if value is None:
            line.at = start
            return False
        line.at += 1
        if line.key() == "/" and line.whole(1) is not None:
            line.at += 2
        _claim(line, "spaces_used", value)
        return True
    token = line.token()
    if token is None or token.kind != "number":
        if not line.take("no"):
            return False
    else:
        line.at += 1
    line.skip("extra", "unused", "empty", "free", "spare", "open")
    extra = line.tokens[line.at - 1].kind == "word"
    if not line.take(*words):
        line.at = start
        return False
    line.skip(".")
    if line.take("used", "filled", "total") and not extra and token is not None:
        _claim(line, "spaces_used", number_of(token.number))
        return True
    left = line.take("left", "free", "unused", "empty", "available", "open", "remaining", "extra", "over", "spare")
    line.skip("over")
    if not (left or extra):
        line.at = start
        return False
    return printed(line, start)


def kept_figure(line: Line) -> bool:
    """Figures that a sheet has no key for: power factors, load limit, miles to the gallon, damage."""
    start = line.at
    named = (
        line.take_all("max", "load")
        or line.take_all("maximum", "load")
        or line.take_all("max", "weight")
        or line.take_all("power", "factors")
        or line.take_all("load", "limit")
        or line.take("pf", "pfs", "mpg", "confetti", "maxload", "dp")
    )
    if named:
        line.skip(*_OF, ".")
        token = line.token()
        if token is not None and token.kind == "number":
            line.at += 1
            line.skip(*_POUNDS, ".")
            return printed(line, start)
        line.at = start
        return False
    token = line.token()
    if token is None or token.kind != "number":
        return False
    line.at += 1
    if (
        line.take("pf", "pfs", "mpg", "confetti")
        or line.take_all("power", "factors")
        or line.take_all("power", "points")
        or line.take_all("miles", "per", "gallon")
    ):
        return printed(line, start)
    line.at = start
    return False


def _claim(line: Line, key: str, value: object) -> None:
    claims = line.unit.sheet.setdefault("claims", {})
    performance = key not in ("cost", "weight", "spaces_used")
    if performance:
        line.section = ""
    if performance and line.unit is not line.draft.unit:
        claims = line.draft.unit.sheet.setdefault("claims", {})
    if key in claims and claims[key] != value:
        second = line.draft.second
        if second is not None and line.unit is second and performance:
            line.draft.note(
                f"Printed without the {line.draft.second_key}: {key.replace('_', ' ')} {claims[key]}.", "claims"
            )
            claims[key] = value
            return
        if second is not None and line.unit is second and not performance:
            line.draft.note(f"Printed also: {key.replace('_', ' ')} {value}.", "claims")
            return
        line.draft.note(f"Printed twice: {key.replace('_', ' ')} {claims[key]} and {value}.", "claims")
        return
    claims[key] = value
    if not line.unit.sheet.get("claims"):
        line.unit.sheet.pop("claims", None)


def printed(line: Line, start: int, what: str = "") -> bool:
    """Keep a figure without a key as a remark."""
    said = line.said(start)
    line.draft.note(f"Printed: {what + ' ' if what else ''}{said}.", "claims")
    return True


def _remark(line: Line) -> None:
    """A figure in other circumstances behind a figure: `(120 w/overdrive)`, `w/HTMs 10`."""
    if line.key() not in ("(", "with"):
        return
    start = line.at
    enclosed = line.take("(")
    if not enclosed:
        if not any(t.kind == "number" for t in line.tokens[start : start + 4]):
            return
        stop: tuple[str, ...] = (",", ";", ")", "")
    else:
        plain = line.key() in ("loaded", "unloaded", "empty", "fully")
        if not plain and not any(t.kind == "number" for t in line.tokens[start + 1 : start + 6]):
            line.at = start
            return
        stop = (")", "")
    while line.key() not in stop and line.at < start + 16:
        line.at += 1
    if enclosed and not line.take(")"):
        line.at = start
        return
    printed(line, start)
