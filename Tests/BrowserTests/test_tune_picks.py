"""A host of Name that tune searches and picks: by hand and by keyboard, in both languages, and nobody else is told."""

import json
import re

import pytest

from axe import assert_accessible
from hosting import LANGUAGES
from leaks import secret_of
from party import TABLET
from test_name_that_tune import evening, gathered  # noqa: F401

PHONE = {"viewport": {"width": 320, "height": 640}}
WORDS = {"sv": ("Välj", "Ta bort", "Vald", "Inget hittades."), "en": ("Pick", "Leave out", "Picked", "Nothing was found.")}


def search(host, text):
    host.page.locator("#pick-q").fill(text)
    host.page.keyboard.press("Enter")


def found(host):
    """Titles in the list of what was found, once there is one."""
    host.page.locator('[data-key^="found-"] b').first.wait_for()
    return host.page.locator('li[data-key^="found-"] b').all_inner_texts()


def picked(host):
    return host.page.locator('li[data-key^="picked-"] b').all_inner_texts()


def unfold(host):
    host.page.locator('details[data-key="picks"] > summary').click()


@pytest.mark.parametrize("locale", ["sv", "en"])
def test_a_host_picks_what_comes_next(evening, locale):  # noqa: F811
    pick, leave, is_picked, nothing = WORDS[locale]
    host, tv, ada, bo = gathered(evening, locale, trivia=False)
    unfold(host)
    search(host, "no such tune at all")
    host.page.get_by_text(nothing).wait_for()
    search(host, "")
    titles = found(host)
    assert len(titles) > 3
    assert_accessible(host.page)
    host.picture(f"tune-picks-{locale}")
    rows = host.page.locator('li[data-key^="found-"]')
    wanted = [titles[2], titles[0], titles[1]]
    for place in (2, 0, 1):
        rows.nth(place).get_by_role("button", name=re.compile(f"^{pick}: ")).click()
        rows.nth(place).get_by_text(is_picked, exact=True).wait_for()
    assert picked(host) == wanted
    host.page.locator('li[data-key^="picked-"]').nth(1).get_by_role("button", name=re.compile(f"^{leave}: ")).click()
    host.page.wait_for_function("""() => document.querySelectorAll('li[data-key^="picked-"]').length === 2""")
    assert picked(host) == [wanted[0], wanted[2]]
    # What is picked outlives the page; the fold is closed again, since others may look.
    host.page.reload()
    host.state("LOBBY")
    assert not host.page.locator('details[data-key="picks"]').evaluate("(fold) => fold.open")
    host.press("start")
    for number, title in enumerate((wanted[0], wanted[2])):
        starts = [len(device.received) for device in (tv, ada, bo)]
        for device in (host, tv, ada, bo):
            device.state("PLAYING")
        assert secret_of(host)["title"] == title
        for device, start in zip((tv, ada, bo), starts):
            told = [frame for frame in device.received if wanted[2] in frame or (number == 0 and wanted[0] in frame)]
            assert told == [], start
            assert not any("picks" in frame or "tuneId" in frame for frame in device.received)
        host.press("skip")
        for device in (host, tv, ada, bo):
            device.state("REVEAL")
        if number == 0:
            host.press("skip")
            host.state("SCOREBOARD")
            unfold(host)
            assert picked(host) == [wanted[2]]
            assert_accessible(host.page)
            host.press("skip")


def test_a_picker_fits_a_narrow_phone_and_goes_by_keyboard(evening):  # noqa: F811
    links = evening.post("/v1/sessions", {"game": "name-that-tune", "settings": {"locale": "sv"}})
    host = evening.device("host", {**TABLET, **PHONE}, LANGUAGES["sv"])
    host.open(f"/host#s={links['sessionId']}&r={links['hostRefreshToken']}").state("LOBBY")
    summary = host.page.locator('details[data-key="picks"] > summary')
    summary.focus()
    host.page.keyboard.press("Enter")
    for _ in range(4):
        host.page.keyboard.press("Tab")
    host.page.keyboard.press("Enter")
    assert found(host)
    first = host.page.locator('li[data-key^="found-"] button').first
    for _ in range(3):
        host.page.keyboard.press("Tab")
        if first.evaluate("(button) => button === document.activeElement"):
            break
    host.page.keyboard.press("Enter")
    host.page.wait_for_function("""() => document.querySelectorAll('li[data-key^="picked-"]').length === 1""")
    assert host.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


MOVES = {"sv": ("Spela tidigare", "Spela senare"), "en": ("Play sooner", "Play later")}


@pytest.mark.parametrize("locale", ["sv", "en"])
def test_picks_are_put_in_another_order_by_keyboard(evening, locale):  # noqa: F811
    sooner, later = MOVES[locale]
    host, _, _, _ = gathered(evening, locale, trivia=False)
    unfold(host)
    search(host, "")
    titles = found(host)[:3]
    rows = host.page.locator('li[data-key^="found-"]')
    for place in range(3):
        rows.nth(place).locator("button").click()
        rows.nth(place).get_by_text(WORDS[locale][2], exact=True).wait_for()

    def move(word, title, wanted):
        host.page.get_by_role("button", name=f"{word}: {title}", exact=True).focus()
        host.page.keyboard.press("Enter")
        host.becomes(f"""JSON.stringify([...document.querySelectorAll('li[data-key^="picked-"] b')].map((b) => b.innerText))
            === {json.dumps(json.dumps(wanted, ensure_ascii=False, separators=(",", ":")))}""")
        # The next press moves the same tune on.
        host.becomes(f"document.activeElement.getAttribute('aria-label') === {json.dumps(f'{word}: {title}')}")

    one, two, three = titles
    move(sooner, three, [one, three, two])
    move(sooner, three, [three, one, two])
    move(later, one, [three, two, one])
    assert_accessible(host.page)
    ends = [host.page.get_by_role("button", name=f"{sooner}: {three}", exact=True), host.page.get_by_role("button", name=f"{later}: {one}", exact=True)]
    assert all(end.get_attribute("aria-disabled") == "true" for end in ends)
    host.press("start")
    host.state("PLAYING")
    assert secret_of(host)["title"] == three
