"""A host who has a destination made: a gateway that takes orders, and a model that does not answer and then is away."""

import json
import socket
import threading

import pytest

from axe import assert_accessible
from hosting import LANGUAGES, host_of, pictured, words
from party import PHONE, Party
from process import GatewayProcess


class Silence:
    """A server of models that takes every question, and answers none until it goes."""

    def __init__(self):
        self._door = socket.create_server(("127.0.0.1", 0))
        self._callers = []
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}/v1"
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        while True:
            try:
                self._callers.append(self._door.accept()[0])
            except OSError:
                return

    def go(self):
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        for caller in self._callers:
            caller.close()


@pytest.fixture
def silence():
    return Silence()


@pytest.fixture
def ordering_party(silence, tmp_path, browser, contract):
    process = GatewayProcess(tmp_path, "--voice", "none", "--content-orders", "10", "--model", "none", "--model-url", silence.url)
    party = Party(process.start().url, browser, contract)
    try:
        yield party
        party.close()
    finally:
        process.stop()


def unfolded(host, say):
    host.page.get_by_text(say["order.title"], exact=True).click()
    return host.page.locator('[data-key="orders"]')


@pytest.mark.parametrize("locale", LANGUAGES)
def test_an_order_is_given_followed_and_fails_with_a_reason(ordering_party, silence, locale):
    say = words(locale)
    _, host = host_of(ordering_party, PHONE, locale)
    panel = unfolded(host, say)
    panel.get_by_label(say["order.theme"]).fill(f"fyrar {locale}")
    panel.get_by_role("button", name=say["order.go"]).click()
    row = panel.get_by_role("listitem").filter(has_text=f"fyrar {locale}")
    row.get_by_text(say["order.making"].replace("{steps}", "1")).wait_for()
    assert_accessible(host.page)
    pictured(host, "host-order-making")
    silence.go()
    # It may be tried again, with pauses between.
    row.get_by_text(say["order.provider_away"]).wait_for()
    assert panel.get_by_label(say["order.theme"]).input_value() == ""
    host.page.reload()
    host.state("LOBBY")
    unfolded(host, say).get_by_text(say["order.provider_away"]).wait_for()


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_destination_that_is_made_is_played_by_a_press(ordering_party, locale):
    """Whether it is made is the model's to say; the page is told so here, of a theme that is there already."""
    say, theme = words(locale), {"sv": "hav", "en": "islands"}[locale]
    made = {"theme": theme, "locale": locale, "state": "made", "steps": 0, "trouble": None, "awaitsApproval": False}
    waits = {**made, "theme": "zeppelins", "awaitsApproval": True}
    _, host = host_of(ordering_party, PHONE, locale, name=f"made-{locale}")
    host.page.route("**/orders", lambda route: route.fulfill(json={"orders": [made, waits]}))
    host.page.reload()
    host.state("LOBBY")
    panel = unfolded(host, say)
    panel.get_by_text(say["order.awaits"]).wait_for()
    assert_accessible(host.page)
    pictured(host, "host-order-made")
    panel.get_by_role("button", name=say["order.play"]).click()
    panel.get_by_text(say["order.isNext"]).wait_for()
    assert panel.get_by_role("button", name=say["order.play"]).count() == 0
    sent = [m for m in host.sent if m["type"] == "HOST_UPDATE_SETTINGS"][-1]
    assert sent["payload"]["settings"] == {"theme": theme}, json.dumps(sent)


def test_there_is_nothing_to_order_where_none_are_taken(party):
    say = words("en")
    _, host = host_of(party, PHONE, "en")
    host.page.get_by_text(say["secret.preview"]).first.wait_for()
    assert host.page.locator('[data-key="orders"]').count() == 0
