"""BLI-110. A card played face up works at once, in the middle of its owner's turn."""

from croupier.engines.blight_of_blackridge import trading, turns, verbs
from croupier.engines.blight_of_blackridge.bet_events import CardFacedUp
from croupier.engines.blight_of_blackridge.commands import PlayFaceUp
from croupier.engines.blight_of_blackridge.effects import Context, Run
from croupier.engines.blight_of_blackridge.ops import Ailment
from croupier.engines.blight_of_blackridge.settling import SettleTouched
from croupier.engines.blight_of_blackridge.stakes import OpenCard
from croupier.engines.blight_of_blackridge.table import AnyTable
from croupier.engines.blight_of_blackridge.text import corruption_cost, text_of
from croupier.engines.blight_of_blackridge.verbs import Source
from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.values import replace


def play(table: AnyTable, said: PlayFaceUp, then: Step, rng: Rng) -> Change[AnyTable]:
    """BLI-139, BLI-R36.

    Not a bet and not the turn's action: cost, effect, settlement, and on it goes.

    BLI-R03: the cost of a sideways card is taken before its effect.
    """
    seat = said.seat
    table, (card,) = verbs.give_up(table, seat, (said.slot,))
    opened = OpenCard(seat, card, said.sideways, said.target, said.bet)
    text = text_of(table.cards[card], sideways=said.sideways)
    assert text.face_up is not None, "only such a card is played open"
    here = Context(seat, Source.SELF, said.target, said.bet)
    table = replace(turns.reopen(trading.lapse(table)), opened=(*table.opened, opened), touched=())
    table = verbs.next_step(table).next_first(
        Run(here, text.face_up.effects), SettleTouched(), then
    )
    told = CardFacedUp(
        seat=seat, card=card, sideways=said.sideways, target=said.target, bet=said.bet
    )
    change = Change(table, (told,))
    if not said.sideways:
        return change
    cost = corruption_cost(table.cards[card])
    return change.then(verbs.ailments, seat, Ailment.CORRUPTION, cost, Source.SELF, None, rng)
