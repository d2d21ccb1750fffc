"""The devices of an evening, and what each of them was told."""

import json
import os
import pathlib
import time
import urllib.request

from process import PATIENCE_S

PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}
SCREEN = {"viewport": {"width": 1280, "height": 720}}
TABLET = {"viewport": {"width": 1024, "height": 900}}
# Entrances and turns have come to their ends; what goes on for ever goes on.
STILL = """document.getAnimations().every((motion) => motion.playState !== "running"
    || motion.effect.getComputedTiming().endTime === Infinity)"""


class Device:
    """A browser of somebody's own, with every byte that reached it."""

    def __init__(self, name, gateway, browser, shape, locale):
        self.name = name
        self.gateway = gateway
        self.received = []
        self.sent = []
        self.connections = []
        self.complaints = []
        self.console = []
        self.context = browser.new_context(locale=locale, **shape)
        self.open_tab()

    def open_tab(self):
        """A tab of its own; what another one keeps for itself is not in it."""
        self.page = self.context.new_page()
        self.page.set_default_timeout(1000 * PATIENCE_S)
        self.page.on("console", self._heed)
        self.page.on("pageerror", self._failed)
        self.page.on("websocket", self._connected)
        self.page.on("dialog", lambda dialog: dialog.accept())

    def _connected(self, socket):
        frames = []
        self.connections.append(frames)
        socket.on("framereceived", lambda frame: (frames.append(frame), self.received.append(frame)))
        socket.on("framesent", lambda frame: self.sent.append(json.loads(frame)))

    def _failed(self, error):
        self.console.append(f"uncaught: {error.stack or error}")
        self.complaints.append(str(error))

    def _heed(self, message):
        self.console.append(f"{message.type}: {message.text}")
        # A refused call and a lost connection are the page's to explain, not faults of it; the browser logs them
        # all the same. And it wonders about a preload that a busy machine took seconds to use.
        explained = ("Failed to load resource", "WebSocket connection to", "was preloaded using link preload but not used")
        is_explained = any(text in message.text for text in explained)
        if message.type in ("error", "warning") and not is_explained:
            self.complaints.append(message.text)

    def open(self, path):
        self.page.goto(path if path.startswith("http") else self.gateway + path)
        return self

    def state(self, name):
        """Waits until the screen of this state is shown."""
        self.page.locator(f'[data-state="{name}"]').wait_for()
        return self

    def press(self, action):
        self.page.locator(f'button[data-action="{action}"]').first.click()

    def fill(self, label, text):
        self.page.get_by_label(label, exact=True).fill(text)
        self.page.keyboard.press("Enter")

    def sees(self, text):
        self.page.get_by_text(text).first.wait_for()

    def becomes(self, condition):
        """Waits until an expression is true in the page, whose policy lets no text become a script."""
        end = time.monotonic() + PATIENCE_S
        while not self.page.evaluate(condition):
            assert time.monotonic() < end, f"{self.name} never became: {condition}"
            self.page.wait_for_timeout(50)
        return self

    def comes_true(self, condition):
        """Waits until something is so of what the test itself knows, such as what was sent."""
        end = time.monotonic() + PATIENCE_S
        while not condition():
            assert time.monotonic() < end, f"never came true at {self.name}"
            self.page.wait_for_timeout(20)
        return self

    def comes_to_rest(self):
        return self.becomes(STILL)

    def fits(self):
        """Nobody can scroll a TV."""
        height = self.page.evaluate("document.documentElement.scrollHeight - innerHeight")
        assert height <= 0, f"{height} px are below the edge of {self.name}"

    def messages(self):
        return [json.loads(frame) for frame in self.received]

    def heard(self, *kinds):
        """What came of these types."""
        return [message for message in self.messages() if message["type"] in kinds]

    def picture(self, title):
        """Keeps a screenshot where SCREENSHOTS says, for eyes."""
        folder = os.environ.get("SCREENSHOTS")
        if folder:
            pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=f"{folder}/{title}-{self.name}.jpg", quality=80)


class Party:
    """Devices at one gateway. Those of the test that runs are known, so that what they saw can be kept when it fails."""

    opened = []

    def __init__(self, gateway, browser, contract):
        self.gateway = gateway
        self._browser = browser
        self._contract = contract
        self.devices = []
        Party.opened.append(self)

    def device(self, name, shape, locale="sv-SE"):
        device = Device(name, self.gateway, self._browser, shape, locale)
        self.devices.append(device)
        return device

    def phone(self, name):
        return self.device(name, PHONE)

    def post(self, path, body):
        request = urllib.request.Request(
            self.gateway + path,
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return json.load(answer)

    def delete(self, path, bearer):
        request = urllib.request.Request(self.gateway + path, headers={"Authorization": f"Bearer {bearer}"}, method="DELETE")
        urllib.request.urlopen(request, timeout=PATIENCE_S).close()

    def picture(self, title):
        for device in self.devices:
            device.picture(title)

    def close(self):
        for device in self.devices:
            # What a page still asks for when its test is over is nobody's fault.
            for page in device.context.pages:
                page.unroute_all(behavior="ignoreErrors")
            device.context.close()
        complaints = {device.name: device.complaints for device in self.devices if device.complaints}
        assert not complaints, complaints
        breaches = [
            f"{device.name}: {breach}"
            for device in self.devices
            for frames in device.connections
            for breach in self._contract.breaches(frames)
        ]
        assert not breaches, breaches[:5]
