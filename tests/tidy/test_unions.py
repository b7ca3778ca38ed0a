"""What is stored or sent is written out in full: a union leaves out no class of its kind."""

import importlib
import pkgutil
from types import ModuleType
from typing import Any, get_args

import pytest

from croupier.engines.kernel.agenda import Command, Prompt, Step
from croupier.engines.kernel.change import Event
from croupier.engines.kernel.values import Tagged
from tests.tidy import tree


def members(union: Any) -> set[type]:
    """The classes of a union, or the one class that stands for it."""
    return set(get_args(union)) or {union}


def leaves(base: type, package: str) -> set[type]:
    """The classes below `base` that a package defines and nobody refines further."""
    below: list[type] = base.__subclasses__()
    deeper = {leaf for kind in below for leaf in leaves(kind, package)}
    ours = {kind for kind in below if f"{kind.__module__}.".startswith(f"{package}.")}
    return deeper | {kind for kind in ours if not kind.__subclasses__()}


def _engine(game: str) -> ModuleType:
    package = importlib.import_module(f"croupier.engines.{game}")
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)
    return importlib.import_module(f"{package.__name__}.engine")


@pytest.mark.parametrize("game", tree.games())
def test_the_unions_of_an_engine_are_complete(game: str) -> None:
    engine = _engine(game)
    package = f"croupier.engines.{game}"

    assert members(get_args(engine.stored)[0]) == leaves(Step, package), "steps"
    assert members(engine.commands) == leaves(Command, package), "commands"
    assert members(engine.events) == leaves(Event, package), "events"
    assert members(engine.prompts) == leaves(Prompt, package), "prompts"


class Planted(Tagged, frozen=True):
    """A kind with three classes, of which two are ever stored."""


class Draw(Planted, frozen=True):
    """One of the kind."""


class Play(Planted, frozen=True):
    """A class that only its refinement is used of."""


class PlayFaceDown(Play, frozen=True):
    """Another of the kind."""


def test_a_class_that_a_union_leaves_out_is_found() -> None:
    assert leaves(Planted, __name__) == {Draw, PlayFaceDown}
    assert leaves(Planted, "croupier.engines") == set()
    assert members(Draw | PlayFaceDown) == {Draw, PlayFaceDown}
    assert members(Draw) == {Draw}
