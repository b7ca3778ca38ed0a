"""Blast Radius in words: hands, health, objectives, and what everybody does to each other."""

from collections.abc import Iterator, Mapping
from typing import Any

from croupier.client import State
from croupier.games.blast_radius.v1 import blast_radius_pb2 as br
from croupier.service.cli.games.blast_radius_told import Told
from croupier.service.cli.games.blast_radius_words import HEALTH, Words
from croupier.service.cli.games.renderer import Choice, Names, around, counted, in_words
from croupier.v1.payload_pb2 import Command, Event, Prompt

QUIET = ("hand_dealt", "turn_ended", "reflex_triggered", "joke_judged", "survivor_chosen")
HEADLINES = (
    "game_dealt",
    "strike_played",
    "combat_resolved",
    "health_changed",
    "trade_done",
    "objective_completed",
    "end_triggered",
    "game_ended",
)
ASKED = {
    "survivor_prompt": "Who are you?",
    "recovery_prompt": "You are Incapacitated: roll, or revive yourself.",
    "draw_prompt": "Draw a card.",
    "discard_prompt": "Too many cards: discard one.",
    "action_prompt": "One action.",
    "keep_prompt": "Keep the second card, or discard it.",
    "defence_prompt": "You are attacked.",
    "trade_prompt": "You are offered a trade.",
    "withdraw_prompt": "Your offer is open.",
    "joke_prompt": "Tell a joke, quickly!",
    "vote_prompt": "Was that a joke?",
    "effect_discard_prompt": "Choose what is discarded.",
    "karrot_prompt": "Karrot may attack.",
    "eugene_prompt": "Eugene may make somebody discard.",
    "sprengen_prompt": "Take your payment.",
    "helga_prompt": "Helga may take a card.",
    "brayden_prompt": "Brayden may step into the trade.",
    "deal_prompt": "Brayden makes you an offer.",
}


class BlastRadius:
    """One table of Blast Radius."""

    def __init__(self, names: Names, contents: Mapping[str, Any]) -> None:
        self._names, self._words = names, Words(names, contents)
        self._told = Told(names, self._words)

    def scene(self, state: State) -> Iterator[str]:
        """Whose turn it is, every seat with all it has, the piles."""
        if state.view is None:
            return
        view, words = state.view.blast_radius, self._words
        whose = f", {self._names[view.active]}'s" if view.HasField("active") else ""
        yield (
            f"Turn {view.turn}{whose}: {counted(view.item_deck, 'item')} and "
            f"{counted(view.objective_deck, 'objective')} in the decks"
        )
        for seat in view.seats:
            who = f" ({words.survivor(seat.character)})" if seat.HasField("character") else ""
            yield (
                f"  {self._names[seat.seat]}{who}: {counted(seat.score, 'point')}, "
                f"{HEALTH[seat.health]}; holds {words.cards(seat.hand)}"
            )
            for each in seat.objectives:
                yield f"      {'* ' if each.ready else '- '}{words.objective(each.objective)}"
        if view.discard:
            yield f"On the discard pile: {words.card(view.discard[-1])}"

    def asked(self, prompt: Prompt) -> str:
        """What a prompt asks for."""
        said = prompt.blast_radius
        kind = said.WhichOneof("prompt") or ""
        match kind:
            case "defence_prompt":
                return f"{ASKED[kind]} {self._words.attack(said.defence_prompt.attack)}"
            case "trade_prompt":
                return f"{ASKED[kind]} {self._words.offer(said.trade_prompt.offer)}"
            case "deal_prompt":
                card = self._words.card(said.deal_prompt.deal.card)
                return f"{ASKED[kind]} {card} for what you were to give."
            case _:
                return ASKED[kind]

    def choice(self, command: Command) -> Choice:
        """A legal command."""
        said = command.blast_radius
        return self._of_turn(said) or self._of_strikes(said) or self._of_answers(said)

    def _of_turn(self, said: br.Command) -> Choice | None:
        words = self._words
        match said.WhichOneof("command"):
            case "choose_survivor":
                chosen = said.choose_survivor
                who = words.survivor(chosen.survivor) if chosen.HasField("survivor") else "Anybody"
                return Choice("Survivor", who)
            case "draw_item":
                return Choice("Draw", "Draw a card")
            case "draw_again":
                pile = said.draw_again.source == br.SOURCE_DISCARD
                return Choice("Draw again", "From the discard pile" if pile else "From the deck")
            case "discard":
                return Choice("Discard", f"Discard {words.card(said.discard.card)}")
            case "roll_recovery":
                return Choice("Roll", "Roll for recovery")
            case "self_revive":
                return Choice("Revive", f"Use {words.card(said.self_revive.card)}")
            case "trade_in_objective":
                return Choice("Trade in", words.objective(said.trade_in_objective.objective))
            case "complete_objective":
                return Choice("Complete", words.objective(said.complete_objective.objective))
            case "end_turn":
                return Choice("End", "End the turn")
            case _:
                return None

    def _of_strikes(self, said: br.Command) -> Choice | None:
        words, names = self._words, self._names
        match said.WhichOneof("command"):
            case "play_strike":
                played = said.play_strike
                at = f" at {names[played.target]}" if played.HasField("target") else ""
                prize = f" for {words.card(played.item)}" if played.HasField("item") else ""
                what = words.cards(played.cards) if played.cards else "cards"
                return Choice("Strike", f"Play {what}{at}{prize}")
            case "propose_trade":
                return Choice("Trade", f"Offer {names[said.propose_trade.to]} a trade")
            case "counter_trade":
                return Choice("Counter", "Make another offer")
            case "defend":
                return Choice("Defend", f"Defend with {words.card(said.defend.card)}")
            case "eugene_force":
                force = said.eugene_force
                return Choice("Force", f"{names[force.target]} loses {words.card(force.card)}")
            case "sprengen_take":
                return Choice("Take", f"Take {words.card(said.sprengen_take.card)}")
            case "helga_take":
                return Choice("Take", f"Take {words.card(said.helga_take.card)}")
            case "brayden_offer":
                made = said.brayden_offer
                return Choice("Offer", f"Offer {names[made.to]} {words.card(made.card)}")
            case _:
                return None

    def _of_answers(self, said: br.Command) -> Choice:
        kind = said.WhichOneof("command") or ""
        match kind:
            case "judge_joke":
                return Choice("Vote", "It was told" if said.judge_joke.told else "No joke")
            case "answer_deal":
                return Choice("Answer", "Take it" if said.answer_deal.accept else "Trade as agreed")
            case _:
                text = kind.replace("_", " ").capitalize()
                return Choice(text, text)

    def field(self, field: str) -> str:
        """The field's own name."""
        return in_words(field)

    def thing(self, field: str, item: str) -> str:
        """One of the things that a field is filled from."""
        return self._words.card(item) if "." in item else item

    def told(self, event: Event) -> str | None:
        """What happened."""
        if not event.HasField("blast_radius"):
            return around(event, self._names)
        said = event.blast_radius
        return None if said.WhichOneof("event") in QUIET else self._told.line(said)

    def is_headline(self, event: Event) -> bool:
        """Strikes, sickness, trades and objectives; not each card."""
        if not event.HasField("blast_radius"):
            return True
        return event.blast_radius.WhichOneof("event") in HEADLINES
