"""A host of Name that tune whose own device sounds, who changes the settings between games, and whom a phone that drops does not hold up."""

import pytest

from axe import assert_accessible
from ears import out_of_phase_ms, report, settled, until
from hosting import LANGUAGES, languages, settings_fold, skip_finale, words
from party import TABLET, Party
from contract import NAME_THAT_TUNE, Contract
from test_name_that_tune import PHASE_MS, evening, gathered, guess  # noqa: F401

NARROW = {"width": 320, "height": 640}
HERE = '[data-key="speaker-host"]'
KEEPS_TIME = "r.state === 'running' && r.clockUncertaintyMs < 1000"


@pytest.fixture
def quiet_evening(tuned_gateway, browser):
    """In a browser that wants a press before a page may sound."""
    party = Party(tuned_gateway, browser, Contract(NAME_THAT_TUNE))
    yield party
    party.close()


def listening(host):
    """Waits until the host's page has what it sounds with."""
    host.becomes("Boolean(document.querySelector('sound-report').report)")


def is_told(device, kind):
    return any(message["type"] == kind for message in device.messages())


@pytest.mark.parametrize("locale", languages("en"))
def test_the_hosts_device_sounds_in_place_of_the_tv(evening, locale):  # noqa: F811
    say = words(locale)
    host, tv, ada, bo = gathered(evening, locale, clipSeconds=30)
    settled(tv, f"{KEEPS_TIME} && r.bed?.id === 'music_lobby'")
    assert not host.page.evaluate("Boolean(document.querySelector('sound-report').report)"), "nothing is fetched that nobody wants"
    choice = host.page.get_by_role("group", name=say["tv.sound"])
    choice.get_by_role("button", name=say["tv.here"], exact=True).click()
    listening(host)
    settled(host, f"{KEEPS_TIME} && r.bed?.id === 'music_lobby'")
    until(tv, "r.bed === null")
    assert_accessible(host.page)
    host.picture(f"tune-host-sounds-{locale}")

    host.press("start")
    for device in (host, tv):
        device.state("PLAYING")
    until(host, "r.voice?.positionMs > 500")
    first = report(host)["voice"]
    assert first["durationMs"] == 30_000 and report(tv)["voice"] is None
    assert out_of_phase_ms(report(host), "voice") < PHASE_MS
    begun = [start for start in report(host)["starts"] if start["layer"] == "voice"]
    assert abs(begun[0]["startErrorMs"]) < PHASE_MS, begun
    assert_accessible(host.page)

    # Another connection, the same device: it goes on in the clip's middle.
    host.page.reload()
    host.state("PLAYING")
    listening(host)
    until(host, f"{KEEPS_TIME} && r.voice?.positionMs > 500")
    again = report(host)["voice"]
    assert (again["id"], again["startAtServerMs"]) == (first["id"], first["startAtServerMs"])
    host.page.wait_for_timeout(2000)
    assert out_of_phase_ms(report(host), "voice") < PHASE_MS

    host.press("pause")
    until(host, "r.voice === null")
    host.press("resume")
    until(host, "r.voice?.positionMs > 1000")
    resumed = report(host)["voice"]
    assert resumed["id"] == first["id"] and resumed["startAtServerMs"] > first["startAtServerMs"]
    assert out_of_phase_ms(report(host), "voice") < PHASE_MS
    assert report(tv)["voice"] is None and not is_told(tv, "AUDIO_PLAY")

    # Back to the TV, which joins where the clip is by now.
    host.page.get_by_text(say["host.links"]).click()
    host.page.get_by_role("button", name=say["tv.any"], exact=True).click()
    until(host, "r.voice === null && r.bed === null")
    until(tv, "r.voice?.positionMs > 500")
    assert report(tv)["voice"]["startAtServerMs"] == resumed["startAtServerMs"]
    assert out_of_phase_ms(report(tv), "voice") < PHASE_MS
    host.page.locator(HERE).click()
    until(host, "r.voice?.positionMs > 500")
    until(tv, "r.voice === null")

    guess(ada, "a", "b")
    guess(bo, "c", "d")
    host.state("REVEAL")
    until(host, "r.bed?.id === 'music_standings' && r.starts.some((start) => start.id === 'wrong')")
    assert report(tv)["bed"] is None
    assert report(host)["failures"] == []
    for phone in (ada, bo):
        assert not any(message["type"].startswith("AUDIO") for message in phone.messages())
        assert not any(first["id"] in frame for frame in phone.received)


def test_whoever_takes_the_hosts_place_takes_the_sound(evening):  # noqa: F811
    say = words("sv")
    host, tv, _, _ = gathered(evening, "sv", clipSeconds=30)
    host.page.locator(HERE).click()
    listening(host)
    host.press("start")
    until(host, "r.voice?.positionMs > 500")
    host.press("skip")
    host.state("REVEAL")
    until(host, "r.bed?.id === 'music_standings'")
    host.page.get_by_text(say["host.links"]).click()
    host.page.get_by_role("button", name=say["recovery.show"]).click()
    code = host.page.locator(".recovery-code").inner_text()
    other = evening.device("other", TABLET).open("/host")
    other.page.get_by_label(say["recover.code"]).fill(code)
    other.page.keyboard.press("Enter")
    other.state("REVEAL")
    listening(other)
    until(other, "r.bed?.id === 'music_standings'")
    host.sees(say["over.taken_over.title"])
    until(host, "r.bed === null && r.voice === null")
    host.press("takeBack")
    host.state("REVEAL")
    until(host, "r.bed?.id === 'music_standings'")
    until(other, "r.bed === null")


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_browser_that_wants_a_press_gets_one(quiet_evening, locale):
    say = words(locale)
    host, tv, _, _ = gathered(quiet_evening, locale)
    host.page.locator(HERE).click()
    listening(host)
    # A press has been made here already.
    until(host, "r.state === 'running'")
    assert not is_told(tv, "AUDIO_PLAY")
    host.page.set_viewport_size(NARROW)
    # Looking into the page earlier would count as a press: stage.py.
    with host.page.expect_response(lambda answer: answer.url.endswith("/sounds/tick.flac")):
        host.page.reload()
    host.page.wait_for_timeout(1000)
    switch = host.page.get_by_role("button", name=say["sound.on"])
    switch.wait_for()
    assert_accessible(host.page)
    assert host.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    host.picture(f"tune-host-press-{locale}")
    switch.click()
    until(host, "r.state === 'running' && r.bed?.id === 'music_lobby'")
    switch.wait_for(state="detached")


LABELS = {"sv": ("Låtar", "Titel", "1800-talet", "7 låtar"), "en": ("Tunes", "Title", "1800s", "7 tunes")}


def changes(host, songs, label):
    """Unfolds the settings and writes another number of tunes, which is not saved yet."""
    settings_fold(host.page).click()
    host.page.get_by_label(label, exact=True).fill(str(songs))


@pytest.mark.parametrize("locale", languages("sv"))
def test_settings_change_in_the_lobby_and_between_games(evening, locale):  # noqa: F811
    say, (songs, title, years, summary) = words(locale), LABELS[locale]
    host, tv, ada, bo = gathered(evening, locale, trivia=False)
    changes(host, 7, songs)
    host.page.locator('label.segment', has_text=years).click()
    host.page.locator('[data-key="points"] > summary').click()
    host.page.get_by_label(title, exact=True).fill("3")
    assert_accessible(host.page)
    host.picture(f"tune-settings-again-{locale}")
    host.page.get_by_role("button", name=say["settings.save"]).click()
    host.sees(say["settings.saved"])
    host.page.locator('details[data-key="settings"]:not([open])').wait_for()
    assert summary in settings_fold(host.page).inner_text()
    watcher = evening.device("watcher", {"viewport": NARROW}, LANGUAGES[locale])
    watcher.open(host.links["tvUrl"]).state("LOBBY")
    told = next(m for m in watcher.messages() if m["type"] == "STATE_SNAPSHOT")["payload"]["session"]["settings"]
    assert (told["songsCount"], told["fromYear"], told["toYear"]) == (7, 1800, 1899)
    assert told["points"] == {"artist": 1, "title": 3, "trivia": 1} and told["clipSeconds"] == 20
    # What was saved can be made undone, and what is not chosen stays.
    changes(host, 5, songs)
    host.page.get_by_role("button", name=say["settings.save"]).click()
    host.page.locator('details[data-key="settings"]:not([open])').wait_for()

    host.press("start")
    for number in range(1, 6):
        for device in (host, tv, ada, bo):
            device.state("PLAYING")
        host.press("skip")
        host.state("REVEAL")
        host.press("skip")
        if number < 5:
            host.state("SCOREBOARD")
            host.press("skip")
    host.state("FINAL_RESULTS")
    skip_finale(host, "OVER")
    changes(host, 7, songs)
    assert_accessible(host.page)
    # Whoever starts means what the page shows.
    host.press("start")
    host.state("PLAYING")
    tv.state("PLAYING")
    tv.sees({"sv": "1 av 7", "en": "1 of 7"}[locale])


def test_a_phone_that_drops_last_holds_nobody_up(evening):  # noqa: F811
    host, tv, ada, bo = gathered(evening, "sv")
    host.press("start")
    for device in (host, tv, ada, bo):
        device.state("PLAYING")
    guess(ada, "a", "b")
    ada.page.locator(".told.done").wait_for()
    bo.page.close()
    tv.state("REVEAL")
    ada.state("REVEAL")
