"""A house with a store, as the service's own tests have it."""

from tests.service.conftest import prefix, store, valkey
from tests.service.door.conftest import _no_settings_around, guest, house

__all__ = ["_no_settings_around", "guest", "house", "prefix", "store", "valkey"]
