"""Name that tune on all three faces: a whole game with the tunes that come along and recordings of the test's own."""

import array
import math
import pathlib
import re
import wave

import pytest

from axe import assert_accessible
from contract import NAME_THAT_TUNE, Contract
from ears import out_of_phase_ms, report, settled, until
from leaks import secret_of
from party import SCREEN, TABLET, Party
from process import GatewayProcess

TUNES = pathlib.Path(__file__).resolve().parents[2] / "Sources/Games/NameThatTune/Bundled/tunes"
MINUTE = 60_000
TIMINGS = {"reveal": MINUTE, "trivia": MINUTE, "triviaResults": MINUTE, "scoreboard": MINUTE, "final": 8_000}
SETTINGS = {"songsCount": 5, "clipSeconds": 20, "trivia": True, "timings": TIMINGS, "seed": 7}
RATE = 32_000
PHASE_MS = 50
# What a player has written comes back to them alone, right or wrong.
OWN_GUESS = re.compile(r'"path":"/me/guess[^}]*\}')


def record(file, hertz):
    """A tone of ten seconds more than a game may play."""
    samples = array.array("h", (round(8000 * math.sin(2 * math.pi * hertz * i / RATE)) for i in range(RATE)))
    with wave.open(str(file), "wb") as wav:
        wav.setnchannels(1)
        wav.setsampwidth(2)
        wav.setframerate(RATE)
        wav.writeframes(samples.tobytes() * 30)


@pytest.fixture(scope="module")
def recordings(tmp_path_factory):
    folder = tmp_path_factory.mktemp("recordings")
    own = folder / "name-that-tune"
    own.mkdir()
    for place, tune in enumerate(sorted(TUNES.glob("*.abc"))[:12]):
        record(own / f"{tune.stem}.wav", 220 + 20 * place)
    return folder


@pytest.fixture(scope="module")
def tuned_gateway(recordings, tmp_path_factory):
    """The address of a gateway that has recordings."""
    process = GatewayProcess(tmp_path_factory.mktemp("tuned"), "--voice", "none", "--recordings-dir", recordings)
    try:
        yield process.start().url
    finally:
        process.stop()


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
    language = {"sv": "sv-SE", "en": "en-GB"}[locale]
    host, tv = party.device("host", TABLET, language), party.device("tv", SCREEN, language)
    host.open(f"/host#s={links['sessionId']}&r={links['hostRefreshToken']}").state("LOBBY")
    tv.open(links["tvUrl"]).state("LOBBY")
    phones = []
    for name in ("Ada", "Bo"):
        phone = party.phone(name)
        phone.open(links["joinUrl"]).page.locator("#name").fill(name)
        phone.page.keyboard.press("Enter")
        phones.append(phone.state("LOBBY"))
    return host, tv, *phones


def guess(phone, artist, title):
    phone.page.locator("#artist").fill(artist)
    phone.page.locator("#title").fill(title)
    phone.page.locator('form[data-action="tuneDone"] button').click()


def told_before_the_reveal(device, secret, start):
    """Frames from a place on that hold a word of the secret, down to the one that tells it."""
    for frame in device.received[start:]:
        if '"REVEAL"' in frame:
            return
        if any(word in OWN_GUESS.sub("", frame) for word in (secret["title"], secret["artist"], secret["whyFree"])):
            yield frame


@pytest.mark.parametrize("locale", ["sv", "en"])
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
        bo.page.wait_for_timeout(300)
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
            tv.state("SCOREBOARD")
            host.press("skip")
    tv.state("FINAL_RESULTS")
    host.press("skip")
    for device in everybody:
        device.state("OVER")
    points = int(ada.page.locator(".my-score b").inner_text().split()[0])
    assert points >= 10, "both names of five tunes"


def test_the_clip_plays_by_the_servers_clock(evening):
    host, tv, ada, bo = gathered(evening, "sv")
    settled(tv, "r.state === 'running' && r.clockUncertaintyMs < 1000 && r.bed.id === 'music_lobby'")
    host.press("start")
    tv.state("PLAYING")
    until(tv, "r.voice?.positionMs > 500")
    assert report(tv)["bed"] is None, "a tune that is guessed sounds alone"
    assert out_of_phase_ms(tv, "voice") < PHASE_MS
    first = report(tv)["voice"]
    assert first["durationMs"] == 20_000

    tv.page.reload()
    tv.state("PLAYING")
    until(tv, "r.voice?.positionMs > 500")
    again = report(tv)["voice"]
    assert again["id"] == first["id"] and again["startAtServerMs"] == first["startAtServerMs"]
    assert out_of_phase_ms(tv, "voice") < PHASE_MS

    host.press("pause")
    until(tv, "r.voice === null")
    host.press("resume")
    until(tv, "r.voice?.positionMs > 1000")
    resumed = report(tv)["voice"]
    assert resumed["id"] == first["id"] and resumed["startAtServerMs"] > first["startAtServerMs"]
    assert out_of_phase_ms(tv, "voice") < PHASE_MS

    guess(ada, "a", "b")
    guess(bo, "c", "d")
    tv.state("REVEAL")
    until(tv, "r.voice?.positionMs > 1000 && r.bed?.id === 'music_standings' && r.levels.duck < 0.01")
    host.press("skip")
    tv.state("TRIVIA")
    until(tv, "r.voice === null && r.bed?.id === 'music_standings' && r.levels.duck > 0.98")
    assert report(tv)["failures"] == []
    assert not any(message["type"].startswith("AUDIO") for phone in (ada, bo) for message in phone.messages())


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


def test_a_host_chooses_the_game_and_its_settings(silent):
    host = silent.device("host", TABLET, locale="en-GB")
    host.open("/host")
    host.page.get_by_role("radio", name="Name that tune").wait_for(state="attached")
    host.page.locator("label.segment", has_text="Name that tune").click()
    host.page.get_by_label("Tunes").fill("12")
    host.page.locator("label.segment", has_text="Ragtime").click()
    host.page.locator("label.segment", has_text="1900s").click()
    assert_accessible(host.page)
    host.page.get_by_role("button", name="Create the game").click()
    host.state("LOBBY")
    settings = next(m for m in host.messages() if m["type"] == "STATE_SNAPSHOT")["payload"]["session"]["settings"]
    assert (settings["songsCount"], settings["genre"], settings["fromYear"], settings["toYear"]) == (12, "ragtime", 1900, None)
