"""HTTPS with an authority of the house's own: what a browser does before it trusts it, and after."""

import socket
import subprocess

import pytest
from playwright.sync_api import Error, expect

from conftest import CHROMIUM
from fonts import environment
from process import GatewayProcess, free_address

MACHINE = f"{socket.gethostname().split('.')[0]}.local"


@pytest.fixture
def house(tmp_path):
    """A gateway with a certificate of its own, and where devices get that."""
    offer = free_address()
    process = GatewayProcess(tmp_path / "data", "--tls-self-signed", "--certificate-listen", offer)
    try:
        process.start()
        yield process, f"http://{offer}/"
    finally:
        process.stop()


@pytest.fixture
def device(playwright, tmp_path):
    """Opens a browser with a home of its own, which trusts what lies in there. It knows this machine by the name
    that mDNS would give it, as no page of 127.0.0.1 needs HTTPS for anything."""
    home = tmp_path / "home"
    store = home / ".pki/nssdb"
    store.mkdir(parents=True)
    subprocess.run(["certutil", "-d", f"sql:{store}", "-N", "--empty-password"], check=True)
    opened = []

    def open_browser(trusted=None):
        if trusted:
            trust = ["-A", "-t", "C,,", "-n", "house", "-i", trusted]
            subprocess.run(["certutil", "-d", f"sql:{store}", *trust], check=True)
        opened.append(playwright.chromium.launch(
            executable_path=CHROMIUM, env={**environment(), "HOME": str(home)},
            args=["--no-sandbox", f"--host-resolver-rules=MAP {MACHINE} 127.0.0.1"]))
        return opened[-1]

    yield open_browser
    for browser in opened:
        browser.close()


@pytest.mark.parametrize("language", ["sv", "en"])
def test_a_device_that_trusts_the_house_has_all_that_needs_a_secure_context(house, device, language):
    gateway, offer = house
    page = device().new_context(locale=language, viewport={"width": 360, "height": 640}).new_page()
    complaints = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(offer)
    assert page.locator("html").get_attribute("lang") == language
    # Its one style is let in, and nothing is wider than a small phone.
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(16, 25, 43)"
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    with page.expect_download() as download:
        page.locator("a[href='/authority.crt']").click()
    certificate = download.value.path()
    shown = page.locator("code").inner_text()
    said = subprocess.run(["openssl", "x509", "-inform", "DER", "-in", certificate, "-noout", "-fingerprint", "-sha256"],
                          check=True, capture_output=True, text=True).stdout
    assert said.strip().endswith(shown)
    page.locator("a[hreflang]").click()
    assert page.locator("html").get_attribute("lang") != language
    expect(page.locator("a.button").last).to_have_attribute("href", f"{gateway.url}/")
    game = f"https://{MACHINE}:{gateway.address.split(':')[1]}/"
    with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
        page.goto(game)
    assert not complaints

    page = device(trusted=certificate).new_page()
    page.goto(game)
    assert page.evaluate("isSecureContext && 'wakeLock' in navigator")
    worker = "navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)"
    assert page.evaluate(f"{worker}.then(() => true)")
