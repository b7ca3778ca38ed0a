"""Blossom Ridge in words: the town, the hands, the tricks."""

from collections.abc import Iterator, Mapping
from typing import Any

from croupier.client import State
from croupier.games.blossom_ridge.v1 import blossom_ridge_pb2 as br
from croupier.service.cli.games.blossom_ridge_words import Words
from croupier.service.cli.games.renderer import Choice, Names, around, counted, in_words, listed
from croupier.v1.payload_pb2 import Command, Event, Prompt

DETAILS = ("card_played", "marker_added", "marker_moved", "marker_removed", "no_action")


class BlossomRidge:
    """One table of Blossom Ridge."""

    def __init__(self, names: Names, contents: Mapping[str, Any]) -> None:
        self._names, self._words = names, Words(names, contents)

    def scene(self, state: State) -> Iterator[str]:
        """Where the game is, the town, the seats, the trick, the own hand."""
        if state.view is None:
            return
        view = state.view.blossom_ridge
        yield f"Round {view.round} of {view.rounds}, trick {view.trick_number} of " + str(
            view.tricks_per_round
        )
        yield from self._town(view)
        yield from self._seats(view)
        yield from self._trick(view)
        if view.HasField("peeked"):
            peek = view.peeked
            yield f"You saw {self._names[peek.target]}'s hand: {self._words.hand(peek.cards)}"
        if view.hand:
            yield f"Your hand: {self._words.hand(view.hand)}"

    def asked(self, prompt: Prompt) -> str:
        """What a prompt asks for."""
        said = prompt.blossom_ridge
        match said.WhichOneof("prompt"):
            case "character_prompt":
                return "Choose your Character."
            case "action_prompt":
                return f"You won the trick: act in {self._words.suit(said.action_prompt.suit)}."
            case _ if said.card_prompt.HasField("led_suit"):
                suit = self._words.suit(said.card_prompt.led_suit)
                return f"Play a card; {suit} was led."
            case _:
                return "You lead: play any card."

    def choice(self, command: Command) -> Choice:
        """A legal command."""
        words, said = self._words, command.blossom_ridge
        match said.WhichOneof("command"):
            case "choose_character":
                return Choice("Character", words.character(said.choose_character.character))
            case "play_card":
                return Choice("Play a card", f"Play the {words.card(said.play_card.card)}")
            case "use_trick_mod":
                return Choice("Use your ability first", words.trick_mod(said.use_trick_mod))
            case "act":
                kind = said.act.action.WhichOneof("action") or ""
                text = words.action(said.act.action)
                return Choice(kind.replace("_", " ").capitalize(), text[0].upper() + text[1:])
            case "use_core_control":
                used = said.use_core_control
                what = words.core_choice(used.choice)
                name = words.name(used.ability)
                return Choice(f"Use {name} ({words.text(used.ability)})", f"{name}: {what}")
            case _:
                return Choice("Pass", "Take no Action")

    def field(self, field: str) -> str:
        """The field's own name."""
        return in_words(field)

    def thing(self, field: str, item: str) -> str:
        """One of the things that a field is filled from."""
        return item

    def told(self, event: Event) -> str | None:
        """What happened."""
        if not event.HasField("blossom_ridge"):
            return around(event, self._names)
        return self._of_tricks(event.blossom_ridge) or self._of_markers(event.blossom_ridge)

    def is_headline(self, event: Event) -> bool:
        """Rounds, tricks, abilities and scores; not each card."""
        if not event.HasField("blossom_ridge"):
            return True
        return event.blossom_ridge.WhichOneof("event") not in DETAILS

    def _of_tricks(self, event: br.Event) -> str | None:
        names, words = self._names, self._words
        match event.WhichOneof("event"):
            case "seats_ordered":
                order = ", ".join(names[seat] for seat in event.seats_ordered.order)
                first = names[event.seats_ordered.first_leader]
                return f"Clockwise: {order}. {first} leads first."
            case "round_dealt":
                dealt = event.round_dealt
                return f"Round {dealt.round} is dealt; {names[dealt.leader]} leads."
            case "character_taken":
                taken = event.character_taken
                return f"{names[taken.seat]} plays {words.name(taken.character)}."
            case "ability_used":
                used = event.ability_used
                return f"{names[used.seat]} uses {words.name(used.ability)}{words.aim(used)}."
            case "hand_peeked":
                peek = event.hand_peeked
                seen = f": {self._words.hand(peek.cards)}" if peek.cards else ""
                return f"{names[peek.seat]} looks at {names[peek.target]}'s hand{seen}."
            case "card_played":
                played = event.card_played
                return f"{names[played.seat]} plays the {words.card(played.card)}."
            case "trick_won":
                won = event.trick_won
                return (
                    f"{names[won.seat]} wins the trick with the {words.card(won.card)} "
                    f"and acts in {words.suit(won.action_suit)}."
                )
            case _:
                return None

    def _of_markers(self, event: br.Event) -> str | None:
        names, words = self._names, self._words
        match event.WhichOneof("event"):
            case "marker_added":
                added = event.marker_added
                return f"{names[added.seat]} adds a marker to {words.name(added.location)}."
            case "marker_removed":
                gone = event.marker_removed
                what, where = words.whose(gone.by, gone.owner), words.name(gone.location)
                return f"{names[gone.by]} removes {what} from {where}."
            case "marker_moved":
                moved = event.marker_moved
                way = f"from {words.name(moved.origin)} to {words.name(moved.destination)}"
                return f"{names[moved.by]} moves {words.whose(moved.by, moved.owner)} {way}."
            case "no_action":
                return f"{names[event.no_action.seat]} takes no Action."
            case "round_scored":
                scored = event.round_scored
                return f"Round {scored.round_score.round} is scored: {words.scores(scored.scores)}."
            case "game_ended":
                ended = event.game_ended
                winners = listed([names[seat] for seat in ended.winners])
                return f"The game is over: {words.scores(ended.scores)}. Won by {winners}."
            case _:
                return None

    def _town(self, view: br.View) -> Iterator[str]:
        short = [name[:8] for name in self._names]
        yield f"  {'':36}" + "".join(f"{name:>9}" for name in short) + "   held by"
        for place in sorted(view.town, key=lambda place: place.suit):
            held = self._names[place.controller] if place.HasField("controller") else ""
            counts = "".join(f"{count or '.':>9}" for count in place.markers)
            where = f"{self._words.suit(place.suit):9} {self._words.name(place.id)}"
            yield f"  {where:36}{counts}   {held}".rstrip()

    def _seats(self, view: br.View) -> Iterator[str]:
        for number in view.order:
            seat = view.seats[number]
            spent = f", {self._words.name(seat.ability_used)} used" if seat.ability_used else ""
            who = f", {self._words.name(seat.character)}{spent}" if seat.character else ""
            yield (
                f"  {self._names[number]}: {counted(seat.score, 'point')}, "
                f"{counted(seat.supply, 'marker')} to place, "
                f"{counted(seat.tricks_won, 'trick')}, {counted(seat.hand_size, 'card')}{who}"
            )

    def _trick(self, view: br.View) -> Iterator[str]:
        if view.trick:
            played = ", ".join(
                f"{self._names[one.seat]} {self._words.card(one.card)}" for one in view.trick
            )
            yield f"The trick: {played}"
