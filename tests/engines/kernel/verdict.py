"""What the rules answer to one command, with laws 5 and 8 held against the answer."""

from typing import Any

import msgspec

from croupier.engines.kernel.agenda import Command
from croupier.engines.kernel.refusal import Refusal, Refused
from tests.engines.kernel.subject import Subject
from tests.engines.kernel.walk import LawBroken, Recorder, must


def verdict(
    subject: Subject, table: Any, command: Command, legal: bool | None = None
) -> Refusal | None:
    """None for a yes, the refusal for a no; `legal` is what the verdict must be, if known.

    The judge, the doer and the reason giver must agree, and nothing is drawn for a no.
    """
    engine = subject.engine
    accepted = engine.accepts(table, command)
    if legal is not None:
        says = "accepted but not listed" if accepted else "listed but not accepted"
        must(accepted == legal, 5, f"{says}: {command}")
    rng = Recorder(b"verdict")
    try:
        engine.apply(table, command, rng)
    except Refused as refused:
        must(rng.draws == 0, 8, f"refused after {rng.draws} draws: {command}")
        must(not accepted, 5, f"accepted, then refused: {command}")
        reason = engine.why_not(engine.project(table, command.seat), command)
        must(reason == refused.refusal, 5, f"two reasons for a no: {command}")
        must(bool(refused.refusal.reason), 5, f"refused without a reason: {command}")
        must(
            refused.refusal.rule.startswith(engine.rules),
            5,
            f"by no rule of ours: {command}",
        )
        return refused.refusal
    except Exception as error:
        raise LawBroken(5, f"neither yes nor no but {error!r}: {command}") from error
    must(accepted, 5, f"done although not accepted: {command}")
    return None


def sealed(no: Refusal | None) -> bytes:
    """A verdict as its sender gets it."""
    return msgspec.msgpack.encode(no)
