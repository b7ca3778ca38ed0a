"""`croupier token` explains tokens and makes them; it never tells a secret."""

import json
import os
from base64 import urlsafe_b64encode
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from croupier.client.sync import Croupier
from croupier.service.cli.main import app
from croupier.service.cli.private import private_service
from tests.e2e import commands

TABLE = "01234567-89ab-8def-8123-456789abcdef"
SECRET = "a root secret of at least thirty-two characters"


def run(home: Path, *words: str, said: str = "", secret: str | None = None) -> Result:
    """`croupier token ...` in this process, with nothing of this account's settings."""
    fresh = {name: None for name in os.environ if name.startswith("CROUPIER_")}
    own = {"HOME": str(home), "CROUPIER_SECRET": secret}
    return CliRunner().invoke(app, ["token", *words], input=said, env={**fresh, **own})


def made(home: Path, *words: str, secret: str = SECRET) -> str:
    """A token from the root secret."""
    done = run(home, "issue", "--table", TABLE, *words, secret=secret)
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout.strip()


def test_a_seats_token_is_made_and_explained(tmp_path: Path) -> None:
    token = made(tmp_path, "--seat", "2", "--generation", "3")

    done = run(tmp_path, token, secret=SECRET)

    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        f"table       {TABLE}",
        "role        seat",
        "seat        2",
        "generation  3",
        "signature   good: made by the secret here",
    ]
    assert SECRET not in done.stdout + done.stderr + token


def test_the_same_words_make_the_same_token(tmp_path: Path) -> None:
    assert made(tmp_path, "--role", "host") == made(tmp_path, "--role", "host")
    assert made(tmp_path, "--seat", "0") != made(tmp_path, "--seat", "1")


def test_it_is_read_from_standard_input_so_that_no_process_list_shows_it(tmp_path: Path) -> None:
    token = made(tmp_path, "--role", "spectator")

    done = run(tmp_path, "-", said=f"Bearer {token}\n", secret=SECRET)

    assert "role        spectator\n" in done.stdout
    assert "seat  " not in done.stdout


def test_another_secrets_token_is_called_wrong(tmp_path: Path) -> None:
    token = made(tmp_path, "--seat", "0", secret="another secret that is long enough surely")

    done = run(tmp_path, token, secret=SECRET)

    assert "signature   WRONG" in done.stdout


def test_without_a_secret_nothing_is_checked_and_nothing_made(tmp_path: Path) -> None:
    token = made(tmp_path, "--seat", "0")

    told = run(tmp_path, token)
    refused = run(tmp_path, "issue", "--table", TABLE, "--seat", "0")

    assert "signature   not checked" in told.stdout
    assert refused.exit_code == 2
    assert "has no secret yet" in refused.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "needs the table's id: --table 0"),
        (("--table", "", "--seat", "0"), "needs the table's id: --table 0"),
        (
            ("--table", "1234", "--seat", "0"),
            "--table '1234' is not a table's id; one looks like 0",
        ),
        (("--table", "\x1b[2J", "--seat", "0"), "--table '\\x1b[2J' is not a table's id"),
        (("--table", TABLE), "--seat"),
        (("--table", TABLE, "--role", "god"), "--role is one of host, seat, spectator"),
        (("--table", TABLE, "--role", "host", "--seat", "0"), "leave --seat out"),
    ],
)
def test_what_is_missing_is_said(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    done = run(tmp_path, "issue", *words, secret=SECRET)

    assert done.exit_code == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def forged(claims: object) -> str:
    """Something that looks like a token."""
    body = urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")
    return f"e30.{body}.x"


@pytest.mark.parametrize(
    "nonsense",
    [
        "nonsense",
        "a.b.c",
        "...",
        "x" * 10_000,
        forged([]),
        forged({"tbl": TABLE, "rol": "god", "gen": 0}),
        forged({"tbl": TABLE, "rol": "seat", "gen": "0"}),
        forged({"tbl": 1, "rol": "seat", "gen": 0}),
    ],
)
def test_what_is_no_token_is_called_so(tmp_path: Path, nonsense: str) -> None:
    done = run(tmp_path, nonsense, secret=SECRET)

    assert done.exit_code == 2
    assert done.stderr.startswith("croupier token: that is not a token of Croupier")
    assert done.stdout == ""


def test_a_token_cannot_write_on_the_terminal(tmp_path: Path) -> None:
    nasty = forged({"tbl": "\x1b[31m", "rol": "host", "gen": 0})

    done = run(tmp_path, nasty, secret=SECRET)

    assert "\x1b" not in done.stdout
    assert "WRONG" in done.stdout


def test_it_is_a_command_of_croupier(tmp_path: Path) -> None:
    done = commands.run(tmp_path, "token", "nonsense", CROUPIER_SECRET=SECRET)

    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr


def test_a_token_made_by_hand_is_the_one_that_the_service_gave(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with private_service(data) as service, Croupier(service.address) as croupier:
        host = croupier.create_table("blossom_ridge", 2)
        left = host.join("Ada", 0)
        left.leave()
        seat = host.join("Ada", 0)
        issue = ("token", "issue", "--table", host.table_id)
        own = {"CROUPIER_DATA_DIR": str(data)}
        for_seat = commands.run(tmp_path, *issue, "--seat", "0", "--generation", "1", **own)
        for_host = commands.run(tmp_path, *issue, "--role", "host", **own)

    assert for_seat.stdout.strip() == seat.token != left.token
    assert for_host.stdout.strip() == host.token
