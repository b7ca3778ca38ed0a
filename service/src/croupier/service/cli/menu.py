"""Numbered choices in a terminal."""

from collections.abc import Callable, Sequence
from typing import NoReturn

import typer

Look = Callable[[], None]

HELP = "Type a number. v: look at the table again, q: stop for now (the game is kept)."


class Quit(Exception):
    """The person wants to stop."""


def choose(title: str, texts: Sequence[str], look: Look) -> int:
    """Which of these the person wants, from 0. Raises Quit."""
    typer.echo(f"\n{title}")
    for number, text in enumerate(texts, 1):
        typer.echo(f"  {number:>3}  {text}")
    while True:
        said = _line(f"1 to {len(texts)}, v, q, ? > ")
        if said.isascii() and said.isdecimal() and 1 <= int(said) <= len(texts):
            return int(said) - 1
        _otherwise(said, look)


def several(
    title: str, texts: Sequence[str], least: int, most: int, look: Look, *, again: bool = False
) -> list[int]:
    """Which several of these, from 0, in the order typed; each once, unless `again`.
    Raises Quit."""
    many = str(least) if least == most else f"{least} to {most}"
    typer.echo(f"\n{title} Choose {many} of these, with blanks between the numbers:")
    for number, text in enumerate(texts, 1):
        typer.echo(f"  {number:>3}  {text}")
    while True:
        said = _line("numbers, v, q, ? > ")
        words = said.split()
        if all(word.isascii() and word.isdecimal() for word in words):
            chosen = [int(word) - 1 for word in words]
            fitting = all(0 <= one < len(texts) for one in chosen)
            once = again or len(set(chosen)) == len(chosen)
            if fitting and once and least <= len(chosen) <= most:
                return chosen
        _otherwise(said, look)


def number(title: str, least: int, most: int, look: Look) -> int:
    """A number the person types. Raises Quit."""
    typer.echo(f"\n{title} Type a number from {least} to {most}.")
    while True:
        said = _line(f"{least} to {most}, v, q, ? > ")
        if said.isascii() and said.isdecimal() and least <= int(said) <= most:
            return int(said)
        _otherwise(said, look)


def words(title: str, least: int, most: int, look: Look) -> str:
    """A line the person types. Raises Quit."""
    typer.echo(f"\n{title} Type {least} to {most} characters.")
    while True:
        said = _line("> ")
        if least <= len(said) <= most and said.isprintable():
            return said
        _otherwise(said, look)


def _otherwise(said: str, look: Look) -> None:
    match said.lower():
        case "q":
            _quit()
        case "v":
            look()
        case _:
            typer.echo(HELP)


def _quit() -> NoReturn:
    raise Quit


def _line(prompt: str) -> str:
    try:
        return input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        typer.echo()
        raise Quit from None
