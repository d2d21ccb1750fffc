"""A gateway and a browser of the tests' own."""

import os

import pytest
from playwright.sync_api import expect, sync_playwright

import evidence
from contract import Contract
from fonts import environment
from letters import PostOffice, with_accounts
from party import Party
from process import PATIENCE_S, ExampleGateway, GatewayProcess
from tunes import recorded

# The browser that people have, and the same engine without a window, which takes a quarter less time.
WHOLE_CHROMIUM = "/usr/bin/chromium"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell")
SOUNDS_AT_ONCE = "--autoplay-policy=no-user-gesture-required"

expect.set_options(timeout=1000 * PATIENCE_S)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    if call.when == "setup":
        evidence.forget(item.name)
    report = yield
    if report.failed:
        evidence.keep(item.name, Party.opened)
    if call.when == "teardown":
        Party.opened.clear()
    return report


@pytest.fixture(scope="session")
def data(tmp_path_factory):
    """The gateway's data directory."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="session")
def gateway(data):
    """The address of a running gateway."""
    process = GatewayProcess(data)
    try:
        yield process.start().url
    finally:
        process.stop()


@pytest.fixture
def own_gateway(tmp_path):
    """A running gateway that this test alone uses, and may break."""
    process = GatewayProcess(tmp_path / "data")
    try:
        yield process.start()
    finally:
        process.stop()


@pytest.fixture(scope="session")
def two_games(tmp_path_factory):
    """The address of a gateway with two games."""
    process = ExampleGateway(tmp_path_factory.mktemp("two-games"))
    try:
        yield process.start().url
    finally:
        process.stop()


@pytest.fixture(scope="session")
def recordings(tmp_path_factory):
    """A folder of recordings that tunes are played from."""
    return recorded(tmp_path_factory.mktemp("recordings"))


@pytest.fixture(scope="session")
def tuned_gateway(recordings, tmp_path_factory):
    """The address of a gateway that has recordings."""
    process = GatewayProcess(tmp_path_factory.mktemp("tuned"), "--voice", "none", "--recordings-dir", recordings)
    try:
        yield process.start().url
    finally:
        process.stop()


@pytest.fixture(scope="session")
def post_office():
    """A mail server that takes every letter."""
    office = PostOffice()
    try:
        yield office.start()
    finally:
        office.stop()


@pytest.fixture(scope="session")
def member_gateway(post_office, tmp_path_factory):
    """The address of a gateway that has accounts."""
    process = GatewayProcess(tmp_path_factory.mktemp("members"), *with_accounts(post_office))
    try:
        yield process.start().url
    finally:
        process.stop()


@pytest.fixture
def member_party(member_gateway, browser, contract):
    """Where people may have accounts."""
    party = Party(member_gateway, browser, contract)
    yield party
    party.close()


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


def launched(playwright, path, *more):
    """A browser, which sees the tests' own fonts."""
    return playwright.chromium.launch(executable_path=path, args=["--no-sandbox", *more], env=environment())


@pytest.fixture(scope="session")
def browser(playwright):
    chromium = launched(playwright, CHROMIUM)
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def whole_browser(playwright):
    """One that can keep a screen on."""
    chromium = launched(playwright, WHOLE_CHROMIUM)
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def loud_browser(playwright):
    """One in which a page may sound before anybody has pressed anything."""
    chromium = launched(playwright, CHROMIUM, SOUNDS_AT_ONCE)
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
def wakeful_party(gateway, whole_browser, contract):
    party = Party(gateway, whole_browser, contract)
    yield party
    party.close()


@pytest.fixture(scope="session")
def mute_gateway(tmp_path_factory):
    """The address of a gateway that has no voice."""
    process = GatewayProcess(tmp_path_factory.mktemp("mute"), "--voice", "none")
    try:
        yield process.start().url
    finally:
        process.stop()


@pytest.fixture
def loud_party(mute_gateway, loud_browser, contract):
    """Its screens sound, and nobody speaks into the music."""
    party = Party(mute_gateway, loud_browser, contract)
    yield party
    party.close()


@pytest.fixture
def speaking_party(gateway, loud_browser, contract):
    party = Party(gateway, loud_browser, contract)
    yield party
    party.close()
