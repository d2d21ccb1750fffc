"""Accounts in real pages, with letters by a real mail server: from the first letter to the last."""

import json
import re

import pytest

from axe import assert_accessible
from evening import Evening
from leaks import secret_of
from letters import PASSWORD, Person
from party import PHONE, TABLET
from test_first_look import points_of

NEW_PASSWORD = "battery staple"
RESET_PASSWORD = "yet another one"


def form(page, action, **fields):
    """Fills a form and sends it by the keyboard."""
    for name, value in fields.items():
        page.locator(f'form[data-action="{action}"] [name="{name}"]').fill(value)
    page.keyboard.press("Enter")


def told(device, text):
    device.page.locator(".told", has_text=text).wait_for()


def fault(device, text):
    device.page.locator('.error[role="alert"]', has_text=text).wait_for()


def test_from_the_first_letter_to_the_last(member_party, post_office):
    """Register, the letter, log in, a game, the leaderboard, another password, out everywhere, a reset, the end."""
    party, address = member_party, "ada@example.org"
    evening = Evening(party)
    phone = evening.phone("Ada")
    other = evening.phone("Bo")
    # From the game to the account.
    phone.page.locator('[data-key="keep"]').get_by_role("link", name="Logga in").click()
    phone.page.get_by_role("button", name="Skapa konto").click()
    assert_accessible(phone.page)
    phone.sees("Minst 8 tecken")
    form(phone.page, "register", name="Ada", email=address, password="kort")
    fault(phone, "minst 8 tecken")
    assert phone.page.evaluate("document.activeElement.name") == "password"
    form(phone.page, "register", email="ada", password=PASSWORD)
    fault(phone, "ingen e-postadress")
    form(phone.page, "register", email=address)
    told(phone, "Ett brev är på väg")
    phone.picture("account-code")
    assert_accessible(phone.page)
    # A phone that was at its letters meanwhile, and a code that is wrong, and the letter again.
    phone.page.reload()
    form(phone.page, "verify", code="aaaa-bbbb-cccc-dddd")
    fault(phone, "Koden är fel")
    phone.press("resend")
    told(phone, "med en ny kod")
    form(phone.page, "verify", code=post_office.code(address).lower())
    fault(phone, "Koden är fel")
    form(phone.page, "verify", code=post_office.code(address, 1).lower())
    told(phone, "Adressen är bekräftad")
    form(phone.page, "logIn", email=address, password="correct horse,")
    fault(phone, "Adressen eller lösenordet är fel")
    form(phone.page, "logIn", email=address, password=PASSWORD)
    # Back in the game, which counts from now on.
    phone.state("LOBBY")
    assert phone.page.url.endswith(f"/join/{evening.links['sessionId']}")
    phone.press("keepPoints")
    phone.sees("Poängen räknas för ditt konto.")
    assert_accessible(phone.page)
    phone.page.reload()
    phone.sees("Poängen räknas för ditt konto.")
    play(evening, phone, other)
    points = points_of(phone)
    assert points > 0
    # The leaderboard, for everybody and for her.
    tv = party.device("tv", {"viewport": {"width": 1920, "height": 1080}}).open("/leaderboard/tripto?period=week")
    line = tv.page.locator(".board li")
    line.get_by_text("Ada", exact=True).wait_for()
    assert line.locator(".rank").inner_text() == "1"
    assert line.locator(".points").inner_text() == f"{points} p"
    assert tv.page.locator('[data-key="mine"], .me').count() == 0
    assert_accessible(tv.page)
    phone.open("/account").sees("Kvällar jag har spelat")
    phone.page.locator('[data-key="seats"]', has_text=f"{points} p").wait_for()
    phone.page.locator('[data-key="games"]', has_text="Plats 1").wait_for()
    phone.picture("account-member")
    assert_accessible(phone.page)
    phone.page.locator('[data-key="games"] h3 a').click()
    phone.page.locator('[data-key="mine"] .me', has_text="du").wait_for()
    # The name that everybody reads.
    phone.open("/account")
    form(phone.page, "rename", name="Åsa")
    told(phone, "Namnet är ändrat")
    tv.page.reload()
    tv.page.locator(".board .name", has_text="Åsa").wait_for()
    # Another password throws other devices out, and this one stays.
    tablet = party.device("tablet", TABLET).open("/account")
    form(tablet.page, "logIn", email=address, password=PASSWORD)
    tablet.sees("Kvällar jag har lett")
    form(phone.page, "changePassword", password="wrong", newPassword=NEW_PASSWORD)
    fault(phone, "Lösenordet är fel")
    form(phone.page, "changePassword", password=PASSWORD, newPassword=NEW_PASSWORD)
    told(phone, "Alla andra enheter är utloggade")
    tablet.page.reload()
    told(tablet, "inte inloggad längre")
    form(tablet.page, "logIn", email=address, password=NEW_PASSWORD)
    tablet.sees("Kvällar jag har lett")
    phone.press("logOutEverywhere")
    told(phone, "utloggad på alla enheter")
    tablet.page.reload()
    told(tablet, "inte inloggad längre")
    # A new one by letter: its link has the code, and the address of the page loses it.
    phone.page.locator('button[value="forgot"]').click()
    assert_accessible(phone.page)
    form(phone.page, "forgot", email=address)
    told(phone, "Om adressen har ett konto")
    assert_accessible(phone.page)
    link = re.search(r"http\S+", post_office.text(address, 2))[0]
    tablet.open(link)
    tablet.becomes("location.hash === ''")
    assert tablet.page.locator('[name="code"]').input_value() == post_office.code(address, 2)
    form(tablet.page, "reset", password=RESET_PASSWORD)
    told(tablet, "Det nya lösenordet gäller")
    form(tablet.page, "logIn", email=address, password=RESET_PASSWORD)
    # The end: what goes and what stays is told before.
    tablet.page.get_by_text("Radera kontot …").click()
    tablet.sees("På topplistorna står summan kvar utan namn")
    assert_accessible(tablet.page)
    form(tablet.page, "erase", password=NEW_PASSWORD)
    fault(tablet, "Lösenordet är fel")
    form(tablet.page, "erase", password=RESET_PASSWORD)
    told(tablet, "Ditt konto är raderat")
    form(tablet.page, "logIn", email=address, password=RESET_PASSWORD)
    fault(tablet, "Adressen eller lösenordet är fel")
    tv.page.reload()
    tv.page.locator(".board .gone", has_text="ett raderat konto").wait_for()
    assert line.locator(".points").inner_text() == f"{points} p"


def play(evening, phone, other):
    """A game of one destination, which the phone gets right."""
    evening.begin(phone, other)
    assert phone.page.locator('[data-key="keep"]').count() == 0, "in the middle of a game nothing is offered"
    phone.press("brake")
    phone.fill("Ditt svar", secret_of(evening.host)["destination"]["name"])
    other.press("brake")
    other.fill("Ditt svar", "Atlantis")
    phone.state("REVEAL_DESTINATION")
    evening.skip("FOLLOWUP_QUESTION", phone)
    for device in (phone, other):
        device.fill("Ditt svar", "vet inte")
    phone.page.locator(".verdict").wait_for()
    evening.skip("SCOREBOARD", phone)
    evening.skip("ROUND_END", phone)
    phone.page.locator('[data-key="keep"]').wait_for()


def test_nobody_learns_who_has_an_account(member_party, member_gateway, post_office):
    """The page says the same of an address that has one and of one that has none."""
    Person(member_gateway, post_office, "known@example.org", "Kim")
    seen = []
    for address in ("known@example.org", "nobody@example.org"):
        device = member_party.device(address.split("@")[0], PHONE).open("/account")
        form(device.page, "logIn", email=address, password="wrong password")
        fault(device, "Adressen eller lösenordet är fel")
        texts = [device.page.locator("main").inner_text()]
        device.page.locator('button[value="forgot"]').click()
        form(device.page, "forgot", email=address)
        told(device, "Om adressen har ett konto")
        texts.append(device.page.locator("main").inner_text())
        device.page.locator('button[value="login"]').click()
        device.page.locator('button[value="register"]').click()
        form(device.page, "register", name="Eve", email=address, password="password of Eve")
        told(device, "Ett brev är på väg")
        texts.append(device.page.locator("main").inner_text())
        seen.append(texts)
    assert seen[0] == seen[1]


def test_tabs_renew_once_and_leave_together(member_party, member_gateway, post_office):
    Person(member_gateway, post_office, "tabs@example.org", "Tove").log_in(
        (phone := member_party.phone("phone")).open("/account").page)
    phone.sees("Kvällar jag har spelat")
    other = phone.context.new_page()
    renewals, refused = [], []
    phone.context.on("request", lambda request: request.url.endswith("/refresh") and renewals.append(request))
    phone.context.on("response", lambda answer: answer.status == 401 and refused.append(answer.url))
    # Both tabs find the token too old in one moment, and each makes several calls.
    phone.page.evaluate("""() => {
      const login = JSON.parse(localStorage["tripto.account"]);
      localStorage["tripto.account"] = JSON.stringify({ ...login, expiresAtMs: 0 });
    }""")
    other.goto(f"{member_gateway}/leaderboard", wait_until="commit")
    phone.page.reload(wait_until="commit")
    phone.sees("Kvällar jag har spelat")
    other.locator('[data-key="mine"]').wait_for()
    assert len(renewals) == 1
    # A token that the gateway does not take is renewed too, once.
    phone.page.evaluate("""() => {
      const login = JSON.parse(localStorage["tripto.account"]);
      localStorage["tripto.account"] = JSON.stringify({ ...login, authToken: "old" });
    }""")
    phone.page.reload()
    phone.sees("Kvällar jag har spelat")
    assert len(renewals) == 2 and refused
    other.goto(f"{member_gateway}/account")
    other.get_by_text("Kvällar jag har spelat").wait_for()
    phone.press("logOut")
    told(phone, "Du är utloggad.")
    other.locator(".told", has_text="inte inloggad längre").wait_for()
    other.locator('form[data-action="logIn"]').wait_for()
    assert phone.page.evaluate("localStorage['tripto.account']") is None
    # And in together.
    form(other, "logIn", email="tabs@example.org", password=PASSWORD)
    phone.sees("Kvällar jag har spelat")


def test_a_copied_login_ends_for_both(member_party, member_gateway, post_office):
    """Whoever spends an old renewing token has copied it: the page says plainly that nobody is logged in."""
    person = Person(member_gateway, post_office, "copied@example.org", "Cleo")
    phone = member_party.phone("phone")
    person.log_in(phone.open("/account").page)
    phone.sees("Kvällar jag har spelat")
    copy = json.loads(phone.page.evaluate("localStorage['tripto.account']"))
    for _ in range(2):
        copy = member_party.post("/v1/accounts/refresh", {"refreshToken": copy["refreshToken"]})
    phone.page.evaluate("""() => {
      const login = JSON.parse(localStorage["tripto.account"]);
      localStorage["tripto.account"] = JSON.stringify({ ...login, expiresAtMs: 0 });
    }""")
    phone.page.reload()
    told(phone, "inte inloggad längre")
    assert phone.page.evaluate("localStorage['tripto.account']") is None


def test_a_host_keeps_the_evening(member_party, member_gateway, post_office):
    person = Person(member_gateway, post_office, "host@example.org", "Hilma")
    host = member_party.device("host", TABLET)
    host.open("/host").page.get_by_role("button", name="Skapa spelet").click()
    host.state("LOBBY")
    assert_accessible(host.page)
    host.page.locator('[data-key="keep"]').get_by_role("link", name="Logga in").click()
    person.log_in(host.page)
    host.state("LOBBY")
    host.press("keepEvening")
    host.sees("Kvällen är sparad i ditt konto.")
    assert_accessible(host.page)
    host.picture("account-host")
    host.page.locator('[data-key="keep"]').get_by_role("link", name="Mitt konto").click()
    host.page.locator('[data-key="hosted"] li', has_text="Tripto").wait_for()
    host.page.locator('[data-key="back"]').click()
    host.state("LOBBY").sees("Kvällen är sparad i ditt konto.")


def test_a_seat_of_somebody_else_is_told(member_party, member_gateway, post_office):
    """One phone goes from hand to hand: the seat stays whose it was."""
    first = Person(member_gateway, post_office, "first@example.org", "Frida")
    second = Person(member_gateway, post_office, "second@example.org", "Sten")
    phone = Evening(member_party).phone("Frida")
    phone.open("/account")
    first.log_in(phone.page)
    phone.sees("Kvällar jag har spelat")
    phone.page.locator('[data-key="back"]').click()
    phone.press("keepPoints")
    phone.sees("Poängen räknas för ditt konto.")
    phone.page.locator('[data-key="keep"]').get_by_role("link").click()
    phone.press("logOut")
    second.log_in(phone.page)
    phone.state("LOBBY")
    phone.press("keepPoints")
    phone.sees("Platsen hör till ett annat konto")


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example/", "/join/../x", "javascript:alert(1)", "/healthz"])
def test_the_way_back_leads_to_our_pages_alone(member_party, member_gateway, back):
    phone = member_party.phone("phone").open(f"/account#back={back}")
    phone.sees("Logga in")
    assert phone.page.locator('[data-key="back"]').count() == 0


def test_without_accounts_nothing_is_shown(party):
    """No word, no call: and the pages of accounts say so plainly."""
    for path, text in {"/account": "Här finns inga konton", "/leaderboard": "Här finns inga topplistor",
                       "/leaderboard/tripto": "Här finns inga topplistor"}.items():
        device = party.device(path.strip("/").replace("/", "-"), PHONE).open(path)
        device.sees(text)
        assert_accessible(device.page)
    evening = Evening(party)
    phone, host = party.phone("Ada"), party.device("host", TABLET)
    asked = []
    for device in (phone, host):
        device.page.on("request", lambda request: asked.append(request.url))
    phone.open(evening.links["joinUrl"]).fill("Ditt namn", "Ada")
    phone.state("LOBBY").page.wait_for_load_state("networkidle")
    host.open("/host").page.get_by_role("button", name="Skapa spelet").click()
    host.state("LOBBY").page.wait_for_load_state("networkidle")
    assert not [url for url in asked if re.search("account|leaderboard|keep|login", url)], asked
    for device in (phone, host):
        assert device.page.locator('[data-key="keep"]').count() == 0
        assert not re.search("konto|topplist", device.page.locator("main").inner_text(), re.IGNORECASE)
