"""How heavy the player's page is, and how quick. Bytes are held to a limit; times are printed (pytest -s)."""

import re
import urllib.request

import pytest

from evening import Evening, throttle
from process import ROOT

MAX_BYTES = 60 * 1024
WEB = ROOT / "web"
IMPORT = re.compile(r'(?:from|import)\s*\(?\s*"(/[^"]+)"')
PRELOAD = re.compile(r'<link rel="modulepreload" href="([^"]+)"')

# Notes when the field is there, and from every frame of the document to after the next paint.
WATCH = """(() => {
  window.seen = { fieldMs: null, shownMs: [] };
  new MutationObserver((_, observer) => {
    if (!document.getElementById("name")) return;
    seen.fieldMs = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
  const Plain = WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...parameters) {
      super(...parameters);
      this.addEventListener("message", ({ data }) => {
        if (!/"type": ?"STATE_/.test(data)) return;
        const fromMs = performance.now();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => seen.shownMs.push(performance.now() - fromMs);
          port2.postMessage(null);
        });
      });
    }
  };
})()"""


def graph(entry):
    """All modules that this one imports, and those that they import."""
    found, rest = set(), [entry]
    while rest:
        path = rest.pop()
        # A phone asks for what the television has once somebody sits at it, for avatars once somebody types, and for reactions
        # and, where there are any, for what is an account's, once somebody plays.
        later = ("/games/tripto/tv/", "/player/avatars.js", "/player/reactions.js", "/player/keep.js")
        if path not in found and not path.startswith(later):
            found.add(path)
            rest += IMPORT.findall((WEB / path[1:]).read_text())
    return found


def test_every_module_is_preloaded_and_none_in_vain(party):
    """The game's own among them: a name is typed while they come."""
    with urllib.request.urlopen(party.gateway) as answer:
        page = answer.read().decode()
    needed = graph("/player/main.js") | graph("/games/tripto/player.js")
    assert sorted(PRELOAD.findall(page)) == sorted(needed - {"/player/main.js"})


def test_a_first_visit_is_light(party):
    evening = Evening(party)
    phone = party.phone("phone")
    inspector = throttle(phone.page)
    inspector.send("Network.setCacheDisabled", {"cacheDisabled": True})
    phone.page.add_init_script(WATCH)
    urls, bytes_of = {}, {}
    inspector.on("Network.requestWillBeSent", lambda e: urls.update({e["requestId"]: e["request"]["url"]}))
    inspector.on("Network.loadingFinished", lambda e: bytes_of.update({e["requestId"]: e["encodedDataLength"]}))
    phone.open(evening.links["joinUrl"])
    phone.page.locator("#name").wait_for()
    phone.page.wait_for_load_state("networkidle")
    # A browser asks for these by itself when it thinks of installing.
    for path in ("/player/manifest.webmanifest", "/player/icons/icon-192.png"):
        if not any(url.endswith(path) for url in urls.values()):
            phone.page.evaluate("(path) => fetch(path).then((answer) => answer.blob())", path)
    phone.page.wait_for_load_state("networkidle")
    total = sum(bytes_of.values())
    times = phone.page.evaluate("""() => ({ field: seen.fieldMs, modules: Math.max(...performance
        .getEntriesByType("resource").filter(({ name }) => name.endsWith(".js")).map((entry) => entry.responseEnd)) })""")
    print(f"\nfirst visit: {total} bytes in {len(bytes_of)} answers; field after {times['field']:.0f} ms, "
          f"all modules after {times['modules']:.0f} ms (150 ms, 1.6 Mbit/s, CPU / 4)")
    assert len(bytes_of) > 30, "not everything was counted"
    assert total <= MAX_BYTES


@pytest.mark.parametrize("slowdown", [1, 4])
def test_a_patch_is_soon_on_the_screen(party, slowdown):
    evening = Evening(party, timings={"final": 1_000})
    phone = party.phone("anna")
    phone.page.add_init_script(WATCH)
    phone.open(evening.links["joinUrl"]).fill("Ditt namn", "Anna")
    phone.state("LOBBY")
    other = evening.phone("bo")
    phone.page.context.new_cdp_session(phone.page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    evening.begin(phone, other)
    other.press("brake")
    other.fill("Ditt svar", "Atlantis")
    phone.sees("8 poäng")
    phone.press("brake")
    phone.fill("Ditt svar", "Atlantis")
    phone.state("REVEAL_DESTINATION")
    evening.skip("FOLLOWUP_QUESTION", phone, other)
    for device in (phone, other):
        device.fill("Ditt svar", "vet inte")
    phone.page.locator(".verdict").wait_for()
    evening.skip("SCOREBOARD", phone)
    evening.skip("ROUND_END", phone)
    shown = sorted(phone.page.evaluate("seen.shownMs"))
    assert len(shown) >= 10
    p50, p95 = shown[len(shown) // 2], shown[int(len(shown) * 0.95)]
    print(f"\nframe to paint over a game, CPU / {slowdown}: {len(shown)} frames, p50 {p50:.1f} ms, p95 {p95:.1f} ms")
