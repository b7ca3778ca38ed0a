"""A form filled in at a terminal, one blank after the other."""

import typer

from croupier.client import filled_form
from croupier.service.cli.games.renderer import Renderer
from croupier.service.cli.menu import Look, number, several, words
from croupier.v1.payload_pb2 import (
    BLANK_KIND_NUMBER,
    BLANK_KIND_TEXT,
    Blank,
    Command,
    Form,
)

SHORT = "That is not enough together; once more."


def filled_in(form: Form, renderer: Renderer, look: Look) -> Command:
    """Ask for every blank that can hold something. Raises Quit."""
    while True:
        values: dict[str, list[str]] = {}
        used: list[str] = []
        for blank in form.blanks:
            apart = blank.field in form.apart
            free = [item for item in blank.source if not (apart and item in used)]
            values[blank.field] = _asked(blank, free, renderer, look)
            if apart:
                used += values[blank.field]
        if len(used) >= form.least:
            return filled_form(form, values)
        typer.echo(SHORT)


def _asked(blank: Blank, free: list[str], renderer: Renderer, look: Look) -> list[str]:
    title = f"{renderer.field(blank.field)}."
    if blank.kind == BLANK_KIND_NUMBER:
        return [str(number(title, blank.least, blank.most, look))]
    if blank.kind == BLANK_KIND_TEXT:
        return [words(title, blank.least, blank.most, look)]
    if not free or not blank.most:
        return []
    told = [renderer.thing(blank.field, item) for item in free]
    most = blank.most if blank.again else min(blank.most, len(free))
    least = min(blank.least, most)
    return [free[one] for one in several(title, told, least, most, look, again=blank.again)]
