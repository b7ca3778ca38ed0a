"""A game that was stopped half-way: where it is, and the key to the seat."""

import json
import os
from pathlib import Path
from typing import NamedTuple

NAME = "play.json"


class Kept(NamedTuple):
    """One seat. `where` is the service's address, or empty for the private one."""

    where: str
    table_id: str
    seat: int
    token: str


def kept(data_dir: Path, where: str) -> Kept | None:
    """The seat that was kept at this service, if any."""
    try:
        written = json.loads((data_dir / NAME).read_text())
        found = Kept(**written)
    except (FileNotFoundError, ValueError, TypeError):
        return None
    return found if found.where == where else None


def keep(data_dir: Path, seat: Kept) -> None:
    """Keep this seat, instead of any other; readable by its owner alone."""
    place = data_dir / NAME
    fresh = place.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump(seat._asdict(), file)
    fresh.replace(place)


def forget(data_dir: Path) -> None:
    """Nothing is kept any more."""
    (data_dir / NAME).unlink(missing_ok=True)
