"""One house per test, as at the door."""

from tests.service.door.conftest import _no_settings_around, guest, house

__all__ = ["_no_settings_around", "guest", "house"]
