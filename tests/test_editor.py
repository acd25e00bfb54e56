"""Editors: the schema that `cwdesign schema` prints, and the real YAML language server working with it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from case_sheets import as_text, check
from cwdesign.catalog import load_catalog
from cwdesign.components import Unknown, Weapon
from cwdesign.editor_schema import OFFERED, editor_schema
from cwdesign.schema import json_schema, resolved
from random_sheets import vehicle
from rich_sheets import rich

ROOT = Path(__file__).parent.parent
REQUIRED = "CWDESIGN_REQUIRE_EDITOR"
"""Set where a missing language server is a failure and no reason to skip (.ci/run)."""


@cache
def schema() -> dict[str, Any]:
    """The schema of sheets for editors."""
    return editor_schema(load_catalog())


# -- the schema by itself


def test_is_a_schema() -> None:
    Draft202012Validator.check_schema(schema())


def parts(part: Any) -> Iterator[Any]:
    """Every mapping inside a schema."""
    if isinstance(part, dict):
        yield part
        for inner in part.values():
            yield from parts(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from parts(inner)


def test_every_key_is_described() -> None:
    """Each key of a sheet says what it means, itself or by what it refers to."""
    missing = [
        name
        for part in parts(schema())
        for name, key in part.get("properties", {}).items()
        if not key.get("description") and not resolved(key, schema()).get("description")
    ]
    assert not missing


def test_every_component_is_offered_with_its_figures() -> None:
    offered = {
        value: branch["description"]
        for definition in schema()["$defs"].values()
        for branch in definition.get("anyOf", ())
        for value in branch.get("enum", ())
    }
    for kinds in OFFERED.values():
        for kind in kinds:
            for component in load_catalog().all(kind):
                # Suspensions are named by their grade; of accessories those lists that cannot hold one leave it out.
                assert offered.get(component.id) or offered.get(component.name), component.id
    assert "$1,000" in offered["machine-gun"] and "150 lb" in offered["machine-gun"]
    assert offered["MG"] == offered["machine-gun"]
    assert "handling" not in offered["MG"]


def test_offers_no_name_that_means_several() -> None:
    """`EWP` is shared by pods of four sizes: `check` answers it with them, an editor does not offer it."""
    pods = [b for b in schema()["$defs"]["mount-name"]["anyOf"] if "enum" in b]
    assert not any("EWP" in branch["enum"] for branch in pods)


def test_every_offered_weapon_is_known() -> None:
    for branch in schema()["$defs"]["weapon-name"]["anyOf"]:
        for name in branch.get("enum", ()):
            found = load_catalog().find(Weapon, name)
            assert not isinstance(found, Unknown) or any(
                name in b.get("enum", ()) for b in schema()["$defs"]["accessory-name"]["anyOf"]
            )


def shuffled_case(rng: Random, data: Any) -> Any:
    """Component names in a letter case of their own: `check` does not mind."""
    if isinstance(data, dict):
        return {
            key: "".join(rng.choice((c.upper(), c.lower())) for c in value)
            if key in ("type", "chassis", "suspension", "power_plant", "tires") and isinstance(value, str)
            else shuffled_case(rng, value)
            for key, value in data.items()
        }
    return [shuffled_case(rng, value) for value in data] if isinstance(data, list) else data


@given(st.integers(min_value=0, max_value=10**9), st.booleans())
@settings(max_examples=40, deadline=None)
def test_refuses_no_sheet_that_check_reads(seed: int, full: bool) -> None:
    """Whatever a sheet says, in whatever letter case: what is no SHT-SHAPE is nothing to the editor."""
    rng = Random(seed)
    data = shuffled_case(rng, rich(seed) if full else vehicle(rng))
    assert check(as_text(data)).status != "unreadable"
    assert not [error.message for error in validator().iter_errors(data)]


@cache
def validator() -> Draft202012Validator:
    return Draft202012Validator(schema())


def test_an_unknown_name_is_not_its_matter() -> None:
    """`check` reads such a sheet and says SHT-UNKNOWN; the schema accepts it."""
    data = {"name": "A", "body": {"type": "hovercraft"}}
    assert check(as_text(data)).status == "illegal" and validator().is_valid(data)
    assert not validator().is_valid({"name": "A", "body": {"type": 3}})


# -- the language server


def server() -> list[str]:
    """The command that starts the language server."""
    found = shutil.which("yaml-language-server") or shutil.which(
        "yaml-language-server", path=str(ROOT / "node_modules" / ".bin")
    )
    if found is not None and shutil.which("node") is not None:
        return [found, "--stdio"]
    reason = "no yaml-language-server here: `npm install yaml-language-server` needs node"
    if os.environ.get(REQUIRED):
        pytest.fail(reason)
    pytest.skip(reason)


class Editor:
    """The client half of the language server protocol, as much of it as a test needs."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._last = 0
        self.diagnostics: dict[str, list[Any]] = {}

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode("utf-8")
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._process.stdin.flush()

    def _receive(self) -> dict[str, Any]:
        out = self._process.stdout
        assert out is not None
        length = 0
        while (line := out.readline().strip()) != b"":
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        assert length, "the server has ended"
        message: dict[str, Any] = json.loads(out.read(length))
        if message.get("method") == "textDocument/publishDiagnostics":
            self.diagnostics[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif "id" in message and "method" in message:  # the server asks: no settings, no objections
            asked = message["params"].get("items", []) if isinstance(message.get("params"), dict) else []
            self._send({"id": message["id"], "result": [{} for _ in asked] or None})
        return message

    def notify(self, method: str, **params: Any) -> None:
        self._send({"method": method, "params": params})

    def request(self, method: str, **params: Any) -> Any:
        self._last += 1
        self._send({"id": self._last, "method": method, "params": params})
        while True:
            message = self._receive()
            if message.get("id") == self._last and "method" not in message:
                assert "error" not in message, message
                return message.get("result")

    def open(self, file: Path) -> str:
        """Open a file and wait for what the server says of it."""
        uri = file.as_uri()
        self.diagnostics.pop(uri, None)
        self.notify(
            "textDocument/didOpen",
            textDocument={"uri": uri, "languageId": "yaml", "version": 1, "text": file.read_text("utf-8")},
        )
        while uri not in self.diagnostics:
            self._receive()
        return uri

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Editor, Path]]:
    """The language server in a folder with the schema, as README says."""
    command = server()
    folder = tmp_path_factory.mktemp("garage")
    (folder / "vehicle.schema.json").write_text(json.dumps(schema()), "utf-8")
    client = Editor(command)
    try:
        client.request(
            "initialize",
            processId=os.getpid(),
            rootUri=folder.as_uri(),
            capabilities={"textDocument": {"hover": {"contentFormat": ["plaintext"]}}},
            workspaceFolders=[{"uri": folder.as_uri(), "name": "garage"}],
        )
        client.notify("initialized")
        yield client, folder
    finally:
        client.close()


MODELINE = "# yaml-language-server: $schema=vehicle.schema.json\n"

SHEET = (
    MODELINE
    + """\
name: Rhino
body: {type: compact, chassis: extra-heavy}
power_plant: electric-medium
tires: puncture-resistant
crew:
- {role: driver}
weapons:
- type: MG
  mount: front
- type:\x20
  mount: back
"""
)


def opened(editor: tuple[Editor, Path], name: str, text: str) -> tuple[Editor, str]:
    client, folder = editor
    (folder / name).write_text(text, "utf-8")
    return client, client.open(folder / name)


def labels(client: Editor, uri: str, line: int, character: int) -> list[str]:
    result = client.request(
        "textDocument/completion", textDocument={"uri": uri}, position={"line": line, "character": character}
    )
    items = result["items"] if isinstance(result, dict) else result
    return [item["label"] for item in items]


def hover(client: Editor, uri: str, line: int, character: int) -> str:
    result = client.request(
        "textDocument/hover", textDocument={"uri": uri}, position={"line": line, "character": character}
    )
    contents = result["contents"]
    return str(contents["value"] if isinstance(contents, dict) else contents)


def test_completes_components(editor: tuple[Editor, Path]) -> None:
    client, uri = opened(editor, "completion.yaml", SHEET)
    offered = labels(client, uri, 10, 8)
    assert {"machine-gun", "Machine Gun", "MG", "spikedropper", "searchlight"} <= set(offered)
    assert "compact" not in offered


def test_completes_keys(editor: tuple[Editor, Path]) -> None:
    client, uri = opened(editor, "keys.yaml", SHEET + "a")
    assert {"armor", "accessories"} <= set(labels(client, uri, 12, 1))


def test_hover_shows_figures_and_meanings(editor: tuple[Editor, Path]) -> None:
    client, uri = opened(editor, "hover.yaml", SHEET)
    weapon = hover(client, uri, 8, 9)
    assert "$1,000" in weapon and "150 lb" in weapon, weapon
    assert "The crew, driver first." in hover(client, uri, 5, 1)


def test_says_what_check_refuses(editor: tuple[Editor, Path]) -> None:
    wrong = SHEET.replace("- type: \n  mount: back\n", "") + "amor: {front: 10}\nlinks: 3\n"
    client, uri = opened(editor, "wrong.yaml", wrong)
    found = client.diagnostics[uri]
    lines = {d["range"]["start"]["line"] for d in found}
    assert {10, 11} <= lines, found
    assert any("amor" in d["message"] for d in found)


def test_says_nothing_of_a_good_sheet(editor: tuple[Editor, Path]) -> None:
    for path in sorted((ROOT / "tests" / "stock").glob("*.yaml")):
        client, uri = opened(editor, path.name, MODELINE + path.read_text("utf-8"))
        assert client.diagnostics[uri] == [], path.name


def test_letter_case_does_not_matter(editor: tuple[Editor, Path]) -> None:
    text = SHEET.replace("- type: \n  mount: back\n", "").replace("MG", "mAcHiNe gUn").replace("compact", "COMPACT")
    client, uri = opened(editor, "case.yaml", text)
    assert client.diagnostics[uri] == []


def test_is_the_schema_of_sheets_and_more() -> None:
    """Nothing of the plain schema is lost: the same keys at the same places."""

    def keys(part: Any) -> set[str]:
        return {name for inner in parts(part) for name in inner.get("properties", {})}

    assert keys(schema()) == keys(json_schema("vehicle"))
