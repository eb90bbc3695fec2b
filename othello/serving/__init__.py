"""The engine as a server: requests and answers in JSON, sessions, the board in the browser.

`tasks` carries out one request, `session` those of one client, `turns` shares the engines among
them. `stdio` and `web` only bring texts to a session and its answers back.
"""
