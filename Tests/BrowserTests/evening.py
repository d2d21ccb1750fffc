"""An evening that only the host's hand moves on, and shapes of phones."""

from party import PHONE, TABLET

MINUTE = 60_000
TIMINGS = {"intro": MINUTE, "clue": MINUTE, "brakeAnswer": MINUTE, "reveal": MINUTE, "followup": MINUTE,
           "followupResults": MINUTE, "scoreboard": MINUTE, "final": 8_000}
SETTINGS = {"locale": "sv", "destinationsCount": 1, "followupsPerDestination": 1, "seed": 7}

SMALL = {**PHONE, "viewport": {"width": 320, "height": 568}}
LARGE = {**PHONE, "viewport": {"width": 430, "height": 932}}
LYING = {**PHONE, "viewport": {"width": 667, "height": 375}}


class Evening:
    """A session with its host; `settings` and `timings` differ from the usual ones."""

    def __init__(self, party, timings=None, **settings):
        self.party = party
        wanted = {**SETTINGS, "timings": {**TIMINGS, **(timings or {})}, **settings}
        self.links = party.post("/v1/sessions", {"settings": wanted})
        self.host = party.device("host", TABLET)
        self.host.open(f"/host#s={self.links['sessionId']}&r={self.links['hostRefreshToken']}")

    def phone(self, name, shape=PHONE):
        """A phone whose owner has joined."""
        phone = self.party.device(name, shape)
        phone.open(self.links["joinUrl"])
        phone.page.locator("#name").fill(name)
        phone.page.keyboard.press("Enter")
        return phone.state("LOBBY")

    def begin(self, *devices):
        """To the first clue."""
        self.host.press("start")
        devices[0].state("ROUND_INTRO")
        self.skip("CLUE_LEVEL", *devices)

    def skip(self, state, *devices):
        self.host.press("skip")
        for device in devices:
            device.state(state)


def throttle(page, latency_ms=150, down_kbits=1600, up_kbits=750, slowdown=4):
    """A cheap phone on a bad network."""
    inspector = page.context.new_cdp_session(page)
    inspector.send("Network.enable")
    inspector.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": latency_ms,
        "downloadThroughput": down_kbits * 125, "uploadThroughput": up_kbits * 125})
    inspector.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    return inspector
