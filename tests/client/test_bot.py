"""A bot answers what it is asked, looks again when it was overtaken, and stops at the end."""

import grpc
import pytest

from croupier.client import Croupier, CroupierError, Retry, bot, play
from croupier.games.blossom_ridge.v1 import blossom_ridge_pb2 as br
from croupier.v1 import table_service_pb2 as ts
from croupier.v1.common_pb2 import Result
from croupier.v1.payload_pb2 import Command, LegalCommand
from tests.client.hostile import Hostile, No
from tests.client.test_watch import bookmark, change, end, snapshot

TABLE = "01234567-89ab-8def-8123-456789abcdef"
CARD = Command(blossom_ridge=br.Command(play_card=br.PlayCard(card="H7")))
LEGAL = ts.ListLegalCommandsResponse(commands=[LegalCommand(command=CARD)], revision=1)
DONE = ts.SubmitCommandResponse(revision=2, resume_token="t2")


def won(revision: int, before: int) -> ts.WatchTableResponse:
    """The frame that brings the result."""
    frame = change(revision, before)
    frame.change.view.ClearField("prompts")
    frame.change.view.result.CopyFrom(Result(winners=[0], tiebreak="none"))
    return frame


async def test_it_answers_each_question_with_its_prompt(hostile: Hostile) -> None:
    hostile.streams.append([snapshot(1), change(2, 1), won(3, 2)])
    hostile.script.extend([LEGAL, DONE, LEGAL, DONE])

    async with Croupier(hostile.address) as croupier:
        result = await play(croupier.seat(TABLE, "token", 0))

    assert result == Result(winners=[0], tiebreak="none")
    sent = hostile.sent(ts.SubmitCommandRequest)
    assert [request.prompt_id for request in sent] == ["0.1", "0.2"]
    assert len({request.command_id for request in sent}) == 2


async def test_being_overtaken_is_no_failure(hostile: Hostile) -> None:
    hostile.streams.append([snapshot(1), won(2, 1)])
    hostile.script.extend([LEGAL, No(grpc.StatusCode.ABORTED, "STALE_PROMPT")])

    async with Croupier(hostile.address) as croupier:
        assert await play(croupier.seat(TABLE, "token", 0)) is not None


async def test_after_an_outage_it_settles_what_was_sent_and_goes_on(hostile: Hostile) -> None:
    lost = No(grpc.StatusCode.ABORTED, "LOST", applied="UNKNOWN")
    hostile.streams.append([snapshot(1), bookmark(1), change(2, 1), won(3, 2)])
    hostile.script.extend([LEGAL, lost, DONE])  # sent; then the first answer after all
    hostile.script.extend([LEGAL, No(grpc.StatusCode.ABORTED, "STALE_PROMPT")])
    hostile.script.extend([LEGAL, DONE])

    async with Croupier(hostile.address, retry=Retry(attempts_max=1)) as croupier:
        assert await play(croupier.seat(TABLE, "token", 0)) is not None

    sent = hostile.sent(ts.SubmitCommandRequest)
    assert [request.prompt_id for request in sent] == ["0.1", "0.1", "0.1", "0.2"]
    assert sent[0] == sent[1]
    assert sent[1].command_id != sent[2].command_id


async def test_an_outage_that_does_not_end_raises(
    hostile: Hostile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot, "OUTAGES_MAX", 2)
    hostile.streams.append([snapshot(1), *[bookmark(1)] * 9])

    async with Croupier(hostile.address, retry=Retry(attempts_max=1)) as croupier:
        with pytest.raises(CroupierError) as caught:
            await play(croupier.seat(TABLE, "token", 0))

    assert caught.value.passing


async def test_a_closed_table_has_no_result(hostile: Hostile) -> None:
    hostile.streams.append([end(1, ts.END_REASON_OVER)])

    async with Croupier(hostile.address) as croupier:
        assert await play(croupier.seat(TABLE, "token", 0)) is None


@pytest.mark.parametrize("known", [[], [LEGAL]], ids=["asked what is legal", "decided"])
@pytest.mark.parametrize("reason", sorted(bot.OVERTAKEN))
async def test_whatever_came_first_it_looks_again(
    hostile: Hostile, reason: str, known: list[ts.ListLegalCommandsResponse]
) -> None:
    """A table may be closed, won or moved on between a question and its answer."""
    hostile.streams.append([snapshot(1), end(1, ts.END_REASON_OVER)])
    hostile.script.extend([*known, No(grpc.StatusCode.FAILED_PRECONDITION, reason)])

    async with Croupier(hostile.address) as croupier:
        assert await play(croupier.seat(TABLE, "token", 0)) is None

    assert {"TABLE_CLOSED", "GAME_OVER", "DEADLINE_PASSED"} <= bot.OVERTAKEN


async def test_a_seat_that_is_taken_away_raises(hostile: Hostile) -> None:
    hostile.streams.append([end(1, ts.END_REASON_REVOKED)])

    async with Croupier(hostile.address) as croupier:
        with pytest.raises(CroupierError, match="TOKEN_REVOKED"):
            await play(croupier.seat(TABLE, "token", 0))


async def test_a_refusal_that_no_other_look_mends_raises(hostile: Hostile) -> None:
    hostile.streams.append([snapshot(1), won(2, 1)])
    hostile.script.extend([LEGAL, No(grpc.StatusCode.PERMISSION_DENIED, "NOT_ALLOWED")])

    async with Croupier(hostile.address) as croupier:
        with pytest.raises(CroupierError, match="NOT_ALLOWED"):
            await play(croupier.seat(TABLE, "token", 0))
