"""`cwdesign catalog`: components and their figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, TypeGuard

import typer

from cwdesign.commands import options
from cwdesign.output import complain, standard_output

if TYPE_CHECKING:
    from rich.text import Text

    from cwdesign.catalog import Catalog
    from cwdesign.components import Component, Entry

EXAMPLES = [
    ("cwdesign catalog mg", "a component by any of its names, with all its figures"),
    ("cwdesign catalog rocket launcher", "every component that has both words in its names"),
    ("cwdesign catalog --kind body", "all bodies"),
    ("cwdesign catalog --kind weapon --max-cost 2000 --max-spaces 1", "what a small budget buys"),
    ("cwdesign catalog mg --compare vmg", "two components side by side"),
    ("cwdesign catalog --kind weapon --disputed", "where the sources disagree, and what each says"),
    ("cwdesign catalog laser --kind weapon --format json", "for programs; csv for spreadsheets"),
]

FORMATS = ("terminal", "json", "csv")
LETTERS = "(A to F: designers that players wrote; Q: the publisher's rulebook, answers, errata and printed vehicles)"
"""What the letters of the sources of components stand for."""
LOADED = ("loaded_cost", "loaded_weight")
"""Figures of a weapon with its full load."""

MOST_OTHERS = 40
"""So many components are named that have a name within theirs."""


def catalog(
    query: Annotated[
        list[str] | None, typer.Argument(metavar="[QUERY]...", help="A name, abbreviation, or parts of names.")
    ] = None,
    kind: Annotated[
        str | None, typer.Option("--kind", metavar="KIND", help="Only this kind: body, weapon, accessory, …")
    ] = None,
    max_cost: Annotated[
        str | None,
        typer.Option("--max-cost", metavar="DOLLARS", help="Costs at most this, a weapon loaded.", show_default=False),
    ] = None,
    max_spaces: Annotated[
        str | None, typer.Option("--max-spaces", metavar="N", help="Takes at most this room.", show_default=False)
    ] = None,
    tech_level: Annotated[
        str | None,
        typer.Option("--tech-level", metavar="LEVEL", help="Allowed at this equipment level.", show_default=False),
    ] = None,
    disputed: Annotated[
        bool, typer.Option("--disputed", help="Only what the sources disagree about, with what each says.")
    ] = False,
    compare: Annotated[
        str | None, typer.Option("--compare", metavar="NAME", help="Another to set beside it.", show_default=False)
    ] = None,
    format: Annotated[str, typer.Option("--format", metavar="NAME", help="terminal, json or csv.")] = "terminal",
    color: options.Color = "auto",
) -> int:
    """Find components and show their figures. Ends with 1 where nothing matches."""
    from cwdesign.catalog import load_catalog
    from cwdesign.catalog_search import KINDS, Limits, also_named, find_components, nearest_name
    from cwdesign.components import TECH_LEVELS

    options.one_of(format, FORMATS, "--format", "format")
    words = query or []
    known = load_catalog()
    wanted = None if kind is None else options.one_of(kind.lower(), KINDS, "--kind", "kind of component")
    level = None if tech_level is None else options.one_of(tech_level.lower(), TECH_LEVELS, "--tech-level", "level")
    limits = Limits(_exact(max_cost, "--max-cost"), _exact(max_spaces, "--max-spaces"), level, disputed)
    found = [component for component in find_components(known, words, wanted) if limits.allow(component)]
    if compare is not None:
        return _compare(_one(known, words, wanted), _one(known, [compare], wanted), format, color)
    if format == "json":
        _print_json(found)
    elif format == "csv":
        _print_csv(found)
    elif found and disputed:
        _print_disputes(found, color)
    elif found:
        others = [component for component in also_named(known, words, found, wanted) if limits.allow(component)]
        _print_text(known, found, others, color)
    if found:
        return 0
    nearest = nearest_name(known, words)
    what = f"no component matches {' '.join(words)!r}" if words else "no component is within these limits"
    complain(what + (f"; did you mean {nearest}?" if nearest and words else ""))
    return 1


def _exact(text: str | None, option: str) -> Fraction | None:
    """A number of the command line: `2000`, `0.5`, `1/3`. Raises wrong usage."""
    if text is None:
        return None
    try:
        value = Fraction(text.replace(",", ""))
    except (ValueError, ZeroDivisionError):
        raise options.wrong(option, f"{text!r} is no number") from None
    if value < 0:
        raise options.wrong(option, "is less than 0")
    return value


def _one(known: Catalog, words: Sequence[str], kind: str | None) -> Component:
    """The one component that words mean. Raises wrong usage where there are several or none."""
    from cwdesign.catalog_search import find_components, nearest_name

    text = " ".join(words)
    found = find_components(known, words, kind) if words else []
    if len(found) == 1:
        return found[0]
    if not found:
        nearest = nearest_name(known, words) if words else None
        hint = f"; did you mean {nearest}?" if nearest else ""
        raise options.wrong("--compare", f"no component matches {text!r}{hint}")
    several = ", ".join(f"{c.name} ({c.kind})" for c in found[:6])
    raise options.wrong("--compare", f"{text!r} means several: {several}{', …' if len(found) > 6 else ''}; add --kind")


def _compare(one: Component, other: Component, format: str, color: str) -> int:
    if format == "json":
        _print_json([one, other])
    elif format == "csv":
        _print_csv([one, other])
    else:
        from cwdesign.render.lines import page_width, printed

        width = page_width(options.screen_width())
        standard_output(printed(_side_by_side(one, other, width), options.colored(color)))
    return 0


def _side_by_side(one: Component, other: Component, width: int) -> Iterator[Text]:
    """Two components: a row for every figure that either has."""
    from cwdesign.catalog_search import figures
    from cwdesign.render.lines import table

    both = [{"kind": c.kind, "tech_level": c.tech_level, **figures(c)} for c in (one, other)]
    names = dict.fromkeys(name for found in both for name in found)
    rows = []
    for name in names:
        values = [found.get(name) for found in both]
        if not any(_is_list(value) for value in values):
            rows.append([_heading(name), *("-" if value is None else _figure(value) for value in values)])
    yield from table(["", one.name, other.name], rows, width, right=1)


def _print_disputes(found: Sequence[Component], color: str) -> None:
    from rich.text import Text

    from cwdesign.catalog_search import disagreements
    from cwdesign.render.lines import page_width, printed, wrapped

    width = page_width(options.screen_width())
    lines: list[Text] = []
    for component in found:
        lines.append(Text(component.name, "bold").append(f"  {component.id}", "none"))
        for what, conflict in disagreements(component):
            lines += wrapped(conflict, f"  {what}: " if what else "  ", width)
        if component.note:
            lines += wrapped(component.note, "  Note: ", width)
    lines += [Text(), *wrapped(LETTERS, "", width)]
    standard_output(printed(lines, options.colored(color)))


def _print_csv(found: Sequence[Component]) -> None:
    """A row a component; the columns are the figures that any of them has, lists left out.

    Figures of figures (a tire's on cars and on trucks) have a column each: `car_cost`.
    """
    import csv
    import io

    from cwdesign.catalog_search import figures, plain

    shown = [(component, _flat(figures(component))) for component in found]
    names = dict.fromkeys(n for _, figure in shown for n, value in figure.items() if not isinstance(value, tuple))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["kind", "id", "name", "abbr", "tech_level", *names, "conflict", "note"])
    for component, figure in shown:
        values = [plain(figure[name]) if name in figure else "" for name in names]
        writer.writerow(
            [
                *(component.kind.replace(" ", "-"), component.id, component.name, component.abbr or ""),
                *(component.tech_level, *values, component.conflict or "", component.note or ""),
            ]
        )
    standard_output(out.getvalue())


def _flat(found: dict[str, object]) -> dict[str, object]:
    from cwdesign.components import Entry, fields_of

    flat: dict[str, object] = {}
    for name, value in found.items():
        parts = fields_of(type(value)) if isinstance(value, Entry) else ()
        flat |= {f"{name}_{part}": getattr(value, part) for part in parts} if parts else {name: value}
    return flat


def _print_json(found: Sequence[Component]) -> None:
    from cwdesign.catalog_search import as_values
    from cwdesign.render.values import encode

    listed = ",\n".join(encode(as_values(component)) for component in found)
    standard_output(f"[\n{listed}\n]\n" if found else "[]\n")


def _print_text(known: Catalog, found: Sequence[Component], others: Sequence[Component], color: str) -> None:
    """What was found, and of others that an exact name hides the names."""
    from rich.text import Text

    from cwdesign.render.lines import page_width, printed, wrapped

    width = page_width(options.screen_width())
    lines = [*(_in_full(known, found[0], width) if len(found) == 1 else _by_kind(found, width))]
    if others:
        names = [component.name for component in others[:MOST_OTHERS]]
        more = [f"and {len(others) - MOST_OTHERS} more"] if len(others) > MOST_OTHERS else []
        lines += [Text(), *wrapped("; ".join([*names, *more]), "Also in the names of: ", width, "bold")]
    standard_output(printed(lines, options.colored(color)))


def _by_kind(found: Sequence[Component], width: int) -> Iterator[Text]:
    from rich.text import Text

    kinds = dict.fromkeys(type(component) for component in found)
    for index, kind in enumerate(kinds):
        if index:
            yield Text()
        yield from _table([component for component in found if type(component) is kind], width)


def _table(found: Sequence[Component], width: int) -> Iterator[Text]:
    """Components of one kind, with as many columns of figures as there is room for, the most telling first."""
    from rich.cells import cell_len

    from cwdesign.catalog_search import figures
    from cwdesign.render.lines import table

    shown = [{name: _figure(value) for name, value in figures(component).items()} for component in found]
    columns: list[str] = []
    longest = max(cell_len(f"{component.name} ({component.id})") for component in found)
    left = width - min(longest, 44)
    for name in _columns(found):
        values = [figure.get(name) for figure in shown]
        if not any(values) or any(value is not None and len(value) > 16 for value in values):
            continue
        left -= 2 + max(len(_column_heading(name)), *(len(value or "") for value in values))
        if left < 0:
            break
        columns.append(name)
    head = [found[0].kind.capitalize(), *map(_column_heading, columns)]
    rows = [
        [f"{component.name} ({component.id})", *(figure.get(name) or "" for name in columns)]
        for component, figure in zip(found, shown, strict=True)
    ]
    yield from table(head, rows, width, right=1)


def _columns(found: Sequence[Component]) -> Iterator[str]:
    """The fields with figures: money, weight, room and protection first, then as the catalog has them."""
    from cwdesign.components import fields_of

    fields = [*fields_of(type(found[0])), *LOADED]
    first = [name for name in ("cost", "loaded_cost", "weight", "spaces", "dp") if name in fields]
    yield from first
    yield from (name for name in fields if name not in first)


def _in_full(known: Catalog, component: Component, width: int) -> Iterator[Text]:
    from rich.text import Text

    from cwdesign.catalog_search import disagreements, figures, rounds_of
    from cwdesign.render.lines import folded, table, wrapped

    yield Text(component.name, "bold").append(f"  {component.id}", "none")
    also = [*([component.abbr] if component.abbr else []), *component.aliases]
    kind = f"{component.kind}, {component.tech_level}" + (f"; also {', '.join(also)}" if also else "")
    for line in folded(kind, width):
        yield Text(line, "dim")
    found = figures(component)
    lists: dict[str, Sequence[Entry]] = {name: value for name, value in found.items() if _is_list(value)}
    rows = {_heading(name): _figure(value) for name, value in found.items() if name not in lists}
    longest = max(map(len, rows), default=0)
    if rows:
        yield Text()
    for heading, value in rows.items():
        yield from wrapped(value, f"  {heading:<{longest}}  ", width)
    for name, entries in (*lists.items(), ("restrictions", component.restrictions)):
        if entries:
            yield Text()
            yield from _entries(name, entries, width)
    if fired := rounds_of(known, component):
        yield Text()
        head = ["One shot in the", "Cost", "Weight", "Damage"]
        costs = [
            [weapon.name, _figure(rounds.cost), _figure(rounds.weight), rounds.damage or ""] for weapon, rounds in fired
        ]
        yield from table(head, costs, width, right=1)
    yield Text()
    for name, heading in (
        ("sources", "Sources that agree"),
        ("unknown", "No source says"),
        ("note", "Note"),
        ("overlay", "From the league's catalog"),
    ):
        value = getattr(component, name)
        if value:
            yield from wrapped(_figure(value), f"  {heading}: ", width, "bold")
    for what, conflict in disagreements(component):
        about = f" ({what})" if what else ""
        yield from wrapped(conflict, f"  Where sources differ{about}: ", width, "bold")
    if component.sources:
        yield from wrapped(LETTERS, "  ", width)


def _is_list(value: object) -> TypeGuard[tuple[Entry, ...]]:
    from cwdesign.components import Entry

    return isinstance(value, tuple) and bool(value) and isinstance(value[0], Entry)


def _entries(name: str, entries: Sequence[Entry], width: int) -> Iterator[Text]:
    """The rounds of a weapon, or restrictions: a line each, with what it gives."""
    from rich.text import Text

    from cwdesign.catalog_search import PROVENANCE
    from cwdesign.components import fields_of
    from cwdesign.render.lines import wrapped

    first, *others = fields_of(type(entries[0]))
    shown = [field for field in others if field == "tech_level" or field not in PROVENANCE]
    yield Text(_heading(name), "bold")
    longest = max(len(getattr(entry, first)) for entry in entries)
    for entry in entries:
        given = [(field, getattr(entry, field)) for field in shown]
        texts = [
            _heading(field).lower() if value is True else f"{_heading(field).lower()} {_figure(value)}"
            for field, value in given
            if value not in (None, (), False)
        ]
        yield from wrapped("; ".join(texts), f"  {getattr(entry, first):<{longest}}  ", width)


def _column_heading(name: str) -> str:
    """A heading as short as its column: the price of a loaded weapon stands beside that of the empty one."""
    return "Loaded" if name == "loaded_cost" else _heading(name)


def _heading(name: str) -> str:
    text = "DP" if name == "dp" else name.replace("_", " ")
    return text[:1].upper() + text[1:]


def _figure(value: object) -> str:
    from cwdesign.components import Entry, fields_of
    from cwdesign.render.text import grouped

    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Fraction) and value.denominator not in (1, 2, 4, 5, 8, 10, 20, 25, 50, 100):
        return str(value)
    if isinstance(value, (int, Fraction)):
        return grouped(value)
    if isinstance(value, Entry):
        return " ".join(f"{name} {_figure(getattr(value, name))}" for name in fields_of(type(value)))
    if isinstance(value, tuple):
        return ", ".join(
            _figure(item) if not isinstance(item, tuple) else " ".join(map(_figure, item)) for item in value
        )
    return str(value)
