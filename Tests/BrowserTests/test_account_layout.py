"""Every view of the pages of accounts and leaderboards, in both languages, on a phone of 320 px, with text of twice the size
and on a television: accessible, nothing beside the edge, and all of it by the keyboard."""

import contextlib
import json
import re
import sqlite3
import time

import pytest

from axe import assert_accessible
from boxes import faults
from evening import LARGE, SMALL, Evening
from letters import PASSWORD, Person, with_accounts
from party import SCREEN, Party
from process import GatewayProcess
from test_player_views import BROWSER

ADDRESS = "maximiliana.af.ekenstam@a-very-long-name-of-a-house.example.org"
NAME = "Maximiliana af Ekens"
OTHERS = ["WWWWWWWWWWWWWWWWWWWW", "<b>Bo</b>", "محمد الطويل", "Li", None]
# Points of the first lines; the holder of the account above is the third.
BEST = [120, 90, 90, 80]
CROWD = 60


def week():
    """The present one, as the tables count them."""
    return (int(time.time() * 1000) // 86_400_000 + 3) // 7


def fill(file, own):
    """A crowd with points, as if evenings of it had been played here. The last of the named ones has erased the account."""
    people = [f"{place:016d}" for place in range(CROWD)]
    people[2] = own
    with contextlib.closing(sqlite3.connect(file)) as archive, archive:
        for period in (0, week(), week() - 1):
            for place, account in enumerate(people[:CROWD if period == 0 else 7]):
                points = BEST[place] if place < len(BEST) else 70 - place
                archive.execute("INSERT INTO leaderboard_totals VALUES ('tripto', ?, ?, ?, ?, ?, ?)",
                                (period, account, points, 9 - min(place, 8), 20, min(points, 40)))
                archive.execute("""INSERT INTO leaderboard_steps VALUES ('tripto', ?, ?, 1)
                                   ON CONFLICT (game, period, points) DO UPDATE SET accounts = accounts + 1""", (period, points))
        for place, account in enumerate(people):
            name = OTHERS[place] if place < len(OTHERS) else f"Guest {place}"
            if account != own and name:
                address = f"{account}@example.org"
                archive.execute("INSERT INTO accounts VALUES (?, ?, ?, ?, 'sv', '', 0)", (account, address, address, name))


@pytest.fixture(scope="module")
def crowded(post_office, tmp_path_factory):
    """A gateway whose leaderboard is long, and the login of somebody on it."""
    data = tmp_path_factory.mktemp("crowded")
    options = with_accounts(post_office)
    process = GatewayProcess(data, *options)
    try:
        process.start()
        person = Person(process.url, post_office, ADDRESS, NAME)
        own = person.tokens()["accountId"]
        process.stop()
        fill(data / "gateway.sqlite", own)
        process.start()
        yield process.url, person
    finally:
        process.stop()


@pytest.fixture
def crowd(crowded, browser, contract):
    party = Party(crowded[0], browser, contract)
    yield party
    party.close()


@pytest.fixture
def holder(crowded):
    return crowded[1]


class Album:
    """Holds each view to account on all its devices, and keeps its picture."""

    def __init__(self, party, locale):
        self.locale = locale
        self.devices = [party.device(name, shape, locale=BROWSER[locale]) for name, shape in
                        {"small": SMALL, "large": LARGE, "twice": SMALL, "screen": SCREEN}.items()]
        page = self.devices[2].page
        # What a reader sets in the browser: 200 % of 16 px.
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})

    def __call__(self, title):
        for device in self.devices:
            device.comes_to_rest()
            device.picture(f"{title}-{self.locale}")
            assert_accessible(device.page)
            beside = device.page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert beside <= 0, f"{title}: {beside} px are beside the edge of {device.name}"
            # Below the edge of the screen is no fault: one scrolls.
            found = [fault for fault in faults(device.page, "#page", margin=0, whole=30) if not fault.startswith("outside")]
            assert not found, f"{title}, {device.name}: {found}"

    def each(self, act):
        for device in self.devices:
            act(device)


@pytest.mark.parametrize("locale", BROWSER)
def test_every_view_of_an_account(crowd, holder, locale):
    album = Album(crowd, locale)

    def goes(view):
        album.each(lambda device: device.page.locator(f'button[value="{view}"]').click())
        album.each(lambda device: device.page.locator(f'.narrow[data-key="{view}"]').wait_for())
        album(f"account-{view}")

    album.each(lambda device: device.open("/account").page.locator('[data-action="logIn"]').wait_for())
    album("account-login")
    goes("register")
    album.each(lambda device: device.page.locator("form button").click())
    album.each(lambda device: device.page.locator('.error:not(:empty)').wait_for())
    album("account-wrong")
    goes("code")
    album.each(lambda device: device.page.locator('button[value="login"]').click())
    goes("forgot")
    goes("reset")
    # One login for all four: passwords are counted.
    login = json.dumps(holder.tokens())
    album.each(lambda device: device.page.evaluate("(login) => localStorage.setItem('tripto.account', login)", login))
    album.each(lambda device: device.open("/account").page.locator('[data-key="seats"]').wait_for())
    album.each(lambda device: device.page.locator("summary").click())
    album("account-member")


@pytest.mark.parametrize("locale", BROWSER)
def test_every_view_of_a_leaderboard(crowd, holder, locale):
    album = Album(crowd, locale)
    album.each(lambda device: device.open("/leaderboard").page.locator(".board li").first.wait_for())
    album("board-all")
    login = json.dumps(holder.tokens())
    album.each(lambda device: device.page.evaluate("(login) => localStorage.setItem('tripto.account', login)", login))
    album.each(lambda device: device.open("/leaderboard/tripto?period=week").page.locator('[data-key="mine"]').wait_for())
    album("board-week")
    album.each(lambda device: device.open("/leaderboard/name-that-tune").page.locator('[data-key="lines"]').wait_for())
    album("board-empty")


@pytest.mark.parametrize("locale", BROWSER)
def test_the_offer_to_keep_points_fits(crowd, holder, locale):
    evening = Evening(crowd, locale=locale)
    album = Album(crowd, locale)
    for place, device in enumerate(album.devices):
        device.open(evening.links["joinUrl"]).page.locator("#name").fill(f"Guest {place}")
        device.page.keyboard.press("Enter")
    album.each(lambda device: device.state("LOBBY").page.locator('[data-key="keep"] a').wait_for())
    album("account-offer")
    # One of them is the account's: the others are told so.
    login = json.dumps(holder.tokens())
    album.each(lambda device: device.page.evaluate("(login) => localStorage.setItem('tripto.account', login)", login))
    album.each(lambda device: device.page.reload())
    album.each(lambda device: device.page.locator('[data-action="keepPoints"]').wait_for())
    album("account-free")
    for device in album.devices:
        device.press("keepPoints")
        device.page.locator('[data-key="keep"] [role="status"]', has_text=re.compile("konto|account")).wait_for()
    album.each(lambda device: device.page.locator('[data-key="keep"] [aria-disabled="true"]').wait_for(state="detached"))
    album("account-kept")


def ranks(page):
    return page.locator('[data-key="lines"] .rank').all_inner_texts()


def test_a_leaderboard_counts_ties_pages_and_weeks(crowd, holder):
    phone = crowd.device("phone", LARGE)
    holder.log_in(phone.open("/account#back=/leaderboard/tripto").page)
    page = phone.page
    page.locator('[data-key="lines"] li').first.wait_for()
    assert ranks(page)[:4] == ["1", "2", "2", "4"] and len(ranks(page)) == 50
    lines = page.locator('[data-key="lines"]')
    lines.get_by_text("<b>Bo</b>", exact=True).wait_for()
    lines.get_by_text("ett raderat konto").wait_for()
    # The own line is marked, also among those around it, and no other is.
    page.locator('[data-key="mine"]').wait_for()
    for part in ("lines", "mine"):
        assert page.locator(f'[data-key="{part}"] .me .name').all_inner_texts() == [NAME]
    assert page.locator('[data-key="mine"] .rank').all_inner_texts() == ["1", "2", "2", "4", "5"]
    page.get_by_role("link", name="Längre ner").click()
    page.get_by_text("Rad 51–60 av 60").wait_for()
    assert ranks(page)[0] == "51" and len(ranks(page)) == 10
    page.get_by_role("link", name="Högre upp").click()
    page.get_by_text("Rad 1–50 av 60").wait_for()
    # This week, the one before by its link, the same by the choice, and one in which nobody played.
    page.get_by_role("link", name="Den här veckan").click()
    page.get_by_text("Rad 1–7 av 7").wait_for()
    assert "period=week" in page.url
    page.locator('[data-key="period"] a', has_text=re.compile(r"Vecka \d")).click()
    page.wait_for_url(re.compile("period=20"))
    page.get_by_text("Rad 1–7 av 7").wait_for()
    name = page.url.split("period=")[1]
    assert len(name) == 8 and page.locator("#week").input_value() == name
    page.locator("#week").select_option(index=2)
    page.get_by_role("button", name="Visa").click()
    page.get_by_text("Ingen står på den än.").wait_for()
    assert page.url.split("period=")[1] != name
    phone.open("/leaderboard/tripto?period=2021-W53").sees("Den veckan finns inte.")
    phone.open("/leaderboard/chess").sees("Det spelet finns inte här.")


def test_all_of_it_by_the_keyboard(crowd, holder):
    phone = crowd.device("laptop", SCREEN).open("/account")
    page = phone.page
    page.locator('[data-action="logIn"]').wait_for()

    def reach(name):
        """Tabs to what a screen reader calls so, and sees it marked."""
        for _ in range(60):
            page.keyboard.press("Tab")
            focused = page.evaluate("""() => {
              const one = document.activeElement;
              return [one.labels?.[0]?.textContent ?? one.textContent.trim(), getComputedStyle(one).outlineStyle];
            }""")
            if focused[0].startswith(name):
                return focused[1]
        raise AssertionError(f"{name} is out of reach")

    # The first field has the focus; a new view gives it to its own first field.
    assert page.evaluate("document.activeElement.name") == "email"
    assert reach("Skapa konto") == "solid"
    page.keyboard.press("Enter")
    page.locator('.narrow[data-key="register"]').wait_for()
    assert page.evaluate("document.activeElement.name") == "name"
    reach("Logga in")
    page.keyboard.press("Enter")
    page.locator('.narrow[data-key="login"]').wait_for()
    page.keyboard.type(ADDRESS)
    reach("Lösenord")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.locator('[data-key="seats"]').wait_for()
    assert page.evaluate("document.activeElement.localName") == "h1"
    for name in ("Topplistor", "Spara namnet", "Byt lösenord", "Logga ut på alla enheter", "Radera kontot"):
        assert reach(name) == "solid"
    page.keyboard.press("Enter")
    reach("Radera mitt konto")
    page.goto(f"{crowd.gateway}/leaderboard")
    page.locator('[data-key="lines"]').wait_for()
    for name in ("Alla tider", "Den här veckan", "Längre ner", "En annan vecka", "Visa", "Mitt konto"):
        assert reach(name) == "solid"
