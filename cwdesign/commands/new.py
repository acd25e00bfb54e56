"""`cwdesign new`: a commented starting sheet."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from cwdesign.commands import options
from cwdesign.output import NewFile, ReportFile, complain, standard_output
from cwdesign.sources import shown

if TYPE_CHECKING:
    from cwdesign.catalog import Catalog
    from cwdesign.components import Body, Component
    from cwdesign.starting_sheet import Wishes

EXAMPLES = [
    ("cwdesign new compact", "a compact car on standard output"),
    ("cwdesign new luxury --name 'Night Owl' --output night-owl.yaml", "a named one as a file"),
    ("cwdesign new heavy-sidecar", "a cycle with that sidecar"),
    ("cwdesign new", "asks what it should be, on a terminal"),
]

USUAL = "compact"
"""The body where nobody can be asked."""


def new(
    body: Annotated[
        str | None, typer.Argument(metavar="[BODY]", help="The body type: compact, heavy-cycle, …", show_default=False)
    ] = None,
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="The vehicle's name.", show_default=False)
    ] = None,
    chassis: Annotated[
        str | None, typer.Option("--chassis", metavar="CHASSIS", help="Its chassis.", show_default=False)
    ] = None,
    suspension: Annotated[
        str | None, typer.Option("--suspension", metavar="SUSPENSION", help="Its suspension.", show_default=False)
    ] = None,
    power_plant: Annotated[
        str | None, typer.Option("--power-plant", metavar="PLANT", help="Its plant or engine.", show_default=False)
    ] = None,
    tires: Annotated[
        str | None, typer.Option("--tires", metavar="TIRES", help="Its tires.", show_default=False)
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", metavar="FILE", help="Write to FILE.", show_default=False)
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace FILE where it is there already.")] = False,
    config: options.Config = None,
    isolated: options.Isolated = False,
) -> int:
    """Write a starting sheet for a body type: legal as it stands, with comments that teach the format.

    On a terminal it asks for what no option says; anywhere else it never asks.
    """
    from cwdesign.pipeline import Checker, Context, Garages
    from cwdesign.sources import Source
    from cwdesign.starting_sheet import NoSuchSheet, Wishes, start, start_text

    if output is not None and os.path.lexists(output) and not force:
        complain(f"{shown(output)}: is there already; --force replaces it")
        return 2
    garages = Garages(options.garage_file(config, isolated), isolated)
    garages.of(output or "x.yaml")
    for finding in garages.findings:
        complain(f"{finding.place.path}:{finding.place.span.line}: {finding.message}")
    if garages.findings:
        return 2
    ground = Checker(Context(config=config, isolated=isolated), garages).ground(Source("new", output or "x.yaml"))
    asking = _on_a_terminal()
    wanted = _body(ground.catalog, body, asking)
    wishes = _wishes(ground.catalog, wanted, Wishes(name, chassis, suspension, power_plant, tires), asking)
    try:
        begun = start(ground.catalog, wanted, wishes, ground.settings)
    except NoSuchSheet as reason:
        complain(f"no legal sheet begins like that: {reason}")
        return 2
    text = start_text(begun, ground.catalog)
    if output is None:
        standard_output(text)
        return 0
    try:
        with ReportFile(output) if force else NewFile(output) as file:
            file.write(text)
    except FileExistsError:
        complain(f"{shown(output)}: is there already; --force replaces it")
        return 2
    return 0


def _on_a_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


def _ask(question: str, usual: str, known: Callable[[str], str] = str) -> str:
    """An answer from the terminal, asked again until `known` accepts it (it raises wrong usage)."""
    answer: str = typer.prompt(question, default=usual, err=True, value_proc=lambda text: known(text.strip() or usual))
    return answer


def _id_of(catalog: Catalog, kind: type[Component], option: str) -> Callable[[str], str]:
    """A reader of names of a kind: the id of the component, or wrong usage with the nearest."""
    from cwdesign.starting_sheet import named

    def known(text: str) -> str:
        found = named(catalog, kind, text)
        if isinstance(found, str):
            raise options.wrong(option, found)
        return found.id

    return known


def _body(catalog: Catalog, text: str | None, asking: bool) -> Body:
    from cwdesign.components import Body

    known = _id_of(catalog, Body, "[BODY]")
    if text is None:
        text = _ask("Body type (compact, luxury, van, heavy-cycle, …)", USUAL, known) if asking else USUAL
    return catalog.get(Body, known(text))


def _wishes(catalog: Catalog, body: Body, given: Wishes, asking: bool) -> Wishes:
    """What is wished for, by catalog id: from options, and from answers to what no option says."""
    from cwdesign.components import Chassis, PowerPlant, Tire
    from cwdesign.settings import Settings
    from cwdesign.starting_sheet import NoSuchSheet, plants_for, start, suspensions_for
    from cwdesign.values import replace

    grades = suspensions_for(catalog, body)
    readers: dict[str, tuple[str, Sequence[str], Callable[[str], str]]] = {
        "chassis": ("Chassis", body.chassis_allowed, _id_of(catalog, Chassis, "--chassis")),
        "suspension": (
            "Suspension",
            grades,
            lambda text: options.one_of(text.lower(), grades, "--suspension", "suspension"),
        ),
        "power_plant": (
            "Power plant",
            [p.id for p in plants_for(catalog, body)],
            _id_of(catalog, PowerPlant, "--power-plant"),
        ),
        "tires": ("Tires", [t.id for t in catalog.all(Tire)], _id_of(catalog, Tire, "--tires")),
    }
    for key, (_, _, known) in readers.items():
        text = getattr(given, key)
        if text is not None:
            given = replace(given, **{key: known(text)})
    if not asking:
        return given
    try:
        usual = start(catalog, body, given, Settings()).sheet
    except NoSuchSheet:
        return given
    if given.name is None:
        given = replace(given, name=_ask("Name", f"New {body.name}"))
    for key, (question, choices, known) in readers.items():
        value = usual["body"].get(key) or usual.get(key)
        if getattr(given, key) is None and isinstance(value, str):
            given = replace(given, **{key: _ask(f"{question} ({', '.join(choices)})", value, known)})
    return given
