"""The built package, and a reader who types what its README says."""

from collections.abc import Iterator

import pytest

from tests.e2e.test_readme import reader
from tests.typescript.package import built

__all__ = ["reader"]

WEB_CRYPTO = "--experimental-global-webcrypto"  # Node 18, Debian 12's, hides it without this


@pytest.fixture(scope="session")
def _package() -> Iterator[None]:
    """The package is built and its tests are compiled."""
    built()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NODE_OPTIONS", WEB_CRYPTO)
        yield
