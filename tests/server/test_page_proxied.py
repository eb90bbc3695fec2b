"""The page behind a proxy with HTTPS, and its name and path: the recipes in the docs."""

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from support.chromium import chromium
from support.patience import SECONDS
from support.served_page import served_page
from support.server import Server, serving
from support.source import text_of

NAME = "othello.example"
TOKEN = "open-sesame"

NGINX = """
daemon off; master_process off; pid {folder}/pid; error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {recipe}
}}
"""

CADDY = """
{{
    admin off
    auto_https disable_redirects
    https_port {port}
}}
{recipe}
"""


def program(name: str) -> str:
    """Return the path of a program; skip the test where there is none."""
    path = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


def recipe(opening: str, **changes: str) -> str:
    """Return the example in the docs that begins with `opening`, with some of its words changed."""
    found = re.search(rf"```\w+\n({re.escape(opening)}.*?)```", text_of("docs/serve.md"), re.DOTALL)
    assert found is not None
    text = found[1]
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    return text


@contextmanager
def running(port: int, folder: Path, *command: str | Path) -> Iterator[None]:
    """Run a program during the ``with`` block, once it listens on a port."""
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            command, stdout=log, stderr=log, env=os.environ | {"HOME": str(folder)}
        )
    try:
        deadline = time.monotonic() + SECONDS
        while True:
            assert process.poll() is None, (folder / "log").read_text()
            try:
                socket.create_connection(("127.0.0.1", port), SECONDS).close()
                break
            except ConnectionRefusedError:
                assert time.monotonic() < deadline
                time.sleep(0.05)
        yield
    finally:
        process.kill()
        process.wait()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server that knows the proxy's name."""
    with serving("--host-name", NAME, "--token", TOKEN) as started:
        yield started


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A browser that finds the proxy by its name."""
    with chromium(f"--host-resolver-rules=MAP {NAME} 127.0.0.1") as started:
        yield started


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A certificate and its key."""
    openssl, folder = program("openssl"), tmp_path_factory.mktemp("certificate")
    certificate, key = folder / "othello.crt", folder / "othello.key"
    kind = f"req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={NAME}".split()
    files = "-out", certificate, "-keyout", key
    subprocess.run([openssl, *kind, *files], check=True, capture_output=True)
    return str(certificate), str(key)


def play_over(browser: Any, address: str) -> None:
    """Open the page behind a proxy and play a move; then come back without the token."""
    with served_page(browser, address, ignore_https_errors=True) as page:
        page.goto(f"{address}?token={TOKEN}")
        page.wait_until_ready()
        page.play()
        page.goto("about:blank")
        page.goto(address)
        page.wait_until_ready()
        page.wait_for_selector("#grid .legal")


@pytest.mark.parametrize(
    ("path", "host"),
    [
        ("/", ""),
        ("/othello/", "proxy_set_header Host $host;"),
        ("/user/x/proxy/8000/", "proxy_set_header Host $http_host;"),
    ],
)
def test_behind_nginx(
    browser: Any,
    server: Server,
    certificate: tuple[str, str],
    tmp_path: Path,
    unused_port: int,
    path: str,
    host: str,
) -> None:
    """Whatever `Host` is: nginx's own word for the server, or the name with or without a port."""
    nginx, port = program("nginx"), unused_port
    changes = {
        "listen 443": f"{host} listen 127.0.0.1:{port}",
        "/etc/ssl/othello.crt": certificate[0],
        "/etc/ssl/othello.key": certificate[1],
        "/othello/ {": f"{path} {{",
        "http://127.0.0.1:8064/": server.address.partition("?")[0],
    }
    config = tmp_path / "nginx.conf"
    config.write_text(NGINX.format(folder=tmp_path, recipe=recipe("server {", **changes)))
    with running(port, tmp_path, nginx, "-p", tmp_path, "-e", "stderr", "-c", config):
        play_over(browser, f"https://{NAME}:{port}{path}")


def test_behind_caddy(
    browser: Any,
    server: Server,
    certificate: tuple[str, str],
    tmp_path: Path,
    unused_port: int,
) -> None:
    caddy, port = program("caddy"), unused_port
    changes = {
        f"{NAME} {{": f"{NAME} {{\n    tls {' '.join(certificate)}",
        "127.0.0.1:8064": urlsplit(server.address).netloc,
    }
    config = tmp_path / "Caddyfile"
    config.write_text(CADDY.format(port=port, recipe=recipe(NAME, **changes)))
    with running(port, tmp_path, caddy, "run", "--config", config, "--adapter", "caddyfile"):
        play_over(browser, f"https://{NAME}:{port}/othello/")
