"""Whole games in real pages."""

import re

from leaks import leaks, secret_of
from party import PHONE, SCREEN, TABLET

# Long enough that only the host's hand moves the game on.
TIMINGS = {"intro": 300_000, "clue": 300_000, "brakeAnswer": 300_000, "reveal": 300_000, "followup": 300_000,
           "followupResults": 300_000, "scoreboard": 300_000, "final": 8_000}
SETTINGS = {"locale": "sv", "destinationsCount": 1, "followupsPerDestination": 2, "seed": 7, "timings": TIMINGS}


def test_a_whole_game(party):
    links = party.post("/v1/sessions", {"settings": SETTINGS})
    host, tv = party.device("host", TABLET), party.device("tv", SCREEN)
    anna, bo = party.phone("anna"), party.phone("bo")

    # Everybody finds the way in: the console's link, a code on the TV, the QR, a typed code.
    host.open(f"/host#s={links['sessionId']}&r={links['hostRefreshToken']}")
    host.sees("Ingen ombord än")
    assert host.page.url == party.gateway + "/host"
    tv.open("/tv")
    host.fill("TV:ns kod", tv.page.locator(".big-code").inner_text())
    tv.state("LOBBY")
    anna.open(links["joinUrl"]).fill("Ditt namn", "Anna")
    anna.state("LOBBY")
    bo.open("/").fill("Kod", links["joinCode"].lower())
    bo.fill("Ditt namn", "anna")
    bo.sees("Namnet är upptaget")
    bo.fill("Ditt namn", "<b>Bo</b>")
    bo.state("LOBBY")
    tv.sees("<b>Bo</b>")
    party.picture("1-lobby")

    host.press("start")
    tv.state("ROUND_INTRO")
    host.press("skip")
    secret = secret_of(host)
    for device in (tv, anna, bo):
        device.state("CLUE_LEVEL")
    party.picture("2-clue")

    # The first to brake is alone with the answer, also after a reload.
    anna.press("brake")
    anna.page.get_by_role("dialog").wait_for()
    bo.sees("Anna bromsar!")
    anna.page.reload()
    anna.page.get_by_role("dialog").wait_for()
    party.picture("3-brake")
    anna.fill("Ditt svar", secret["destination"]["name"])
    bo.sees("8 poäng")
    anna.sees("Du har svarat")
    host.sees("1 av 2 har svarat")
    tv.page.reload()
    tv.state("CLUE_LEVEL")
    party.picture("4-locked")

    host.press("pause")
    bo.sees("Paus")
    host.press("resume")
    bo.page.locator('[data-key="paused"]').wait_for(state="detached")

    # The last to lock ends the journey.
    bo.press("brake")
    bo.fill("Ditt svar", "Atlantis")
    for device in (tv, anna, bo):
        device.state("REVEAL_DESTINATION")
        device.sees(secret["destination"]["name"])
        assert leaks(device, secret) == []
    assert leaks(host, secret), "a search that finds nothing where all is told proves nothing"
    anna.sees("Rätt! +10 p")
    bo.sees("Fel svar: Atlantis")
    party.picture("5-reveal")

    for followup in secret["followups"]:
        host.press("skip")
        for device in (anna, bo):
            device.sees(followup["questionText"])
        anna.fill("Ditt svar", "vet inte")
        anna.sees("Ändra svaret")
        anna.fill("Ditt svar", followup["accepted"][0])
        anna.sees(f"Ditt svar: {followup['accepted'][0]}")
        party.picture(f"6-question-{followup['index']}")
        bo.fill("Ditt svar", "vet inte")
        bo.sees("Inte rätt den här gången")
        anna.page.locator(".card.right").wait_for()
        party.picture(f"7-answer-{followup['index']}")

    host.press("skip")
    tv.state("SCOREBOARD")
    party.picture("8-scoreboard")
    host.press("skip")
    tv.sees("Och vinnaren är …")
    party.picture("9-suspense")
    tv.page.locator(".podium").wait_for()
    anna.sees("Du vann!")
    party.picture("10-winner")
    tv.sees("Tack för ikväll!")
    for device in (tv, anna, bo):
        device.state("ROUND_END")
    party.picture("11-end")
    assert points_of(anna) > points_of(bo) == 0


def points_of(phone):
    return int(re.search(r"\d+", phone.page.locator(".my-score b").inner_text())[0])


def test_a_host_makes_a_session_and_removes_a_player(party):
    host, phone = party.device("host", TABLET, locale="en-GB"), party.device("phone", PHONE, locale="en-GB")
    host.open("/host")
    host.picture("0-create")
    host.page.get_by_role("button", name="Create the game").click()
    phone.open("/").fill("Code", host.page.locator(".join-code").inner_text())
    phone.fill("Your name", "Cleo")
    phone.state("LOBBY")
    host.page.get_by_role("button", name="Remove Cleo").click()
    host.page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    phone.sees("You are no longer in the game")
    phone.picture("12-kicked")
    phone.page.reload()
    phone.page.get_by_label("Code", exact=True).wait_for()


def test_a_seat_is_taken_over_and_taken_back(party):
    links = party.post("/v1/sessions", {"settings": SETTINGS})
    phone = party.phone("phone")
    phone.open(links["joinUrl"]).fill("Ditt namn", "Dag")
    phone.state("LOBBY")
    other = phone.context.new_page()
    other.goto(phone.page.url)
    other.locator('[data-state="LOBBY"]').wait_for()
    phone.sees("Spelet är öppet på ett annat ställe")
    phone.press("takeBack")
    phone.state("LOBBY")
    other.get_by_text("Spelet är öppet på ett annat ställe").wait_for()


def test_a_wrong_link_leads_to_the_code(party):
    links = party.post("/v1/sessions", {"settings": SETTINGS})
    phone, tv = party.phone("phone"), party.device("tv", SCREEN)
    phone.open(f"/join/{links['sessionId']}?t=wrong").fill("Ditt namn", "Eva")
    phone.sees("Länken fungerar inte. Skriv in koden på TV:n.")
    phone.fill("Kod", "222222")
    phone.sees("Det finns inget spel med den koden.")
    phone.picture("13-wrong")
    tv.open(f"/tv/{links['sessionId']}?t=wrong")
    tv.sees("Länken fungerar inte")


def test_a_watcher_reads_the_document(party):
    links = party.post("/v1/sessions", {"settings": SETTINGS})
    watcher = party.device("watcher", SCREEN)
    watcher.open(f"/watch/{links['sessionId']}?t={links['tvJoinToken']}")
    watcher.page.get_by_role("heading", name="LOBBY").wait_for()
    watcher.page.get_by_text("the document").click()
    watcher.sees(f'"sessionId": "{links["sessionId"]}"')
    watcher.picture("14-watch")
