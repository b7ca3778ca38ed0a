"""What one viewer sees of a table: built up from nothing, once per revision."""

from typing import Any

from croupier.engines.kernel.agenda import Prompt
from croupier.engines.kernel.prompts import numbered
from croupier.engines.kernel.result import Result
from croupier.engines.kernel.values import Value, Viewer
from croupier.service.app.live import Live
from croupier.service.app.records import Holder, Snapshot, Status, TableId, Terms


class Place(Value, frozen=True):
    """A seat as everybody may know it."""

    holder: Holder
    name: str
    policy: str | None
    away: bool


class TableInfo(Value, frozen=True):
    """What is public of a table: no version, no time, no prompt number."""

    table_id: TableId
    terms: Terms
    status: Status
    seats: tuple[Place, ...]


class OpenPrompt(Value, frozen=True):
    """A prompt of the viewer itself, with its number and when it is due."""

    n: int
    prompt: Prompt
    question: bool
    deadline_ms: int | None  # by the store's clock


class Seen(Value, frozen=True):
    """A table as one viewer sees it."""

    info: TableInfo
    view: Any | None  # the engine's view; None before the start
    prompts: tuple[OpenPrompt, ...]
    result: Result | None


def info_of(snapshot: Snapshot) -> TableInfo:
    """What everybody who may know of the table may know."""
    return TableInfo(
        table_id=snapshot.table_id,
        terms=snapshot.terms,
        status=snapshot.status,
        seats=tuple(Place(c.holder, c.name, c.policy, c.away) for c in snapshot.chairs),
    )


def seen(live: Live, viewer: Viewer) -> Seen:
    """What this viewer sees now."""
    started = live.table is not None
    return Seen(
        info=info_of(live.snapshot),
        view=live.engine.project(live.table, viewer) if started else None,
        prompts=prompts_of(live, viewer),
        result=live.engine.result(live.table) if started else None,
    )


def prompts_of(live: Live, viewer: Viewer) -> tuple[OpenPrompt, ...]:
    """The viewer's own open prompts, the question first. Nobody sees another's."""
    if viewer is None or live.snapshot.status is not Status.PLAYING:
        return ()
    due = {(d.seat, d.prompt): d.at_ms for d in live.row.deadlines}
    mine = live.asked[viewer]
    return tuple(
        OpenPrompt(n, prompt, prompt is mine.question, due.get((viewer, n)))
        for n, prompt in numbered(mine, live.snapshot.chairs[viewer].numbers)
    )
