"""The engine for programs: requests and answers in JSON, sessions.

`requests` checks a request, `session` has those of one client, `scheduler` carries them out and
shares the engines among them. `stdio`, and the room `othello.server`, only bring texts to a session
and its answers back.
"""
