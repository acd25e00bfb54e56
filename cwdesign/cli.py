"""The command line: which commands there are, and how each ends."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import StringIO
from typing import Annotated, Any

import typer
import typer.core
import typer.main

from cwdesign import __version__
from cwdesign.compiled import SourceError
from cwdesign.output import (
    Closed,
    NotWritable,
    complain,
    discard_output,
    flush_standard_output,
    open_closed_streams,
    say,
)
from cwdesign.render.text import visible

COMMANDS: dict[str, tuple[str, str]] = {
    "check": ("check", "Check sheets, folders of sheets, globs."),
    "roster": ("roster", "Check a whole stable: a line a vehicle, and its teams."),
    "diff": ("diff", "Show what changed between two designs."),
    "describe": ("describe", "Print the one-line description of a vehicle."),
    "import": ("import_", "Turn one-line descriptions into sheets."),
    "new": ("new", "Write a starting sheet for a body type."),
    "claims": ("claims", "Compare claims with computed figures, or write these in."),
    "explain": ("explain", "Explain a rule in full, or list rules."),
    "catalog": ("catalog", "Find components and show their figures."),
    "schema": ("schema", "Print a JSON Schema."),
}
"""Each command's module in `cwdesign.commands`, which has a function of the same name, and its line of help."""

STATUS_COULD_NOT = 2
STATUS_INTERRUPTED = 130

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


class Commands(typer.core.TyperGroup):
    """The commands by name; asking for one imports its module and no other."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        # Only the names count here: typer looks for the nearest one when a name is misspelled.
        self.commands = dict.fromkeys(COMMANDS)  # type: ignore[assignment]

    def list_commands(self, ctx: Any) -> list[str]:
        """Their names, in the order of help."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of a name, None where there is none."""
        if cmd_name not in COMMANDS:
            return None
        name, summary = COMMANDS[cmd_name]
        module = import_module(f"cwdesign.commands.{name}")
        single = typer.Typer(add_completion=False, rich_markup_mode=None)
        single.command(
            cmd_name,
            short_help=summary,
            epilog=examples(module.EXAMPLES),
            no_args_is_help=False,
            context_settings={"help_option_names": ["-h", "--help"]},
        )(getattr(module, name))
        return typer.main.get_command(single)


def examples(lines: Sequence[tuple[str, str]]) -> str:
    """The examples of a command as its help shows them: each a command and what it does."""
    width = max(len(line) for line, _ in lines)
    return "\b\nExamples:\n" + "\n".join(f"  {line:<{width}}  {what}" for line, what in lines)


def _version(asked: bool) -> None:
    if asked:
        sys.stdout.write(f"cwdesign {__version__}\n")
        raise typer.Exit


def cwdesign(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and end.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Check Car Wars vehicle designs: legality, totals and performance of vehicle sheets.

    An unofficial aid; Car Wars is a registered trademark of Steve Jackson Games Incorporated.
    """


def program(arguments: Sequence[str]) -> typer.Typer:
    """The command line for some arguments: the options of shell completion cost a start as much as a small sheet."""
    app = typer.Typer(
        cls=Commands,
        name="cwdesign",
        add_completion="_CWDESIGN_COMPLETE" in os.environ or not arguments or arguments[0] not in COMMANDS,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog=examples(
            [
                ("cwdesign check car.yaml", "check one sheet"),
                ("cwdesign check garage/", "check every sheet in a folder"),
                ("cwdesign explain THR-LIMIT", "what a rule says"),
            ]
        ),
    )
    app.callback()(cwdesign)
    return app


def run(arguments: Sequence[str]) -> int:
    """Run the command line; the exit status of the output contract.

    Nothing gets out of here as a traceback, unless `--debug` is among the arguments.
    """
    open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        # Reports are UTF-8 wherever they are printed; what cannot be encoded is shown as an escape.
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        status = _traced(arguments) if "--debug" in arguments else _dispatch(arguments)
        flush_standard_output()
    except Closed:
        discard_output()
        return STATUS_COULD_NOT
    except NotWritable as failure:
        discard_output()
        complain(str(failure))
        return STATUS_COULD_NOT
    except KeyboardInterrupt:
        status = STATUS_INTERRUPTED
    if status == STATUS_INTERRUPTED:
        complain("interrupted")
    return status


def _traced(arguments: Sequence[str]) -> int:
    """The same with the tracebacks of failures that a result contains."""
    from cwdesign.failure import tracebacks

    with tracebacks():
        return _dispatch(arguments)


def _dispatch(arguments: Sequence[str]) -> int:
    out = sys.stdout
    try:
        status = program(arguments)(list(arguments), prog_name="cwdesign", standalone_mode=False)
    except typer.TyperException as error:  # wrong usage
        said = StringIO()
        error.show(said)  # type: ignore[attr-defined]
        say("\n".join(map(visible, said.getvalue().split("\n"))))  # it may repeat the name of a file
        return STATUS_COULD_NOT
    except typer.Abort:
        return STATUS_INTERRUPTED
    except SystemExit as end:
        # Typer ends like this after completion, and where help finds nobody to read it; then it replaces the stream.
        if sys.stdout is not out:
            sys.stdout = out
            raise Closed from None
        return end.code if isinstance(end.code, int) else 0
    except (Closed, NotWritable):
        raise
    except SourceError as error:
        complain(str(error))
        return STATUS_COULD_NOT
    except MemoryError:
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _NO_ROOM:
            raise NotWritable("standard output", error) from error  # typer was writing help
        if isinstance(error, FileNotFoundError) and _is_nowhere():
            complain("the current folder is not there any more")
            return STATUS_COULD_NOT
        if "--debug" in arguments:
            raise
        from cwdesign.failure import failure_line

        complain(f"{failure_line(error)}; please report this line (--debug shows the traceback)")
        return STATUS_COULD_NOT
    return status if isinstance(status, int) else 0


def _is_nowhere() -> bool:
    """Whether the current folder has been removed, so that relative paths mean nothing."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return True
    return False
