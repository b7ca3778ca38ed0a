"""Everything an operator can set: environment variables named `CROUPIER_...`, checked at start."""

import errno
import ipaddress
import os
import re
import socket
import sys
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from croupier.service.app.keys import ROOT_BYTES_MIN
from croupier.service.logs import Format, Level

PREFIX = "CROUPIER_"
OPERATOR_KEY_MIN = 16
NEAR = 0.8  # how alike a misspelt name is to the one it stands for
STORES = "redis://, rediss://, unix://, redis+sentinel:// or redis+cluster://"
STORE_SCHEMES = frozenset(
    f"{kind}{variant}" for kind in ("redis", "rediss") for variant in ("", "+sentinel", "+cluster")
) | {"unix"}
ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[a-z0-9.\[\]:-]+")  # no path, not even a slash
Port = Annotated[int, Field(ge=0, le=65535)]
Count = Annotated[int, Field(ge=1, le=1_000_000)]
Seconds = Annotated[float, Field(ge=0, le=86_400)]


class BadSettings(Exception):
    """The service cannot start as it is set up: one sentence for each setting at fault."""


class Settings(BaseSettings):
    """What the process was told. Frozen: nothing changes while it runs."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="ignore")

    host: str = Field("127.0.0.1", description="Address to listen on.")
    grpc_port: Port = Field(50051, description="Port of the gRPC door; 0 takes a free one.")
    http_port: Port = Field(
        8080, description="Port of the HTTP door: every protocol, gRPC too; 0 takes a free one."
    )
    cors_origins: str | None = Field(
        None,
        description="Pages of these origins may call the HTTP door from browsers, with commas: "
        "https://play.example; * for all. None without it.",
    )
    metrics_port: Port | None = Field(
        None, description="Port of /metrics, /healthz and /readyz, over HTTP; none without it."
    )
    reuse_port: bool = Field(
        False, description="Let several processes listen on the same port (SO_REUSEPORT)."
    )
    data_dir: Path = Field(
        Path("~/.local/state/croupier"),
        description="Where the private Valkey keeps the tables and the secret.",
    )
    redis_url: str | None = Field(
        None,
        repr=False,  # it may hold a password
        description=f"Use this Redis or Valkey (7.0 or newer) instead of a private one: {STORES}.",
    )
    prefix: str = Field(
        "croupier:", pattern=r"^[A-Za-z0-9:._-]{1,64}$", description="What every key begins with."
    )
    secret: SecretStr | None = Field(
        None,
        description="Root secret, at least 32 characters; several with commas: the first signs, "
        "all verify. Needed with CROUPIER_REDIS_URL.",
    )
    secret_file: Path | None = Field(None, description="A file with the same, one to a line.")
    operator_key: SecretStr | None = Field(
        None, description="Opening tables needs this key, at least 16 characters."
    )
    open: bool = Field(
        False, description="Listen beyond this machine although anybody may open tables."
    )
    packs_dir: Path | None = Field(
        None, description="More packs of cards: every *.toml file in this directory."
    )
    durability: Literal["none", "local"] = Field(
        "none",
        description="Refuse to start unless the store promises this much: "
        "local (nothing acknowledged is lost) or none.",
    )
    house_think_ms: int = Field(
        0, ge=0, le=60_000, description="How long house players think, unless the table says so."
    )
    test_seeds: bool = Field(
        False, description="Let tables choose their deal, for tests; on this machine alone."
    )
    reflection: bool = Field(True, description="Tell gRPC tools the API (reflection).")
    unary_max: Count = Field(512, description="Requests answered at once; more are refused.")
    watches_max: Count = Field(2_000, description="Open watches; more are refused.")
    connection_age_s: Seconds = Field(
        1_800, ge=1, description="How old a connection may become, give or take a tenth."
    )
    lame_duck_s: Seconds = Field(
        1, description="After SIGTERM: how long to go on serving while balancers notice."
    )
    grace_s: Seconds = Field(
        20, description="After SIGTERM: how long everything together may take."
    )
    log_level: Level = Field("info", description="debug, info, warning or error.")
    log_format: Format = Field(
        "auto", description="json, pretty, or auto: pretty on a terminal, JSON elsewhere."
    )

    @model_validator(mode="after")
    def _agree(self) -> Self:
        wrong = list(_disagreements(self))
        if wrong:
            raise ValueError(" ".join(wrong))
        return self

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach the service."""
        return _is_loopback(self.host)

    @property
    def data(self) -> Path:
        """The data directory, in full."""
        return self.data_dir.expanduser().absolute()

    @property
    def store_name(self) -> str:
        """The store in words that hold no password."""
        if self.redis_url is None:
            return f"a private Valkey in {self.data}"
        parts = urlsplit(self.redis_url)
        return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()

    @property
    def origins(self) -> tuple[str, ...]:
        """Whose pages may call the HTTP door from browsers."""
        return tuple(filter(None, map(str.strip, (self.cors_origins or "").split(","))))

    def roots(self) -> tuple[bytes, ...]:
        """The root secrets that were given; none when the private store shall make one."""
        text = None
        if self.secret is not None:
            text = self.secret.get_secret_value().replace(",", "\n")
        elif self.secret_file is not None:
            text = _read(self.secret_file)
        if text is None:
            return ()
        given = tuple(line.strip().encode() for line in text.split("\n") if line.strip())
        short = [root for root in given if len(root) < ROOT_BYTES_MIN]
        if short or not given:
            name = "SECRET" if self.secret is not None else "SECRET_FILE"
            raise BadSettings(
                f"{PREFIX}{name}: every secret needs at least {ROOT_BYTES_MIN} characters."
            )
        return given


def load(**given: Any) -> Settings:
    """The settings of this process. Raises BadSettings, naming the variables."""
    if os.environ.get("PYTHONASYNCIODEBUG") or sys.flags.dev_mode:
        raise BadSettings(
            "PYTHONASYNCIODEBUG and -X dev print what players hold: start without them."
        )
    empty = [name for name, _, _ in described() if os.environ.get(name, "-").strip() == ""]
    if empty:
        raise BadSettings(f"{empty[0]}: it is empty; give it a value, or do not set it.")
    try:
        settings = Settings(**given)
    except ValidationError as error:
        # Only names and rules: a rejected value may be a secret.
        raise BadSettings("\n".join(_named(one) for one in error.errors())) from None
    if settings.redis_url is not None and not settings.roots():
        raise BadSettings(
            f"{PREFIX}SECRET: with {PREFIX}REDIS_URL every replica needs the same secret; "
            f"set {PREFIX}SECRET or {PREFIX}SECRET_FILE."
        )
    settings.roots()
    return settings


def unknown() -> Mapping[str, str | None]:
    """Variables that look like settings and are none, each with the one it may stand for."""
    known = {name for name, _, _ in described()}
    sent = sorted(name for name in os.environ if name.upper().startswith(PREFIX))
    return {
        name: next(iter(get_close_matches(name.upper(), known, 1, NEAR)), None)
        for name in sent
        if name.upper() not in known
    }


def why_not_there(host: str, port: int, setting: str) -> str:
    """Why nobody can listen at a place, whose port has this setting."""
    try:
        found = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)
        family, kind, protocol, _, place = found[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.bind(place)
    except socket.gaierror:
        return f"{PREFIX}HOST: {host} is not known here; give an address of this machine."
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            return f"{PREFIX}HOST: {host} is not an address of this machine."
        if error.errno == errno.EACCES:
            return f"{PREFIX}{setting}: this account may not listen on {port}; take one above 1023."
    return f"{PREFIX}{setting}: {port} of {host} is in use; take another port, or 0 for a free one."


def described() -> Iterator[tuple[str, str, str]]:
    """Every setting: its variable, its default and what it means."""
    for name, field in Settings.model_fields.items():
        default = "" if field.default is None else str(field.default)
        if isinstance(field.default, bool):
            default = default.lower()
        yield PREFIX + name.upper(), default, field.description or ""


def _disagreements(settings: Settings) -> Iterator[str]:
    """What no single setting can know."""
    if not settings.loopback and settings.operator_key is None and not settings.open:
        yield (
            f"{PREFIX}HOST: beyond this machine anybody could open tables; "
            f"set {PREFIX}OPERATOR_KEY, or {PREFIX}OPEN=true if that is meant."
        )
    key = settings.operator_key
    if key is not None and len(key.get_secret_value()) < OPERATOR_KEY_MIN:
        yield f"{PREFIX}OPERATOR_KEY: it needs at least {OPERATOR_KEY_MIN} characters."
    if settings.test_seeds and not settings.loopback:
        yield f"{PREFIX}TEST_SEEDS: chosen deals are for {PREFIX}HOST on this machine alone."
    if settings.secret is not None and settings.secret_file is not None:
        yield f"{PREFIX}SECRET: set it or {PREFIX}SECRET_FILE, not both."
    if settings.redis_url is not None and (wrong := _wrong_store(settings.redis_url)):
        yield f"{PREFIX}REDIS_URL: {wrong}."
    if settings.packs_dir is not None and not settings.packs_dir.is_dir():
        yield f"{PREFIX}PACKS_DIR: {settings.packs_dir} is not a directory."
    try:
        settings.data_dir.expanduser()
    except RuntimeError:
        yield f"{PREFIX}DATA_DIR: nobody here has the home of {settings.data_dir}."
    for origin in settings.origins:
        if origin != "*" and not ORIGIN.fullmatch(origin):
            yield (
                f"{PREFIX}CORS_ORIGINS: {origin} is not an origin; "
                "write it as browsers do, for example https://play.example:8443."
            )
    if settings.lame_duck_s >= settings.grace_s:
        yield f"{PREFIX}LAME_DUCK_S: it must be shorter than {PREFIX}GRACE_S."


def _wrong_store(url: str) -> str | None:
    """What is wrong with a store's address, without the address: it may hold a password."""
    try:
        parts = urlsplit(url)
        for place in parts.netloc.rpartition("@")[2].split(","):
            _ = urlsplit(f"//{place}").port
    except ValueError:
        return "it names a host or a port that cannot be, for example redis://localhost:6379"
    if parts.scheme not in STORE_SCHEMES:
        return f"it starts with {STORES}"
    if parts.scheme == "unix" and not parts.path:
        return "it names the socket: unix:///run/valkey.sock"
    if parts.scheme.endswith("+sentinel") and not parts.path.strip("/"):
        return "it names the service: redis+sentinel://host:port,host:port/service"
    return None


def _named(error: Any) -> str:
    message = str(error["msg"]).removeprefix("Value error, ")
    if not error["loc"]:
        return message
    return f"{PREFIX}{str(error['loc'][0]).upper()}: {message}."


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except (OSError, UnicodeDecodeError):
        raise BadSettings(f"{PREFIX}SECRET_FILE: {path} cannot be read.") from None
