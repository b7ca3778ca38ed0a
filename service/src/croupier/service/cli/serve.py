"""`croupier serve`: run the service until it is told to stop."""

import signal
import textwrap
from typing import NoReturn

import typer

from croupier.service.settings import BadSettings, described, load

BAD_SETTINGS = 2  # the exit code for a mistake that trying again does not mend


def _listed() -> str:
    """Every setting for --help; \\b keeps the lines as they are."""
    told = [
        f"\b\n{name}={default}\n{textwrap.indent(textwrap.fill(meaning, 70), '    ')}"
        for name, default, meaning in described()
    ]
    return "\n\n".join(("Settings, from the environment:", *told))


EPILOG = _listed()


def serve() -> None:
    """Run the service here, until SIGTERM or Ctrl-C.

    Without settings: on this machine alone, with a private Valkey whose data survives.
    """
    # The first process of a container has no default for this; later the loop takes over.
    signal.signal(signal.SIGTERM, _not_even_begun)
    try:
        settings = load()
    except BadSettings as bad:
        typer.echo(f"croupier cannot start: {bad}", err=True)
        raise typer.Exit(BAD_SETTINGS) from None
    from croupier.service.main import run

    raise typer.Exit(run(settings))


def _not_even_begun(*_: object) -> NoReturn:
    raise SystemExit(0)
