"""A mail server of the tests' own, and the people whose letters it has."""

import email
import email.policy
import json
import re
import time
import urllib.request

from aiosmtpd.controller import Controller

from process import PATIENCE_S, free_address

CODE = re.compile(r"\b(?:\w{4}-){3}\w{4}\b")
PASSWORD = " correct horse, "


class PostOffice:
    """Takes every letter (aiosmtpd)."""

    def __init__(self):
        self._texts = {}
        host, port = free_address().split(":")
        self.url = f"smtp://{host}:{port}"
        self._server = Controller(self, hostname=host, port=int(port))

    def start(self):
        self._server.start()
        return self

    def stop(self):
        self._server.stop()

    async def handle_DATA(self, server, session, envelope):
        letter = email.message_from_bytes(envelope.content, policy=email.policy.default)
        for recipient in envelope.rcpt_tos:
            self._texts.setdefault(recipient, []).append(letter.get_content())
        return "250 taken"

    def text(self, recipient, place=0):
        """Waits for this letter of the recipient's."""
        end = time.monotonic() + PATIENCE_S
        while len(self._texts.get(recipient, [])) <= place:
            assert time.monotonic() < end, f"no letter {place} to {recipient}"
            time.sleep(0.02)
        return self._texts[recipient][place]

    def code(self, recipient, place=0):
        return CODE.search(self.text(recipient, place))[0]


class Person:
    """Somebody with an account, made by calls: for tests that are about something else than making one."""

    def __init__(self, gateway, post_office, address, name):
        self._gateway = gateway
        self.address, self.name = address, name
        self._ask("/v1/accounts", {"email": address, "name": name, "password": PASSWORD})
        self._ask("/v1/accounts/verify", {"code": post_office.code(address)})

    def log_in(self, page):
        """On the device's account page, as people do."""
        page.locator('[data-action="logIn"] [name="email"]').fill(self.address)
        page.locator('[data-action="logIn"] [name="password"]').fill(PASSWORD)
        page.keyboard.press("Enter")
        return page

    def tokens(self):
        return self._ask("/v1/accounts/login", {"email": self.address, "password": PASSWORD})

    def _ask(self, path, body):
        request = urllib.request.Request(self._gateway + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return json.loads(answer.read() or "null")


def with_accounts(post_office):
    """Options of a gateway that sends its letters there."""
    return "--accounts", "--mail-server", post_office.url, "--mail-from", "Game evenings <games@example.org>"
