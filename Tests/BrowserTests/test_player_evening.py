"""A whole evening by clicking: one TV, one host, five phones; and the guests whom it does not go well for."""

from types import SimpleNamespace

from axe import assert_accessible
from evening import Evening
from leaks import leaks, secret_of
from party import SCREEN, TABLET

GUESTS = ["Anna", "Bo", "Cleo", "Dag", "Eva"]
ANSWERS = [10, 8, 6, 4, 2]


def test_an_evening_with_five_phones(party):
    evening = Evening(party, timings={"final": 4_000}, followupsPerDestination=2, destinationsCount=2)
    # Here the host clicks as well: whoever came last has the seat.
    evening.host, tv = party.device("host", TABLET), party.device("tv", SCREEN)
    evening.host.open(f"/host#s={evening.links['sessionId']}&r={evening.links['hostRefreshToken']}")
    evening.host.sees("Ingen ombord än")
    tv.open(evening.links["tvUrl"])
    phones = [evening.phone(name) for name in GUESTS]
    for name in GUESTS:
        tv.sees(name)
    evening.begin(phones[0], tv, *phones)
    heard = {}
    for number in range(2):
        secret = secret_of(evening.host)
        # Each brakes on a level of their own; the last lock of all ends the journey.
        for points, phone in zip(ANSWERS, phones):
            phone.sees(f"{points} poäng")
            phone.press("brake")
            phone.page.get_by_role("dialog").wait_for()
            phone.fill("Ditt svar", secret["destination"]["name"] if points > 4 else "Atlantis")
        for device in (tv, *phones):
            device.state("REVEAL_DESTINATION")
            device.sees(secret["destination"]["name"])
            assert leaks(since(heard, device), secret) == []
        assert leaks(since(heard, evening.host), secret), "a search that finds nothing where all is told proves nothing"
        for points, phone in zip(ANSWERS, phones):
            phone.sees(f"Rätt! +{points} p" if points > 4 else "Fel svar: Atlantis")
        for followup in secret["followups"]:
            evening.skip("FOLLOWUP_QUESTION", *phones)
            for phone in phones:
                phone.sees(followup["questionText"])
                phone.fill("Ditt svar", followup["accepted"][0])
            for phone in phones:
                phone.page.locator(".verdict.right").wait_for()
        evening.skip("SCOREBOARD", tv, *phones)
        if number == 0:
            evening.host.press("skip")
            phones[0].state("ROUND_INTRO")
            heard = {device: len(device.received) for device in (tv, *phones, evening.host)}
            evening.skip("CLUE_LEVEL", *phones)
    evening.skip("FINAL_RESULTS", phones[1])
    phones[0].sees("Du vann!")
    for phone in phones[1:]:
        phone.sees("Vinnare: Anna")
    assert [points_of(phone) for phone in phones] == [28, 24, 20, 8, 8]


def since(heard, device):
    """What came in this round."""
    return SimpleNamespace(received=device.received[heard.get(device, 0):])


def points_of(phone):
    return int(phone.page.locator(".my-score b").inner_text().split()[0])


def test_whoever_comes_late_is_in_from_where_the_game_is(party):
    evening = Evening(party)
    first = evening.phone("Anna")
    evening.begin(first)
    late = party.phone("sen")
    late.open(evening.links["joinUrl"]).fill("Ditt namn", "Sen")
    late.state("CLUE_LEVEL")
    late.press("brake")
    late.page.get_by_role("dialog").wait_for()
    first.sees("Sen bromsar!")


def test_where_nobody_may_come_late_a_page_says_so(party):
    evening = Evening(party, allowLateJoin=False)
    first = evening.phone("Anna")
    evening.begin(first)
    late = party.phone("sen")
    late.open(evening.links["joinUrl"]).fill("Ditt namn", "Sen")
    late.sees("Spelet har redan börjat")
    late.picture("player-late")
    late.press("again")
    assert late.page.locator("#name").input_value() == "Sen"
    late.page.keyboard.press("Enter")
    late.sees("Spelet har redan börjat")
    late.press("otherCode")
    late.page.locator("#joinCode").wait_for()


def test_a_typed_address_ends_in_the_code(party):
    evening = Evening(party)
    phone = party.phone("anna").open(f"/{evening.links['joinCode'].lower()}")
    phone.fill("Ditt namn", "Anna")
    phone.state("LOBBY")
    assert phone.page.url == f"{party.gateway}/join/{evening.links['sessionId']}"
    # The same address again is the same seat.
    phone.open(f"/{evening.links['joinCode']}").state("LOBBY")

    other = party.phone("bo").open("/QZZ23Q")
    other.sees("Det finns inget spel med den koden.")
    assert other.page.locator("#joinCode").input_value() == "QZZ23Q"
    assert_accessible(other.page)
    other.fill("Kod", evening.links["joinCode"])
    other.page.locator("#name").wait_for()


def test_where_nothing_is_a_page_says_so_and_leads_on(party):
    phone = party.phone("anna").open("/games/of/yore")
    phone.sees("Den här sidan finns inte")
    assert_accessible(phone.page)
    phone.page.get_by_role("link", name="Visa spelet här").click()
    phone.page.locator(".big-code").wait_for()


def test_a_link_that_is_too_old_leads_to_the_code(party):
    evening = Evening(party)
    phone = party.phone("anna").open(evening.links["joinUrl"])
    evening.host.renew_link()
    phone.fill("Ditt namn", "Anna")
    phone.sees("Länken har gått ut. Skriv in koden på TV:n.")
    phone.fill("Kod", evening.links["joinCode"])
    phone.page.locator("#name").wait_for()
    phone.page.keyboard.press("Enter")
    phone.state("LOBBY")


def test_a_link_of_a_session_that_is_over_leads_on(party):
    evening = Evening(party)
    inside, outside = evening.phone("Anna"), party.phone("bo")
    outside.open(evening.links["joinUrl"])
    evening.begin(inside)
    evening.host.press("end")
    inside.sees("Spelet är slut")
    party.delete(f"/v1/sessions/{evening.links['sessionId']}", evening.links["hostAuthToken"])
    inside.page.locator('[data-key="over-session_ended"]').wait_for()
    inside.picture("player-ended")
    outside.fill("Ditt namn", "Bo")
    outside.page.locator('#joinCode, [data-key="away-session_ended"]').first.wait_for()
    outside.picture("player-ended-link")


def test_somebody_who_was_removed_while_away_is_told(party):
    evening = Evening(party)
    phone = evening.phone("Anna")
    evening.phone("Bo")
    address = phone.page.url
    phone.open("/player/manifest.webmanifest")
    evening.host.kick(phone)
    phone.page.goto(address)
    phone.sees("Du är inte längre med")


def test_a_seat_goes_on_from_the_start_page(party):
    """As a phone does whose app is opened from the home screen."""
    evening = Evening(party)
    phone = evening.phone("Anna")
    phone.open("/")
    phone.page.get_by_role("button", name="Fortsätt som Anna").click()
    phone.state("LOBBY")
