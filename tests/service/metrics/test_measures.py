"""Counters, times and levels, as Prometheus reads them."""

import pytest

from croupier.service.measures import BOUNDS_S, OTHER, ZEROS_MAX, Measures
from tests.service.metrics.reading import samples, value


def test_a_counter_counts_by_its_labels() -> None:
    measures = Measures()
    served = measures.counter("served_total", "Served.", door=("front", "back"), code=("OK", "NO"))

    for door, code in (("front", "OK"), ("front", "OK"), ("back", "NO")):
        served.add(door, code)

    assert value(measures, "served_total", door="front", code="OK") == 2
    assert value(measures, "served_total", door="back") == 1
    assert value(measures, "served_total") == 3


def test_a_counter_of_few_things_is_there_before_the_first_of_them() -> None:
    measures = Measures()
    measures.counter("few_total", "Few.", door=("front", "back"), code=("OK", "NO"))
    measures.counter("many_total", "Many.", number=[str(n) for n in range(ZEROS_MAX + 1)])

    shown = [(name, {**labels}) for name, labels, count in samples(measures) if count == 0]
    few = [labels for name, labels in shown if name == "few_total"]
    assert few == [
        {"door": door, "code": code} for door in ("front", "back") for code in ("OK", "NO")
    ]
    assert "many_total" not in {name for name, _ in shown}


def test_a_time_falls_into_the_steps_that_are_not_below_it() -> None:
    measures = Measures()
    took = measures.timer("took_seconds", "Took.", door=("front",))

    for seconds in (0.001, 0.0011, 0.3, 60.0):
        took.took(seconds, "front")

    steps = {
        labels["le"]: count
        for name, labels, count in samples(measures)
        if name == "took_seconds_bucket"
    }
    assert [*steps] == [*map(str, BOUNDS_S), "+Inf"]
    assert [steps[le] for le in ("0.001", "0.0025", "0.25", "0.5", "5.0", "+Inf")] == [
        1, 2, 2, 3, 3, 4,
    ]  # fmt: skip
    assert value(measures, "took_seconds_count") == 4
    assert value(measures, "took_seconds_sum", door="front") == pytest.approx(60.3021)


def test_a_time_without_labels_is_there_from_the_start() -> None:
    measures = Measures()
    measures.timer("took_seconds", "Took.")

    assert ("took_seconds_count", {}, 0.0) in samples(measures)


def test_a_level_is_what_it_is_when_it_is_read() -> None:
    measures, watches = Measures(), [1]
    measures.level("watches", "Open.", lambda: len(watches))
    measures.levels("grade", "Grade.", lambda: {("good",): 1.0, ("bad",): 0.0}, of=("good", "bad"))

    watches.append(2)

    assert value(measures, "watches") == 2
    assert value(measures, "grade", of="good") == 1


@pytest.mark.parametrize("stranger", ["3f1c-table", "Alice", ""])
def test_a_value_that_no_label_may_have_becomes_other(stranger: str) -> None:
    measures = Measures()
    seen = measures.counter("seen_total", "Seen.", who=("host", "seat"))
    took = measures.timer("took_seconds", "Took.", who=("host", "seat"))

    for who in (stranger, "seat", stranger):
        seen.add(who)
        took.took(0.1, who)
    measures.levels("level", "Level.", lambda: {(stranger,): 7.0}, who=("host",))

    assert value(measures, "seen_total", who=OTHER) == 2
    assert value(measures, "took_seconds_count", who=OTHER) == 2
    assert value(measures, "level", who=OTHER) == 7
    shown = {labels["who"] for _, labels, _ in samples(measures) if "who" in labels}
    assert shown == {"host", "seat", OTHER}


def test_two_houses_in_one_process_count_for_themselves() -> None:
    one, other = Measures(), Measures()
    for measures in (one, other):
        measures.counter("served_total", "Served.", door=("front",)).add("front")
    one.counter("more_total", "More.", door=("front",)).add("front")

    assert value(one, "served_total") == value(other, "served_total") == 1
    assert value(other, "more_total") == 0


def test_the_form_is_the_one_that_the_reader_asks_for() -> None:
    measures = Measures()
    measures.counter("served_total", "Served.", door=("front",)).add("front")

    plain, text = measures.render()
    open_form, open_text = measures.render("application/openmetrics-text; version=1.0.0")

    assert plain.startswith("text/plain; version=0.0.4")
    assert b'\nserved_total{door="front"} 1.0\n' in text
    assert open_form.startswith("application/openmetrics-text; version=1.0.0")
    assert open_text.endswith(b"# EOF\n")
