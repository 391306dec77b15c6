"""Where machine code is kept between runs: a folder that only this user can write, files that prove they are whole.

What lies there is run, so nobody else may be able to put it there.  A folder is trusted if it is no link, belongs to
this user (or to root, who needs no trick: an image made beforehand) and nobody else may write in it; so is a file.
Where the user's cache cannot be that, there is a private folder for this run, gone at its end; processes that this one
starts learn of it by ``TENBACK_KERNELS`` and check it again.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

PRIVATE = "TENBACK_KERNELS"  # names the private folder of a run to the processes it starts
MAGIC = b"tenback kernels 1\n"
KEPT = 8  # folders: of other machines with the same home; and files of a unit: of other versions, other checkouts
OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH
FOLDER_NAME = re.compile(r"kernels-[0-9a-f]{16}")


def cache_home() -> Path:
    """The folder for all that is kept between runs, made if need be; one for this run if there can be none."""
    wished = wished_home()
    usable = wished is not None and is_usable(wished) and os.access(wished, os.W_OK)
    return wished if wished is not None and usable else private_home()


def wished_home() -> Path | None:
    """Where the user's cache should be; None where nobody knows of a home."""
    named = os.environ.get("XDG_CACHE_HOME")
    try:
        base = Path(named) if named and os.path.isabs(named) else Path.home() / ".cache"
    except RuntimeError:  # no HOME, and a user id without a name
        return None
    return base / "tenback"


def is_usable(folder: Path) -> bool:
    """Can this folder be trusted, once it is made and closed to others?"""
    with contextlib.suppress(OSError):
        make_private(folder)
        return is_trusted_folder(folder)
    return False


def is_trusted_folder(folder: Path) -> bool:
    """Is it a folder, no link to one, that only this user or root can have filled?"""
    try:
        known = os.lstat(folder)
    except OSError:
        return False
    return stat.S_ISDIR(known.st_mode) and is_trusted(known)


def make_private(folder: Path) -> None:
    """Make a folder and what is missing above it, for this user only, whatever the umask."""
    missing = [path for path in (folder, *folder.parents) if not os.path.lexists(path)]
    for path in reversed(missing):
        with contextlib.suppress(FileExistsError):  # another process was quicker: looked at like any other
            os.mkdir(path, 0o700)
            os.chmod(path, 0o700)
    known = os.lstat(folder)
    if stat.S_ISDIR(known.st_mode) and is_mine(known) and stat.S_IMODE(known.st_mode) & OTHERS_MAY_WRITE:
        os.chmod(folder, 0o700)  # from a careless umask; each file in it is looked at on its own


def is_mine(known: os.stat_result) -> bool:
    """Does it belong to this user?"""
    return not hasattr(os, "getuid") or known.st_uid == os.getuid()


def is_trusted(known: os.stat_result) -> bool:
    """Can nobody but this user and root have written it?"""
    if not hasattr(os, "getuid"):  # Windows: what is in the user's own folder is the user's
        return not stat.S_ISLNK(known.st_mode)
    by_me = known.st_uid in (0, os.getuid())
    return by_me and not stat.S_ISLNK(known.st_mode) and not known.st_mode & OTHERS_MAY_WRITE


def private_home() -> Path:
    """A folder for this run and the processes it starts."""
    named = os.environ.get(PRIVATE)
    if named and is_trusted_folder(Path(named)):
        return Path(named)
    folder = tempfile.mkdtemp(prefix="tenback-")
    os.environ[PRIVATE] = folder
    atexit.register(remove_if_owner, folder, os.getpid())
    return Path(folder)


def remove_if_owner(folder: str, maker: int) -> None:
    """At the end of the process that made it, not of one forked from it."""
    if os.getpid() == maker:
        shutil.rmtree(folder, ignore_errors=True)


def kernels_folder(digest: str) -> Path:
    """The folder for the machine code of this machine, made if need be; old ones make room for a new one.

    One that is there but cannot be written, of an image made by root, serves as it is.
    """
    wished, name = wished_home(), f"kernels-{digest}"
    if wished is not None and is_trusted_folder(wished) and is_trusted_folder(wished / name):
        return wished / name
    home = cache_home()
    is_new = not os.path.lexists(home / name)
    if not is_usable(home / name):
        home, is_new = private_home(), False
        make_private(home / name)
    if is_new:
        forget_old(own_folders(home))
    return home / name


def forget_old(kept: Iterable[Path]) -> None:
    """Of these folders or files of machine code, keep the newest."""
    for path in sorted(kept, key=newest_first)[KEPT:]:
        with contextlib.suppress(OSError):
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def own_folders(home: Path) -> Iterator[Path]:
    """The folders of machine code that this user made."""
    for entry in os.scandir(home):
        if FOLDER_NAME.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False):
            with contextlib.suppress(OSError):
                if is_mine(entry.stat(follow_symlinks=False)):
                    yield Path(entry.path)


def newest_first(path: Path) -> float:
    """By when it was last written to; one that is gone meanwhile comes last."""
    try:
        return -path.lstat().st_mtime
    except OSError:
        return 0.0


def read_whole(path: Path) -> bytes | None:
    """What was kept in a file; None if it is not there, not to be trusted or not whole (it is removed then)."""
    try:
        with os.fdopen(
            os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)), "rb"
        ) as file:
            known = os.fstat(file.fileno())
            if not stat.S_ISREG(known.st_mode) or not is_trusted(known):
                return None
            data = file.read()
    except OSError:
        return None
    head = len(MAGIC) + hashlib.sha256().digest_size
    if data[:head] == MAGIC + hashlib.sha256(data[head:]).digest():
        return data[head:]
    with contextlib.suppress(OSError):
        path.unlink()
    return None


def write_whole(path: Path, content: bytes) -> None:
    """Keep a file beside its place first, so that nobody ever reads half of it."""
    handle, unfinished = tempfile.mkstemp(dir=path.parent, prefix=".unfinished-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(MAGIC + hashlib.sha256(content).digest() + content)
        os.replace(unfinished, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(unfinished)
        raise


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Wait until no other process works in here: many workers that start at once compile once.

    The system lets go of it when a process ends, however it ends; where it knows no such thing, nobody waits.
    """
    try:
        import fcntl

        handle = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
    except (ImportError, OSError):
        yield
        return
    try:
        with contextlib.suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
