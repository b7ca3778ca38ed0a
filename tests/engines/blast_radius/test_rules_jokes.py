"""The Book of Jokes: BLA-140 to BLA-145."""

import pytest

from croupier.engines.blast_radius import engine
from croupier.engines.blast_radius.commands import (
    EndTurn,
    FinishJoke,
    FreezeUp,
    JudgeJoke,
    PlayStrike,
    Said,
    TellJoke,
)
from croupier.engines.blast_radius.prompts import JokePrompt, VotePrompt
from croupier.engines.blast_radius.table import JokeMode, Phase
from croupier.engines.blast_radius.talk import JokeStarted, JokeTold, JokeVoteClosed
from croupier.engines.kernel.refusal import Refused
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.values import Seat, replace
from tests.engines.blast_radius.dsl import (
    PACK,
    PLAIN,
    A,
    B,
    C,
    D,
    H,
    I,
    S,
    asked,
    by_default,
    play,
    refused,
    state,
    table,
    told,
)

PICTURE = "0: book_of_jokes.1\n0 wants: obj_21\ndeck: boot.1"
BOOK = PlayStrike(A, ("book_of_jokes.1",))
ALOUD = replace(PLAIN, joke_mode=JokeMode.TABLE)


@pytest.mark.rule("BLA-140", "BLA-142", "BLA-141", "BLA-144", "BLA-R48", "BLA-R50")
def test_s43_a_joke_in_time() -> None:
    open_ = play(table(PICTURE), BOOK)
    assert asked(open_.table, JokePrompt).limit_ms == 10_000
    assert told(open_, JokeStarted) == [JokeStarted(seat=A, limit_ms=10_000)]

    change = play(open_.table, TellJoke(A, "Knock knock."))

    assert told(change, JokeTold) == [JokeTold(seat=A, text="Knock knock.")]
    after = change.table
    assert (after.health[A], after.discard) == (H, ("book_of_jokes.1",))
    assert state(after) == (Phase.DRAW, B)
    assert after.objectives[A][0].progress == (1, 0)


@pytest.mark.rule("BLA-143", "BLA-R59")
def test_s44_time_out_is_freezing_up() -> None:
    open_ = play(table(PICTURE), BOOK).table

    assert by_default(open_) == FreezeUp(A)
    after = play(open_, FreezeUp(A)).table
    assert (after.health[A], after.discard) == (S, ("book_of_jokes.1",))
    assert state(after) == (Phase.DRAW, B)
    assert refused(after, TellJoke(A, "Wait, I have one.")) == "NOT_YOUR_TURN"
    sick = play(table(PICTURE.replace("0:", "0 sick:", 1)), BOOK, FreezeUp(A)).table
    assert sick.health[A] is I


@pytest.mark.rule("BLA-145", "BLA-R49")
def test_s45_a_blank_is_no_joke_and_the_clock_runs_on() -> None:
    open_ = play(table(PICTURE), BOOK).table

    assert refused(open_, TellJoke(A, "   ")) == "INVALID_ARGUMENT"
    assert refused(open_, TellJoke(A, "x" * 501)) == "INVALID_ARGUMENT"
    assert refused(open_, FinishJoke(A)) == "WRONG_JOKE_MODE"
    assert refused(open_, EndTurn(B)) == "NOT_YOUR_PROMPT"
    assert play(open_, TellJoke(A, "corny")).table.health[A] is H


@pytest.mark.rule("BLA-R49")
@pytest.mark.parametrize(
    ("votes", "told_"),
    [((False, False, False), False), ((True, False, False), True), ((True, True, True), True)],
)
def test_s47_the_table_votes(votes: tuple[bool, ...], told_: bool) -> None:
    on = play(table(PICTURE, options=ALOUD), BOOK, FinishJoke(A)).table
    said: list[Said] = [JudgeJoke(Seat(n + 1), vote) for n, vote in enumerate(votes)]

    change = play(on, *said)

    assert change.table.health[A] is (H if told_ else S)
    yes = sum(votes)
    assert told(change, JokeVoteClosed) == [JokeVoteClosed(yes=yes, no=3 - yes)]


@pytest.mark.rule("BLA-R49")
def test_a_vote_is_sealed_until_all_are_in() -> None:
    on = play(table(PICTURE, options=ALOUD), BOOK, FinishJoke(A)).table
    votes = [p for p in engine.questions(on) if isinstance(p, VotePrompt)]
    assert [(each.seat, each.limit_ms, each.teller) for each in votes] == [
        (seat, 15_000, A) for seat in (B, C, D)
    ]
    assert by_default(on) == JudgeJoke(B, told=True)

    voted = play(on, JudgeJoke(B, told=False)).table

    assert [engine.project(voted, seat).my_vote for seat in (A, B, C, None)] == [
        None, False, None, None,
    ]  # fmt: skip
    assert engine.project(voted, C).pending.votes == 1
    assert refused(voted, JudgeJoke(B, told=True)) == "ALREADY_ANSWERED"
    assert refused(voted, JudgeJoke(A, told=True)) == "NOT_YOUR_PROMPT"


@pytest.mark.rule("BLA-R49", "BLA-R50")
def test_a_table_may_take_the_tellers_word_and_give_more_time() -> None:
    options = replace(PLAIN, joke_mode=JokeMode.SELF, joke_seconds=20, joke_grace_ms=500)
    open_ = play(table(PICTURE, options=options), BOOK).table

    assert asked(open_, JokePrompt).limit_ms == 20_500
    assert refused(open_, TellJoke(A, "In writing?")) == "WRONG_JOKE_MODE"
    assert play(open_, FinishJoke(A)).table.health[A] is H
    for wrong in (replace(PLAIN, joke_seconds=4), replace(PLAIN, joke_grace_ms=2_001)):
        with pytest.raises(Refused):
            engine.setup(4, wrong, PACK, KeyedRng(b"never"))
