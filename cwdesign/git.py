"""What git knows: files changed since a revision, and files as they were."""

from __future__ import annotations

import os
from collections.abc import Callable

from cwdesign.sources import MAX_BYTES


class GitError(Exception):
    """Git could not say; the text is for people."""


def changed_since(revision: str, folder: str = ".") -> frozenset[str]:
    """The files changed, added or deleted since a revision, new ones that git does not know yet included.

    Paths are real ones, from the root. Raises GitError.
    """
    top = _top(folder)
    commit = _commit(revision, folder)
    changed = _git(folder, "diff", "--name-only", "--no-renames", "--no-ext-diff", "-z", commit, "--", cwd=top)
    new = _git(folder, "ls-files", "--others", "--exclude-standard", "-z", cwd=top)
    names = [name for name in (changed + new).split(b"\0") if name]
    return frozenset(os.path.realpath(os.path.join(top, os.fsdecode(name))) for name in names)


def file_at(name: str) -> tuple[bytes, str]:
    """A file as it was: (what `REV:path` holds, where that file is today).

    As git has it the path starts at the top of the repository, with `./` in front at the current folder. One that
    is not found there is looked for from the current folder too. Raises GitError.
    """
    revision, _, path = name.partition(":")
    _commit(revision, ".")
    top = _top(".")
    for spelled, base in ((path, "." if path.startswith(("./", "../")) else top), (f"./{path}", ".")):
        words = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}:{spelled}")
        try:
            blob = _git(".", *words, missing=name).decode().strip()
        except GitError:
            continue
        return _blob(blob), os.path.join(base, path)
    raise GitError(f"{path} was not in the repository at {revision}")


def contents_at(revision: str) -> Callable[[str], bytes | None]:
    """A function that tells what a file of today's held at a revision; None where there was none. Raises GitError."""
    commit, top = _commit(revision, "."), os.path.realpath(_top("."))

    def content(file: str) -> bytes | None:
        path = os.path.relpath(os.path.abspath(file), top).replace(os.sep, "/")
        try:
            blob = _git(".", "rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}:{path}", missing=path)
        except GitError:
            return None
        return _blob(blob.decode().strip())

    return content


def _blob(name: str) -> bytes:
    """What a blob holds, at most a byte more than MAX_BYTES, as of a file. Raises GitError."""
    import subprocess

    size = _git(".", "cat-file", "-s", name)
    if int(size) <= MAX_BYTES:
        return _git(".", "cat-file", "blob", name)
    command = ["git", "cat-file", "blob", name]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as git:
        assert git.stdout is not None
        content = git.stdout.read(MAX_BYTES + 1)
        git.kill()
    return content


def _top(folder: str) -> str:
    return os.fsdecode(_git(folder, "rev-parse", "--show-toplevel").removesuffix(b"\n"))


def _commit(revision: str, folder: str) -> str:
    # Without --end-of-options a revision could be read as an option of git.
    words = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    found = _git(folder, *words, missing=revision)
    return found.decode().strip()


def _git(folder: str, *arguments: str, cwd: str | None = None, missing: str | None = None) -> bytes:
    import subprocess

    try:
        done = subprocess.run(
            ["git", *arguments], cwd=cwd or folder, capture_output=True, stdin=subprocess.DEVNULL, check=False
        )
    except OSError as error:
        raise GitError(f"git cannot be run: {error.strerror or error}") from None
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        if missing is not None and not said:
            raise GitError(f"git knows no revision {missing}")
        raise GitError(said[0].removeprefix("fatal: ") if said else f"git {arguments[0]} ended with {done.returncode}")
    return done.stdout
