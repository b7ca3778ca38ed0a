"""How the house plays a seat, from that seat's own view and prompt alone."""

from typing import assert_never

from croupier.engines.blossom_ridge import choices, situation
from croupier.engines.blossom_ridge.commands import (
    Act,
    ChooseCharacter,
    PassAction,
    PlayCard,
    Said,
    UseCoreControl,
    UseTrickMod,
)
from croupier.engines.blossom_ridge.prompts import ActionPrompt, Asks, CardPrompt, CharacterPrompt
from croupier.engines.blossom_ridge.table import rank_of
from croupier.engines.blossom_ridge.view import View
from croupier.engines.kernel.engine import Policy
from croupier.engines.kernel.rng import Rng, chosen

ABILITY_ODDS = 16  # a usable ability is used once in so many times: late enough for any kind


def house_answer(view: View, prompt: Asks, policy: Policy, rng: Rng) -> Said:
    """A legal answer: the catalogue's default for "absent", anything for "random"."""
    return _default(view, prompt) if policy == "absent" else _random(view, prompt, rng)


def _default(view: View, prompt: Asks) -> Said:
    """BLO-R48. First free Character, lowest legal card, Add if legal; never an ability."""
    match prompt:
        case CharacterPrompt(seat=seat, characters=characters):
            return ChooseCharacter(seat, characters[0])
        case CardPrompt(seat=seat, cards=cards):
            return PlayCard(seat, min(cards, key=lambda card: rank_of(card, view.options)))
        case ActionPrompt(seat=seat, actions=actions):
            return Act(seat, actions[0]) if actions else PassAction(seat)
    assert_never(prompt)


def _random(view: View, prompt: Asks, rng: Rng) -> Said:
    """Now and then an ability; else a kind of answer, then one of its choices."""
    plain: list[Said] = []
    abilities: list[Said] = []
    for command in choices.legal(situation.of_view(view, prompt.seat), prompt):
        uses = isinstance(command, UseTrickMod | UseCoreControl)
        (abilities if uses else plain).append(command)
    stream = f"house/{prompt.seat}"
    if abilities and rng.below(ABILITY_ODDS, stream, "BLO-103 use an ability") == 0:
        return chosen(abilities, rng, stream, "BLO-103 which use")
    kinds = list(dict.fromkeys(_kind(command) for command in plain))
    kind = chosen(kinds, rng, stream, "BLO-082 kind")
    return chosen([c for c in plain if _kind(c) is kind], rng, stream, "BLO-087 choice")


def _kind(command: Said) -> type:
    return type(command.action) if isinstance(command, Act) else type(command)
