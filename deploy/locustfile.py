"""Croupier's own players under Locust, for its web page and its distributed mode.

    pip install locust
    CROUPIER_PYTHON=.venv/bin/python locust -f deploy/locustfile.py --host 127.0.0.1:50051

then open http://localhost:8089. A user is a table that is played again and again, by a player on
every seat; `--mix blossom_ridge=3,blast_radius` says which games, all alike without it. Locust
counts and shows. That nothing was lost, doubled or leaked is what `croupier load` checks.
CROUPIER_PYTHON is the Python that has croupier, where Locust lives in an environment of its own.
"""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

import gevent
from gevent.queue import Queue
from gevent.subprocess import PIPE, Popen
from locust import User, events, task

PYTHON = os.environ.get("CROUPIER_PYTHON", sys.executable)
FEED = "croupier.service.load.feed"  # it says how long everything took, line by line
OVER = "over"


@events.init_command_line_parser.add_listener
def _options(parser: ArgumentParser) -> None:
    parser.add_argument("--mix", default="", help="games with their weights; all alike without")


class Feed:
    """The players of this process, all in one child: gevent and asyncio do not mix."""

    def __init__(self, address: str, mix: str) -> None:
        self._told: dict[str, Queue[list[Any]]] = {}
        self._child = Popen([PYTHON, "-m", FEED, address, mix], stdin=PIPE, stdout=PIPE)
        gevent.spawn(self._hear)

    def play(self, name: str) -> Iterator[list[Any]]:
        """One game; everything that is told of it."""
        told = self._told[name] = Queue()
        self._child.stdin.write(f"{name}\n".encode())
        self._child.stdin.flush()
        yield from iter(told.get, None)

    def end(self) -> None:
        """No more games."""
        self._child.terminate()

    def _hear(self) -> None:
        for line in self._child.stdout:
            name, *what = json.loads(line)
            self._told[name].put(what)
            if what[0] == OVER:
                self._told[name].put(None)


class Table(User):
    """A table that is played again and again."""

    def on_start(self) -> None:
        """The first user of a process starts the players; they end with it."""
        if not hasattr(self.environment, "feed"):
            feed = self.environment.feed = Feed(self.host, self.environment.parsed_options.mix)
            self.environment.events.quitting.add_listener(lambda **_: feed.end())

    @task
    def game(self) -> None:
        """Play one game, and tell Locust of everything as it happens."""
        for kind, took_ms, error in self.environment.feed.play(str(id(self))):
            if error or kind != OVER:
                self.environment.events.request.fire(
                    request_type="croupier",
                    name=kind,
                    response_time=took_ms,
                    response_length=0,
                    exception=RuntimeError(error) if error else None,
                )
