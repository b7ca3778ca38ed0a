"""One line that says everything of some random games: run it under several hash seeds."""

import hashlib
import sys
from functools import reduce
from importlib import import_module
from typing import Any

import msgspec

from croupier.engines.kernel.stored import Stored
from tests.engines.kernel.subject import Subject
from tests.engines.kernel.walk import Game, seen, told


def digest(subject: Subject, tables: int) -> str:
    """SHA-256 over tables, views, prompts, legal lists and events of so many games."""
    sum_ = hashlib.sha256()
    counts = tuple(subject.engine.seats)
    for seed in range(tables):
        game = Game(subject, counts[seed % len(counts)], seed)
        stored: Stored[Any] = Stored(subject.engine.stored)
        for commit in game.commits():
            sum_.update(stored.write(game.table))
            sum_.update(msgspec.msgpack.encode(game.legal))
            for viewer in game.viewers:
                sum_.update(b"".join(told(commit.change.events, viewer)))
                sum_.update(b"".join(seen(subject, game.table, viewer).values()))
    return sum_.hexdigest()


def main() -> None:
    """`python -m tests.engines.kernel.digest module:Class.subject tables`."""
    module, _, path = sys.argv[1].partition(":")
    subject: Any = reduce(getattr, path.split("."), import_module(module))
    sys.stdout.write(digest(subject, int(sys.argv[2])) + "\n")


if __name__ == "__main__":
    main()
