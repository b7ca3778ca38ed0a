"""Whose ability it is, and whether it is still there to be used."""

from croupier.engines.blossom_ridge.cards import Ability
from croupier.engines.blossom_ridge.situation import Situation
from croupier.engines.kernel.refusal import Refusal, refusal


def own_ability(here: Situation, name: str) -> Ability | Refusal:
    """BLO-101 to BLO-103. The ability, if this seat has it and has used none so far."""
    ability = here.cards.ability(name)
    if ability is None:
        return refusal("BLO-100", "BAD_ARGUMENT", field="ability")
    if here.characters_off:
        return refusal("BLO-110", "CHARACTERS_OFF")  # BLO-R35
    own = here.cards.character(here.characters[here.seat])
    assert own is not None, "Characters are taken before the first card"
    if ability not in own.abilities:
        return refusal("BLO-100", "ABILITY_NOT_YOURS")
    if here.spent is not None:
        return refusal("BLO-102", "ABILITY_SPENT", used=here.spent)
    return ability
