"""Connections that drop, and games that end."""

import base64
import json
import urllib.request

from party import SCREEN, TABLET
from process import GatewayProcess
from wire import Wire

SETTINGS = {"locale": "sv", "destinationsCount": 1, "followupsPerDestination": 1,
            "timings": {"intro": 300_000, "clue": 300_000, "reveal": 300_000, "followup": 300_000,
                        "followupResults": 300_000, "scoreboard": 300_000, "final": 1_000}}


def test_a_dropped_phone_resumes_with_patches_alone(party):
    links = party.post("/v1/sessions", {"settings": SETTINGS})
    host, phone = party.device("host", TABLET), party.phone("phone")
    wire = Wire(phone)
    host.open(f"/host#s={links['sessionId']}&r={links['hostRefreshToken']}")
    phone.open(links["joinUrl"]).fill("Ditt namn", "Anna")
    phone.state("LOBBY")
    wire.heard.clear()
    wire.cut(1001)
    phone.sees("Tappade kontakten")
    phone.page.get_by_text("Tappade kontakten").wait_for(state="detached")
    host.press("start")
    phone.state("ROUND_INTRO")
    assert [message["type"] for message in wire.sent].count("HELLO") == 1
    resume = next(message for message in wire.sent if message["type"] == "RESUME_SESSION")
    assert resume["payload"]["lastVersion"] > 0
    assert "STATE_SNAPSHOT" not in wire.types() and "STATE_PATCH" in wire.types()


def test_a_token_that_is_no_longer_good_is_replaced(party):
    links = party.post("/v1/sessions", {"settings": SETTINGS})
    phone = party.phone("phone")
    wire = Wire(phone)
    phone.open(links["joinUrl"]).fill("Ditt namn", "Anna")
    phone.state("LOBBY")
    claims = base64.urlsafe_b64encode(json.dumps({"exp": 9_999_999_999}).encode()).decode().rstrip("=")
    for stale in ("no token", f"a.{claims}.forged"):
        wire.heard.clear()
        phone.page.evaluate(
            """([key, token]) => {
              const seat = JSON.parse(localStorage[key]);
              localStorage[key] = JSON.stringify({ ...seat, authToken: token });
            }""",
            [f"tripto.seat.PLAYER.{links['sessionId']}", stale],
        )
        phone.page.reload()
        phone.state("LOBBY")
        assert "WELCOME" in wire.types()
    # The page before the reload may still have heard something of the game.
    refusals = [message["payload"]["code"] for message in wire.heard if message["type"] == "ERROR"]
    assert refusals == ["unauthorized"]


def test_a_lost_patch_makes_the_phone_ask_anew(party):
    links = party.post("/v1/sessions", {"settings": SETTINGS})
    host, phone = party.device("host", TABLET), party.phone("phone")
    wire = Wire(phone)
    host.open(f"/host#s={links['sessionId']}&r={links['hostRefreshToken']}")
    phone.open(links["joinUrl"]).fill("Ditt namn", "Anna")
    phone.state("LOBBY")
    ahead = {"baseVersion": 10_000, "version": 10_001, "ops": [{"op": "replace", "path": "/state", "value": "ROUND_END"}]}
    wire.sockets[-1][0].send(json.dumps({"type": "STATE_PATCH", "payload": ahead}))
    host.press("start")
    phone.state("ROUND_INTRO")
    assert "RESUME_SESSION" in [message["type"] for message in wire.sent]


def test_a_host_who_ends_the_session_ends_it_for_all(party):
    links = party.post("/v1/sessions", {"settings": SETTINGS})
    host, tv, phone = party.device("host", TABLET), party.device("tv", SCREEN), party.phone("phone")
    host.open(f"/host#s={links['sessionId']}&r={links['hostRefreshToken']}")
    tv.open(links["tvUrl"])
    phone.open(links["joinUrl"]).fill("Ditt namn", "Anna")
    phone.state("LOBBY")
    host.press("start")
    phone.state("ROUND_INTRO")
    host.press("end")
    host.page.get_by_role("dialog").get_by_role("button", name="Avsluta spelet").click()
    for device in (tv, phone):
        device.sees("Spelet är slut")
    party.picture("15-ended")




def test_a_page_older_than_the_operator_wants_says_so_and_keeps_its_seat(tmp_path, browser):
    gateway = GatewayProcess(tmp_path / "data", "--min-client-version", "2")
    page = browser.new_page(locale="sv-SE")
    try:
        gateway.start()
        links = json.load(urllib.request.urlopen(urllib.request.Request(f"{gateway.url}/v1/sessions", b"{}")))
        page.goto(links["joinUrl"])
        page.get_by_label("Ditt namn").fill("Anna")
        page.keyboard.press("Enter")
        page.get_by_role("heading", name="Sidan är för gammal").wait_for()
        gateway.restart_with("--min-client-version", "1")
        page.get_by_role("button", name="Ladda om").click()
        page.locator('[data-state="LOBBY"]').wait_for()
        assert page.get_by_text("Anna").count() > 0
    finally:
        page.close()
        gateway.stop()
