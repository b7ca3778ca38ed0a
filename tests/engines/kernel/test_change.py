"""Verbs one after the other, and who is told."""

from croupier.engines.kernel.change import Change, Event
from croupier.engines.kernel.values import Seat


class Added(Event, frozen=True, kw_only=True):
    number: int


def add(total: int, number: int) -> Change[int]:
    return Change(total + number, (Added(number=number),))


def test_what_is_done_then_keeps_the_events_in_order() -> None:
    change = Change(1).then(add, 2).then(add, number=3)

    assert change == Change(6, (Added(number=2), Added(number=3)))


def test_an_event_is_told_to_everyone_unless_it_names_seats() -> None:
    for_all, for_two = Added(number=1), Added(number=1, audience=(Seat(0), Seat(2)))
    for_none = Added(number=1, audience=())

    viewers = (Seat(0), Seat(1), Seat(2), None)
    assert [for_all.told_to(viewer) for viewer in viewers] == [True] * 4
    assert [for_two.told_to(viewer) for viewer in viewers] == [True, False, True, False]
    assert [for_none.told_to(viewer) for viewer in viewers] == [False] * 4
