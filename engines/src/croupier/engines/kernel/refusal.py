"""The only way an engine says no."""

from croupier.engines.kernel.values import RuleId, Value


class Refusal(Value, frozen=True):
    """A no: a reason for machines, the rule for people, facts that the sender may know."""

    rule: RuleId
    reason: str
    facts: tuple[tuple[str, str], ...] = ()


class Refused(Exception):
    """A command the rules do not allow. Carries the refusal, never the state."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


def refusal(rule: str, reason: str, **facts: object) -> Refusal:
    """A refusal; every fact must be something the sender's own view shows."""
    return Refusal(RuleId(rule), reason, tuple((name, str(fact)) for name, fact in facts.items()))
