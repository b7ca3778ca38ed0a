"""The checker itself: a true record passes, every planted fault is found."""

import pytest

from croupier.engines.kernel.values import Seat, replace
from croupier.service.app.frames import Frame, Kind, Mode, News
from croupier.service.app.records import SeatTaken
from tests.service.watch.checker import History, faults


def _recorded() -> tuple[list[Frame], History]:
    news = {n: News(n, (SeatTaken(Seat(0), f"name {n}"),), ()) for n in range(1, 6)}
    tokens = {n: f"token {n}" for n in news}
    frames = [Frame(Kind.SNAPSHOT, 1, 0, tokens[1])]
    for n in range(2, 6):
        frames.append(Frame(Kind.CHANGE, n, n - 1, tokens[n], news=(news[n],)))
        frames.append(Frame(Kind.BOOKMARK, n, n, tokens[n]))
    return frames, History(news, tokens)


def test_a_true_record_passes_the_checker() -> None:
    frames, history = _recorded()

    assert faults(frames, history, Mode.EVENTS) == []


@pytest.mark.parametrize("fault", range(8))
def test_the_checker_finds_planted_faults(fault: int) -> None:
    frames, history = _recorded()
    match fault:
        case 0:  # a skipped frame
            del frames[3]
        case 1:  # a repeated one
            frames.insert(3, frames[3])
        case 2:  # two in the wrong order
            frames[3], frames[5] = frames[5], frames[3]
        case 3:  # a gap that says it is none
            frames[5:] = [replace(frames[7], from_revision=3)]
        case 4:  # the events of another revision
            frames[3] = replace(frames[3], news=(replace(history.news[4], revision=3),))
        case 5:  # a heartbeat that runs ahead
            frames[2] = replace(frames[2], revision=3, token=history.tokens[3])
        case 6:  # the token of another revision
            frames[3] = replace(frames[3], token=history.tokens[4])
        case 7:  # a silent new beginning
            frames[4] = Frame(Kind.SNAPSHOT, 3, 0, history.tokens[3])

    assert faults(frames, history, Mode.EVENTS) != []


def test_the_checker_allows_conflation_only_where_it_is_meant() -> None:
    frames, history = _recorded()
    both = (history.news[4], history.news[5])
    frames[4:] = [Frame(Kind.CHANGE, 5, 3, history.tokens[5], news=both)]

    assert faults(frames, history, Mode.STATE) == []
    assert faults(frames, history, Mode.EVENTS) != []
