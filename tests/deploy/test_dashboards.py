"""Every expression of a dashboard or an alert can be read, and asks for what a house shows."""

import json

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from croupier.service.measures import Measures
from tests.deploy.expressions import DASHBOARDS, Expression, every, wanted
from tests.service.door.house import Guest, House
from tests.service.metrics.reading import samples
from tests.service.metrics.test_measuring import played

EVERY = every()
SUFFIXES = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "gauge": ("",)}


def shown(measures: Measures) -> set[str]:
    """The names of everything that Prometheus finds."""
    _, text = measures.render()
    return {
        family.name + suffix
        for family in text_string_to_metric_families(text.decode())
        for suffix in SUFFIXES[family.type]
    }


def unknown_values(measures: Measures, text: str) -> list[tuple[str, str, str]]:
    """Values of labels that no series of that name can have."""
    sets = {
        figure.name: dict(zip(figure.labels.names, figure.labels.sets, strict=True))
        for figure in measures.figures
    }
    return [
        (want.name, label, value)
        for want in wanted(text)
        for label, value in want.labels
        if value not in sets[want.name.removesuffix("_bucket")].get(label, ())
    ]


@pytest.mark.parametrize("expression", EVERY, ids=lambda one: one.where)
def test_every_expression_is_one_that_prometheus_reads(expression: Expression) -> None:
    assert wanted(expression.text)


async def test_everything_that_is_asked_for_is_shown_by_a_house(house: House, guest: Guest) -> None:
    await played(house, guest)
    names = shown(house.parts.measures)

    asked = {(one.where, want.name) for one in EVERY for want in wanted(one.text)}

    assert len(EVERY) > 40
    assert sorted(one for one in asked if one[1] not in names) == []
    assert [
        found for one in EVERY for found in unknown_values(house.parts.measures, one.text)
    ] == []


def test_what_an_alert_waits_for_is_there_before_it_happens(house: House) -> None:
    """A counter that appears together with its first event has not grown, for Prometheus."""
    shown_now = samples(house.parts.measures)
    alerts = [one for one in EVERY if one.where.startswith("alerts.yaml")]

    assert [
        (one.where, want)
        for one in alerts
        for want in wanted(one.text)
        if not (
            want.name == "croupier_request_duration_seconds_bucket"  # a share of many
            or any(want.name == n and set(want.labels) <= {*has.items()} for n, has, _ in shown_now)
        )
    ] == []


async def test_every_figure_of_a_house_is_on_the_dashboard(house: House) -> None:
    on_it = {want.name for one in EVERY for want in wanted(one.text)}

    figures = {
        figure.name + ("_bucket" if figure.name + "_bucket" in on_it else "")
        for figure in house.parts.measures.figures
    }

    assert sorted(figures - on_it) == []


def test_every_alert_says_what_is_the_matter_and_what_to_do() -> None:
    groups = yaml.safe_load((DASHBOARDS / "alerts.yaml").read_text())["groups"]
    rules = [rule for group in groups for rule in group["rules"]]

    names = [rule["alert"] for rule in rules]
    assert len(names) == len(set(names)) > 10
    for rule in rules:
        assert rule.keys() <= {"alert", "expr", "for", "labels", "annotations"}
        assert rule["labels"]["severity"] in ("critical", "warning")
        assert rule["annotations"].keys() == {"summary", "action"}


def test_the_panels_have_ids_of_their_own_and_do_not_overlap() -> None:
    panels = json.loads((DASHBOARDS / "croupier.json").read_text())["panels"]
    cells = [
        (x, y)
        for place in (panel["gridPos"] for panel in panels)
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]

    assert len({panel["id"] for panel in panels}) == len(panels)
    assert len(cells) == len(set(cells))
    assert all(0 <= x < 24 for x, _ in cells)


@pytest.mark.parametrize("broken", ["rate(croupier_commands_total)", "sum by (le (x)", "x{a=b}"])
def test_a_broken_expression_is_found(broken: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        wanted(broken)


def test_a_name_and_a_value_that_nobody_shows_are_found(house: House) -> None:
    (typo,) = wanted("rate(croupier_comands_total[5m])")

    assert typo.name not in shown(house.parts.measures)
    found = unknown_values(house.parts.measures, 'croupier_commits_total{outcome="lost_raze"}')
    assert found == [("croupier_commits_total", "outcome", "lost_raze")]
