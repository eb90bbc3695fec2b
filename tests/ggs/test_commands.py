"""The command lines of ``ggs`` and ``referee``: what cannot be used is quoted."""

import os
import socket
import subprocess
from argparse import Namespace
from pathlib import Path
from types import SimpleNamespace

import pytest
from support.cli_process import othello, start
from support.patience import SECONDS

from othello.ggs.commands.ggs import address, password_of
from othello.ggs.commands.referee import tell_address

resource = pytest.importorskip("resource") if os.name == "posix" else None


@pytest.mark.parametrize("end", ["", "\n", "\r\nmore\r\n"])
def test_the_first_line_of_a_password_file_is_the_password(tmp_path: Path, end: str) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_bytes(f"\ufeffsecret-w\u00f6rd{end}".encode())  # as Windows writes it
    secret.chmod(0o600)
    assert password_of(Namespace(password_file=secret)) == "secret-w\u00f6rd"


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="no limits of other processes")
def test_a_full_disk_ends_the_referee_with_a_word(tmp_path: Path) -> None:
    pipe = subprocess.PIPE
    words = ("referee", "--port", 0, "--folder", tmp_path / "kept")
    with start(*words, stdout=pipe, stderr=pipe) as server:
        port = int(server.stdout.readline().rpartition(":")[2])
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (0, 0))
        with socket.create_connection(("127.0.0.1", port), SECONDS) as alice:
            alice.sendall(b"alice\nsecret\n")
            while alice.recv(1 << 16):
                pass
        _, errors = server.communicate(timeout=SECONDS)
    assert server.returncode == 2
    assert errors == f"othello: {tmp_path / 'kept' / 'journal.jsonl'}: File too large\n"


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_the_address_that_the_referee_tells_is_one_for_the_client(
    host: str, capsys: pytest.CaptureFixture[str]
) -> None:
    listening = SimpleNamespace(getsockname=lambda: (host, 4000))
    tell_address(SimpleNamespace(sockets=[listening]))
    assert address(capsys.readouterr().out.split()[-1]) == (host, 4000)


@pytest.mark.parametrize(
    "words",
    [
        ("referee", "--host", "a..b"),
        ("ggs", "a..b:1", "--user", "alice", "--hash", "1"),
        ("serve", "--host", "a..b"),
    ],
    ids=lambda words: words[0],
)
def test_a_host_that_can_have_no_such_name_is_named(words: tuple[str, ...], tmp_path: Path) -> None:
    done = othello(*words, cwd=tmp_path, OTHELLO_GGS_PASSWORD="secret-word")
    assert (done.returncode, done.stdout) == (2, "") and "Traceback" not in done.stderr
    assert "a..b" in done.stderr
