"""The result cache: what a file of sheets was found to be, kept by everything that the result depends on.

An entry is a file named after its key, written whole beside its place and moved there, so that any number of runs
can share a cache. Whatever is damaged, foreign or unreadable is no entry. A folder that cannot be written is said
once; nothing here changes a verdict.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import source_hash

from cwdesign.sources import READING, read_all

MAX_BYTES = 512 * 1024 * 1024
"""What a cache may hold; the oldest entries of a folder go first."""
MOST_BYTES = 64 * 1024 * 1024
"""No entry is larger: a file of sheets is at most 1 MiB."""
FOLDERS = 256
_SUFFIX = ".result"


def default_folder() -> str:
    """The platform's place for caches of this program."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~/AppData/Local")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "cwdesign")


@lru_cache(maxsize=1)
def program_fingerprint() -> str:
    """What this program is known by: its code, byte for byte, and the interpreter's version."""
    known = [repr(sys.version_info[:3])]
    folders = [os.path.dirname(__file__)]
    for folder in folders:  # grows meanwhile
        known.append(f"{folder.removeprefix(folders[0])}/")
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
        for entry in entries:
            if entry.name.endswith(".py"):
                with open(entry.path, "rb", buffering=0) as file:
                    known.append(f"{entry.name} {source_hash(file.read()).hex()}")
            elif entry.is_dir() and entry.name != "__pycache__":
                folders.append(entry.path)
    return digest_of("\0".join(known).encode("utf-8", "surrogateescape"))


def digest_of(*parts: bytes) -> str:
    """A hash of bytes that nobody finds twice."""
    from hashlib import blake2b  # a run without a cache has no use for it, and it takes some milliseconds

    digest = blake2b(digest_size=20)
    for part in parts:
        digest.update(part)
    return digest.hexdigest()


def key_of(content: bytes, ground: str) -> str:
    """The key of a file's result: its content, and the ground that verdicts stand on (settings, catalog, program)."""
    return digest_of(ground.encode(), content)


class Cache:
    """A folder of entries. `problem` says what kept it from being written, once."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.problem: str | None = None
        self._written: set[str] = set()

    def get(self, key: str) -> bytes | None:
        """The entry of a key, unchecked; None where there is none that can be read."""
        try:
            descriptor = os.open(self._file(key), READING)  # without waiting, should it be a pipe
        except OSError:
            return None
        try:
            return read_all(descriptor, os.fstat(descriptor).st_size, MOST_BYTES)
        except OSError:
            return None
        finally:
            os.close(descriptor)

    def put(self, key: str, entry: bytes) -> None:
        """Keep an entry. Where it cannot be written, `problem` says why and nothing more is tried."""
        if self.problem is not None:
            return
        place = self._file(key)
        beside = f"{place}.{os.getpid()}.new"
        try:
            try:
                descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            except FileNotFoundError:
                os.makedirs(os.path.dirname(place), mode=0o700, exist_ok=True)
                descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            try:
                with open(descriptor, "wb") as file:
                    file.write(entry)
                os.replace(beside, place)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(beside)
                raise
        except OSError as error:
            self.problem = f"the cache in {self.folder} cannot be written: {error.strerror or error}"
            return
        self._written.add(key[:2])

    def trim(self) -> None:
        """Remove the oldest entries where what was written to made a folder too large."""
        for name in sorted(self._written):
            with contextlib.suppress(OSError):
                _trim(os.path.join(self.folder, name), MAX_BYTES // FOLDERS)
        self._written.clear()

    def _file(self, key: str) -> str:
        return f"{self.folder}/{key[:2]}/{key[2:]}{_SUFFIX}"


def _trim(folder: str, most: int) -> None:
    entries = sorted(_entries(folder))
    size = sum(entry_size for _, entry_size, _ in entries)
    for _, entry_size, path in entries:
        if size <= most:
            return
        with contextlib.suppress(OSError):
            os.unlink(path)
        size -= entry_size


def _entries(folder: str) -> Iterator[tuple[float, int, str]]:
    """(when it was written, bytes, path) of what lies in a folder, leftovers of killed runs included."""
    with os.scandir(folder) as found:
        for entry in found:
            with contextlib.suppress(OSError):
                stat = entry.stat(follow_symlinks=False)
                yield stat.st_mtime, stat.st_size, entry.path
