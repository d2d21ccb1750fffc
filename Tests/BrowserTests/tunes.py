"""Name that tune with recordings of the tests' own, the book as it is written, and documents that a test makes up."""

import array
import math
import pathlib
import re
import wave

from stage import document, player_document, timer

TUNES = pathlib.Path(__file__).resolve().parents[2] / "Sources/Games/NameThatTune/Bundled/tunes"
RATE = 32_000
RECORDED = 12


def record(file, hertz):
    """A tone of ten seconds more than a game may play."""
    samples = array.array("h", (round(8000 * math.sin(2 * math.pi * hertz * i / RATE)) for i in range(RATE)))
    with wave.open(str(file), "wb") as wav:
        wav.setnchannels(1)
        wav.setsampwidth(2)
        wav.setframerate(RATE)
        wav.writeframes(samples.tobytes() * 30)


def recorded(folder):
    """The folder, in which the first tunes of the book have recordings."""
    own = folder / "name-that-tune"
    own.mkdir()
    for place, tune in enumerate(sorted(TUNES.glob("*.abc"))[:RECORDED]):
        record(own / f"{tune.stem}.wav", 220 + 20 * place)
    return folder


def guess(phone, artist, title):
    phone.page.locator("#artist").fill(artist)
    phone.page.locator("#title").fill(title)
    phone.page.locator('form[data-action="tuneDone"] button').click()


def book():
    """Every tune as the pages are told of it, in each language: {locale: [{title, artist, trivia}]}."""
    told = {"sv": [], "en": []}
    for file in sorted(TUNES.glob("*.abc")):
        head = dict(re.findall(r"^(?:%%x-)?([\w-]+): *(.*?) *$", file.read_text(), re.MULTILINE))
        for locale, tunes in told.items():
            trivia = head.get(f"trivia-{locale}")
            tunes.append({"title": head.get(f"title-{locale}", head["T"]), "artist": head.get(f"artist-{locale}", head["C"]),
                          "whyFree": head["free"], "trivia": [part.strip() for part in trivia.split("|")] if trivia else None})
    return told


# The states of this game in which a document of all games' is the same but for its name.
KIT_STATES = {"LOBBY": "LOBBY", "FINAL_RESULTS": "FINAL_RESULTS", "OVER": "ROUND_END"}
REVEALED = ("REVEAL", "TRIVIA", "SCOREBOARD")
TUNE = {"title": "Rhapsody on a Theme of Paganini", "artist": "Pjotr Tjajkovskij", "whyFree": "Pjotr Tjajkovskij died in 1893; the piece is of 1876.",
        "trivia": ["In which country was it first played?", "Austria-Hungary", "The Russian Empire", "Sweden and Norway", "Italy"]}
WRONG = [("", ""), ("Wolfgang Amadeus Mozart, tror jag", "Eine kleine Nachtmusik"), ("Abba", "")]


def tune_document(state, locale="sv", guests=5, tune=TUNE, is_over=False, make=document, **more):
    """A TV's document of this game, or with `make` a player's. `is_over`: of the trivia."""
    doc = make(KIT_STATES.get(state, "SCOREBOARD"), locale, guests, **more)
    for member in ("clue", "brake", "followup", "dispute", "uiHints"):
        del doc[member]
    doc["state"] = state
    doc["session"]["game"] = "name-that-tune"
    doc["canReact"] = state != "PLAYING" and state != "PREPARING" and (state != "TRIVIA" or is_over)
    doc["session"]["settings"] = {
        "songsCount": 10, "clipSeconds": 30, "source": "both", "artist": None, "genre": None, "fromYear": None, "toYear": None, "trivia": True, "locale": locale,
        "points": {"artist": 1, "title": 1, "trivia": 1}, "maxPlayers": 50, "allowLateJoin": True, "nameFilter": "medium", "reactions": True,
        "timings": {"guess": 0, "reveal": 12_000, "trivia": 20_000, "triviaResults": 6_000, "scoreboard": 8_000, "final": 10_500}}
    if state in ("REVEAL", "TRIVIA"):
        doc["timers"] = [timer()]
    if "audio" in doc:
        doc["audio"] = {"voice": None, "speaker": None, "gainDb": -16}
        doc["cover"] = None
    if doc["round"]:
        doc["round"].update(index=2, total=10)
    # One in four is right.
    guesses = [(tune["artist"], tune["title"]), *WRONG]
    ids = [player["playerId"] for player in doc["players"]]
    doc["reveal"] = {
        "title": tune["title"], "artist": tune["artist"], "year": 1876, "country": "RU", "genre": "classical", "whyFree": tune["whyFree"],
        "results": [{"playerId": player, "artist": artist, "title": title, "isArtistCorrect": place % 4 == 0,
                     "isTitleCorrect": place % 4 == 0, "pointsAwarded": 2 if place % 4 == 0 else 0}
                    for place, (player, (artist, title)) in enumerate(zip(ids, guesses * len(ids)))]} if state in REVEALED else None
    doc["trivia"] = None
    if state == "TRIVIA" and tune["trivia"]:
        question, *options = tune["trivia"]
        doc["trivia"] = {"question": question, "options": options, "correctOption": 0 if is_over else None, "results": [
            {"playerId": player, "option": place % 4, "isCorrect": place % 4 == 0, "pointsAwarded": 1 if place % 4 == 0 else 0}
            for place, player in enumerate(ids)] if is_over else None}
    if "me" in doc:
        doc["me"] = {**{key: doc["me"][key] for key in ("playerId", "name", "points", "rank", "mayHost")}, "guess": None, "choice": None}
    return doc


def tune_of_player(*state, **more):
    return tune_document(*state, make=player_document, **more)
