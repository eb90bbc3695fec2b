"""Files are written whole or not at all, even if an error occurs while they are written."""

import errno
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from support.cli_process import run_with_size_limit, written
from support.patience import SECONDS
from support.systems import POSIX

from othello.errors import FileError, printable
from othello.files.access import is_same_file, reading
from othello.files.lines import LineFile
from othello.files.lock import locked
from othello.files.writing import replacing, replacing_all, writable

AS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "out.txt"
    path.write_text("old")
    return path


def test_names_of_one_file(old: Path, tmp_path: Path) -> None:
    os.link(old, tmp_path / "second.txt")
    assert is_same_file(old, f"{tmp_path}/./out.txt")
    assert is_same_file(str(old), tmp_path / "second.txt")
    assert not is_same_file(old, written(tmp_path / "copy.txt", "old"))
    assert not is_same_file(tmp_path / "none", tmp_path / "none"), "no file yet"


def test_replaced_when_whole(old: Path) -> None:
    with replacing(old) as file:
        file.write("new")
        assert old.read_text() == "old"
    assert old.read_text() == "new"
    with replacing(old, "wb") as file:
        file.write(b"\xff")
    assert old.read_bytes() == b"\xff"
    assert names(old.parent) == ["out.txt"]


@pytest.mark.parametrize("kind", [ValueError, KeyboardInterrupt, SystemExit])
def test_what_was_there_stays(old: Path, kind: type[BaseException]) -> None:
    with pytest.raises(kind), replacing(old) as file:  # noqa: PT012
        file.write("half")
        file.flush()
        raise kind
    assert old.read_text() == "old"
    assert names(old.parent) == ["out.txt"]


def test_all_or_none(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a", "b", "c")]
    with replacing_all(paths) as files:
        for number, file in enumerate(files):
            file.write(str(number))
    assert [path.read_text() for path in paths] == ["0", "1", "2"]
    with pytest.raises(ZeroDivisionError), replacing_all(paths) as files:  # noqa: PT012
        files[0].write("new")
        raise ZeroDivisionError
    with pytest.raises(FileError), replacing_all([*paths, tmp_path]):
        pytest.fail("a folder cannot be replaced")
    assert [path.read_text() for path in paths] == ["0", "1", "2"]
    assert names(tmp_path) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("opened", "limit", "length", "left"),
    [("replacing", 4096, 1000, "old"), ("LineFile", 4500, 999, 4 * ("x" * 999 + "\n"))],
)
def test_a_file_that_grows_too_large(
    opened: str, limit: int, length: int, left: str, old: Path
) -> None:
    """Beyond the limit of `ulimit -f` the write fails: the old file stays, or the whole lines."""
    if opened == "LineFile":
        old.unlink()
    program = (
        "import sys; from othello.files.lines import LineFile\n"
        "from othello.files.writing import replacing\n"
        f"with {opened}(sys.argv[1]) as file:\n"
        f"    for _ in range(1000): file.write({length} * 'x')"
    )
    done = run_with_size_limit(limit, [sys.executable, "-c", program, old])
    assert done.stderr.endswith(f"FileError: {old}: File too large\n")
    assert old.read_text() == left
    assert names(old.parent) == ["out.txt"]


@POSIX
def test_mode_stays_and_a_new_file_has_the_usual_one(tmp_path: Path) -> None:
    path, fresh, usual = (tmp_path / name for name in ("old", "fresh", "usual"))
    path.write_text("old")
    path.chmod(0o640)
    usual.write_text("")
    for file in (path, fresh):
        with replacing(file) as out:
            out.write("new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert fresh.stat().st_mode == usual.stat().st_mode


@POSIX
def test_a_links_target_is_written(old: Path) -> None:
    folder = old.parent / "elsewhere"
    folder.mkdir()
    link = folder / "link"
    link.symlink_to("../out.txt")
    dangling = folder / "dangling"
    dangling.symlink_to("made")
    for path in (link, dangling):
        with replacing(path) as file:
            file.write("new")
        assert path.is_symlink() and path.read_text() == "new"
    assert old.read_text() == "new" and not old.is_symlink()
    assert names(folder) == ["dangling", "link", "made"]
    loop = folder / "loop"
    loop.symlink_to("loop")
    with pytest.raises(FileError, match="loop"), replacing(loop):
        pytest.fail("it leads nowhere")


@POSIX
def test_devices_and_pipes_are_written_to(tmp_path: Path) -> None:
    # None of the machine's own devices, which an error here would replace for everybody.
    ours, theirs = os.openpty()
    device = os.ttyname(theirs)
    writable(device)
    with replacing(device) as file:
        file.write("x")
    assert os.read(ours, 10) == b"x"
    assert stat.S_ISCHR(os.stat(device).st_mode)
    os.close(ours)
    os.close(theirs)
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append(fifo.read_text()))
    reader.start()
    with replacing(fifo) as file:
        file.write("through")
    reader.join(SECONDS)
    assert got == ["through"]
    assert names(tmp_path) == ["fifo"]


@POSIX
@pytest.mark.parametrize("name", ["link", "/dev/fd/1", "/proc/self/fd/1"])
def test_stdout_by_name(tmp_path: Path, name: str) -> None:
    """What is printed goes on behind it, in a file too; ``/dev/stdout`` is such a link."""
    link = tmp_path / "link"
    link.symlink_to("/proc/self/fd/1")
    program = (
        "import sys; from othello.files.writing import replacing\n"
        "with replacing(sys.argv[1]) as file: file.write('one\\n')\n"
        "print('two')"
    )
    command = [sys.executable, "-c", program, link if name == "link" else name]
    out = tmp_path / "out"
    with out.open("w") as file:
        subprocess.run(command, stdout=file, check=True)
    assert out.read_text() == "one\ntwo\n"
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    assert done.stdout == "one\ntwo\n"
    assert names(tmp_path) == ["link", "out"] and link.is_symlink()


@POSIX
def test_nobody_reads_on() -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    try:
        with pytest.raises(BrokenPipeError), replacing(f"/dev/fd/{theirs}") as file:
            file.write("x")
    finally:
        os.close(theirs)


@POSIX
@pytest.mark.skipif(AS_ROOT, reason="root may write anything")
def test_files_that_may_not_be_written(old: Path) -> None:
    old.chmod(0o444)
    with pytest.raises(FileError, match="Permission denied"):
        writable(old)
    old.chmod(0o644)
    old.parent.chmod(0o555)
    with pytest.raises(FileError, match="Permission denied"):
        writable(old)
    old.parent.chmod(0o755)


def test_writable_touches_nothing(old: Path) -> None:
    before = old.stat()
    writable(old)
    writable(old.parent / "new")
    writable("x" * 200)  # in the present folder; room is left for a temporary name
    with pytest.raises(FileError, match="embedded null "):
        writable("a\0b")
    assert old.stat() == before
    assert names(old.parent) == ["out.txt"]


# ---------------------------------------------------------------------- lines


@pytest.mark.parametrize(
    ("before", "whole", "kept"),
    [
        ("", "", ""),
        ("a\n", "", "a\n"),
        ("a\nto", "", "a\n"),
        ("torn", "", ""),
        ("a\n" + "t" * 200_000, "", "a\n"),
        ("", ";)", ""),
        ("(;)\n", ";)", "(;)\n"),
        ("(;)\n(;)", ";)", "(;)\n(;)\n"),
        ("(;)\n(;", ";)", "(;)\n"),
        (")", ";)", ""),
    ],
)
def test_a_torn_line_is_cut_off(tmp_path: Path, before: str, whole: str, kept: str) -> None:
    """Unless it only lacks its newline, which `whole` shows."""
    path = tmp_path / "lines"
    path.write_text(before)
    with LineFile(path, whole=whole.encode()) as file:
        assert path.read_text() == kept
        file.write("next")
        assert path.read_text() == f"{kept}next\n"
    file.close()


@POSIX
def test_lines_to_a_pipe(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with pytest.raises(FileError, match="nobody reads this pipe"):
        LineFile(fifo)
    reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    with LineFile(fifo) as file:
        file.write("heard")
        assert os.read(reader, 100) == b"heard\n"
    os.close(reader)


# ---------------------------------------------------------------------- locks

HOLDER = (
    "import sys; from othello.files.lock import locked\n"
    "with locked(sys.argv[1]):\n"
    "    print('held', flush=True)\n"
    "    sys.stdin.read()"
)


def hold(path: Path) -> subprocess.Popen[str]:
    """Return a process that has the lock until its stdin is closed."""
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout is not None and holder.stdout.readline() == "held\n"
    return holder


@pytest.mark.parametrize("kind", ["folder", "file"])
@pytest.mark.parametrize("is_killed", [False, True])
def test_a_lock_keeps_others_away(tmp_path: Path, kind: str, is_killed: bool) -> None:
    path = tmp_path / kind
    if kind == "folder":
        path.mkdir()
    holder = hold(path)
    with pytest.raises(FileError) as raised, locked(path):
        pytest.fail("another process has it")
    assert str(raised.value) == f"{path}: in use by process {holder.pid}"
    if is_killed:
        holder.kill()
    holder.communicate()
    with locked(path):
        pass
    assert names(tmp_path) == ([kind] if kind == "folder" else [])
    with locked(path), pytest.raises(FileError, match=f"process {os.getpid()}"), locked(path):
        pytest.fail("this process has it")


@POSIX
def test_a_link_has_the_lock_of_its_file(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "folder" / "link"
    link.parent.mkdir()
    link.symlink_to(path)
    for one, other in ((path, link), (link, path)):
        with locked(one), pytest.raises(FileError, match="in use by process"), locked(other):
            pytest.fail("it is locked by its other name")


def test_many_want_a_lock(tmp_path: Path) -> None:
    """Of many processes one at a time has the lock, though its file is removed and made again."""
    inside: list[int] = []
    together: list[int] = []

    def try_often() -> None:
        for _ in range(300):
            try:
                with locked(tmp_path):
                    inside.append(1)
                    together.append(len(inside))
                    inside.pop()
            except FileError:
                pass

    threads = [threading.Thread(target=try_often) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(together) == {1}


def test_a_lock_is_waited_for(tmp_path: Path) -> None:
    """As long as `wait` says, and no longer."""
    path = tmp_path / "file"
    holder = hold(path)
    with pytest.raises(FileError, match="in use by process"), locked(path, wait=0.1):
        pytest.fail("another process has it")
    with pytest.raises(FileError, match="No such file"), locked(tmp_path / "no" / "file"):
        pytest.fail("there is no folder")
    leaving = threading.Timer(0.1, holder.communicate)
    leaving.start()
    with locked(path, wait=SECONDS):
        assert holder.wait(SECONDS) == 0
    leaving.join()


# ---------------------------------------------------------------------- terminals


def test_printable() -> None:
    assert printable("Müller – 大\ta\n") == "Müller – 大\ta\n"
    assert printable("a\x1b]0;b\x07\x9b\u202e\r") == r"a\x1b]0;b\x07\x9b\u202e\r"


def test_a_folder_in_place_of_a_file_is_answered_with_its_files(tmp_path: Path) -> None:
    expected = f"{tmp_path}: Is a directory: expected a file, such as one of {tmp_path / '*'}"
    with pytest.raises(FileError) as raised:
        reading(tmp_path)
    assert str(raised.value) == expected and raised.value.errno == errno.EISDIR
