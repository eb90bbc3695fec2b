"""Who may speak to the server: checks before any request of HTTP or a WebSocket is looked at.

A page of another site can make a visitor's browser send requests to this machine. Such a request
has a foreign ``Origin``; or, where the other site's name was made to point here (DNS rebinding), a
foreign ``Host``. Both are refused.
"""

from __future__ import annotations

import hmac
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from socket import gethostname
from urllib.parse import parse_qs, urlsplit

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from othello.serving.schema import MAX_MESSAGE_BYTES

__all__ = ["HEADERS", "Guard"]

COOKIE = "othello_token"

LOCAL_NAME = "localhost"
THIS_MACHINE = gethostname().lower()

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
"""Headers of every answer: a page may load and connect to nothing but this server."""


class Guard:
    """Refuses strangers; everybody else goes on to `app`.

    Parameters
    ----------
    app : ASGI application
        What is guarded.
    host : str
        The name or address that the server listens on.
    token : str, optional
        A secret that clients must know: as ``Authorization: Bearer``, in the address as
        ``?token=``, or in the cookie that a page opened with such an address is given.
    """

    def __init__(self, app: ASGIApp, host: str, token: str | None = None) -> None:
        self._app = app
        self._host = host.lower()
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the request, and pass it on or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await _refuse(refusal, scope, receive, send)
            return
        cookie = None
        if self._token is not None and self._is_token(_token_in_address(scope)):
            cookie = f"{COOKIE}={self._token}; HttpOnly; SameSite=Strict; Path=/"

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = {**HEADERS, **({"Set-Cookie": cookie} if cookie else {})}
                message["headers"] = [
                    *message.get("headers", ()),
                    *((name.lower().encode(), value.encode()) for name, value in added.items()),
                ]
            await send(message)

        await self._app(scope, receive, send_guarded)

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        """Return the status and the reason why a request is refused; None if it is not."""
        host = headers.get("host", "")
        if not self._is_own_name(host):
            expected = "expected a numeric address, localhost, or the name of this machine"
            return 421, f"unknown host {host[:100]!r}: {expected}"
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            return 403, f"foreign origin {origin[:100]!r}"
        if self._token is not None and not self._knows_token(scope, headers):
            return 401, "a wrong token, or none: expected ?token=… in the address"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > MAX_MESSAGE_BYTES:
            return 413, f"a body of more than {MAX_MESSAGE_BYTES} bytes"
        return None

    def _is_own_name(self, host: str) -> bool:
        """Return whether `host`, with or without a port, names this server.

        A numeric address always does: no other site can have it.
        """
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in (LOCAL_NAME, self._host, THIS_MACHINE, f"{THIS_MACHINE}.local"):
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return True

    def _knows_token(self, scope: Scope, headers: dict[str, str]) -> bool:
        kind, _, given = headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and self._is_token(given):
            return True
        try:
            cookies = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            cookies = SimpleCookie()
        kept = cookies[COOKIE].value if COOKIE in cookies else None
        return self._is_token(kept) or self._is_token(_token_in_address(scope))

    def _is_token(self, given: str | None) -> bool:
        if self._token is None or given is None:
            return False
        return hmac.compare_digest(given.encode(), self._token.encode())


def _token_in_address(scope: Scope) -> str | None:
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    tokens = query.get("token")
    return tokens[0] if tokens else None


async def _refuse(refusal: tuple[int, str], scope: Scope, receive: Receive, send: Send) -> None:
    status, reason = refusal
    response = JSONResponse({"id": None, "error": {"message": reason}}, status, HEADERS)
    if scope["type"] == "websocket":
        await receive()  # the wish to connect
    await response(scope, receive, send)
