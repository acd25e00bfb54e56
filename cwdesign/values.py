"""Frozen values: what `dataclass(frozen=True)` makes, without code that is written and compiled at every start.

A dataclass costs about a millisecond of each start; for the hundred values here that would take longer than all
else the program does with one sheet. These share one set of methods, and their fields lie in the instance. A run
over many sheets writes the constructors out after all (`write_constructors`), which makes values five times faster.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Generic, TypeVar, dataclass_transform, overload

T = TypeVar("T")


class computed(Generic[T]):  # noqa: N801 - stands where `property` does
    """A property that is worked out once a value: `functools.cached_property` without the lock it has until 3.12.

    No value is shared by threads, and taking the lock takes longer than most of what is computed.
    """

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute = compute
        self._name = compute.__name__
        self.__doc__ = compute.__doc__

    @overload
    def __get__(self, value: None, kind: object) -> computed[T]: ...

    @overload
    def __get__(self, value: object, kind: object) -> T: ...

    def __get__(self, value: object | None, kind: object) -> computed[T] | T:
        if value is None:
            return self
        found = value.__dict__[self._name] = self._compute(value)
        return found


_plain: list[type] = []
"""Classes whose constructor is the common one."""


class _Factory:
    """A default that is made anew for every value."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make


def field(*, default_factory: Callable[[], T]) -> T:
    """A field whose default is made anew for every value."""
    return _Factory(default_factory)  # type: ignore[return-value]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """Make a class of its annotations: fields in their order, those of a frozen base first.

    As with `dataclass(frozen=True)`, a value is made from positions or keywords, compares and hashes by its
    fields, and refuses changes. A class that states `__eq__` or `__hash__` itself keeps it.
    """
    names: list[str] = list(getattr(cls, "__frozen_fields__", ()))
    defaults: dict[str, Any] = dict(getattr(cls, "__frozen_defaults__", {}))
    for name, annotation in cls.__annotations__.items():
        if str(annotation).startswith("ClassVar"):
            continue
        if name not in names:
            names.append(name)
        if name in cls.__dict__:
            defaults[name] = cls.__dict__[name]
            delattr(cls, name)
    factories = tuple((name, d) for name, d in defaults.items() if isinstance(d, _Factory))
    given: dict[str, Any] = {
        "__frozen_fields__": tuple(names),
        "__frozen_defaults__": defaults,
        "__frozen_factories__": factories,
        "__match_args__": tuple(names),
        "__init__": _init,
        "__setattr__": _refuse,
        "__delattr__": _refuse,
        "__repr__": _repr,
    }
    if "__eq__" not in cls.__dict__:
        given["__eq__"] = _eq
        if "__hash__" not in cls.__dict__:
            given["__hash__"] = _hash
    for name, value in given.items():
        setattr(cls, name, value)
    _plain.append(cls)
    return cls


def write_constructors() -> None:
    """Give the classes made so far constructors of their own, which do the same as the common one, only faster."""
    known: dict[str, Any] = {}
    source: list[str] = []
    for number, cls in enumerate(_plain):
        defaults = cls.__frozen_defaults__  # type: ignore[attr-defined]
        known |= {f"d{number}_{name}": value for name, value in defaults.items()}
        given = [f"{name}=d{number}_{name}" if name in defaults else name for name in fields(cls)]
        if any("=" in before and "=" not in after for before, after in pairwise(given)):
            continue  # an inherited field with a default stands before one without: the common one can do that
        source.append(f"def i{number}({', '.join(('self', *given))}):")
        for name, factory in cls.__frozen_factories__:  # type: ignore[attr-defined]
            source.append(f" if {name} is d{number}_{name}: {name} = d{number}_{name}.make()")
            assert defaults[name] is factory
        source.append(f" self.__dict__.update({{{', '.join(f'{name!r}: {name}' for name in fields(cls))}}})")
    exec("\n".join(source), known)
    for number, cls in enumerate(_plain):
        if f"i{number}" in known:
            cls.__init__ = known[f"i{number}"]  # type: ignore[misc]
    _plain.clear()


VALUES_BEFORE_COLLECTING = 10_000


def collect_rarely() -> None:
    """Have the interpreter look less often for values that only hold each other.

    A start and a sheet make values by the thousand and hardly any of that kind: to look for them takes a seventh of
    the time.
    """
    gc.set_threshold(VALUES_BEFORE_COLLECTING)


def fields(kind: object) -> tuple[str, ...]:
    """The names of the fields of a frozen class, or of the class of a value."""
    names: tuple[str, ...] = kind.__frozen_fields__  # type: ignore[attr-defined]
    return names


def replace(value: T, **changes: Any) -> T:
    """A value with some fields changed. Raises TypeError for a field it does not have."""
    own = value.__dict__
    try:
        kept = {name: own[name] for name in fields(value)}
    except KeyError:  # a value may fill its fields late
        kept = {name: getattr(value, name) for name in fields(value)}
    kept.update(changes)
    return type(value)(**kept)


def _init(self: Any, *args: Any, **keywords: Any) -> None:
    own: dict[str, Any] = self.__dict__
    names = self.__frozen_fields__
    own.update(self.__frozen_defaults__)
    own.update(zip(names, args, strict=False))
    own.update(keywords)
    if len(own) != len(names) or len(args) > len(names):
        missing = [name for name in names if name not in own]
        raise TypeError(f"{type(self).__name__}: missing {missing}, or more than its fields {list(names)}")
    for name, default in self.__frozen_factories__:
        if own[name] is default:
            own[name] = default.make()


def _refuse(self: object, name: str, value: object = None) -> None:
    raise AttributeError(f"{type(self).__name__} is frozen")


def _eq(self: object, other: object) -> Any:
    if self is other:
        return True
    if type(self) is not type(other):
        return NotImplemented
    return all(getattr(self, name) == getattr(other, name) for name in fields(self))


def _hash(self: object) -> int:
    return hash((type(self), *(getattr(self, name) for name in fields(self))))


def _repr(self: object) -> str:
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in fields(self))
    return f"{type(self).__name__}({shown})"
