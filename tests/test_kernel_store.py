"""Where machine code is kept: nobody else can put it there, and what is not whole is made again."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from solver.kernels import store

DIGEST = "0123456789abcdef"
needs_owners = pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owners here")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own; private folders are made below it too."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    monkeypatch.setenv(store.PRIVATE, "")
    return tmp_path / "cache" / "tenback"


def is_private(folder: Path) -> bool:
    """Is it within a folder made for this run, and are both closed to others?"""
    closed = [stat.S_IMODE(path.lstat().st_mode) == 0o700 for path in (folder, folder.parent)]
    return folder.parent.parent.name == "temporary" and all(closed)


@needs_owners
@pytest.mark.parametrize("mask", [0, 0o022, 0o777])
def test_whatever_the_umask_nobody_else_can_write(home: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        folder = store.kernels_folder(DIGEST)
    finally:
        os.umask(before)
    assert folder == home / f"kernels-{DIGEST}"
    assert [stat.S_IMODE(path.stat().st_mode) for path in (folder, home, home.parent)] == [0o700] * 3


@needs_owners
def test_a_folder_left_open_is_closed(home: Path) -> None:
    home.mkdir(parents=True)
    home.chmod(0o777)
    assert store.cache_home() == home
    assert stat.S_IMODE(home.stat().st_mode) == 0o700


@needs_owners
def test_the_folder_of_somebody_else_is_never_used(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = store.kernels_folder(DIGEST)
    monkeypatch.setattr(os, "getuid", lambda: folder.stat().st_uid + 4711)
    if folder.stat().st_uid == 0:
        os.chown(folder, 12345, 12345)
        os.chown(home, 12345, 12345)
    assert is_private(store.kernels_folder(DIGEST))


@needs_owners
@pytest.mark.parametrize("linked", ["", f"kernels-{DIGEST}"])
def test_a_link_is_never_followed(home: Path, tmp_path: Path, linked: str) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    place = home / linked if linked else home
    place.parent.mkdir(parents=True, mode=0o700)
    place.symlink_to(tmp_path / "elsewhere")
    assert is_private(store.kernels_folder(DIGEST))


def test_a_file_in_the_way(home: Path) -> None:
    home.parent.write_text("not a folder")
    folder = store.kernels_folder(DIGEST)
    assert is_private(folder)
    assert store.kernels_folder(DIGEST) == folder, "the processes of this run share it"


def test_nobody_knows_of_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", nowhere)
    assert is_private(store.kernels_folder(DIGEST))


def test_the_private_folder_goes_with_its_maker() -> None:
    folder = store.private_home()
    store.remove_if_owner(str(folder), os.getpid() + 1)
    assert folder.exists()
    store.remove_if_owner(str(folder), os.getpid())
    assert not folder.exists()


def test_only_the_newest_folders_are_kept(home: Path) -> None:
    for age in range(store.KEPT + 3):
        folder = home / f"kernels-{age:016x}"
        folder.mkdir(parents=True, mode=0o700)
        os.utime(folder, (age + 1, age + 1))
    (home / "kernels-mine").mkdir()
    (home / "pages").mkdir()
    home.chmod(0o700)
    store.kernels_folder(DIGEST)
    newest = {f"kernels-{age:016x}" for age in range(4, store.KEPT + 3)}
    assert {path.name for path in home.iterdir()} == {f"kernels-{DIGEST}", "kernels-mine", "pages"} | newest


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    store.write_whole(tmp_path / "one", b"machine code")
    assert store.read_whole(tmp_path / "one") == b"machine code"
    assert store.read_whole(tmp_path / "two") is None
    assert [path.name for path in tmp_path.iterdir() if "unfinished" in path.name] == []


@pytest.mark.parametrize("cut", [0, 1, 20, 60, -1])
def test_a_file_that_is_not_whole_is_removed(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "one"
    store.write_whole(path, b"machine code")
    path.write_bytes(path.read_bytes()[:cut])
    assert store.read_whole(path) is None
    assert not path.exists()


def test_a_file_with_one_bit_wrong_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "one"
    store.write_whole(path, b"machine code")
    path.write_bytes(path.read_bytes()[:-1] + b"f")
    assert store.read_whole(path) is None
    assert not path.exists()


@needs_owners
def test_a_file_that_others_could_have_written_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "one"
    store.write_whole(path, b"machine code")
    path.chmod(0o666)
    assert store.read_whole(path) is None
    (tmp_path / "link").symlink_to(path)
    path.chmod(0o600)
    assert store.read_whole(tmp_path / "link") is None
