"""The family's own music on all three faces: files with covers that the test makes, from the host's form to the winner."""

import base64
import json
import subprocess
import time
import urllib.request

import pytest

from axe import assert_accessible
from contract import NAME_THAT_TUNE, Contract
from ears import report, until
from hosting import LANGUAGES, languages
from leaks import secret_of
from party import SCREEN, TABLET, Party
from process import PATIENCE_S, GatewayProcess
from test_name_that_tune import SETTINGS, told_before_the_reveal
from tunes import guess

SONGS = 5
BROKEN = 2
COVER_BYTES = 96 * 1024
# What stands in names, tags and pictures of the files.
WORDS = [b"Secret", b"Hidden", b"whisper", b"own-", b"Lavf", b"Lavc", b"ID3", b"Exif", b"LIST"]


def ffmpeg(*arguments):
    subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-y", *map(str, arguments)], check=True)


def read(url):
    """The address of a gateway once it has read all files, which it does when nothing else wants the processor."""
    deadline = time.monotonic() + 2 * PATIENCE_S
    while time.monotonic() < deadline:
        with urllib.request.urlopen(f"{url}/v1/games") as answer:
            own = next(game["ownContent"] for game in json.load(answer)["games"] if game["game"] == "name-that-tune")
        if own["count"] == SONGS and own["refused"] == BROKEN and not own["reading"]:
            return url
        time.sleep(0.2)
    raise TimeoutError(own)


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """The address of a gateway with a folder of music, some of which is broken."""
    music = tmp_path_factory.mktemp("family")
    card = tmp_path_factory.mktemp("cards") / "card.png"
    for number in range(1, SONGS + 1):
        ffmpeg("-f", "lavfi", "-i", f"testsrc2=size=500x{200 + 100 * number}:duration=1", "-frames:v", 1, card)
        ffmpeg("-f", "lavfi", "-i", f"sine=frequency={200 * number}:duration=40", "-i", card, "-map", "0:a", "-map", "1:v",
               "-c:v", "copy", "-disposition:v", "attached_pic", "-metadata", f"title=Secret Song {number}",
               "-metadata", f"artist=Hidden Singer {number}", "-metadata", f"date={1960 + number}", "-metadata", "genre=Rock",
               music / f"whisper-{number}.mp3")
    for number in range(BROKEN):
        (music / f"broken-{number}.mp3").write_bytes(b"no music")
    process = GatewayProcess(tmp_path_factory.mktemp("house"), "--voice", "none", "--music-dir", music)
    try:
        yield read(process.start().url)
    finally:
        process.stop()


@pytest.fixture
def evening(house, loud_browser):
    party = Party(house, loud_browser, Contract(NAME_THAT_TUNE))
    yield party
    party.close()


def covers(device):
    """Answers of this device's pictures, as they come."""
    fetched = []
    device.page.on("response", lambda answer: fetched.append(answer) if "/assets/" in answer.url else None)
    return fetched


def shown(device):
    """The picture on the page and its words."""
    image = device.page.locator("tune-cover img")
    image.wait_for()
    device.page.wait_for_function("() => document.querySelector('tune-cover img')?.naturalWidth === 400")
    return image.get_attribute("src"), image.get_attribute("alt")


def pictures(fetched):
    return [answer for answer in fetched if answer.headers.get("content-type") == "image/jpeg"]


def test_a_host_is_told_what_there_is_and_chooses(evening):
    host = evening.device("host", TABLET, LANGUAGES["sv"])
    host.open("/host")
    host.page.locator('label.segment:has(input[value="name-that-tune"])').click()
    host.page.wait_for_function(
        "() => document.querySelector('own-music')?.innerText.includes('5 låtar. 2 filer gick inte att läsa.')")
    host.page.locator("label.segment", has_text="Vår egen musik").click()
    host.page.locator('own-music label.segment:has(input[value="rock"])').click()
    host.page.locator('own-music label.segment:has(input[value="1960"])').click()
    host.page.locator("#only-by").fill("Hidden Singer 3")
    assert_accessible(host.page)
    host.picture("own-music-settings")
    host.page.locator('form[data-action="create"] button.primary').click()
    host.state("LOBBY")
    settings = next(m for m in host.messages() if m["type"] == "STATE_SNAPSHOT")["payload"]["session"]["settings"]
    chosen = [settings[name] for name in ("source", "genre", "fromYear", "toYear", "artist")]
    assert chosen == ["own", "rock", 1960, 1969, "Hidden Singer 3"]


@pytest.mark.parametrize("locale", languages("en"))
def test_a_whole_game_of_own_music_is_played(evening, locale):
    links = evening.post("/v1/sessions", {"game": "name-that-tune", "settings": {**SETTINGS, "locale": locale, "source": "own", "trivia": False}})
    host, tv = evening.device("host", TABLET, LANGUAGES[locale]), evening.device("tv", SCREEN, LANGUAGES[locale])
    host.open(f"/host#s={links['sessionId']}&r={links['hostRefreshToken']}").state("LOBBY")
    tv.open(links["tvUrl"]).state("LOBBY")
    ada = evening.phone("Ada")
    ada.open(links["joinUrl"]).page.locator("#name").fill("Ada")
    ada.page.keyboard.press("Enter")
    ada.state("LOBBY")
    fetched, hosts, phones = covers(tv), covers(host), covers(ada)
    heard, seen = set(), []
    host.press("start")
    for number in range(1, SONGS + 1):
        starts = [len(device.received) for device in (tv, ada)]
        for device in (host, tv, ada):
            device.state("PLAYING")
        host.page.locator('[data-key="secret"]').wait_for()
        secret = secret_of(host)
        heard.add(secret["title"])
        assert (secret["genre"], secret["country"], secret["whyFree"]) == ("rock", "", "")
        until(tv, "r.voice?.positionMs > 100")
        blurred = [shown(device) for device in (tv, host)]
        for _, text in blurred:
            assert text == {"sv": "Ett omslag, suddigt tills svaret visas", "en": "A cover, blurred until the answer"}[locale]
        if number == 1:
            for device in (host, tv):
                assert_accessible(device.page)
            tv.fits()
            evening.picture(f"own-music-playing-{locale}")
        before = len(pictures(fetched))
        guess(ada, secret["artist"], secret["title"])
        for device, start in zip((tv, ada), starts):
            device.state("REVEAL")
            assert list(told_before_the_reveal(device, {**secret, "whyFree": secret["title"]}, start))[:1] == []
        for device, (was, _) in zip((tv, host), blurred):
            device.page.wait_for_function("(was) => document.querySelector('tune-cover img')?.src !== was", arg=was)
            assert secret["title"] in shown(device)[1]
        seen += [blurred[0][0], shown(tv)[0]]
        assert len(pictures(fetched)) == before + 1
        if number == 1:
            for device in (host, tv):
                assert_accessible(device.page)
            tv.fits()
            evening.picture(f"own-music-reveal-{locale}")
        host.press("skip")
        if number < SONGS:
            for device in (host, tv, ada):
                device.state("SCOREBOARD")
            host.press("skip")
    for device in (host, tv, ada):
        device.state("FINAL_RESULTS")
    # Before it is over by itself.
    host.press("skip")
    assert heard == {f"Secret Song {number}" for number in range(1, SONGS + 1)}
    assert report(tv)["failures"] == []
    assert len(pictures(fetched)) == 2 * SONGS
    bodies = [base64.b64decode(picture.split(",")[1]) for picture in seen]
    assert len(bodies) == 2 * SONGS and len(set(bodies)) == 2 * SONGS, "blurred and sharp ones, none like another"
    assert {len(body) for body in bodies} == {COVER_BYTES}
    assert not any(word in body for body in bodies for word in WORDS)
    sounds = [answer for answer in fetched if answer.headers.get("content-type") == "audio/wav"]
    assert len(sounds) == SONGS and len({len(answer.body()) for answer in sounds}) == 1
    for answer in (*fetched, *hosts):
        assert not any(word in f"{answer.url} {answer.headers}".encode() for word in WORDS)
    for answer in sounds:
        assert not any(word in answer.body() for word in WORDS)
    assert phones == [] and len(pictures(hosts)) == 2 * SONGS
    tv.state("OVER")


def test_the_sharp_cover_is_refused_before_the_reveal(evening):
    """Its name is told to nobody; and by any name that is, there is the blurred one alone."""
    links = evening.post("/v1/sessions", {"game": "name-that-tune", "settings": {**SETTINGS, "source": "own", "trivia": False}})
    host = evening.device("host", TABLET, LANGUAGES["en"])
    host.open(f"/host#s={links['sessionId']}&r={links['hostRefreshToken']}").state("LOBBY")
    ada = evening.phone("Ada")
    ada.open(links["joinUrl"]).page.locator("#name").fill("Ada")
    ada.page.keyboard.press("Enter")
    ada.state("LOBBY")
    host.press("start")
    host.state("PLAYING")
    blurred, _ = shown(host)
    asked = """async ([path, token]) => {
        const answer = await fetch(path, {headers: {Authorization: `Bearer ${token}`}, cache: "no-store"});
        return [answer.status, (await answer.blob()).size];
    }"""
    host.press("skip")
    host.state("REVEAL")
    host.page.wait_for_function("(was) => document.querySelector('tune-cover img')?.src !== was", arg=blurred)
    sharp = host.page.locator("tune-cover").get_attribute("data-asset")
    round_id = host.page.locator("tune-cover").get_attribute("data-round")
    path = f"/v1/sessions/{links['sessionId']}/rounds/{round_id}/assets/{sharp}"
    before_reveal = [frame for frame in host.received if '"REVEAL"' not in frame and sharp in frame]
    assert before_reveal == []
    assert host.page.evaluate(asked, [path, links["hostAuthToken"]]) == [200, COVER_BYTES]
    token = ada.page.evaluate("(id) => JSON.parse(localStorage.getItem(`tripto.seat.PLAYER.${id}`)).authToken", links["sessionId"])
    assert ada.page.evaluate(asked, [path, token])[0] == 403
    host.press("skip")
    host.state("SCOREBOARD")
    host.press("skip")
    host.state("PLAYING")
    assert host.page.evaluate(asked, [path, links["hostAuthToken"]])[0] == 404
