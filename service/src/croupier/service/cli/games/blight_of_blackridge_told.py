"""What happens in Blight of Blackridge, as sentences."""

from typing import Any

from croupier.games.blight_of_blackridge.v1 import blight_of_blackridge_pb2 as bb
from croupier.service.cli.games.blight_of_blackridge_words import (
    AILMENTS,
    DECKS,
    LIVES,
    PAYMENTS_MADE,
    Words,
)
from croupier.service.cli.games.renderer import Names, counted, listed

ENDS = {
    "last_standing": "the last one standing",
    "last_to_fall": "the last to fall",
    "events_exhausted": "the most trophies when the events ran out",
}


class Told:
    """The sentences of one table."""

    def __init__(self, names: Names, words: Words) -> None:
        self._names, self._words = names, words
        self._now = ""  # the event of the day

    def line(self, event: bb.Event) -> str | None:
        """What happened, or None for what the scene shows anyway."""
        kind = event.WhichOneof("event") or ""
        said = getattr(event, kind)
        if kind == "day_began":
            self._now = said.event
        found = (self._of_the_day, self._of_bets, self._of_cards, self._of_hands, self._of_others)
        for told in found:
            line = told(kind, said)
            if line is not None:
                return line
        return None

    def _who(self, seats: Any) -> str:
        return listed([self._names[seat] for seat in seats])

    def _of_the_day(self, kind: str, said: Any) -> str | None:
        names, words = self._names, self._words
        match kind:
            case "loadouts_shown":
                told = [f"{names[n]} {words.loadout(one)}" for n, one in enumerate(said.loadouts)]
                return f"Loadouts: {'; '.join(told)}."
            case "first_player_rolled":
                rolls = [f"{names[s]} {n}" for s, n in zip(said.seats, said.rolls, strict=True)]
                return f"For the first player: {', '.join(rolls)}."
            case "day_began":
                what = words.event(said.event)
                return f"Day {said.day}: {what}; {names[said.leader]} leads."
            case "event_ended":
                return f"{words.event(said.event)} is over; it is Meal Time."
            case "meal_rolled" if said.HasField("roll"):
                return f"{names[said.seat]} rolls a {said.roll} at the Meal."
            case "seat_died":
                return f"{names[said.seat]} is dead."
            case "game_ended":
                return f"The game is over. {self._who(said.winners)} wins: {ENDS[said.how]}."
        return None

    def _of_bets(self, kind: str, said: Any) -> str | None:
        names, words = self._names, self._words
        match kind:
            case "turn_passed":
                return f"{names[said.seat]} passes."
            case "bet_placed":
                done = [f"bets {counted(len(said.cards), 'card')} face down"] if said.cards else []
                if said.corrupted:
                    done.append(f"turns {counted(len(said.corrupted), 'card')} sideways")
                return f"{names[said.seat]} {' and '.join(done)}."
            case "partnership_proposed":
                who = self._who(said.invited)
                return f"{names[said.seat]} asks {who} to partner up, claiming {said.claim}."
            case "partner_answered":
                answer = f"agrees, claiming {said.claim}" if said.accepted else "declines"
                return f"{names[said.seat]} {answer}."
            case "partnership_formed":
                return f"{self._who(said.members)} bet together."
            case "proposal_failed":
                return f"The proposal of {names[said.seat]} comes to nothing."
            case "cards_revealed":
                told = [f"{names[one.owner]} {words.card(one.card)}" for one in said.cards]
                return f"All bets are final. Revealed: {', '.join(told)}."
            case "outcome_decided":
                return self._outcome(said.outcome)
            case "reward_divided" if said.units:
                shares = [f"{names[s]} {u}" for s, u in zip(said.seats, said.units, strict=True)]
                return f"The reward: {', '.join(shares)}."
            case "trophy_taken":
                return f"{names[said.seat]} keeps {words.event(said.event)} as a trophy."
        return None

    def _of_cards(self, kind: str, said: Any) -> str | None:
        names, words = self._names, self._words
        match kind:
            case "card_faced_up":
                aim = f" at {names[said.target]}" if said.HasField("target") else ""
                turned = " sideways" if said.sideways else ""
                return f"{names[said.seat]} plays face up{turned}{aim}: {words.told(said.card)}."
            case "bet_modified":
                return f"Bet {said.bet} is worth {said.n:+}."
            case "cards_peeked":
                what = f"bet {said.bet}" if said.HasField("bet") else "the events to come"
                return f"{names[said.seat]} looks at {what}."
            case "seat_warded":
                return f"The penalty will pass {names[said.seat]} by."
            case "target_chosen" if not said.HasField("target"):
                return f"{names[said.seat]} hits nobody."
            case "card_returned":
                return f"{words.card(said.card)} returns to {names[said.seat]}."
        return None

    def _outcome(self, outcome: bb.Outcome) -> str:
        name = self._words.option(self._now, outcome.option)
        if outcome.HasField("winner"):
            best = max(outcome.totals)
            return f"{name}: bet {outcome.winner} wins with {best}."
        if outcome.tied:
            return f"{name}: {counted(len(outcome.tied), 'bet')} tie."
        return f"{name}: nobody wins."

    def _of_hands(self, kind: str, said: Any) -> str | None:
        names, words = self._names, self._words
        match kind:
            case "hand_changed":
                gained = f" You get {words.cards(said.gained)}." if said.gained else ""
                lost = f" You lose {words.cards(said.lost)}." if said.lost else ""
                return f"Your hand:{gained}{lost} You are {LIVES[said.life]}."
            case "cards_seen":
                return f"You see {words.cards(said.cards)}."
            case "ailments_dealt":
                by = f" from {names[said.by]}" if said.HasField("by") else ""
                return f"{names[said.seat]}: {said.n} {AILMENTS[said.ailment]}{by}."
            case "corruption_cleansed":
                return f"{names[said.seat]} may shed {said.n} Corruption."
            case "items_gained":
                return f"{names[said.seat]} gains {counted(said.n, DECKS[said.deck])}."
            case "items_taken":
                return f"{names[said.seat]} reaches for {said.n} of {names[said.target]}'s items."
            case "items_lost":
                return f"{names[said.seat]} loses {counted(said.n, 'item')}."
            case "die_rolled":
                return f"{names[said.seat]} rolls a {said.roll}."
            case "private_roll":
                return f"You roll a {said.roll}, unseen."
        return None

    def _of_others(self, kind: str, said: Any) -> str | None:
        names, words = self._names, self._words
        match kind:
            case "shop_used":
                aim = f" on {names[said.target]}" if said.HasField("target") else ""
                paid = f" ({words.cards(said.cards)})" if said.cards else ""
                what = f"{words.option(self._now, said.option)}{aim}"
                return f"{names[said.seat]} uses {what}: {PAYMENTS_MADE[said.payment]}{paid}."
            case "offer_used":
                return f"{names[said.seat]} takes the offer and pays {words.cards(said.cards)}."
            case "pot_rotated":
                return f"What was put in goes round: {self._who(said.seats)}."
            case "sat_out":
                return f"{self._who(said.seats)} sits out."
            case "pot_filled":
                told = [f"{names[one.seat]} {one.cards}" for one in said.cards]
                return f"The pot: {', '.join(told)}."
            case "rolled_off":
                rolls = [f"{names[s]} {n}" for s, n in zip(said.seats, said.rolls, strict=True)]
                return f"Rolls: {', '.join(rolls)}."
            case "pot_awarded":
                return f"The pot goes to {names[said.seat] if said.HasField('seat') else 'nobody'}."
            case "votes_shown":
                told = [f"{names[one.seat]} for {names[one.choice]}" for one in said.votes]
                return f"Votes: {', '.join(told)}."
            case "trade_offered":
                cards = counted(said.gives, "card")
                return f"{names[said.by]} offers {names[said.to]} {cards} for {said.wants}."
            case "trade_closed":
                how = "declined" if said.declined else "taken back"
                return f"The offer of {names[said.by]} to {names[said.to]} is {how}."
            case "traded":
                return f"{names[said.by]} and {names[said.to]} trade {said.gave} for {said.got}."
            case "spoken":
                return f'{names[said.seat]}: "{said.text}"'
        return None
