"""The chart, rendered by Helm's own engine and read as three releases of Kubernetes read it."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from croupier.service.cli.main import Commands
from croupier.service.settings import Settings, described
from tests.deploy.engines import CHART, RELEASES, Engines, Refused, needs_engines

pytestmark = needs_engines

KEEP_ANEW = os.environ.get("CROUPIER_RENDERED") == "write"
KEPT = Path(__file__).with_name("rendered")
PRODUCTION: dict[str, Any] = yaml.safe_load((CHART / "values-production.yaml").read_text())
EXTERNAL = {"mode": "external", "external": {"url": "redis+cluster://a:6379,b:6379"}}
DIGEST = "sha256:" + "0123456789abcdef" * 4
MATRIX: dict[str, dict[str, Any]] = {
    "default": {},
    "production": PRODUCTION,
    "one replica": {"replicas": 1, "disruption": {"enabled": False}},
    "scaled": {"autoscaling": {"enabled": True, "min": 3, "max": 40, "cpuPercent": 50}},
    "a share may be away": {"disruption": {"maxUnavailable": "25%"}},
    "no spread": {"spread": {"enabled": False}},
    "cluster": {"redis": EXTERNAL},
    "sentinel": {"redis": {**EXTERNAL, "external": {"url": "redis+sentinel://a:26379/house"}}},
    "address in a secret": {
        "redis": {"mode": "external", "external": {"urlSecret": {"name": "store"}}}
    },
    "no network policy": {"networkPolicy": {"enabled": False}},
    "plain ingress": {"ingress": {"enabled": True, "annotations": {"a": "b"}}},
    "packs": {"packsConfigMap": "our-packs"},
    "pinned": {
        "image": {"digest": DIGEST}, "redis": {"bundled": {"image": {"digest": DIGEST}}},
        "imagePullSecrets": ["registry"],
    },
    "placed": {
        "nodeSelector": {"pool": "games"}, "tolerations": [{"key": "games", "operator": "Exists"}],
        "podAnnotations": {"a": "b"}, "podLabels": {"team": "games"},
        "priorityClassName": "high", "serviceAccountName": "croupier",
        "redis": {"bundled": {"storage": {"className": "fast", "size": "20Gi"}}},
        "service": {"type": "LoadBalancer", "annotations": {"a": "b"}, "grpcPort": 443},
    },
    "load": {"load": {"enabled": True, "args": ["--tables", "7", "--max-p99-ms", "50"]}},
    "large numbers": {"settings": {"watchesMax": 1_000_000, "unaryMax": 999_999}},
    "renamed": {"fullnameOverride": "house", "nameOverride": "tables"},
}  # fmt: skip


@pytest.fixture(scope="module")
def engines() -> Iterator[Engines]:
    """One process for the whole file."""
    with Engines() as engines:
        yield engines


def pod_of(named: dict[str, Any]) -> Any:
    """The pod of the Deployment."""
    (deployment,) = [one for name, one in named.items() if name.startswith("Deployment ")]
    return deployment["spec"]["template"]["spec"]


def players_of(named: dict[str, Any]) -> list[Any]:
    """The containers that play, of the test and of the load."""
    pods = [*pods_of(named)]
    return [one for pod in pods for one in pod["containers"] if one["name"] == "player"]


def pods_of(named: dict[str, Any]) -> Iterator[Any]:
    """Every pod that the objects bring about, the one of the test included."""
    for one in named.values():
        if one["kind"] == "Pod":
            yield one["spec"]
        elif "template" in one["spec" if "spec" in one else "data"]:
            yield one["spec"]["template"]["spec"]


@pytest.mark.parametrize("values", MATRIX.values(), ids=MATRIX.keys())
def test_every_object_is_one_of_every_release_of_kubernetes(
    engines: Engines, values: dict[str, Any]
) -> None:
    named = engines.objects(values)

    assert {
        (name, release, wrong)
        for name, one in named.items()
        for release in RELEASES
        if (wrong := engines.ask("wrong", one, release))
    } == set()
    assert len(named) >= 6


@pytest.mark.parametrize("values", MATRIX.values(), ids=MATRIX.keys())
def test_every_pod_keeps_to_the_restricted_standard(
    engines: Engines, values: dict[str, Any]
) -> None:
    pods = [*pods_of(engines.objects(values))]

    assert len(pods) >= 2
    for pod in pods:
        assert pod["automountServiceAccountToken"] is False
        assert pod["enableServiceLinks"] is False, "CROUPIER_PORT and the like are no settings"
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        for container in pod["containers"]:
            assert container["securityContext"] == {
                "allowPrivilegeEscalation": False,
                "readOnlyRootFilesystem": True,
                "capabilities": {"drop": ["ALL"]},
            }
            assert container["resources"]["limits"]["memory"]


WRONG = {
    "replicas": {"replicas": "two"},
    "replicsa": {"replicsa": 2},
    "settings/durability": {"settings": {"durability": "replicated"}},
    "settings/prefix": {"settings": {"prefix": "no spaces"}},
    "settings/houseThinkMs": {"settings": {"houseThinkMs": -1}},
    "drain/graceS": {"drain": {"graceS": 0}},
    "image/digest": {"image": {"digest": "latest"}},
    "redis/mode": {"redis": {"mode": "cluster"}},
    "redis/external": {"redis": {"mode": "external"}},
    "redis/external/url": {"redis": {**EXTERNAL, "external": {"url": "redis://:word@host"}}},
    "redis/bundled/maxmemory": {"redis": {"bundled": {"maxmemory": "1Gi"}}},
    "service/type": {"service": {"type": "ExternalName"}},
    "service/grpcPort": {"service": {"grpcPort": 70_000}},
    "secrets/name": {"secrets": {"name": ""}},
    "grpcRoute/parentRefs": {"grpcRoute": {"enabled": True}},
    "networkPolicy/clients/0": {"networkPolicy": {"clients": [{"everybody": {}}]}},
    "resources": {"resources": {"request": {"cpu": 1}}},
    "autoscaling/cpuPercent": {"autoscaling": {"cpuPercent": 101}},
}


@pytest.mark.parametrize(("name", "values"), WRONG.items(), ids=WRONG.keys())
def test_a_wrong_value_is_refused_by_its_name(
    engines: Engines, name: str, values: dict[str, Any]
) -> None:
    with pytest.raises(Refused) as refused:
        engines.render(values)

    assert name in str(refused.value)


def test_the_schema_knows_every_value_and_no_other() -> None:
    schema = yaml.safe_load((CHART / "values.schema.json").read_text())
    values = yaml.safe_load((CHART / "values.yaml").read_text())

    def names(one: Any, of: Any, path: str = "") -> Iterator[str]:
        for name in one:
            yield f"{path}{name}"
            inner = of.get("properties", {}).get(name, {})
            if isinstance(one[name], dict) and "properties" in inner:
                yield from names(one[name], inner, f"{path}{name}.")

    def known(of: Any, path: str = "") -> Iterator[str]:
        for name, inner in of.get("properties", {}).items():
            yield f"{path}{name}"
            yield from known(inner, f"{path}{name}.")

    listed = set(names(values, schema))
    optional = {"global", "resources.requests.ephemeral-storage",
                "resources.limits.cpu", "resources.limits.ephemeral-storage"}  # fmt: skip
    optional |= {f"{part}.{name}" for part in ("redis.bundled", "load") for name in optional}
    assert set(known(schema)) - optional == listed - {"global"}


def test_every_value_is_explained() -> None:
    paragraphs = (CHART / "values.yaml").read_text().split("\n\n")

    assert len(paragraphs) > 15
    assert [one for one in paragraphs if "#" not in one] == []


def test_every_setting_of_the_chart_is_one_of_the_service(engines: Engines) -> None:
    named = engines.objects({**PRODUCTION, "packsConfigMap": "our-packs"})
    (config,) = [one["data"] for name, one in named.items() if name.startswith("ConfigMap")]
    env = {one["name"] for one in pod_of(named)["containers"][0]["env"]}

    known = {name for name, _, _ in described()}
    assert config.keys() - known == set()
    assert env - known == set()
    given = {
        name.removeprefix("CROUPIER_").lower(): value
        for name, value in config.items()
        if name != "CROUPIER_PACKS_DIR"
    }
    settings = Settings.model_validate(
        {**given, "secret": "s" * 32, "operator_key": "k" * 16, "redis_url": "redis://store"}
    )
    assert settings.grace_s == PRODUCTION["drain"]["graceS"]
    assert settings.durability == "local"


@pytest.mark.parametrize(("sleep", "lame", "grace"), [(5, 1, 20), (10, 2, 30), (1, 0, 1)])
def test_the_pods_grace_period_is_longer_than_the_drain(
    engines: Engines, sleep: int, lame: int, grace: int
) -> None:
    values = {"drain": {"preStopSleepS": sleep, "lameDuckS": lame, "graceS": grace}}
    pod = pod_of(engines.objects(values))

    (container,) = pod["containers"]
    assert container["lifecycle"]["preStop"]["sleep"]["seconds"] == sleep
    assert pod["terminationGracePeriodSeconds"] == sleep + grace + 5
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        assert container[probe]["grpc"] == {"port": 50051}


def test_another_setting_makes_other_pods(engines: Engines) -> None:
    def checksum(values: dict[str, Any]) -> str:
        named = engines.objects(values)
        annotations = named["Deployment demo-croupier"]["spec"]["template"]["metadata"]
        return str(annotations["annotations"]["checksum/config"])

    assert checksum({}) == checksum({"replicas": 5})
    assert checksum({}) != checksum({"settings": {"logLevel": "debug"}})


def test_what_plays_says_what_the_command_understands(engines: Engines) -> None:
    named = engines.objects(MATRIX["load"])
    players = players_of(named)

    assert len(players) == 2
    for player in players:
        name, *arguments = player["args"]
        command = Commands().get_command(None, name)
        context = command.make_context(name, [*arguments], resilient_parsing=False)
        service, _, port = context.params["address"].removeprefix("dns:///").partition(":")
        ports = [one["port"] for one in named[f"Service {service}"]["spec"]["ports"]]
        assert int(port) in ports
        assert context.params["operator_key"] is None  # it comes from the Secret


def test_another_load_is_another_job(engines: Engines) -> None:
    def job(*arguments: str) -> str:
        named = engines.objects({"load": {"enabled": True, "args": [*arguments]}})
        return next(name for name in named if name.startswith("Job "))

    assert job("--tables", "5") == job("--tables", "5") != job("--tables", "6")


def test_no_secret_is_written_anywhere(engines: Engines) -> None:
    named = engines.objects(PRODUCTION)

    assert not [name for name in named if name.startswith("Secret ")]
    for one in pod_of(named)["containers"][0]["env"]:
        assert one["valueFrom"]["secretKeyRef"]["name"] in ("croupier-keys", "croupier-store")


def test_selectors_find_their_pods_and_nobody_elses(engines: Engines) -> None:
    named = engines.objects({"networkPolicy": {"clients": [{"podSelector": {}}]}})
    labels = {
        part: named[name]["spec"]["template"]["metadata"]["labels"]
        for part, name in (
            ("house", "Deployment demo-croupier"), ("store", "StatefulSet demo-croupier-store"),
        )
    }  # fmt: skip
    labels["player"] = named["Pod demo-croupier-test"]["metadata"]["labels"]

    def chosen(selector: dict[str, str]) -> set[str]:
        return {part for part, has in labels.items() if selector.items() <= has.items()}

    for name, part in (("demo-croupier", "house"), ("demo-croupier-headless", "house"),
                       ("demo-croupier-store", "store")):  # fmt: skip
        assert chosen(named[f"Service {name}"]["spec"]["selector"]) == {part}
    policy = named["NetworkPolicy demo-croupier-store"]["spec"]
    assert chosen(policy["podSelector"]["matchLabels"]) == {"store"}
    (source,) = policy["ingress"][0]["from"]
    assert chosen(source["podSelector"]["matchLabels"]) == {"house"}
    *_, player = named["NetworkPolicy demo-croupier"]["spec"]["ingress"][0]["from"]
    assert chosen(player["podSelector"]["matchLabels"]) == {"player"}
    pdb = named["PodDisruptionBudget demo-croupier"]["spec"]["selector"]["matchLabels"]
    assert chosen(pdb) == {"house"}


def test_an_upgrade_of_the_house_leaves_the_bundled_store_alone(engines: Engines) -> None:
    store = engines.objects({})["StatefulSet demo-croupier-store"]["spec"]["template"]

    said = yaml.safe_dump(store)
    assert "helm.sh/chart" not in said
    assert "app.kubernetes.io/version" not in said


@pytest.mark.parametrize(("name", "values"), [("default", {}), ("production", PRODUCTION)])
def test_the_rendered_text_is_the_one_that_was_read(
    engines: Engines, name: str, values: dict[str, Any]
) -> None:
    kept = KEPT / f"{name}.yaml"
    text = "".join(
        f"# {place.removeprefix('croupier/')}\n{_tidied(written)}---\n"
        for place, written in engines.render(values).items()
    )

    if KEEP_ANEW:
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(text)
    assert text == kept.read_text(), "CROUPIER_RENDERED=write keeps it anew; then read the diff"


def _tidied(written: str) -> str:
    return "".join(f"{line.rstrip()}\n" for line in written.splitlines() if line.strip())


def test_helm_has_nothing_against_it(engines: Engines) -> None:
    assert engines.ask("lint", str(CHART)) == []


def test_an_object_with_a_misspelt_field_is_found(engines: Engines) -> None:
    named = engines.objects(PRODUCTION)

    for name, part in (("PodDisruptionBudget", "spec"), ("GRPCRoute", "spec"),
                       ("ServiceMonitor", "spec"), ("Deployment", "metadata")):  # fmt: skip
        (one,) = [each for said, each in named.items() if said.startswith(name + " ")]
        one[part]["maxUnavailabel"] = 1
        for release in RELEASES:
            assert "maxUnavailabel" in engines.ask("wrong", one, release), name
