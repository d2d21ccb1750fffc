"""A gateway of two games: the host chooses, and every page becomes that game's (Tests/ExampleGame/web)."""

import re

import pytest

from contract import QUIZ, TRIPTO, Contract
from party import SCREEN, TABLET, Party


@pytest.fixture
def evening(request, two_games, browser):
    """Of the quiz, or of the game whose contract a test names."""
    party = Party(two_games, browser, Contract(getattr(request, "param", QUIZ)))
    yield party
    party.close()


def chosen(evening, game):
    """A host who has chosen, and made a session."""
    host = evening.device("host", TABLET, locale="en-GB")
    host.open("/host")
    host.page.get_by_role("radio", name=game).wait_for(state="attached")
    host.page.locator("label.segment", has_text=game).click()
    return host


def joined(host, evening, name):
    phone = evening.phone(name)
    phone.open(host.page.get_by_role("link", name="Link for players").get_attribute("href"))
    phone.page.locator("#name").fill(name)
    phone.page.keyboard.press("Enter")
    return phone.state("LOBBY")


def answered(phone, right):
    sum_ = phone.page.locator("h1.level").inner_text()
    one, other = map(int, re.findall(r"\d+", sum_))
    phone.page.locator("#sum").fill(str(one + other + (0 if right else 1)))
    phone.page.keyboard.press("Enter")
    return sum_


def test_the_example_is_played_to_its_end(evening):
    host = chosen(evening, "Sums")
    host.page.get_by_label("Questions").fill("2")
    host.page.get_by_role("button", name="Create the game").click()
    host.state("LOBBY")
    right, wrong = joined(host, evening, "Ada"), joined(host, evening, "Bo")
    tv = evening.device("tv", SCREEN, locale="en-GB").open("/tv")
    code = tv.page.locator(".pairing .big-code").inner_text()
    host.page.get_by_label("The TV's code").fill(code)
    host.page.keyboard.press("Enter")
    tv.state("LOBBY")
    host.press("start")
    for number in range(2):
        for device in (host, right, wrong, tv):
            device.page.locator('[data-state="QUESTION"]').wait_for()
        answered(right, True)
        right.page.locator('[data-key="answered"]').wait_for()
        if number == 0:
            evening.picture("sums")
            host.page.locator('[data-key="solution"]').wait_for()
            tv.fits()
        answered(wrong, False)
    tv.state("OVER")
    right.state("OVER").sees("Du vann!")
    wrong.state("OVER")
    assert right.page.locator(".my-score b").inner_text() == "2 p"
    host.page.get_by_role("heading", name="Ada won").wait_for()
    evening.picture("sums-over")


def test_nothing_of_the_solution_reaches_a_player_or_the_screen(evening):
    host = chosen(evening, "Sums")
    host.page.get_by_role("button", name="Create the game").click()
    phone = joined(host, evening, "Ada")
    host.press("start")
    phone.state("QUESTION")
    assert not any("solution" in frame for frame in phone.received)
    assert any("solution" in frame for frame in host.received)


@pytest.mark.parametrize("evening", [TRIPTO], ids=["tripto"], indirect=True)
def test_the_other_game_is_there_as_ever(evening):
    host = chosen(evening, "Tripto")
    host.page.get_by_label("Destinations").wait_for()
    host.page.get_by_role("button", name="Create the game").click()
    phone = joined(host.state("LOBBY"), evening, "Ada")
    host.press("start")
    phone.state("CLUE_LEVEL").page.locator("button.brake").wait_for()


def test_a_pages_styles_are_its_games(evening):
    host = chosen(evening, "Sums")
    host.page.get_by_role("button", name="Create the game").click()
    phone = joined(host, evening, "Ada")
    sheets = phone.page.eval_on_selector_all("link[rel=stylesheet]", "links => links.map(link => link.getAttribute('href'))")
    assert sheets and not any("/games/tripto/" in sheet for sheet in sheets)
