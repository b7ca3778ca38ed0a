"""The OpenAPI document and its page are served, and the page keeps to itself."""

import asyncio
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.service.transport.http.docs_page import FILES, POLICY
from tests.service.door.house import House
from tests.service.http.web import told

OWN = re.compile(r"'(self|none|unsafe-inline)'|data:")
BROWSE_S = 60
SETTLED_MS = 20_000  # of the page's own time


@pytest.mark.parametrize("path", FILES)
@pytest.mark.parametrize("verb", ["GET", "HEAD"])
async def test_it_is_there(house: House, verb: str, path: str) -> None:
    response, body = await told(house.http_port, verb, path)

    assert response.status == 200
    assert response.headers["content-type"].encode() == FILES[path][1]
    assert response.headers["content-security-policy"] == POLICY
    assert bool(body) == (verb == "GET")


async def test_what_the_page_refers_to_is_there(house: House) -> None:
    _, html = await told(house.http_port, "GET", "/docs")
    named = re.findall(r"(?:src|href)=\"([^\"]*)\"", html.decode())

    assert named
    assert {f"/{name}" for name in named if not name.startswith("data:")} <= set(FILES)


def test_the_policy_lets_nothing_from_elsewhere_in() -> None:
    for directive in POLICY.split("; "):
        assert all(OWN.fullmatch(source) for source in directive.split(" ")[1:]), directive


@pytest.mark.needs("chromium")
async def test_in_a_browser_the_page_shows_the_api_and_asks_nobody_else(
    house: House, tmp_path: Path
) -> None:
    origin = f"http://127.0.0.1:{house.http_port}"
    text = await _shown(f"{origin}/docs", tmp_path)

    assert "SubmitCommand" in text
    assert "Take a seat" in text
    assert set(_asked_by(origin, tmp_path)) == {origin + path for path in FILES if path != "/docs"}


async def _shown(url: str, folder: Path) -> str:
    """The page as it is in the end. Nothing but this machine is there for the browser."""
    browser = await asyncio.create_subprocess_exec(
        "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--disable-background-networking", "--disable-component-update", "--no-first-run",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
        f"--user-data-dir={folder / 'profile'}", f"--log-net-log={folder / 'net.json'}",
        f"--virtual-time-budget={SETTLED_MS}", "--dump-dom", url,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        async with asyncio.timeout(BROWSE_S):
            text, _ = await browser.communicate()
    finally:
        if browser.returncode is None:
            browser.kill()
            await browser.wait()
    return text.decode()


def _asked_by(origin: str, folder: Path) -> Iterator[str]:
    """Everything that this page asked for, from whomever; what the browser itself asks is not."""
    for event in json.loads((folder / "net.json").read_text())["events"]:
        said = event.get("params", {})
        if said.get("initiator") == origin:
            yield said["url"]
