"""How far long work is, on standard error."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import typer

EVERY_S = 1.0


@asynccontextmanager
async def told_every_second(line: Callable[[], str]) -> AsyncIterator[None]:
    """Progress on standard error, while the work goes on and once at its end."""

    async def tell() -> None:
        while True:
            await asyncio.sleep(EVERY_S)
            typer.echo(line(), err=True)

    telling = asyncio.ensure_future(tell())
    try:
        yield
    finally:
        telling.cancel()
    typer.echo(line(), err=True)
