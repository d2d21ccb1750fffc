"""The code on a TV while its gateway goes away: the next one knows it again, or the TV asks for another by itself."""

import pytest

from hosting import host_of
from party import PHONE, SCREEN, Party
from process import GatewayProcess

CODE = ".pairing .big-code"


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


@pytest.fixture
def lone(data):
    process = GatewayProcess(data)
    try:
        yield process.start()
    finally:
        process.stop()


@pytest.fixture
def lone_party(lone, browser, contract):
    party = Party(lone.url, browser, contract)
    yield party
    party.close()


def paired(party, tv):
    _, host = host_of(party, PHONE, "sv")
    host.page.locator('input[name="pairingCode"]').fill(tv.page.locator(CODE).inner_text())
    host.page.keyboard.press("Enter")
    tv.state("LOBBY")


def test_a_code_outlives_its_gateway(lone, lone_party):
    tv = lone_party.device("tv", SCREEN).open("/tv")
    code = tv.page.locator(CODE).inner_text()
    lone.kill()
    lone.start()
    # What the one before answered has been told by now.
    tv.page.evaluate("0")
    with tv.page.expect_response(lambda answer: f"/v1/tv/pairings/{code}" in answer.url and answer.status == 404):
        pass
    paired(lone_party, tv)


def test_a_code_that_nobody_knows_any_more_is_made_anew(data, lone, lone_party):
    tv = lone_party.device("tv", SCREEN).open("/tv")
    code = tv.page.locator(CODE).inner_text()
    lone.stop()
    # What its secret was signed with is gone as well.
    (data / "token-secret").unlink()
    lone.start()
    tv.page.locator(CODE).filter(has_not_text=code).wait_for()
    paired(lone_party, tv)
