# What rooms add to `othello`, for type checkers; `Room.names` says it for Python.
from othello import client as client
from othello import evaluators as evaluators
from othello import learning as learning
from othello.client.bot import serve_bot as serve_bot
from othello.gamebase.base import GameBase as GameBase
