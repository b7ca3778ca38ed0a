"""What an action does: Strikes, trades, objectives."""

from typing import TypeAlias, assert_never

from croupier.engines.blast_radius import endings, verbs
from croupier.engines.blast_radius.abilities import CollectPayment, EugeneForces
from croupier.engines.blast_radius.cards import Joke, Survivor
from croupier.engines.blast_radius.combat import Combat, aimed
from croupier.engines.blast_radius.commands import (
    CompleteObjective,
    Discard,
    DrawAgain,
    EndTurn,
    PlayStrike,
    ProposeTrade,
    TradeInObjective,
)
from croupier.engines.blast_radius.effects import Finish, performed
from croupier.engines.blast_radius.events import EndTriggered
from croupier.engines.blast_radius.jokes import StartJoke, Telling
from croupier.engines.blast_radius.reasons import DiscardReason, EndReason
from croupier.engines.blast_radius.table import AnyTable, EndGame, Offer
from croupier.engines.blast_radius.talk import TradeOffered
from croupier.engines.blast_radius.trading import AnswersTrade
from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.values import replace

Acted: TypeAlias = (
    Discard | DrawAgain | PlayStrike | ProposeTrade | TradeInObjective | CompleteObjective | EndTurn
)


def act(table: AnyTable, said: PlayStrike | ProposeTrade | TradeInObjective) -> Change[AnyTable]:
    """BLA-138. Healing is an action like any other; BLA-151: an offer is not yet one."""
    match said:
        case PlayStrike():
            return strike(replace(table, action_used=True), said)
        case ProposeTrade(seat=seat, to=to, give=give, take=take):
            return offer(table, Offer(seat, to, give, take), counter=False)
        case TradeInObjective(seat=seat, objective=objective):
            return verbs.trade_in(replace(table, action_used=True), seat, objective)
    assert_never(said)


def strike(table: AnyTable, said: PlayStrike) -> Change[AnyTable]:
    """BLA-051, BLA-052. The cards resolve, then they are discarded."""
    seat, cards = said.seat, said.cards
    ops = table.cards.item(cards[0]).effects
    if table.cards.item(cards[0]).is_weapon:
        return verbs.play(table.next_first(Combat(aimed(said))), said)
    last, *_ = reversed(ops)
    steps: list[Step] = []
    if isinstance(last, Joke):
        ops, steps = ops[:-1], [StartJoke(Telling(seat, last, said.target))]
    steps = [*performed(seat, ops, said.target, said.picks), *steps]
    steps.append(Finish(seat, cards, DiscardReason.PLAYED))
    if table.seat_of(Survivor.SPRENGEN) == seat:
        steps.append(CollectPayment(seat))
    return verbs.play(table.next_first(*steps), said)


def offer(table: AnyTable, made: Offer, *, counter: bool) -> Change[AnyTable]:
    """BLA-150, BLA-R52. An offer is open, and one less may be made this turn."""
    after = replace(table, offers_left=table.offers_left - 1)
    asked = AnswersTrade(made)
    return Change(after.next_first(asked), (TradeOffered(offer=made, counter=counter),))


def complete(table: AnyTable, said: CompleteObjective) -> Change[AnyTable]:
    """BLA-068, BLA-082, BLA-083. The third objective triggers the end, at once by default."""
    seat = said.seat
    used = replace(table, action_used=True)
    change = verbs.complete(used, seat, said.objective, said.spend)
    enough = len(change.table.scored[seat]) >= table.cards.limits.objectives_to_trigger
    if enough and table.trigger is None:
        triggered = replace(change.table, trigger=seat)
        change = Change(triggered, (*change.events, EndTriggered(seat=seat)))
        if table.options.end_game is EndGame.IMMEDIATE:
            return change.then(endings.end_game, EndReason.OBJECTIVES)
    if table.seat_of(Survivor.EUGENE) == seat:
        return Change(change.table.next_first(EugeneForces(seat)), change.events)
    return change
