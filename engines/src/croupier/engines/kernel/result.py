"""How a game ended: the same record for every game."""

from croupier.engines.kernel.values import Seat, Value


class Standing(Value, frozen=True):
    """One seat's final place (1 is best; equal places are shared) and score."""

    seat: Seat
    place: int
    score: int


class Result(Value, frozen=True):
    """Who won, everybody's standing by seat, and what decided a tie ("none" if nothing did)."""

    winners: tuple[Seat, ...]
    standings: tuple[Standing, ...]
    tiebreak: str = "none"
