"""A thousand malformed and illegal commands change nothing, and no answer says too much."""

import asyncio
import random
import re
from collections.abc import Iterator
from typing import Any

import redis
from grpc import aio

from croupier.service.adapters.embedded import EmbeddedValkey
from croupier.v1 import table_service_pb2 as table
from tests.service.door.house import Guest, Party, Refusal, bearer, new_id, refusal_of, seated

COMMANDS = 1_000
PATH = "/croupier.v1.TableService/SubmitCommand"
CARD = re.compile(r"\b[HDCS](?:1[0-3]|[1-9])\b")
TELLTALE = re.compile(
    r"Traceback|\.py\b|/|0x[0-9a-f]{6}|\bcroupier\.|site-packages|Exception|Error\b"
    r"|\b[A-Z][a-z]+[A-Z]\w*"  # a class name
)


class Stream:
    """One watch, and what it brought."""

    def __init__(self, party: Party, token: str) -> None:
        request = table.WatchTableRequest(table_id=party.table_id)
        self._call = party.guest.tables.WatchTable(request, metadata=bearer(token))
        self.frames: list[table.WatchTableResponse] = []
        self._reading = asyncio.create_task(self._read())
        self.opened = asyncio.Event()

    async def _read(self) -> None:
        async for frame in self._call:
            self.frames.append(frame)
            self.opened.set()

    async def close(self) -> None:
        """Stop reading."""
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)


def stored(valkey: EmbeddedValkey, prefix: str, party: Party) -> list[Any]:
    """Everything the store holds of a table: version, log, receipts, seed, draws."""
    raw: Any = redis.Redis(unix_socket_path=str(valkey.path), protocol=2)
    key = f"{prefix}{{{party.table_id}}}:"
    told = [
        raw.hgetall(f"{key}s"),
        raw.xrange(f"{key}l"),
        raw.hgetall(f"{key}i"),
        raw.get(f"{key}k"),
    ]
    raw.close()
    return told


async def test_a_thousand_wrong_commands_leave_no_trace_and_learn_nothing(
    guest: Guest, valkey: EmbeddedValkey, prefix: str
) -> None:
    party = await seated(guest)
    seat, move = await party.move()
    while move.blossom_ridge.WhichOneof("command") != "play_card":
        await party.send(seat, move)
        seat, move = await party.move()
    streams = [Stream(party, token) for token in (*party.seats, party.spectator)]
    await asyncio.gather(*(stream.opened.wait() for stream in streams))
    views = [await party.view(n) for n in (0, 1)]
    hands = [set(view.view.view.blossom_ridge.hand) for view in views]
    before = stored(valkey, prefix, party)

    answers = [
        (body, sender, await _answer(guest, party, body, sender))
        for body, sender in _wrong_commands(party, seat, move, hands)
    ]

    assert len(answers) == COMMANDS
    assert stored(valkey, prefix, party) == before
    after = [await party.view(n) for n in (0, 1)]
    assert [(v.revision, v.resume_token, v.view) for v in after] == [
        (v.revision, v.resume_token, v.view) for v in views
    ]
    assert [len(stream.frames) for stream in streams] == [1, 1, 1]
    assert len({said.reason for _, _, said in answers}) >= 6, "the commands are wrong in many ways"
    for body, sender, said in answers:
        _says_too_much(body, said, hands[1 - sender] if sender in (0, 1) else hands[0] | hands[1])
    await party.send(seat, move)  # the table plays on
    for stream in streams:
        await stream.close()


def _says_too_much(body: bytes, said: Refusal, hidden: set[str]) -> None:
    texts = [said.message, *said.metadata.values(), *said.fields, *said.fields.values()]
    for text in texts:
        assert not TELLTALE.search(text), text
        for card in CARD.findall(text):
            assert card not in hidden or card.encode() in body, text


async def _answer(guest: Guest, party: Party, body: bytes, sender: int) -> Refusal:
    tokens = (*party.seats, party.spectator, party.host)
    try:
        await guest.raw(PATH, body, bearer(tokens[sender]))
    except aio.AioRpcError as error:
        return refusal_of(error)
    raise AssertionError(f"accepted: {body!r}")


def _wrong_commands(
    party: Party, seat: int, move: table.SubmitCommandRequest, hands: list[set[str]]
) -> Iterator[tuple[bytes, int]]:
    """Bodies and who sends them (0 and 1 are the seats, 2 a spectator, 3 the host)."""
    dice = random.Random(20)  # the same thousand in every run
    deck = [f"{suit}{rank}" for suit in "HDCS" for rank in range(1, 14)]
    makers = (_noise, _cut, _not_asked, _not_held, _stale, _nonsense, _no_seat)
    for n in range(COMMANDS):
        yield makers[n % len(makers)](
            party, seat, move, [c for c in deck if c not in hands[seat]], dice
        )


def _fresh(move: table.SubmitCommandRequest) -> table.SubmitCommandRequest:
    copy = table.SubmitCommandRequest()
    copy.CopyFrom(move)
    copy.command_id = new_id()
    return copy


def _noise(_: Party, seat: int, __: Any, ___: Any, dice: random.Random) -> tuple[bytes, int]:
    return dice.randbytes(dice.randrange(1, 400)), seat


def _cut(_: Party, seat: int, move: Any, __: Any, dice: random.Random) -> tuple[bytes, int]:
    """Half a message, or one with a changed byte; from the seat that is not asked."""
    body = bytearray(_fresh(move).SerializeToString())
    if dice.random() < 0.5:
        return bytes(body[: dice.randrange(1, len(body) - 1)]), 1 - seat
    body[dice.randrange(len(body))] ^= 1 << dice.randrange(8)
    return bytes(body), 1 - seat


def _not_asked(_: Party, seat: int, move: Any, __: Any, dice: random.Random) -> tuple[bytes, int]:
    request = _fresh(move)
    if dice.random() < 0.5:
        request.ClearField("prompt_id")
    return request.SerializeToString(), 1 - seat


def _not_held(
    _: Party, seat: int, move: Any, others: list[str], dice: random.Random
) -> tuple[bytes, int]:
    request = _fresh(move)
    request.blossom_ridge.play_card.card = dice.choice([*others, "H0", "S14", "X1", "", "h7", "🂡"])
    return request.SerializeToString(), seat


def _stale(_: Party, seat: int, move: Any, __: Any, dice: random.Random) -> tuple[bytes, int]:
    request = _fresh(move)
    if dice.random() < 0.5:
        request.prompt_id = f"{dice.randrange(9)}.{dice.randrange(1_000, 9_999)}"
    else:
        request.expected_revision = dice.choice((0, 1, 2_000_000_000))
    return request.SerializeToString(), seat


def _nonsense(_: Party, seat: int, move: Any, __: Any, dice: random.Random) -> tuple[bytes, int]:
    """Another kind of command than the one that is asked for, or none."""
    request = _fresh(move)
    command = request.blossom_ridge
    match dice.randrange(5):
        case 0:
            command.choose_character.character = dice.choice(("nobody", "", "x" * 65))
        case 1:
            command.act.action.add.location = dice.choice(("nowhere", "", "l1"))
        case 2:
            command.act.action.SetInParent()
        case 3:
            command.ClearField("command")
        case 4:
            command.pass_action.SetInParent()
    return request.SerializeToString(), seat


def _no_seat(_: Party, __: int, move: Any, ___: Any, dice: random.Random) -> tuple[bytes, int]:
    return _fresh(move).SerializeToString(), dice.choice((2, 3))
