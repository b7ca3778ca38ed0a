"""BLI-R01. The reveal, R0 to R7: flip, pay, roll, work, compare, punish, discard."""

from croupier.engines.blight_of_blackridge import trading, verbs
from croupier.engines.blight_of_blackridge.bet_events import (
    CardsRevealed,
    OutcomeDecided,
    ShownCard,
)
from croupier.engines.blight_of_blackridge.cards import EventCard, Wager, Who
from croupier.engines.blight_of_blackridge.comparing import (
    is_void,
    no_card,
    outcome,
    returns,
    standing_of,
    valued,
    wager_of,
)
from croupier.engines.blight_of_blackridge.effects import Context, Run, perform
from croupier.engines.blight_of_blackridge.ops import Ailment
from croupier.engines.blight_of_blackridge.rewards import (
    Aftermath,
    GiveTrophy,
    ReturnCards,
    RewardOption,
)
from croupier.engines.blight_of_blackridge.settling import SettleAll
from croupier.engines.blight_of_blackridge.stakes import Placed
from croupier.engines.blight_of_blackridge.table import AnyTable
from croupier.engines.blight_of_blackridge.text import (
    corruption_cost,
    text_of,
    works_on,
)
from croupier.engines.blight_of_blackridge.verbs import Source
from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.rng import Rng
from croupier.engines.kernel.values import Seat, replace


def reveal(event: EventCard) -> tuple[Step, ...]:
    """BLI-211, BLI-R01, BLI-R32.

    All steps in order, both options within each step in printed order."""
    options = range(len(event.options))
    return (
        Flip(),
        PayCorruption(),
        RollDamage(),
        CardsWork(),
        Compare(),
        Punish(),
        DiscardBets(),
        *[RewardOption(option) for option in options],
        *[GiveTrophy(option) for option in options],
        ReturnCards(),
        Aftermath(),
        SettleAll(),
    )


def in_order(table: AnyTable) -> list[Placed]:
    """Seats in turn order from the Event Leader, within a seat in the order placed."""
    turn = (*table.standing, *table.seats)
    return sorted(table.placed, key=lambda each: (turn.index(each.owner), each.ref))


class Flip(Step, frozen=True):
    """R0 and R1, BLI-116. Offers lapse; every face-down card is turned over at once."""

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """BLI-059. Owner, card and which way it lies are public."""
        table = verbs.next_step(trading.lapse(table))
        placed = tuple([replace(each, face=each.card.peek()) for each in table.placed])
        after = replace(table, placed=placed, touched=())
        if not placed:
            return Change(after)
        shown = tuple(
            [
                ShownCard(each.ref, each.owner, each.option, each.face or "", each.sideways)
                for each in placed
            ]
        )
        return Change(after, (CardsRevealed(cards=shown),))


class PayCorruption(Step, frozen=True):
    """R2, BLI-106, BLI-114, BLI-R03, BLI-R34. What lay sideways is paid for, all at one step."""

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """Due even if the effect is cancelled, and from the Blighted never taken."""
        change = Change(verbs.next_step(table))
        for each in in_order(table):
            if not each.sideways or change.table.dead[each.owner]:
                continue
            cost = corruption_cost(table.cards[each.face or ""])
            ailment, source = Ailment.CORRUPTION, Source.SELF
            change = change.then(verbs.ailments, each.owner, ailment, cost, source, None, rng)
        return change


class RollDamage(Step, frozen=True):
    """R3, BLI-119. One public roll for each card whose damage is rolled."""

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """Only where weapon damage counts, and the card's bet is not void."""
        change = Change(verbs.next_step(table))
        for each in in_order(table):
            text = text_of(table.cards[each.face or ""], sideways=each.sideways)
            counts = wager_of(table, each.option) is Wager.WEAPON_DAMAGE
            if not isinstance(text.damage, tuple) or not counts:
                continue
            if is_void(table, each.owner, each.option):
                continue
            number = verbs.roll(rng, "BLI-119 damage")
            placed = [
                replace(one, rolled=number) if one.ref == each.ref else one
                for one in change.table.placed
            ]
            change = Change(replace(change.table, placed=tuple(placed)), change.events)
            change = change.then(verbs.rolled, each.owner, number, "BLI-119")
        return change


class CardsWork(Step, frozen=True):
    """R4. On-reveal text, where it works at all (BLI-112, BLI-138)."""

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """In the same order."""
        table = verbs.next_step(table)
        runs = []
        for each in in_order(table):
            text = text_of(table.cards[each.face or ""], sideways=each.sideways)
            works = works_on(table.cards[each.face or ""], wager_of(table, each.option))
            if works and text.on_reveal and not is_void(table, each.owner, each.option):
                bet = table.bet_of(each.owner, each.option)
                number = None if bet is None else bet.id
                runs.append(Run(Context(each.owner, bet=number), text.on_reveal))
        return Change(table.next_first(*runs))


class Compare(Step, frozen=True):
    """R5, BLI-117, BLI-118, BLI-126. Totals, then winner, tied or nobody, top option first."""

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """Each option on its own."""
        table = valued(verbs.next_step(table))
        found = tuple([outcome(table, option) for option in range(len(table.now.options))])
        told = tuple([OutcomeDecided(outcome=each) for each in found])
        return Change(replace(table, outcomes=found), told)


class Punish(Step, frozen=True):
    """R6, BLI-129, BLI-130, BLI-131, BLI-134.

    The stamp hits every seat it names, all at one step."""

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """BLI-133, BLI-R28. Each the full penalty; once per event (BLI-R31)."""
        change, penalty = Change(verbs.next_step(table)), table.now.penalty
        if penalty is None:
            return change
        for seat in table.standing:
            if seat in table.warded or not _is_hit(table, penalty.who, seat):
                continue
            here = Context(seat, Source.EVENT)
            for effect in penalty.effects:
                if not change.table.dead[seat]:
                    change = change.then(perform, here, effect, rng)
        return change


def _is_hit(table: AnyTable, who: Who, seat: Seat) -> bool:
    participates, loses = standing_of(table, seat)
    match who:
        case Who.LOSERS:
            return loses
        case Who.NONPARTICIPANTS:
            return not participates
        case Who.NONPARTICIPANTS_AND_LOSERS:
            return loses or not participates


class DiscardBets(Step, frozen=True):
    """R7, BLI-113, BLI-121, BLI-177. All that was placed, but for cards that will return."""

    def do(self, table: AnyTable, answer: None, rng: Rng) -> Change[AnyTable]:
        """Each to the pile of its own deck; face-up plays too."""
        table = verbs.next_step(table)
        gone = [each.face or "" for each in table.placed if not returns(table, each)]
        opened = [each.card for each in table.opened]
        left = [each if returns(table, each) else no_card(each) for each in table.placed]
        table = verbs.discard(table, (*gone, *opened))
        return Change(replace(table, opened=(), placed=tuple(left)))
