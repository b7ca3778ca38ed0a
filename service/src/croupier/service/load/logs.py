"""The strictest check: the stored log of every table, played again and compared with what was
seen. It needs the store, so it is for whoever runs the service."""

from croupier.service.app.live import Tables
from croupier.service.app.ports import Rotten, Store
from croupier.service.app.problems import Problem
from croupier.service.app.replay import LogMismatch
from croupier.service.catalogue import GAMES
from croupier.service.load.checker import lost_of, violations
from croupier.service.load.run import Run
from croupier.service.load.truth import truth_of
from croupier.service.transport.wire import Wire


async def read_logs(run: Run, store: Store, tables: Tables) -> None:
    """Compare every table with its log; what is wrong is added to the run."""
    wires = {engine.game: Wire(engine) for engine in GAMES}
    for played in run.played:
        try:
            truth = await truth_of(store, tables, wires[played.game], played.table_id)
        except (LogMismatch, Problem, Rotten) as error:
            run.wrong.add([f"{played.table_id}: its log cannot be played again: {error}"])
        else:
            history = played.history()
            found = violations(history, [truth])
            if found and run.may_lose:
                lost = lost_of(history, truth)
                run.lost |= lost
                found = violations(history.survivors(lost), [truth])
            run.wrong.add(found)
        run.read += 1
