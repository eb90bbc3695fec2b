"""Checks of who may speak to the server, before any request of HTTP or a WebSocket is looked at.

A page of another site can make a visitor's browser send requests to this machine. Such a request
has a foreign ``Origin``; or, where the other site's name was made to point here (DNS rebinding), a
foreign ``Host``. Both are refused. A proxy may pass on the ``Host`` that the browser asked for, or
its own; so the names that people reach the proxy by must be given, and are right in both headers.
"""

import hmac
import re
from collections.abc import Collection
from hashlib import sha256
from ipaddress import ip_address
from socket import gethostname

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from othello.server.connections import let_in
from othello.serving.requests import MAX_MESSAGE_BYTES

COOKIE = "othello_token_"
"""The name begins so. It goes on with a digest of the token: a host may have several servers,
and a browser does not tell the cookies of its ports apart."""

COOKIE_FOR = "HttpOnly; SameSite=Strict; Max-Age=31536000"
"""A year: a page that was installed as an app opens without the token."""

LOCAL_NAME = "localhost"
THIS_MACHINE = gethostname().lower()

PLACE = re.compile(r"(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::[0-9]{0,5})?", re.ASCII | re.IGNORECASE)
"""A ``Host`` that may be valid: a name or an address, and perhaps a port."""

ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://(.*)", re.IGNORECASE | re.DOTALL)
"""An ``Origin`` that may be valid, but for ``null``: a scheme and a place."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
"""Headers of every answer: a page may load and connect to nothing but this server."""


class HostCheck:
    """Refuses strangers; everybody else goes on to `app`.

    Parameters
    ----------
    app : ASGI application
        What answers everybody else.
    host : str
        The name or address that the server listens on.
    names : collection of str
        Further names that people reach it by, such as a proxy's.
    token : str, optional
        A secret that clients must know: as ``Authorization: Bearer``, in the address as
        ``?token=``, or in the cookie that a page opened with such an address is given.
    """

    def __init__(
        self, app: ASGIApp, host: str, names: Collection[str] = (), token: str | None = None
    ) -> None:
        self._app = app
        self._names = {name.lower() for name in names}
        self._own_names = {LOCAL_NAME, host.lower(), THIS_MACHINE, f"{THIS_MACHINE}.local"}
        self._token = token
        self._cookie = COOKIE + sha256((token or "").encode()).hexdigest()[:8]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the request, and pass it on or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        request = HTTPConnection(scope)
        refusal = self._refusal(request)
        if refusal is not None:
            await _refuse(refusal, scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                if self._token is not None and self._is_token(request.query_params.get("token")):
                    # Without a path it is for the folder of the address: a proxy may have others.
                    headers["Set-Cookie"] = f"{self._cookie}={self._token}; {COOKIE_FOR}"
            await send(message)

        with let_in(scope):
            await self._app(scope, receive, send_with_headers)

    def _refusal(self, request: HTTPConnection) -> tuple[int, str] | None:
        """Return the status and the reason why a request is refused; None if it is not."""
        host = request.headers.get("host", "")
        if not self._is_own_name(_name_of(host)):
            expected = (
                "expected a numeric address, localhost, the name of this machine, "
                "or a name that --host-name was given"
            )
            return 421, f"unknown host {host[:100]!r}: {expected}"
        for origin in request.headers.getlist("origin"):
            if not self._is_own_origin(origin, host):
                expected = "expected that of this page, or a name that --host-name was given"
                return 403, f"foreign origin {origin[:100]!r}: {expected}"
        if self._token is not None and not self._knows_token(request):
            return 401, "a wrong token, or none: expected ?token=… in the address"
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 20 or int(length) > MAX_MESSAGE_BYTES:
            return 413, f"a body of more than {MAX_MESSAGE_BYTES} bytes"
        return None

    def _is_own_name(self, name: str) -> bool:
        """Return whether a name in lower case is this server's.

        A numeric address always is: no other site can have it.
        """
        if name in self._own_names or name in self._names:
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return True

    def _is_own_origin(self, origin: str, host: str) -> bool:
        """Return whether a page of `origin` may ask what was sent to `host`."""
        found = ORIGIN.fullmatch(origin)
        if found is None:
            return False
        return found[1].lower() == host.lower() or _name_of(found[1]) in self._names

    def _knows_token(self, request: HTTPConnection) -> bool:
        kind, _, given = request.headers.get("authorization", "").partition(" ")
        in_header = given if kind.lower() == "bearer" else None
        tokens = (in_header, request.cookies.get(self._cookie), request.query_params.get("token"))
        return any(map(self._is_token, tokens))

    def _is_token(self, given: str | None) -> bool:
        if self._token is None or given is None:
            return False
        return hmac.compare_digest(given.encode(), self._token.encode())


def _name_of(place: str) -> str:
    """Return the name or address in ``Host``, without its port; empty if it is none."""
    found = PLACE.fullmatch(place)
    return "" if found is None else (found[1] or found[2]).lower()


async def _refuse(refusal: tuple[int, str], scope: Scope, receive: Receive, send: Send) -> None:
    status, reason = refusal
    response = JSONResponse({"id": None, "error": {"message": reason}}, status, HEADERS)
    if scope["type"] == "websocket":
        await receive()  # the wish to connect
    await response(scope, receive, send)
