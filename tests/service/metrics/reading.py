"""Reading `/metrics` as Prometheus does."""

from collections.abc import Mapping

from prometheus_client.parser import text_string_to_metric_families

from croupier.service.measures import Measures

Sample = tuple[str, Mapping[str, str], float]


def samples(measures: Measures) -> list[Sample]:
    """Everything that is shown now."""
    _, text = measures.render()
    return [
        (sample.name, sample.labels, sample.value)
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
    ]


def value(measures: Measures, name: str, **labels: str) -> float:
    """The sum of the samples of a name that have these labels."""
    return sum(
        each for found, has, each in samples(measures)
        if found == name and labels.items() <= has.items()
    )  # fmt: skip
