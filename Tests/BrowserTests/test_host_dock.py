"""What a press on the host's dock does while the game goes on by itself: never what another button would have done."""

import pytest

from axe import assert_accessible
from hosting import LANGUAGES, TIMINGS, open_dock, guests, host_of, sent, words
from party import PHONE, SCREEN, TABLET

LAPTOP = {"viewport": {"width": 1366, "height": 800}}
SIZES = [(320, 568), (390, 780)]
MEDIA_KEY = "(key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))"
# A hand that presses as soon as the page has drawn new words.
PRESS_WHEN_NEW = """(words) => {
  const seen = new MutationObserver(() => {
    const button = document.querySelector('.dock [data-key="skip"]');
    if (!button?.textContent.includes(words)) return;
    seen.disconnect();
    button.click();
  });
  seen.observe(document.querySelector("main"), { subtree: true, childList: true, characterData: true });
}"""
# Seconds that do not pass while a test looks, and when what was pressed and sent.
HOLD_THE_SECONDS = """
  const { setTimeout } = window;
  const { send } = WebSocket.prototype;
  window.setTimeout = (work, ms, ...more) => setTimeout(work, window.isHeld && ms === 1000 ? 3_600_000 : ms, ...more);
  WebSocket.prototype.send = function (text) {
    if (text.includes("HOST_FORCE_REVEAL")) window.sentAt = performance.now();
    return send.call(this, text);
  };
  addEventListener("click", () => { window.pressedAt = performance.now(); }, true);
"""
# Of two of the dock's buttons, or of one beside the edge.
OVERLAPS = """() => {
  const buttons = [...document.querySelectorAll(".dock button")].filter((one) => one.getClientRects().length);
  const box = (one) => one.getBoundingClientRect();
  const faults = [];
  for (const one of buttons) {
    if (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1) faults.push(`cut: ${one.textContent}`);
    if (box(one).left < 0 || box(one).right > innerWidth) faults.push(`beside the edge: ${one.textContent}`);
  }
  buttons.forEach((one, i) => buttons.slice(i + 1).forEach((other) => {
    const [a, b] = [box(one), box(other)];
    if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1) {
      faults.push(`${one.textContent} lies on ${other.textContent}`);
    }
  }));
  return faults;
}"""


def ready(host, action):
    """Waits until a press on it would count."""
    host.page.locator(f'button[data-action="{action}"]').wait_for()


def begun(party, shape=TABLET, locale="sv", **settings):
    """A game at its first clue."""
    links, host = host_of(party, shape, locale, **settings)
    guests(party, links, "Anna")
    host.press("start")
    host.state("ROUND_INTRO")
    host.press("skip")
    host.state("CLUE_LEVEL")
    ready(host, "skip")
    return links, host


def to_the_standings(host):
    host.press("reveal")
    host.state("REVEAL_DESTINATION")
    host.press("skip")
    host.state("SCOREBOARD")


def seated(party, links, name):
    phone = party.phone(name.lower()).open(links["joinUrl"])
    phone.page.locator("#name").fill(name)
    phone.page.keyboard.press("Enter")
    return phone.state("LOBBY")


def test_a_press_that_meets_a_button_which_has_just_changed_does_nothing(party):
    say = words("sv")
    _, host = begun(party, followupsPerDestination=0, timings={**TIMINGS, "scoreboard": 2_000, "final": 300_000})
    # Nobody skips the standings: the finale comes by itself, and the finger on its way meets another button.
    host.page.evaluate(PRESS_WHEN_NEW, say["next.end"])
    host.press("reveal")
    host.state("REVEAL_DESTINATION")
    host.press("skip")
    host.page.locator("#toast").filter(has_text=say["host.changed"]).wait_for()
    host.state("FINAL_RESULTS")
    ready(host, "skip")
    assert host.page.locator('[data-key="skip"]').inner_text().startswith(say["next.end"]), "it was no first press either"
    assert len(sent(host, "HOST_SKIP")) == 2


def test_a_press_counts_for_what_the_button_said_when_it_began(party):
    say = words("sv")
    links, host = host_of(party, TABLET, "sv")
    anna = seated(party, links, "Anna")
    host.press("start")
    host.state("ROUND_INTRO")
    host.press("skip")
    host.state("CLUE_LEVEL")
    ready(host, "skip")
    box = host.page.locator('[data-key="skip"]').bounding_box()
    host.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    host.page.mouse.down()
    anna.press("brake")
    host.state("PAUSED_FOR_BRAKE")
    ready(host, "skip")
    host.page.mouse.up()
    host.page.locator("#toast").filter(has_text=say["host.changed"]).wait_for()
    host.press("skip")
    host.page.locator('[data-state="PAUSED_FOR_BRAKE"]').wait_for(state="detached")
    assert len(sent(host, "HOST_SKIP")) == 2


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_finale_is_skipped_by_a_second_press_alone(party, locale):
    say = words(locale)
    _, host = begun(party, locale=locale, followupsPerDestination=0, timings={**TIMINGS, "final": 300_000})
    to_the_standings(host)
    host.press("skip")
    host.state("FINAL_RESULTS")
    before = len(sent(host, "HOST_SKIP"))
    host.press("skip")
    button = host.page.locator('.dock button[data-action="skip"]')
    button.filter(has_text=say["next.sure"]).wait_for()
    assert_accessible(host.page)
    # Whoever thinks better of it does nothing.
    button.filter(has_text=say["next.end"]).wait_for()
    assert len(sent(host, "HOST_SKIP")) == before
    host.press("skip")
    button.filter(has_text=say["next.sure"]).click()
    host.state("ROUND_END")
    assert [message["payload"] for message in sent(host, "HOST_SKIP")[before:]] == [{}]


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_reveal_is_withdrawn_for_as_long_as_nobody_has_heard_of_it(party, locale):
    say = words(locale)
    links, host = host_of(party, LAPTOP, locale)
    host.page.add_init_script(HOLD_THE_SECONDS)
    host.page.reload()
    host.state("LOBBY")
    tv = party.device("tv", SCREEN).open(links["tvUrl"]).state("LOBBY")
    anna = seated(party, links, "Anna")
    host.press("start")
    host.state("ROUND_INTRO")
    host.press("skip")
    host.state("CLUE_LEVEL")
    page, keys = host.page, host.page.keyboard

    def ask():
        ready(host, "reveal")
        page.evaluate("() => { window.isHeld = true; }")
        host.press("reveal")
        page.locator('button[data-action="undo"]').filter(has_text=say["host.undo"]).wait_for()
        page.evaluate("() => { window.isHeld = false; }")

    def is_withdrawn():
        page.locator('button[data-key="reveal"]:not([data-action="undo"])').wait_for()
        assert not sent(host, "HOST_FORCE_REVEAL")
        host.state("CLUE_LEVEL")

    heard = [len(device.received) for device in (tv, anna)]
    ask()
    page.locator(".dock .hint[role=status]").filter(has_text=say["hint.undo"]).wait_for()
    assert_accessible(page)
    is_withdrawn_by = [lambda: host.press("undo"), lambda: keys.press("r"), lambda: keys.press("Escape")]
    for number, withdraw in enumerate(is_withdrawn_by):
        if number:
            ask()
        withdraw()
        page.locator("#toast").filter(has_text=say["reveal.withdrawn"]).wait_for()
        is_withdrawn()
    for device, count in zip((tv, anna), heard):
        assert not [frame for frame in device.received[count:] if "REVEAL_DESTINATION" in frame]
    # What happens meanwhile withdraws it, too.
    ask()
    host.press("pause")
    is_withdrawn()
    host.press("resume")
    ready(host, "pause")
    ask()
    anna.press("brake")
    host.state("PAUSED_FOR_BRAKE")
    page.locator('button[data-action="reveal"]').wait_for()
    assert not sent(host, "HOST_FORCE_REVEAL")
    host.press("reveal")
    anna.state("REVEAL_DESTINATION")
    assert len(sent(host, "HOST_FORCE_REVEAL")) == 1
    assert page.evaluate("sentAt - pressedAt") >= 2999


def test_a_reveal_does_not_wait_for_a_connection(party):
    _, host = begun(party)
    host.page.evaluate("""() => {
      document.querySelector('button[data-action="reveal"]').click();
      dispatchEvent(new Event("offline"));
    }""")
    host.page.wait_for_timeout(4_000)
    host.state("CLUE_LEVEL")
    assert not sent(host, "HOST_FORCE_REVEAL")


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=["320", "390"])
def test_the_dock_stands_at_the_browsers_largest_text(party, locale, size):
    width, height = size
    _, host = begun(party, {**PHONE, "viewport": {"width": width, "height": height}}, locale)
    page = host.page
    inspector = page.context.new_cdp_session(page)
    for font_px in (16, 32):
        inspector.send("Page.setFontSizes", {"fontSizes": {"standard": font_px, "fixed": font_px}})
        page.reload()
        host.state("CLUE_LEVEL")
        assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 1.0625 * font_px
        main = page.locator(".dock .main").bounding_box()
        others = page.locator(".dock button:not(.main)").evaluate_all("(all) => all.filter((one) => one.getClientRects().length).length")
        assert others == 1, "the rest is one press away"
        assert main["width"] >= 0.6 * width, "one big button across the dock"
        assert page.evaluate(OVERLAPS) == []
        page.locator('button[data-action="more"]').click()
        page.locator('.dock [data-key="pause"]').wait_for()
        assert page.evaluate(OVERLAPS) == []
        after = page.locator(".dock .main").bounding_box()
        assert abs(after["y"] - main["y"]) < 1 and abs(after["x"] - main["x"]) < 1, "nothing slides under the finger"
        # At the end of the page the dock lies over nothing.
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        assert_accessible(page)
        page.locator('button[data-action="more"]').click()
        page.locator('.dock [data-key="pause"]').wait_for(state="hidden")


def test_the_open_dock_is_remembered(party):
    _, host = host_of(party, PHONE, "sv")
    end = host.page.locator('.dock [data-key="end"]')
    assert not end.is_visible()
    open_dock(host)
    end.wait_for()
    host.page.reload()
    end.wait_for()


def test_media_keys_direct_the_game(party):
    say = words("sv")
    links, host = host_of(party, LAPTOP, "sv")
    page = host.page

    def key(name):
        page.evaluate(MEDIA_KEY, name)

    key("MediaPlayPause")
    page.locator("#toast").filter(has_text=say["host.notNow"]).wait_for()
    assert not sent(host, "HOST_START_GAME"), "nobody is aboard"
    guests(party, links, "Anna")
    ready(host, "start")
    key("MediaPlayPause")
    host.state("ROUND_INTRO")
    for word in ("keys.playPause", "keys.track"):
        page.locator(".legend").get_by_text(say[word], exact=True).wait_for()
    for name, before, after in (("MediaPlayPause", "pause", "resume"), ("MediaPlayPause", "resume", "pause"),
                                ("MediaPause", "pause", "resume"), ("MediaPlay", "resume", "pause")):
        ready(host, before)
        key(name)
        ready(host, after)
    ready(host, "skip")
    key("MediaTrackNext")
    host.state("CLUE_LEVEL")
    page.get_by_role("button", name=say["keys.off"]).click()
    ready(host, "skip")
    before = len(host.sent)
    for name in ("MediaTrackNext", "MediaPlayPause", "MediaPause"):
        key(name)
    page.get_by_role("button", name=say["keys.on"]).click()
    assert not [message for message in host.sent[before:] if message["type"].startswith("HOST_")]


@pytest.mark.parametrize("plays", [True, False], ids=["plays", "directs"])
def test_a_host_who_plays_is_told_who_won_when_the_players_are(party, plays):
    say = words("sv")
    # The winner is named 3.2 s after the final timer began; paused before that, it waits.
    _, host = begun(party, hostMayPlay=plays, followupsPerDestination=0, timings={**TIMINGS, "final": 10_500})
    assert host.page.locator('[data-key="scores"]').count() == (0 if plays else 1)
    to_the_standings(host)
    assert host.page.locator('[data-key="scores"]').count() == (0 if plays else 1)
    host.page.evaluate("""() => {
      globalThis.told = [];
      const look = () => {
        const session = document.querySelector('[data-state="FINAL_RESULTS"]');
        if (session) told.push([session.querySelector("#headline").textContent, Boolean(session.querySelector('[data-key="scores"]'))]);
      };
      new MutationObserver(look).observe(document.querySelector("main"), { subtree: true, childList: true, characterData: true, attributes: true });
    }""")
    host.press("skip")
    host.state("FINAL_RESULTS")
    host.page.locator("#headline").filter(has_text=say["final.nobody"]).wait_for()
    headlines = host.page.evaluate("told")
    assert headlines[0] == ([say["final.and"], False] if plays else [say["final.nobody"], True])
    assert host.page.locator('[data-key="scores"]').count() == 1


def test_a_long_name_keeps_its_face_and_its_buttons_together(party):
    links, host = host_of(party, TABLET, "sv")
    guests(party, links, "Wilhelmina Karlsdot", "Bo")
    rows = host.page.locator('[data-key="players"] .rows > li')
    rows.nth(1).wait_for()
    for width in (320, 390, 1024):
        host.page.set_viewport_size({"width": width, "height": 900})
        faces, tops = [], []
        for row in rows.all():
            faces.append(row.locator(".avatar").bounding_box()["x"])
            tops.append({round(button.bounding_box()["y"]) for button in row.locator("button").all()})
        assert faces[0] == faces[1], f"{faces} at {width} px"
        assert width < 1024 or all(len(lines) == 1 for lines in tops), tops


def test_the_tvs_code_is_asked_for_first(party):
    _, host = host_of(party, PHONE, "sv")
    field = host.page.locator('input[name="pairingCode"]').bounding_box()
    dock = host.page.locator(".dock").bounding_box()
    assert field["y"] + field["height"] <= dock["y"], "it is in sight"
