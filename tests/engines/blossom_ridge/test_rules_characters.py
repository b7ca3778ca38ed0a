"""How players get their Characters: BLO-016, BLO-017, BLO-110, BLO-R30."""

import pytest

from croupier.engines.blossom_ridge import engine
from croupier.engines.blossom_ridge.commands import ChooseCharacter
from croupier.engines.blossom_ridge.prompts import CharacterPrompt
from croupier.engines.blossom_ridge.table import (
    CharacterMode,
    Phase,
    Seating,
)
from croupier.engines.kernel.rng import KeyedRng
from croupier.engines.kernel.values import Seat, replace
from tests.engines.blossom_ridge.dsl import (
    PACK,
    PLAIN,
    apply,
    asked,
    bad_option,
    card,
    new_table,
    reason,
)

DRAFT = replace(PLAIN, character_mode=CharacterMode.DRAFT)


@pytest.mark.rule("BLO-016", "BLO-017", "BLO-R30")
def test_t08_characters_are_drafted_openly_from_the_first_leader() -> None:
    before = new_table(3, replace(DRAFT, first_leader=Seat(1)))
    view = engine.project(before, Seat(0))

    assert view.draft_order == (1, 2, 0)
    assert (view.phase, view.turn, len(view.hand)) == (Phase.CHARACTERS, 1, 13)
    assert reason(before, ChooseCharacter(Seat(0), "ada_thornbury")) == "NOT_YOUR_TURN"
    one = apply(before, ChooseCharacter(Seat(1), "ada_thornbury"))
    assert reason(one, ChooseCharacter(Seat(2), "ada_thornbury")) == "CHARACTER_TAKEN"
    assert reason(one, ChooseCharacter(Seat(2), "nobody")) == "UNKNOWN_CHARACTER"
    after = apply(
        one, ChooseCharacter(Seat(2), "wren_calloway"), ChooseCharacter(Seat(0), "juno_pickett")
    )
    assert after.characters == ("juno_pickett", "ada_thornbury", "wren_calloway")
    assert (after.phase, after.turn) == (Phase.PLAY, 1)


@pytest.mark.rule("BLO-R30", "BLO-R46")
def test_the_draft_offers_what_is_free_in_the_packs_order() -> None:
    before = new_table(2, DRAFT)
    ids = tuple(each.id for each in PACK.contents.characters)

    prompt = asked(apply(before, ChooseCharacter(Seat(0), ids[3])), CharacterPrompt)

    assert prompt.characters == ids[:3] + ids[4:]
    assert reason(before, card(0, "H1")) == "WRONG_PHASE"


@pytest.mark.rule("BLO-R30", "BLO-R45")
def test_characters_may_be_dealt_at_random_without_duplicates() -> None:
    rng = KeyedRng(b"misc")
    random = replace(PLAIN, character_mode=CharacterMode.RANDOM)

    on = engine.setup(4, random, PACK, rng).table

    assert len(dict.fromkeys(on.characters)) == 4
    assert on.phase is Phase.PLAY
    assert rng.drawn["misc"] == 9
    assert new_table(4, random, b"x").characters != new_table(4, random, b"y").characters


@pytest.mark.rule("BLO-R30")
def test_assigned_characters_go_by_seat_number() -> None:
    given = ("pearl_ostrander", "ada_thornbury")
    options = replace(
        PLAIN,
        character_mode=CharacterMode.ASSIGNED,
        assigned=given,
        seating=Seating.RANDOM,
    )

    assert new_table(2, options).characters == given


@pytest.mark.rule("BLO-R30")
@pytest.mark.parametrize(
    ("mode", "assigned"),
    [
        (CharacterMode.ASSIGNED, ()),
        (CharacterMode.ASSIGNED, ("ada_thornbury",)),
        (CharacterMode.ASSIGNED, ("ada_thornbury", "ada_thornbury")),
        (CharacterMode.ASSIGNED, ("ada_thornbury", "nobody")),
        (CharacterMode.ASSIGNED, ("ada_thornbury", "silas_crane", "juno_pickett")),
        (CharacterMode.DRAFT, ("ada_thornbury", "silas_crane")),
    ],
)
def test_a_wrong_list_of_characters_is_refused(
    mode: CharacterMode, assigned: tuple[str, ...]
) -> None:
    options = replace(PLAIN, character_mode=mode, assigned=assigned)

    assert bad_option(2, options) == "BAD_OPTION"


@pytest.mark.rule("BLO-110", "BLO-R35")
def test_t54_without_characters_play_begins_at_once() -> None:
    on = new_table(2)

    assert (on.phase, on.characters) == (Phase.PLAY, (None, None))
    assert engine.project(on, None).draft_order == ()
