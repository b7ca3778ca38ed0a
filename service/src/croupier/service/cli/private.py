"""A service of one's own: `croupier serve` as a child process on a free port."""

import os
import selectors
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from pydantic_settings import BaseSettings, PydanticBaseSettingsSource

from croupier.service.settings import PREFIX, Settings
from croupier.service.tied import tied

START_S = 20.0
STOP_S = 20.0
SAID_MAX = 400  # characters of a failed child's last words
LOG_NAME = "serve.log"


class ServiceFailed(Exception):
    """The child did not start or did not end well; the message says why."""


class PrivateSettings(Settings):
    """Settings from arguments alone: nothing of the caller's environment leaks into them."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """What was given, and nothing else."""
        return (init_settings,)

    def environment(self) -> dict[str, str]:
        """The same for a child: the caller's environment with these settings for its own."""
        others = {k: v for k, v in os.environ.items() if not k.upper().startswith(PREFIX)}
        given = {PREFIX + name.upper(): str(getattr(self, name)) for name in self.model_fields_set}
        return others | given


class PrivateService:
    """A running child, what it was told, and where it listens."""

    def __init__(
        self, process: "subprocess.Popen[bytes]", settings: Settings, address: str
    ) -> None:
        self._process, self.settings, self.address = process, settings, address

    @property
    def runs(self) -> bool:
        """Whether it is still there."""
        return self._process.poll() is None

    def stop(self) -> None:
        """Ask it to stop and wait. Raises ServiceFailed unless it ends well and in time."""
        if self._process.poll() is None:
            self._process.terminate()
        try:
            code = self._process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.kill()
            raise ServiceFailed(f"The service did not stop within {STOP_S:g} seconds.") from None
        if code != 0:
            raise ServiceFailed(
                f"The service ended with code {code}.{_last_words(self.settings.data)}"
            )

    def kill(self) -> None:
        """End it, whatever it does."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()


@contextmanager
def private_service(data_dir: Path, **given: Any) -> Iterator[PrivateService]:
    """A service on this data directory, gone when the block ends; more settings may be given.
    Raises ServiceFailed."""
    settings = PrivateSettings(
        data_dir=data_dir, grpc_port=0, http_port=0, lame_duck_s=0, log_format="json", **given
    )
    process = _spawn(settings)
    try:
        service = PrivateService(process, settings, _address(process, data_dir))
        try:
            yield service
        except BaseException:
            with suppress(ServiceFailed):  # what went wrong inside matters more
                service.stop()
            raise
        service.stop()
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()


def _spawn(settings: PrivateSettings) -> "subprocess.Popen[bytes]":
    with (settings.data / LOG_NAME).open("w") as log:
        return subprocess.Popen(
            tied([sys.executable, "-m", "croupier.service.cli.main", "serve"]),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            env=settings.environment() | {"PYTHONUNBUFFERED": "1"},
            start_new_session=True,  # Ctrl-C is for the person at the terminal
        )


def _address(process: "subprocess.Popen[bytes]", data_dir: Path) -> str:
    """Wait for the line that tells the address."""
    until = time.monotonic() + START_S
    assert process.stdout is not None, "the child writes to a pipe"
    said = b""
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while (left := until - time.monotonic()) > 0 and selector.select(left):
            more = os.read(process.stdout.fileno(), 4096)
            if not more:
                break
            said += more
            for line in said.split(b"\n")[:-1]:
                words = line.split()
                if words[:1] == [b"gRPC"]:
                    return words[1].decode()
    raise ServiceFailed(f"The service did not start.{_last_words(data_dir)}")


def _last_words(data_dir: Path) -> str:
    """The last thing that the child wrote, if anything."""
    try:
        lines = (data_dir / LOG_NAME).read_text().strip().splitlines()
    except OSError:
        return ""
    return f" It said: {lines[-1][:SAID_MAX]}" if lines else ""
