"""Every game in the catalogue has its contract, and everything it can say arrives."""

from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.engines.kernel.engine import Engine
from croupier.engines.kernel.result import Result, Standing
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.shape import Blank, Form, Pick
from croupier.engines.kernel.values import Seat, Viewer, seats_of
from croupier.service.app.problems import Problem
from croupier.service.app.records import Notice, SeatGiven, SeatTaken
from croupier.service.catalogue import GAMES
from croupier.service.transport.translate.pairing import members_of
from croupier.service.transport.wire import Wire, notice_to, result_to
from croupier.v1 import common_pb2, payload_pb2, table_service_pb2
from tests.quantities import quantity
from tests.service.wire.contract import contract, message_of
from tests.service.wire.values import SEATS, branch_of, fill, values

PAYLOADS = (
    payload_pb2.Command,
    payload_pb2.Event,
    payload_pb2.View,
    payload_pb2.Prompt,
    payload_pb2.Options,
)
OWN_NUMBERS = (*range(1, 10), 100)  # of the service's own fields in a payload
EXAMPLES = quantity(5_000)
REDEALS = 60  # commands into the game
LEGAL_MAX = 50

WIRES = {engine.game: Wire(engine) for engine in GAMES}
PACKS = {engine.game: engine.read_pack(engine.house_pack) for engine in GAMES}
every_game = pytest.mark.parametrize("engine", GAMES, ids=[engine.game for engine in GAMES])


def canonical(message: Any) -> bytes:
    """A message as protobuf writes it."""
    return bytes(message.SerializeToString(deterministic=True))


@pytest.mark.parametrize("payload", [*PAYLOADS, table_service_pb2.SubmitCommandRequest])
def test_every_payload_has_a_branch_for_each_game_and_for_no_other(payload: Any) -> None:
    oneof = next(o for o in payload.DESCRIPTOR.oneofs if o.name in ("game", "event"))
    branches = {f.name: f.number for f in oneof.fields if f.number not in OWN_NUMBERS}
    commands = {f.name: f.number for f in payload_pb2.Command.DESCRIPTOR.fields}

    assert branches.keys() == WIRES.keys()
    assert branches == commands


def test_every_event_around_a_game_is_told_by_the_house() -> None:
    fields = payload_pb2.Event.DESCRIPTOR.fields
    own = {f.message_type.name for f in fields if f.message_type and f.number in OWN_NUMBERS}

    assert own == {kind.__name__ for kind in members_of(Notice)}


@every_game
@settings(max_examples=EXAMPLES, deadline=None)
@given(data=st.data())
def test_every_command_arrives_as_it_was_sent(engine: Engine, data: st.DataObject) -> None:
    wire, command = WIRES[engine.game], data.draw(values(engine.commands, PACKS[engine.game]))
    message = wire.command_to(command)
    naive = payload_pb2.Command()
    game = getattr(naive, engine.game)
    branch = branch_of(game, command)
    fill(branch, command)

    assert canonical(message) == canonical(naive)
    assert wire.command_from(message, command.seat) == command


@every_game
@settings(max_examples=EXAMPLES, deadline=None)
@given(data=st.data())
def test_all_options_arrive_as_they_were_sent(engine: Engine, data: st.DataObject) -> None:
    wire, options = WIRES[engine.game], data.draw(values(engine.options, PACKS[engine.game]))

    assert wire.options_from(wire.options_to(options)) == options


@every_game
@settings(max_examples=EXAMPLES, deadline=None)
@given(data=st.data())
def test_every_event_is_sent_as_its_viewer_may_see_it(engine: Engine, data: st.DataObject) -> None:
    event = data.draw(values(engine.events, PACKS[engine.game]))
    for viewer in (*SEATS, None):
        naive = payload_pb2.Event()
        fill(branch_of(getattr(naive, engine.game), event), event, viewer)

        assert canonical(WIRES[engine.game].event_to(event, viewer)) == canonical(naive)


@every_game
@settings(max_examples=EXAMPLES, deadline=None)
@given(data=st.data())
def test_every_view_and_prompt_is_sent_whole(engine: Engine, data: st.DataObject) -> None:
    wire, pack = WIRES[engine.game], PACKS[engine.game]
    view, prompt = data.draw(values(engine.view, pack)), data.draw(values(engine.prompts, pack))
    naive_view, naive_prompt = payload_pb2.View(), payload_pb2.Prompt()
    fill(getattr(naive_view, engine.game), view)
    fill(branch_of(getattr(naive_prompt, engine.game), prompt), prompt)
    naive_prompt.prompt_id, naive_prompt.rule, naive_prompt.question = "2.7", prompt.rule, True

    assert canonical(wire.view_to(view)) == canonical(naive_view)
    assert canonical(wire.prompt_to(prompt, "2.7", True, None)) == canonical(naive_prompt)


@every_game
def test_a_whole_game_is_sent_as_it_was_played(engine: Engine) -> None:
    wire, seats = WIRES[engine.game], engine.seats[0]
    rng = KeyedRng(b"wire" * 8)
    change = engine.setup(seats, engine.options(), PACKS[engine.game], rng)
    while engine.result(change.table) is None:
        for viewer in (*seats_of(seats), None):
            view, naive = engine.project(change.table, viewer), payload_pb2.View()
            fill(getattr(naive, engine.game), view)
            assert canonical(wire.view_to(view)) == canonical(naive)
        prompt = engine.questions(change.table)[0]
        view = engine.project(change.table, prompt.seat)
        command = engine.house_answer(view, prompt, "random", rng)
        assert wire.command_from(wire.command_to(command), prompt.seat) == command
        change = engine.apply(change.table, command, rng)


@every_game
def test_what_a_viewer_cannot_see_moves_no_byte(engine: Engine) -> None:
    wire, seats = WIRES[engine.game], engine.seats[-1]
    rng = KeyedRng(b"redeal" * 5)
    table = engine.setup(seats, engine.options(), PACKS[engine.game], rng).table
    for _ in range(REDEALS):
        for viewer in (*seats_of(seats), None):
            other = engine.redeal(table, viewer, rng)
            assert bytes_for(engine, other, viewer) == bytes_for(engine, table, viewer)
        prompt = engine.questions(table)[0]
        view = engine.project(table, prompt.seat)
        command = engine.house_answer(view, prompt, "random", rng)
        table = engine.apply(table, command, rng).table
    assert wire.view_to(engine.project(table, Seat(0))) != wire.view_to(engine.project(table, None))


def bytes_for(engine: Engine, table: Any, viewer: Viewer) -> list[bytes]:
    """Everything of a table that leaves for a viewer: view, prompts, legal commands."""
    wire = WIRES[engine.game]
    sent: list[Any] = [wire.view_to(engine.project(table, viewer))]
    if viewer is not None:
        mine = [p for p in engine.questions(table) if p.seat == viewer]
        sent += [wire.prompt_to(p, "0.0", True, None) for p in mine]
        sent += map(wire.answer_to, islice(engine.legal(table, viewer), LEGAL_MAX))
    return [canonical(message) for message in sent]


@every_game
def test_options_that_are_not_said_are_the_defaults(engine: Engine) -> None:
    wire, said = WIRES[engine.game], payload_pb2.Options()
    assert wire.options_from(None) == engine.options()
    assert wire.options_from(said) == engine.options()

    getattr(said, engine.game).SetInParent()
    assert wire.options_from(said) == engine.options()


@every_game
def test_a_command_must_be_named(engine: Engine) -> None:
    wire, said = WIRES[engine.game], table_service_pb2.SubmitCommandRequest()
    with pytest.raises(Problem) as no_game:
        wire.command_from(said, Seat(0))
    getattr(said, engine.game).SetInParent()
    with pytest.raises(Problem) as no_command:
        wire.command_from(said, Seat(0))

    assert [v.field for v in no_game.value.violations] == ["game"]
    assert [v.field for v in no_command.value.violations] == [f"{engine.game}.command"]


@every_game
def test_another_games_command_is_refused_as_such(engine: Engine) -> None:
    other = message_of(contract({"Other": (), "OtherOf": ("Other chess",)}, "game")["OtherOf"])

    with pytest.raises(Problem) as caught:
        WIRES[engine.game].command_from(other(chess={}), Seat(0))

    assert caught.value.reason == "WRONG_GAME"


@every_game
def test_a_shape_is_sent_with_what_to_pick_from(engine: Engine) -> None:
    rng = KeyedRng(b"pick" * 8)
    pack = PACKS[engine.game]
    table = engine.setup(engine.seats[0], engine.options(), pack, rng).table
    seat = engine.questions(table)[0].seat
    like = next(c for c in engine.legal(table, seat) if not isinstance(c, Pick | Form))
    sent = WIRES[engine.game].answer_to(Pick(like, "cards", ("H1", 2), 1, 2))

    assert sent.pick.like == WIRES[engine.game].command_to(like)
    assert (sent.pick.field, list(sent.pick.source)) == ("cards", ["H1", "2"])
    assert (sent.pick.least, sent.pick.most) == (1, 2)


@every_game
def test_a_form_is_sent_with_every_blank(engine: Engine) -> None:
    rng = KeyedRng(b"form" * 8)
    pack = PACKS[engine.game]
    table = engine.setup(engine.seats[0], engine.options(), pack, rng).table
    seat = engine.questions(table)[0].seat
    like = next(c for c in engine.legal(table, seat) if not isinstance(c, Pick | Form))
    blanks = (
        Blank("cards", ("H1", 2), 1, 2, again=True),
        Blank("bid", least=3, most=4, kind="number"),
        Blank("words", least=0, most=9, kind="text"),
    )
    form = WIRES[engine.game].answer_to(Form(like, blanks, ("cards",), 1)).form

    assert form.like == WIRES[engine.game].command_to(like)
    assert (list(form.apart), form.least) == (["cards"], 1)
    assert [(b.field, b.kind, b.least, b.most, b.again) for b in form.blanks] == [
        ("cards", payload_pb2.BLANK_KIND_LIST, 1, 2, True),
        ("bid", payload_pb2.BLANK_KIND_NUMBER, 3, 4, False),
        ("words", payload_pb2.BLANK_KIND_TEXT, 0, 9, False),
    ]
    assert list(form.blanks[0].source) == ["H1", "2"]


@every_game
def test_a_prompt_says_when_it_is_due(engine: Engine) -> None:
    rng = KeyedRng(b"clock" * 8)
    table = engine.setup(engine.seats[0], engine.options(), PACKS[engine.game], rng).table
    prompt = engine.questions(table)[0]

    sent = WIRES[engine.game].prompt_to(prompt, "0.1", True, 1_500)

    assert (sent.deadline_time.seconds, sent.deadline_time.nanos) == (1, 500_000_000)


def test_what_is_written_into_a_field_is_there() -> None:
    frame = table_service_pb2.SubmitCommandResponse()
    notice_to(SeatTaken(Seat(1), "名"), frame.events.add())
    notice_to(SeatGiven(Seat(2), "random"), frame.events.add())

    taken, given = frame.events
    assert (taken.seat_taken.seat, taken.seat_taken.display_name) == (1, "名")
    assert given.seat_given.policy == common_pb2.HOUSE_POLICY_RANDOM


def test_a_result_arrives() -> None:
    result = Result((Seat(1),), (Standing(Seat(0), 2, -3), Standing(Seat(1), 1, 9)), "markers")

    sent = result_to(result)

    assert list(sent.winners) == [1]
    assert [(s.seat, s.place, s.score) for s in sent.standings] == [(0, 2, -3), (1, 1, 9)]
    assert sent.tiebreak == "markers"
