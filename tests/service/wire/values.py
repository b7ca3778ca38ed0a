"""Random values of an engine's types, and the plainest way to send them, to compare with."""

from enum import Enum
from types import NoneType
from typing import Any, NewType, get_args, get_origin, get_type_hints

from google.protobuf.descriptor import FieldDescriptor
from hypothesis import strategies as st

from croupier.engines.kernel.pack import Pack
from croupier.engines.kernel.secret import HIDDEN, Counted, Secret
from croupier.engines.kernel.values import Value, Viewer, seats_of

SEATS = seats_of(4)
MANY_MAX = 3
NUMBER_MAX = 2**31 - 1  # fits every kind of number in the contract
Strategy = st.SearchStrategy[Any]

_made: dict[Any, Strategy] = {}


def values(hint: Any, pack: Pack[Any]) -> Strategy:
    """Values of a type, with this pack where one is wanted."""
    if (hint, pack) not in _made:
        _made[hint, pack] = _strategy(hint, pack)
    return _made[hint, pack]


def _strategy(hint: Any, pack: Pack[Any]) -> Strategy:
    while isinstance(hint, NewType):
        hint = hint.__supertype__
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Secret, Counted):
        audiences = st.lists(st.sampled_from(SEATS), unique=True).map(tuple)
        return st.builds(origin, values(inner[0], pack), audiences)
    if origin is tuple:
        return st.lists(values(inner[0], pack), max_size=MANY_MAX).map(tuple)
    if (origin or hint) is Pack:
        return st.just(pack)
    if inner:
        return st.one_of([values(member, pack) for member in inner])
    if issubclass(hint, Value):
        fields = {
            name: values(kind, pack)
            for name, kind in get_type_hints(hint).items()
            if name in hint.__struct_fields__ and name != "audience"
        }
        return st.builds(hint, **fields)
    return _leaves(hint)


def _leaves(hint: Any) -> Strategy:
    if issubclass(hint, Enum):
        return st.sampled_from(list(hint))
    strategies: dict[Any, Strategy] = {
        int: st.integers(0, NUMBER_MAX),
        bool: st.booleans(),
        str: st.text(max_size=200),
        NoneType: st.none(),
    }
    return strategies[hint]


def branch_of(union: Any, value: Any) -> Any:
    """The branch of a message that stands for a value of a union, made present."""
    name = "".join(f"_{c.lower()}" if c.isupper() else c for c in type(value).__name__)[1:]
    branch = getattr(union, name)
    branch.SetInParent()
    return branch


def fill(message: Any, value: Any, viewer: Viewer = None) -> None:
    """Set each field of a message from the value's field of the same name."""
    for field in message.DESCRIPTOR.fields:
        held = getattr(value, field.name)
        if isinstance(held, Secret):
            held = held.seen_by(viewer)
        if held is not None and held is not HIDDEN:
            _fill_field(message, field, held)


def _fill_field(message: Any, field: FieldDescriptor, held: Any) -> None:
    if field.is_repeated:
        into = getattr(message, field.name)
        for item in held:
            if field.message_type is not None:
                _fill_message(into.add(), item)
            else:
                into.append(_plain(field, item))
    elif field.message_type is not None:
        getattr(message, field.name).SetInParent()
        _fill_message(getattr(message, field.name), held)
    else:
        setattr(message, field.name, _plain(field, held))


def _fill_message(message: Any, held: Any) -> None:
    if message.DESCRIPTOR.oneofs:
        fill(branch_of(message, held), held)
    else:
        fill(message, held)


def _plain(field: FieldDescriptor, held: Any) -> Any:
    if isinstance(held, Pack):
        return held.sha256
    if field.enum_type is None:
        return held
    prefix = "".join(f"_{c}" if c.isupper() else c for c in field.enum_type.name)[1:].upper()
    return field.enum_type.values_by_name[f"{prefix}_{held.name}"].number
