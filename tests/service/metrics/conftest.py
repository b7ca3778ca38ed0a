"""One house per test, and a guest, as at the door."""

from tests.service.door.conftest import _no_settings_around, guest, house

__all__ = ["_no_settings_around", "guest", "house"]
