"""Clauses on the body: its type, chassis, suspension and shape."""

from __future__ import annotations

from cwdesign.components import Accessory, ArmorType, Body, Chassis, Suspension
from cwdesign.stockcar.draft import Entry, UnitDraft
from cwdesign.stockcar.line import CLAUSE_ENDS, CLOSING, Line
from cwdesign.stockcar.places import FACES

CHASSIS_WORDS = ("chassis", "ch", "chas", "chass", "chs", "frame")
SUSPENSION_WORDS = ("suspension", "susp", "sus", "suspen", "suspens", "susps")
_BODY_WORDS = ("body", "bodied", "car", "chassisless", "type", "vehicle")
_CHOSEN = ("bus", "ten-wheeler-cab", "semi-tractor", "car-trailer", "pickup")
"""Classes of bodies whose names lists shorten to what several share."""
_GRADES = ("heavy", "hvy", "light", "lt", "improved", "imp", "racing")
"""Suspensions that may follow a chassis without any comma: `Xhvy Hvy`."""
_SLOPED = ("sloped", "sloping")
_STREAMLINED = ("streamlined", "streamlining", "strmlnd", "strmlined", "streaml")
_LETTERS = {"l": "light", "s": "standard", "h": "heavy", "x": "extra-heavy", "xh": "extra-heavy"}
_SUSPENSION_LETTERS = {"l": "light", "i": "improved", "h": "heavy", "o": "off-road", "or": "off-road"}


def body_type(line: Line) -> bool:
    """The body of the vehicle, or that of its sidecar or carrier."""
    line.skip("body", "type")
    line.take(":")
    if line.unit.body is None:
        found = _lead_bodies(line)
        noun = line.take_all("semi", "tractor") or line.take("semi", "motorcycle", "tractor", "trailer", "car", "truck")
        if noun and not (found and _cab_words(line, line.at)[0]) and line.take(",", ":", ";"):
            found = _lead_bodies(line) or found
        elif noun:
            found = max(found, _lead_bodies(line), key=lambda f: f[0][1] if f else 0)
        if not found:
            return False
        body, end = _which(line, found)
        line.at = end
        if reversed_form := _reversed(line, body):
            body = reversed_form
        line.skip(*_BODY_WORDS)
        if body.vehicle_class in ("semi-tractor", "ten-wheeler-cab"):
            line.skip("semi", "tractor", "tractors", "truck", "cab", "rig")
        line.unit.body = body
        line.unit.sheet["body"] = {"type": body.id, **line.unit.sheet.get("body", {})}
        line.host = None
        return True
    return _second_body(line)


def _lead_bodies(line: Line) -> list[tuple[Body, int]]:
    return line.meanings(Body, among=lambda b: b.vehicle_class not in ("sidecar", "ten-wheeler-carrier"))


def _which(line: Line, found: list[tuple[Body, int]]) -> tuple[Body, int]:
    """The body that a name means; where several are called so (`bus`, `20' car trailer`), the one that fits."""
    body, end = found[0]
    same = [other for other, other_end in found if other_end == end]
    if len(same) < 2 or body.vehicle_class not in _CHOSEN:
        return body, end
    words, behind = _cab_words(line, end)
    named = [other for other in same if words and words <= set(other.id.split("-"))]
    if len(named) == 1:
        return named[0], behind
    if named:
        same, end = named, behind
    return same[line.choose("body", *(f"the {other.name}" for other in same))], end


_CABS = ("cabover", "longnose", "sleeper", "standard")


def _cab_words(line: Line, at: int) -> tuple[set[str], int]:
    """(the words for a cab behind the name of a truck, the place after them): `tractor (cabover sleeper)`."""
    start = line.at
    line.at = at
    enclosed = line.take("(")
    line.skip(",")
    words: set[str] = set()
    while line.key() in _CABS and line.key(1) not in CHASSIS_WORDS:
        words.add(line.key())
        line.at += 1
        line.at += line.key() == "," and line.key(1) in _CABS and line.key(2) not in CHASSIS_WORDS
    if enclosed and not line.take(")"):
        words = set()
    at, line.at = line.at, start
    return words, at


def _reversed(line: Line, body: Body) -> Body | None:
    """The reversed form of a trike where the line says so behind its name."""
    if body.vehicle_class != "trike" or line.key() not in ("reversed", "rev", "reverse"):
        return None
    line.at += 1
    return line.catalog.get(Body, f"reversed-{body.id}")


def _second_bodies(line: Line) -> list[tuple[Body, int]]:
    """The sidecar of a cycle or the carrier of a ten-wheeler that is named here."""
    lead = line.draft.unit.body
    if lead is None or line.draft.second is not None:
        return []
    wanted = {"cycle": "sidecar", "ten-wheeler-cab": "ten-wheeler-carrier"}.get(lead.vehicle_class)
    return line.meanings(Body, among=lambda b: b.vehicle_class == wanted)


def _second_body(line: Line) -> bool:
    found = _second_bodies(line)
    if not found:
        return False
    body, line.at = found[0]
    line.draft.second_key = "sidecar" if body.vehicle_class == "sidecar" else "carrier"
    spec: Entry = {"type": body.id, **dict.fromkeys(line.next_shape, True)}
    line.draft.second = UnitDraft({"body": spec}, body)
    if not {"power_plant", "tires", "crew"} & set(line.draft.unit.sheet):
        line.skip(*_BODY_WORDS)
        return True  # `Heavy cycle w/heavy sidecar, …`: what follows is of the cycle, and says where it is not
    line.unit = line.draft.second
    line.host = None
    line.attached = False
    line.inside = None
    line.section = ""
    line.skip(*_BODY_WORDS)
    return True


_LEADS = ("cycle", "motorcycle", "bike", "cab")
_SECONDS = ("sidecar", "sdcr", "carrier")


def half(line: Line) -> bool:
    """`MG in sidecar`, `RL (sidecar)`, `sidecar: …`, `cycle armor`: of which half something is."""
    start = line.at
    second, lead = line.draft.second, line.draft.unit
    line.skip("in", "on", "the", "of")
    own_armor = line.key() in _LEADS and line.key(1) in ("armor", ":") and lead.body is not None
    if line.key() not in (*_SECONDS, *_LEADS) or not (second is not None or own_armor):
        line.at = start
        return False
    unit = second if second is not None and line.key() in _SECONDS else lead
    line.at += 1
    begins = start == 0 or line.tokens[start - 1].key in (*CLAUSE_ENDS, ".", ":")
    if begins:
        points = line.key() in FACES and line.whole(1) is not None
        armor = points or line.key() in (":", "=", "has", "armor") or bool(line.meanings(ArmorType))
        if not armor or line.names_at(start, Accessory):
            line.at = start
            return False
        line.unit, line.host, line.section, line.attached = unit, None, "", False
        line.skip(":", "=", "has", "with")
        return True
    if line.host is None or line.host.kind not in ("person", "weapon", "accessory"):
        line.at = start
        return False
    _move(line, line.host.entries, unit)
    return True


def _move(line: Line, entries: list[Entry], unit: UnitDraft) -> None:
    for other in line.draft.units:
        for key in ("crew", "passengers", "weapons", "accessories"):
            listed = other.sheet.get(key)
            if other is unit or not isinstance(listed, list):
                continue
            for entry in [e for e in listed if any(e is moved for moved in entries)]:
                listed[:] = [e for e in listed if e is not entry]
                unit.part(key).append(entry)


def _body(line: Line) -> Entry:
    body: Entry = line.unit.sheet.setdefault("body", {})
    return body


def chassis_and_suspension(line: Line) -> bool:
    """Chassis or suspension: `x-hvy. ch.`, `chassis: heavy`, `heavy chassis & suspension`, `x-hvy/hvy`."""
    start = line.at
    if line.take("active"):
        line.at = start
        return False
    if _by_letters(line) or _letter_with_noun(line):
        return True
    if line.take(*CHASSIS_WORDS):
        line.skip(":", "=", ".")
        chassis = line.named(Chassis)
        if chassis is None or "chassis" in _body(line):
            line.at = start
            return False
        _body(line)["chassis"] = chassis.id
        return True
    if line.take(*SUSPENSION_WORDS):
        line.skip(":", "=", ".")
        if _set_suspension(line, line.at):
            return True
        line.at = start
        return False
    chassis = line.named(Chassis)
    if chassis is not None:
        noun = _noun_read(line, start, CHASSIS_WORDS) or _takes(line, CHASSIS_WORDS) or _six_wheels(line)
        if noun:
            return _with_chassis(line, chassis)
        line.at = start
        bare = line.named(Chassis)
        assert bare is not None
        if _bare_chassis_fits(line) and not _takes(line, SUSPENSION_WORDS):
            _body(line)["chassis"] = bare.id
            if line.take("/"):
                after = line.at
                if not _set_suspension(line, after):
                    line.at = after
            return True
        line.at = start
    return _set_suspension(line, start)


def _noun_read(line: Line, start: int, words: tuple[str, ...]) -> bool:
    """Whether the name just read ends with one of the nouns."""
    return any(token.key in words for token in line.tokens[start : line.at])


def _takes(line: Line, words: tuple[str, ...]) -> bool:
    start = line.at
    line.skip(".")
    if line.take(*words):
        return True
    line.at = start
    return False


def _with_chassis(line: Line, chassis: Chassis) -> bool:
    if "chassis" in _body(line):
        return False
    _body(line)["chassis"] = chassis.id
    before = line.at
    line.skip(".")
    if line.take("&", "and", "/", "+") and line.take(*SUSPENSION_WORDS):
        _body(line)["suspension"] = "improved" if chassis.id == "standard" else chassis.id
    else:
        line.at = before
    return True


def _bare_chassis_fits(line: Line) -> bool:
    """Whether a strength alone can be the chassis: right after the body, before anything else."""
    body = line.unit.body
    if body is None and "chassis" not in _body(line):
        return bool(_lead_bodies(line))
    if body is None or "chassis" in _body(line) or len(body.chassis_allowed) == 1:
        return False
    return not {"power_plant", "tires", "crew", "weapons", "armor"} & set(line.unit.sheet) and line.key() in (
        *(*CLAUSE_ENDS, *CLOSING, "/", ".", "(", "with", "and", "&", ""),
        *SUSPENSION_WORDS,
        *_GRADES,
    )


def _set_suspension(line: Line, start: int) -> bool:
    body = line.unit.body
    group = body.suspension_group if body is not None else "car"
    for wanted in dict.fromkeys((group, "car", "cycle", "racing")):
        line.at = start
        found = line.named(Suspension, among=lambda s, wanted=wanted: s.group == wanted)  # type: ignore[misc]
        if found is None or "suspension" in _body(line):
            continue
        before_noun = start > 0 and line.tokens[start - 1].key in (*SUSPENSION_WORDS, ":", "/", "=")
        named = before_noun or _noun_read(line, start, SUSPENSION_WORDS) or _takes(line, SUSPENSION_WORDS)
        if named or _bare_suspension_fits(line):
            _body(line)["suspension"] = found.grade
            second = line.draft.second
            if second is not None and line.unit is not second and group == "cycle":
                second.sheet["body"].setdefault("suspension", found.grade)
                line.assume("the suspension is that of the cycle and of its sidecar", "body")
            return True
    line.at = start
    letter = _SUSPENSION_LETTERS.get(line.key())
    if letter is not None and "suspension" not in _body(line):
        line.at += 1
        if _bare_suspension_fits(line):
            _body(line)["suspension"] = letter
            return True
        line.at = start
    return False


def _bare_suspension_fits(line: Line) -> bool:
    """Whether a grade alone can be the suspension: after the chassis, before plant and tires."""
    written = set(line.unit.sheet)
    return (
        "chassis" in _body(line)
        and not {"power_plant", "tires", "crew", "weapons", "armor"} & written
        and line.key() in (*CLAUSE_ENDS, *CLOSING, ".", "")
    )


def _by_letters(line: Line) -> bool:
    """`x/h`: chassis and suspension as letters."""
    start = line.at
    chassis = _LETTERS.get(line.key())
    if chassis is None or "chassis" in _body(line) or line.key(1) != "/":
        return False
    suspension = _SUSPENSION_LETTERS.get(line.key(2))
    line.at += 3
    if suspension is None or line.key() not in (",", ";", ".", ""):
        line.at = start
        return False
    _body(line).update({"chassis": chassis, "suspension": suspension})
    return True


def _letter_with_noun(line: Line) -> bool:
    """`X chassis`, `H susp.`: a letter in front of what it grades."""
    noun, written = line.key(1), _body(line)
    for key, letters, words in (
        ("chassis", _LETTERS, CHASSIS_WORDS),
        ("suspension", _SUSPENSION_LETTERS, SUSPENSION_WORDS),
    ):
        grade = letters.get(line.key())
        if grade is not None and noun in words and key not in written:
            written[key] = grade
            line.at += 2
            return True
    return False


def shape(line: Line) -> bool:
    """Sloped, streamlined, and the number of wheels of the chassis."""
    if line.key() in _SLOPED or line.key() in _STREAMLINED:
        named = _body_ahead(line)
        what = "sloped" if line.key() in _SLOPED else "streamlined"
        line.at += 1
        if named:
            line.next_shape.append(what)
        else:
            _body(line)[what] = True
            line.skip("body")
        return True
    return _six_wheels(line) or _rear_axles(line)


def _body_ahead(line: Line) -> bool:
    """Whether the shape words here stand in front of a sidecar or carrier."""
    with line.trying():
        line.skip(*_SLOPED, *_STREAMLINED, "and", "&", ",", "/")
        return line.unit.body is not None and bool(_second_bodies(line))


def _six_wheels(line: Line) -> bool:
    start = line.at
    count = line.count()
    glued = line.token() is not None and line.key() == "w" and line.tokens[line.at].glued
    if count != 6 or not line.take(
        *(("w",) if glued else ()), "wheel", "wheeled", "wheels", "wheeler", "whl", "whld", "tire", "tired", "tires"
    ):
        line.at = start
        return False
    line.skip(".")
    line.skip(*CHASSIS_WORDS, "version", "drive")
    _body(line)["wheels"] = 6
    return True


def _rear_axles(line: Line) -> bool:
    line.skip("four", "on", "a")
    one = line.take("single", "one")
    if not one and not line.take("two", "dual", "double", "tandem"):
        return False
    if not (line.take("rear", "back") and line.take("axle", "axles")):
        return False
    _body(line)["rear_axles"] = 1 if one else 2
    return True


def frame(line: Line) -> bool:
    """`CA frame` and `w/CA` right behind the body; elsewhere CA is component armor."""
    start = line.at
    found = line.meanings(Accessory, among=lambda a: a.id == "carbon-aluminum-frame")
    for _, end in found:
        line.at = end
        plain = line.said(start).casefold() not in ("ca",) or _takes(line, ("frame", "body"))
        if plain or (line.attached and not {"power_plant", "tires", "crew"} & set(line.unit.sheet)):
            _body(line).setdefault("modifications", []).append("carbon-aluminum-frame")
            line.skip("body", "chassis")
            return True
    line.at = start
    return False
