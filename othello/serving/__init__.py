"""The engine as a server: requests and answers in JSON, sessions, the board in the browser.

`requests` checks a request, `tasks` carries it out, `session` has those of one client, `scheduler`
shares the engines among them. `stdio` and `web` only bring texts to a session and its answers back.
"""
