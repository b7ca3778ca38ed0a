"""BLI-089, BLI-090. Partnerships: one bet of several seats, all or nothing.

BLI-R16: a Blighted seat may join. BLI-R27: the whole table, or two of two, may be one.
"""

from croupier.engines.blight_of_blackridge import trading, turns
from croupier.engines.blight_of_blackridge.bet_events import (
    PartnerAnswered,
    PartnershipFormed,
    PartnershipProposed,
    ProposalFailed,
)
from croupier.engines.blight_of_blackridge.commands import PartnerPropose
from croupier.engines.blight_of_blackridge.commands import PartnerRespond as Respond
from croupier.engines.blight_of_blackridge.placing import place
from croupier.engines.blight_of_blackridge.stakes import Answer, Bet, Proposal, Stake
from croupier.engines.blight_of_blackridge.table import AnyTable
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.secret import known_to
from croupier.engines.kernel.values import Seat, put, replace


def propose(table: AnyTable, said: PartnerPropose) -> Change[AnyTable]:
    """BLI-091, BLI-092, BLI-094, BLI-095, BLI-R25.

    Terms for all; the cards named stay in hand, locked."""
    seat = said.seat
    own = table.bet_of(seat, said.option)
    present = () if own is None else tuple([other for other in own.members if other != seat])
    proposal = Proposal(
        by=seat,
        option=said.option,
        invited=said.invited,
        present=present,
        claim=said.claim,
        order=said.order,
        trophy=said.trophy,
    )
    stake = known_to(seat, held=(Stake(said.upright, said.sideways),))
    staked = put(table.staked, seat, stake)
    table = trading.lapse(table, seat) if table.trades else table
    told = PartnershipProposed(
        seat=seat,
        option=said.option,
        invited=said.invited,
        claim=said.claim,
        order=said.order,
        trophy=said.trophy,
    )
    return Change(replace(table, proposal=proposal, staked=staked), (told,))


def agree(table: AnyTable, said: Respond) -> Change[AnyTable]:
    """BLI-092. A yes with cards and a claim; from now on this seat trades no more."""
    seat, proposal = said.seat, table.proposal
    assert proposal is not None, "somebody proposed"
    stake = known_to(seat, held=(Stake(said.upright, said.sideways),))
    staked = put(table.staked, seat, stake)
    answers = (*proposal.answers, Answer(seat, said.claim))
    table = trading.lapse(table, seat) if table.trades else table
    told = PartnerAnswered(seat=seat, accepted=True, claim=said.claim)
    after = replace(table, proposal=replace(proposal, answers=answers), staked=staked)
    return Change(after, (told,))


def fail(table: AnyTable, said: Respond) -> Change[AnyTable]:
    """A no: nothing is placed and nothing was shown."""
    proposal = table.proposal
    assert proposal is not None, "somebody proposed"
    told = (
        PartnerAnswered(seat=said.seat, accepted=False, claim=0),
        ProposalFailed(seat=proposal.by, cancelled=False),
    )
    return Change(_closed(table), told)


def cancel(table: AnyTable) -> Change[AnyTable]:
    """The proposer takes it back."""
    proposal = table.proposal
    assert proposal is not None, "somebody proposed"
    return Change(_closed(table), (ProposalFailed(seat=proposal.by, cancelled=True),))


def form(table: AnyTable) -> Change[AnyTable]:
    """BLI-089, BLI-R21, BLI-R22. All cards are placed; solo bets on the option are merged."""
    proposal = table.proposal
    assert proposal is not None, "somebody proposed"
    seats = (proposal.by, *proposal.present, *proposal.invited)
    merged = [bet for bet in table.bets if bet.option == proposal.option and _joins(bet, seats)]
    bet = Bet(
        id=table.refs,
        option=proposal.option,
        members=tuple(sorted(seats)),
        modifier=sum(each.modifier for each in merged),
        order=proposal.order,
        trophy=proposal.trophy,
    )
    kept = tuple([each for each in table.bets if each not in merged])
    first = table.refs + 1
    stakes = [(seat, table.staked[seat].peek()) for seat in seats]
    table = replace(_closed(table), bets=(*kept, bet), refs=first)
    for seat, stake in stakes:
        for cards in stake:
            table = place(table, seat, proposal.option, cards)
    table = _skipped(table, proposal)
    told = PartnershipFormed(
        bet=bet.id,
        option=bet.option,
        members=bet.members,
        order=bet.order,
        trophy=bet.trophy,
        cards=tuple(range(first, table.refs)),
    )
    return Change(turns.reopen(table), (told,))


def _joins(bet: Bet, seats: tuple[Seat, ...]) -> bool:
    return any(member in seats for member in bet.members)


def _skipped(table: AnyTable, proposal: Proposal) -> AnyTable:
    """BLI-R21. In the first circle a yes is an action, and the marker skips that seat once."""
    now = table.betting
    if now.circle == 1:
        fresh = [seat for seat in proposal.invited if seat not in now.acted]
        now = replace(now, skips=(*now.skips, *fresh))
        table = replace(table, betting=now)
    return turns.acted(table, proposal.by, *proposal.invited)


def _closed(table: AnyTable) -> AnyTable:
    """No proposal is open, and its cards are free."""
    none: tuple[Stake, ...] = ()
    staked = tuple([known_to(seat, held=none) for seat in table.seats])
    return replace(table, proposal=None, staked=staked)
