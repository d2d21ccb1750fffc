"""Pages find the gateway where they came from, whatever it takes its own address for."""

import urllib.error
import urllib.request

import pytest

from party import PHONE, SCREEN, TABLET, Party
from process import GatewayProcess

# A port that nothing listens on.
NOWHERE = "http://127.0.0.1:9"
SEATS = """Object.keys(localStorage).filter((key) => key.startsWith("tripto.seat."))
    .map((key) => JSON.parse(localStorage[key]).wsUrl ?? null)"""


@pytest.fixture
def mistaken(tmp_path):
    """A gateway whose links lead nowhere."""
    process = GatewayProcess(tmp_path / "data", "--public-url", NOWHERE)
    try:
        yield process.start()
    finally:
        process.stop()


@pytest.fixture
def mistaken_party(mistaken, browser, contract):
    party = Party(mistaken.url, browser, contract)
    yield party
    party.close()


def own(party, link):
    return party.gateway + link.removeprefix(NOWHERE)


def test_all_roles_get_in_where_the_gateway_has_its_address_wrong(mistaken_party):
    party = mistaken_party
    links = party.post("/v1/sessions", {"settings": {"locale": "sv"}})
    assert links["wsUrl"].startswith("ws://127.0.0.1:9/")
    host, tv, phone = party.device("host", TABLET), party.device("tv", SCREEN), party.phone("anna")
    host.open(own(party, links["hostUrl"])).sees("Ingen ombord än")
    tv.open(own(party, links["tvUrl"])).state("LOBBY")
    phone.open("/").fill("Kod", links["joinCode"])
    phone.fill("Ditt namn", "Anna")
    phone.state("LOBBY")
    tv.sees("Anna")
    for device in (host, tv, phone):
        # What leads nowhere is forgotten.
        device.becomes(f"({SEATS}).join() === ''")
        device.page.reload()
    for device in (tv, phone):
        device.state("LOBBY")


def test_an_address_that_an_earlier_build_kept_is_not_asked(party):
    links = party.post("/v1/sessions", {"settings": {"locale": "sv"}})
    phone = party.phone("anna")
    phone.open(links["joinUrl"]).fill("Ditt namn", "Anna")
    phone.state("LOBBY")
    phone.page.evaluate("""(nowhere) => {
      const key = Object.keys(localStorage).find((name) => name.startsWith("tripto.seat."));
      localStorage[key] = JSON.stringify({ ...JSON.parse(localStorage[key]), wsUrl: nowhere });
    }""", f"{NOWHERE.replace('http', 'ws')}/v1/ws?session={links['sessionId']}")
    asked = []
    phone.page.on("websocket", lambda socket: asked.append(socket.url))
    phone.page.reload()
    phone.state("LOBBY")
    assert asked == [f"{party.gateway.replace('http', 'ws')}/v1/ws?session={links['sessionId']}"]
    phone.becomes(f"({SEATS}).join() === ''")


def test_behind_a_proxy_that_passes_no_sockets_the_address_of_the_gateway_is_asked(tmp_path, browser, contract):
    process = GatewayProcess(tmp_path / "data").start()
    process.restart_with("--public-url", process.url.replace("127.0.0.1", "localhost"))
    party = Party(process.url, browser, contract)
    try:
        links = party.post("/v1/sessions", {"settings": {"locale": "sv"}})
        phone = party.phone("anna")
        phone.page.route_web_socket(lambda url: "127.0.0.1" in url, lambda socket: socket.close(code=1011))
        phone.open(f"/join/{links['sessionId']}?t={links['joinToken']}").fill("Ditt namn", "Anna")
        phone.state("LOBBY")
        party.close()
    finally:
        process.stop()


@pytest.mark.parametrize("typed", ["/TV", "/tv/", "/Tv/?x=1"])
def test_the_address_of_the_screen_is_typed_with_a_remote(party, typed):
    tv = party.device("tv", SCREEN)
    tv.open(typed).page.locator(".big-code").wait_for()
    assert tv.page.url == party.gateway + "/tv" + ("?x=1" if "?" in typed else "")


@pytest.mark.parametrize("locale, heading, label, go", [
    ("sv-SE", "Den här sidan finns inte", "Kod", "Spela"), ("en-GB", "There is no such page", "Code", "Play"),
])
def test_a_page_that_is_not_there_takes_the_code(party, locale, heading, label, go):
    links = party.post("/v1/sessions", {"settings": {"locale": "sv"}})
    phone = party.device("anna", PHONE, locale)
    phone.open("/spela/nu")
    phone.page.get_by_role("heading", name=heading).wait_for()
    phone.page.get_by_label(label, exact=True).fill(links["joinCode"].lower())
    phone.page.get_by_role("button", name=go).click()
    phone.page.locator("#name").wait_for()
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(party.gateway + "/spela/nu")
