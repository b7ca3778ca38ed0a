"""What happens at a table of Blast Radius, one sentence an event."""

from croupier.games.blast_radius.v1 import blast_radius_pb2 as br
from croupier.service.cli.games.blast_radius_words import HEALTH, OUTCOMES, Words
from croupier.service.cli.games.renderer import Names, counted, listed


class Told:
    """The sentences of one table."""

    def __init__(self, names: Names, words: Words) -> None:
        self._names, self._words = names, words

    def line(self, event: br.Event) -> str | None:
        """One event in words."""
        return (
            self._of_turns(event)
            or self._of_cards(event)
            or self._of_trades(event)
            or self._of_objectives(event)
            or self._of_jokes(event)
        )

    def _of_turns(self, event: br.Event) -> str | None:
        names, words = self._names, self._words
        match event.WhichOneof("event"):
            case "game_dealt":
                dealt = event.game_dealt
                cast = zip(names, dealt.characters, strict=True)
                played = listed([f"{name} is {words.survivor(who)}" for name, who in cast])
                return f"{played}. {names[dealt.first]} begins."
            case "turn_began":
                return f"{names[event.turn_began.seat]}'s turn."
            case "die_rolled":
                return f"{names[event.die_rolled.seat]} rolls a {event.die_rolled.face}."
            case "health_changed":
                changed = event.health_changed
                return f"{names[changed.seat]} is {HEALTH[changed.after]} now."
            case "health_unchanged":
                return f"{names[event.health_unchanged.seat]} cannot get any worse."
            case "end_triggered":
                return f"{names[event.end_triggered.seat]} has enough objectives: the end is near."
            case "game_ended":
                ended = event.game_ended
                winners = listed([names[seat] for seat in ended.winners])
                return f"The game is over: {words.scores(ended.scores)}. Won by {winners}."
            case _:
                return None

    def _of_cards(self, event: br.Event) -> str | None:
        names, words = self._names, self._words
        match event.WhichOneof("event"):
            case "card_drawn":
                return f"{names[event.card_drawn.seat]} draws {words.card(event.card_drawn.card)}."
            case "no_card":
                return f"There is no card for {names[event.no_card.seat]} to draw."
            case "card_discarded":
                gone = event.card_discarded
                return f"{names[gone.seat]} discards {words.card(gone.card)}."
            case "deck_reshuffled":
                return f"The deck is shuffled: {counted(event.deck_reshuffled.count, 'card')}."
            case "strike_played":
                played = event.strike_played
                at = f" at {names[played.target]}" if played.HasField("target") else ""
                return f"{names[played.seat]} plays {words.cards(played.cards)}{at}."
            case "defence_chosen":
                chosen = event.defence_chosen
                how = f"with {words.card(chosen.card)}" if chosen.HasField("card") else "not at all"
                return f"{names[chosen.seat]} defends {how}."
            case "combat_resolved":
                fight = event.combat_resolved
                item = words.card(fight.attack.item)
                who = names[fight.attack.attacker]
                return f"{who} is after {item} and {OUTCOMES[fight.outcome]}."
            case "card_moved":
                moved = event.card_moved
                return f"{names[moved.to]} now holds {words.card(moved.card)}."
            case "hands_passed":
                return "All hands move on by one seat."
            case "hands_redealt":
                return "All hands are shuffled and dealt again."
            case _:
                return None

    def _of_trades(self, event: br.Event) -> str | None:
        names, words = self._names, self._words
        match event.WhichOneof("event"):
            case "trade_offered":
                offer = event.trade_offered.offer
                return f"To {names[offer.to]}: {words.offer(offer)}"
            case "trade_accepted":
                return f"{names[event.trade_accepted.seat]} agrees."
            case "trade_declined":
                return f"{names[event.trade_declined.seat]} declines."
            case "trade_withdrawn":
                return f"{names[event.trade_withdrawn.seat]} takes the offer back."
            case "trade_done":
                offer = event.trade_done.offer
                return f"{names[offer.by]} and {names[offer.to]} trade."
            case "deal_offered":
                deal = event.deal_offered.deal
                return f"{names[deal.brayden]} offers {names[deal.seller]} {words.card(deal.card)}."
            case "deal_answered":
                said = "takes it" if event.deal_answered.accepted else "trades as agreed"
                return f"{names[event.deal_answered.seat]} {said}."
            case "karrot_waited":
                return f"{names[event.karrot_waited.seat]} waits."
            case "ability_declined":
                return f"{names[event.ability_declined.seat]} lets it be."
            case _:
                return None

    def _of_objectives(self, event: br.Event) -> str | None:
        names, words = self._names, self._words
        match event.WhichOneof("event"):
            case "objective_completed":
                done = event.objective_completed
                return f"{names[done.seat]} completes {words.objective(done.objective)}."
            case "objective_traded_in":
                gone = event.objective_traded_in
                return f"{names[gone.seat]} trades in {words.objective(gone.objective)}."
            case "objective_drawn":
                drawn = event.objective_drawn
                return f"{names[drawn.seat]} now wants {words.objective(drawn.objective)}."
            case "objective_deck_empty":
                return "No objective is left."
            case _:
                return None

    def _of_jokes(self, event: br.Event) -> str | None:
        names = self._names
        match event.WhichOneof("event"):
            case "joke_started":
                started = event.joke_started
                return f"{names[started.seat]} has {started.limit_ms // 1000} seconds for a joke!"
            case "joke_told":
                joke = event.joke_told
                text = f': "{joke.text}"' if joke.HasField("text") else "."
                return f"{names[joke.seat]} tells a joke{text}"
            case "joke_failed":
                return f"{names[event.joke_failed.seat]} freezes up."
            case "joke_vote_opened":
                return f"The table votes on {names[event.joke_vote_opened.seat]}'s joke."
            case "joke_vote_closed":
                vote = event.joke_vote_closed
                return f"The vote: {vote.yes} to {vote.no}."
            case _:
                return None
