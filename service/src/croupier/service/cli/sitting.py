"""One person at one seat: told what happens, asked what to do."""

import re
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime

import typer
from google.protobuf.json_format import MessageToDict

from croupier.client import CroupierError, Frame, FrameKind, State, filled
from croupier.client.bot import OVERTAKEN
from croupier.client.sync import Croupier, SeatClient
from croupier.service.cli.forms import filled_in
from croupier.service.cli.games.known import names_of, renderer_of
from croupier.service.cli.games.renderer import Choice, Renderer, counted, listed
from croupier.service.cli.menu import Look, choose, several
from croupier.v1.payload_pb2 import BLANK_KIND_LIST, Command, Form, LegalCommand, Pick, Prompt

FLAT_MAX = 20  # choices in one list; more are grouped by their kind
LATE = "Too late: the table has moved on."


def sit(croupier: Croupier, seat: SeatClient) -> bool:
    """Play until the game ends (True) or the seat is taken away (False). Raises Quit."""
    table = seat.view().table
    pack = croupier.pack(table.game, table.pack_sha256)
    renderer = renderer_of(table, names_of(table), MessageToDict(pack.contents))
    with closing(seat.watch()) as frames:
        for frame in frames:
            for event in frame.events:
                said = renderer.told(event)
                if said is not None:
                    typer.echo(said)
            if frame.kind is FrameKind.END:
                return _ended(frame.reason)
            if frame.state is not None and frame.state.result is not None:
                _show(renderer, frame.state)
                return _congratulated(frame.state, seat.seat)
            if frame.state is not None and frame.state.question is not None:
                _decide(seat, renderer, frame, frame.state.question)
    return False


def _ended(reason: str | None) -> bool:
    if reason == "REVOKED":
        typer.echo("Your seat was given to somebody else.")
    else:
        typer.echo("The table is closed.")
    return True


def _congratulated(state: State, seat: int) -> bool:
    result = state.result
    assert result is not None, "called at the end"
    if seat not in result.winners:
        typer.echo("The house wins.")
    elif len(result.winners) > 1:
        typer.echo("You share the victory.")
    else:
        typer.echo("You win.")
    return True


def _show(renderer: Renderer, state: State) -> None:
    typer.echo()
    for line in renderer.scene(state):
        typer.echo(line)


def _decide(seat: SeatClient, renderer: Renderer, frame: Frame, question: Prompt) -> None:
    """Ask until an answer is taken, or the question is gone. Raises Quit."""

    state = frame.state
    assert state is not None, "it holds the question"

    def look() -> None:
        _show(renderer, state)

    shown = False
    while True:
        try:
            legal = seat.legal()
            if not legal or seat.view().revision != state.revision:
                return  # a frame with newer news comes
            if not shown:
                look()
            shown = True
            title = renderer.asked(question) + _time_for(question, frame.server_time)
            command = _chosen(renderer, title, list(legal), look)
            seat.submit(command, question)
            return
        except CroupierError as error:
            if error.reason in OVERTAKEN:
                typer.echo(LATE)
                return
            if error.passing or error.rule is None:
                raise
            typer.echo(f"Not allowed: {error}")


def _time_for(question: Prompt, now: datetime) -> str:
    if not question.HasField("deadline_time"):
        return ""
    left = question.deadline_time.ToDatetime(UTC) - now
    return f" You have {counted(max(0, round(left.total_seconds())), 'second')}."


def _chosen(renderer: Renderer, title: str, legal: list[LegalCommand], look: Look) -> Command:
    """What the person picks, by kind first if there is much to pick from."""
    told = _told_apart([(_words(renderer, one), one) for one in legal])
    kinds = list(dict.fromkeys(choice.kind for choice, _ in told))
    told.sort(key=lambda one: (kinds.index(one[0].kind), _natural(str(one[1]))))
    if len(told) > FLAT_MAX and len(kinds) > 1:
        kind = kinds[choose(title, kinds, look)]
        told = [(choice, one) for choice, one in told if choice.kind == kind]
        title = f"{kind}:"
        at = 0 if len(told) == 1 else choose(title, [choice.text for choice, _ in told], look)
    else:
        at = choose(title, [choice.text for choice, _ in told], look)
    one = told[at][1]
    if one.HasField("form"):
        return filled_in(one.form, renderer, look)
    return _picked(one.pick, renderer, look) if one.HasField("pick") else one.command


def _told_apart(told: list[tuple[Choice, LegalCommand]]) -> list[tuple[Choice, LegalCommand]]:
    """Choices with the same words say, too, what is to be filled in."""
    times = Counter(choice for choice, _ in told)
    return [
        (choice if times[choice] == 1 else Choice(choice.kind, choice.text + _fields(one)), one)
        for choice, one in told
    ]


def _fields(one: LegalCommand) -> str:
    fields = [blank.field for blank in one.form.blanks]
    fields += [one.pick.field] if one.HasField("pick") else []
    return f" ({', '.join(field.replace('_', ' ') for field in fields)})" if fields else ""


def _words(renderer: Renderer, one: LegalCommand) -> Choice:
    if one.HasField("command"):
        return renderer.choice(one.command)
    choice = renderer.choice(one.pick.like if one.HasField("pick") else one.form.like)
    sizes = _sizes(renderer, one.form) if one.HasField("form") else ""
    return Choice(choice.kind, f"{choice.text}{sizes} ...")


def _sizes(renderer: Renderer, form: Form) -> str:
    """How many of what go into the lists of a form, where it says exactly."""
    told = []
    for blank in form.blanks:
        if blank.kind == BLANK_KIND_LIST and 0 < blank.least == blank.most:
            things = dict.fromkeys(renderer.thing(blank.field, item) for item in blank.source)
            told.append(f"{blank.field} {blank.least} of {listed(list(things))}")
    return f": {', '.join(told)}" if told else ""


def _natural(text: str) -> list[tuple[int, str]]:
    """As people sort: H10 comes after H9, and hearts together."""
    parts = re.split(r"([0-9]+)", text)
    return [(int(part), "") if part.isdecimal() else (0, part) for part in parts]


def _picked(pick: Pick, renderer: Renderer, look: Look) -> Command:
    told = [renderer.thing(pick.field, item) for item in pick.source]
    title = f"{renderer.field(pick.field)}."
    chosen = several(title, told, pick.least, pick.most, look)
    return filled(pick, [pick.source[one] for one in chosen])
