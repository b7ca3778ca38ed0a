"""What may be wrong around the process: one sentence that names what to mend."""

from pathlib import Path

import pytest

from tests.e2e.serving import serving, started
from tests.service.servers import free_port
from tests.waiting import wait_until

SECRET = {"CROUPIER_SECRET": "x" * 32}
OPEN = {"CROUPIER_OPEN": "true", "CROUPIER_TEST_SEEDS": "false"}
FILE = __file__

# what is set, the exit code, and every word that the sentence must have
BAD: dict[str, tuple[dict[str, str], int, tuple[str, ...]]] = {
    "open to all by accident": ({"CROUPIER_HOST": "0.0.0.0"}, 2, ("CROUPIER_OPERATOR_KEY",)),
    "talkative asyncio": ({"PYTHONASYNCIODEBUG": "1"}, 2, ("PYTHONASYNCIODEBUG",)),
    "nobody there": (
        {"CROUPIER_REDIS_URL": "unix:///nowhere.sock", **SECRET}, 1,
        ("CROUPIER_REDIS_URL", "/nowhere.sock"),
    ),
    "a strange scheme": (
        {"CROUPIER_REDIS_URL": "http://x", **SECRET}, 2, ("CROUPIER_REDIS_URL", "redis://"),
    ),
    "a host that does not exist": (
        {"CROUPIER_HOST": "nohost.invalid", **OPEN}, 1, ("CROUPIER_HOST", "nohost.invalid"),
    ),
    "the address of another machine": (
        {"CROUPIER_HOST": "192.0.2.1", **OPEN}, 1, ("CROUPIER_HOST", "192.0.2.1"),
    ),
    "data where nothing can be made": (
        {"CROUPIER_DATA_DIR": "/proc/nope"}, 1, ("CROUPIER_DATA_DIR", "/proc/nope"),
    ),
    "data in a file": ({"CROUPIER_DATA_DIR": FILE}, 1, ("CROUPIER_DATA_DIR", FILE)),
    "data below a file": (
        {"CROUPIER_DATA_DIR": f"{FILE}/data"}, 1, ("CROUPIER_DATA_DIR", FILE),
    ),
    "packs nowhere": ({"CROUPIER_PACKS_DIR": "/nope"}, 2, ("CROUPIER_PACKS_DIR", "/nope")),
}  # fmt: skip


@pytest.mark.parametrize("mistake", [*BAD])
async def test_a_mistake_is_a_sentence_that_names_the_variable(
    mistake: str, tmp_path: Path
) -> None:
    settings, code, named = BAD[mistake]

    sentence = await _refusal(tmp_path / "data", settings, code)

    for word in named:
        assert word in sentence
    assert "in use" not in sentence


@pytest.mark.parametrize("spoilt", ["", "\n", "short\n"])
async def test_a_spoilt_secret_file_is_named(spoilt: str, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "secret").write_text(spoilt)

    sentence = await _refusal(data, {}, 1)

    assert str(data / "secret") in sentence
    assert "CROUPIER_SECRET" not in sentence
    assert (data / "secret").read_text() == spoilt


async def test_a_lost_secret_file_is_named_and_none_is_put_in_its_place(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with serving(data):
        secret = (data / "secret").read_text()
    (data / "secret").unlink()

    sentence = await _refusal(data, {}, 1)

    assert str(data / "secret") in sentence
    assert "CROUPIER_SECRET" not in sentence
    assert not (data / "secret").exists()
    (data / "secret").write_text(secret)
    async with serving(data):
        pass  # restored, it serves again


async def test_the_wrong_secret_of_ones_own_is_said_by_its_name(tmp_path: Path) -> None:
    async with serving(tmp_path / "data"):
        pass

    sentence = await _refusal(tmp_path / "data", SECRET, 1)

    assert "CROUPIER_SECRET" in sentence


async def test_a_misspelt_setting_is_mentioned_with_what_it_may_mean(tmp_path: Path) -> None:
    settings = {"CROUPIER_GPRC_PORT": str(free_port()), "CROUPIER_LOG_LEVEL": "info"}
    async with serving(tmp_path / "data", settings=settings) as process:
        await wait_until(lambda: b"settings.unknown" in process.logged, "it says so")

    said = process.logged.decode().splitlines()
    (line,) = [line for line in said if "settings.unknown" in line]
    (sentence,) = [line for line in said if not line.startswith("{")]
    for told in (line, sentence):
        assert "CROUPIER_GPRC_PORT" in told
        assert "CROUPIER_GRPC_PORT" in told


async def _refusal(data_dir: Path, settings: dict[str, str], code: int) -> str:
    """The one sentence of a house that cannot start."""
    process = await started(data_dir, settings=settings)
    assert await process.ended() == code, process.all_it_said
    text = process.logged.decode()
    assert "Traceback" not in text
    (sentence,) = text.splitlines()
    assert sentence.startswith("croupier cannot start: ")
    assert process.said == b""
    return sentence
