"""The engine for programs: requests and answers in JSON, sessions.

`requests` checks a request, `tasks` carries it out, `session` has those of one client, `scheduler`
shares the engines among them. `stdio`, and the room `othello.server`, only bring texts to a session
and its answers back.
"""
