"""Phones that are reloaded, put in a pocket, carried out of reach, or told nonsense; gateways that die."""

import json
import time

import pytest

from evening import Evening
from party import SCREEN, Party
from wire import Wire

TYPED = "Marr"


def braking(evening):
    """A phone in the middle of an answer."""
    phone = evening.party.phone("anna")
    wire = Wire(phone)
    phone.open(evening.links["joinUrl"]).fill("Ditt namn", "Anna")
    phone.state("LOBBY")
    evening.begin(phone)
    phone.press("brake")
    phone.page.locator("#brakeAnswer").press_sequentially(TYPED)
    return phone, wire


def goes_on(phone):
    """What was typed is there, and the rest of it can be."""
    field = phone.page.locator("#brakeAnswer")
    field.wait_for()
    assert field.input_value() == TYPED
    field.press("End")
    field.press_sequentially("akech")
    phone.page.keyboard.press("Enter")
    phone.state("REVEAL_DESTINATION")
    phone.page.get_by_text("Tappade kontakten").wait_for(state="detached")


def test_what_was_typed_outlives_a_reload(party):
    phone, _ = braking(Evening(party))
    phone.page.reload()
    goes_on(phone)


def test_what_was_typed_outlives_a_dropped_connection(party):
    phone, wire = braking(Evening(party))
    wire.cut(1011)
    phone.sees("Tappade kontakten")
    phone.page.get_by_text("Tappade kontakten").wait_for(state="detached")
    assert phone.page.evaluate("document.activeElement.id") == "brakeAnswer"
    goes_on(phone)


def test_what_was_typed_outlives_an_outage_of_the_network(party):
    phone, wire = braking(Evening(party))
    phone.context.set_offline(True)
    wire.cut(1011)
    phone.sees("Tappade kontakten")
    phone.page.wait_for_timeout(1_500)
    assert phone.page.locator("#brakeAnswer").input_value() == TYPED
    phone.context.set_offline(False)
    goes_on(phone)


def test_what_was_typed_outlives_sleep(party):
    phone, _ = braking(Evening(party))
    inspector = phone.page.context.new_cdp_session(phone.page)
    inspector.send("Page.setWebLifecycleState", {"state": "frozen"})
    phone.page.wait_for_timeout(2_000)
    inspector.send("Page.setWebLifecycleState", {"state": "active"})
    goes_on(phone)


def test_a_socket_that_looks_open_and_is_dead_is_given_up_when_somebody_looks(party):
    evening = Evening(party)
    phone = party.phone("anna")
    wire = Wire(phone)
    phone.open(evening.links["joinUrl"]).fill("Ditt namn", "Anna")
    phone.state("LOBBY")
    wire.deaf = True
    evening.host.press("start")
    # Another network: the browser tells the page, and nothing of the old socket comes any more.
    phone.page.evaluate("dispatchEvent(new Event('online'))")
    phone.page.wait_for_timeout(500)
    assert len(wire.sockets) == 1
    phone.sees("Tappade kontakten")
    wire.deaf = False
    phone.state("ROUND_INTRO")


def test_an_answer_that_was_lost_on_its_way_is_sent_again(party):
    evening = Evening(party)
    phone, wire = braking(evening)
    wire.deaf = True
    phone.fill("Ditt svar", "Atlantis")
    phone.sees("Skickar …")
    wire.deaf = False
    wire.cut(1011)
    phone.state("REVEAL_DESTINATION")
    ids = [message["msgId"] for message in wire.said("BRAKE_ANSWER_SUBMIT")]
    assert len(ids) == 2 and len(set(ids)) == 1, "the gateway must know it again"
    phone.sees("Fel svar: Atlantis")


def test_nonsense_is_not_believed(party):
    evening = Evening(party)
    phone = party.phone("anna")
    wire = Wire(phone)
    phone.open(evening.links["joinUrl"]).fill("Ditt namn", "Anna")
    phone.state("LOBBY")
    client, _ = wire.sockets[-1]
    patch = {"baseVersion": 0, "version": 10_000}
    for text in ("", "{", "null", "7", '"text"', "[]", "{}", '{"type": 7}', '{"type": "STATE_PATCH"}',
                 '{"type": "STATE_SNAPSHOT", "payload": null}', '{"type": "STATE_SNAPSHOT", "payload": {}}',
                 '{"type": "TIME_PONG", "payload": {}}', '{"type": "ERROR", "payload": {}}',
                 json.dumps({"type": "STATE_PATCH", "payload": {**patch, "ops": 7}}),
                 json.dumps({"type": "STATE_PATCH", "payload": {**patch, "ops": [{"op": "move"}]}}),
                 json.dumps({"type": "STATE_PATCH", "payload": {**patch, "ops": [
                     {"op": "replace", "path": "/no/where", "value": 1}]}})):
        client.send(text)
    evening.host.press("start")
    phone.state("ROUND_INTRO")
    assert len(wire.sockets) == 1


def test_a_hint_when_to_come_back_is_heeded(party):
    evening = Evening(party)
    phone = party.phone("anna")
    wire = Wire(phone)
    phone.open(evening.links["joinUrl"]).fill("Ditt namn", "Anna")
    phone.state("LOBBY")
    began = time.monotonic()
    wire.cut(1001, "retry_after_ms=3000")
    phone.sees("Tappade kontakten")
    phone.comes_true(lambda: len(wire.sockets) > 1)
    assert time.monotonic() - began >= 3
    phone.page.get_by_text("Tappade kontakten").wait_for(state="detached")
    assert len(wire.sockets) == 2


def test_a_phone_whose_clock_is_set_shows_the_same_countdown(party):
    evening = Evening(party)
    phone = evening.phone("anna")
    evening.begin(phone)
    began = time.monotonic()
    left = int(phone.page.locator("count-down span").inner_text())
    phone.page.evaluate("{ const now = Date.now; Date.now = () => now() + 3_600_000 }")
    phone.page.wait_for_timeout(500)
    later = int(phone.page.locator("count-down span").inner_text())
    assert left - (time.monotonic() - began) - 5 <= later <= left


def test_two_tabs_spend_no_refresh_token_twice(party):
    """Without Web Locks, as over plain http in a living room."""
    evening = Evening(party)
    phone = party.phone("anna")
    phone.context.add_init_script("Object.defineProperty(navigator, 'locks', { value: undefined })")
    phone.open(evening.links["joinUrl"]).fill("Ditt namn", "Anna")
    phone.state("LOBBY")
    address = phone.page.url
    phone.page.goto("about:blank")
    phone.page.goto(f"{party.gateway}/player/manifest.webmanifest")
    phone.page.evaluate("""(key) => {
      const seat = JSON.parse(localStorage[key]);
      localStorage[key] = JSON.stringify({ ...seat, authToken: "" });
    }""", f"tripto.seat.PLAYER.{evening.links['sessionId']}")
    tabs = [phone.context.new_page() for _ in range(3)]
    refreshed = []
    phone.context.on("response", lambda answer: answer.url.endswith("/refresh") and refreshed.append(answer.status))
    for tab in tabs:
        tab.goto(address, wait_until="commit")
    for tab in tabs:
        tab.locator('[data-state="LOBBY"], [data-key="over-taken_over"]').wait_for()
    assert refreshed == [200]


def test_a_private_window_without_storage_plays(party):
    evening = Evening(party)
    phone = party.phone("anna")
    phone.page.add_init_script("""for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });""")
    phone.open(evening.links["joinUrl"]).fill("Ditt namn", "Anna")
    phone.state("LOBBY")
    evening.begin(phone)
    phone.press("brake")
    phone.fill("Ditt svar", "Atlantis")
    phone.state("REVEAL_DESTINATION")


@pytest.fixture
def own_party(own_gateway, browser, contract):
    party = Party(own_gateway.url, browser, contract)
    yield party
    party.close()


def test_a_gateway_that_is_killed_and_comes_back_finds_everybody(own_gateway, own_party):
    evening = Evening(own_party)
    phone, _ = braking(evening)
    own_gateway.kill()
    phone.sees("Får ingen kontakt med spelet.")
    phone.picture("player-gateway-away")
    assert phone.page.locator("#brakeAnswer").input_value() == TYPED
    phone.press("retry")
    own_gateway.start()
    goes_on(phone)


TOASTS = """() => {
  window.toasts = [];
  const toast = document.getElementById("toast");
  new MutationObserver(() => toast.textContent && toasts.push(toast.textContent)).observe(toast, { childList: true });
}"""


def test_a_gateway_that_is_stopped_says_so_with_one_notice_alone(own_gateway, own_party):
    evening = Evening(own_party)
    phone = evening.phone("anna")
    tv = own_party.device("tv", SCREEN).open(evening.links["tvUrl"]).state("LOBBY")
    for device in (phone, tv):
        device.page.evaluate(TOASTS)
    own_gateway.stop()
    for device in (phone, tv):
        device.sees("Tappade kontakten")
        assert "server_shutdown" in str(device.received), "it has said why"
        assert device.page.evaluate("toasts") == []


def test_a_clock_that_stood_still_in_a_pocket_is_found_out(party):
    """By the next round trip, which no older and shorter one outweighs; or by any message, for none is from the future."""
    phone = party.phone("anna").open("/player/manifest.webmanifest")
    offsets = phone.page.evaluate("""async () => {
      const { clock } = await import("/shared/clock.js");
      const trip = (tripMs, offsetMs) => {
        const t0 = performance.now() - tripMs;
        const t1 = t0 + tripMs / 2 + offsetMs;
        clock.measure({ t0, t1, t2: t1 }, t0 + tripMs);
        return Math.round(clock.offsetMs);
      };
      clock.restart(performance.now() + 900);
      const seen = [Math.round(clock.offsetMs), trip(10, 1000), trip(80, 1020), trip(60, 61_000)];
      clock.hear(performance.now() + 61_010);
      seen.push(Math.round(clock.offsetMs));
      clock.hear(performance.now() + 200_000);
      return [...seen, Math.round(clock.offsetMs), clock.uncertaintyMs];
    }""")
    assert offsets[:5] == [900, 1000, 1000, 61_000, 61_000]
    assert abs(offsets[5] - 200_000) <= 2 and offsets[6] in (None, float("inf"))
