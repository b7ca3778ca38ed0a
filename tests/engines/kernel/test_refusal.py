"""A no carries a reason, a rule and facts, and nothing of the table."""

from croupier.engines.kernel.refusal import Refusal, Refused, refusal
from croupier.engines.kernel.values import RuleId


def test_facts_are_words_in_the_order_they_were_given() -> None:
    no = refusal("BLO-042", "TOO_MANY", most=5, held=("a", "b"))

    assert no == Refusal(RuleId("BLO-042"), "TOO_MANY", (("most", "5"), ("held", "('a', 'b')")))


def test_the_error_prints_its_reason_alone() -> None:
    refused = Refused(refusal("BLO-042", "TOO_MANY", most=5))

    assert str(refused) == "TOO_MANY"
    assert refused.refusal.rule == "BLO-042"
    assert vars(refused) == {"refusal": refused.refusal}
