"""As many guests as a session takes by default: all of them must be on the TV."""

from party import PHONE, SCREEN, TABLET

TIMINGS = {"intro": 300_000, "clue": 300_000, "reveal": 300_000, "followup": 300_000, "followupResults": 300_000,
           "scoreboard": 300_000, "final": 1_000}
SETTINGS = {"locale": "sv", "destinationsCount": 1, "followupsPerDestination": 1, "seed": 7, "timings": TIMINGS}
GUESTS = 20
# What makes the game go on from each screen, with every clue shown. The one guest who is there closes the question by answering it.
MOVES = [("LOBBY", "start"), ("ROUND_INTRO", "skip"), ("CLUE_LEVEL", "clues"), ("REVEAL_DESTINATION", "skip"),
         ("FOLLOWUP_QUESTION", "answer"), ("SCOREBOARD", "skip"), ("ROUND_END", "start")]


def test_a_full_house_fits_the_tv_and_plays_again(party):
    links = party.post("/v1/sessions", {"settings": SETTINGS})
    host, tv = party.device("host", TABLET), party.device("tv", SCREEN)
    host.open(f"/host#s={links['sessionId']}&r={links['hostRefreshToken']}")
    tv.open(links["tvUrl"])
    guest = party.phone("guest")
    guest.open(links["joinUrl"]).fill("Ditt namn", "Anna")
    for number in range(1, GUESTS):
        body = {"joinToken": links["joinToken"], "name": f"Resenär {number + 1}"}
        party.post(f"/v1/sessions/{links['sessionId']}/join", body)
    tv.sees(f"Resenär {GUESTS}")
    late = party.device("late", PHONE)
    late.open(links["joinUrl"]).fill("Ditt namn", "Sen")
    late.sees("Det är fullt ombord.")

    for number, (screen, move) in enumerate(MOVES):
        tv.state(screen)
        if move == "clues":
            for points in (8, 6, 4, 2):
                host.press("skip")
                tv.sees(f"{points} poäng")
            tv.picture(f"2{number}-full-last-clue")
            tv.fits()
            guest.press("brake")
            tv.sees("Anna bromsar!")
            move = "skip"
        if move == "answer":
            tv.picture(f"2{number}-full")
            guest.fill("Ditt svar", "vet inte")
            tv.sees("Rätt svar")
            move = "skip"
        tv.picture(f"2{number}-full-{screen.lower()}")
        tv.fits()
        host.press(move)
    tv.state("ROUND_INTRO")
