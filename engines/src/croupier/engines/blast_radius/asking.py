"""What a seat is asked: its open prompt, made from its own situation."""

from functools import lru_cache

from croupier.engines.blast_radius import legality, promises, strikes, survivors, trades
from croupier.engines.blast_radius.prompts import (
    ActionPrompt,
    Aim,
    Asks,
    BraydenPrompt,
    DealPrompt,
    DefencePrompt,
    DiscardPrompt,
    DrawPrompt,
    EffectDiscardPrompt,
    EugenePrompt,
    HelgaPrompt,
    JokePrompt,
    KarrotPrompt,
    KeepPrompt,
    RecoveryPrompt,
    SprengenPrompt,
    SurvivorPrompt,
    TradePrompt,
    VotePrompt,
    WithdrawPrompt,
)
from croupier.engines.blast_radius.scene import Scene
from croupier.engines.blast_radius.table import Options, Phase
from croupier.engines.kernel.values import RuleId, replace

VOTE_MS = 15_000  # BLA-R49


def joke_ms(options: Options, seconds: int | None) -> int:
    """BLA-141, BLA-R50. How long a joke may take."""
    return (seconds or options.joke_seconds) * 1_000 + options.joke_grace_ms


def prompt(here: Scene, limit_ms: int | None = None) -> Asks:
    """What this seat is asked now. BLA-R59: whose turn it is not has the time of a reply."""
    asked = _prompt(here, limit_ms)
    return asked if here.seat == here.active else replace(asked, reaction=True)


def _prompt(here: Scene, limit_ms: int | None) -> Asks:
    if here.phase in (Phase.RECOVERY, Phase.DRAW, Phase.DISCARD, Phase.ACTION, Phase.POST_DRAW):
        return _in_turn(here)
    if here.phase in (Phase.EUGENE, Phase.SPRENGEN, Phase.HELGA, Phase.BRAYDEN, Phase.BRAYDEN_DEAL):
        return _of_survivors(here)
    return _of_others(here, limit_ms)


@lru_cache(maxsize=64)
def _in_turn(here: Scene) -> Asks:
    """One table asks the same several times while it judges and answers a command.

    BLA-R59: a turn has one clock, which begins anew once, with the action.
    """
    acting = here.phase in (Phase.ACTION, Phase.POST_DRAW)
    return replace(_of_turn(here), clock="action" if acting else "turn")


def _of_turn(here: Scene) -> Asks:
    seat = here.seat
    match here.phase:
        case Phase.RECOVERY:
            revivers = legality.revivers(here)
            return RecoveryPrompt(seat=seat, rule=RuleId("BLA-099"), revivers=revivers)
        case Phase.DRAW:
            discards = legality.discards(here)
            return DrawPrompt(seat=seat, rule=RuleId("BLA-020"), discards=discards)
        case Phase.DISCARD:
            return DiscardPrompt(seat=seat, rule=RuleId("BLA-041"), cards=here.hand)
        case Phase.POST_DRAW:
            assert here.just_drawn is not None, "a second card is in hand"
            return KeepPrompt(seat=seat, rule=RuleId("BLA-043"), card=here.just_drawn)
        case _:
            return ActionPrompt(
                seat=seat,
                rule=RuleId("BLA-025"),
                sources=promises.sources(here),
                strikes=strikes.offers(here),
                partners=trades.partners(here),
                trade_ins=promises.trade_ins(here),
                completable=promises.completable(here),
                discard=here.just_drawn,
                may_pass=legality.may_pass(here),
            )


def _of_others(here: Scene, limit_ms: int | None) -> Asks:
    seat, about = here.seat, here.pending
    match here.phase:
        case Phase.SURVIVORS:
            return SurvivorPrompt(
                seat=seat,
                rule=RuleId("BLA-010"),
                survivors=survivors.free_survivors(here),
                height_wanted=survivors.height_wanted(here),
            )
        case Phase.DEFENCE:
            assert about.attack is not None, "somebody attacks"
            cards = survivors.defences(here, here.hand)
            rule = RuleId("BLA-115")
            return DefencePrompt(seat=seat, rule=rule, attack=about.attack, cards=cards)
        case Phase.TRADE_ANSWER:
            assert about.offer is not None, "an offer is open"
            counter = bool(here.offers_left and trades.sizes(here, about.offer.by))
            rule = RuleId("BLA-150")
            return TradePrompt(seat=seat, rule=rule, offer=about.offer, may_counter=counter)
        case Phase.JOKE:
            mode = here.options.joke_mode
            return JokePrompt(seat=seat, rule=RuleId("BLA-141"), limit_ms=limit_ms, mode=mode)
        case Phase.JOKE_VOTE:
            assert here.active is not None, "somebody told a joke"
            rule = RuleId("BLA-R49")
            return VotePrompt(seat=seat, rule=rule, limit_ms=VOTE_MS, teller=here.active)
        case Phase.KARROT:
            return karrot(here, limit_ms)
        case _:
            about_cards = about.discarding
            assert about_cards is not None, "something is to be discarded"
            return EffectDiscardPrompt(
                seat=seat,
                rule=RuleId("BLA-051"),
                owner=about_cards.owner,
                cards=here.hands[about_cards.owner],
                count=about_cards.count,
            )


def _of_survivors(here: Scene) -> Asks:
    seat, about = here.seat, here.pending
    match here.phase:
        case Phase.EUGENE:
            aims = tuple([Aim(each, here.hands[each]) for each in survivors.victims(here)])
            return EugenePrompt(seat=seat, rule=RuleId("BLA-155"), aims=aims)
        case Phase.SPRENGEN:
            assert about.claim is not None, "a patient owes"
            owner, rule = about.claim.owner, RuleId("BLA-156")
            return SprengenPrompt(seat=seat, rule=rule, patient=owner, cards=here.hands[owner])
        case Phase.HELGA:
            assert about.claim is not None, "an attacker owes"
            owner, rule = about.claim.owner, RuleId("BLA-160")
            return HelgaPrompt(seat=seat, rule=rule, attacker=owner, cards=here.hands[owner])
        case Phase.BRAYDEN:
            assert about.offer is not None, "a trade was agreed on"
            return BraydenPrompt(
                seat=seat,
                rule=RuleId("BLA-161"),
                offer=about.offer,
                cards=here.hand,
                sellers=trades.sellers(here, about.offer),
            )
        case _:
            assert about.deal is not None, "Brayden offers a card"
            return DealPrompt(seat=seat, rule=RuleId("BLA-R55"), deal=about.deal)


def karrot(here: Scene, limit_ms: int | None = None) -> KarrotPrompt:
    """BLA-R54. What Karrot may do out of turn."""
    return KarrotPrompt(
        seat=here.seat,
        rule=RuleId("BLA-157"),
        limit_ms=limit_ms,
        strikes=strikes.offers(here, weapons_only=True),
        may_wait=here.phase is Phase.KARROT,
    )


def withdraw(here: Scene) -> WithdrawPrompt:
    """BLA-151. What the active seat may take back."""
    assert here.pending.offer is not None, "an offer is open"
    return WithdrawPrompt(seat=here.seat, rule=RuleId("BLA-151"), offer=here.pending.offer)
