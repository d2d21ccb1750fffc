"""What the tests of the host's page share."""

import os
import pathlib
import re

WEB = pathlib.Path(__file__).resolve().parents[2] / "web"
TEXT = re.compile(r'^ +"?([\w.]+)"?: "(.*)",$', re.MULTILINE)
LANGUAGES = {"sv": "sv-SE", "en": "en-GB"}

# Long enough that only the host's hand moves the game on.
TIMINGS = {"intro": 300_000, "clue": 300_000, "brakeAnswer": 300_000, "reveal": 300_000, "followup": 300_000,
           "followupResults": 300_000, "scoreboard": 300_000, "final": 8_000}
SETTINGS = {"destinationsCount": 1, "followupsPerDestination": 2, "seed": 7, "timings": TIMINGS}


def words(locale):
    """The page's own texts by key, so that both languages are looked for where one would be."""
    found = {}
    for file in (WEB / f"shared/strings.{locale}.js", *WEB.glob(f"host/strings.*.{locale}.js")):
        found |= dict(TEXT.findall(file.read_text()))
    for file in (WEB / "games/tripto/strings.js", WEB / "games/tripto/host/strings.js",
                 WEB / "games/tripto/host/reasons.js"):
        # Both languages in one file.
        found |= dict(TEXT.findall(file.read_text().split(f"\n  {locale}: {{")[1].split("\n  },")[0]))
    return found


def host_of(party, shape, locale, name=None, **settings):
    """A session, and its host's device on the console's link."""
    links = party.post("/v1/sessions", {"settings": {**SETTINGS, "locale": locale, **settings}})
    host = party.device(name or f"host-{locale}", shape, locale=LANGUAGES[locale])
    host.open(link_of(links)).state("LOBBY")
    return links, host


def link_of(links):
    """The host's link as the console prints it, wherever the gateway is."""
    return links["hostUrl"][links["hostUrl"].index("/host#"):]


def languages(one):
    """Of a test that plays for long: one, as each has tests of its words; both where pictures are wanted."""
    return LANGUAGES if os.environ.get("SCREENSHOTS") else [one]


def open_dock(host):
    """Opens what stands behind one button on a phone."""
    host.page.locator('button[data-action="more"][aria-expanded="false"]').click()


def skip_finale(host, after):
    """Its first press asks, and a second one skips; the ten seconds may be over before that."""
    host.press("skip")
    host.page.locator(f'button[data-action="skip"], [data-state="{after}"]').first.wait_for()
    if not host.page.locator(f'[data-state="{after}"]').count():
        host.press("skip")
    host.state(after)


def skip(host):
    """Presses, and waits until the game has gone on, as a second press would be of what comes next. True: to another state."""
    def steps():
        told = [[op["path"] for op in message["payload"]["ops"]] for message in host.heard("STATE_PATCH")]
        return [paths for paths in told if any(path.startswith("/timers") for path in paths)]

    count = len(steps())
    host.press("skip")
    host.comes_true(lambda: len(steps()) > count)
    return "/state" in steps()[count]


def settings_fold(page):
    return page.locator('[data-key="settings"] > summary')


def pictured(host, title):
    """The whole page where SCREENSHOTS says."""
    folder = os.environ.get("SCREENSHOTS")
    if folder:
        pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
        # What is held in sight by the page lies where it belongs only at the top.
        top = host.page.evaluate("() => { const top = scrollY; scrollTo(0, 0); return top; }")
        host.page.screenshot(path=f"{folder}/{title}-{host.name}.jpg", quality=80, full_page=True)
        host.page.evaluate("(top) => scrollTo(0, top)", top)


def sent(host, kind):
    """Messages of one type that this device has sent."""
    return [message for message in host.sent if message["type"] == kind]


def guests(party, links, *names):
    """Who has a seat, and no phone in the hand."""
    for name in names:
        party.post(f"/v1/sessions/{links['sessionId']}/join", {"joinToken": links["joinToken"], "name": name})
