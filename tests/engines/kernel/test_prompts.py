"""A prompt's number names one decision of one seat; what others do in secret leaves it alone."""

from croupier.engines.kernel.agenda import Prompt
from croupier.engines.kernel.prompts import (
    NOTHING_ASKED,
    Asked,
    PromptNumbers,
    numbered,
    renumbered,
)
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.values import RuleId, Seat, seats_of
from tests.engines.kernel.games import sealed_bids, swap_meet
from tests.engines.kernel.games.swap_meet_table import Offer


def prompt(rule: str) -> Prompt:
    return Prompt(seat=Seat(0), rule=RuleId(rule))


def ask(question: str | None, *invitations: str) -> Asked:
    return Asked(None if question is None else prompt(question), tuple(map(prompt, invitations)))


def test_the_first_question_is_number_one() -> None:
    numbers = renumbered(NOTHING_ASKED, ask("Q"), PromptNumbers(), answered=False)

    assert numbers == PromptNumbers(1, 1)
    assert numbered(ask("Q"), numbers) == ((1, prompt("Q")),)


def test_a_question_keeps_its_number_until_it_differs() -> None:
    first = PromptNumbers(1, 1)

    assert renumbered(ask("Q"), ask("Q"), first, answered=False) == first
    assert renumbered(ask("Q"), ask("R"), first, answered=False) == PromptNumbers(2, 2)


def test_the_same_question_is_new_once_it_was_answered() -> None:
    asked = renumbered(ask("Q"), ask("Q"), PromptNumbers(1, 1), answered=True)

    assert asked == PromptNumbers(2, 2)


def test_a_number_is_never_used_again() -> None:
    gone = renumbered(ask("Q"), NOTHING_ASKED, PromptNumbers(1, 1), answered=True)

    assert gone == PromptNumbers(1, None)
    assert renumbered(NOTHING_ASKED, ask("Q"), gone, answered=False) == PromptNumbers(2, 2)


def test_an_invitation_keeps_its_number_wherever_it_stands() -> None:
    two = renumbered(NOTHING_ASKED, ask("Q", "A", "B"), PromptNumbers(), answered=False)
    assert two == PromptNumbers(3, 1, (2, 3))

    three = renumbered(ask("Q", "A", "B"), ask("Q", "C", "B", "A"), two, answered=False)

    assert three == PromptNumbers(4, 1, (4, 3, 2))
    assert [n for n, _ in numbered(ask("Q", "C", "B", "A"), three)] == [1, 4, 3, 2]


def test_two_invitations_alike_are_two() -> None:
    numbers = renumbered(NOTHING_ASKED, ask(None, "A", "A"), PromptNumbers(), answered=False)
    assert numbers == PromptNumbers(2, None, (1, 2))

    assert renumbered(ask(None, "A", "A"), ask(None, "A"), numbers, answered=False) == (
        PromptNumbers(2, None, (1,))
    )


def test_an_invitation_that_is_answered_leaves_the_question_alone() -> None:
    numbers = renumbered(ask("Q", "A"), ask("Q"), PromptNumbers(2, 1, (2,)), answered=False)

    assert numbers == PromptNumbers(2, 1)


def test_others_sealing_their_bids_leave_a_seats_number_alone() -> None:
    rng = KeyedRng(b"k" * 32)
    pack = sealed_bids.read_pack(sealed_bids.house_pack)
    table = sealed_bids.setup(3, sealed_bids.Options(), pack, rng).table

    def asked(seat: Seat) -> Asked:
        mine = [p for p in sealed_bids.questions(table) if p.seat == seat]
        return Asked(mine[0] if mine else None)

    numbers = [
        renumbered(NOTHING_ASKED, asked(seat), PromptNumbers(), answered=False)
        for seat in seats_of(3)
    ]
    for bidder in (Seat(2), Seat(0), Seat(1)):
        before = [asked(seat) for seat in seats_of(3)]
        table = sealed_bids.apply(table, sealed_bids.Bid(bidder, 0), rng).table
        numbers = [
            renumbered(before[seat], asked(seat), numbers[seat], answered=seat == bidder)
            for seat in seats_of(3)
        ]
        if bidder != Seat(1):
            assert numbers[1] == PromptNumbers(1, 1)

    assert numbers == [PromptNumbers(2, 2)] * 3


def test_offers_between_others_leave_a_seats_numbers_alone() -> None:
    rng = KeyedRng(b"k" * 32)
    pack = swap_meet.read_pack(swap_meet.house_pack)
    table = swap_meet.setup(3, swap_meet.options(), pack, rng).table
    before = swap_meet.invitations(table, Seat(1))
    hand = table.hands[0].peek()

    after = swap_meet.apply(table, Offer(Seat(0), Seat(2), hand[0], "red"), rng).table

    assert swap_meet.invitations(after, Seat(1)) == before
    assert swap_meet.invitations(after, Seat(2)) != swap_meet.invitations(table, Seat(2))
