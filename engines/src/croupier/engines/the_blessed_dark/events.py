"""What happened, in the past tense."""

from typing import TypeAlias

from croupier.engines.kernel.change import Event
from croupier.engines.kernel.secret import Secret
from croupier.engines.kernel.values import Seat
from croupier.engines.the_blessed_dark.dice import Values
from croupier.engines.the_blessed_dark.table import ChoiceKind, EndReason, RevealedHand, Tiebreak


class HandDealt(Event, frozen=True, kw_only=True):
    """BLE-012. A seat got its cards; which ones is for that seat alone."""

    seat: Seat
    size: int
    cards: Secret[tuple[str, ...]]


class FirstCardSealed(Event, frozen=True, kw_only=True):
    """BLE-R05. A seat chose its first card; which one is for that seat alone."""

    seat: Seat
    card: Secret[str]


class FirstCardsRevealed(Event, frozen=True, kw_only=True):
    """BLE-014. All first cards at once, by seat."""

    cards: tuple[str, ...]


class StartingPlayerChosen(Event, frozen=True, kw_only=True):
    """BLE-019. Who takes the first turn."""

    seat: Seat


class TurnStarted(Event, frozen=True, kw_only=True):
    """BLE-020. A turn begins, after so many completed ones."""

    seat: Seat
    turns: int


class CardDrawn(Event, frozen=True, kw_only=True):
    """BLE-042. A card was drawn; which one is for the drawer alone."""

    seat: Seat
    card: Secret[str]


class BloodDrawn(Event, frozen=True, kw_only=True):
    """BLE-050. A seat took blood from the pool as its action."""

    seat: Seat
    count: int


class SpellAdded(Event, frozen=True, kw_only=True):
    """BLE-060. A card went from a hand into the Grimoire of its seat."""

    seat: Seat
    card: str


class SpellsRefreshed(Event, frozen=True, kw_only=True):
    """BLE-070. These spells are ready again."""

    seat: Seat
    cards: tuple[str, ...]


class RitualStarted(Event, frozen=True, kw_only=True):
    """BLE-080. Three dice were rolled."""

    seat: Seat
    dice: Values


class DiceRerolled(Event, frozen=True, kw_only=True):
    """BLE-083. Some dice were rolled again."""

    seat: Seat
    which: tuple[int, ...]
    dice: Values
    attempt: int


class RitualFailed(Event, frozen=True, kw_only=True):
    """BLE-089. A ritual ended without a cast."""

    seat: Seat


class SpellCast(Event, frozen=True, kw_only=True):
    """BLE-120. A card was cast; all its blood is paid."""

    seat: Seat
    card: str
    assign: tuple[int, ...]
    mods: Values
    blood: int
    free: bool


class BloodMoved(Event, frozen=True, kw_only=True):
    """An effect moved blood; an absent seat is the pool."""

    giver: Seat | None
    taker: Seat | None
    count: int


class SpellExhausted(Event, frozen=True, kw_only=True):
    """BLE-121. A spell is exhausted."""

    seat: Seat
    card: str


class SpellReadied(Event, frozen=True, kw_only=True):
    """An effect made a spell ready."""

    seat: Seat
    card: str


class DemonSummoned(Event, frozen=True, kw_only=True):
    """BLE-131. A demon is summoned."""

    seat: Seat
    card: str


class DemonBanished(Event, frozen=True, kw_only=True):
    """BLE-137. A summoned demon went to the discard pile."""

    seat: Seat
    card: str
    by: Seat


class SpellDestroyed(Event, frozen=True, kw_only=True):
    """BLE-210. An effect put a spell on the discard pile."""

    seat: Seat
    card: str
    by: Seat


class SpellWithdrawn(Event, frozen=True, kw_only=True):
    """BLE-211. A spell went back to its owner's hand."""

    seat: Seat
    card: str


class HandDiscarded(Event, frozen=True, kw_only=True):
    """A card of a hand went to the discard pile, face up."""

    seat: Seat
    card: str


class CardStolen(Event, frozen=True, kw_only=True):
    """BLE-212. A card changed hands; which one is for the two seats alone."""

    thief: Seat
    victim: Seat
    card: Secret[str]


class HandSeen(Event, frozen=True, kw_only=True):
    """BLE-214. A seat looks at another hand."""

    seat: Seat
    by: Seat


class CardsScried(Event, frozen=True, kw_only=True):
    """BLE-215. A seat looked at the top of the deck; what it took is for that seat alone."""

    seat: Seat
    looked: int
    taken: int
    cards: Secret[tuple[str, ...]]


class CardRecovered(Event, frozen=True, kw_only=True):
    """BLE-216. A card of the discard pile went to a hand."""

    seat: Seat
    card: str


class CardDiscarded(Event, frozen=True, kw_only=True):
    """BLE-122. A card with a skull left the Grimoire after its cast."""

    seat: Seat
    card: str


class DarkOneMoved(Event, frozen=True, kw_only=True):
    """BLE-144, BLE-146, BLE-R22. Summoned, or stolen; `blood` has what the modifiers cost."""

    giver: Seat | None
    taker: Seat
    blood: int
    mods: Values


class ChoiceOpened(Event, frozen=True, kw_only=True):
    """An effect asks a seat."""

    choice_id: int
    kind: ChoiceKind
    seat: Seat
    card: str


class ChoiceClosed(Event, frozen=True, kw_only=True):
    """The seat has answered."""

    choice_id: int


class LastCardDrawn(Event, frozen=True, kw_only=True):
    """BLE-170. The deck is empty; which card was the last is for the drawer alone."""

    seat: Seat
    card: Secret[str]


class LastCardPlaced(Event, frozen=True, kw_only=True):
    """BLE-171. The last card was added to its drawer's Grimoire."""

    seat: Seat
    card: str


class LastCardKept(Event, frozen=True, kw_only=True):
    """BLE-R37. The last card stays unseen in its drawer's hand."""

    seat: Seat


class HandsRevealed(Event, frozen=True, kw_only=True):
    """BLE-R42. All hands are shown after the end, as this table's options say."""

    hands: tuple[RevealedHand, ...]


class GameEnded(Event, frozen=True, kw_only=True):
    """BLE-006. The game ended. `tiebreak` is what decided between equal favor."""

    favor: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: EndReason
    tiebreak: Tiebreak | None


Happening: TypeAlias = (
    HandDealt
    | FirstCardSealed
    | FirstCardsRevealed
    | StartingPlayerChosen
    | TurnStarted
    | CardDrawn
    | BloodDrawn
    | SpellAdded
    | SpellsRefreshed
    | RitualStarted
    | DiceRerolled
    | RitualFailed
    | SpellCast
    | BloodMoved
    | SpellExhausted
    | SpellReadied
    | DemonSummoned
    | DemonBanished
    | SpellDestroyed
    | SpellWithdrawn
    | HandDiscarded
    | CardStolen
    | HandSeen
    | CardsScried
    | CardRecovered
    | CardDiscarded
    | DarkOneMoved
    | ChoiceOpened
    | ChoiceClosed
    | LastCardDrawn
    | LastCardPlaced
    | LastCardKept
    | HandsRevealed
    | GameEnded
)
