"""Every view of a player, in both languages, on small, large and lying phones: accessible, and nothing beside the edge."""

import pytest

from axe import assert_accessible
from evening import LARGE, LYING, SMALL, Evening
from leaks import secret_of

BROWSER = {"sv": "sv-SE", "en": "en-GB"}
NAMES = {"small": SMALL, "large": LARGE, "lying": LYING}


class Album:
    """Holds each view of some phones to account, and keeps its picture."""

    def __init__(self, locale, phones):
        self.locale = locale
        self.phones = phones

    def __call__(self, title):
        for phone in self.phones:
            phone.comes_to_rest()
            phone.picture(f"player-{title}-{self.locale}")
            assert_accessible(phone.page)
            beside = phone.page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert beside <= 0, f"{title}: {beside} px are beside the edge of {phone.name}"


@pytest.mark.parametrize("locale", ["sv", "en"])
def test_every_view(party, locale):
    evening = Evening(party, locale=locale, timings={"final": 4_000})
    phones = [party.device(name, shape, locale=BROWSER[locale]) for name, shape in NAMES.items()]
    small, large, lying = phones
    album = Album(locale, phones)
    for phone in phones:
        phone.open("/")
        phone.page.locator("#joinCode").wait_for()
    album("code")
    for phone in phones:
        phone.open(evening.links["joinUrl"])
        phone.page.locator("#name").wait_for()
    album("name")
    for phone, name in zip(phones, ["Anna", "Bo-Göran af Långnamn", "Cleo"]):
        phone.page.locator("#name").fill(name)
        phone.page.keyboard.press("Enter")
        phone.state("LOBBY")
    album("lobby")

    evening.host.press("start")
    for phone in phones:
        phone.state("ROUND_INTRO")
    album("intro")
    evening.skip("CLUE_LEVEL", *phones)
    secret = secret_of(evening.host)
    album("clue")
    for phone in phones:
        assert in_thumb_zone(phone), f"{phone.name}'s brake is out of reach"
    evening.host.press("pause")
    for phone in phones:
        phone.page.locator('[data-key="paused"]').wait_for()
    album("paused")
    evening.host.press("resume")
    small.page.locator('[data-key="paused"]').wait_for(state="detached")

    for number, phone in enumerate(phones):
        phone.press("brake")
        phone.page.get_by_role("dialog").wait_for()
        for other in phones[number + 1:]:
            other.page.locator('[data-key="brake-other"]').wait_for()
        album(f"brake-{number}")
        phone.page.locator("#brakeAnswer").fill(secret["destination"]["name"] if number == 0 else "Atlantis")
        phone.page.keyboard.press("Enter")
        phone.page.locator('[data-key="locked"]').or_(phone.page.locator(".destination")).wait_for()
    for phone in phones:
        phone.state("REVEAL_DESTINATION")
    album("reveal")
    evening.skip("FOLLOWUP_QUESTION", *phones)
    album("question")
    small.page.locator("#followupAnswer").fill(secret["followups"][0]["accepted"][0])
    small.page.keyboard.press("Enter")
    small.page.locator(".sent b").wait_for()
    album("answered")
    for phone in (large, lying):
        phone.page.locator("#followupAnswer").fill("?")
        phone.page.keyboard.press("Enter")
    for phone in phones:
        phone.page.locator('[data-key="solution"]').wait_for()
    album("solution")
    evening.skip("SCOREBOARD", *phones)
    album("scoreboard")
    evening.skip("FINAL_RESULTS", *phones)
    album("suspense")
    for phone in phones:
        phone.state("ROUND_END")
    album("end")


def in_thumb_zone(phone):
    """The brake is wholly on the screen, most of it in the lower half, or in the right one of a lying phone."""
    box = phone.page.locator("button.brake").bounding_box()
    view = phone.page.viewport_size
    is_seen = box["y"] >= 0 and box["y"] + box["height"] <= view["height"]
    if view["width"] > view["height"]:
        return is_seen and box["x"] >= view["width"] / 2
    return is_seen and box["y"] + box["height"] / 2 > view["height"] / 2 and box["height"] >= 120


@pytest.mark.parametrize("locale", ["sv", "en"])
def test_every_bad_day(party, locale):
    settings = {"locale": locale, "maxPlayers": 1}
    evening = Evening(party, **settings)
    inside, full, wrong = (party.device(name, SMALL, locale=BROWSER[locale]) for name in ("inside", "full", "wrong"))
    for phone in (inside, full):
        phone.open(evening.links["joinUrl"])
        phone.page.locator("#name").fill("Anna" if phone is inside else "Bo")
        phone.page.keyboard.press("Enter")
    inside.state("LOBBY")
    full.page.locator('[data-key="away-session_full"]').wait_for()
    wrong.open(f"/join/{evening.links['sessionId']}?t=wrong")
    wrong.page.locator("#name").fill("Eva")
    wrong.page.keyboard.press("Enter")
    wrong.page.locator("#joinCode").wait_for()
    Album(locale, [full])("full")
    Album(locale, [wrong])("wrong")

    tab = inside.context.new_page()
    tab.goto(inside.page.url)
    inside.page.locator('[data-key="over-taken_over"]').wait_for()
    Album(locale, [inside])("taken-over")
    tab.close()
    inside.press("takeBack")
    inside.state("LOBBY")
    evening.host.kick(inside)
    inside.page.locator('[data-key="over-kicked"]').wait_for()
    Album(locale, [inside])("kicked")
