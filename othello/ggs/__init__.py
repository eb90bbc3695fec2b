"""Playing on GGS, the Generic Game Server, and a small server that speaks the same protocol.

`wire` reads and writes the server's messages, `clocks` has the clocks of a game, `rules` says which
requests are accepted. `client` plays with them, and `referee` is the server.
"""
