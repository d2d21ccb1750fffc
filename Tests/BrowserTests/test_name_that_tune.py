"""Name that tune on all three faces: a whole game with the tunes that come along and recordings of the test's own."""

import json
import re

import pytest

from axe import assert_accessible
from contract import NAME_THAT_TUNE, Contract
from ears import out_of_phase_ms, report, settled, until
from hosting import LANGUAGES, languages, skip_finale, words
from leaks import secret_of
from party import SCREEN, TABLET, Party
from stage import Stage
from tunes import RATE, TUNES, guess, tune_document

LONG = 300_000
TIMINGS = {"reveal": LONG, "trivia": LONG, "triviaResults": LONG, "scoreboard": LONG, "final": 10_500}
SETTINGS = {"songsCount": 5, "clipSeconds": 20, "trivia": True, "timings": TIMINGS, "seed": 7}
PHASE_MS = 50
# What a player has written comes back to them alone, right or wrong.
OWN_GUESS = re.compile(r'"path":"/me/guess[^}]*\}')


@pytest.fixture
def evening(tuned_gateway, loud_browser):
    party = Party(tuned_gateway, loud_browser, Contract(NAME_THAT_TUNE))
    yield party
    party.close()


@pytest.fixture
def silent(gateway, browser):
    """On a gateway without a recording."""
    party = Party(gateway, browser, Contract(NAME_THAT_TUNE))
    yield party
    party.close()


def gathered(party, locale, **settings):
    """A session with its host, a screen and two phones."""
    links = party.post("/v1/sessions", {"game": "name-that-tune", "settings": {**SETTINGS, "locale": locale, **settings}})
    host, tv = party.device("host", TABLET, LANGUAGES[locale]), party.device("tv", SCREEN, LANGUAGES[locale])
    host.open(f"/host#s={links['sessionId']}&r={links['hostRefreshToken']}").state("LOBBY")
    host.links = links
    tv.open(links["tvUrl"]).state("LOBBY")
    phones = []
    for name in ("Ada", "Bo"):
        phone = party.phone(name)
        phone.open(links["joinUrl"]).page.locator("#name").fill(name)
        phone.page.keyboard.press("Enter")
        phones.append(phone.state("LOBBY"))
    return host, tv, *phones


def told_before_the_reveal(device, secret, start):
    """Frames from a place on that hold a word of the secret, down to the one that tells it."""
    for frame in device.received[start:]:
        if '"REVEAL"' in frame:
            return
        if any(word in OWN_GUESS.sub("", frame) for word in (secret["title"], secret["artist"], secret["whyFree"])):
            yield frame


@pytest.mark.parametrize("locale", languages("sv"))
def test_a_whole_game_is_played(evening, locale):
    host, tv, ada, bo = gathered(evening, locale)
    everybody = (host, tv, ada, bo)
    host.press("start")
    for number in range(1, 6):
        starts = [len(device.received) for device in (tv, ada, bo)]
        for device in everybody:
            device.state("PLAYING")
        host.page.locator('[data-key="secret"]').wait_for()
        secret = secret_of(host)
        if number == 1:
            for device in everybody:
                assert_accessible(device.page)
            tv.fits()
            evening.picture(f"tune-playing-{locale}")
        guess(ada, secret["artist"], secret["title"].upper())
        ada.page.locator(".told.done").wait_for()
        # Bo writes a half, and never says that it is all: the host goes on.
        bo.page.locator("#artist").fill("Nobody at all")
        bo.page.locator("#title").fill(secret["title"])
        bo.page.locator("#artist").focus()
        bo.comes_true(lambda: any(secret["title"] in json.dumps(message, ensure_ascii=False) for message in bo.sent))
        host.press("skip")
        for device, start in zip((tv, ada, bo), starts):
            device.state("REVEAL")
            assert list(told_before_the_reveal(device, secret, start))[:1] == []
            device.sees(secret["title"])
        if number == 1:
            for device in everybody:
                assert_accessible(device.page)
            tv.fits()
            evening.picture(f"tune-reveal-{locale}")
            host.page.locator("summary").first.click()
        host.press("skip")
        for device in everybody:
            device.state("TRIVIA")
        ada.page.locator('[data-option="0"]').click()
        if number == 1:
            for device in everybody:
                assert_accessible(device.page)
            tv.fits()
            evening.picture(f"tune-trivia-{locale}")
        bo.page.locator('[data-option="1"]').click()
        tv.page.locator(".options .correct").wait_for()
        if number == 1:
            evening.picture(f"tune-trivia-over-{locale}")
        host.press("skip")
        if number < 5:
            for device in everybody:
                device.state("SCOREBOARD")
            if number == 4:
                tv.comes_to_rest()
                evening.picture(f"tune-scoreboard-{locale}")
            host.press("skip")
    host.state("FINAL_RESULTS")
    tv.page.locator('[data-stage="winner"]').wait_for()
    ada.page.locator(".champion").wait_for()
    evening.picture(f"tune-winner-{locale}")
    skip_finale(host, "OVER")
    for device in everybody:
        device.state("OVER")
    tv.comes_to_rest().fits()
    evening.picture(f"tune-over-{locale}")
    points = int(ada.page.locator(".my-score b").inner_text().split()[0])
    assert points >= 10, "both names of five tunes"


def add(host, name):
    field = host.page.locator("#manual-name")
    field.fill(name)
    host.page.keyboard.press("Enter")
    host.page.locator('[data-key="players"] li', has_text=name).wait_for()
    host.page.wait_for_function("() => document.getElementById('manual-name').value === ''")


def write(host, name, artist, title):
    form = host.page.locator('form[data-action="tuneWrite"]', has_text=name)
    form.locator('[name="artist"]').fill(artist)
    form.locator('[name="title"]').fill(title)
    form.locator("button").click()


def choose(host, name, place):
    host.page.locator('[data-key="scribe"] fieldset', has_text=name).locator("button").nth(place).click()


@pytest.mark.parametrize("locale", languages("en"))
def test_a_family_plays_with_the_hosts_device_alone(evening, locale):
    links = evening.post("/v1/sessions", {"game": "name-that-tune", "settings": {**SETTINGS, "locale": locale}})
    language = {"sv": "sv-SE", "en": "en-GB"}[locale]
    host, tv = evening.device("host", TABLET, language), evening.device("tv", SCREEN, language)
    host.open(f"/host#s={links['sessionId']}&r={links['hostRefreshToken']}").state("LOBBY")
    tv.open(links["tvUrl"]).state("LOBBY")
    for name in ("Mormor", "Otto"):
        add(host, name)
        tv.sees(name)
    assert host.page.evaluate("document.activeElement.id") == "manual-name", "the next name can be typed at once"
    # A name that is taken stays in the field, to be changed.
    host.page.locator("#manual-name").fill("MORMOR")
    host.page.keyboard.press("Enter")
    host.page.locator("#toast:not(:empty)").wait_for()
    assert host.page.locator("#manual-name").input_value() == "MORMOR"
    host.page.locator("#manual-name").fill("")
    assert_accessible(host.page)
    tv.fits()
    evening.picture(f"tune-family-lobby-{locale}")
    # Somebody who is removed may be added again.
    host.page.locator('[data-key="players"] li', has_text="Otto").locator('[data-action="kickManual"]').click()
    host.page.locator('dialog button[value="yes"]').click()
    host.page.locator('[data-key="players"] li', has_text="Otto").wait_for(state="detached")
    add(host, "Otto")

    host.press("start")
    for number in range(1, 6):
        start = len(tv.received)
        for device in (host, tv):
            device.state("PLAYING")
        host.page.locator('[data-key="secret"]').wait_for()
        secret = secret_of(host)
        if number == 1:
            # What is written counts before anybody is done, and outlives a reload.
            field = host.page.locator('form[data-action="tuneWrite"]', has_text="Otto").locator('[name="artist"]')
            field.fill("Nobody at all")
            host.page.reload()
            host.state("PLAYING")
            assert field.input_value() == "Nobody at all"
            assert_accessible(host.page)
            evening.picture(f"tune-family-playing-{locale}")
        write(host, "Mormor", secret["artist"], secret["title"].upper())
        host.page.locator('form[data-action="tuneWrite"]', has_text="Mormor").locator(".right").wait_for()
        tv.state("PLAYING")
        write(host, "Otto", "Nobody at all", "")
        for device in (host, tv):
            device.state("REVEAL")
        assert list(told_before_the_reveal(tv, secret, start))[:1] == []
        if number == 1:
            # The host heard the title all the same.
            host.page.locator('[data-key="review"] li', has_text="Otto").locator('[data-part="title"]').click()
            host.page.locator('[data-key="scores"] li', has_text="Otto").locator(".points", has_text="1").wait_for()
            evening.picture(f"tune-family-reveal-{locale}")
        host.press("skip")
        for device in (host, tv):
            device.state("TRIVIA")
        choose(host, "Mormor", 0)
        host.page.locator('[data-key="scribe"] fieldset', has_text="Mormor").locator(".right").wait_for()
        if number == 1:
            assert_accessible(host.page)
            evening.picture(f"tune-family-trivia-{locale}")
        choose(host, "Otto", 1)
        tv.page.locator(".options .correct").wait_for()
        host.press("skip")
        if number < 5:
            tv.state("SCOREBOARD")
            host.press("skip")
    tv.state("FINAL_RESULTS")
    skip_finale(host, "OVER")
    tv.state("OVER")
    final = host.page.locator('[data-key="scores"] li')
    assert "Mormor" in final.first.inner_text()


def test_the_clip_plays_by_the_servers_clock(evening):
    host, tv, ada, bo = gathered(evening, "sv")
    settled(tv, "r.state === 'running' && r.clockUncertaintyMs < 1000 && r.bed.id === 'music_lobby'")
    host.press("start")
    tv.state("PLAYING")
    until(tv, "r.voice?.positionMs > 500")
    assert report(tv)["bed"] is None, "a tune that is guessed sounds alone"
    assert out_of_phase_ms(report(tv), "voice") < PHASE_MS
    first = report(tv)["voice"]
    assert first["durationMs"] == 20_000

    tv.page.reload()
    tv.state("PLAYING")
    until(tv, "r.voice?.positionMs > 500")
    again = report(tv)["voice"]
    assert again["id"] == first["id"] and again["startAtServerMs"] == first["startAtServerMs"]
    assert out_of_phase_ms(report(tv), "voice") < PHASE_MS

    host.press("pause")
    until(tv, "r.voice === null")
    host.press("resume")
    until(tv, "r.voice?.positionMs > 1000")
    resumed = report(tv)["voice"]
    assert resumed["id"] == first["id"] and resumed["startAtServerMs"] > first["startAtServerMs"]
    assert out_of_phase_ms(report(tv), "voice") < PHASE_MS

    guess(ada, "a", "b")
    guess(bo, "c", "d")
    tv.state("REVEAL")
    until(tv, "r.voice?.positionMs > 1000 && r.bed?.id === 'music_standings' && r.levels.duck < 0.01")
    host.press("skip")
    tv.state("TRIVIA")
    until(tv, "r.voice === null && r.bed?.id === 'music_standings' && r.levels.duck > 0.98")
    assert report(tv)["failures"] == []
    assert not any(message["type"].startswith("AUDIO") for phone in (ada, bo) for message in phone.messages())


@pytest.mark.parametrize("is_known, sound", [(True, "correct"), (False, "wrong")])
def test_the_best_guess_is_heard_as_it_turns_over(evening, is_known, sound):
    """Four of five guests wrote something; the best of them comes last."""
    stage = Stage(evening).show(tune_document("LOBBY")).open()
    until(stage.tv, "r.state === 'running'")
    doc = tune_document("REVEAL")
    if not is_known:
        for result in doc["reveal"]["results"]:
            result.update(isArtistCorrect=False, isTitleCorrect=False, pointsAwarded=0)
    stage.show(doc)
    told = until(stage.tv, "r.starts.some((start) => start.layer === 'effects')")
    began = doc["timers"][0]["startAtServerMs"]
    assert [(start["id"], start["startAtServerMs"] - began) for start in told["starts"] if start["layer"] == "effects"] == [(sound, 2700)]
    stage.tv.comes_to_rest()
    assert stage.tv.page.locator(".guesses li").count() == 4


def test_a_clip_tells_nothing_but_its_sound(evening, recordings):
    """Not by its headers, its size or what stands in the file; and nobody else hears it."""
    host, tv, ada, _ = gathered(evening, "sv")
    fetched = []
    tv.page.on("response", lambda answer: fetched.append(answer) if "/assets/" in answer.url else None)
    host.press("start")
    for _ in range(2):
        tv.state("PLAYING")
        until(tv, "r.voice?.positionMs > 100")
        host.press("skip")
        tv.state("REVEAL")
        host.press("skip")
        tv.state("TRIVIA")
        host.press("skip")
        host.press("skip")
        tv.state("SCOREBOARD")
        host.press("skip")
    assert len(fetched) >= 2
    ids = [tune.stem for tune in TUNES.glob("*.abc")]
    for answer in fetched[:2]:
        body = answer.body()
        assert len(body) == 44 + 2 * RATE * SETTINGS["clipSeconds"]
        assert body[36:40] == b"data", "no chunk but the format and the sound"
        assert not any(name in f"{answer.url} {answer.headers}" for name in ids)
        path = answer.url[answer.url.index("/v1/"):].split("?")[0]
        assert ada.page.evaluate("async (path) => (await fetch(path)).status", path) == 401


def test_without_recordings_the_host_is_told(silent):
    host, tv, _, _ = gathered(silent, "en")
    host.press("start")
    host.sees("No tune fits")
    host.state("LOBBY")
    tv.state("LOBBY")


LABELS = {"sv": ("Gissa låten", "Låtar", "1900-talet"), "en": ("Name that tune", "Tunes", "1900s")}


@pytest.mark.parametrize("locale", languages("sv"))
def test_the_host_turns_the_music_down_and_the_clip_moves_to_another_screen(evening, locale):
    say = words(locale)
    host, tv, ada, _ = gathered(evening, locale, clipSeconds=30)
    other = evening.device("tv2", SCREEN, LANGUAGES[locale])
    other.open(host.links["tvUrl"]).state("LOBBY")
    for screen in (tv, other):
        settled(screen, "r.state === 'running' && r.clockUncertaintyMs < 1000")
    host.press("start")
    tv.state("PLAYING")
    until(tv, "r.voice?.positionMs > 500 && r.levels.voice > 0.98")
    levels = host.page.get_by_role("group", name=say["host.music"])
    levels.get_by_role("button", name=say["music.low"], exact=True).click()
    # No bed plays now, and Chromium tells no new level of a layer that is still.
    until(tv, "Math.abs(r.levels.voice - 0.398) < 0.02")
    assert_accessible(host.page)
    # A screen that is opened anew learns it.
    tv.page.reload()
    tv.state("PLAYING")
    until(tv, "r.voice?.positionMs > 500 && Math.abs(r.levels.voice - 0.398) < 0.02")
    started = report(tv)["voice"]["startAtServerMs"]
    # It came anew, and so it is the second: alone once it is chosen, and silent once the other is, which goes on in the clip's middle.
    host.page.get_by_text(say["host.links"]).click()
    choice = host.page.locator("button[data-action=speaker]")
    choice.nth(1).click()
    until(other, "r.voice === null")
    assert report(tv)["voice"]["startAtServerMs"] == started
    choice.nth(0).click()
    until(other, "r.voice?.positionMs > 500")
    until(tv, "r.voice === null")
    assert report(other)["voice"]["startAtServerMs"] == started and out_of_phase_ms(report(other), "voice") < PHASE_MS
    assert abs(report(other)["levels"]["voice"] - 0.398) < 0.02
    levels.get_by_role("button", name=say["music.off"], exact=True).click()
    until(other, "r.levels.voice < 0.001")
    assert not any(message["type"].startswith(("AUDIO", "MUSIC")) for message in ada.messages())


@pytest.mark.parametrize("locale", LABELS)
def test_a_host_chooses_the_game_and_its_settings(silent, locale):
    game, songs, years = LABELS[locale]
    host = silent.device("host", TABLET, LANGUAGES[locale])
    host.open("/host")
    host.page.locator('label.segment:has(input[value="name-that-tune"])').click()
    host.page.get_by_role("heading", name=game, exact=True).wait_for()
    host.page.get_by_label(songs, exact=True).fill("12")
    host.page.locator("label.segment", has_text="Ragtime").click()
    host.page.locator("label.segment", has_text=years).click()
    host.page.get_by_text(words(locale)["filter.strict"], exact=True).click()
    host.page.get_by_text(words(locale)["host.reactions"]).click()
    assert_accessible(host.page)
    host.picture(f"tune-settings-{locale}")
    host.page.get_by_role("button", name=words(locale)["create.go"]).click()
    host.state("LOBBY")
    settings = next(m for m in host.messages() if m["type"] == "STATE_SNAPSHOT")["payload"]["session"]["settings"]
    assert (settings["songsCount"], settings["genre"], settings["fromYear"], settings["toYear"]) == (12, "ragtime", 1900, None)
    assert settings["nameFilter"] == "strict" and settings["reactions"] is False


@pytest.mark.parametrize("locale", ["sv", "en"])
def test_the_host_writes_on_for_a_phone_that_died(evening, locale):
    host, tv, ada, bo = gathered(evening, locale)
    host.page.set_viewport_size({"width": 390, "height": 800})
    host.press("start")
    for device in (host, tv, ada, bo):
        device.state("PLAYING")
    assert host.page.locator('[data-key="scribe"]').count() == 0, "everybody has a phone"
    field = ada.page.locator("#artist")
    field.fill("Half a na")
    # What is being written outlives a reload, and a phone that is put away.
    ada.page.reload()
    ada.state("PLAYING")
    assert field.input_value() == "Half a na"
    ada.page.close()
    form = host.page.locator('form[data-action="tuneWrite"]', has_text="Ada")
    form.wait_for()
    assert form.locator('[name="artist"]').input_value() == "Half a na"
    assert_accessible(host.page)
    host.picture(f"tune-away-{locale}")
    host.page.locator('[data-key="secret"] summary').click()
    # A verdict's button stands beside its verdict.
    parts = host.page.locator('[data-key="review"] .part')
    parts.nth(3).wait_for()
    for part in parts.all():
        word, press = part.locator(".name").bounding_box(), part.locator("button").bounding_box()
        assert press["x"] >= word["x"] + word["width"]
        assert word["y"] < press["y"] + press["height"] / 2 < word["y"] + max(word["height"], press["height"])
    secret = secret_of(host)
    write(host, "Ada", secret["artist"], secret["title"])
    form.locator(".right").wait_for()
    guess(bo, "a", "b")
    tv.state("REVEAL")
    host.page.locator('[data-key="scores"] li', has_text="Ada").locator(".points", has_text="2").wait_for()
