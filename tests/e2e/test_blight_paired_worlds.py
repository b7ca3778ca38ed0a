"""Paired worlds through real doors: what is hidden differs, and no byte that a viewer gets does.

Two houses with the same secret open the same table. In each the same day is laid out, with other
hands or decks, and the same things are done openly. Every viewer's view, legal commands, refusals
and news are compared after each step. Left out are the server's clock and the resume token, which
is a keyed trace of the whole history.
"""

import asyncio
import random
import secrets
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import grpc
import pytest
from google.rpc import error_details_pb2, status_pb2

from croupier.engines.blight_of_blackridge import engine
from croupier.engines.blight_of_blackridge.commands import (
    Payment,
    Said,
    Settle,
    ShopUse,
    TradeOffer,
)
from croupier.engines.blight_of_blackridge.table import AnyTable, Phase, Pile
from croupier.engines.kernel.prompts import NOTHING_ASKED, PromptNumbers, renumbered
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.secret import known_to_nobody
from croupier.engines.kernel.values import Seat, Viewer, put, replace, seats_of
from croupier.service import main
from croupier.service.app.clerk import Clerk
from croupier.service.app.dealer import Dealer
from croupier.service.app.dealer import Said as Sent
from croupier.service.app.identity import Badge, Identity
from croupier.service.app.keys import Keys
from croupier.service.app.live import Live, Tables, asked_of
from croupier.service.app.lobby import Lobby, NewTable
from croupier.service.app.ports import Committed, Store
from croupier.service.app.records import Caller, Close, Entry
from croupier.service.app.resume import ResumeTokens
from croupier.v1 import table_service_pb2
from tests.chaos.world import world
from tests.engines.blight_of_blackridge.dsl import ADA, BO, COLE, JUNE, Day

SERVICE = "/croupier.v1.TableService/"
NOBODY = KeyedRng(b"an absent player draws nothing")
ASKED_EVERY = 4  # one command in so many is tried at a step, others at the next
Act: TypeAlias = Callable[[AnyTable], Said]
Heard: TypeAlias = list[tuple[str, Viewer, list[object]]]


@dataclass
class House:
    """A serving process, and its store and secret in our hands."""

    store: Store
    tables: Tables
    dealer: Dealer
    lobby: Lobby
    identity: Identity
    channel: grpc.aio.Channel
    names: random.Random  # of ids that are random elsewhere: the same in both houses

    def name(self) -> bytes:
        """The next id."""
        return uuid.UUID(bytes=self.names.randbytes(16), version=4).bytes


@dataclass(frozen=True)
class Pair:
    """Two tables that the viewers cannot tell apart, and what is done at both."""

    one: AnyTable
    two: AnyTable
    viewers: tuple[Viewer, ...]
    acts: tuple[Act, ...]


@asynccontextmanager
async def opened(place: Path) -> AsyncIterator[House]:
    """A house with the secret that the test has fixed."""
    async with world(place, replicas=1) as made:
        keys = Keys((made.secret.encode(),))
        async with (
            main.opened(made.settings) as (store, tables),
            grpc.aio.insecure_channel(made.addresses[0]) as channel,
        ):
            clerk, identity = Clerk(store, tables), Identity(keys)
            dealer = Dealer(store, tables, clerk, ResumeTokens(keys.ring("resume")))
            lobby = Lobby(store, tables, clerk, identity, random.Random(1).randbytes)
            names = random.Random(2)
            yield House(store, tables, dealer, lobby, identity, channel, names)


async def laid_out(here: House, table: AnyTable) -> Live:
    """A started table with persons on every seat, at which this one lies now."""
    seats = len(table.bodies)
    new = NewTable(
        command_id=here.name(),
        caller="anyone",
        game=engine.game,
        seats=seats,
        options=engine.options(),
        spectators=True,
    )
    made = await here.lobby.create(new)
    host = Badge(made.live.snapshot.table_id, "host", None, 0)
    for seat in seats_of(seats):
        await here.lobby.join(host.table_id, here.name(), made.invite_code, seat, f"p{seat}")
    live = await here.lobby.start(host, here.name())
    asked = asked_of(live.engine, table, seats)
    numbers = [renumbered(NOTHING_ASKED, now, PromptNumbers(), answered=False) for now in asked]
    snapshot = live.snapshot
    after = replace(
        snapshot,
        version=snapshot.version + 1,
        state=live.game.tables.write(table),
        revisions=tuple(revision + 1 for revision in snapshot.revisions),
        chairs=tuple(
            replace(chair, numbers=n) for chair, n in zip(snapshot.chairs, numbers, strict=True)
        ),
    )
    entry = Entry(after.version, Close(), Caller("test"), here.name(), (), b"", after.revisions)
    assert isinstance(await here.store.commit(live.row, after, entry, None), Committed)
    return await here.tables.current(snapshot.table_id)


def badge_of(live: Live, viewer: Viewer) -> Badge:
    """The badge that is in force."""
    if viewer is None:
        return Badge(live.snapshot.table_id, "spectator", None, 0)
    generation = live.snapshot.chairs[viewer].generation
    return Badge(live.snapshot.table_id, "seat", viewer, generation)


async def played(here: House, pair: Pair, table: AnyTable) -> Heard:
    """What every viewer gets, before anything is done and after each act."""
    live = await laid_out(here, table)
    heard: Heard = []
    tokens = {viewer: await token_of(here, live, viewer) for viewer in pair.viewers}
    for viewer in pair.viewers:
        heard.append(("laid out", viewer, await everything(here, live, viewer, tokens[viewer])))
    for n, act in enumerate(pair.acts):
        assert live.table is not None
        command = act(live.table)
        what = f"{n} {type(command).__name__} of {command.seat}"
        sent = Sent(
            badge=badge_of(live, command.seat),
            command_id=here.name(),
            game=engine.game,
            command=command,
        )
        live = (await here.dealer.submit(sent)).live
        got = [everything(here, live, viewer, tokens[viewer]) for viewer in pair.viewers]
        for viewer, everything_new in zip(pair.viewers, await asyncio.gather(*got), strict=True):
            heard.append((what, viewer, everything_new))
        tokens = {viewer: await token_of(here, live, viewer) for viewer in pair.viewers}
    return heard


async def token_of(here: House, live: Live, viewer: Viewer) -> str:
    """Where a viewer stands now."""
    _, token = await here.dealer.view(badge_of(live, viewer))
    return token


async def everything(here: House, live: Live, viewer: Viewer, token: str) -> list[object]:
    """Every byte that this viewer can get without changing anything, and its news since."""
    metadata = (
        ("authorization", f"Bearer {here.identity.issue(badge_of(live, viewer))}"),
        ("x-request-id", "the-same"),
    )
    table_id = live.snapshot.table_id

    async def call(method: str, request: bytes) -> object:
        unary: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = here.channel.unary_unary(
            SERVICE + method
        )
        try:
            return timeless(method, await unary(request, metadata=metadata, timeout=10))
        except grpc.aio.AioRpcError as no:
            return no.code(), no.details(), [read(*one) for one in no.trailing_metadata() or ()]

    view = table_service_pb2.GetViewRequest(table_id=table_id).SerializeToString()
    got = [await call("GetView", view)]
    if viewer is not None:
        legal = table_service_pb2.ListLegalCommandsRequest(table_id=table_id, page_size=256)
        got.append(await call("ListLegalCommands", legal.SerializeToString()))
        requests = corpus(table_id, len(live.snapshot.chairs))
        for request in requests[live.snapshot.version % ASKED_EVERY :: ASKED_EVERY]:
            got.append(await call("SubmitCommand", request))
    got.append(await first_frame(here, table_id, metadata, token))
    got.append(await first_frame(here, table_id, metadata, None))
    return got


def read(key: str, value: str | bytes) -> object:
    """A trailer; the facts of a refusal have no order of their own in a serialized map."""
    if key != "grpc-status-details-bin":
        return key, value
    assert isinstance(value, bytes)
    details = []
    for packed in status_pb2.Status.FromString(value).details:
        info = error_details_pb2.ErrorInfo()
        known = packed.Unpack(info)
        shown = info.SerializeToString(deterministic=True) if known else packed.value
        details.append((packed.type_url, shown))
    return key, details


def timeless(method: str, reply: bytes) -> bytes:
    """A reply without the server's clock and the trace of the whole history."""
    if method != "GetView":
        return reply
    message = table_service_pb2.GetViewResponse.FromString(reply)
    message.ClearField("server_time")
    message.ClearField("resume_token")
    return message.SerializeToString(deterministic=True)


async def first_frame(
    here: House, table_id: str, metadata: tuple[tuple[str, str], ...], token: str | None
) -> bytes:
    """How a watch begins: with what happened since the token, or with the table."""
    watch: grpc.aio.UnaryStreamMultiCallable[bytes, bytes] = here.channel.unary_stream(
        SERVICE + "WatchTable"
    )
    request = table_service_pb2.WatchTableRequest(table_id=table_id, resume_token=token)
    stream = watch(request.SerializeToString(), metadata=metadata, timeout=10)
    raw = await stream.read()
    stream.cancel()
    assert isinstance(raw, bytes)
    frame = table_service_pb2.WatchTableResponse.FromString(raw)
    frame.ClearField("server_time")
    frame.ClearField("resume_token")
    return frame.SerializeToString(deterministic=True)


def corpus(table_id: str, seats: int) -> list[bytes]:
    """Commands of every kind, whatever is asked: allowed or refused, and only asked about."""
    bodies: list[bytes] = []

    def fresh() -> Any:
        number = len(bodies)
        return table_service_pb2.SubmitCommandRequest(
            table_id=table_id,
            command_id=str(uuid.UUID(int=number, version=4)),
            validate_only=True,
        )

    for other in range(seats):
        for give, want in (((), 1), ((0,), 0), ((), 0)):
            request = fresh()
            offer = request.blight_of_blackridge.trade_offer
            offer.to, offer.want = other, want
            offer.give.extend(give)
            bodies.append(request.SerializeToString())
        request = fresh()
        request.blight_of_blackridge.trade_accept.by = other
        bodies.append(request.SerializeToString())
        request = fresh()
        use = request.blight_of_blackridge.shop_use
        use.option, use.payment, use.target = 1, 2, other
        bodies.append(request.SerializeToString())
    for kind in ("pass_turn", "settle", "eat_meal", "place_bet", "partner_cancel"):
        request = fresh()
        getattr(request.blight_of_blackridge, kind).SetInParent()
        bodies.append(request.SerializeToString())
    return bodies


def absent(seat: Seat) -> Act:
    """What the house would answer for this seat, from its own view."""

    def act(table: AnyTable) -> Said:
        prompt: Any = next(one for one in engine.questions(table) if one.seat == seat)
        return engine.house_answer(engine.project(table, seat), prompt, "absent", NOBODY)

    return act


def settled(*seats: Seat) -> tuple[Act, ...]:
    """These seats pay what they owe."""
    return tuple(absent(seat) for seat in seats)


def same(command: Said) -> Act:
    """The same command in both worlds."""
    return lambda _: command


def hand_contents_and_life() -> Pair:
    """Scenario 71. Cole is Blighted, or alive with three items."""
    one = Day("dust_devil", "revolver 4I", "5I", "4D 6C", "5I").table
    two = Day("dust_devil", "revolver 4I", "5I", "4D 1C 3I", "5I").table
    everybody, meals = (ADA, BO, COLE, JUNE), (ADA, ADA, BO, BO, JUNE, JUNE, COLE, COLE)
    acts = (*settled(*everybody), *settled(*everybody), *settled(*meals))
    return Pair(one, two, (ADA, BO, JUNE, None), acts)


def settlement() -> Pair:
    """Scenario 72. Bo owes an item, or nothing."""
    one = Day("dust_devil", "5I", "3D 2C 5I", "5I").table
    two = Day("dust_devil", "5I", "3D 2C 2I", "5I").table
    acts = (*settled(ADA, BO, COLE), *settled(BO, COLE, ADA))
    return Pair(one, two, (ADA, COLE, None), acts)


def errors_and_legal_commands() -> Pair:
    """Scenario 73. Cole has nothing to steal, or three Weapons: only the thief sees which."""
    start = "rope 4I", "5I"
    one = Day("hired_knife", *start, "1D").table
    two = Day("hired_knife", *start, "revolver*3").table
    theft = ShopUse(ADA, 1, Payment.ITEMS, (0,), target=COLE)
    acts = (same(TradeOffer(ADA, COLE, (1,), 1)), same(theft))
    return Pair(one, two, (BO, None), acts)


def offers_alone() -> Pair:
    """Scenario 73, before the theft: the thief, too, sees the same."""
    pair = errors_and_legal_commands()
    return replace_viewers(pair, (ADA, BO, None))


def replace_viewers(pair: Pair, viewers: tuple[Viewer, ...]) -> Pair:
    """Other viewers, and the first act only."""
    return Pair(pair.one, pair.two, viewers, pair.acts[:1])


def decks() -> Pair:
    """Scenario 74. The Rations are shuffled again while Bo eats, or not."""
    tables = []
    for left in ((), ("salt_pork", "salt_pork")):
        table = Day("general_store", "5I", "5I", "5I").all_pass().table
        pile = Pile(left, ("tinned_beans", "tinned_beans", "tinned_beans"))
        tables.append(replace(table, piles=put(table.piles, 0, known_to_nobody(pile))))
    assert engine.project(tables[0], None).phase is Phase.MEAL
    one, two = tables
    return Pair(one, two, (ADA, COLE, None), (absent(BO), same(Settle(BO))))


PAIRS = {
    "71 hand contents and life": hand_contents_and_life,
    "72 settlement": settlement,
    "73 errors and legal commands": errors_and_legal_commands,
    "73 offers alone": offers_alone,
    "74 decks": decks,
}


@pytest.mark.rule("BLI-055", "BLI-056", "BLI-057", "BLI-R05", "BLI-R53", "BLI-R62")
async def test_no_byte_differs_between_two_worlds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "token_hex", lambda _: b"the secret of both houses".hex())
    heard: list[dict[str, Heard]] = []
    for n, world_ in enumerate(("one", "two")):
        (place := tmp_path / world_).mkdir()
        async with opened(place) as here:
            made = {name: pair() for name, pair in PAIRS.items()}
            heard.append(
                {
                    name: await played(here, pair, pair.two if n else pair.one)
                    for name, pair in made.items()
                }
            )

    for name, mine in heard[0].items():
        for (what, viewer, one), (_, _, two) in zip(mine, heard[1][name], strict=True):
            assert one == two, f"{name}: seat {viewer} can tell the worlds apart at {what}"
