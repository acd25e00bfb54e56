"""Faults of a sheet's shape: the JSON Schema decides what is one, this module says it in our words.

A sheet without faults, the usual case, is passed by code compiled from the schema (`compile_validator`);
only one with faults, or a checkout without compiled code, needs jsonschema, whose import alone takes as long
as everything else together.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Collection, Iterable, Mapping
from decimal import Decimal
from functools import cache
from pathlib import Path as File
from typing import TYPE_CHECKING, Any

from cwdesign.findings import MAX_FAULTS, Finding, Place, Related, in_file_order
from cwdesign.rule_choice import title_of
from cwdesign.sheet import Path, Sheet, Unreal, at_text
from cwdesign.values import frozen
from cwdesign.words import listed

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

    from cwdesign.reader import Document


@frozen
class Form:
    """A kind of document: the name of its JSON Schema, the rule that reports faults, and what people call it."""

    schema: str
    rule: str
    noun: str


SHEET = Form("vehicle", "SHT-SHAPE", "sheet")

OTHER_WORDS = {
    "rear": "back",
    "rear left": "back-left",
    "rear right": "back-right",
    "left rear": "left-back",
    "right rear": "right-back",
    "roof": "top",
    "bottom": "underbody",
    "belly": "underbody",
    "under": "underbody",
    "undercarriage": "underbody",
}
"""What people call the faces of a vehicle, and the words of a sheet for them."""

MOUNT_WORDS = ("turret", "pop up", "pod", "ewp", "platform", "cupola", "sponson", "pintle")
IN_A_MOUNT = (
    "What a turret, pod or other mount holds is written in it: "
    "`turrets: [{type: turret-1, mount: top, weapons: [{type: …}]}]`."
)

COMPILED = "cwdesign._compiled.{}_shape"
"""The module that `compile_validator` makes of a schema, by the schema's name."""

SWIFT_FORMS = ("vehicle", "garage")
"""The schemas that a run in a garage needs at every start: these are compiled."""

Valid = Callable[[object], bool]


def schema_file(name: str) -> File:
    """Where `schemas/NAME.schema.json` is: inside an installed package, or beside it in a checkout."""
    package = File(__file__).parent
    inside = package / "_compiled" / "schemas" / f"{name}.schema.json"
    return inside if inside.is_file() else package.parent / "schemas" / f"{name}.schema.json"


@cache
def json_schema(name: str) -> Mapping[str, Any]:
    """The JSON Schema `schemas/NAME.schema.json`."""
    import json

    schema: Mapping[str, Any] = json.loads(schema_file(name).read_text("utf-8"))
    return schema


@cache
def keys_of(name: str) -> frozenset[str]:
    """Every key that some mapping of a form can have."""
    found: set[str] = set()
    parts: list[Any] = [json_schema(name)]
    while parts:
        part = parts.pop()
        if isinstance(part, dict):
            found.update(part.get("properties", ()))
            parts.extend(part.values())
        elif isinstance(part, list):
            parts.extend(part)
    return frozenset(found)


def check_shape(sheet: Sheet, form: Form = SHEET) -> tuple[Finding, ...]:
    """What is wrong with the shape of a sheet or another form, in file order; empty where its schema accepts it.

    One fault is one finding, at the value to change: a missing key at what it should stand in, an unknown
    key at that key, anything else at the value.
    """
    valid = compiled_validator(form.schema)
    if valid is not None and valid(sheet.data):
        return ()
    faults = _Faults(sheet, form)
    for error in _validator(form.schema).iter_errors(sheet.data):
        faults.add(error)
        if faults.full:
            break
    return faults.findings()


def check_document(document: Document) -> tuple[Finding, ...]:
    """All that keeps a document from being a sheet: the reader's findings and those of its shape, in file order.

    What the reader refused is not reported once more for its shape.
    """
    if document.sheet is None:
        return document.findings
    shape = check_shape(document.sheet)
    if not document.findings or not shape:
        return document.findings or shape
    refused = [finding.steps for finding in document.findings if finding.rule == "YML-TAG" and finding.steps]
    kept = (f for f in shape if not any((f.steps or ())[: len(steps)] == steps for steps in refused))
    return in_file_order((*document.findings, *kept))


# --- the compiled form


def fingerprint(schema: bytes) -> int:
    """What a compiled validator is known by to belong to a schema file of these bytes."""
    return zlib.crc32(schema.replace(b"\r\n", b"\n"))


def compile_validator(schema: bytes) -> str:
    """The Python source of a module whose `valid(data)` says whether a JSON Schema accepts plain data.

    The code is fastjsonschema's, without its messages and therefore without any need of it at run time.
    Whole numbers must come as int and other numbers as Decimal, as the reader gives them.
    """
    import json

    import fastjsonschema  # type: ignore[import-untyped,unused-ignore]

    code: str = fastjsonschema.compile_to_code(
        json.loads(schema), use_default=False, use_formats=False, detailed_exceptions=False
    )
    code = re.sub(r"^VERSION = .*\n", "", code)
    code = re.sub(r"^from fastjsonschema import .*$", "", code, flags=re.MULTILINE)
    code = re.sub(r"raise JsonSchemaValueException\(.*\)$", "raise Invalid", code, flags=re.MULTILINE)
    code = re.sub(r"except .*JsonSchemaValueException.*: pass$", "except Invalid: pass", code, flags=re.MULTILINE)
    code = re.sub(r', custom_formats, \(name_prefix or "data"\) \+ ".*\)$', ")", code, flags=re.MULTILINE)
    code = code.replace("(data, custom_formats={}, name_prefix=None)", "(data)")
    if "JsonSchema" in code or "fastjsonschema" in code or "name_prefix" in code:
        raise ValueError("this release of fastjsonschema generates code of another form")
    return (
        '"""Compiled from the JSON Schema by cwdesign.schema; not to be edited."""\n'
        f"FINGERPRINT = {fingerprint(schema)}\n\n\n"
        "class Invalid(Exception):\n    pass\n\n\n"
        "def valid(data):\n    try:\n        validate(data)\n    except Invalid:\n        return False\n"
        f"    return True\n\n{code}"
    )


@cache
def compiled_validator(name: str = SHEET.schema) -> Valid | None:
    """The compiled form of a schema, None where there is none or the schema has changed since."""
    import importlib

    if name not in SWIFT_FORMS:
        return None
    try:
        module = importlib.import_module(COMPILED.format(name))
        if fingerprint(schema_file(name).read_bytes()) != module.FINGERPRINT:
            return None
    except (ImportError, OSError, AttributeError):
        return None
    valid: Valid = module.valid
    return valid


@cache
def _validator(name: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    kind: Any = extend(Draft202012Validator, type_checker=type_checker())  # type: ignore[no-untyped-call]
    validator: Draft202012Validator = kind(json_schema(name))
    return validator


def type_checker() -> Any:
    """JSON Schema's types for the reader's data: Decimal is a number, true is none, Unreal is nothing at all."""
    from jsonschema import Draft202012Validator

    def number(_: object, value: object) -> bool:
        return isinstance(value, (int, Decimal)) and not isinstance(value, bool)

    def integer(_: object, value: object) -> bool:
        return isinstance(value, int) and not isinstance(value, bool)

    return Draft202012Validator.TYPE_CHECKER.redefine_many({"number": number, "integer": integer})


# --- from errors to findings


class _Faults:
    """The faults of one sheet, one for each place."""

    def __init__(self, sheet: Sheet, form: Form) -> None:
        self.sheet = sheet
        self.form = form
        self.schema = json_schema(form.schema)
        self.rows = sheet.lines
        self.missing: dict[Path, Finding] = {}
        self.others: dict[Path, Finding] = {}

    @property
    def full(self) -> bool:
        """Whether there are more faults than anybody wants to see."""
        return len(self.others) > MAX_FAULTS

    def findings(self) -> tuple[Finding, ...]:
        """All of them in file order, or as many as are reported, and that there are more."""
        found = sorted(
            (*self.missing.values(), *self.others.values()),
            key=lambda f: (f.place.span.line, f.place.span.column, f.place.at or "", f.message),
        )
        if self.full:
            last = found[-1]
            message = f"The document has more than {MAX_FAULTS:,} faults."
            found.append(
                Finding("YML-LIMIT", title_of("YML-LIMIT"), "error", message, None, last.place, steps=last.steps)
            )
        return tuple(found)

    def add(self, error: Any, below: Path = ()) -> None:
        """What an error of jsonschema means; of an `anyOf` the branch that was evidently meant."""
        path: Path = (*below, *error.relative_path)
        if "propertyNames" in error.relative_schema_path:
            name = str(error.instance)
            hint = f"It must be {_expected(error.schema, self.schema)}."
            self._put((*path, name), f"`{_short(name)}` cannot be a key here.", hint, key=True)
        elif error.validator == "anyOf":
            branches: dict[int, list[Any]] = {}
            for inner in error.context or ():
                branches.setdefault(int(inner.relative_schema_path[0]), []).append(inner)
            meant = [errors for errors in branches.values() if not any(_wrong_type(inner) for inner in errors)]
            if len(meant) != 1:
                self._wrong_value(error, path)
                return
            for inner in meant[0]:
                self.add(inner, path)
        elif error.validator == "additionalProperties":
            self._unknown_keys(error, path)
        elif error.validator == "required":
            self._missing_keys(error, path)
        elif error.validator == "not":
            self._exclusive_keys(error, path)
        elif error.validator == "oneOf":
            self._one_key(error, path)
        else:
            self._wrong_value(error, path)

    def _put(
        self, path: Path, message: str, hint: str | None, *, key: bool = False, related: tuple[Related, ...] = ()
    ) -> None:
        if path not in self.others:
            self.others[path] = self._finding(path, message, hint, key=key, related=related)

    def _finding(
        self, path: Path, message: str, hint: str | None, *, key: bool = False, related: tuple[Related, ...] = ()
    ) -> Finding:
        place = self._place(path, key=key)
        title = title_of(self.form.rule)
        return Finding(self.form.rule, title, "error", message, hint, place, related, steps=path)

    def _place(self, path: Path, *, key: bool = False) -> Place:
        span = self.sheet.keys[path] if key and path in self.sheet.keys else self.sheet.span(path)
        return Place(self.sheet.path, span, at_text(self.sheet.written(path)))

    def _unknown_keys(self, error: Any, path: Path) -> None:
        known: Mapping[str, Any] = error.schema["properties"]
        written: Mapping[str, Any] = error.instance
        free = [name for name in known if name not in written]
        for name in written:
            if name in known:
                continue
            if self.full:
                return
            near = None
            if name not in keys_of(self.form.schema):
                near = nearest(name, free) or nearest(name, known) or _other_word(name, known)
                near = near or self._stands_for(name, error.schema, written)
            if near is not None:
                hint = f"Did you mean `{near}`?"
                self.missing.pop((*path, near), None)
            elif (owner := self._owner(name, path)) is not None:
                hint = f"It stands in `{owner}`."
            elif len(known) <= _MANY:
                hint = f"It can have {_choices(known)}."
            else:
                hint = "`cwdesign schema` lists the keys."
            self._put((*path, name), f"`{_short(name)}` is no key {self._of(path)}.", hint, key=True)

    def _missing_keys(self, error: Any, path: Path) -> None:
        known: Mapping[str, Any] = error.schema["properties"]
        strangers = [name for name in error.instance if name not in known]
        free = [name for name in known if name not in error.instance]
        for name in error.validator_value:
            if name in error.instance or any(
                nearest(stranger, free) == name or self._stands_for(stranger, error.schema, error.instance) == name
                for stranger in strangers
            ):
                continue
            key = _name_key(known[name], self.schema)
            form = f"`{name}: {{{key}: …}}`" if key else f"`{name}:` with {_expected(known[name], self.schema)}"
            self.missing[*path, name] = self._finding(path, f"`{name}` is missing{_in(path)}.", f"Write {form}.")

    def _stands_for(self, stranger: str, schema: Mapping[str, Any], written: Mapping[str, Any]) -> str | None:
        """The one missing key that the one key unknown everywhere was meant for, so that they are one fault."""
        lacking = [name for name in schema.get("required", ()) if name not in written]
        if len(lacking) != 1 or stranger in keys_of(self.form.schema):
            return None
        alone = not any(name != stranger and name not in schema["properties"] for name in written)
        return lacking[0] if alone else None

    def _exclusive_keys(self, error: Any, path: Path) -> None:
        """The only keys that exclude each other are those of a booster's weight."""
        written: list[str] = list(error.instance)
        weight = written.index("weight")
        for name in ("sized_for", "mph"):
            if name in written:
                earlier, later = ("weight", name) if weight < written.index(name) else (name, "weight")
                related = (Related("This says it already.", self._place((*path, earlier))),)
                message = "A booster has either a `weight`, or `sized_for` and `mph`."
                self._put((*path, later), message, f"Leave out `{later}` or `{earlier}`.", related=related)
                return

    def _one_key(self, error: Any, path: Path) -> None:
        """The only alternatives of this kind are keys of which an entry has exactly one."""
        names = [branch["required"][0] for branch in error.validator_value]
        written = [name for name in error.instance if name in names]
        message = f"{self._subject(path)} has exactly one of the keys {_choices(names)}."
        if len(written) > 1:
            self._put((*path, written[1]), message, f"Leave out `{written[1]}` or `{written[0]}`.", key=True)
        elif all(name in error.schema["properties"] for name in error.instance):
            self._put(path, message, f"Write `{names[0]}:`.")

    def _wrong_value(self, error: Any, path: Path) -> None:
        value = error.instance
        schema = resolved(error.schema, self.schema)
        written = self._written(value, path)
        subject = self._subject(path)
        expected = _expected(schema, self.schema)
        hint: str | None = None
        if value is None:
            message = (
                f"{subject} has no value; it must be {expected}."
                if written == ""
                else f"{subject} must be {expected}, not `{written}`."
            )
            hint = "Write a value, or take the line out."
        elif isinstance(value, str) and "enum" in schema:
            words = [str(word) for word in schema["enum"]]
            near = nearest(value, words) or _other_word(value, words)
            message = f"{subject} cannot be `{_short(value)}`."
            if near is not None:
                hint = f"Did you mean `{near}`?"
            elif path[-1:] == ("mount",) and any(word in _plain(value) for word in MOUNT_WORDS):
                hint = IN_A_MOUNT
            else:
                hint = f"It can be {_choices(words)}."
        elif value == "":
            message = f"{subject} is empty; it must be {expected}."
        else:
            message = f"{subject} must be {_reason(value, schema, self.schema) or expected}, not {written}."
            hint = _hint(value, schema, self._raw(path), self.schema)
        self._put(path, message, hint)

    def _owner(self, name: str, path: Path) -> str | None:
        """The top-level key in whose mapping a key stands that was written beside it."""
        if path:
            return None
        # What a vehicle costs, weighs and does is claimed; a figure of that name is no cargo's.
        top = self.schema["properties"]
        for key in sorted(top, key=lambda key: key != "claims"):
            schema = top[key]
            if any(name in branch.get("properties", ()) for branch in _branches(schema, self.schema)):
                return str(key)
        return None

    def _subject(self, path: Path) -> str:
        if not path:
            return f"A {self.form.noun}"
        if isinstance(path[-1], int):
            return f"An entry of `{_key_of(path)}`"
        return f"`{_short(path[-1])}`"

    def _of(self, path: Path) -> str:
        if not path:
            return f"of a {self.form.noun}"
        return f"of {'an entry of ' if isinstance(path[-1], int) else ''}`{_key_of(path)}`"

    def _raw(self, path: Path) -> str:
        """How a scalar stands in the text; "" where it takes more than a line."""
        span = self.sheet.values.get(path)
        if span is None or span.line != span.end_line:
            return ""
        return self.rows[span.line - 1][span.column - 1 : span.end_column - 1]

    def _written(self, value: object, path: Path) -> str:
        if isinstance(value, dict):
            return "a mapping" if value else "an empty mapping"
        if isinstance(value, list):
            return "a list" if value else "an empty list"
        if value is None:
            raw = self._raw(path)
            return raw if raw in ("~", "null", "Null", "NULL") else ""
        if isinstance(value, str):
            return f"the text `{_short(value)}`"
        return f"`{_short(self._raw(path) or str(value))}`"


def _wrong_type(error: Any) -> bool:
    """Whether a branch of an `anyOf` is out of the question: it wants another type of value altogether."""
    if error.relative_path:
        return False
    if error.validator == "anyOf":
        return all(_wrong_type(inner) for inner in error.context or ())
    number = isinstance(error.instance, (int, Decimal)) and not isinstance(error.instance, bool)
    return error.validator == "type" and not (number and error.validator_value in ("integer", "number"))


def resolved(schema: Any, root: Mapping[str, Any]) -> Mapping[str, Any]:
    """A part of the schema `root`, with what its `$ref` leads to."""
    while "$ref" in schema:
        schema = root["$defs"][schema["$ref"].removeprefix("#/$defs/")]
    result: Mapping[str, Any] = schema
    return result


def _branches(schema: Mapping[str, Any], root: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The alternatives of a part of the schema, itself where it has none."""
    schema = resolved(schema, root)
    if "anyOf" not in schema:
        return [schema]
    return [inner for branch in schema["anyOf"] for inner in _branches(branch, root)]


def _expected(schema: Any, root: Mapping[str, Any]) -> str:
    """What a part of the schema accepts, in words."""
    words: dict[str, None] = {}
    for branch in _branches(schema, root):
        kind = branch.get("type")
        kind = kind[0] if isinstance(kind, list) else kind
        if "component" in branch:
            words[f"the name of {_article(branch['component'])}"] = None
        elif "enum" in branch:
            words[_choices(branch["enum"]) if len(branch["enum"]) <= _FEW else _lower(branch["description"])] = None
        elif kind == "string":
            words[_lower(branch["description"]) if "pattern" in branch and "description" in branch else "text"] = None
        elif kind == "boolean":
            words["true or false"] = None
        elif kind in ("integer", "number"):
            least = branch.get("minimum", -1)
            words[f"a {'whole ' if kind == 'integer' else ''}number{f' of at least {least}' if least >= 0 else ''}"] = (
                None
            )
        else:
            words["a list" if kind == "array" else "a mapping"] = None
    return listed(words, "or")


_FEW = 6
_MANY = 20
"""How many words a message, and how many a hint can take."""


def _reason(value: object, schema: Mapping[str, Any], root: Mapping[str, Any]) -> str | None:
    """What a number lacks where a number is right in principle."""
    if isinstance(value, Unreal):
        return None
    if not isinstance(value, (int, Decimal)) or isinstance(value, bool):
        return None
    for branch in _branches(schema, root):
        if branch.get("type") in ("integer", "number"):
            if value > branch.get("maximum", value):
                return f"at most {branch['maximum']:,}"
            if value < branch.get("minimum", value):
                return f"at least {branch['minimum']:,}"
            return None
    return None


_TRUE = frozenset({"yes", "y", "on"})
_FALSE = frozenset({"no", "n", "off"})
_FIGURE = re.compile(r"\$?\s*([+-]?[0-9][0-9,_ ]*(?:\.[0-9]+)?)\s*(?:[^0-9].*)?\Z", re.DOTALL)


def _hint(value: object, schema: Mapping[str, Any], raw: str, root: Mapping[str, Any]) -> str | None:
    """How to write what was evidently meant."""
    branches = _branches(schema, root)
    kinds = {str(branch.get("type")) for branch in branches}
    free = any(branch.get("type") == "string" and "component" not in branch for branch in branches)
    if not isinstance(value, (str, dict, list)) and free and raw and '"' not in raw:
        return f'YAML reads it as {_yaml_kind(value)}; for text put it in quotes: "{raw}".'
    if isinstance(value, str):
        if "boolean" in kinds and value.lower() in _TRUE | _FALSE:
            return f"Write `{'true' if value.lower() in _TRUE else 'false'}`."
        figure = _FIGURE.match(value)
        if figure is not None and kinds & {"integer", "number"}:
            return f"Write a plain number: {re.sub('[,_ ]', '', figure[1])}."
    if isinstance(value, list) and len(value) == 1 and "array" not in kinds:
        return "Write the one entry without the list."
    if "array" in kinds and not isinstance(value, list):
        return "Put it in a list: `[…]`, or lines that begin with `- `."
    if isinstance(value, str) and _WORDS.match(value) and (key := _name_key(schema, root)) is not None:
        return f"Write `{{{key}: {value}}}`."
    if "object" in kinds and not isinstance(value, (dict, list)):
        known = list(dict.fromkeys(key for branch in branches for key in branch.get("properties", ())))
        return f"It can have {_choices(known)}." if 0 < len(known) <= _MANY else None
    return None


_WORDS = re.compile(r"[A-Za-z][A-Za-z0-9/' -]*\Z")


_NAMING = ("type", "role")
"""The keys that say what a mapping is."""


def _name_key(schema: Any, root: Mapping[str, Any]) -> str | None:
    """The key that says what a thing is where a part of the schema accepts nothing but a mapping of it."""
    branches = _branches(schema, root)
    keys = branches[0].get("properties", {}) if len(branches) == 1 else {}
    return next((key for key in _NAMING if key in keys), None)


def _yaml_kind(value: object) -> str:
    return "true or false" if isinstance(value, bool) else "a number" if value is not None else "no value"


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The one of several words that a misspelled one most likely means, None where none is close."""
    import difflib

    plain = {_plain(choice): choice for choice in choices}
    if _plain(word) in plain:
        return plain[_plain(word)]
    close = difflib.get_close_matches(_plain(word)[:100], plain, n=1, cutoff=0.7)
    return plain[close[0]] if close else None


def _other_word(word: str, choices: Collection[str]) -> str | None:
    """The face that people call by this word, where it is among the choices."""
    face = OTHER_WORDS.get(_plain(word))
    return face if face in choices else None


def _plain(word: str) -> str:
    return re.sub(r"[\s_-]+", " ", word.strip().lower())


def _choices(words: Iterable[object]) -> str:
    return listed((f"`{word}`" for word in words), "or")


def _key_of(path: Path) -> str:
    return next(_short(step) for step in reversed(path) if isinstance(step, str))


def _in(path: Path) -> str:
    if not path:
        return ""
    return f" in this entry of `{_key_of(path)}`" if isinstance(path[-1], int) else f" in `{_key_of(path)}`"


def _article(words: str) -> str:
    if words == "ammunition":
        return "a type of ammunition"
    return words if words == "personal equipment" else f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def _lower(sentence: str) -> str:
    return (sentence[0].lower() + sentence[1:]).rstrip(".")


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:39] + "…"
