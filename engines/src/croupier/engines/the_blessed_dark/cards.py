"""What a card can say: spells, demons and The Dark One, with a closed list of effects."""

from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta

from croupier.engines.kernel.pack import Data
from croupier.engines.the_blessed_dark.dice import Requirement

Id = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
Amount = Annotated[int, Meta(ge=1, le=20)]
Look = Annotated[int, Meta(ge=1, le=10)]
Favor = Annotated[int, Meta(ge=1, le=100)]
Blood = Annotated[int, Meta(ge=0, le=20)]  # BLE-108: no icon is 0
Copies = Annotated[int, Meta(ge=1, le=20)]
EFFECTS_MAX = 8


class Primitive(Data, frozen=True, kw_only=True, tag_field="do"):
    """One thing an effect can do. BLE-R32: mandatory, unless it says "may" or "up to"."""

    aims: ClassVar[bool] = False  # at one opponent, whom the caster chooses


class GainBlood(Primitive, frozen=True, kw_only=True, tag="gain_blood"):
    """BLE-200. The caster takes blood from the pool."""

    amount: Amount


class StealBlood(Primitive, frozen=True, kw_only=True, tag="steal_blood"):
    """BLE-201. The caster takes blood from one opponent."""

    aims: ClassVar[bool] = True
    amount: Amount


class StealBloodEach(Primitive, frozen=True, kw_only=True, tag="steal_blood_each"):
    """BLE-202. The caster takes blood from every opponent."""

    amount: Amount


class DrainEach(Primitive, frozen=True, kw_only=True, tag="drain_each"):
    """BLE-203. Every opponent gives blood back to the pool."""

    amount: Amount


class Draw(Primitive, frozen=True, kw_only=True, tag="draw"):
    """BLE-204. The caster draws cards, one by one, while there is room in the hand."""

    amount: Amount


class Place(Primitive, frozen=True, kw_only=True, tag="place"):
    """BLE-205. The caster may put hand cards into the Grimoire."""

    amount: Amount


class RefreshOwn(Primitive, frozen=True, kw_only=True, tag="refresh_own"):
    """BLE-206. Exhausted spells of the caster become ready."""

    amount: Amount


class ExhaustSpell(Primitive, frozen=True, kw_only=True, tag="exhaust_spell"):
    """BLE-207. Ready spells of opponents become exhausted."""

    amount: Amount


class ExhaustEach(Primitive, frozen=True, kw_only=True, tag="exhaust_each"):
    """BLE-208. Every opponent exhausts own spells."""

    amount: Amount


class Banish(Primitive, frozen=True, kw_only=True, tag="banish"):
    """BLE-209. A summoned demon of an opponent goes to the discard pile."""

    max_favor: Favor | None = None


class DestroySpell(Primitive, frozen=True, kw_only=True, tag="destroy_spell"):
    """BLE-210. Spells of opponents go to the discard pile."""

    amount: Amount
    demons: bool = False  # unsummoned demons, too


class Withdraw(Primitive, frozen=True, kw_only=True, tag="withdraw"):
    """BLE-211. The caster may take own spells back into the hand."""

    amount: Amount


class StealHand(Primitive, frozen=True, kw_only=True, tag="steal_hand"):
    """BLE-212. A random card of an opponent's hand comes to the caster."""

    aims: ClassVar[bool] = True


class DiscardHand(Primitive, frozen=True, kw_only=True, tag="discard_hand"):
    """BLE-213. An opponent discards cards of the own hand."""

    aims: ClassVar[bool] = True
    amount: Amount


class PeekDiscard(Primitive, frozen=True, kw_only=True, tag="peek_discard"):
    """BLE-214. The caster sees an opponent's hand and discards a card of it."""

    aims: ClassVar[bool] = True


class Scry(Primitive, frozen=True, kw_only=True, tag="scry"):
    """BLE-215. The caster looks at the top of the deck, may take cards, arranges the rest."""

    look: Look
    take: Look


class Recover(Primitive, frozen=True, kw_only=True, tag="recover"):
    """BLE-216. Cards of the discard pile come to the caster's hand."""

    amount: Amount


Effect: TypeAlias = (
    GainBlood
    | StealBlood
    | StealBloodEach
    | DrainEach
    | Draw
    | Place
    | RefreshOwn
    | ExhaustSpell
    | ExhaustEach
    | Banish
    | DestroySpell
    | Withdraw
    | StealHand
    | DiscardHand
    | PeekDiscard
    | Scry
    | Recover
)


class Printed(Data, frozen=True, kw_only=True, tag_field="kind"):
    """What every card has."""

    id: Id
    name: Name


class Spell(Printed, frozen=True, kw_only=True, tag="spell"):
    """A spell: dice, blood, effects, and what happens to it afterwards."""

    copies: Copies = 1
    blood: Blood = 0
    symbol: Literal["exhaust", "skull"]  # BLE-121, BLE-122
    dice: Requirement
    effects: Annotated[tuple[Effect, ...], Meta(min_length=1, max_length=EFFECTS_MAX)]


class Demon(Printed, frozen=True, kw_only=True, tag="demon"):
    """A demon: a spell until it is summoned, and favor afterwards."""

    copies: Copies = 1
    blood: Blood = 0
    symbol: Literal["exhaust"]  # BLE-131
    favor: Favor
    dice: Requirement
    effects: Annotated[tuple[Effect, ...], Meta(max_length=EFFECTS_MAX)] = ()


class DarkOne(Printed, frozen=True, kw_only=True, tag="dark_one"):
    """BLE-R27. The Dark One: its favor is printed, its price is blood."""

    favor: Favor


Castable: TypeAlias = Spell | Demon
Card: TypeAlias = Castable | DarkOne
