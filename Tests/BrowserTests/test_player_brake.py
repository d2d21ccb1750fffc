"""The emergency brake under a thumb."""

import json

from evening import SMALL, Evening
from wire import Wire


def pulls(wire):
    return [message for message in wire.sent if message["type"] == "BRAKE_PULL"]


def wired(evening, name):
    phone = evening.party.phone(name)
    wire = Wire(phone)
    phone.open(evening.links["joinUrl"]).fill("Ditt namn", name)
    return phone.state("LOBBY"), wire


def touch(phone):
    """A finger that comes down and stays."""
    finger = {"isPrimary": True, "button": 0, "bubbles": True}
    phone.page.locator("button.brake").dispatch_event("pointerdown", finger)


def test_the_brake_is_pulled_when_the_finger_comes_down(party):
    evening = Evening(party)
    phone, wire = wired(evening, "Anna")
    evening.begin(phone)
    touch(phone)
    phone.page.get_by_role("dialog").wait_for()
    assert len(pulls(wire)) == 1


def test_many_taps_are_one_pull(party):
    evening = Evening(party)
    phone, wire = wired(evening, "Anna")
    evening.begin(phone)
    phone.page.locator("button.brake").evaluate("""(brake) => {
      for (let tap = 0; tap < 5; tap++) {
        brake.dispatchEvent(new PointerEvent("pointerdown", { isPrimary: true, button: 0, bubbles: true }));
        brake.dispatchEvent(new MouseEvent("click", { detail: tap + 1, bubbles: true }));
      }
    }""")
    phone.page.get_by_role("dialog").wait_for()
    assert len(pulls(wire)) == 1


def test_the_brake_is_pulled_by_keyboard_and_the_answer_typed_after_it(party):
    evening = Evening(party)
    phone, wire = wired(evening, "Anna")
    evening.begin(phone)
    phone.page.keyboard.press("Tab")
    assert phone.page.evaluate("document.activeElement.dataset.action") == "brake"
    phone.page.keyboard.press("Enter")
    phone.page.get_by_role("dialog").wait_for()
    assert phone.page.evaluate("document.activeElement.id") == "brakeAnswer"
    phone.page.keyboard.type("Atlantis")
    phone.page.keyboard.press("Enter")
    phone.state("REVEAL_DESTINATION")
    assert len(pulls(wire)) == 1


# A finger comes down as soon as there is a ring, while it is there.
TOUCHED_AT_ONCE = """() => new Promise((done) => {
  const look = () => {
    const brake = document.querySelector("button.brake");
    if (!brake.querySelector(".ring")) return requestAnimationFrame(look);
    return done(brake.dispatchEvent(new PointerEvent("pointerdown", { isPrimary: true, bubbles: true })));
  };
  look();
})"""


def test_a_refused_pull_cools_down_in_sight(party):
    """Somebody else was first; after that the gateway's word decides when it may be pulled again."""
    evening = Evening(party)
    phone, wire = wired(evening, "Anna")
    evening.begin(phone)
    client, server = wire.sockets[-1]
    wire.deaf = True
    phone.press("brake")
    brake = phone.page.locator("button.brake")
    phone.page.locator("button.brake .ring").wait_for()
    assert brake.get_attribute("aria-disabled") == "true"
    refusal = {"type": "BRAKE_REJECTED", "sessionId": evening.links["sessionId"], "serverTimeMs": 0,
               "payload": {"reason": "already_paused"}}
    client.send(json.dumps(refusal))
    phone.sees("Någon annan hann före.")
    phone.page.locator('button.brake:not([aria-disabled="true"])').wait_for()
    assert phone.page.locator(".ring").count() == 0
    phone.page.evaluate(f"() => {{ globalThis.touched = ({TOUCHED_AT_ONCE})(); }}")
    client.send(json.dumps({**refusal, "payload": {"reason": "rate_limited"}}))
    phone.page.evaluate("touched")
    assert len(pulls(wire)) == 1, "a pull while it cools down only makes it longer"
    phone.page.locator('button.brake:not([aria-disabled="true"])').wait_for()
    wire.deaf = False
    phone.press("brake")
    phone.page.get_by_role("dialog").wait_for()


GREY = 'button.brake[aria-disabled="true"]'


def grey_with(phone, word):
    phone.page.locator(GREY).filter(has_text=word).wait_for()


# Once the ring is gone, a finger comes down again, and finds the brake like this. The page does it: a slow test would be late.
TOUCHED_LATE = """() => new Promise((done) => {
  const look = () => {
    const brake = document.querySelector("button.brake");
    if (brake.querySelector(".ring")) return requestAnimationFrame(look);
    done({ isGrey: brake.getAttribute("aria-disabled") === "true", word: brake.querySelector("small").textContent });
    return brake.dispatchEvent(new PointerEvent("pointerdown", { isPrimary: true, bubbles: true }));
  };
  look();
})"""


def test_a_pull_without_an_answer_stays_grey_and_is_not_made_later(party):
    evening = Evening(party)
    phone, wire = wired(evening, "Anna")
    evening.begin(phone)
    wire.deaf = True
    phone.press("brake")
    # Past the cool-down, and nobody knows yet: not red as if nothing had happened.
    assert phone.page.evaluate(TOUCHED_LATE) == {"isGrey": True, "word": "skickar …"}
    grey_with(phone, "gick inte fram")
    phone.sees("Tappade kontakten")
    phone.page.wait_for_timeout(300)
    grey_with(phone, "gick inte fram")
    phone.picture("player-brake-lost")
    wire.deaf = False
    phone.page.get_by_text("Tappade kontakten").wait_for(state="detached")
    brake = phone.page.locator('button.brake:not([aria-disabled="true"])')
    brake.wait_for()
    phone.page.wait_for_timeout(500)
    assert len(pulls(wire)) == 1 and phone.page.get_by_role("dialog").count() == 0
    phone.press("brake")
    phone.page.get_by_role("dialog").wait_for()


def test_a_pull_that_a_short_gap_swallowed_is_made_again(party):
    evening = Evening(party)
    phone, wire = wired(evening, "Anna")
    evening.begin(phone)
    wire.deaf = True
    phone.press("brake")
    phone.comes_true(lambda: pulls(wire))
    wire.deaf = False
    wire.cut(1011)
    phone.page.get_by_role("dialog").wait_for()
    ids = [message["msgId"] for message in pulls(wire)]
    assert len(ids) == 2 and len(set(ids)) == 1, "the gateway must know it again"


def test_the_brake_is_grey_as_soon_as_the_browser_is_offline(party):
    evening = Evening(party)
    phone, wire = wired(evening, "Anna")
    evening.begin(phone)
    wire.deaf = True
    # Looks right after the page has heard it itself.
    phone.page.evaluate("""() => addEventListener("offline", () => setTimeout(() => {
      const brake = document.querySelector("button.brake");
      globalThis.seenOffline = `${brake.getAttribute("aria-disabled")} ${brake.textContent}`;
    }))""")
    phone.context.set_offline(True)
    phone.becomes("globalThis.seenOffline")
    told = phone.page.evaluate("seenOffline")
    assert told.startswith("true") and "ingen kontakt" in told
    touch(phone)
    phone.page.wait_for_timeout(200)
    assert pulls(wire) == []
    phone.sees("Tappade kontakten")
    wire.deaf = False
    phone.context.set_offline(False)
    phone.page.locator('button.brake:not([aria-disabled="true"])').wait_for()
    assert pulls(wire) == []


def test_a_browser_that_is_wrong_about_being_offline_is_not_believed(party):
    evening = Evening(party)
    phone, wire = wired(evening, "Anna")
    evening.begin(phone)
    phone.page.evaluate("dispatchEvent(new Event('offline'))")
    phone.page.locator('button.brake:not([aria-disabled="true"])').wait_for()
    assert len(wire.sockets) == 1
    phone.press("brake")
    phone.page.get_by_role("dialog").wait_for()


def test_an_answer_may_be_changed_and_the_last_one_counts(party):
    evening = Evening(party)
    phone, other = evening.phone("Anna"), evening.phone("Bo")
    evening.begin(phone)
    evening.host.press("reveal")
    phone.state("REVEAL_DESTINATION")
    evening.skip("FOLLOWUP_QUESTION", phone, other)
    for text in ("vet inte", "kanske", "nej"):
        phone.fill("Ditt svar", text)
        phone.sees(f"Ditt svar: {text}")
    phone.page.reload()
    phone.sees("Ditt svar: nej")
    assert phone.page.locator("#followupAnswer").input_value() == "nej"


def test_an_open_keyboard_hides_neither_field_nor_button(party):
    evening = Evening(party)
    phone = evening.phone("Anna", SMALL)
    evening.begin(phone)
    phone.press("brake")
    phone.page.locator("#brakeAnswer").wait_for()
    phone.page.set_viewport_size({"width": 320, "height": 320})
    for part in ("#brakeAnswer", ".dialog button"):
        box = phone.page.locator(part).bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 320, part
    assert not phone.page.locator(".my-score").is_visible()
    phone.picture("player-keyboard")


def test_a_phone_buzzes_under_the_thumb_and_stays_awake(wakeful_party):
    evening = Evening(wakeful_party)
    phone = wakeful_party.phone("Anna")
    phone.page.add_init_script("""
      window.felt = [];
      const note = (owner, name) => {
        const real = owner[name];
        owner[name] = function (...parameters) {
          felt.push(name);
          return real.apply(this, parameters);
        };
      };
      note(Navigator.prototype, "vibrate");
      note(WakeLock.prototype, "request");
      note(WakeLockSentinel.prototype, "release");""")
    phone.open(evening.links["joinUrl"]).fill("Ditt namn", "Anna")
    phone.state("LOBBY")
    evening.begin(phone)
    assert "request" in phone.page.evaluate("felt") and "vibrate" not in phone.page.evaluate("felt")
    phone.press("brake")
    phone.page.get_by_role("dialog").wait_for()
    # Once for the finger, once for the gateway's word.
    assert phone.page.evaluate("felt").count("vibrate") == 2
    phone.page.reload()
    phone.page.get_by_role("dialog").wait_for()
    evening.host.kick(phone)
    phone.page.locator('[data-key="over-kicked"]').wait_for()
    phone.page.wait_for_function("felt.includes('release')")
