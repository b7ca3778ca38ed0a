"""What bets are worth, who has won them, and what cards do afterwards."""

from croupier.engines.blight_of_blackridge.cards import Card, Wager
from croupier.engines.blight_of_blackridge.ops import Effects, Return
from croupier.engines.blight_of_blackridge.stakes import Bet, Outcome, Placed
from croupier.engines.blight_of_blackridge.table import AnyTable, MultiPenalty
from croupier.engines.blight_of_blackridge.text import counts_for, text_of, works_on
from croupier.engines.kernel.secret import known_to_nobody
from croupier.engines.kernel.values import Seat, replace


def wager_of(table: AnyTable, option: int) -> Wager:
    """What a bet on this option is measured in."""
    wager = table.now.options[option].wager
    assert wager is not None, "a creature's option has one"
    return wager.kind


def is_void(table: AnyTable, seat: Seat, option: int) -> bool:
    """BLI-R14. A bet whose owners are all dead is compared with nothing and costs nothing."""
    bet = table.bet_of(seat, option)
    assert bet is not None, "a card on an option is in a bet"
    return all(table.dead[member] for member in bet.members)


def _card(table: AnyTable, each: Placed) -> Card:
    assert each.face is not None, "it was turned over"
    return table.cards[each.face]


def worth(table: AnyTable, each: Placed) -> int:
    """BLI-007, BLI-120, BLI-135, BLI-R33. Its damage, or one if it is of the kind that counts."""
    card, wager = _card(table, each), wager_of(table, each.option)
    if wager is not Wager.WEAPON_DAMAGE:
        return int(counts_for(card, wager))
    damage = text_of(card, sideways=each.sideways).damage
    if isinstance(damage, tuple):
        return 0 if each.rolled is None else damage[each.rolled - 1]
    return damage or 0


def valued(table: AnyTable) -> AnyTable:
    """Each card with what it adds."""
    placed = [replace(each, worth=worth(table, each)) for each in table.placed]
    return replace(table, placed=tuple(placed))


def cards_of_bet(table: AnyTable, bet: Bet) -> tuple[Placed, ...]:
    """The cards in a bet."""
    return tuple(
        [each for each in table.placed if each.option == bet.option and each.owner in bet.members]
    )


def outcome(table: AnyTable, option: int) -> Outcome:
    """BLI-118, BLI-126, BLI-R29, BLI-R30. Of the bets that reach the Wager, the highest wins."""
    wager = table.now.options[option].wager
    assert wager is not None, "a creature's option has one"
    bets = [
        bet
        for bet in table.bets
        if bet.option == option and not all(table.dead[member] for member in bet.members)
    ]
    totals = [
        max(0, bet.modifier + sum(each.worth or 0 for each in cards_of_bet(table, bet)))
        for bet in bets
    ]
    best = max(totals, default=0)
    first = [bet.id for bet, n in zip(bets, totals, strict=True) if n == best >= wager.n]
    return Outcome(
        option=option,
        totals=tuple(totals),
        bets=tuple([bet.id for bet in bets]),
        winner=first[0] if len(first) == 1 else None,
        tied=tuple(first) if len(first) > 1 else (),
    )


def _good_bets(table: AnyTable) -> tuple[int, ...]:
    """BLI-127. Bets that won or tied."""
    found: list[int] = []
    for each in table.outcomes:
        found.extend(each.tied)
        if each.winner is not None:
            found.append(each.winner)
    return tuple(found)


def standing_of(table: AnyTable, seat: Seat) -> tuple[bool, bool]:
    """BLI-081, BLI-086, BLI-R31. Whether a seat participates, and whether it lost the bet."""
    own = [bet.id for bet in table.bets if seat in bet.members]
    good = [bet for bet in own if bet in _good_bets(table)]
    if table.options.multi_penalty is MultiPenalty.HIT_IF_ANY_LOSS:
        return bool(own), len(good) < len(own)
    return bool(own), bool(own) and not good


def afterwards(table: AnyTable, each: Placed) -> Effects:
    """BLI-125, BLI-R29, BLI-R66. On-win text if its bet won, on-lose text if it did not."""
    card = _card(table, each)
    bet = table.bet_of(each.owner, each.option)
    if bet is None or is_void(table, each.owner, each.option):
        return ()
    if not works_on(card, wager_of(table, each.option)):
        return ()
    text, found = text_of(card, sideways=each.sideways), table.outcomes[each.option]
    if bet.id == found.winner:
        return text.on_win
    if bet.id in found.tied:
        return text.on_win if table.options.tie_triggers_on_win else ()
    return text.on_lose


def returns(table: AnyTable, each: Placed) -> bool:
    """BLI-121. Whether this card's text brings it back; not to the dead."""
    found = afterwards(table, each)
    return not table.dead[each.owner] and any(isinstance(effect, Return) for effect in found)


def no_card(each: Placed) -> Placed:
    """A card that lies on the table no more; what it was stays on record until the event ends."""
    return replace(each, card=known_to_nobody(""))
