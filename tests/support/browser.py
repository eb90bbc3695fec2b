"""A headless Chromium, driven over a pair of pipes with its own DevTools protocol.

Nothing but the browser is needed: no driver, no port, no network.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any

START = """
import fcntl, os, sys
commands, answers = (fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3])
os.dup2(commands, 3)
os.dup2(answers, 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""Starts the browser, which reads commands from descriptor 3 and answers on 4."""

NAMES = ("chromium", "chromium-browser", "google-chrome")


def find_browser() -> str | None:
    """Return the path of a browser; None if there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """A browser with one page, which lasts as long as the context does."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._session: str | None = None
        self._number = 0
        self._unread = b""
        self.events: list[dict[str, Any]] = []

    def __enter__(self) -> Browser:
        with ExitStack() as stack:
            home = stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
            commands, self._write = os.pipe()
            self._read, answers = os.pipe()
            stack.callback(os.close, self._read)
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-c", START, str(commands), str(answers), self._path),
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-dev-shm-usage",
                    "--remote-debugging-pipe",
                    f"--user-data-dir={home}",
                    "about:blank",
                ],
                pass_fds=(commands, answers),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            stack.callback(self._leave)
            os.close(commands)
            os.close(answers)
            target = self.call("Target.createTarget", url="about:blank")["targetId"]
            attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
            self._session = attached["sessionId"]
            for domain in ("Page", "Runtime", "Log", "Network"):
                self.call(f"{domain}.enable")
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def _leave(self) -> None:
        os.close(self._write)  # the browser ends when its commands end
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and return its result; events that come before it are kept."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                result: dict[str, Any] = answer["result"]
                return result
            self.events.append(answer)

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self._unread:
            chunk = os.read(self._read, 1 << 16)
            assert chunk, "the browser has left"
            self._unread += chunk
        message, _, self._unread = self._unread.partition(b"\0")
        answer: dict[str, Any] = json.loads(message)
        return answer

    # ------------------------------------------------------------------ pages

    def open(self, file: Path, fragment: str = "") -> None:
        """Open a file, as a double click would, and wait until it is loaded."""
        self.events.clear()
        address = file.resolve().as_uri() + fragment
        self.call("Page.navigate", url=address)
        is_there = f"location.href === {json.dumps(address)} && document.readyState === 'complete'"
        while not self.evaluate(is_there):
            self.events.append(self._receive())

    def evaluate(self, script: str) -> Any:
        """Return the value of an expression, awaited if it is a promise."""
        answer = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """Press a key that writes nothing, such as ``ArrowLeft``, or ``Enter`` or ``Tab``."""
        arrows = {"ArrowLeft": 37, "ArrowRight": 39}
        code = {"Enter": 13, "Tab": 9, "Escape": 27, "End": 35, "Home": 36, **arrows}
        text = {"text": "\r"} if key == "Enter" else {}
        stroke = {"key": key, "code": key, "windowsVirtualKeyCode": code[key]}
        self.call("Input.dispatchKeyEvent", type="keyDown", **stroke, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", **stroke)

    def click(self, selector: str, across: float = 0.5) -> None:
        """Click on an element, at that part of its width and half way down."""
        x, y = self.evaluate(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            "e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect();"
            f"return [b.x + {across} * b.width, b.y + b.height / 2]; }})()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            where = {"x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1}
            self.call("Input.dispatchMouseEvent", type=kind, **where)

    def resize(self, width: int, height: int, *, dark: bool = False) -> None:
        """Set the size of the page and whether a dark one is preferred."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def picture(self) -> str:
        """Return the whole page as a PNG in base64."""
        image: str = self.call("Page.captureScreenshot", captureBeyondViewport=True)["data"]
        return image

    def complaints(self) -> list[str]:
        """Return errors and warnings of the page since it was opened."""
        return [
            json.dumps(event["params"])
            for event in self.events
            if event["method"] in ("Runtime.exceptionThrown", "Log.entryAdded")
        ]

    def requests(self) -> list[str]:
        """Return the addresses the page asked for since it was opened."""
        return [
            event["params"]["request"]["url"]
            for event in self.events
            if event["method"] == "Network.requestWillBeSent"
        ]
