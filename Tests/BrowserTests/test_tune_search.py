"""Previews of a catalogue elsewhere on all three faces: a server of the test's own, which then is away."""

import http.server
import json
import subprocess
import threading

import pytest

from axe import assert_accessible
from contract import NAME_THAT_TUNE, Contract
from ears import report, until
from leaks import secret_of
from party import Party
from process import GatewayProcess
from test_name_that_tune import gathered
from test_tune_picks import found, picked, search, unfold

AWAY = {"sv": "Katalogen på annat håll ger inget: svarar inte.", "en": "The catalogue elsewhere gives nothing: does not answer."}
FAILED = {"sv": "går inte att spela: 1", "en": "can't be played: 1"}
FROM = {"sv": "ett smakprov", "en": "a preview"}


class Shop(http.server.ThreadingHTTPServer):
    """Speaks the iTunes Search API: two songs, of which the second has a page for people as its preview."""

    def __init__(self, sound, picture):
        super().__init__(("127.0.0.1", 0), Answer)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.is_shut = False
        songs = [{"wrapperType": "track", "kind": "song", "trackId": number, "trackName": f"Secret Song {number}", "artistName": "Hidden Singer",
                  "releaseDate": "1975-10-31T08:00:00Z", "primaryGenreName": "Rock", "previewUrl": f"{self.url}/preview-{number}.m4a",
                  "artworkUrl100": f"{self.url}/picture/100x100bb.jpg"} for number in (1, 2)]
        self.pages = {"/search": ("text/javascript", json.dumps({"results": songs}).encode()), "/preview-1.m4a": ("audio/x-m4a", sound),
                      "/preview-2.m4a": ("text/html", b"<title>Secret</title>"), "/picture/100x100bb.jpg": ("image/png", picture)}
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        kind, body = self.server.pages.get(self.path.split("?")[0], (None, b""))
        self.send_response(503 if self.server.is_shut else 200 if kind else 404)
        self.send_header("Content-Type", kind or "text/plain")
        self.send_header("Content-Length", len(body))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shop")
    for arguments in (["testsrc2=size=500x300:duration=1", "-frames:v", "1", "-metadata", "title=Secret Picture", folder / "card.png"],
                      ["sine=frequency=300:duration=30", "-metadata", "title=Secret Song 1", folder / "song.m4a"]):
        subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", *map(str, arguments)], check=True)
    shop = Shop((folder / "song.m4a").read_bytes(), (folder / "card.png").read_bytes())
    yield shop
    shop.shutdown()
    shop.server_close()


@pytest.fixture
def evening(shop, recordings, loud_browser, tmp_path):
    shop.is_shut = False
    process = GatewayProcess(tmp_path, "--voice", "none", "--recordings-dir", recordings, "--tune-search", shop.url, "--tune-country", "se")
    try:
        party = Party(process.start().url, loud_browser, Contract(NAME_THAT_TUNE))
        yield party
        party.close()
    finally:
        process.stop()


@pytest.mark.parametrize("locale", ["sv", "en"])
def test_a_host_finds_and_picks_a_preview(evening, shop, locale):
    host, tv, ada, bo = gathered(evening, locale, trivia=False)
    everybody = (host, tv, ada, bo)
    unfold(host)
    search(host, "secret song")
    assert found(host) == ["Secret Song 1", "Secret Song 2"]
    assert FROM[locale] in host.page.locator('li[data-key="found-remote-1"]').inner_text()
    for number in (1, 2):
        host.page.locator(f'[data-key="pick-remote-{number}"]').click()
        host.page.locator(f'li[data-key="picked-remote-{number}"]').wait_for()
    assert_accessible(host.page)
    host.picture(f"tune-search-{locale}")
    starts = [len(device.received) for device in (tv, ada, bo)]
    host.press("start")
    for device in everybody:
        device.state("PLAYING")
    assert secret_of(host)["title"] == "Secret Song 1"
    until(tv, "r.voice?.positionMs > 100")
    tv.page.wait_for_function("() => document.querySelector('tune-cover img')?.naturalWidth === 400")
    for device, start in zip((tv, ada, bo), starts):
        for word in ("Secret", "Hidden", "remote-", "preview", "tuneId"):
            assert not any(word in frame for frame in device.received[start:]), word
    host.press("skip")
    for device in everybody:
        device.state("REVEAL")
    assert any("Secret Song 1" in frame for frame in tv.received)
    # The second has no music, and by now nobody answers: the evening goes on with the tunes that come along.
    shop.is_shut = True
    host.press("skip")
    for device in everybody:
        device.state("SCOREBOARD")
    host.press("skip")
    for device in everybody:
        device.state("PLAYING")
    assert not secret_of(host)["title"].startswith("Secret")
    until(tv, "r.voice?.positionMs > 100")
    failed = host.page.locator('[data-key="picks-failed"]')
    failed.wait_for()
    assert FAILED[locale] in failed.inner_text()
    if not host.page.locator('details[data-key="picks"]').evaluate("(fold) => fold.open"):
        unfold(host)
    assert picked(host) == ["Secret Song 2"]
    search(host, "ack v")
    host.page.get_by_text(AWAY[locale]).wait_for()
    assert found(host)
    assert_accessible(host.page)
    assert report(tv)["failures"] == []
    for device in (tv, ada, bo):
        assert not any(word in frame for word in ("Secret Song 2", "remote-", "trouble") for frame in device.received)
