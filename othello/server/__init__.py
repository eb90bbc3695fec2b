"""The server of ``othello serve``: HTTP and WebSockets for `othello.serving`, and the page."""
