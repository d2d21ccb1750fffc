"""The host when something goes wrong: another device, a spent link, no contact."""

import re

import pytest

from axe import assert_accessible
from hosting import LANGUAGES, open_dock, host_of, link_of, pictured, words
from party import PHONE, TABLET


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_code_moves_the_host_to_another_device(party, locale):
    say = words(locale)
    links, first = host_of(party, TABLET, locale)
    page = first.page
    # It is there before it is needed.
    page.get_by_role("button", name=say["recovery.show"]).click()
    code = page.locator(".recovery-code").inner_text()
    assert re.fullmatch(r"[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}", code)
    assert_accessible(page)
    pictured(first, "host-recovery")
    page.get_by_role("button", name=say["recovery.hide"]).click()
    page.locator(".recovery-code").wait_for(state="detached")
    page.reload()
    page.get_by_role("button", name=say["recovery.show"]).click()
    assert page.locator(".recovery-code").inner_text() == code, "it is still the one that was written down"

    second = party.device(f"second-{locale}", PHONE, locale=LANGUAGES[locale]).open("/host")
    field = second.page.get_by_label(say["recover.code"])
    field.fill("2222-2222-2222")
    second.page.keyboard.press("Enter")
    second.sees(say["recover.unknown"])
    assert_accessible(second.page)
    pictured(second, "host-recover-unknown")
    field.fill(code.lower().replace("-", " "))
    second.page.keyboard.press("Enter")
    second.state("LOBBY")
    second.sees(say["recovery.done"])
    # A screen that lies on a table shows it to nobody unasked.
    assert second.page.locator(".recovery-code").count() == 0
    second.page.get_by_role("button", name=say["recovery.show"]).click()
    renewed = second.page.locator(".recovery-code").inner_text()
    assert renewed != code
    pictured(second, "host-recovered")

    first.sees(say["over.taken_over.title"])
    assert_accessible(page)
    pictured(first, "host-taken-over")
    first.press("takeBack")
    first.state("LOBBY")
    second.sees(say["over.taken_over.title"])
    page.get_by_role("button", name=say["recovery.show"]).click()
    newest = page.locator(".recovery-code").inner_text()
    assert newest not in (code, renewed), "whoever directs has a code of their own"

    # What was spent or replaced opens nothing; the newest does.
    third = party.device(f"third-{locale}", PHONE, locale=LANGUAGES[locale]).open("/host")
    field = third.page.get_by_label(say["recover.code"])
    field.fill(code)
    third.page.keyboard.press("Enter")
    third.sees(say["recover.unknown"])
    field.fill(newest)
    third.page.keyboard.press("Enter")
    third.state("LOBBY")


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_spent_link_says_so_and_leads_on(party, locale):
    """The older form of the link, which works until somebody has gone on from it."""
    say = words(locale)
    links = party.post("/v1/sessions", {"settings": {"locale": locale}})
    token = links["hostRefreshToken"]
    for _ in range(2):
        token = party.post(f"/v1/sessions/{links['sessionId']}/refresh", {"refreshToken": token})["refreshToken"]
    other = party.device(f"other-{locale}", PHONE, locale=LANGUAGES[locale])
    other.open(f"/host#s={links['sessionId']}&r={links['hostRefreshToken']}")
    other.sees(say["over.other.title"])
    assert_accessible(other.page)
    pictured(other, "host-spent")
    other.page.get_by_role("link", name=say["over.home"]).click()
    other.page.get_by_label(say["recover.code"]).wait_for()


@pytest.mark.parametrize("locale", LANGUAGES)
def test_without_contact_the_buttons_say_so(party, locale):
    say = words(locale)
    _, host = host_of(party, PHONE, locale)
    page = host.page
    sockets, is_away = [], []

    def route(socket):
        if is_away:
            return socket.close(code=1001)
        sockets.append(socket)
        return socket.connect_to_server()

    page.route_web_socket("**/v1/ws**", route)
    page.reload()
    host.state("LOBBY")
    open_dock(host)
    is_away.append(True)
    sockets[-1].close(code=1001)
    host.sees(say["hint.offline"])
    page.locator('[data-key="end"][aria-disabled="true"]').click(force=True)
    page.locator("#toast").filter(has_text=say["error.unreachable"]).wait_for()
    assert_accessible(page)
    pictured(host, "host-offline")
    is_away.clear()
    page.locator('[data-action="end"]').wait_for()


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_link_is_not_used_up_where_the_gateway_is_away(party, locale):
    say = words(locale)
    links = party.post("/v1/sessions", {"settings": {"locale": locale}})
    host = party.device(f"host-{locale}", PHONE, locale=LANGUAGES[locale])
    host.page.route("**/v1/sessions/*/host", lambda route: route.abort())
    host.open(link_of(links))
    host.sees(say["host.unreachable"])
    assert_accessible(host.page)
    pictured(host, "host-unreachable")
    host.page.unroute_all()
    host.press("retry")
    host.state("LOBBY")


@pytest.mark.parametrize("locale", LANGUAGES)
def test_an_ended_session_says_so_and_leads_on(party, locale):
    say = words(locale)
    links, host = host_of(party, TABLET, locale)
    party.delete(f"/v1/sessions/{links['sessionId']}", links["hostAuthToken"])
    host.sees(say["over.session_ended.title"])
    assert_accessible(host.page)
    pictured(host, "host-session-ended")
    host.page.get_by_role("link", name=say["over.home"]).click()
    host.page.get_by_role("button", name=say["create.go"]).wait_for()


@pytest.mark.parametrize("locale", LANGUAGES)
def test_leaving_is_called_what_it_is_and_asked_for_first(party, locale):
    say = words(locale)
    _, host = host_of(party, PHONE, locale)
    leave = host.page.get_by_role("button", name={"sv": "Lämna spelet …", "en": "Leave this game …"}[locale], exact=True)
    assert host.page.get_by_role("button", name=say["host.newNow"]).count() == 0, "it makes no new game"
    host.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    box = leave.bounding_box()
    apart = host.page.evaluate("""(bottom) => document.querySelector(".dock").getBoundingClientRect().top - bottom""",
                               box["y"] + box["height"])
    assert apart >= 24, "no finger that is meant for the dock hits it"
    leave.click()
    host.page.get_by_role("dialog").get_by_role("button", name=say["leave.yes"]).click()
    host.page.get_by_role("button", name=say["create.go"]).wait_for()


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_hosts_link_leads_one_device_after_another(party, locale):
    say = words(locale)
    links = party.post("/v1/sessions", {"settings": {"locale": locale}})
    laptop, tablet = (party.device(f"{name}-{locale}", TABLET, locale=LANGUAGES[locale]) for name in ("laptop", "tablet"))
    for device in (laptop, tablet):
        device.open(link_of(links)).state("LOBBY")
        assert device.page.url == party.gateway + "/host", "nobody reads the token over a shoulder"
    laptop.sees(say["over.taken_over.title"])
    laptop.press("takeBack")
    laptop.state("LOBBY")
    tablet.sees(say["over.taken_over.title"])


def test_a_device_that_has_lost_its_tokens_comes_back_by_its_link(party):
    links, host = host_of(party, TABLET, "sv")
    host.page.evaluate("""(key) => localStorage.setItem(key, JSON.stringify(
        { ...JSON.parse(localStorage[key]), authToken: "", refreshToken: "lost" }))""", f"tripto.seat.HOST.{links['sessionId']}")
    host.page.reload()
    host.state("LOBBY")


def test_a_dead_link_leads_in_no_circles(party):
    links, host = host_of(party, TABLET, "sv")
    party.delete(f"/v1/sessions/{links['sessionId']}", links["hostAuthToken"])
    host.sees(words("sv")["over.session_ended.title"])
    host.open(f"/host#s={links['sessionId']}&h=0000000000000000")
    host.page.locator(".over").wait_for()
    host.page.get_by_role("link", name=words("sv")["over.home"]).click()
    host.page.get_by_role("button", name=words("sv")["create.go"]).wait_for()
