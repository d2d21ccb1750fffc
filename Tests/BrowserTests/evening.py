"""An evening that only the host's hand moves on, and shapes of phones."""

from party import PHONE, TABLET

# No stage ends by itself while a slow machine plays it.
LONG = 300_000
TIMINGS = {"intro": LONG, "clue": LONG, "brakeAnswer": LONG, "reveal": LONG, "followup": LONG,
           "followupResults": LONG, "scoreboard": LONG, "final": 8_000}
SETTINGS = {"locale": "sv", "destinationsCount": 1, "followupsPerDestination": 1, "seed": 7}

SMALL = {**PHONE, "viewport": {"width": 320, "height": 568}}
LARGE = {**PHONE, "viewport": {"width": 430, "height": 932}}
LYING = {**PHONE, "viewport": {"width": 667, "height": 375}}


COMMANDS = {"start": "HOST_START_GAME", "skip": "HOST_SKIP", "pause": "HOST_PAUSE", "resume": "HOST_RESUME",
            "reveal": "HOST_FORCE_REVEAL", "end": "HOST_END_SESSION", "kick": "HOST_KICK_PLAYER"}
TAKE_THE_HOSTS_SEAT = """({ wsUrl, sessionId, hostAuthToken }) => new Promise((seated) => {
  window.hand = new WebSocket(wsUrl, "tripto.v1");
  window.tell = (type, payload) => hand.send(JSON.stringify({ type, sessionId, payload }));
  hand.onopen = () => tell("HELLO", { role: "HOST", authToken: hostAuthToken, clientVersion: "test", deviceId: "hand" });
  hand.onmessage = ({ data }) => JSON.parse(data).type === "STATE_SNAPSHOT" && seated();
})"""
RENEW_THE_LINK = """() => new Promise((renewed) => {
  hand.addEventListener("message", ({ data }) => data.includes("/join/") && renewed());
  tell("HOST_RENEW_JOIN", {});
})"""


class Hand:
    """The host's hand without the host's page: tests of phones are about phones."""

    def __init__(self, party, links):
        self._device = party.device("hand", TABLET)
        self._device.open("/player/manifest.webmanifest").page.evaluate(TAKE_THE_HOSTS_SEAT, links)

    def press(self, action, **payload):
        self._device.page.evaluate("([type, payload]) => tell(type, payload)", [COMMANDS[action], payload])

    def kick(self, phone):
        self.press("kick", playerId=phone.page.evaluate("""() => Object.keys(localStorage)
            .map((key) => JSON.parse(localStorage[key]).playerId).find(Boolean)"""))

    def renew_link(self):
        """The link for players is another one when this returns; the code stays."""
        self._device.page.evaluate(RENEW_THE_LINK)

    def messages(self):
        return self._device.messages()

    @property
    def received(self):
        return self._device.received


class Evening:
    """A session and its host; `settings` and `timings` differ from the usual ones."""

    def __init__(self, party, timings=None, **settings):
        self.party = party
        wanted = {**SETTINGS, "timings": {**TIMINGS, **(timings or {})}, **settings}
        self.links = party.post("/v1/sessions", {"settings": wanted})
        self.host = Hand(party, self.links)

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
