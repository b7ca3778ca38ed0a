"""What a game needs to be told: the fields of its commands without a default.

The contract does not say these; the translator knows them from the engine's own types.
"""

from collections.abc import Iterator

from croupier.engines.kernel.engine import Engine
from croupier.service.catalogue import GAMES
from croupier.service.transport.translate.pairing import Kind, OneOf, Pairing, Record, message_of
from croupier.v1 import payload_pb2


def needed() -> frozenset[str]:
    """The full names of these fields, of every game."""
    return frozenset(name for engine in GAMES for name in _needed_by(engine))


def _needed_by(engine: Engine) -> Iterator[str]:
    pairing = Pairing()
    command, options = (
        message_of(payload.DESCRIPTOR.fields_by_name[engine.game])
        for payload in (payload_pb2.Command, payload_pb2.Options)
    )
    seen: set[int] = set()
    yield from _within(pairing.union(engine.commands, command), seen)
    yield from _within(pairing.record(engine.options, options), seen)


def _within(kind: Kind, seen: set[int]) -> Iterator[str]:
    if id(kind) in seen:
        return
    seen.add(id(kind))
    match kind:
        case OneOf(members=members):
            for branch in members.values():
                yield from _within(branch.record, seen)
        case Record(fields=fields):
            for pair in fields:
                if not (pair.many or pair.default or pair.optional):
                    yield pair.proto.full_name
                yield from _within(pair.kind, seen)
