"""The atoms of the game: each changes one thing and says so."""

from typing import TypeAlias, assert_never

from croupier.engines.blossom_ridge import movements
from croupier.engines.blossom_ridge.cards import RankBonusAbility, TrickModAbility, TrickModKind
from croupier.engines.blossom_ridge.commands import UseCoreControl, UseTrickMod
from croupier.engines.blossom_ridge.events import (
    AbilityUsed,
    CardPlayed,
    CharacterTaken,
    GameEnded,
    HandDealt,
    HandPeeked,
    MarkerAdded,
    MarkerMoved,
    MarkerRemoved,
    NoAction,
    NoActionReason,
    RoundDealt,
    RoundScored,
    TrickStarted,
    TrickWon,
)
from croupier.engines.blossom_ridge.movements import Movement, Place, Return, Shift
from croupier.engines.blossom_ridge.scoring import (
    bonus,
    controlled,
    final_key,
    result,
    tiebreak,
)
from croupier.engines.blossom_ridge.table import (
    DECK,
    Cards,
    Peeked,
    PlayedCard,
    RoundScore,
    Table,
    Trick,
    TrickMod,
    rank_of,
    suit_of,
)
from croupier.engines.kernel.agenda import Step
from croupier.engines.kernel.change import Change
from croupier.engines.kernel.secret import Counted, known_to
from croupier.engines.kernel.values import Seat, put, replace, without

AnyTable: TypeAlias = Table[Step]


def deal(
    table: AnyTable, hands: tuple[Cards, ...], stock: Cards, burned: Cards, *, fresh: bool
) -> Change[AnyTable]:
    """BLO-072, BLO-073. New hands; markers stay, trick counts start at 0."""
    finished = tuple(played.card for trick in table.tricks for played in trick.cards)
    after = replace(
        table,
        round=table.round + 1,
        hands=tuple(Counted(hand, (Seat(seat),)) for seat, hand in enumerate(hands)),
        stock=Counted(stock, ()),
        burned=Counted(burned, ()),
        aside=() if fresh else finished,
        tricks=(),
        tricks_won=(0,) * len(hands),
        last_trick=None if burned else table.last_trick,  # BLO-R34: any of its cards may burn
    )
    dealt = RoundDealt(
        round=after.round,
        leader=after.round_leader,
        shuffled=fresh,
        stock=len(stock),
        burned=bool(burned),
    )
    own = tuple(
        HandDealt(seat=Seat(seat), size=len(hand), cards=known_to(Seat(seat), held=hand))
        for seat, hand in enumerate(hands)
    )
    return Change(after, (dealt, *own))


def take_character(table: AnyTable, seat: Seat, character: str) -> Change[AnyTable]:
    """BLO-017. One Character each, for the whole game."""
    characters = put(table.characters, seat, character)
    taken = CharacterTaken(seat=seat, character=character)
    return Change(replace(table, characters=characters), (taken,))


def start_trick(table: AnyTable, leader: Seat) -> Change[AnyTable]:
    """BLO-049. This seat leads."""
    number = len(table.tricks) + 1
    started = TrickStarted(round=table.round, trick_number=number, leader=leader)
    return Change(replace(table, leader=leader), (started,))


def use_trick_mod(table: AnyTable, command: UseTrickMod) -> Change[AnyTable]:
    """BLO-109, BLO-R31. Spent on acceptance, useful or not; in force for this trick."""
    ability = table.pack.contents.ability(command.ability)
    assert isinstance(ability, TrickModAbility), "the ladder has checked the timing"
    mod = TrickMod(command.seat, ability.id, ability.kind, command.suit, command.target)
    spent = put(table.spent, command.seat, command.ability)
    used = AbilityUsed(
        seat=command.seat, ability=command.ability, suit=command.suit, target=command.target
    )
    return Change(replace(table, spent=spent, mods=(*table.mods, mod)), (used,))


def peek(table: AnyTable, seat: Seat, target: Seat) -> Change[AnyTable]:
    """The hand as it is now, for this seat alone, until the trick is finished.

    Sorted: in which order it was dealt only its owner knows.
    """
    hand = sorted(table.hands[target].peek(), key=DECK.index)
    cards = known_to(seat, held=tuple(hand))
    peeked = (*table.peeked, Peeked(target, cards))
    return Change(
        replace(table, peeked=peeked), (HandPeeked(seat=seat, target=target, cards=cards),)
    )


def play(table: AnyTable, seat: Seat, card: str) -> Change[AnyTable]:
    """BLO-036, BLO-R34. A card to the trick; the last finished trick is turned down."""
    hand = Counted(without(table.hands[seat].peek(), card), (seat,))
    trick = (*table.trick, _as_played(table, seat, card))
    after = replace(table, hands=put(table.hands, seat, hand), trick=trick, last_trick=None)
    return Change(after, (CardPlayed(seat=seat, card=card),))


def _as_played(table: AnyTable, seat: Seat, card: str) -> PlayedCard:
    """BLO-045, BLO-R17. No trump: only the led suit, or a masquerade, counts."""
    rank = rank_of(card, table.options)
    counts = not table.trick or suit_of(card) is table.led_suit
    for mod in table.mods:
        if mod.seat == seat:
            counts = counts or mod.kind is TrickModKind.MASQUERADE
            rank += _bonus(table, mod)
    return PlayedCard(seat, card, rank, counts)


def _bonus(table: AnyTable, mod: TrickMod) -> int:
    ability = table.pack.contents.ability(mod.ability)
    return ability.amount if isinstance(ability, RankBonusAbility) else 0


def win_trick(table: AnyTable, played: PlayedCard) -> Change[AnyTable]:
    """BLO-047, BLO-048. The trick goes to the winner's pile and counts there."""
    led, acting = table.led_suit, table.action_suit
    assert led is not None, "a trick was played"
    assert acting is not None, "a trick was played"
    won = put(table.tricks_won, played.seat, table.tricks_won[played.seat] + 1)
    return Change(
        replace(table, tricks_won=won),
        (TrickWon(seat=played.seat, card=played.card, led_suit=led, action_suit=acting),),
    )


def move(table: AnyTable, by: Seat, movement: Movement) -> Change[AnyTable]:
    """BLO-006. A marker is in its owner's supply or on one Location."""
    after = replace(table, town=movements.moved(table.town, movement))
    owner = movement.owner
    match movement:
        case Place(location=location):
            return Change(after, (MarkerAdded(seat=owner, location=location),))
        case Return(location=location):
            return Change(after, (MarkerRemoved(by=by, owner=owner, location=location),))
        case Shift(origin=origin, destination=to):
            event = MarkerMoved(by=by, owner=owner, origin=origin, destination=to)
            return Change(after, (event,))
    assert_never(movement)


def spend(table: AnyTable, command: UseCoreControl) -> Change[AnyTable]:
    """BLO-102, BLO-R31. The Character is spent; its other abilities are lost."""
    used = AbilityUsed(seat=command.seat, ability=command.ability, choice=command.choice)
    spent = put(table.spent, command.seat, command.ability)
    return Change(replace(table, spent=spent), (used,))


def no_action(table: AnyTable, seat: Seat, reason: NoActionReason) -> Change[AnyTable]:
    """BLO-093. Nothing happens."""
    return Change(table, (NoAction(seat=seat, reason=reason),))


def finish_trick(table: AnyTable, winner: Seat) -> Change[AnyTable]:
    """BLO-R34. The trick is turned down; Trick-Mods and looks at hands end with it."""
    acting = table.action_suit
    assert acting is not None, "a trick was played"
    trick = Trick(table.trick, winner, acting)
    return Change(
        replace(
            table,
            tricks=(*table.tricks, trick),
            last_trick=trick,
            trick=(),
            mods=(),
            peeked=(),
        )
    )


def score_round(table: AnyTable) -> Change[AnyTable]:
    """BLO-127, BLO-128. Points are added in the open; no marker moves."""
    score = RoundScore(
        table.round,
        controlled(table.town, table.seats),
        bonus(table.town, table.seats),
        table.tricks_won,
    )
    scores = tuple(map(sum, zip(table.scores, score.controlled, score.bonus, strict=True)))
    after = replace(table, scores=scores, history=(*table.history, score))
    return Change(after, (RoundScored(round_score=score, scores=scores),))


def end_game(table: AnyTable) -> Change[AnyTable]:
    """BLO-140. Says how it ended; the result is read off the table."""
    ended = result(table)
    assert ended is not None, "nothing is left to do"
    keys = [final_key(table, seat) for seat in table.seats]
    event = GameEnded(scores=table.scores, winners=ended.winners, tiebreak=tiebreak(keys))
    return Change(table, (event,))
