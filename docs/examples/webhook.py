"""A server that answers {"position": "f5d6"} with {"move": "c3", "score": 0.4}, over HTTP.

A position is startpos, moves, an OBF line or a FEN. A move is a square, pass, or null when the
game is over; the score is in discs for the side to move. What cannot be used is answered by the
status 400 or 413 and an error that says what is wrong. A web page of another site cannot use it:
a browser asks first, with OPTIONS, before a page may send application/json elsewhere, and that is
refused.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import othello

HOST, PORT, SECONDS, MOST_BYTES = "127.0.0.1", 8070, 1.0, 10_000
engine, lock = othello.Engine(), threading.Lock()


class Webhook(BaseHTTPRequestHandler):
    timeout = 10  # seconds for a line or a body to come

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if self.headers.get_content_type() != "application/json" or not length.isdecimal():
            return self.answer(400, error="expected application/json with a Content-Length")
        if len(length) > 9 or int(length) > MOST_BYTES:
            return self.answer(413, error=f"{length} bytes: expected {MOST_BYTES} at most")
        try:
            asked = json.loads(self.rfile.read(int(length)))
            if not isinstance(asked, dict) or not isinstance(asked.get("position"), str):
                raise ValueError('expected {"position": TEXT}')
            board = othello.Board(asked["position"])
        except (ValueError, RecursionError) as error:
            return self.answer(400, error=str(error))
        if board.is_over:
            return self.answer(200, move=None, score=board.score())
        with lock:  # one search at a time
            found = engine.search(board, seconds=SECONDS)
        return self.answer(200, move=str(found.move), score=found.score)

    def answer(self, status, **message):
        body = json.dumps(message).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


with ThreadingHTTPServer((HOST, PORT), Webhook) as server:
    print(f"listening on {HOST}:{server.server_port}", flush=True)
    server.serve_forever()
