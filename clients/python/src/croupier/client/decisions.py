"""From what a player means to what is sent: wrapping commands, filling in shapes."""

import random
from collections.abc import Iterator, Mapping, Sequence

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from croupier.v1.payload_pb2 import (
    BLANK_KIND_NUMBER,
    BLANK_KIND_TEXT,
    Blank,
    Command,
    Form,
    LegalCommand,
    Pick,
)
from croupier.v1.table_service_pb2 import SubmitCommandRequest


def _ways() -> Iterator[tuple[str, tuple[str, ...]]]:
    for game in Command.DESCRIPTOR.oneofs_by_name["game"].fields:
        of_game = _message(game)
        yield of_game.full_name, (game.name,)
        for field in of_game.oneofs_by_name["command"].fields:
            yield _message(field).full_name, (game.name, field.name)


def _message(field: FieldDescriptor) -> Descriptor:
    kind = field.message_type
    assert kind is not None, f"{field.full_name} holds a message"
    return kind


# message type -> the fields that lead to it inside a Command
WAYS = dict(_ways())


def command_of(decision: Message) -> Command:
    """A command to send, from one of three: `Command`, a game's `Command`, or for example its
    `PlayCard`. Raises TypeError for anything else."""
    if isinstance(decision, Command):
        return decision
    way = WAYS.get(decision.DESCRIPTOR.full_name)
    if way is None:
        raise TypeError(f"{decision.DESCRIPTOR.full_name} is not a command of any game")
    command = Command()
    place: Message = command
    for field in way:
        place = getattr(place, field)
    place.CopyFrom(decision)
    place.SetInParent()
    return command


def put_into(request: SubmitCommandRequest, command: Command) -> None:
    """Set the request's game to the command's."""
    game = command.WhichOneof("game")
    if game is None:
        raise TypeError("the command is empty: set the field of its game")
    target: Message = getattr(request, game)
    target.CopyFrom(getattr(command, game))
    target.SetInParent()


ANY = random.Random()


def any_of(legal: Sequence[LegalCommand], chance: random.Random = ANY) -> Command:
    """One of the legal commands, at random; a shape is filled in at random, too."""
    choice = chance.choice(legal)
    if choice.HasField("form"):
        return filled_form(choice.form, some_of(choice.form, chance))
    if not choice.HasField("pick"):
        return choice.command
    return filled(choice.pick, some_picked(choice.pick, chance))


def some_picked(pick: Pick, chance: random.Random = ANY) -> list[str]:
    """Any choices that a shape allows."""
    return chance.sample(pick.source, chance.randint(pick.least, pick.most))


def filled(pick: Pick, chosen: Sequence[str]) -> Command:
    """The command that this shape becomes with these choices."""
    command = Command()
    command.CopyFrom(pick.like)
    game: Message = getattr(command, command.WhichOneof("game") or "")
    fill(getattr(game, game.WhichOneof("command") or ""), pick, chosen)
    return command


def fill(inner: Message, pick: Pick, chosen: Sequence[str]) -> None:
    """Put the choices into its field. Numbers come as texts."""
    field = inner.DESCRIPTOR.fields_by_name[pick.field]
    texts = field.cpp_type == field.CPPTYPE_STRING
    getattr(inner, pick.field).extend(chosen if texts else [int(one) for one in chosen])


ANYTHING = "..."  # what `some_of` says where a text is wanted


def filled_form(form: Form, values: Mapping[str, Sequence[str]]) -> Command:
    """The command that this form becomes: texts for each list, one text for a number or a text.
    A blank that is not named stays empty."""
    command = Command()
    command.CopyFrom(form.like)
    game: Message = getattr(command, command.WhichOneof("game") or "")
    inner: Message = getattr(game, game.WhichOneof("command") or "")
    for blank in form.blanks:
        chosen = values.get(blank.field)
        if chosen is None:
            continue
        if blank.kind == BLANK_KIND_TEXT:
            setattr(inner, blank.field, chosen[0])
        elif blank.kind == BLANK_KIND_NUMBER:
            setattr(inner, blank.field, int(chosen[0]))
        else:
            fill(inner, Pick(field=blank.field), chosen)
    return command


def some_of(form: Form, chance: random.Random = ANY) -> dict[str, list[str]]:
    """Anything that a form allows: what must be, and little more."""
    values: dict[str, list[str]] = {}
    used: list[str] = []
    missing = form.least
    for blank in sorted(form.blanks, key=lambda blank: -blank.least):
        apart = blank.field in form.apart
        free = [item for item in blank.source if not (apart and item in used)]
        values[blank.field] = _some(blank, free, missing if apart else 0, chance)
        if apart:
            used += values[blank.field]
            missing = max(0, missing - len(values[blank.field]))
    return values


def _some(blank: Blank, free: Sequence[str], missing: int, chance: random.Random) -> list[str]:
    if blank.kind == BLANK_KIND_TEXT:
        return [ANYTHING.ljust(blank.least, ".")[: blank.most]]
    if blank.kind == BLANK_KIND_NUMBER:
        return [str(chance.randint(blank.least, min(blank.most, blank.least + 2)))]
    if blank.again:
        return chance.choices(free, k=blank.least) if blank.least else []
    least = min(max(blank.least, missing), len(free))
    most = min(max(least, 1), blank.most, len(free))
    return chance.sample(list(free), chance.randint(least, max(least, most)))
