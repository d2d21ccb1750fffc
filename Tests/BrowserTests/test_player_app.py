"""The player's page as an app: installed, kept by its worker, and honest without a network."""

import json
import shutil
import urllib.request

import pytest

from axe import assert_accessible
from evening import SMALL, Evening
from party import Party
from process import ROOT, GatewayProcess


def controlled(phone):
    """Waits until the worker is at work, and comes back as its page."""
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.page.reload()
    assert phone.page.evaluate("navigator.serviceWorker.controller !== null")
    return phone


def replace(file, old, new):
    text = file.read_text()
    assert old in text, f"{file} has no {old}"
    file.write_text(text.replace(old, new))


@pytest.fixture
def web(tmp_path):
    """The web clients as files of this test's own."""
    return shutil.copytree(ROOT / "web", tmp_path / "web")


@pytest.fixture
def released(tmp_path, web):
    """A gateway that serves them."""
    process = GatewayProcess(tmp_path / "data", web=web)
    try:
        yield process.start()
    finally:
        process.stop()


@pytest.fixture
def own_party(released, browser, contract):
    party = Party(released.url, browser, contract)
    yield party
    party.close()


def test_it_can_be_installed(party):
    phone = Evening(party).phone("anna")
    manifest = json.load(urllib.request.urlopen(f"{party.gateway}/player/manifest.webmanifest"))
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"] if icon["purpose"] == "any"}
    assert any(icon["purpose"] == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        with urllib.request.urlopen(party.gateway + icon["src"]) as answer:
            assert answer.headers["Content-Type"] == icon["type"]
            if icon["type"] == "image/png":
                side = int(icon["sizes"].split("x")[0])
                head = answer.read(24)
                assert [int.from_bytes(head[at:at + 4]) for at in (16, 20)] == [side, side]
    controlled(phone).state("LOBBY")
    inspector = phone.page.context.new_cdp_session(phone.page)
    read = inspector.send("Page.getAppManifest")
    assert read["url"].endswith("/player/manifest.webmanifest") and read["errors"] == []
    errors = [error["errorId"] for error in inspector.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    # A window of a test is a private one, which browsers never install from.
    assert [error for error in errors if error != "in-incognito"] == []


def test_a_second_visit_asks_for_the_page_alone(party):
    phone = controlled(Evening(party).phone("anna"))
    phone.state("LOBBY").page.wait_for_load_state("networkidle")
    asked = []
    phone.context.on("request", lambda request: request.service_worker and asked.append(request.url))
    phone.page.reload()
    phone.state("LOBBY")
    sizes = phone.page.evaluate("""performance.getEntriesByType("resource")
        .filter(({ name }) => /\\.(js|css)$/.test(name)).map(({ name, workerStart }) => [name, workerStart > 0])""")
    assert len(sizes) > 30 and all(is_kept for _, is_kept in sizes)
    assert not [url for url in asked if url.endswith((".js", ".css"))], asked


def test_it_keeps_nothing_of_the_game(party):
    phone = controlled(Evening(party).phone("anna"))
    phone.state("LOBBY")
    kept = phone.page.evaluate("""async () => {
      const names = await caches.keys();
      const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return lists.flat().map(({ url }) => new URL(url).pathname);
    }""")
    assert "/" in kept and "/player/offline.html" in kept and "/shared/connection.js" in kept
    assert "/games/tripto/player.js" in kept and "/games/tripto/player/player.css" in kept
    assert [path for path in kept if path != "/" and not path.startswith(("/player/", "/shared/", "/games/tripto/"))] == []


def test_without_a_gateway_the_page_says_so_and_comes_back(released, own_party):
    evening = Evening(own_party)
    phone = own_party.device("anna", SMALL)
    phone.open(evening.links["joinUrl"]).fill("Ditt namn", "Anna")
    controlled(phone).state("LOBBY")
    released.stop()
    phone.page.reload()
    phone.sees("Får ingen kontakt med spelet")
    phone.sees("Can't reach the game")
    phone.picture("player-offline")
    assert_accessible(phone.page)
    released.start()
    phone.state("LOBBY")


def test_a_new_release_never_meets_files_of_the_old_one(released, web, own_party):
    evening = Evening(own_party)
    phone = own_party.phone("anna")
    phone.open(evening.links["joinUrl"]).fill("Ditt namn", "Anna")
    controlled(phone).state("LOBBY")
    released.stop()
    # Each of the new files needs the other.
    replace(web / "player/strings.js", '"lobby.wait": "Spelet börjar strax."', '"lobby.soon": "Snart går tåget."')
    replace(web / "player/screen.js", 't("lobby.wait")', 't("lobby.soon")')
    released.start()
    for _ in range(3):
        phone.page.reload()
        phone.state("LOBBY")
        phone.sees("Snart går tåget.")
    phone.page.goto("about:blank")
    phone.page.goto(f"{released.url}/join/{evening.links['sessionId']}")
    phone.sees("Snart går tåget.")
    # Once all of the new release is there, and no page of the old one is left, its worker takes over.
    release = urllib.request.urlopen(released.url).headers["Web-Release"]
    phone.page.wait_for_function("(name) => caches.has(name)", arg=f"tripto-{release}")
