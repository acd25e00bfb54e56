"""Clauses on links: of weapons named together, of what is listed elsewhere, of several groups."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from itertools import takewhile

from cwdesign.components import Weapon
from cwdesign.stockcar.draft import Entry, Label, LinkDraft
from cwdesign.stockcar.labels import MOST_LABELS, entries_named, label_list
from cwdesign.stockcar.line import CLAUSE_ENDS, Line
from cwdesign.stockcar.mounts import mount_of

_LINK_WORDS = ("linked", "link", "lnkd", "lnk")


def linked_word(line: Line, *, behind: bool = False) -> tuple[bool, bool]:
    """(whether `linked` stands here, whether as a smart link); moved past."""
    start = line.at
    enclosed = behind and line.take("(")
    if not line.meanings(Weapon):
        line.skip("twin")
    smart = line.take("smart")
    if line.take("linked", "lnkd") and (not enclosed or line.take(")")) and line.key() not in ("to", "with", "("):
        return True, smart
    line.at = start
    if not behind and line.key() == "twin" and not line.meanings(Weapon):
        line.at += 1
        return True, False
    return False, False


def link_of_group(line: Line, entries: list[Entry], linked: bool, smart: bool, joined: bool) -> None:
    """Link what the clause calls linked: one entry of several weapons by itself, else the entries named together."""
    if linked:
        if len(entries) == 1 and entries[0].get("count", 1) > 1 and not smart:
            entries[0]["linked"] = True
        else:
            link_entries(line, entries, smart=smart)
            line.open_link = line.draft.links[-1]
    elif (joined or line.links_next) and line.open_link is not None:
        line.open_link.items += [_of(line, e) for e in entries]
    else:
        line.open_link = None
    line.links_next = False


def _of(line: Line, entry: Entry) -> Label:
    return Label(str(entry["type"]), line.tokens[max(0, line.at - 1)].start, str(entry["type"]), entry=entry)


def link_entries(line: Line, entries: Sequence[Entry], *, smart: bool = False) -> None:
    mount = next(
        (
            m
            for m in line.unit.sheet.get("turrets", ())
            if all(any(e is w for w in m.get("weapons", ())) for e in entries)
        ),
        None,
    )
    if mount is not None and mount["mount"] == "sides" and len(entries) == 1 and entries[0].get("count", 1) == 1:
        mount = None  # one link joins what is in both pods
    line.draft.links.append(LinkDraft([_of(line, e) for e in entries], smart, mount))


def link(line: Line) -> bool:
    """`linked`, `linked to the RL`, `Link (FOJ, SD)`, `2 links: MG/FT, SS/SD`, `all linked`."""
    start = line.at
    every = line.take("all")
    count = line.count()
    smart = line.take("smart")
    noun = line.key() in ("link", "links", "linking", "linkage")
    if not (noun or line.key() in _LINK_WORDS):
        line.at = start
        return False
    line.at += 1
    if line.take_all("with", "smart", "link"):
        smart = True
    line.skip("together", ".", *(("pair",) if line.key(1) in (")", ",", ";", "") else ()))
    if line.key() in ("with", "to") and line.key(1) == "each" and line.key(2) == "other":
        line.at += 3
    if noun and _labelled_links(line, count or 1, smart):
        return True
    if line.take_all("in", "pairs") or line.take_all("in", "twos"):
        return _linked_in_pairs(line)
    if line.key() in ("to", "with", "between") and _linked_to(line, smart):
        return True
    host = line.host
    whole = host.entry.get("count", 1) if host is not None and host.kind == "weapon" else 1
    enclosed = line.depth > 0 and line.key() == ")"  # `3 RLs F (3 linked)`
    if count is not None and count > 1 and not (enclosed and count == whole):
        line.at = start
        return False
    entries = list(host.group) if host is not None and host.kind == "weapon" else []
    if every and host is not None and host.kind == "weapon":
        entries = [entry for entry, _, _ in line.unit.weapons()]
    if len(entries) == 1 and entries[0].get("count", 1) == 1:
        entries = _neighbours(line, entries[0])
    if not entries:
        line.at = start
        return False
    if len(entries) == 1:
        if smart or entries[0].get("count", 1) == 1:
            link_entries(line, entries, smart=smart)
        else:
            entries[0]["linked"] = True
    else:
        link_entries(line, entries, smart=smart)
    return True


def named_again(line: Line) -> bool:
    """`FOJ and SD linked`, `SD-OJ link`, where both have been listed before."""
    start = line.at
    counted = line.whole() is not None
    if not any(token.key in _LINK_WORDS for token in line.tokens[start : start + 4 * MOST_LABELS]):
        return False
    labels = label_list(line)
    plural = line.tokens[line.at - 1].key.endswith("s") and not counted
    smart = line.take("smart")
    several = len(labels) > 1 or (plural and len(labels) == 1 and len(entries_named(line.draft, labels[0])) > 1)
    known = several and all(entries_named(line.draft, label) for label in labels)
    line.skip("are", ".")
    noun = line.key() == "link" and line.key(1) in ("", ".", ")", *CLAUSE_ENDS)
    if not known or not (noun or line.key() in ("linked", "lnkd")) or line.key(1) in ("to", "with"):
        line.at = start
        return False
    line.at += 1
    entries = [entry for label in labels for entry in entries_named(line.draft, label)]
    line.draft.links.append(LinkDraft([_of(line, entry) for entry in entries], smart))
    return True


def _linked_in_pairs(line: Line) -> bool:
    """`4 LRs F, linked in pairs`: as many entries of two as there are pairs."""
    weapons = line.host.entries if line.host is not None and line.host.kind == "weapon" else []
    count = weapons[0].get("count", 1) if len(weapons) == 1 else 0
    if count < 4 or count % 2:
        return False
    (entry,) = weapons
    entry.update({"count": 2, "linked": True})
    mount = mount_of(line, entry)
    entries: list[Entry] = line.unit.sheet["weapons"] if mount is None else mount["weapons"]
    at = next(i for i, e in enumerate(entries) if e is entry)
    entries[at + 1 : at + 1] = [copy.deepcopy(entry) for _ in range(count // 2 - 1)]
    return True


def _labelled_links(line: Line, count: int, smart: bool) -> bool:
    start = line.at
    line.skip(":", "for", "between", "-", "=")
    enclosed = line.take("(")
    groups: list[list[Label]] = []
    while True:
        before = line.at
        if groups and ((count == 1 and not enclosed) or not line.take(",", ";", "and", "&")):
            break
        line.skip("and", "&")
        if count == 1 or line.key() == "(":
            inner = line.take("(")
            labels = label_list(line, enclosed=enclosed or inner)
            if inner and not line.take(")"):
                labels = []
        else:
            labels = _one_group(line)
        if not labels:
            line.at = before
            break
        groups.append(labels)
    if not groups or (enclosed and not line.take(")")):
        line.at = start
        return False
    for labels in groups:
        line.draft.links.append(LinkDraft(labels, smart, line.inside))
    return True


def _one_group(line: Line) -> list[Label]:
    """The members of one of several links: joined by anything but a comma."""
    end = line.at
    while end < len(line.tokens) and line.tokens[end].key not in (",", ";", ")"):
        end += 1
    part = copy.copy(line)
    part.tokens = line.tokens[:end]
    labels = label_list(part)
    if part.at == end:
        line.at = end
        return labels
    return []


def _linked_to(line: Line, smart: bool) -> bool:
    """`linked to the RL`, `linked with SD`, `link between FOJ and SD`."""
    between = line.key() == "between"
    line.at += 1
    before = line.at
    labels = label_list(line)
    host = line.host
    if not labels:
        line.at = before - 1
        return False
    new = not entries_named(line.draft, labels[0]) and not _listed_later(line, labels[0])
    if not between and host is not None and host.kind == "weapon" and new:
        line.at = before  # the other weapon is listed here for the first time
        link_entries(line, host.group, smart=smart)
        line.open_link, line.links_next = line.draft.links[-1], True
        return True
    own = [] if between or host is None or host.kind != "weapon" else [_of(line, e) for e in host.group]
    line.draft.links.append(LinkDraft([*own, *labels], smart, line.inside))
    return True


def _neighbours(line: Line, entry: Entry) -> list[Entry]:
    """Weapons on the same place right before one that is called linked and has nothing beside it."""
    mount = mount_of(line, entry)
    entries: list[Entry] = line.unit.sheet["weapons"] if mount is None else mount["weapons"]
    before = entries[: next(i for i, e in enumerate(entries) if e is entry)][-MOST_LABELS:]
    there = [*takewhile(lambda e: _same_end(e, entry), reversed(before))]
    alike = [*takewhile(lambda e: e["type"] == entry["type"], reversed(before))]
    found = [*reversed(there or alike), entry]
    if len(found) > 1:
        line.assume("the link is of the weapons listed together before it", "links")
    elif mount is None and "mount" not in entry and (held := _last_mount_of(line)) is not None:
        line.unit.part("weapons").remove(entry)  # `turret w/MG, RL (linked)`
        held.setdefault("weapons", []).append(entry)
        line.assume(f"the {entry['type'].replace('-', ' ')} is in the mount too, for it is linked", "links")
        return list(held["weapons"])
    elif mount is None or mount["mount"] != "sides":
        return []
    return found


def _last_mount_of(line: Line) -> Entry | None:
    """The turret or pod that was named right before the weapon named last."""
    held = line.last_mount
    mounts: list[Entry] = line.unit.sheet.get("turrets", [])
    return held if held is not None and any(held is mount for mount in mounts) and held.get("weapons") else None


def _listed_later(line: Line, label: Label) -> bool:
    """Whether the rest of the line names the same weapon again: then it is listed there."""
    return any(
        meaning.component.id == label.kind
        for place in range(line.at, len(line.tokens))
        for meaning in line.names_at(place, Weapon)[:1]
    )


def _same_end(one: Entry, other: Entry) -> bool:
    """Whether two weapons sit on one face, or on corners of one end; one without a place is with the other."""
    first, second = (str(entry.get("mount", "")).split("-") for entry in (one, other))
    return first == second or first == [""] or second == [""] or first[0] == second[0]
