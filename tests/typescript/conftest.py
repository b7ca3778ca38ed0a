"""The built package, and a reader who types what its README says."""

import pytest

from tests.e2e.test_readme import reader
from tests.typescript.package import built

__all__ = ["reader"]


@pytest.fixture(scope="session")
def _package() -> None:
    """The package is built and its tests are compiled."""
    built()
