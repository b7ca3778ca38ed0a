"""The engine alone: apply with its prompts, one view, the legal list, the snapshot's codec."""

import statistics
import time
from collections.abc import Callable
from typing import Any

from croupier.engines.kernel.engine import Engine
from croupier.engines.kernel.rng import KeyedRng
from croupier.service.app.games import Game

GAMES_PLAYED = 6


def measure(engine: Engine) -> dict[str, float]:
    """Medians in microseconds over whole random games with each number of seats."""
    game = Game(engine)
    spent: dict[str, list[float]] = {}

    def timed(name: str, call: Callable[[], Any]) -> Any:
        began = time.perf_counter()
        done = call()
        spent.setdefault(name, []).append((time.perf_counter() - began) * 1e6)
        return done

    for number in range(GAMES_PLAYED):
        seats = engine.seats[number % len(engine.seats)]
        rng, chance = KeyedRng(b"%d table" % number), KeyedRng(b"%d house" % number)
        table = engine.setup(seats, engine.options(), game.house_pack, rng).table
        while engine.result(table) is None:
            table = _one_command(engine, game, table, rng, chance, timed)
    return {name: statistics.median(values) for name, values in spent.items()}


def _one_command(
    engine: Engine,
    game: Game,
    table: Any,
    rng: KeyedRng,
    chance: KeyedRng,
    timed: Callable[[str, Callable[[], Any]], Any],
) -> Any:
    prompt = engine.questions(table)[0]
    view = timed("view_us", lambda: engine.project(table, prompt.seat))
    command = engine.house_answer(view, prompt, "random", chance)
    timed("legal_us", lambda: list(engine.legal(table, prompt.seat)))

    def decide() -> Any:
        after = engine.apply(table, command, rng).table
        engine.questions(after)
        return after

    after = timed("apply_us", decide)
    written = timed("encode_us", lambda: game.tables.write(after))
    timed("decode_us", lambda: game.tables.read(written))
    return after
