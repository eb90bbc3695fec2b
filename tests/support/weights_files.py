"""Files of weights as somebody makes them who means harm: whole, with a checksum that fits."""

import json
import struct
import zlib
from typing import Any

from othello.weights.file import START


def with_checksum(contents: bytes) -> bytes:
    """Return `contents` with a checksum that fits at its end."""
    return contents[:-4] + struct.pack("<I", zlib.crc32(contents[:-4]))


def with_parts(header: bytes, body: bytes, version: int = 3) -> bytes:
    """Return a file with this header and body."""
    start = START.pack(b"OTHELLOW", version, len(header), len(body))
    return with_checksum(start + header + body + bytes(4))


def parts(contents: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the header of a file, and its body."""
    size = START.unpack_from(contents)[2]
    return json.loads(contents[START.size : START.size + size]), contents[START.size + size : -4]
