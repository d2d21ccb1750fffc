"""A gateway and a browser of the tests' own."""

import os
import pathlib
import socket
import subprocess
import time
import urllib.request

import pytest
from playwright.sync_api import sync_playwright

from contract import Contract
from party import Party

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("GATEWAYD", str(ROOT / ".build/release/gatewayd"))
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
START_TIMEOUT_S = 20


@pytest.fixture(scope="session")
def data(tmp_path_factory):
    """The gateway's data directory."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="session")
def gateway(data):
    """The address of a running gateway."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [BINARY, "serve", "--listen", address, "--data-dir", data, "--web-dir", ROOT / "web", "--no-limits"]
    process = subprocess.Popen(command, env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
    try:
        wait_until_ready(f"http://{address}/readyz", process)
        yield f"http://{address}"
    finally:
        process.terminate()
        process.wait(timeout=START_TIMEOUT_S)


def wait_until_ready(url, process):
    end = time.monotonic() + START_TIMEOUT_S
    while time.monotonic() < end:
        assert process.poll() is None, "the gateway did not start"
        try:
            urllib.request.urlopen(url, timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    pytest.fail("the gateway is not ready")


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright):
    chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def loud_browser(playwright):
    """One in which a page may sound before anybody has pressed anything."""
    args = ["--no-sandbox", "--autoplay-policy=no-user-gesture-required"]
    chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=args)
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def contract():
    return Contract()


@pytest.fixture
def party(gateway, browser, contract):
    """Devices that share nothing but the gateway; each must end without a complaint in its console, and with
    nothing told that the contract does not know."""
    party = Party(gateway, browser, contract)
    yield party
    party.close()


@pytest.fixture
def loud_party(gateway, loud_browser, contract):
    party = Party(gateway, loud_browser, contract)
    yield party
    party.close()
