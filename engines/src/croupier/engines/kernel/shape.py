"""Choices too many to list: pick some of these things, or fill in a form."""

from typing import Any, Literal

from croupier.engines.kernel.values import Tagged, Value, replace


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
        if not _drawn_from(picked, self.source):
            return False
        return bool(replace(command, **{self.field: ()}) == self.like)

    def filled(self, picked: tuple[str | int, ...]) -> Any:
        """The command that picks these."""
        return replace(self.like, **{self.field: picked})


class Blank(Value, frozen=True):
    """One field of a `Form` that is still to be filled."""

    field: str
    source: tuple[str | int, ...] = ()  # a list: what to pick from
    least: int = 0  # the fewest items of a list, the smallest number, the shortest text
    most: int = 0
    kind: Literal["list", "number", "text"] = "list"
    again: bool = False  # a list: the same place of the source may be used more than once

    def takes(self, value: Any) -> bool:
        """Whether the field may be filled so."""
        match self.kind:
            case "number":
                return isinstance(value, int) and self.least <= value <= self.most
            case "text":
                return isinstance(value, str) and self.least <= len(value) <= self.most
        if not self.least <= len(value) <= self.most:
            return False
        if self.again:
            return all(item in self.source for item in value)
        return _drawn_from(value, self.source)


class Form(Tagged, frozen=True):
    """Stands for every command that is `like` with each blank filled, each in its own way.

    The lists named in `apart` share no item, and hold at least `least` items together.
    """

    like: Any  # the command, its blank fields as they are when nothing is filled in
    blanks: tuple[Blank, ...]
    apart: tuple[str, ...] = ()
    least: int = 0

    def covers(self, command: Any) -> bool:
        """Whether this command is one of those that the form stands for."""
        if type(command) is not type(self.like):
            return False
        if not all(blank.takes(getattr(command, blank.field)) for blank in self.blanks):
            return False
        together = [item for name in self.apart for item in getattr(command, name)]
        if len(together) < self.least or len(together) != len(dict.fromkeys(together)):
            return False
        empty = {blank.field: getattr(self.like, blank.field) for blank in self.blanks}
        return bool(replace(command, **empty) == self.like)

    def filled(self, **fields: Any) -> Any:
        """The command with these fields filled in."""
        return replace(self.like, **fields)


def _drawn_from(picked: tuple[str | int, ...], source: tuple[str | int, ...]) -> bool:
    left = list(source)
    for item in picked:
        if item not in left:
            return False
        left.remove(item)
    return True
