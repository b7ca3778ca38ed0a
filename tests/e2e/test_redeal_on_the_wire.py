"""What a viewer cannot see is dealt again in the store: no byte that it gets may change.

The new deal goes in as a commit that tells nobody anything, so the test also shows that hidden
commits move no token, no bookmark and no refusal.
"""

import random
import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest

from croupier.engines.blossom_ridge import engine
from croupier.engines.blossom_ridge.prompts import ActionPrompt, CardPrompt, CharacterPrompt
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.values import Seat, Viewer, replace, seats_of
from croupier.service import main
from croupier.service.app.clerk import Clerk
from croupier.service.app.dealer import Dealer, Said
from croupier.service.app.identity import Badge, Identity
from croupier.service.app.keys import Keys
from croupier.service.app.live import Live, Tables
from croupier.service.app.lobby import Lobby, NewTable
from croupier.service.app.ports import Committed, Store
from croupier.service.app.records import Caller, Close, Entry, Status
from croupier.service.app.resume import ResumeTokens
from croupier.v1 import table_service_pb2
from tests.chaos.world import world
from tests.quantities import quantity

POSITIONS = 100
COMMANDS_BETWEEN = 7
SERVICE = "/croupier.v1.TableService/"
CARDS = [f"{suit}{rank}" for suit in "HDCS" for rank in range(1, 11)]
CHARACTERS = ["ada_thornbury", "lottie_greer", "nobody"]


@dataclass
class House:
    """The same house as the serving process, opened in this one."""

    store: Store
    tables: Tables
    dealer: Dealer
    lobby: Lobby
    identity: Identity
    channel: grpc.aio.Channel


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A serving process, and its store and secret in our hands."""
    async with world(tmp_path, replicas=1) as made:
        keys = Keys((made.secret.encode(),))
        async with (
            main.opened(made.settings) as (store, tables),
            grpc.aio.insecure_channel(made.addresses[0]) as channel,
        ):
            clerk, identity = Clerk(store, tables), Identity(keys)
            dealer = Dealer(store, tables, clerk, ResumeTokens(keys.ring("resume")))
            lobby = Lobby(store, tables, clerk, identity, random.Random(1).randbytes)
            yield House(store, tables, dealer, lobby, identity, channel)


async def dealt(here: House, seats: int) -> Live:
    """A table with the house on every seat, resting: nothing moves but by our hand."""
    new = NewTable(
        command_id=uuid.uuid4().bytes,
        caller="anyone",
        game="blossom_ridge",
        seats=seats,
        options=engine.options(),
        spectators=True,
    )
    opened = await here.lobby.create(new)
    host = Badge(opened.live.snapshot.table_id, "host", None, 0)
    for seat in seats_of(seats):
        await here.lobby.join(
            host.table_id, uuid.uuid4().bytes, opened.invite_code, seat, f"p{seat}"
        )
    return await here.lobby.start(host, uuid.uuid4().bytes)


async def moved_on(here: House, live: Live, commands: int, chance: KeyedRng) -> Live:
    """The table after so many more random commands, or at its end."""
    for _ in range(commands):
        seat, question = next(
            ((Seat(n), asked.question) for n, asked in enumerate(live.asked) if asked.question),
            (Seat(0), None),
        )
        if question is None:
            return live
        assert isinstance(question, CardPrompt | ActionPrompt | CharacterPrompt)
        assert live.table is not None
        view = engine.project(live.table, seat)
        said = Said(
            badge=badge_of(live, seat),
            command_id=uuid.uuid4().bytes,
            game=engine.game,
            command=engine.house_answer(view, question, "random", chance),
            prompt_id=f"{seat}.{live.snapshot.chairs[seat].numbers.question}",
        )
        live = (await here.dealer.submit(said)).live
    return live


def badge_of(live: Live, viewer: Viewer) -> Badge:
    """The badge that is in force."""
    if viewer is None:
        return Badge(live.snapshot.table_id, "spectator", None, 0)
    generation = live.snapshot.chairs[viewer].generation
    return Badge(live.snapshot.table_id, "seat", viewer, generation)


async def redealt(here: House, live: Live, viewer: Viewer, chance: KeyedRng) -> Live:
    """Another table that this viewer cannot tell apart, stored as the next version."""
    assert live.table is not None
    table = engine.redeal(live.table, viewer, chance)
    snapshot = live.snapshot
    after = replace(snapshot, version=snapshot.version + 1, state=live.game.tables.write(table))
    entry = Entry(
        after.version, Close(), Caller("test"), uuid.uuid4().bytes, (), b"", after.revisions
    )
    outcome = await here.store.commit(live.row, after, entry, None)
    assert isinstance(outcome, Committed)
    return await here.tables.current(snapshot.table_id)


async def everything(here: House, live: Live, viewer: Viewer, token: str) -> list[object]:
    """Every byte that this viewer can get without changing anything."""
    badge = badge_of(live, viewer)
    metadata = (
        ("authorization", f"Bearer {here.identity.issue(badge)}"),
        ("x-request-id", "the-same"),  # a no repeats it; one of the service's own is random
    )
    table_id = live.snapshot.table_id

    async def call(method: str, request: bytes) -> object:
        unary: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = here.channel.unary_unary(
            SERVICE + method
        )
        try:
            return timeless(method, await unary(request, metadata=metadata, timeout=10))
        except grpc.aio.AioRpcError as no:
            return no.code(), no.details(), tuple(no.trailing_metadata() or ())

    view = table_service_pb2.GetViewRequest(table_id=table_id).SerializeToString()
    legal = table_service_pb2.ListLegalCommandsRequest(table_id=table_id, page_size=256)
    got = [await call("GetView", view)]
    if viewer is not None:
        got.append(await call("ListLegalCommands", legal.SerializeToString()))
        for request in corpus(live, viewer):
            got.append(await call("SubmitCommand", request))
    got.append(await first_frame(here, table_id, metadata, token))
    got.append(await first_frame(here, table_id, metadata, None))
    return got


def timeless(method: str, reply: bytes) -> bytes:
    """A reply without the server's clock, the one thing that moves by itself."""
    if method != "GetView":
        return reply
    message = table_service_pb2.GetViewResponse.FromString(reply)
    message.ClearField("server_time")
    return message.SerializeToString(deterministic=True)


async def first_frame(
    here: House, table_id: str, metadata: tuple[tuple[str, str], ...], token: str | None
) -> bytes:
    """How a watch begins, resumed or not; only the clock is left out."""
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
    return frame.SerializeToString(deterministic=True)


def corpus(live: Live, seat: Seat) -> list[bytes]:
    """Commands of every kind: only asked about, or surely refused."""
    bodies = []
    for number, command in enumerate((*CARDS, *CHARACTERS)):
        request = table_service_pb2.SubmitCommandRequest(
            table_id=live.snapshot.table_id,
            command_id=str(uuid.UUID(int=number, version=4)),
            validate_only=True,
        )
        if command in CHARACTERS:
            request.blossom_ridge.choose_character.character = command
        else:
            request.blossom_ridge.play_card.card = command
        bodies.append(request.SerializeToString())
    late = table_service_pb2.SubmitCommandRequest(
        table_id=live.snapshot.table_id,
        command_id=str(uuid.UUID(int=2000, version=4)),
        prompt_id=f"{seat}.999999",
    )
    late.blossom_ridge.play_card.card = "H1"
    bodies.append(late.SerializeToString())
    return bodies


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_a_new_deal_of_what_is_hidden_changes_no_byte(house: House, seats: int) -> None:
    chance = KeyedRng(b"redeal on the wire %d" % seats)
    differed = 0
    live = await dealt(house, seats)
    for _ in range(quantity(POSITIONS)):
        if live.snapshot.status is not Status.PLAYING:
            live = await dealt(house, seats)
        live = await moved_on(house, live, COMMANDS_BETWEEN, chance)
        for viewer in (*seats_of(seats), None):
            _, token = await house.dealer.view(badge_of(live, viewer))
            before = await everything(house, live, viewer, token)

            other = await redealt(house, live, viewer, chance)

            assert await everything(house, other, viewer, token) == before
            differed += other.snapshot.state != live.snapshot.state
            live = other
    assert differed > quantity(POSITIONS), "hidden things were hardly dealt again"
