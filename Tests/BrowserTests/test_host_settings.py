"""Settings on the host's page: chosen in the lobby, shown as they are, and what they change for everybody."""

import json
import re

import pytest

from axe import assert_accessible
from hosting import LANGUAGES, SETTINGS, TIMINGS, open_dock, guests, host_of, link_of, pictured, settings_fold, words
from party import PHONE, SCREEN, TABLET


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_host_of_six_is_offered_that_levels_go_on(party, locale):
    say = words(locale)
    links, host = host_of(party, TABLET, locale)
    page = host.page
    offer = page.get_by_role("button", name=say["many.yes"])
    for number in range(6):
        assert offer.count() == 0
        party.post(f"/v1/sessions/{links['sessionId']}/join", {"joinToken": links["joinToken"], "name": f"Gast {number}"})
        page.get_by_text(f"Gast {number}", exact=True).wait_for()
    offer.wait_for()
    assert_accessible(page)
    pictured(host, "host-lobby-many")
    offer.click()
    offer.wait_for(state="hidden")
    settings_fold(page).click()
    assert page.get_by_label(say["create.sameLevel"]).is_checked()


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_host_who_plays_along_sees_no_secret(party, locale):
    say = words(locale)
    links, host = host_of(party, TABLET, locale, hostMayPlay=True)
    page = host.page
    page.get_by_role("heading", name=say["playing.title"]).wait_for()
    assert_accessible(page)
    pictured(host, "host-lobby-playing")
    # The same device has a seat of its own beside the host's.
    with page.expect_popup() as opened:
        page.get_by_role("link", name=say["playing.join"]).click()
    phone = opened.value
    phone.locator('input[name="name"]').fill("Värden")
    phone.keyboard.press("Enter")
    phone.locator('[data-state="LOBBY"]').wait_for()
    host.press("start")
    for state in ("ROUND_INTRO", "CLUE_LEVEL"):
        host.state(state)
        assert page.locator('[data-key="secret"], [data-key="review"]').count() == 0
        host.press("skip")
    host.press("reveal")
    host.state("REVEAL_DESTINATION").press("skip")
    host.state("FOLLOWUP_QUESTION")
    pictured(host, "host-live-playing")
    assert all("secret" not in m["payload"] or m["payload"]["secret"] is None for m in host.messages() if m["type"] == "STATE_SNAPSHOT")
    assert not any(op["path"].startswith(("/secret", "/review")) for m in host.messages() if m["type"] == "STATE_PATCH"
                   for op in m["payload"]["ops"])


@pytest.mark.parametrize("locale", LANGUAGES)
def test_settings_are_changed_in_the_lobby(party, locale):
    say, other = words(locale), {"sv": "en", "en": "sv"}[locale]
    links, host = host_of(party, TABLET, locale, theme="hav")
    page = host.page
    settings_fold(page).click()
    assert page.get_by_label(say["create.theme"]).input_value() == "hav"
    assert page.get_by_label(say["create.clueSeconds"]).input_value() == str(TIMINGS["clue"] // 1000)
    assert page.locator('input[name="pace"]:checked').count() == 0, "these timings keep no pace"
    page.get_by_label(say["create.destinationsCount"]).fill("2")
    page.get_by_label(say["create.theme"]).fill("")
    page.get_by_text({"sv": "Svenska", "en": "English"}[other], exact=True).click()
    assert_accessible(page)
    pictured(host, "host-settings")
    page.get_by_role("button", name=say["settings.save"]).click()
    host.sees(words(other)["settings.saved"])
    page.locator('details[data-key="settings"]:not([open])').wait_for()
    watcher = party.device("watcher", SCREEN).open(links["tvUrl"]).state("LOBBY")
    made = next(m for m in watcher.messages() if m["type"] == "STATE_SNAPSHOT")["payload"]["session"]["settings"]
    assert (made["destinationsCount"], made["locale"], made["theme"]) == (2, other, None)
    assert made["timings"] == {**SETTINGS["timings"]}, "what was not picked stays"


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_theme_says_what_it_will_find(party, locale):
    say = words(locale)
    page = party.device(f"host-{locale}", PHONE, locale=LANGUAGES[locale]).open("/host").page
    told = page.locator("#theme-help")
    told.filter(has_text=say["theme.examples"].split("{")[0]).wait_for()
    field = page.get_by_label(say["create.theme"])
    field.fill("Harry Potter")
    told.filter(has_text=say["theme.none"].split("{")[0]).wait_for()
    assert "Harry Potter" in told.inner_text()
    themes = page.locator("#themes option").evaluate_all("options => options.map((option) => option.value)")
    assert len(themes) > 10 and all(theme for theme in themes)
    field.fill(themes[0])
    page.get_by_label(say["create.destinationsCount"]).fill("1")
    told.filter(has_text=re.compile(re.escape(say["theme.enough"]).replace(r"\{count\}", r"\d+"))).wait_for()
    page.get_by_label(say["create.destinationsCount"]).fill("10")
    field.fill(themes[-1])
    told.filter(has_text=say["theme.few"].split("{")[0]).wait_for()
    assert_accessible(page)


def changed_in_the_lobby(party, locale, **settings):
    """A host whose form shows other settings than the game's, with somebody aboard."""
    say, other = words(locale), {"sv": "en", "en": "sv"}[locale]
    links, host = host_of(party, PHONE, locale, **settings)
    guests(party, links, "Anna", "Bo")
    host.sees("Bo")
    settings_fold(host.page).click()
    host.page.get_by_label(say["create.destinationsCount"]).fill("2")
    host.page.get_by_text({"sv": "Svenska", "en": "English"}[other], exact=True).click()
    return links, host


def settings_of(party, links):
    """As the game has them."""
    watcher = party.device("watcher", SCREEN).open(links["tvUrl"])
    watcher.page.locator("[data-state]").wait_for()
    return next(m for m in watcher.messages() if m["type"] == "STATE_SNAPSHOT")["payload"]["session"]["settings"]


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_game_starts_with_the_settings_that_the_page_shows(party, locale):
    links, host = changed_in_the_lobby(party, locale)
    host.press("start")
    host.page.locator('[data-state="ROUND_INTRO"]').wait_for()
    other = {"sv": "en", "en": "sv"}[locale]
    made = settings_of(party, links)
    assert (made["locale"], made["destinationsCount"]) == (other, 2)
    assert [m["type"] for m in host.sent if m["type"].startswith("HOST_")] == ["HOST_UPDATE_SETTINGS", "HOST_START_GAME"]
    host.sees(words(other)["intro.title"].format(index=1, total=2))


def test_the_next_game_starts_with_the_settings_that_the_page_shows(party):
    say = words("sv")
    links, host = host_of(party, PHONE, "sv", followupsPerDestination=0)
    guests(party, links, "Bo")
    phone = party.phone("anna").open(links["joinUrl"])
    phone.fill("Ditt namn", "Anna")
    host.press("start")
    for state in ("ROUND_INTRO", "CLUE_LEVEL"):
        host.state(state)
        if state == "ROUND_INTRO":
            host.press("skip")
    open_dock(host)
    host.press("reveal")
    for state in ("REVEAL_DESTINATION", "SCOREBOARD", "FINAL_RESULTS"):
        host.state(state)
        host.press("skip")
    host.state("ROUND_END")
    settings_fold(host.page).click()
    host.page.get_by_text(say["create.easy"], exact=True).click()
    host.press("start")
    host.state("ROUND_INTRO")
    assert settings_of(party, links)["difficulty"] == "easy"


def test_settings_that_cannot_be_had_start_nothing(party):
    say = words("sv")
    links, host = changed_in_the_lobby(party, "sv")
    page = host.page
    page.get_by_text(say["create.more"], exact=True).click()
    page.get_by_label(say["create.maxPlayers"]).fill("1")
    page.get_by_text(say["create.more"], exact=True).click()
    settings_fold(page).click()
    host.press("start")
    field = page.get_by_label(say["create.maxPlayers"])
    field.wait_for()
    assert field.evaluate("field => field.validationMessage") == say["field.range"].format(min=2, max=500)
    page.wait_for_timeout(200)
    assert not [m for m in host.sent if m["type"].startswith("HOST_")]


@pytest.mark.parametrize("answers", [True, False], ids=["refused", "unanswered"])
def test_settings_that_the_gateway_does_not_take_start_nothing(party, answers):
    say, asked = words("sv"), []
    links = party.post("/v1/sessions", {"settings": {**SETTINGS, "locale": "sv"}})
    guests(party, links, "Anna")
    host = party.device("host", PHONE)

    def between(page_side):
        gateway_side = page_side.connect_to_server()

        def hear(frame):
            message = json.loads(frame)
            asked.append(message["type"])
            if message["type"] != "HOST_UPDATE_SETTINGS":
                return gateway_side.send(frame)
            error = {"code": "bad_message", "message": "no", "retryable": False}
            if answers:
                page_side.send(json.dumps({"type": "ERROR", "sessionId": links["sessionId"], "serverTimeMs": 0,
                                           "inReplyTo": message["msgId"], "payload": error}))

        gateway_side.on_message(page_side.send)
        page_side.on_message(hear)

    host.page.route_web_socket("**/v1/ws**", between)
    host.open(link_of(links)).state("LOBBY")
    settings_fold(host.page).click()
    count = host.page.get_by_label(say["create.destinationsCount"])
    count.fill("2")
    host.press("start")
    if not answers:
        host.press("start")
    host.sees(say["settings.refused"])
    assert count.is_visible() and count.input_value() == "2", "what was wished for is still there"
    assert asked.count("HOST_UPDATE_SETTINGS") == 1 and "HOST_START_GAME" not in asked
