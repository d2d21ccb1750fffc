"""Evenings, as a device keeps them: a tab that was closed goes on where it was, and old evenings have a page of their own."""

import pytest

from axe import assert_accessible
from party import PHONE
from stage import PhoneStage, Stage, document, player_document
from test_tv_finale import played

SMALL = {**PHONE, "viewport": {"width": 320, "height": 640}}
DAY_MS = 24 * 3_600_000
SAYS = {"sv-SE": {"title": "Dina resor", "none": "Här finns ingen resa sparad", "result": "Anna · 34 p · plats 1", "kinds": "bromsade rätt", "link": "Dina tidigare resor", "share": "Dela eller spara kortet"},
        "en-GB": {"title": "Your journeys", "none": "No journey is kept here", "result": "Anna · 34 pts · 1st place", "kinds": "braked, right", "link": "Your earlier journeys", "share": "Share or save the card"}}
# Evenings as the page keeps them, each this many days old.
KEEP = """([[role, ...ages], now]) => ages.forEach((days, place) => localStorage.setItem(`tripto.evening.${role}.${place}`, JSON.stringify({ atMs: now - days * 86_400_000,
  stops: [], round: {}, keepsakes: [{ id: `r${place}`, atMs: now - days * 86_400_000, game: "tripto", name: `Anna ${place}`, points: 8, rank: 1,
    stops: [{ name: "Kyoto", lat: 35, lon: 135.8, answer: { level: 8, isCorrect: true, isGiven: true } }] }] })))"""
SEEN = "() => [...document.querySelectorAll('.evening bdi:first-child')].map((name) => name.textContent).filter((name) => name.startsWith('Anna'))"


def over(stage, make):
    return stage.show(make("ROUND_END"))


@pytest.mark.parametrize("locale", SAYS)
def test_an_evening_can_be_opened_when_its_session_is_over(party, locale):
    say = SAYS[locale]
    stage = over(played(PhoneStage(party, SMALL, locale=locale).open(), player_document), player_document)
    link = stage.phone.page.locator('[data-key="evenings"]')
    assert link.get_attribute("href") == "/player/evening.html"
    party.delete(stage.path, stage.links["hostAuthToken"])
    stage.phone.page.close()
    stage.phone.open_tab()
    asked = []
    stage.phone.page.on("request", lambda request: asked.append(request.url))
    stage.phone.open("/player/evening.html").sees(say["title"])
    picture = stage.phone.page.locator(".evening img")
    assert picture.count() == 1 and picture.evaluate("(image) => image.decode().then(() => image.naturalWidth)") == 1080
    box = picture.bounding_box()
    assert abs(box["height"] / box["width"] - 1350 / 1080) < 0.02, "as it was drawn"
    text = " ".join(stage.phone.page.locator(".evening").inner_text().split())
    assert say["result"] in text and "⬜🟩⬛⬛⬛ Havanna" in text and say["kinds"] in text
    assert not [url for url in asked if "/v1/" in url], "nothing is asked of a session"
    assert stage.phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert_accessible(stage.phone.page)
    stage.phone.picture(f"55-evening-{locale}")
    with stage.phone.page.expect_download() as download:
        stage.phone.page.get_by_role("button", name=say["share"]).click()
    assert download.value.suggested_filename == "tripto.png"


def test_a_phone_whose_tab_was_closed_still_has_the_card(party):
    stage = over(played(PhoneStage(party).open(), player_document), player_document)
    stage.reopen(f"/join/{stage.links['sessionId']}")
    stage.phone.page.locator("[data-action=shareCard]").wait_for()


def test_a_screen_whose_tab_was_closed_still_has_the_titles(party):
    stage = over(played(Stage(party).open()), document)
    stage.reopen(stage.links["tvUrl"])
    stage.tv.page.locator(".titles li", has_text="Snabbaste bromsen").wait_for()


def test_a_screen_in_the_same_browser_as_a_phone_keeps_its_own(party):
    """A host who plays along on the laptop that is the television, too."""
    stage = over(played(Stage(party).open()), document)
    stage.tv.open("/player/evening.html").sees(SAYS["sv-SE"]["none"])


def test_the_latest_three_are_kept_for_two_weeks(party):
    phone = party.phone("anna").open("/player/evening.html")
    phone.sees(SAYS["sv-SE"]["none"])
    assert_accessible(phone.page)
    now = phone.page.evaluate("Date.now()")
    phone.page.evaluate(KEEP, [["PLAYER", 3, 1, 15, 2], now])
    phone.page.reload()
    phone.page.locator(".evening").nth(2).wait_for()
    assert phone.page.evaluate(SEEN) == ["Anna 1", "Anna 3", "Anna 0"], "the latest first, and none that is too old"
    phone.page.evaluate(KEEP, [["TV", 1], now])
    phone.page.evaluate("""() => import("/shared/evenings.js").then(({ saveEvening }) => saveEvening({ role: "PLAYER", sessionId: "new" }, { stops: [] }))""")
    kept = phone.page.evaluate("Object.keys(localStorage).filter((key) => key.includes('evening')).sort()")
    assert kept == ["tripto.evening.PLAYER.1", "tripto.evening.PLAYER.3", "tripto.evening.PLAYER.new", "tripto.evening.TV.0"]


def test_what_is_no_evening_is_passed_over(party):
    phone = party.phone("anna").open("/player/evening.html")
    now = phone.page.evaluate("Date.now()")
    phone.page.evaluate(KEEP, [["PLAYER", 1], now])
    phone.page.evaluate("""() => ["", "nonsense", "null", "[]", "7"].forEach((text, place) => localStorage.setItem(`tripto.evening.PLAYER.x${place}`, text))""")
    phone.page.evaluate("""() => localStorage.setItem("tripto.evening.PLAYER.other", localStorage.getItem("tripto.evening.PLAYER.0").replace('"tripto"', '"no-such-game"'))""")
    phone.page.reload()
    phone.page.locator(".evening").wait_for()
    assert phone.page.locator(".evening").count() == 1


@pytest.mark.parametrize("locale", SAYS)
def test_the_first_page_leads_there_where_one_is_kept(party, locale):
    links = party.post("/v1/sessions", {"settings": {"locale": "sv"}})
    phone = party.device("anna", SMALL, locale).open("/player/evening.html")
    phone.page.evaluate("""() => localStorage.setItem("tripto.name", '"Anna"')""")
    phone.open(links["joinUrl"]).page.locator(".avatars").wait_for()
    assert phone.page.locator('[data-key="evenings"]').count() == 0
    phone.page.evaluate(KEEP, [["PLAYER", 1], phone.page.evaluate("Date.now()")])
    for path in (links["joinUrl"], "/"):
        phone.open(path).page.get_by_role("link", name=SAYS[locale]["link"]).wait_for()
        assert_accessible(phone.page)
    phone.page.get_by_role("link", name=SAYS[locale]["link"]).click()
    phone.page.locator(".evening").wait_for()
