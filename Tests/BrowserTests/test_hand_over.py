"""The host offers its place, and a player takes it on the phone that is at hand (G-36)."""

import pytest

from axe import assert_accessible
from hosting import LANGUAGES, WEB, host_of, pictured, words
from leaks import leaks, secret_of
from party import TABLET

# Nothing lies over the middle of it, and the middle is on the screen.
ON_TOP = """element => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


def said(key, locale):
    """A player's word, in the language of the session."""
    text = (WEB / "player/strings.js").read_text().split(f"\n  {locale}: {{")[1].split("\n  },")[0]
    return text.split(f'"{key}": "')[1].split('"')[0]


def guest(party, links, name):
    phone = party.phone(name.lower()).open(links["joinUrl"])
    phone.page.locator('input[name="name"]').fill(name)
    phone.page.keyboard.press("Enter")
    return phone.state("LOBBY")


def offered(host, say, name):
    host.page.get_by_role("button", name=f"{say['handOver.offer']}: {name}").click()
    dialog = host.page.get_by_role("dialog")
    assert_accessible(host.page)
    pictured(host, "host-hand-over")
    dialog.get_by_role("button", name=say["handOver.yes"]).click()
    dialog.wait_for(state="hidden")
    host.page.get_by_role("button", name=f"{say['handOver.withdraw']}: {name}").wait_for()


@pytest.mark.parametrize("locale", LANGUAGES)
def test_hand_over_makes_a_player_the_host_beside_the_game(party, locale):
    say = words(locale)
    links, host = host_of(party, TABLET, locale)
    anna, bo = guest(party, links, "Anna"), guest(party, links, "Bo")
    host.press("start")
    host.press("skip")
    for device in (host, anna, bo):
        device.state("CLUE_LEVEL")
    secret = secret_of(host)
    brake = anna.page.locator('button[data-action="brake"]')

    # Offered, withdrawn, offered again: the phone follows.
    offered(host, say, "Anna")
    offer = anna.page.locator('[data-key="offer"]')
    offer.wait_for()
    assert_accessible(anna.page)
    assert_accessible(host.page)
    pictured(anna, "player-offer")
    pictured(host, "host-offered")
    clue = anna.page.locator('[data-state="CLUE_LEVEL"]').bounding_box()
    box = offer.bounding_box()
    assert box["y"] + box["height"] <= clue["y"], "the offer covers what is asked"
    assert brake.evaluate(ON_TOP), "the brake is not to be pressed any more"
    assert bo.page.locator('[data-key="offer"]').count() == 0
    host.page.get_by_role("button", name=f"{say['handOver.withdraw']}: Anna").click()
    offer.wait_for(state="detached")
    offered(host, say, "Anna")
    offer.wait_for()
    assert not leaks(anna, secret)

    # By the keyboard alone, in a page of its own beside the player's.
    link = offer.get_by_role("link", name=said("host.become", locale))
    address = link.get_attribute("href")
    link.focus()
    with anna.context.expect_page() as opened:
        anna.page.keyboard.press("Enter")
    page = opened.value
    page.locator('[data-key="session"][data-state="CLUE_LEVEL"]').wait_for()
    assert page.url.endswith("/host"), "the address tells nothing"
    assert_accessible(page)
    host.page.locator('[data-key="over-taken_over"]').wait_for()
    offer.wait_for(state="detached")
    page.locator('button[data-action="more"]').click()
    page.locator('button[data-action="pause"]').click()
    anna.page.locator("main").filter(has_text=say["paused"]).wait_for()
    page.reload()
    page.locator('[data-key="session"]').wait_for()

    # Bo's phone finds nothing to take, and says so.
    bo.open(address)
    bo.page.locator('[data-key="over-wrong_state"]').wait_for()
    assert_accessible(bo.page)
