"""The operators' page says what is so."""

import re

from croupier.service.app.problems import REASONS
from croupier.service.settings import described
from tests.deploy.engines import ROOT
from tests.service.door.house import House

PAGE = (ROOT / "docs" / "operators.md").read_text()


async def test_every_figure_and_label_is_explained(house: House) -> None:
    rows = [line.split("|")[1:3] for line in PAGE.splitlines() if line.startswith("| `croupier_")]
    told = {
        name: tuple(filter(None, labels.strip().split(", ")))
        for names, labels in rows
        for name in re.findall("`(croupier_[a-z_]+)`", names)
    }

    assert told == {figure.name: figure.labels.names for figure in house.parts.measures.figures}


def test_settings_and_reasons_exist() -> None:
    settings = set(re.findall(r"CROUPIER_[A-Z_]+", PAGE))
    codes = {"NOT_SERVING", "ROLLED_BACK", "INTERNAL", "RESET", "RULES", "SIGTERM", "END", "DRAIN"}
    reasons = set(re.findall(r"`([A-Z][A-Z_]{3,})`", PAGE)) - codes - settings

    assert settings - {name for name, _, _ in described()} == set()
    assert reasons - REASONS.keys() == set()
    assert len(settings) > 5
