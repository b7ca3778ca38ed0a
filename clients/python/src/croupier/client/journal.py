"""Commands that were sent and not yet answered, so that they can be repeated with the same id.

A command is written down before it is sent. Whoever comes back after a crash repeats what is
still open and gets the original outcome: the service does nothing twice.
"""

import json
import os
import sys
from base64 import b64decode, b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import IO, Protocol

if sys.platform != "win32":
    import fcntl

PENDING_MAX = 10_000
LINES_MAX = 50_000  # of a journal file, before it is written anew
BEGINNINGS = (b'{"id": ', b'{"end": ')  # of a line, also of a torn one


class JournalFull(Exception):
    """Too many commands without a known outcome: recover them before sending more."""

    def __init__(self) -> None:
        super().__init__(f"{PENDING_MAX} commands wait for an outcome; call recover() first")


class JournalUnreadable(Exception):
    """The file is not a journal, or not a whole one any more; it was left as it is."""

    def __init__(self, path: Path, line: int) -> None:
        super().__init__(
            f"{path}: line {line} is not one of a journal; name another file, or move this one "
            "away if nothing in it waits for an answer"
        )


@dataclass(frozen=True, slots=True)
class Pending:
    """A command on its way. `whose` names its sender without telling the token."""

    command_id: str
    path: str
    whose: str
    request: bytes


def whose(token: str | None) -> str:
    """A short name of a token's owner that says nothing about the token."""
    return blake2b((token or "").encode(errors="replace"), digest_size=8).hexdigest()


class Journal(Protocol):
    """Where commands are written down."""

    def begin(self, pending: Pending) -> None:
        """Keep it; when this returns, it is kept."""

    def end(self, command_id: str) -> None:
        """Its outcome is known: forget it."""

    def pending(self) -> tuple[Pending, ...]:
        """Every command whose outcome is not known, oldest first."""


class MemoryJournal:
    """Lasts as long as the process."""

    def __init__(self) -> None:
        self._open: dict[str, Pending] = {}

    def begin(self, pending: Pending) -> None:
        """Keep it in memory. Raises JournalFull."""
        if len(self._open) >= PENDING_MAX:
            raise JournalFull
        self._open[pending.command_id] = pending

    def end(self, command_id: str) -> None:
        """Forget it."""
        self._open.pop(command_id, None)

    def pending(self) -> tuple[Pending, ...]:
        """What is still open."""
        return tuple(self._open.values())


class FileJournal:
    """Survives a crash: one file, one process at a time, on disk before a command is sent.

    The file is readable by its owner alone: a request may hold an invite code, and the id of
    an opening or a joining is as good as the token that it got. Raises BlockingIOError while
    another process has it, and JournalUnreadable.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)
        self._lock = _locked(self._path.with_name(self._path.name + ".lock"))
        self._memory = MemoryJournal()
        try:
            self._read()
            self._rewrite()
        except BaseException:
            self._lock.close()
            raise

    def begin(self, pending: Pending) -> None:
        """Keep it on disk. Raises JournalFull."""
        self._memory.begin(pending)
        self._write(_line(pending))
        os.fsync(self._file.fileno())

    def end(self, command_id: str) -> None:
        """Forget it. Not forced to disk: a repeat after a crash does no harm."""
        self._memory.end(command_id)
        self._write({"end": command_id})
        if self._lines > LINES_MAX:
            self._file.close()
            self._rewrite()

    def pending(self) -> tuple[Pending, ...]:
        """What is still open."""
        return self._memory.pending()

    def close(self) -> None:
        """Let another process use the file."""
        self._file.close()
        self._lock.close()

    def _read(self) -> None:
        for line in _lines(self._path):
            match line:
                case Pending():
                    self._memory.begin(line)
                case ended:
                    self._memory.end(ended)

    def _rewrite(self) -> None:
        """What is open, in a new file that takes the old one's place in one step."""
        fresh = self._path.with_name(self._path.name + ".new")
        fresh.unlink(missing_ok=True)
        self._file = os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w")
        self._lines = 0
        for pending in self._memory.pending():
            self._write(_line(pending))
        os.fsync(self._file.fileno())
        fresh.replace(self._path)
        folder = os.open(self._path.absolute().parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def _write(self, line: dict[str, str]) -> None:
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()
        self._lines += 1


def _locked(path: Path) -> IO[str]:
    """The open lock file, ours until it is closed. (Windows: nobody checks.)"""
    lock = path.open("w")
    if sys.platform != "win32":
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            raise BlockingIOError(f"{path} is held by another running process") from None
    return lock


def _line(pending: Pending) -> dict[str, str]:
    return {
        "id": pending.command_id,
        "path": pending.path,
        "whose": pending.whose,
        "request": b64encode(pending.request).decode(),
    }


def _lines(path: Path) -> Iterator[Pending | str]:
    """What each whole line began, or the id that it ended. The last line may be torn by a
    crash, and was then never sent. Raises JournalUnreadable."""
    try:
        *lines, torn = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return
    for number, line in enumerate(lines, 1):
        try:
            yield _read_line(json.loads(line))
        except (ValueError, TypeError, KeyError, RecursionError):
            raise JournalUnreadable(path, number) from None
    if not any(torn.startswith(one[: len(torn)]) for one in BEGINNINGS):
        raise JournalUnreadable(path, len(lines) + 1)


def _read_line(line: dict[str, str]) -> Pending | str:
    if "end" in line:
        return _text(line["end"])
    request = b64decode(line["request"], validate=True)
    return Pending(_text(line["id"]), _text(line["path"]), _text(line["whose"]), request)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value
