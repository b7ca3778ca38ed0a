"""Choices too many to list: pick between `least` and `most` of these things."""

from typing import Any

from croupier.engines.kernel.values import Tagged, replace


class Pick(Tagged, frozen=True):
    """Stands for every command that is `like` with `field` filled from `source`.

    The order of the picks is free; each place of `source` may be used once.
    """

    like: Any  # the command with an empty tuple in `field`
    field: str
    source: tuple[str | int, ...]
    least: int
    most: int

    def covers(self, command: Any) -> bool:
        """Whether this command is one of those that the shape stands for."""
        if type(command) is not type(self.like):
            return False
        picked = getattr(command, self.field)
        if not self.least <= len(picked) <= self.most:
            return False
        left = list(self.source)
        for item in picked:
            if item not in left:
                return False
            left.remove(item)
        return bool(replace(command, **{self.field: ()}) == self.like)

    def filled(self, picked: tuple[str | int, ...]) -> Any:
        """The command that picks these."""
        return replace(self.like, **{self.field: picked})
