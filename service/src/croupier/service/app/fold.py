"""The only maker of the next snapshot: for a commit, and again when a log is replayed."""

from dataclasses import dataclass
from typing import Any

from croupier.engines.kernel.agenda import Command
from croupier.engines.kernel.change import Change, Event
from croupier.engines.kernel.prompts import NOTHING_ASKED, Asked, renumbered
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.values import Seat, put, replace, seats_of
from croupier.service.app.live import Live, asked_of
from croupier.service.app.records import (
    AWAY_AFTER,
    SCHEMA,
    Act,
    Caller,
    Chair,
    Close,
    Credit,
    DeadlinesExtended,
    Decide,
    Entry,
    GiveSeat,
    Holder,
    LeaveSeat,
    Notice,
    Open,
    ReissueHost,
    ReissueSeat,
    Return,
    RevokeSpectators,
    SeatGiven,
    SeatLeft,
    SeatReissued,
    SeatReturned,
    SeatTaken,
    Snapshot,
    Start,
    Status,
    TableClosed,
    TableId,
    TableOpened,
    TableStarted,
    TakeSeat,
    TimedOut,
    TimeOut,
    heard,
)


@dataclass(frozen=True, slots=True)
class Folded:
    """What a commit makes: the next snapshot, its table decoded, and its log entry."""

    snapshot: Snapshot
    table: Any | None
    asked: tuple[Asked, ...]
    entry: Entry
    events: tuple[Event, ...]
    answered: tuple[Seat, int] | None  # the prompt that this commit answers


def opened(table_id: TableId, epoch: bytes, act: Open, caller: Caller, command_id: bytes) -> Folded:
    """The first commit of a table."""
    revisions = (1,) * (act.seats + 1)
    snapshot = Snapshot(
        schema=SCHEMA,
        table_id=table_id,
        epoch=epoch,
        version=1,
        terms=act.terms,
        status=Status.WAITING,
        chairs=(Chair(),) * act.seats,
        host_generation=0,
        spectator_generation=0,
        revisions=revisions,
        drawn={},
        credited_ms=0,
        state=None,
    )
    entry = Entry(1, act, caller, command_id, (TableOpened(),), b"", revisions)
    return Folded(snapshot, None, (NOTHING_ASKED,) * act.seats, entry, (), None)


def fold(before: Live, act: Act, caller: Caller, command_id: bytes) -> Folded:
    """The next commit of a table. Pure: the same arguments give the same bytes.

    Raises the engine's Refused when the rules do not allow the act, before any draw.
    """
    snapshot, chairs, table = before.snapshot, before.snapshot.chairs, before.table
    notices: tuple[Notice, ...]
    events: tuple[Event, ...] = ()
    rng = answered = None
    if isinstance(act, Decide | TimeOut | Start):
        rng = KeyedRng(before.key.peek(), snapshot.drawn)
        change, answered = _played(before, act, rng)
        table, events = change.table, change.events
        notices = _notices_of_play(before, act)
        chairs = _punctual(chairs, act)
    else:
        chairs, notices = _seated(snapshot, act)
    status = _status(before, act, table)
    asked = asked_of(before.engine, table, len(chairs)) if rng else before.asked
    chairs = _renumbered(chairs, before.asked, asked, answered)
    revisions = _revisions(snapshot.revisions, notices, events)
    host, spectators = _generations(snapshot, act)
    after = replace(
        snapshot,
        version=snapshot.version + 1,
        status=status,
        chairs=chairs,
        host_generation=host,
        spectator_generation=spectators,
        revisions=revisions,
        drawn=rng.drawn if rng else snapshot.drawn,
        credited_ms=act.until_ms if isinstance(act, Credit) else snapshot.credited_ms,
        state=before.game.tables.write(table) if rng else snapshot.state,
    )
    written = before.game.events.write(events) if events else b""
    entry = Entry(after.version, act, caller, command_id, notices, written, revisions)
    return Folded(after, table, asked, entry, events, answered)


def _played(
    before: Live, act: Decide | TimeOut | Start, rng: KeyedRng
) -> tuple[Change[Any], tuple[Seat, int] | None]:
    """What the engine makes of the act, and the prompt that it answers, if it answers one."""
    game, terms = before.game, before.snapshot.terms
    if isinstance(act, Start):
        options = game.options.read(terms.options)
        seats = len(before.snapshot.chairs)
        return game.engine.setup(seats, options, game.pack(terms.pack), rng), None
    command = game.commands.read(act.command)
    if isinstance(act, TimeOut):
        answered: tuple[Seat, int] | None = act.seat, act.prompt
    else:
        answered = _answered(before, act.seat, command)
    return game.engine.apply(before.table, command, rng), answered


def _answered(before: Live, seat: Seat, command: Command) -> tuple[Seat, int] | None:
    """A seat's question, when that is what its command is for: the first step takes it."""
    number = before.snapshot.chairs[seat].numbers.question
    if number is None or before.table is None:
        return None
    takes = before.table.agenda[0].takes
    return (seat, number) if isinstance(command, takes) else None


def _notices_of_play(before: Live, act: Decide | TimeOut | Start) -> tuple[Notice, ...]:
    if isinstance(act, Start):
        return (TableStarted(),)
    chair = before.snapshot.chairs[act.seat]
    if isinstance(act, TimeOut):
        return (TimedOut(act.seat),) if chair.holder is Holder.PERSON else ()
    return (SeatReturned(act.seat),) if chair.away else ()


def _punctual(chairs: tuple[Chair, ...], act: Decide | TimeOut | Start) -> tuple[Chair, ...]:
    """Who lets time run out is nearer to being away; who decides is not away any more."""
    if isinstance(act, Start):
        return chairs
    chair = chairs[act.seat]
    missed = 0
    if isinstance(act, TimeOut):
        missed = min(chair.missed + (chair.holder is Holder.PERSON), AWAY_AFTER)
    return (
        chairs if missed == chair.missed else put(chairs, act.seat, replace(chair, missed=missed))
    )


def _seated(snapshot: Snapshot, act: Act) -> tuple[tuple[Chair, ...], tuple[Notice, ...]]:
    """Who holds which seat after the act. A new generation kills the seat's tokens."""
    chairs = snapshot.chairs
    match act:
        case TakeSeat(seat=seat, name=name):
            chair = replace(chairs[seat], holder=Holder.PERSON, name=name, policy=None)
            return put(chairs, seat, chair), (SeatTaken(seat, name),)
        case LeaveSeat(seat=seat) if snapshot.status is Status.WAITING:
            chair = Chair(generation=chairs[seat].generation + 1)
            return put(chairs, seat, chair), (SeatLeft(seat),)
        case LeaveSeat(seat=seat):
            return _to_house(chairs, seat, "absent")
        case GiveSeat(seat=seat, policy=policy):
            return _to_house(chairs, seat, policy)
        case ReissueSeat(seat=seat):
            old = chairs[seat]
            chair = replace(
                old, holder=Holder.PERSON, policy=None, generation=old.generation + 1, missed=0
            )
            return put(chairs, seat, chair), (SeatReissued(seat),)
        case Return(seat=seat):
            return put(chairs, seat, replace(chairs[seat], missed=0)), (SeatReturned(seat),)
        case Credit(deadlines=deadlines):
            seats = dict.fromkeys(deadline.seat for deadline in deadlines)
            return chairs, tuple(DeadlinesExtended(seat) for seat in seats)
        case ReissueHost() | RevokeSpectators():
            return chairs, ()
        case Close():
            return chairs, (TableClosed(),)
    raise AssertionError(f"no seating in {type(act).__name__}")


def _generations(snapshot: Snapshot, act: Act) -> tuple[int, int]:
    """Of the host's token and of the spectators' tokens, after the act."""
    match act:
        case ReissueHost(generation=generation):
            return generation, snapshot.spectator_generation
        case RevokeSpectators(generation=generation):
            return snapshot.host_generation, generation
    return snapshot.host_generation, snapshot.spectator_generation


def _to_house(
    chairs: tuple[Chair, ...], seat: Seat, policy: str
) -> tuple[tuple[Chair, ...], tuple[Notice, ...]]:
    chair = replace(
        chairs[seat], holder=Holder.HOUSE, policy=policy, generation=chairs[seat].generation + 1
    )
    return put(chairs, seat, chair), (SeatGiven(seat, policy),)


def _status(before: Live, act: Act, table: Any | None) -> Status:
    if isinstance(act, Close):
        return Status.CLOSED
    if table is None:
        return before.snapshot.status
    if table is before.table:
        return before.snapshot.status
    return Status.PLAYING if before.engine.result(table) is None else Status.OVER


def _renumbered(
    chairs: tuple[Chair, ...],
    before: tuple[Asked, ...],
    after: tuple[Asked, ...],
    answered: tuple[Seat, int] | None,
) -> tuple[Chair, ...]:
    """The chairs with their prompt counters after the act: most seats are asked the same."""
    if before is after and answered is None:
        return chairs
    answering = None if answered is None else answered[0]
    return tuple(
        chair
        if old == new and seat != answering
        else replace(
            chair,
            numbers=renumbered(
                old, new, chair.numbers, answered=answered == (seat, chair.numbers.question)
            ),
        )
        for seat, (chair, old, new) in enumerate(zip(chairs, before, after, strict=True))
    )


def _revisions(
    revisions: tuple[int, ...], notices: tuple[Notice, ...], events: tuple[Event, ...]
) -> tuple[int, ...]:
    """One more for every viewer that was told something."""
    public = [notice for notice in notices if not isinstance(notice, DeadlinesExtended)]
    if public or any(event.audience is None for event in events):
        return tuple(revision + 1 for revision in revisions)
    viewers = (*seats_of(len(revisions) - 1), None)
    return tuple(
        revision + (bool(heard(notices, viewer)) or any(event.told_to(viewer) for event in events))
        for viewer, revision in zip(viewers, revisions, strict=True)
    )
