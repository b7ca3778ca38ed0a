"""Decide yourself, without asyncio: always play the highest card that is allowed."""

from croupier.client import CroupierError
from croupier.client.sync import Croupier
from croupier.games.blossom_ridge.v1.blossom_ridge_pb2 import PlayCard

with Croupier("127.0.0.1:50051") as croupier:
    host = croupier.create_table("blossom_ridge", seats=3)
    seat = host.join("Ada")
    host.hand_to_house(1)
    host.hand_to_house(2)
    host.start()
    for frame in seat.watch():
        state = frame.state
        if state is None or state.view is None:
            continue
        if state.result is not None:
            print("winners:", list(state.result.winners))
            break
        if state.question is None:
            continue
        asked = state.question.blossom_ridge
        try:
            if asked.HasField("card_prompt"):
                card = max(asked.card_prompt.cards, key=lambda card: int(card[1:]))
                seat.submit(PlayCard(card=card), state.question)
            else:
                seat.submit(seat.legal()[0].command, state.question)
        except CroupierError as no:
            print("refused:", no.reason, no.rule, "applied:", no.applied)
