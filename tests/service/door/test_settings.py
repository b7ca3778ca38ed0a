"""What an operator can set, and what is said when it does not fit."""

import os
from pathlib import Path

import pytest

from croupier.service.settings import BadSettings, described, load, unknown

SECRET = "a root secret of thirty-two bytes"

BAD = {
    "a port that is none": ({"GRPC_PORT": "seven"}, "GRPC_PORT"),
    "an origin with a path": ({"CORS_ORIGINS": "*, https://play.example/"}, "CORS_ORIGINS"),
    "a port too high": ({"GRPC_PORT": "65536"}, "GRPC_PORT"),
    "a negative budget": ({"UNARY_MAX": "-1"}, "UNARY_MAX"),
    "open to all by accident": ({"HOST": "0.0.0.0"}, "OPERATOR_KEY"),
    "open to all by accident, IPv6": ({"HOST": "::"}, "OPERATOR_KEY"),
    "open to all by a name": ({"HOST": "tables.example"}, "OPERATOR_KEY"),
    "a short secret": ({"SECRET": "hunter2"}, "SECRET"),
    "a short second secret": ({"SECRET": f"{SECRET},hunter2"}, "SECRET"),
    "an empty secret": ({"SECRET": " , "}, "SECRET"),
    "a short key": ({"OPERATOR_KEY": "hunter2"}, "OPERATOR_KEY"),
    "two secrets": ({"SECRET": SECRET, "SECRET_FILE": "/dev/null"}, "SECRET"),
    "no such file": ({"SECRET_FILE": "/nowhere/hunter2"}, "SECRET_FILE"),
    "replicas without a secret": ({"REDIS_URL": "redis://:hunter2@x"}, "SECRET"),
    "no scheme": ({"REDIS_URL": "hunter2.example", "SECRET": SECRET}, "REDIS_URL"),
    "a promise nobody keeps": ({"DURABILITY": "replicated"}, "DURABILITY"),
    "chosen deals for all": ({"HOST": "0.0.0.0", "OPEN": "true", "TEST_SEEDS": "1"}, "TEST_SEEDS"),
    "no patience": ({"LAME_DUCK_S": "9", "GRACE_S": "3"}, "GRACE_S"),
    "a strange prefix": ({"PREFIX": "a{b}:"}, "PREFIX"),
    "a strange level": ({"LOG_LEVEL": "loud"}, "LOG_LEVEL"),
    "an empty place": ({"DATA_DIR": ""}, "DATA_DIR"),
    "an empty host": ({"HOST": " "}, "HOST"),
    "an empty variable for the secret": ({"SECRET": ""}, "SECRET"),
    "an empty file of secrets": ({"SECRET_FILE": "/dev/null"}, "SECRET_FILE"),
    "nobody's home": ({"DATA_DIR": "~hunter2/data"}, "DATA_DIR"),
    "no such packs": ({"PACKS_DIR": "/nowhere/packs"}, "PACKS_DIR"),
    "packs in a file": ({"PACKS_DIR": __file__}, "PACKS_DIR"),
    "a store on the web": ({"REDIS_URL": "http://x", "SECRET": SECRET}, "REDIS_URL"),
    "a store's port too high": ({"REDIS_URL": "redis://x:99999", "SECRET": SECRET}, "REDIS_URL"),
    "a store's port that is none": ({"REDIS_URL": "redis://x:p", "SECRET": SECRET}, "REDIS_URL"),
    "a store's second port": (
        {"REDIS_URL": "redis+cluster://x:1,y:99999", "SECRET": SECRET}, "REDIS_URL",
    ),
    "Sentinels of nothing": ({"REDIS_URL": "redis+sentinel://x:1", "SECRET": SECRET}, "REDIS_URL"),
    "a socket nowhere": ({"REDIS_URL": "unix://", "SECRET": SECRET}, "REDIS_URL"),
}  # fmt: skip
SCHEMES = ("redis://", "rediss://", "unix://", "redis+sentinel://", "redis+cluster://")


@pytest.mark.parametrize("mistake", [*BAD])
def test_a_mistake_is_said_with_the_name_of_the_variable(
    mistake: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given, named = BAD[mistake]
    for name, value in given.items():
        monkeypatch.setenv(f"CROUPIER_{name}", value)

    with pytest.raises(BadSettings) as caught:
        load()

    said = str(caught.value)
    assert f"CROUPIER_{named}" in said
    assert "hunter2" not in said.replace("/nowhere/hunter2", "").replace("~hunter2", "")


def test_every_kind_of_store_is_named_to_who_gave_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_SECRET", SECRET)
    monkeypatch.setenv("CROUPIER_REDIS_URL", "http://x")

    with pytest.raises(BadSettings) as caught:
        load()

    for scheme in SCHEMES:
        assert scheme in str(caught.value)


# what is set, and how many root secrets that gives
GOOD: dict[str, tuple[dict[str, str], int]] = {
    "nothing": ({}, 0),
    "this machine by name": ({"HOST": "localhost"}, 0),
    "all of this machine": ({"HOST": "127.9.9.9", "TEST_SEEDS": "true"}, 0),
    "IPv6": ({"HOST": "::1"}, 0),
    "everywhere with a key": ({"HOST": "0.0.0.0", "OPERATOR_KEY": "0123456789abcdef"}, 0),
    "everywhere, meant so": ({"HOST": "::", "OPEN": "true"}, 0),
    "a store of its own": ({"REDIS_URL": "redis://x:1", "SECRET": SECRET}, 1),
    "a cluster": ({"REDIS_URL": "rediss+cluster://me:p@[::1]:1,y", "SECRET": SECRET}, 1),
    "Sentinels": ({"REDIS_URL": "redis+sentinel://x:1,y:2/house", "SECRET": SECRET}, 1),
    "a socket": ({"REDIS_URL": "unix:///run/valkey.sock", "SECRET": SECRET}, 1),
    "packs": ({"PACKS_DIR": "/"}, 0),
    "a new secret in front": ({"SECRET": f"{SECRET}!, {SECRET}"}, 2),
}


@pytest.mark.parametrize("choice", [*GOOD])
def test_what_fits_is_taken(choice: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given, roots = GOOD[choice]
    for name, value in given.items():
        monkeypatch.setenv(f"CROUPIER_{name}", value)

    settings = load()

    assert len(settings.roots()) == roots


def test_secrets_are_read_from_a_file_one_to_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "secrets"
    file.write_text(f"{SECRET} new\n\n{SECRET} old\n")
    monkeypatch.setenv("CROUPIER_SECRET_FILE", str(file))

    settings = load()

    assert settings.roots() == (f"{SECRET} new".encode(), f"{SECRET} old".encode())


def test_no_secret_is_in_what_settings_print(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_SECRET", SECRET)
    monkeypatch.setenv("CROUPIER_OPERATOR_KEY", "the operator's key")
    monkeypatch.setenv("CROUPIER_REDIS_URL", "redis://me:password@there:1/2?x=password")

    settings = load()

    assert settings.store_name == "redis://there:1/2"
    for said in (repr(settings), str(settings)):
        assert SECRET not in said
        assert "the operator's key" not in said
        assert "password" not in said


def test_talkative_asyncio_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONASYNCIODEBUG", "1")

    with pytest.raises(BadSettings, match="PYTHONASYNCIODEBUG"):
        load()


def test_a_name_that_is_no_setting_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, _, _ in described():
        monkeypatch.setenv(name, "x")
    monkeypatch.setenv("CROUPIER_HOTS", "0.0.0.0")

    monkeypatch.setenv("CROUPIER_SOMETHING_ELSE_ALTOGETHER", "x")

    told = {name: like for name, like in unknown().items() if name != "CROUPIER_TEST_ALL"}
    assert told == {"CROUPIER_HOTS": "CROUPIER_HOST", "CROUPIER_SOMETHING_ELSE_ALTOGETHER": None}
    assert "CROUPIER_HOTS" in os.environ
