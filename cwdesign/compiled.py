"""The compiled form of the catalog and the rule pages: lines of JSON, read one record at a time.

The YAML files are the source. In a checkout the compiled form is remade whenever one of them has changed;
an installed wheel carries it ready made. Numbers with a fraction travel as text (`"37.5"`, `"1/3"`), so
that they never pass through a binary float. `python -m cwdesign.compiled` remakes everything.

A compiled file is a line with the stamp of its sources, a line with the table of contents (group -> id ->
length of the record), and the records end to end.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ruamel.yaml.nodes import Node

PACKAGE = Path(__file__).resolve().parent
TARGET = PACKAGE / "_compiled"

THEMES: tuple[str, ...] = (
    *("bod", "spc", "led", "sus", "tir", "ele", "gas", "prf", "crw", "arm", "slp", "ca", "thr", "wpn", "tur", "amo"),
    *("lnk", "drp", "bst", "whl", "acc", "cyc", "trk", "rac", "trl", "ovr", "tec", "plc"),
    *("yml", "sht", "cfg", "waiver", "league", "team", "bug", "aada"),
)
"""The order of the themes; a page file that is not named here comes last."""

_NOT_NAME = re.compile(r"[\W_]+")
_INT = re.compile(r"[-+]?[0-9]+\Z")
_DECIMAL = re.compile(r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+)\Z")
_WORDS: Mapping[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}


class SourceError(Exception):
    """A YAML source of the program itself that cannot be used, with its file and line."""


def name_key(text: str) -> str:
    """What two spellings of a name have in common: letters and digits, in one case.

    `Machine Gun`, `machine-gun` and `MACHINEGUN` are one name; so are `30' Bus` and `30 Bus`.
    """
    return _NOT_NAME.sub("", text.casefold())


def name_index(entries: Mapping[str, Mapping[str, Any]]) -> dict[str, list[tuple[int, str]]]:
    """Every name of some entries of one kind: key -> (rank, id), best rank first.

    Ranks are 0 for an id, 1 for a name, 2 for an abbreviation, 3 for an alias.
    """
    index: dict[str, dict[str, int]] = {}
    for id, entry in entries.items():
        abbr = entry.get("abbr")
        ranked = [
            (0, id),
            (1, entry["name"]),
            *([(2, abbr)] if abbr else []),
            *((3, a) for a in entry.get("aliases", ())),
        ]
        for rank, text in ranked:
            index.setdefault(name_key(text), {}).setdefault(id, rank)
    return {key: sorted((rank, id) for id, rank in ids.items()) for key, ids in index.items()}


# Reading YAML without losing a digit


def plain_data(text: str, path: str) -> Any:
    """The data of one YAML source: ints, Decimals, text, lists and mappings.

    Raises SourceError on anything else a YAML file may hold (tags, aliases, duplicate keys).
    """
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        node = YAML(typ="safe").compose(text)
    except YAMLError as error:
        raise SourceError(f"{path}: {error}") from error
    return _value(node, path)


def _value(node: Node, path: str) -> Any:
    from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode

    if isinstance(node, ScalarNode):
        return _scalar(node)
    if isinstance(node, SequenceNode):
        return [_value(item, path) for item in node.value]
    if not isinstance(node, MappingNode):
        raise SourceError(f"{path}: unexpected {type(node).__name__}")
    mapping: dict[str, Any] = {}
    for key_node, value_node in node.value:
        key = key_node.value
        if not isinstance(key, str) or key in mapping:
            raise SourceError(f"{path}:{key_node.start_mark.line + 1}: key {key!r} twice or not text")
        mapping[key] = _value(value_node, path)
    return mapping


def _scalar(node: Any) -> Any:
    text: str = node.value
    if node.style:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INT.match(text):
        return int(text)
    if _DECIMAL.match(text):
        return Decimal(text)
    return text


def _as_json(value: object) -> str:
    """The default of the JSON encoder: a Decimal becomes its text."""
    if isinstance(value, Decimal):
        return format(value, "f")
    raise TypeError(type(value).__name__)


# What is compiled


def catalog_files(root: Path) -> list[Path]:
    """The YAML files of the catalog, in order of their names."""
    return sorted((root / "catalog").glob("*.yaml"))


def page_files(root: Path) -> list[Path]:
    """The YAML files of the rule pages, in order of the themes."""
    files = (root / "cwdesign" / "rules" / "pages").glob("*.yaml")
    order = {theme: place for place, theme in enumerate(THEMES)}
    return sorted(files, key=lambda file: (order.get(file.stem, len(order)), file.name))


def read_catalog(files: Iterable[Path]) -> dict[str, dict[str, dict[str, Any]]]:
    """The catalog as plain data: group (`weapons`) -> id -> fields. Files may share a group."""
    groups: dict[str, dict[str, dict[str, Any]]] = {}
    for file in files:
        data = plain_data(file.read_text(encoding="utf-8"), file.name) or {}
        for group, entries in data.items():
            known = groups.setdefault(group, {})
            for id, entry in entries.items():
                if id in known:
                    raise SourceError(f"{file.name}: {group}.{id} stands in another file too")
                known[id] = entry
    return groups


Groups = dict[str, dict[str, Any]]
"""Records by group and id."""


def _compile_catalog(root: Path) -> Groups:
    """The entries by group, and under `names` the name index of each group."""
    groups: Groups = dict(read_catalog(catalog_files(root)))
    canonical = _json(groups)
    names = {
        group: {key: [f"{rank}{id}" for rank, id in found] for key, found in name_index(entries).items()}
        for group, entries in groups.items()
    }
    return {**groups, "names": names, "about": {"fingerprint": _hash([canonical])[:16]}}


def _compile_pages(root: Path) -> Groups:
    """The rule pages, each with its theme."""
    pages: dict[str, Any] = {}
    for file in page_files(root):
        data = plain_data(file.read_text(encoding="utf-8"), file.name)
        for page in data["rules"]:
            if page["id"] in pages:
                raise SourceError(f"{file.name}: {page['id']} twice")
            theme = page["id"].partition("-")[0]
            pages[page["id"]] = {**page, "theme": theme, "theme_title": data["theme"]}
    return {"pages": pages}


OUTPUTS: Mapping[str, tuple[Callable[[Path], list[Path]], Callable[[Path], Groups]]] = {
    "catalog": (catalog_files, _compile_catalog),
    "pages": (page_files, _compile_pages),
}
"""What is compiled: the sources of each output, and how they become records."""


def compile_all(source_root: Path, target: Path) -> None:
    """Compile everything under `source_root` (the folder of `catalog/`) into the folder `target`.

    The output is the same wherever it is made. Raises SourceError where a source is broken.
    """
    target.mkdir(parents=True, exist_ok=True)
    for name, (files, compiler) in OUTPUTS.items():
        stamp = {"signature": None, "content": _content(files(source_root))}
        _write(_file(target, name), _json(stamp).encode() + b"\n" + _body(compiler(source_root)))


def _file(folder: Path, name: str) -> Path:
    return folder / f"{name}.jsonl"


def _json(data: object) -> str:
    return json.dumps(data, default=_as_json, ensure_ascii=False, separators=(",", ":"))


def _body(groups: Groups) -> bytes:
    contents: dict[str, dict[str, int]] = {}
    records: list[bytes] = []
    for group, entries in groups.items():
        lengths = contents.setdefault(group, {})
        for id, entry in entries.items():
            record = _json(entry).encode()
            lengths[id] = len(record)
            records.append(record)
    return b"\n".join([_json(contents).encode(), b"".join(records)])


def _signature(files: Iterable[Path]) -> list[list[Any]]:
    """Names, sizes and times of the sources and of this compiler: equal means nothing was touched."""
    return [[file.name, stat.st_size, stat.st_mtime_ns] for file, stat in _stats(files)]


def _stats(files: Iterable[Path]) -> Iterator[tuple[Path, os.stat_result]]:
    for file in (*files, Path(__file__)):
        yield file, file.stat()


def _content(files: Iterable[Path]) -> str:
    """A hash of what the sources and this compiler say, the same on every machine."""
    return _hash(part for file in (*files, Path(__file__)) for part in (file.name, file.read_text(encoding="utf-8")))


def _hash(parts: Iterable[str]) -> str:
    import hashlib

    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode())
        digest.update(b"\0")
    return digest.hexdigest()


def _write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: other processes see the old one or the new one."""
    import tempfile

    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


# Reading it back


class Records:
    """The records of one compiled output; each is decoded when it is asked for."""

    __slots__ = ("_data", "_places")

    def __init__(self, body: bytes) -> None:
        contents, _, self._data = body.partition(b"\n")
        self._places: dict[str, dict[str, tuple[int, int]]] = {}
        start = 0
        for group, lengths in json.loads(contents).items():
            places = self._places[group] = {}
            for id, length in lengths.items():
                places[id] = (start, start + length)
                start += length

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups, in the order of the sources."""
        return tuple(self._places)

    def ids(self, group: str) -> Mapping[str, object]:
        """The ids of a group, in the order of the sources (the keys; the values are of no use outside)."""
        return self._places.get(group, {})

    def record(self, group: str, id: str) -> Any:
        """One record. Raises KeyError where there is none."""
        start, end = self._places[group][id]
        return json.loads(self._data[start:end])


def checkout() -> Path | None:
    """The folder of a source tree this package runs from, None where it is installed."""
    root = PACKAGE.parent
    in_tree = (root / "pyproject.toml").exists() or (root / ".git").exists()
    return root if in_tree and (root / "catalog").is_dir() else None


def load(name: str) -> Records:
    """The records of one output (`catalog`, `pages`), current where this is a checkout.

    Where the compiled form cannot be written the sources serve from memory. Raises SourceError where a
    source of a checkout is broken, OSError where an installation lacks its compiled form.
    """
    path = _file(TARGET, name)
    root = checkout()
    if root is None:
        return Records(path.read_bytes().partition(b"\n")[2])
    files, compiler = OUTPUTS[name]
    sources = files(root)
    signature = _signature(sources)
    try:
        first, _, body = path.read_bytes().partition(b"\n")
        stamp = json.loads(first)
        if stamp["signature"] == signature:
            return Records(body)
    except (OSError, ValueError, KeyError, TypeError):
        stamp, body = {}, b""
    content = _content(sources)
    if stamp.get("content") != content:
        body = _body(compiler(root))
    try:
        TARGET.mkdir(exist_ok=True)
        _write(path, _json({"signature": signature, "content": content}).encode() + b"\n" + body)
    except OSError:
        pass  # a tree that cannot be written: what is in memory is as good
    return Records(body)


if __name__ == "__main__":
    for output in OUTPUTS:
        _file(TARGET, output).unlink(missing_ok=True)
        load(output)
