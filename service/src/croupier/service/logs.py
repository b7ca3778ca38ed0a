"""What the service says to its operator: events with keys, never a payload.

A failure is logged as its type and the lines it passed, without its text and without local
variables: an exception's text may quote a hand. Libraries speak by the same rules.
"""

import logging
import sys
import threading
import traceback
from collections.abc import Mapping, MutableMapping
from types import TracebackType
from typing import Any, BinaryIO, Literal

import orjson
import structlog
from structlog.typing import FilteringBoundLogger

Format = Literal["auto", "json", "pretty"]
Level = Literal["debug", "info", "warning", "error"]
CAUSES_MAX = 4  # of a failure that came from another one
LINES_MAX = 40  # of one traceback, the innermost


def configure(form: Format, level: Level) -> FilteringBoundLogger:
    """Set up logging for the process, once, before anything serves. The logger to pass on."""
    file = sys.stderr.buffer
    pretty = form == "pretty" or (form == "auto" and sys.stderr.isatty())
    structlog.configure(
        processors=_processors(pretty),
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: Lines(file),
        cache_logger_on_first_use=True,
    )
    log = writing_to(file, level, pretty)
    logging.root.handlers = [Library(log)]
    logging.root.setLevel(logging.WARNING)
    _last_words(log)
    return log


def writing_to(file: BinaryIO, level: Level, pretty: bool = False) -> FilteringBoundLogger:
    """A logger of this process's form that writes to a file."""
    log: FilteringBoundLogger = structlog.wrap_logger(
        Lines(file),
        processors=_processors(pretty),
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=True,
    ).bind()
    return log


def _processors(pretty: bool) -> list[Any]:
    return [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _without_text,
        _pretty() if pretty else structlog.processors.JSONRenderer(orjson.dumps),
    ]


def loop_failed(log: FilteringBoundLogger, context: Mapping[str, Any]) -> None:
    """What the event loop reports: its message and the failure, no arguments of callbacks."""
    log.error("loop.failure", message=context.get("message"), exc_info=context.get("exception"))


def failure_of(failure: BaseException) -> list[dict[str, Any]]:
    """A failure for the log, the outermost first: types and places, no text, no variables."""
    told: list[dict[str, Any]] = []
    cause: BaseException | None = failure
    while cause is not None and len(told) < CAUSES_MAX:
        frames = traceback.extract_tb(cause.__traceback__)[-LINES_MAX:]
        told.append(
            {
                "type": f"{type(cause).__module__}.{type(cause).__qualname__}",
                "lines": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
            }
        )
        hidden = cause.__suppress_context__
        cause = cause.__cause__ or (None if hidden else cause.__context__)
    return told


def _without_text(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    failure = event.pop("exc_info", None)
    if failure is True:
        failure = sys.exc_info()[1]
    if isinstance(failure, BaseException):
        event["failure"] = failure_of(failure)
    return event


def _pretty() -> Any:
    console = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())

    def render(logger: object, name: str, event: MutableMapping[str, Any]) -> bytes:
        failure = event.pop("failure", ())
        lines = [str(console(logger, name, event))]
        for one in failure:
            lines += [f"  {one['type']}", *(f"    {line}" for line in one["lines"])]
        return "\n".join(lines).encode()

    return render


class Lines:
    """Writes line after line. A log that nobody reads any more breaks no request."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def msg(self, line: bytes) -> None:
        """One line, written through at once."""
        try:
            self._file.write(line + b"\n")
            self._file.flush()
        except (OSError, ValueError):
            pass  # a closed pipe, a full disk: there is nowhere left to say it

    log = debug = info = warning = error = critical = msg


class Library(logging.Handler):
    """Passes a library's line on: its template without the arguments, which may be anything."""

    def __init__(self, log: FilteringBoundLogger) -> None:
        super().__init__()
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        failure = record.exc_info[1] if record.exc_info else None
        self._log.log(
            record.levelno,
            "library",
            logger=record.name,
            message=str(record.msg).partition("\n")[0],
            exc_info=failure,
        )


def _last_words(log: FilteringBoundLogger) -> None:
    """What would otherwise be printed as the interpreter sees fit, with every text in it."""

    def crashed(_: type[BaseException], failure: BaseException, __: TracebackType | None) -> None:
        if isinstance(failure, Exception):
            log.critical("crash", exc_info=failure)

    def thread_crashed(args: threading.ExceptHookArgs) -> None:
        log.critical("crash.thread", exc_info=args.exc_value)

    def ignored(args: "sys.UnraisableHookArgs") -> None:
        log.error("failure.ignored", exc_info=args.exc_value)

    sys.excepthook = crashed
    threading.excepthook = thread_crashed
    sys.unraisablehook = ignored
