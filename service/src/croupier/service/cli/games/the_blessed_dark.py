"""The Blessed Dark in words: Grimoires, dice, blood."""

from collections.abc import Iterator, Mapping
from typing import Any

from croupier.client import State
from croupier.games.the_blessed_dark.v1 import the_blessed_dark_pb2 as bd
from croupier.service.cli.games.renderer import Choice, Names, around, counted, in_words, listed
from croupier.service.cli.games.the_blessed_dark_words import (
    CHOICES,
    Words,
    cost,
    faces,
    numbered,
)
from croupier.v1.payload_pb2 import Command, Event, Prompt

QUIET = ("choice_opened", "choice_closed", "turn_started", "hand_dealt", "hands_revealed")
HEADLINES = (
    "first_cards_revealed",
    "starting_player_chosen",
    "spell_cast",
    "demon_summoned",
    "demon_banished",
    "dark_one_moved",
    "last_card_drawn",
    "game_ended",
)


class TheBlessedDark:
    """One table of The Blessed Dark."""

    def __init__(self, names: Names, contents: Mapping[str, Any]) -> None:
        self._names, self._words = names, Words(names, contents)
        self._offered: list[tuple[str, tuple[int, ...], tuple[int, ...]]] = []

    def scene(self, state: State) -> Iterator[str]:
        """The table, every Grimoire, the own hand."""
        if state.view is None:
            return
        view, words = state.view.the_blessed_dark, self._words
        yield (
            f"Turn {view.turns + 1}: {counted(view.deck, 'card')} in the deck, "
            f"{view.pool} blood in the pool"
        )
        for seat in view.seats:
            yield (
                f"  {self._names[seat.seat]}: favor {seat.favor}, {seat.blood} blood, "
                f"{counted(seat.hand_size, 'card')}; {words.grimoire(seat.grimoire)}"
            )
        if view.discard:
            yield f"Discarded: {words.cards(view.discard)}"
        if view.HasField("ritual"):
            yield f"The dice: {faces(view.ritual.dice)}, attempt {view.ritual.attempt}"
        for hand in view.revealed:
            yield f"{self._names[hand.seat]} held {words.cards(hand.cards)}"
        if view.hand:
            yield "Your hand:"
            yield from (f"  {words.card(card)}" for card in view.hand)

    def asked(self, prompt: Prompt) -> str:
        """What a prompt asks for."""
        said = prompt.the_blessed_dark
        self._offered = [
            (one.card, tuple(one.assign), tuple(one.mods)) for one in said.ritual_prompt.casts
        ]
        match said.WhichOneof("prompt"):
            case "first_card_prompt":
                return "Choose the first card of your Grimoire."
            case "turn_prompt":
                return "Your turn: one action."
            case "ritual_prompt":
                ritual = said.ritual_prompt
                return f"{faces(ritual.dice)} {counted(ritual.rerolls, 're-roll')} left."
            case "opponent_prompt":
                return f"{self._words.name(said.opponent_prompt.card)}: at whom?"
            case "cards_prompt":
                ask = said.cards_prompt
                options = [self._words.target(target) for target in ask.targets]
                shown = f" ({listed(options)})" if options else ""
                return f"{self._words.name(ask.card)}: {CHOICES[ask.kind]}{shown}"
            case "scry_prompt":
                return f"From the top: {self._words.cards(said.scry_prompt.cards)}."
            case _:
                return f"The last card is {self._words.card(said.last_card_prompt.card)}."

    def choice(self, command: Command) -> Choice:
        """A legal command."""
        words, said = self._words, command.the_blessed_dark
        match said.WhichOneof("command"):
            case "pick_first_card":
                return Choice("First card", words.card(said.pick_first_card.card))
            case "draw_card":
                return Choice("Draw", "Draw a card")
            case "draw_blood":
                return Choice("Draw", "Draw blood")
            case "add_spell":
                return Choice("Add a spell", f"Add {words.card(said.add_spell.card)}")
            case "refresh":
                return Choice("Refresh", "Refresh all your spells")
            case "begin_ritual":
                return Choice("Ritual", "Conduct a ritual")
            case "place_last_card":
                place = said.place_last_card.place
                return Choice("Last card", "Place it" if place else "Keep it in your hand")
            case "choose_opponent":
                return Choice("Aim", f"At {self._names[said.choose_opponent.opponent]}")
            case "choose_cards":
                return Choice("Choose", "Choose cards")
            case "arrange_cards":
                return Choice("Arrange", f"Take {words.cards(said.arrange_cards.take)}")
            case _:
                return self._of_ritual(said)

    def _of_ritual(self, said: bd.Command) -> Choice:
        words = self._words
        match said.WhichOneof("command"):
            case "cast":
                cast = said.cast
                mods = tuple(cast.mods) or (0, 0, 0)
                least = (cast.card, tuple(cast.assign), mods) in self._offered
                dice = f"with dice {numbered(cast.assign)}{cost(mods)}"
                kind = "Cast" if least else "Cast for more blood"
                return Choice(kind, f"Cast {words.card(cast.card)} {dice}")
            case "summon_dark_one":
                text = f"Sacrifice all your blood for The Dark One{cost(said.summon_dark_one.mods)}"
                return Choice("The Dark One", text)
            case "free_cast":
                free = said.free_cast
                text = f"Cast {words.card(free.card)} for free{cost(free.mods)}"
                return Choice("Cast for free", text)
            case "reroll":
                return Choice("Roll again", f"Roll {numbered(said.reroll.dice)} again")
            case _:
                return Choice("End", "End the ritual")

    def field(self, field: str) -> str:
        """The field's own name."""
        return in_words(field)

    def thing(self, field: str, item: str) -> str:
        """One of the things that a field is filled from."""
        return item

    def told(self, event: Event) -> str | None:
        """What happened."""
        if not event.HasField("the_blessed_dark"):
            return around(event, self._names)
        said = event.the_blessed_dark
        if said.WhichOneof("event") in QUIET:
            return None
        return self._of_turns(said) or self._of_spells(said) or self._of_hands(said)

    def is_headline(self, event: Event) -> bool:
        """Casts, demons and the end; not each card, die or drop of blood."""
        if not event.HasField("the_blessed_dark"):
            return True
        return event.the_blessed_dark.WhichOneof("event") in HEADLINES

    def _of_turns(self, event: bd.Event) -> str | None:
        names, words = self._names, self._words
        match event.WhichOneof("event"):
            case "first_card_sealed":
                return f"{names[event.first_card_sealed.seat]} has chosen."
            case "first_cards_revealed":
                cards = enumerate(event.first_cards_revealed.cards)
                shown = [f"{words.name(card)} ({names[seat]})" for seat, card in cards]
                return f"The first cards: {listed(shown)}."
            case "starting_player_chosen":
                return f"{names[event.starting_player_chosen.seat]} begins."
            case "card_drawn":
                drawn = event.card_drawn
                which = words.name(drawn.card) if drawn.HasField("card") else "a card"
                return f"{names[drawn.seat]} draws {which}."
            case "blood_drawn":
                blood = event.blood_drawn
                return f"{names[blood.seat]} draws {blood.count} blood."
            case "ritual_started":
                started = event.ritual_started
                return f"{names[started.seat]} begins a ritual: {faces(started.dice)}"
            case "dice_rerolled":
                again = event.dice_rerolled
                return f"{names[again.seat]} rolls {numbered(again.which)}: {faces(again.dice)}"
            case "ritual_failed":
                return f"The ritual of {names[event.ritual_failed.seat]} fails."
            case "last_card_drawn":
                return f"{names[event.last_card_drawn.seat]} draws the last card."
            case "last_card_kept":
                return f"{names[event.last_card_kept.seat]} keeps it."
            case "last_card_placed":
                placed = event.last_card_placed
                return f"{names[placed.seat]} places {words.name(placed.card)}."
            case "game_ended":
                end = event.game_ended
                winners = listed([names[seat] for seat in end.winners])
                return f"The game is over: {words.favor(end.favor)}. Won by {winners}."
            case _:
                return None

    def _of_spells(self, event: bd.Event) -> str | None:
        names, words = self._names, self._words
        match event.WhichOneof("event"):
            case "spell_added":
                added = event.spell_added
                return f"{names[added.seat]} adds {words.name(added.card)}."
            case "spells_refreshed":
                ready = event.spells_refreshed
                return f"{names[ready.seat]} refreshes {words.cards(ready.cards)}."
            case "spell_cast":
                cast = event.spell_cast
                how = " for free" if cast.free else f" for {cast.blood} blood" * bool(cast.blood)
                return f"{names[cast.seat]} casts {words.name(cast.card)}{how}."
            case "spell_exhausted":
                tired = event.spell_exhausted
                return f"{words.name(tired.card)} of {names[tired.seat]} is exhausted."
            case "spell_readied":
                return f"{words.name(event.spell_readied.card)} is ready."
            case "demon_summoned":
                demon = event.demon_summoned
                return f"{names[demon.seat]} summons {words.name(demon.card)}."
            case "demon_banished":
                gone = event.demon_banished
                return f"{names[gone.by]} banishes {words.name(gone.card)}."
            case "spell_destroyed":
                lost = event.spell_destroyed
                return f"{names[lost.by]} destroys {words.name(lost.card)} of {names[lost.seat]}."
            case "spell_withdrawn":
                back = event.spell_withdrawn
                return f"{names[back.seat]} takes {words.name(back.card)} back."
            case "dark_one_moved":
                moved = event.dark_one_moved
                of = f" from {names[moved.giver]}" if moved.HasField("giver") else ""
                return f"{names[moved.taker]} takes The Dark One{of} for {moved.blood} blood."
            case _:
                return None

    def _of_hands(self, event: bd.Event) -> str | None:
        names, words = self._names, self._words
        match event.WhichOneof("event"):
            case "blood_moved":
                moved = event.blood_moved
                giver = words.whose(moved.giver, pool=not moved.HasField("giver"))
                taker = words.whose(moved.taker, pool=not moved.HasField("taker"))
                return f"{moved.count} blood goes from {giver} to {taker}."
            case "hand_discarded":
                gone = event.hand_discarded
                return f"{names[gone.seat]} discards {words.name(gone.card)}."
            case "card_discarded":
                return f"{words.name(event.card_discarded.card)} is discarded."
            case "card_stolen":
                stolen = event.card_stolen
                which = words.name(stolen.card) if stolen.HasField("card") else "a card"
                return f"{names[stolen.thief]} steals {which} from {names[stolen.victim]}."
            case "hand_seen":
                seen = event.hand_seen
                return f"{names[seen.by]} looks at the hand of {names[seen.seat]}."
            case "cards_scried":
                scry = event.cards_scried
                took = counted(scry.taken, "card")
                return f"{names[scry.seat]} looks at the top {scry.looked} and takes {took}."
            case "card_recovered":
                found = event.card_recovered
                return f"{names[found.seat]} recovers {words.name(found.card)}."
            case _:
                return None
