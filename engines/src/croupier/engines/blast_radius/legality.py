"""One ladder of reasons: the first that holds is the refusal, and none means yes."""

from typing import assert_never

from croupier.engines.blast_radius import promises, strikes, survivors, trades
from croupier.engines.blast_radius.cards import Survivor
from croupier.engines.blast_radius.commands import (
    AcceptTrade,
    Allow,
    AnswerDeal,
    BraydenOffer,
    BraydenPass,
    ChooseDiscard,
    ChooseSurvivor,
    CompleteObjective,
    CounterTrade,
    DeclineTrade,
    Defend,
    Discard,
    DrawAgain,
    DrawItem,
    EndTurn,
    EugeneForce,
    EugeneSkip,
    FinishJoke,
    FreezeUp,
    HelgaSkip,
    HelgaTake,
    JudgeJoke,
    KarrotWaits,
    PlayStrike,
    ProposeTrade,
    RollRecovery,
    Said,
    SelfRevive,
    SprengenTake,
    TellJoke,
    TradeInObjective,
    WithdrawTrade,
)
from croupier.engines.blast_radius.scene import Scene
from croupier.engines.blast_radius.table import KARROT_PHASES, TURN_PHASES, Phase
from croupier.engines.kernel.refusal import Refusal, refusal


def why_not(here: Scene, said: Said) -> Refusal | None:
    """The reason for a no, or None."""
    if here.phase is Phase.OVER:
        return refusal("BLA-083", "GAME_OVER")
    if isinstance(said, PlayStrike) and _is_karrot_out_of_turn(here):
        return _karrot(here, said)
    return _right(here, said) or _specific(here, said)


def _is_karrot_out_of_turn(here: Scene) -> bool:
    """BLA-157. Karrot, while another seat is active."""
    return here.survivor is Survivor.KARROT and here.active not in (None, here.seat)


def _karrot(here: Scene, said: PlayStrike) -> Refusal | None:
    """BLA-R54. Between two commands of the active seat, once a turn, with a weapon."""
    asked = here.phase is Phase.KARROT
    if not asked and here.phase not in KARROT_PHASES:
        by_turn = here.phase in TURN_PHASES and here.waiting == (here.active,)
        return refusal("BLA-R54", "WRONG_PHASE" if by_turn else "NOT_YOUR_PROMPT")
    if here.is_down(here.seat):
        return refusal("BLA-R54", "INCAPACITATED")
    if here.karrot_used:
        return refusal("BLA-R54", "KARROT_USED")
    return strikes.why_not(here, said, weapons_only=True)


def _right(here: Scene, said: Said) -> Refusal | None:
    """BLA-028. Who may say anything now, and whether this is what is asked for.

    BLA-090, BLA-153: being Sick closes no phase; BLA-098: being Incapacitated closes all but one.
    """
    withdraws = isinstance(said, WithdrawTrade) and here.phase is Phase.TRADE_ANSWER
    if withdraws and here.seat == here.active and here.seat not in here.waiting:
        return None
    if here.seat not in here.waiting:
        if here.phase in (Phase.SURVIVORS, Phase.JOKE_VOTE) and here.seat != here.active:
            return refusal("BLA-R49", "ALREADY_ANSWERED")
        if here.phase in TURN_PHASES and here.waiting == (here.active,):
            return refusal("BLA-028", "NOT_YOUR_TURN", turn=here.active)
        return refusal("BLA-028", "NOT_YOUR_PROMPT")
    if withdraws or here.phase not in said.phases:
        return refusal("BLA-019", "WRONG_PHASE", phase=here.phase.value)
    return None


def _specific(here: Scene, said: Said) -> Refusal | None:
    match said:
        case SelfRevive() | Discard() | DrawAgain() | PlayStrike() | EndTurn():
            return _in_turn(here, said)
        case ProposeTrade() | CounterTrade() | AcceptTrade():
            return _trade(here, said)
        case TradeInObjective() | CompleteObjective():
            return promises.why_not(here, said)
        case Defend():
            return survivors.why_not_defend(here, said)
        case TellJoke() | FinishJoke():
            return survivors.why_not_joke(here, said)
        case ChooseSurvivor() | ChooseDiscard() | EugeneForce():
            return survivors.why_not(here, said)
        case SprengenTake() | HelgaTake() | BraydenOffer():
            return survivors.why_not_claim(here, said)
        case RollRecovery() | DrawItem() | Allow() | DeclineTrade() | WithdrawTrade():
            return None
        case FreezeUp() | JudgeJoke() | KarrotWaits() | EugeneSkip() | HelgaSkip():
            return None
        case BraydenPass() | AnswerDeal():
            return None
    assert_never(said)


def _in_turn(
    here: Scene, said: SelfRevive | Discard | DrawAgain | PlayStrike | EndTurn
) -> Refusal | None:
    match said:
        case SelfRevive(card=card):
            if card not in here.hand:
                return refusal("BLA-108", "NOT_IN_HAND")
            if card not in revivers(here):
                return refusal("BLA-R26", "NOT_REVIVER", item=here.cards.item(card).id)
        case Discard(card=card):
            if card not in here.hand:
                return refusal("BLA-040", "NOT_IN_HAND")
            if card not in discards(here):
                return refusal("BLA-040", "DISCARD_NOT_ALLOWED")
        case DrawAgain(source=source):
            return promises.why_not_draw(here, source)
        case PlayStrike():
            return strikes.why_not(here, said)
        case EndTurn():
            if here.phase is Phase.ACTION and not may_pass(here):
                return refusal("BLA-R09", "PASS_NOT_ALLOWED")
    return None


def _trade(here: Scene, said: ProposeTrade | CounterTrade | AcceptTrade) -> Refusal | None:
    if isinstance(said, ProposeTrade):
        return trades.why_not_propose(here, said)
    offer = here.pending.offer
    assert offer is not None, "an offer is open"
    if isinstance(said, CounterTrade):
        return trades.why_not_counter(here, said, offer)
    return trades.why_not_accept(here, offer)


def revivers(here: Scene) -> tuple[str, ...]:
    """BLA-R37. The own cards that revive whoever holds them."""
    return tuple([card for card in here.hand if here.cards.item(card).self_revive])


def discards(here: Scene) -> tuple[str, ...]:
    """Which own cards may be discarded now."""
    match here.phase:
        case Phase.DRAW:  # BLA-039, BLA-040, BLA-R14
            full = len(here.hand) == here.cards.limits.hand_limit
            return here.hand if full and not here.early_discard else ()
        case Phase.DISCARD:  # BLA-041, BLA-042
            return here.hand
        case Phase.ACTION | Phase.POST_DRAW:  # BLA-043, BLA-R15
            return () if here.just_drawn is None else (here.just_drawn,)
        case _:
            return ()


def may_pass(here: Scene) -> bool:
    """BLA-R09, BLA-R18. Always, or with `allow_pass` off when nothing else can be done alone."""
    if here.options.allow_pass:
        return True
    return not (
        promises.sources(here)
        or strikes.offers(here)
        or promises.trade_ins(here)
        or promises.completable(here)
    )
