"""compose.yaml by the Compose specification, and what it promises beside that."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from croupier.service.settings import Settings, described
from tests.deploy.engines import ROOT, Engines, needs_engines

DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
SAFE = {"--appendonly": "yes", "--appendfsync": "always", "--maxmemory-policy": "noeviction"}


@pytest.fixture(scope="module")
def engines() -> Iterator[Engines]:
    """One process for the whole file."""
    with Engines() as engines:
        yield engines


@needs_engines
def test_it_is_a_compose_file(engines: Engines) -> None:
    assert engines.ask("unlike", COMPOSE, "compose-spec") == []


@needs_engines
def test_a_misspelt_word_is_found(engines: Engines) -> None:
    wrong = {"services": {"croupier": {**SERVICES["croupier"], "read_olny": True}}}

    assert "read_olny" in str(engines.ask("unlike", wrong, "compose-spec"))


def test_two_replicas_have_a_store_that_loses_nothing() -> None:
    house, store = SERVICES["croupier"], SERVICES["valkey"]["command"]

    assert house["deploy"]["replicas"] == 2
    assert house["environment"]["CROUPIER_DURABILITY"] == "local"
    told = dict(zip(store[1::2], store[2::2], strict=True))
    assert SAFE.items() <= told.items()
    assert SERVICES["valkey"]["volumes"] == ["valkey:/data"]


def test_every_setting_is_one_of_the_service_and_secrets_come_from_outside() -> None:
    house = SERVICES["croupier"]["environment"]

    assert house.keys() <= {name for name, _, _ in described()}
    for name in ("CROUPIER_SECRET", "CROUPIER_OPERATOR_KEY"):
        assert house[name].startswith(f"${{{name}:?")
    grace_s = Settings.model_fields["grace_s"].default
    assert SERVICES["croupier"]["stop_grace_period"] == f"{grace_s + 5}s"


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_is_pinned_restrained_and_on_this_machine_alone(name: str) -> None:
    service = SERVICES[name]

    if "build" not in service:
        assert re.fullmatch(r"[a-z]+/[a-z]+:v?\d+\.\d+\.\d+(-\w+)?", service["image"])
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert all(port.startswith("127.0.0.1:") for port in service.get("ports", ()))
    assert service["restart"] == "unless-stopped"


def test_every_file_that_is_mounted_is_there() -> None:
    mounts = [
        mount.split(":")[0] for service in SERVICES.values() for mount in service.get("volumes", ())
    ]

    assert len(mounts) == 8
    for mount in mounts:
        assert mount in COMPOSE["volumes"] or (DEPLOY / mount).exists(), mount


def test_prometheus_finds_the_replicas_and_the_alerts() -> None:
    told = yaml.safe_load((DEPLOY / "compose" / "prometheus.yaml").read_text())

    (job,) = told["scrape_configs"]
    assert job["dns_sd_configs"][0]["names"] == ["croupier"]
    mounted = [mount.split(":")[1] for mount in SERVICES["prometheus"]["volumes"]]
    assert set(told["rule_files"]) <= set(mounted)
    places = [one["options"]["path"] for one in yaml.safe_load(
        (DEPLOY / "compose" / "grafana" / "dashboards" / "croupier.yaml").read_text()
    )["providers"]]  # fmt: skip
    assert set(places) <= {mount.split(":")[1] for mount in SERVICES["grafana"]["volumes"]}
