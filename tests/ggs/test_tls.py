"""An encrypted connection: the certificate is checked."""

import asyncio
import shutil
import ssl
import subprocess
from contextlib import nullcontext
from pathlib import Path

import pytest
from support.ggs import let_in, play, tell, until

from othello.errors import EngineError
from othello.ggs.lines import Connection
from othello.ggs.wire import GameType, MatchNotice


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl for a certificate")
@pytest.mark.parametrize("is_known", [True, False])
async def test_a_certificate_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_known: bool
) -> None:
    key, certificate = str(tmp_path / "key.pem"), str(tmp_path / "certificate.pem")
    made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=test", "-days", "2"]
    named = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate]
    subprocess.run(["openssl", *made, *named], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    if is_known:
        monkeypatch.setenv("SSL_CERT_FILE", certificate)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = Connection(reader, writer)
        names = (await let_in(connection), "bob")
        ended = MatchNotice(".1", names, GameType(), False, is_new=False, result="+0.00")
        tell(connection, [ended])
        await until(connection, "quit")
        await connection.closed()

    refused = pytest.raises(EngineError, match="certificate")
    async with await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context) as server:
        port = server.sockets[0].getsockname()[1]
        with nullcontext() if is_known else refused:
            client, _ = await play(port, "alice", tmp_path, n_matches=1, is_tls=True)
            assert client.n_done == 1
            await asyncio.sleep(0.1)
