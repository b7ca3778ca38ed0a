"""Every call of the Python client against the real service."""

import socket
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import aclosing
from pathlib import Path

import grpc
import pytest
from google.protobuf.json_format import MessageToDict

from croupier.client import (
    Croupier,
    CroupierError,
    FileJournal,
    FrameKind,
    HostClient,
    Retry,
    SeatClient,
    new_id,
    play,
    sync,
)
from croupier.games.blossom_ridge.v1 import blossom_ridge_pb2 as br
from croupier.service.cli.private import private_service
from croupier.v1.common_pb2 import (
    HOUSE_POLICY_ABSENT,
    SEAT_HOLDER_HOUSE,
    SEAT_HOLDER_OPEN,
    SPECTATORS_LIVE,
    TABLE_STATUS_CLOSED,
)
from croupier.v1.lobby_service_pb2 import JoinTableRequest
from croupier.v1.payload_pb2 import Command, LegalCommand, Options


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real service."""
    with private_service(tmp_path_factory.mktemp("data")) as service:
        yield service.address


@pytest.fixture
async def croupier(address: str) -> AsyncIterator[Croupier]:
    """A client of it."""
    async with Croupier(address) as client:
        yield client


async def started(croupier: Croupier, house_think_ms: int = 0) -> tuple[HostClient, SeatClient]:
    """A game for two without Characters, one of them the house."""
    plain = br.Options(character_mode=br.CHARACTER_MODE_OFF, first_leader=0)
    host = await croupier.create_table(
        "blossom_ridge", 2, options=Options(blossom_ridge=plain), house_think_ms=house_think_ms
    )
    seat = await host.join("Ada", 0)
    await host.hand_to_house(1)
    await host.start()
    return host, seat


async def test_what_the_service_offers(croupier: Croupier) -> None:
    info, games = await croupier.server_info(), await croupier.games()
    game = await croupier.game("blossom_ridge")
    packs = await croupier.packs("blossom_ridge")
    pack = await croupier.pack("blossom_ridge", packs[0].sha256)

    assert "blossom_ridge" in info.games
    assert list(info.games) == [one.game for one in games]
    assert (game.seats_min, game.seats_max, game.rules_prefix) == (2, 4, "BLO")
    assert game.house_pack == packs[0] == pack.pack
    assert len(MessageToDict(pack.contents)["location"]) == 12


async def test_listed_tables_are_found_and_joined_without_a_code(croupier: Croupier) -> None:
    host = await croupier.create_table("blossom_ridge", 3, listed=True)
    hidden = await croupier.create_table("blossom_ridge", 3)

    found = [table.table_id async for table in croupier.open_tables("blossom_ridge")]
    seat = await croupier.join(host.table_id, "Bo", seat=2)

    assert host.table_id in found
    assert hidden.table_id not in found
    assert seat.seat == 2
    assert (await croupier.table(host.table_id)).seats[2].display_name == "Bo"
    with pytest.raises(CroupierError) as caught:
        await croupier.join(hidden.table_id, "Bo")
    assert caught.value.code is grpc.StatusCode.PERMISSION_DENIED


async def test_the_same_id_finds_the_same_table_and_seat(croupier: Croupier) -> None:
    opening, joining = new_id(), new_id()

    hosts = [await croupier.create_table("blossom_ridge", 2, command_id=opening) for _ in "ab"]
    seats = [await host.join("Ada", command_id=joining) for host in hosts]

    assert hosts[0].token == hosts[1].token
    assert seats[0].token == seats[1].token
    assert (await hosts[0].table()).seats[1].holder == SEAT_HOLDER_OPEN


async def test_a_host_rules_over_seats(croupier: Croupier) -> None:
    host = await croupier.create_table("blossom_ridge", 3)
    first = await host.join("Ada", 0)
    second = await host.join("Bo", 1)
    await host.kick(1)
    await host.hand_to_house(2, HOUSE_POLICY_ABSENT)
    again = await host.reissue(0)
    table = await host.table()

    assert table.seats[1].holder == SEAT_HOLDER_OPEN
    assert (table.seats[2].holder, table.seats[2].policy) == (
        SEAT_HOLDER_HOUSE,
        HOUSE_POLICY_ABSENT,
    )
    for dead in (first, second):
        with pytest.raises(CroupierError) as caught:
            await dead.view()
        assert caught.value.code is grpc.StatusCode.UNAUTHENTICATED
    assert (await again.view()).table.seats[0].display_name == "Ada"
    await again.leave()
    former, host = host, await host.reissue_host()
    with pytest.raises(CroupierError, match="TOKEN_REVOKED"):
        await former.start()
    assert (await host.table()).seats[0].holder == SEAT_HOLDER_OPEN
    await host.close()
    assert (await host.table()).status == TABLE_STATUS_CLOSED


async def test_a_decision_its_receipt_and_its_repeat_are_one(croupier: Croupier) -> None:
    _, seat = await started(croupier)
    question = (await seat.view()).question
    assert question is not None
    card = br.PlayCard(card=question.blossom_ridge.card_prompt.cards[0])
    name = new_id()

    await seat.would_accept(card, question)
    first = await seat.submit(card, question, command_id=name)
    second = await seat.submit(card, question, command_id=name)
    kept = await seat.receipt(name)

    assert (first.replayed, second.replayed) == (False, True)
    for receipt in (second, kept):
        assert receipt.revision == first.revision
        assert receipt.resume_token == first.resume_token
        assert receipt.events == first.events
    assert first.events[0].blossom_ridge.card_played.card == card.card


def test_a_table_closed_in_the_middle_of_a_decision_ends_play_without_a_result(
    address: str,
) -> None:
    with sync.Croupier(address) as player, sync.Croupier(address) as owner:
        host = owner.create_table("blossom_ridge", 2)
        seats = [player.join(host.table_id, name, invite_code=host.invite_code) for name in "ab"]
        host.start()
        leader = next(seat for seat in seats if seat.view().question is not None)

        def closing(legal: Sequence[LegalCommand]) -> Command:
            host.close()
            return legal[0].command

        assert leader.play(closing) is None
        assert all(seat.play() is None for seat in seats)


async def test_refusals_say_why(croupier: Croupier) -> None:
    _, seat = await started(croupier, house_think_ms=60_000)
    state = await seat.view()
    question = state.question
    assert question is not None
    assert state.view is not None
    hand = list(state.view.blossom_ridge.hand)
    foreign = next(f"H{n}" for n in range(1, 11) if f"H{n}" not in hand)

    with pytest.raises(CroupierError) as not_mine:
        await seat.submit(br.PlayCard(card=foreign), question)
    with pytest.raises(CroupierError) as asked:
        await seat.would_accept(br.PlayCard(card=foreign), question)
    with pytest.raises(CroupierError) as malformed:
        await seat.submit(br.PlayCard(card="Z99"), question)
    await seat.submit(br.PlayCard(card=hand[0]), question)
    with pytest.raises(CroupierError) as stale:
        await seat.submit(br.PlayCard(card=hand[1]), question)
    with pytest.raises(CroupierError) as behind:
        await seat.submit(br.PlayCard(card=hand[1]), expected_revision=state.revision)

    assert not_mine.value.reason == asked.value.reason
    assert (not_mine.value.rule or "").startswith("BLO-")
    assert malformed.value.violations[0].field == "blossom_ridge.play_card.card"
    assert (stale.value.reason, behind.value.reason) == ("STALE_PROMPT", "STALE_REVISION")
    assert behind.value.revision == state.revision + 1
    assert {one.value.applied for one in (not_mine, malformed, stale, behind)} == {"NO"}


async def test_a_spectator_sees_and_cannot_act(croupier: Croupier) -> None:
    host = await croupier.create_table("blossom_ridge", 2, spectators=SPECTATORS_LIVE)
    for seat in range(2):
        await host.hand_to_house(seat)
    spectator = await croupier.spectate(host.table_id, host.invite_code)
    await host.start()
    async with aclosing(spectator.watch()) as frames:
        async for frame in frames:
            assert frame.state is None or frame.state.prompts == ()
            if frame.kind is FrameKind.END:
                assert frame.reason == "OVER"
    assert spectator.state is not None
    assert spectator.state.result is not None
    assert list(spectator.state.view.blossom_ridge.hand) == []  # type: ignore[union-attr]

    as_seat = croupier.seat(host.table_id, spectator.token, 0)
    with pytest.raises(CroupierError) as caught:
        await as_seat.legal()
    assert caught.value.code is grpc.StatusCode.PERMISSION_DENIED


async def test_tokens_kept_from_before_go_on(croupier: Croupier, address: str) -> None:
    host, seat = await started(croupier)
    async with Croupier(address) as other:
        kept = other.seat(seat.table_id, seat.token, seat.seat)
        assert await play(kept) is not None
        revisions = [entry.revision async for entry in kept.history()]
        assert other.host(host.table_id, host.token).token == host.token
        assert (await other.host(host.table_id, host.token).table()).table_id == host.table_id

    assert revisions == list(range(1, len(revisions) + 1))


async def test_a_seat_that_was_asked_for_before_a_crash_is_had_after_it(
    croupier: Croupier, address: str, tmp_path: Path
) -> None:
    host = await croupier.create_table("blossom_ridge", 2)
    once = Retry(attempts_max=1, timeout_s=0.2)
    before = FileJournal(tmp_path / "journal")
    with socket.create_server(("127.0.0.1", 0)) as silent:  # takes connections, says nothing
        nobody = f"127.0.0.1:{silent.getsockname()[1]}"
        async with Croupier(nobody, journal=before, retry=once) as hasty:
            with pytest.raises(CroupierError) as caught:
                await hasty.join(host.table_id, "Ada", invite_code=host.invite_code)
    assert caught.value.applied == "UNKNOWN"
    before.close()

    after = FileJournal(tmp_path / "journal")
    async with Croupier(address, journal=after) as patient:
        (pending,) = after.pending()
        (seat,) = await patient.recover()
        assert isinstance(seat, SeatClient)
        assert JoinTableRequest.FromString(pending.request).display_name == "Ada"
        assert (await seat.view()).table.seats[seat.seat].display_name == "Ada"
    after.close()

    taken = [one.display_name for one in (await host.table()).seats if one.display_name]
    assert taken == ["Ada"]


def test_the_same_without_asyncio(address: str) -> None:
    with sync.Croupier(address) as croupier:
        assert croupier.server_info().version
        assert "blossom_ridge" in [game.game for game in croupier.games()]
        pack = croupier.packs("blossom_ridge")[0]
        assert croupier.pack("blossom_ridge", pack.sha256).pack == pack
        assert croupier.game("blossom_ridge").house_pack == pack
        host = croupier.create_table("blossom_ridge", 3, listed=True, spectators=SPECTATORS_LIVE)
        assert host.table_id in {table.table_id for table in croupier.open_tables()}
        first, second = host.join("Ada"), croupier.join(host.table_id, "Bo")
        host.kick(second.seat)
        third = host.join("Cy", second.seat)
        third = host.reissue(third.seat)
        watching = croupier.spectate(host.table_id)
        host.revoke_spectators()
        with pytest.raises(CroupierError, match="TOKEN_REVOKED"):
            watching.view()
        watching = croupier.spectate(host.table_id)
        host = host.reissue_host()
        host.hand_to_house(2)
        host.start()
        third.leave()
        question = first.view().question
        if question is not None:
            command = first.legal()[0].command
            first.would_accept(command, question)
            receipt = first.submit(command, question)
            assert first.receipt(receipt.command_id).revision == receipt.revision
        again = croupier.seat(first.table_id, first.token, first.seat)
        assert again.play() is not None
        assert again.recover() == []
        assert list(watching.watch())[-1].reason == "OVER"
        assert len(list(again.history())) == again.view().revision
        assert croupier.host(host.table_id, host.token).table().seats[0].display_name == "Ada"
