"""What a seat can say."""

from typing import ClassVar, TypeAlias

from croupier.engines.blast_radius.cards import Survivor
from croupier.engines.blast_radius.table import Names, Phase, Source
from croupier.engines.kernel.agenda import Command
from croupier.engines.kernel.values import Seat


class ChooseSurvivor(Command, frozen=True):
    """BLA-010, BLA-004. Name a survivor, or none; say how tall you are, or not."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.SURVIVORS,)
    survivor: Survivor | None = None
    height_cm: int | None = None


class RollRecovery(Command, frozen=True):
    """BLA-099. Roll the die while Incapacitated."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.RECOVERY,)


class SelfRevive(Command, frozen=True):
    """BLA-108. Use a Defibrillator on oneself instead of rolling."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.RECOVERY,)
    card: str


class DrawItem(Command, frozen=True):
    """BLA-020. The mandatory draw."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.DRAW,)


class Discard(Command, frozen=True):
    """BLA-039 to BLA-043. Discard one card when a draw lets or makes you."""

    phases: ClassVar[tuple[Phase, ...]] = (
        Phase.DRAW,
        Phase.DISCARD,
        Phase.ACTION,
        Phase.POST_DRAW,
    )
    card: str


class DrawAgain(Command, frozen=True):
    """BLA-034, BLA-035. A second card, from the deck or the discard pile."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.ACTION,)
    source: Source


class PlayStrike(Command, frozen=True):
    """BLA-050. Play a Strike: its cost in cards of one item, and what it is aimed at."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.ACTION, Phase.KARROT)
    cards: Names
    target: Seat | None = None
    item: str | None = None
    picks: Names = ()


class ProposeTrade(Command, frozen=True):
    """BLA-146. Offer cards for cards."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.ACTION,)
    to: Seat
    give: Names = ()
    take: Names = ()


class TradeInObjective(Command, frozen=True):
    """BLA-076. An active objective for the top one of the deck."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.ACTION,)
    objective: str


class CompleteObjective(Command, frozen=True):
    """BLA-066. Complete an active objective; spend what it says is spent."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.ACTION,)
    objective: str
    spend: Names = ()


class EndTurn(Command, frozen=True):
    """BLA-026. Decline the action, or keep the second card."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.ACTION, Phase.POST_DRAW)


class Defend(Command, frozen=True):
    """BLA-116. Defend with this card."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.DEFENCE,)
    card: str


class Allow(Command, frozen=True):
    """BLA-120. Let the steal happen."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.DEFENCE,)


class AcceptTrade(Command, frozen=True):
    """BLA-147. Agree to the open offer."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.TRADE_ANSWER,)


class DeclineTrade(Command, frozen=True):
    """BLA-151. Refuse the open offer."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.TRADE_ANSWER,)


class CounterTrade(Command, frozen=True):
    """BLA-150. Another offer instead, seen from whoever makes it."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.TRADE_ANSWER,)
    give: Names = ()
    take: Names = ()


class WithdrawTrade(Command, frozen=True):
    """BLA-151. Take the own offer back while the partner thinks."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.TRADE_ANSWER,)


class TellJoke(Command, frozen=True):
    """BLA-141. Tell a joke in writing."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.JOKE,)
    text: str


class FinishJoke(Command, frozen=True):
    """BLA-R49. Say that the joke was told aloud."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.JOKE,)


class FreezeUp(Command, frozen=True):
    """BLA-143. No joke comes; also what happens when the time is over."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.JOKE,)


class JudgeJoke(Command, frozen=True):
    """BLA-R49. Say whether a joke was told."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.JOKE_VOTE,)
    told: bool


class ChooseDiscard(Command, frozen=True):
    """Cards that an effect discards, in this order."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.EFFECT_DISCARD,)
    cards: Names


class KarrotWaits(Command, frozen=True):
    """BLA-R54. Karrot does not attack before this action."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.KARROT,)


class EugeneForce(Command, frozen=True):
    """BLA-155. Eugene makes somebody discard a card that he picks."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.EUGENE,)
    target: Seat
    card: str


class EugeneSkip(Command, frozen=True):
    """BLA-R58. Eugene forces nobody."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.EUGENE,)


class SprengenTake(Command, frozen=True):
    """BLA-156. Dr. Sprengen takes his payment."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.SPRENGEN,)
    card: str


class HelgaTake(Command, frozen=True):
    """BLA-160. Helga takes a card of the attacker."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.HELGA,)
    card: str


class HelgaSkip(Command, frozen=True):
    """BLA-160. Helga takes nothing."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.HELGA,)


class BraydenOffer(Command, frozen=True):
    """BLA-161. Brayden offers a card to one party for what it was to give."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.BRAYDEN,)
    card: str
    to: Seat


class BraydenPass(Command, frozen=True):
    """BLA-161. Brayden lets the trade be."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.BRAYDEN,)


class AnswerDeal(Command, frozen=True):
    """BLA-R55. The seller takes Brayden's card, or trades as agreed."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.BRAYDEN_DEAL,)
    accept: bool


Said: TypeAlias = (
    ChooseSurvivor
    | RollRecovery
    | SelfRevive
    | DrawItem
    | Discard
    | DrawAgain
    | PlayStrike
    | ProposeTrade
    | TradeInObjective
    | CompleteObjective
    | EndTurn
    | Defend
    | Allow
    | AcceptTrade
    | DeclineTrade
    | CounterTrade
    | WithdrawTrade
    | TellJoke
    | FinishJoke
    | FreezeUp
    | JudgeJoke
    | ChooseDiscard
    | KarrotWaits
    | EugeneForce
    | EugeneSkip
    | SprengenTake
    | HelgaTake
    | HelgaSkip
    | BraydenOffer
    | BraydenPass
    | AnswerDeal
)
