"""`croupier`: each sub-command is a module of its own, loaded when it is called."""

import os
import sys
from importlib import import_module
from typing import Any

# gRPC's own lines on standard error follow no rule of ours.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")

import typer
from typer.core import TyperGroup

COMMANDS = ("serve", "demo", "play", "load", "fixtures", "token")


class Commands(TyperGroup):
    """Finds a command by its name: `cli/<name>.py` has a function `<name>`."""

    def list_commands(self, _: Any) -> list[str]:
        """In the order of their use."""
        return list(COMMANDS)

    def get_command(self, _: Any, name: str) -> Any:
        """The command, loaded now."""
        if name not in COMMANDS:
            return None
        module = import_module(f"croupier.service.cli.{name}")
        one = typer.Typer(add_completion=False, rich_markup_mode=None)
        one.command(name, epilog=getattr(module, "EPILOG", None))(getattr(module, name))
        return typer.main.get_command(one)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"croupier {version('croupier')}")
        raise typer.Exit


app = typer.Typer(
    cls=Commands,
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


@app.callback()
def main(
    _: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Say the release and exit."
    ),
) -> None:
    """The house at the table: deals, keeps the secrets, applies the rules."""


if __name__ == "__main__":
    sys.exit(app())
