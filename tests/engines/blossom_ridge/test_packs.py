"""What a pack must be: every mistake is refused with the entry and the field."""

import pytest

from croupier.engines.blossom_ridge import engine
from croupier.engines.blossom_ridge.cards import (
    AddManyAbility,
    CoreControlAbility,
    MarchAbility,
    ModifyingAbility,
    RankBonusAbility,
    RemoveManyAbility,
    ReplacingAbility,
    SweepAbility,
    TrickModAbility,
)
from croupier.engines.blossom_ridge.edition import house_pack
from croupier.engines.kernel.pack import BadPack
from tests.engines.blossom_ridge.dsl import PACK

Amounts = RankBonusAbility | SweepAbility | MarchAbility | AddManyAbility | RemoveManyAbility
TEXT = house_pack()
JUNO = TEXT[TEXT.index('[[character]]\nid = "juno') : TEXT.index('[[character]]\nid = "barnaby')]
ACRE = TEXT[TEXT.index('[[location]]\nid = "quiet_acre"') : TEXT.index("# ---- 10 Characters")]
ABILITY = """[[character.ability]]
id = "{}"
timing = "trick_mod"
do = "lowest_wins"
"""


def problem(old: str, new: str) -> str:
    """What is said of the house pack with one thing changed."""
    assert old in TEXT
    with pytest.raises(BadPack) as bad:
        engine.read_pack(TEXT.replace(old, new, 1))
    return str(bad.value)


@pytest.mark.rule("BLO-003", "BLO-004", "BLO-R46", "BLO-R47")
def test_the_house_pack_has_everything() -> None:
    abilities = [ability for each in PACK.contents.characters for ability in each.abilities]

    assert len(PACK.contents.locations) == 12
    assert [each.id for each in PACK.contents.characters] == [
        "ada_thornbury",
        "silas_crane",
        "wren_calloway",
        "juno_pickett",
        "barnaby_finch",
        "odessa_vane",
        "hank_mullory",
        "pearl_ostrander",
        "dutch_halloran",
        "lottie_greer",
    ]
    assert len(dict.fromkeys(type(ability) for ability in abilities)) == 15
    assert all(ability.text for ability in abilities)
    assert PACK.contents.suit_labels.hearts == "Hearts"


@pytest.mark.rule("BLO-106")
def test_an_ability_replaces_or_modifies_as_its_kind_says() -> None:
    modifying = {"reach", "encore", "remove_many", "pass_lead"}

    for character in PACK.contents.characters:
        for ability in character.abilities:
            assert isinstance(ability, TrickModAbility | CoreControlAbility)
            if isinstance(ability, ModifyingAbility | ReplacingAbility):
                assert (ability.mode == "modify") is (ability.kind.value in modifying)


@pytest.mark.rule("BLO-R03")
def test_suits_may_be_relabelled_and_not_added() -> None:
    labels = '\n[suit_labels]\nhearts = "Roses"\n'

    assert engine.read_pack(TEXT + labels).contents.suit_labels.hearts == "Roses"
    assert "stars" in problem(ACRE, ACRE + '\n[suit_labels]\nstars = "Stars"\n')


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("schema = 1", "schema = 2", ["schema"]),
        ('game = "blossom_ridge"', 'game = "blast_radius"', ["game"]),
        ('edition = "croupier-house-1"', "", ["edition"]),
        ("schema = 1", "schema = 1\ncolour = 2", ["colour"]),
        (ACRE, "", ["location", "11", "12"]),
        (ACRE, ACRE + ACRE.replace("quiet", "loud").replace("Quiet", "Loud"), ["location", "13"]),
        ('suit = "spades"', 'suit = "hearts"', ["suit", "hearts", "4"]),
        ('suit = "spades"', 'suit = "stars"', ["tumbleweed_saloon", "suit", "stars"]),
        ('id = "quiet_acre"', 'id = "cinder_forge"', ["cinder_forge", "location.id"]),
        ('"Cinder Forge"', '"Windmill Livery"', ["Windmill Livery", "location.name"]),
        ('id = "quiet_acre"', 'id = "Quiet Acre"', ["Quiet Acre", "location.11.id"]),
        ('id = "silas_crane"', 'id = "ada_thornbury"', ["ada_thornbury", "character.id"]),
        ('"Silas Crane"', '"Ada Thornbury"', ["Ada Thornbury", "character.name"]),
        ('"Silas Crane"', '""', ["silas_crane", "character.1.name"]),
        ("Silas Crane", "S" * 65, ["silas_crane", "character.1.name", "64"]),
        ("ranks 2 higher.", "!" * 400, ["steady_aim", "text", "400"]),
        ('id = "low_stakes"', 'id = "spyglass"', ["spyglass", "ability.id"]),
        ('do = "peek"', 'do = "gaze"', ["spyglass", "ability", "gaze"]),
        ("amount = 2", "amount = 0", ["steady_aim", "amount", ">= 1"]),
        ("amount = 2", "amount = 10", ["steady_aim", "amount", "<= 9"]),
        ("amount = 2\n", "", ["steady_aim", "amount"]),
        ('mode = "replace"', 'mode = "modify"', ["clear_the_street", "mode"]),
        ('mode = "replace"\n', "", ["clear_the_street", "mode"]),
        ('timing = "trick_mod"', 'timing = "core_control"', ["steady_aim", "timing"]),
        ('do = "lowest_wins"', 'do = "lowest_wins"\namount = 1', ["low_stakes", "amount"]),
        ('spread = "distinct"', 'spread = "wide"', ["double_claim", "spread", "wide"]),
        ("[[location]]", "[[location]", ["not TOML"]),
    ],
)
def test_a_mistake_is_named_with_its_entry_and_field(old: str, new: str, words: list[str]) -> None:
    said = problem(old, new)

    assert [word for word in words if word not in said] == [], said


@pytest.mark.rule("BLO-R47")
@pytest.mark.parametrize(
    ("ability", "most"),
    [
        ("steady_aim", 9),
        ("clear_the_street", 14),
        ("night_ride", 14),
        ("double_claim", 3),
        ("tear_it_down", 3),
    ],
)
def test_an_amount_is_at_least_one_and_at_most_what_can_be(ability: str, most: int) -> None:
    before, after = TEXT.split(f'id = "{ability}"')

    def printed(amount: int) -> str:
        return f'{before}id = "{ability}"' + after.replace("amount = 2", f"amount = {amount}", 1)

    for amount in (1, most):
        read = engine.read_pack(printed(amount)).contents.ability(ability)
        assert isinstance(read, Amounts)
        assert read.amount == amount
    for amount in (0, most + 1):
        with pytest.raises(BadPack, match=ability):
            engine.read_pack(printed(amount))


@pytest.mark.parametrize(("more", "fits"), [(0, True), (2, True), (3, False)])
@pytest.mark.rule("BLO-100")
def test_a_character_has_one_to_three_abilities(more: int, fits: bool) -> None:
    changed = JUNO + "".join(ABILITY.format(f"trick_{n}") for n in range(more))
    if fits:
        read = engine.read_pack(TEXT.replace(JUNO, changed)).contents.character("juno_pickett")
        assert read is not None
        assert len(read.abilities) == 1 + more
    else:
        assert "juno_pickett: ability: 4 entries" in problem(JUNO, changed)


@pytest.mark.rule("BLO-100")
def test_a_character_without_abilities_is_refused() -> None:
    bare = '[[character]]\nid = "juno_pickett"\nname = "Juno Pickett"\nability = []\n\n'

    assert "juno_pickett: ability: 0 entries, there must be 1 to 3" in problem(JUNO, bare)


@pytest.mark.parametrize(("count", "fits"), [(3, False), (4, True)])
def test_there_are_at_least_four_characters(count: int, fits: bool) -> None:
    parts = TEXT.split("[[character]]\n")
    text = "[[character]]\n".join(parts[: count + 1])
    if fits:
        assert len(engine.read_pack(text).contents.characters) == 4
    else:
        with pytest.raises(BadPack, match="character: 3 entries, there must be 4 to 40"):
            engine.read_pack(text)


@pytest.mark.parametrize(("count", "fits"), [(40, True), (41, False)])
def test_there_are_at_most_forty_characters(count: int, fits: bool) -> None:
    more = "".join(
        f'[[character]]\nid = "more_{n}"\nname = "More {n}"\n{ABILITY.format(f"trick_{n}")}'
        for n in range(count - 10)
    )
    if fits:
        assert len(engine.read_pack(TEXT + more).contents.characters) == 40
    else:
        assert "character: 41 entries, there must be 4 to 40" in problem(ACRE, ACRE + more)
