"""`cwdesign schema`: the JSON Schemas, for editors and other programs."""

from __future__ import annotations

from typing import Annotated

import typer

from cwdesign.commands import options
from cwdesign.output import standard_output

EXAMPLES = [
    ("cwdesign schema > vehicle.schema.json", "the schema of sheets, with the catalog's names for editors"),
    ("cwdesign schema report", "that of `check --format json`"),
]

SCHEMAS = {"sheet": "vehicle", "garage": "garage", "catalog": "catalog", "report": "report"}
"""What each schema is of, and the name of its file."""


def schema(
    of: Annotated[str, typer.Argument(metavar=f"[{'|'.join(SCHEMAS)}]", help="What the schema is of.")] = "sheet",
) -> int:
    """Print a JSON Schema (2020-12): of sheets, garage files, catalogs, or reports.

    That of sheets names and describes the catalog's components, so that an editor completes them, and refuses no
    sheet that `check` reads.
    """
    from cwdesign.schema import schema_file

    name = SCHEMAS[options.one_of(of, SCHEMAS, "[SCHEMA]", "schema")]
    if name == SCHEMAS["sheet"]:
        import json

        from cwdesign.catalog import load_catalog
        from cwdesign.editor_schema import editor_schema

        standard_output(json.dumps(editor_schema(load_catalog()), ensure_ascii=False, indent=1) + "\n")
    else:
        standard_output(schema_file(name).read_text("utf-8"))
    return 0
