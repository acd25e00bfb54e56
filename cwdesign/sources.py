"""Which files a command reads: paths, folders and globs of the command line (output contract, "Which files")."""

from __future__ import annotations

import fnmatch
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator, Sequence

from cwdesign.values import frozen

GARAGE_FILE = "garage.yaml"
SHEET_SUFFIXES = (".yaml", ".yml")
STANDARD_INPUT = "-"
MAX_BYTES = 1024 * 1024
"""The size of a file of sheets; of a larger one a byte more is read, which tells."""
READING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""How files are opened: without O_NONBLOCK opening a pipe would wait for somebody to write into it."""
_MAGIC = re.compile(r"[*?[]")

Excluded = Callable[[str], bool]


@frozen
class Source:
    """Something to read: its path as reports show it, and the file (None: standard input)."""

    path: str
    file: str | None
    revision: str | None = None
    """The revision of git that it, and what it tows, are read from; None: as they are today."""

    @property
    def is_garage(self) -> bool:
        """Whether it is a garage file, checked as such and not as a sheet."""
        return self.file is not None and os.path.basename(self.file) == GARAGE_FILE


class CannotRead(Exception):
    """A file that cannot be read, and why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason[:1].lower() + reason[1:]


def file_bytes(file: str | os.PathLike[str], most: int = MAX_BYTES) -> bytes:
    """What a file holds, at most a byte more than `most`. Raises CannotRead."""
    try:
        descriptor = os.open(file, READING)
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise CannotRead("it is no ordinary file")
            return read_all(descriptor, status.st_size, most + 1)
        finally:
            os.close(descriptor)
    except (OSError, ValueError) as error:  # ValueError: a name with NUL in it
        raise CannotRead(getattr(error, "strerror", None) or "the system gives no reason") from None


def read_all(descriptor: int, size: int, most: int) -> bytes:
    """What an open file of this size holds, at most so many bytes. Raises OSError."""
    # Less work than a file object: a run over many small files does little else.
    content = os.read(descriptor, min(size + 1, most))
    while size < len(content) < most:  # it grows while it is read
        size = len(content)
        content += os.read(descriptor, most - size)
    return content


def standard_input_bytes() -> bytes:
    """What standard input holds, at most a byte more than MAX_BYTES. Raises CannotRead."""
    try:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    except (OSError, AttributeError, ValueError):  # closed, or a folder
        raise CannotRead("standard input is closed") from None


@frozen
class Sources:
    """What to read, in order, and what the command line named that is not there."""

    sources: tuple[Source, ...]
    problems: tuple[str, ...] = ()


def shown(path: str) -> str:
    """A path as reports show it: with forward slashes, bytes that are not UTF-8 as `\\xff`."""
    text = os.fsencode(path).decode("utf-8", "backslashreplace")
    return text.replace(os.sep, "/") if os.sep != "/" else text


def find_sources(arguments: Sequence[str], excluded: Excluded = lambda path: False) -> Sources:
    """Expand the paths of a command line; no path at all means the current folder.

    `excluded` says of a file found in a folder whether the garage leaves it out. Results come in the order
    of the arguments, inside a folder by path, each file once.
    """
    sources: list[Source] = []
    problems: list[str] = []
    seen: set[str] = set()
    real = _RealPaths()
    for argument in arguments or [""]:
        for source in _expand(argument, excluded, problems):
            identity = STANDARD_INPUT if source.file is None else real.of(source.file)
            if identity not in seen:
                seen.add(identity)
                sources.append(source)
    return Sources(tuple(sources), tuple(problems))


class _RealPaths:
    """Where files really are; what folders lead to is asked once for each."""

    def __init__(self) -> None:
        self._folders: dict[str, str] = {}

    def of(self, file: str) -> str:
        """The path of a file without links."""
        folder, name = os.path.split(file)
        if not name or os.path.islink(file):
            return os.path.realpath(file)
        if folder not in self._folders:
            self._folders[folder] = os.path.realpath(folder or os.curdir)
        return os.path.join(self._folders[folder], name)


def _expand(argument: str, excluded: Excluded, problems: list[str]) -> Iterator[Source]:
    if argument == STANDARD_INPUT:
        yield Source(STANDARD_INPUT, None)
    elif os.path.isdir(argument or os.curdir):
        yield from _folder(argument, excluded, problems)
    elif _is_there(argument):
        yield Source(shown(argument), argument)
    elif _MAGIC.search(argument):
        yield from _glob(argument, excluded, problems)
    else:
        problems.append(f"{shown(argument)}: no such file or folder")


def _is_there(path: str) -> bool:
    """Whether a path leads to something; one that nobody may follow counts, since reading it tells why not."""
    try:
        os.lstat(path)
    except PermissionError:
        return not _MAGIC.search(path)
    except (OSError, ValueError):
        return False
    return True


def _glob(pattern: str, excluded: Excluded, problems: list[str]) -> Iterator[Source]:
    """What a pattern matches that the shell left alone: as a shell would, but links to folders are no way down.

    A last part without a suffix (`cars/*`, `**`) means sheets only.
    """
    parts = pattern.split(os.sep)
    start = os.sep if os.path.isabs(pattern) else ""
    anything = "." not in parts[-1]
    found = False
    before = len(problems)
    for match in sorted(_matches(start, [part for part in parts if part], problems), key=_parts):
        if os.path.isdir(match):
            if "**" not in parts:
                found = True
                yield from _folder(match, excluded, problems)
        elif not excluded(match) and (not anything or match.endswith(SHEET_SUFFIXES)):
            found = True
            yield Source(shown(match), match)
    if not found and len(problems) == before:
        problems.append(f"{shown(pattern)}: nothing matches")


def _matches(start: str, parts: Sequence[str], problems: list[str]) -> set[str]:
    """The paths below a folder ("" the current one) that match the parts of a pattern."""
    parts = [*parts, "*"] if parts[-1:] == ["**"] else list(parts)
    found: set[str] = set()
    seen: set[tuple[str, int]] = set()
    todo = [(start, 0)]  # by a list of its own: folders may be nested deeper than functions
    while todo:
        step = folder, at = todo.pop()
        if step in seen:
            continue
        seen.add(step)
        if at == len(parts):
            found.add(folder)
        elif parts[at] == "**":
            todo.append((folder, at + 1))
            for entry in _entries(folder, problems):
                if not entry.name.startswith(".") and _is_folder(entry) and not entry.is_symlink():
                    todo.append((os.path.join(folder, entry.name), at))
        elif _MAGIC.search(parts[at]):
            for entry in _entries(folder, problems):
                hidden = entry.name.startswith(".") and not parts[at].startswith(".")
                last = at + 1 == len(parts)
                if not hidden and fnmatch.fnmatchcase(entry.name, parts[at]) and (last or _is_folder(entry)):
                    todo.append((os.path.join(folder, entry.name), at + 1))
        elif os.path.lexists(os.path.join(folder, parts[at])):
            todo.append((os.path.join(folder, parts[at]), at + 1))
    return found


def _entries(folder: str, problems: list[str]) -> list[os.DirEntry[str]]:
    """What is in a folder; none of something else, and of one that may not be looked into, which is a problem."""
    try:
        with os.scandir(folder or os.curdir) as entries:
            return list(entries)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        problem = f"{shown(folder or os.curdir)}: {error.strerror or 'cannot be read'}"
        if problem not in problems:
            problems.append(problem)
        return []


def _folder(folder: str, excluded: Excluded, problems: list[str]) -> Iterator[Source]:
    """The sheets of a folder, "" being the current one."""
    files: list[str] = []
    before = len(problems)
    folders = [folder]
    while folders:  # by a list of its own: folders may be nested deeper than functions
        inner = folders.pop()
        try:
            entries = list(os.scandir(inner or os.curdir))
        except OSError as error:
            problems.append(f"{shown(inner or os.curdir)}: {error.strerror or 'cannot be read'}")
            continue
        for entry in entries:
            path = os.path.join(inner, entry.name)
            if entry.name.startswith("."):
                continue
            if _is_folder(entry):
                if not entry.is_symlink() and not excluded(path):
                    folders.append(path)
            elif entry.name.endswith(SHEET_SUFFIXES) and entry.name != GARAGE_FILE and not excluded(path):
                files.append(path)
    if not files and len(problems) == before:
        problems.append(f"{shown(folder or os.curdir)}: no sheet (*.yaml, *.yml) in this folder")
    for file in sorted(files, key=_parts):
        yield Source(shown(file), file)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False  # a link that leads in a circle: reading it tells


def _parts(path: str) -> list[str]:
    return path.split(os.sep)
