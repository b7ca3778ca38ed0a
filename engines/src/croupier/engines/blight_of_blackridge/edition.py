"""One edition: which cards, events and loadouts there are, read from TOML and checked."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib.resources import files

from croupier.engines.blight_of_blackridge.cards import (
    Apply,
    AwardPot,
    Card,
    Contribute,
    DiscardPot,
    EventCard,
    Instruction,
    Loadout,
    Most,
    Offer,
    Option,
    Rolloff,
    RotatePot,
    Vote,
)
from croupier.engines.blight_of_blackridge.ops import (
    ITEMS,
    Cleanse,
    Deck,
    Effect,
    Effects,
    Gain,
    Kind,
    LoseItem,
    ModBet,
    PeekBet,
    Roll,
    Take,
)
from croupier.engines.blight_of_blackridge.text import flat
from croupier.engines.kernel import pack
from croupier.engines.kernel.pack import BadPack, Pack

GAME = "blight_of_blackridge"
SCHEMA = 1
DAMAGE = "damage"  # BLI-033: Damage cards are all alike
BLANK = "blank_corruption"  # BLI-R48: what is drawn when no Corruption is left
SIDES = 6  # BLI-002
HAND = 10  # BLI-016, BLI-035
LOADOUT = 5  # BLI-018
EVENTS_MIN = 3
REMEMBERED = 64  # packs in play at once


class Contents(
    pack.Contents,
    frozen=True,
    rename={"loadouts": "loadout", "cards": "card", "events": "event"},
):
    """One edition."""

    loadouts: tuple[Loadout, ...]
    cards: tuple[Card, ...]
    events: tuple[EventCard, ...]


_BLANK_CARD = Card(id=BLANK, name="Corruption", deck=Deck.CORRUPTION, count=1)


@lru_cache(maxsize=REMEMBERED)
def cards_of(edition: Pack[Contents]) -> Mapping[str, Card]:
    """Every card by its id, the blank one too."""
    return {card.id: card for card in (*edition.contents.cards, _BLANK_CARD)}


@lru_cache(maxsize=REMEMBERED)
def events_of(edition: Pack[Contents]) -> Mapping[str, EventCard]:
    """Every event by its id."""
    return {event.id: event for event in edition.contents.events}


@lru_cache(maxsize=REMEMBERED)
def item_names(edition: Pack[Contents]) -> tuple[str, ...]:
    """The ids of all items, in the pack's order."""
    return tuple([card.id for card in edition.contents.cards if card.deck in ITEMS])


def house_pack() -> str:
    """The TOML text of the edition that ships with the game."""
    return files(__package__).joinpath("packs/house.toml").read_text(encoding="utf-8")


def read_pack(text: str) -> Pack[Contents]:
    """A pack from TOML. Raises BadPack naming entry and field."""
    read = pack.read(text, Contents, GAME)
    for problem in _problems(read.contents):
        raise BadPack(problem)
    return read


def _problems(contents: Contents) -> Iterator[str]:
    if contents.schema != SCHEMA:
        yield f"schema: {contents.schema} is unknown, write {SCHEMA}"
    yield from _unique("loadout", contents.loadouts)
    yield from _unique("card", contents.cards)
    yield from _unique("event", contents.events)
    if not contents.loadouts:
        yield "loadout: there must be at least one"
    for loadout in contents.loadouts:
        draw = loadout.draw
        total = draw.ration + draw.tool + draw.weapon + draw.random
        if total != LOADOUT:
            yield f"{loadout.id}: loadout.draw: {total} cards, there must be {LOADOUT}"
    for deck in (*ITEMS, Deck.CORRUPTION):
        if not any(card.deck is deck for card in contents.cards):
            yield f"card.deck: no card of {deck.value}"
    if [card.id for card in contents.cards if card.deck is Deck.DAMAGE] != [DAMAGE]:
        yield f"card.deck: there must be one card of damage, with the id {DAMAGE!r}"
    if any(card.id == BLANK for card in contents.cards):
        yield f"{BLANK}: card.id: this name is the house's own"
    for card in contents.cards:
        yield from _card_problems(card)
    many = sum(event.count for event in contents.events)
    if many < EVENTS_MIN:
        yield f"event: {many} cards, there must be at least {EVENTS_MIN}"
    for event in contents.events:
        yield from _event_problems(event)


def _card_problems(card: Card) -> Iterator[str]:
    changes = card.corrupt.change if card.corrupt is not None else None
    for damage in (card.damage, changes.damage if changes is not None else None):
        if isinstance(damage, tuple) and len(damage) != SIDES:
            yield f"{card.id}: card.damage: {len(damage)} entries, there must be {SIDES}"
    if not _plain(card.on_eat):
        yield f"{card.id}: card.on_eat: only take, gain, cleanse and lose_item"
    if card.deck not in ITEMS and card.corrupt is not None:
        yield f"{card.id}: card.corrupt: only items have a corrupted ability"
    if card.deck not in ITEMS and card.face_up is not None:
        yield f"{card.id}: card.face_up: only items are played face up"
    if card.deck is not Deck.RATION and card.on_eat:
        yield f"{card.id}: card.on_eat: only a ration is eaten"
    if card.deck is Deck.WEAPON and card.damage is None:
        yield f"{card.id}: card.damage: a weapon has one"
    faces = [card.face_up, changes.face_up if changes is not None else None]
    if any(face is not None and not face.when for face in faces):
        yield f"{card.id}: card.face_up.when: no kind of event"
    lists = [card.on_reveal, card.on_win, card.on_lose, card.on_eat]
    lists += [face.effects for face in faces if face is not None]
    if card.corrupt is not None:
        change, add = card.corrupt.change, card.corrupt.add
        lists += [add.on_reveal, add.on_win, add.on_lose]
        lists += [one or () for one in (change.on_reveal, change.on_win, change.on_lose)]
    for effects in lists:
        yield from _roll_problems(f"{card.id}: card", effects)


def _event_problems(event: EventCard) -> Iterator[str]:
    place = f"{event.id}: event"
    options = len(event.options)
    if event.kind is Kind.INCIDENT:
        if options or not event.steps or event.penalty is not None:
            yield f"{place}: an incident has steps, and neither options nor a penalty"
    elif not 1 <= options <= 2 or event.steps:
        yield f"{place}.option: {options} entries, there must be 1 or 2, and no steps"
    if event.kind is Kind.SHOP and event.penalty is not None:
        yield f"{place}.penalty: only a creature has a penalty"
    if event.kind is Kind.CREATURE and sum(option.kill for option in event.options) > 1:
        yield f"{place}.option.kill: at most one option kills the creature"
    for option in event.options:
        bets = option.wager is not None and option.cost is None and not option.effects
        pays = option.cost is not None and option.wager is None and not option.reward
        if event.kind is Kind.CREATURE and not bets:
            yield f"{place}.option {option.name!r}: a creature's has a wager and a reward"
        if event.kind is Kind.SHOP and (not pays or option.kill):
            yield f"{place}.option {option.name!r}: a shop's has a cost and effects"
        if option.cost is not None:
            yield from _cost_problems(f"{place}.option {option.name!r}.cost", option)
        yield from _effect_problems(place, (*option.reward, *option.effects))
    if event.penalty is not None and not _plain(event.penalty.effects):
        yield f"{place}.penalty: only take, gain, cleanse and lose_item"
    yield from _step_problems(place, event.steps)


def _step_problems(place: str, steps: Iterable[Instruction]) -> Iterator[str]:
    """Instructions that ask for what cannot be, or that nothing before them prepares."""
    ready: list[str] = []
    for step in steps:
        here = f"{place}.steps.{step.__struct_config__.tag}"
        needed = [what for what in _needs(step) if what not in ready]
        if needed:
            yield f"{here}: no {needed[0]} before it"
        match step:
            case Contribute(min=least, max=most):
                ready.append("contribute")
                if least > most:
                    yield f"{here}.min: {least}, more than max"
            case Rolloff() | Most():
                ready.append("rolloff or most")
            case Vote():
                ready.append("vote")
            case Offer(cost=cost, effects=effects):
                yield from _effect_problems(here, effects)
                if cost.items is None or cost.ailment is not None:
                    yield f"{here}.cost: an incident's offer costs items"
            case Apply(effects=effects):
                yield from _effect_problems(here, effects)


def _needs(step: Instruction) -> tuple[str, ...]:
    match step:
        case Rolloff() | Most() | RotatePot() | DiscardPot() | Apply(to="contributors"):
            return ("contribute",)
        case AwardPot():
            return ("contribute", "rolloff or most")
        case Apply(to="winner"):
            return ("rolloff or most",)
        case Apply(to="most_voted"):
            return ("vote",)
    return ()


def _cost_problems(place: str, option: Option) -> Iterator[str]:
    cost = option.cost
    assert cost is not None, "asked only of what has one"
    if (cost.items is None) is (cost.ailment is None):
        yield f"{place}: either items or an ailment"
    if cost.items is not None:
        kinds = [cost.items.ration, cost.items.tool, cost.items.weapon, cost.items.any]
        if sum(n > 0 for n in kinds) != 1:
            yield f"{place}.items: items of exactly one kind"
    if cost.ailment is not None and cost.n < 1:
        yield f"{place}.n: at least 1"


def _plain(effects: Iterable[Effect]) -> bool:
    """Whether these effects need neither a roll of their own nor another seat."""
    return all(isinstance(effect, Take | Gain | Cleanse | LoseItem) for effect in effects)


def _effect_problems(place: str, effects: Effects) -> Iterator[str]:
    """Of an event's own effects: there is no bet that they could be about."""
    yield from _roll_problems(place, effects)
    if any(isinstance(effect, ModBet | PeekBet) for effect in flat(effects)):
        yield f"{place}: mod_bet and peek_bet are for cards"


def _roll_problems(place: str, effects: Iterable[Effect]) -> Iterator[str]:
    for effect in effects:
        if isinstance(effect, Roll):
            if len(effect.table) != SIDES:
                yield f"{place}.roll: {len(effect.table)} entries, there must be {SIDES}"
            for entry in effect.table:
                if any(isinstance(inner, Roll) for inner in entry):
                    yield f"{place}.roll: a roll inside a roll"


def _unique(place: str, entries: Iterable[Card | EventCard | Loadout]) -> Iterator[str]:
    for value, count in Counter(entry.id for entry in entries).items():
        if count > 1:
            yield f"{value}: {place}.id: used {count} times"
