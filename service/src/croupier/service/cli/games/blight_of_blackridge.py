"""Blight of Blackridge in words: the event, the bets, your hand."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from croupier.client import State
from croupier.games.blight_of_blackridge.v1 import blight_of_blackridge_pb2 as bb
from croupier.service.cli.games.blight_of_blackridge_told import Told
from croupier.service.cli.games.blight_of_blackridge_words import LIVES, PAYMENTS, Words
from croupier.service.cli.games.renderer import (
    Choice,
    Names,
    around,
    counted,
    in_words,
    listed,
)
from croupier.v1.payload_pb2 import Command, Event, Prompt

SLOTS = {
    "upright",
    "sideways",
    "second_upright",
    "second_sideways",
    "slots",
    "items",
    "corruption",
    "give",
    "drop",
}
AIMS = {"deal": "hit", "steal": "steal from"}
FIELDS = {
    "upright": "Cards to place upright",
    "sideways": "Cards to place sideways, corrupted",
    "second_upright": "Cards to place upright on the second option",
    "second_sideways": "Cards to place sideways on the second option",
    "corrupt": "Cards on the table to turn sideways",
    "order": "Who gets the first share, who the second and so on, over and over",
    "seats": "Who gets each of them, in this order",
    "slots": "Cards of your hand",
    "items": "Items to give up",
    "corruption": "Corruption to give up",
    "give": "Items you give",
    "want": "How many items you want",
    "claim": "What you claim to give; it need not be true",
    "want_claim": "What you say you want for it",
    "drop": "What you discard first, if your hand gets too full",
    "text": "What you say",
}
QUIET = ("hand_changed", "answer_sealed", "settlement_closed", "meal_done", "meal_rolled")


class BlightOfBlackridge:
    """One table of Blight of Blackridge."""

    def __init__(self, names: Names, contents: Mapping[str, Any]) -> None:
        self._names, self._words = names, Words(contents)
        self._told = Told(names, self._words)
        self._view = bb.View()

    def scene(self, state: State) -> Iterator[str]:
        """The day, the event, what lies on it, the seats, the own hand."""
        if state.view is None:
            return
        view = self._view = state.view.blight_of_blackridge
        if view.day:
            yield f"Day {view.day}, {counted(view.events_left, 'event')} to come; " + (
                f"{self._names[view.leader]} leads."
            )
        if view.HasField("event") and view.phase != bb.PHASE_MEAL:
            yield from self._words.event_lines(view.event)
        yield from self._bets(view)
        yield from self._seats(view)
        yield from self._offers(view)
        if view.HasField("me"):
            yield from self._own(view.me)

    def asked(self, prompt: Prompt) -> str:
        """What a prompt asks for."""
        said = prompt.blight_of_blackridge
        match said.WhichOneof("prompt"):
            case "loadout_prompt":
                return "Choose what you start with."
            case "bet_prompt":
                return "Your turn: bet, raise, play a card face up, partner up, or pass."
            case "respond_prompt":
                return self._terms(self._view.proposal)
            case "divide_prompt":
                units = listed(list(said.divide_prompt.units))
                return f"Divide the reward: {units or 'the trophy'}."
            case "target_prompt":
                return f"Whom do you {AIMS[said.target_prompt.effect]}?"
            case "shop_prompt":
                return "Your turn in the shop."
            case "contribute_prompt":
                return "Put in your cards, sealed."
            case "vote_prompt":
                return "Vote, sealed."
            case "offer_prompt":
                return "Take the offer, or pass."
            case "settle_prompt":
                return _owed(said.settle_prompt)
            case "meal_prompt":
                return self._meal(said.meal_prompt)
            case _:
                return f"You may ({prompt.rule})."

    def choice(self, command: Command) -> Choice:
        """A legal command."""
        said = command.blight_of_blackridge
        kind = said.WhichOneof("command") or ""
        inner = getattr(said, kind)
        if kind.startswith("trade") or kind == "say":
            return self._beside(kind, inner)
        return self._play(kind, inner)

    def field(self, field: str) -> str:
        """What it means here."""
        return FIELDS.get(field, in_words(field))

    def thing(self, field: str, item: str) -> str:
        """A slot of the own hand, a card on the table, a seat, or a name."""
        if field in SLOTS and int(item) < len(self._view.me.slots):
            return self._words.told(self._view.me.slots[int(item)])
        if field == "corrupt":
            for card in self._view.placed:
                if card.ref == int(item):
                    return f"your {self._words.card(card.card)} on the table"
        if field in ("order", "seats"):
            return self._names[int(item)]
        return self._words.card(item)

    def told(self, event: Event) -> str | None:
        """What happened."""
        if not event.HasField("blight_of_blackridge"):
            return around(event, self._names)
        return self._told.line(event.blight_of_blackridge)

    def is_headline(self, event: Event) -> bool:
        """Not each settlement and each roll."""
        if not event.HasField("blight_of_blackridge"):
            return True
        return event.blight_of_blackridge.WhichOneof("event") not in QUIET

    def _play(self, kind: str, said: Any) -> Choice:
        words, option = self._words, self._option
        match kind:
            case "choose_loadout":
                return Choice("Loadout", words.loadout(said.loadout))
            case "pass_turn":
                return Choice("Pass", "Pass")
            case "place_bet":
                return Choice("Bet", "Place cards on the event")
            case "raise_bet":
                return Choice("Raise", "Add cards, or turn cards sideways")
            case "play_face_up":
                return Choice("Play face up", self._face_up(said))
            case "partner_propose":
                who = listed([self._names[seat] for seat in said.invited])
                split = f", {self._names[said.trophy]} keeps the trophy"
                end = split if said.HasField("trophy") else ""
                return Choice(
                    "Partner up", f"Ask {who} to bet together: {option(said.option)}{end}"
                )
            case "partner_respond":
                return Choice("Answer", "Partner up" if said.accept else "Decline")
            case "shop_use":
                end = f" on {self._names[said.target]}" if said.HasField("target") else ""
                how = PAYMENTS[said.payment]
                return Choice("Use the shop", f"{option(said.option)}{end}: {how}")
            case _:
                return self._answer(kind, said)

    def _answer(self, kind: str, said: Any) -> Choice:
        match kind:
            case "vote":
                return Choice("Vote", f"Vote for {self._names[said.choice]}")
            case "choose_target":
                who = self._names[said.target] if said.HasField("target") else "Nobody"
                return Choice("Target", who)
            case "divide":
                end = f", trophy to {self._names[said.trophy]}" if said.HasField("trophy") else ""
                return Choice("Divide", f"Say who gets each part{end}")
            case "eat_meal":
                what = self.thing("slots", str(said.slot)) if said.HasField("slot") else ""
                return Choice("Meal", f"Discard {what}" if what else "Go hungry: take 1 Corruption")
            case "settle":
                return Choice("Settle", "Settle")
            case "contribute":
                return Choice("Put in", "Put in cards of your hand")
            case "offer_use":
                return Choice("Take the offer", "Pay for it, and get it")
            case _:
                return Choice("Cards", in_words(kind))

    def _beside(self, kind: str, said: Any) -> Choice:
        match kind:
            case "trade_offer":
                who = self._names[said.to]
                return Choice(
                    "Trade", f"Ask {who} for items" if said.want else f"Offer {who} items"
                )
            case "trade_accept":
                return Choice("Trade", f"Accept the offer of {self._names[said.by]}")
            case "trade_decline":
                return Choice("Trade", f"Decline the offer of {self._names[said.by]}")
            case "trade_cancel":
                return Choice("Trade", f"Take back your offer to {self._names[said.to]}")
            case _:
                return Choice("Say something", "Say something to the table")

    def _face_up(self, said: Any) -> str:
        text = self.thing("slots", str(said.slot))
        text += " sideways" if said.sideways else ""
        text += f" on {self._names[said.target]}" if said.HasField("target") else ""
        return text + (f" at bet {said.bet}" if said.HasField("bet") else "")

    def _option(self, option: int) -> str:
        return self._words.option(self._view.event, option)

    def _bets(self, view: bb.View) -> Iterator[str]:
        for bet in view.bets:
            own = [
                f"{self._names[seat]}: {self._placed(view, bet.option, seat)}"
                for seat in bet.members
            ]
            more = f"; {bet.modifier:+} by cards played open" if bet.modifier else ""
            yield f"  Bet {bet.id} on {self._option(bet.option)}: {'; '.join(own)}{more}"

    def _placed(self, view: bb.View, option: int, seat: int) -> str:
        """What a seat has on an option: `Rope, 2 face down, 1 face down sideways`."""
        found = Counter(
            f"{self._words.card(card.card) if card.HasField('card') else 'face down'}"
            f"{' sideways' if card.sideways else ''}"
            for card in view.placed
            if card.option == option and card.owner == seat
        )
        many = [
            f"{n} {what}" if n > 1 or what.startswith("face") else what for what, n in found.items()
        ]
        return ", ".join(many)

    def _meal(self, meal: bb.MealPrompt) -> str:
        """What this seat has to do at Meal Time."""
        if self._view.me.life == bb.LIFE_BLIGHTED:
            return "Meal Time. You are Blighted: discard a Corruption card, and take 1 Damage."
        if meal.slots:
            return "Meal Time: discard a Ration, then you draw an item."
        return "Meal Time. You have no Ration: take 1 Corruption, then you draw an item."

    def _terms(self, proposal: bb.Proposal) -> str:
        """What an invited seat is asked to agree to."""
        names = self._names
        shares = [f"{n + 1}. {names[seat]}" for n, seat in enumerate(proposal.order)]
        split = f"shares in turn: {', '.join(shares)}" if shares else "no agreed split"
        trophy = f"; trophy: {names[proposal.trophy]}" if proposal.HasField("trophy") else ""
        return (
            f"{names[proposal.by]} asks you to bet together on {self._option(proposal.option)} "
            f"(claims to bring {proposal.claim}; {split}{trophy})."
        )

    def _seats(self, view: bb.View) -> Iterator[str]:
        for seat in view.seats:
            won = listed([self._words.event(event) for event in seat.trophies])
            state = ", dead" if seat.dead else ""
            yield f"  {self._names[seat.seat]}{state}; trophies: {won or 'none'}"

    def _offers(self, view: bb.View) -> Iterator[str]:
        for trade in view.trades:
            said = f", said to be {self._words.cards(trade.claim)}" if trade.claim else ""
            wanted = self._words.cards(trade.want_claim)
            asked = f", asking for {wanted}" if trade.want_claim else ""
            yield (
                f"  {self._names[trade.by]} offers {self._names[trade.to]} "
                f"{counted(trade.gives, 'card')} for {trade.wants}{said}{asked}"
            )

    def _own(self, me: bb.Me) -> Iterator[str]:
        free = sum(not card for card in me.slots)
        yield f"You are {LIVES[me.life]}. Your hand, with {counted(free, 'empty slot')}:"
        yield from self._words.hand(me.slots)
        for note in me.notes:
            yield f"You saw: {self._words.cards(note.cards)}"


def _owed(owed: bb.SettlePrompt) -> str:
    """What a settlement asks of this seat."""
    if owed.settled:
        return "You have settled; it ends by itself. You may waive the wait."
    if owed.items or owed.corruption:
        many = f"{counted(owed.items, 'item')} and {owed.corruption} Corruption"
        return f"Your hand is too full: give up {many}."
    return "You owe nothing. Settle all the same: so nobody sees who had a choice."
