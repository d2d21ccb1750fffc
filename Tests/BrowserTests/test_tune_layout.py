"""Every screen of Name that tune, on the television for any number of guests and for every tune of the book, and on phones: nothing
is cut off, nothing lies on anything else, and on the television all of it stays 5 % away from the edges."""

import pytest

from axe import assert_accessible
from boxes import faults
from contract import NAME_THAT_TUNE, Contract
from party import PHONE, Party
from stage import PhoneStage, Stage, timer
from test_player_layout import held
from tunes import book, tune_document, tune_of_player

CROWDS = [1, 3, 5, 6, 9, 20]
WIDTHS = [320, 390]


@pytest.fixture
def party(gateway, browser):
    party = Party(gateway, browser, Contract(NAME_THAT_TUNE))
    yield party
    party.close()


def opened(party, locale="sv", size=(1280, 720)):
    return Stage(party, {"viewport": {"width": size[0], "height": size[1]}}).show(tune_document("LOBBY", locale)).open()


def silent(doc):
    """Nobody was right."""
    for result in doc["reveal"]["results"]:
        result.update(isArtistCorrect=False, isTitleCorrect=False, pointsAwarded=0)
    return doc


def longest(doc):
    """What a model may say at most: `questionLength` in TriviaTask.swift, `optionLength` in TriviaFact.swift."""
    words = "Which of these quite long and winding names is that of the album that this song stands on"
    doc["trivia"].update(question=f"{words}?", options=[f"{start} Gardens of the Northern Philharmonic Wanderers"[:40] for start in ("Copper", "Velvet", "Silver", "Purple")])
    return doc


def last(doc):
    doc["round"]["index"] = doc["round"]["total"]
    return doc


def heard(doc, count):
    """So many are done."""
    for number, player in enumerate(doc["players"]):
        player["locked"] = number < count
    return doc


def finale(guests, locale, passed_ms):
    doc = tune_document("FINAL_RESULTS", locale, guests)
    doc["timers"] = [timer(passed_ms, 10_500)]
    doc["timers"][0].update(paused=True, remainingMs=10_500 - passed_ms)
    return doc


def screens(guests, locale):
    """[(title, document)] of a game with so many guests."""
    return [
        ("lobby", tune_document("LOBBY", locale, guests)),
        ("preparing", tune_document("PREPARING", locale, guests)),
        *((f"playing-{count}", heard(tune_document("PLAYING", locale, guests), count)) for count in sorted({0, 1, guests // 2, guests})),
        ("reveal", tune_document("REVEAL", locale, guests)),
        ("reveal-silent", silent(tune_document("REVEAL", locale, guests))),
        ("trivia", tune_document("TRIVIA", locale, guests)),
        ("solution", tune_document("TRIVIA", locale, guests, is_over=True)),
        ("solution-longest", longest(tune_document("TRIVIA", locale, guests, is_over=True))),
        ("solution-last", last(tune_document("TRIVIA", locale, guests, is_over=True))),
        ("scoreboard", tune_document("SCOREBOARD", locale, guests)),
        *((f"finale-{passed_ms}", finale(guests, locale, passed_ms)) for passed_ms in (1_000, 6_800, 9_000)),
        ("end", tune_document("OVER", locale, guests)),
    ]


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=lambda size: f"{size[1]}")
@pytest.mark.parametrize("locale", ["sv", "en"])
def test_any_number_of_guests_fits(party, locale, size):
    stage = opened(party, locale, size)
    found = []
    for guests in CROWDS:
        for title, doc in screens(guests, locale):
            stage.show(doc)
            stage.tv.picture(f"80-{title}-{guests}-{locale}-{size[1]}")
            found += [f"{guests} guests, {title}: {fault}" for fault in faults(stage.tv.page)]
            if guests == 5 and size[1] == 720:
                assert_accessible(stage.tv.page)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("locale", ["sv", "en"])
def test_every_tune_of_the_book_fits(party, locale):
    stage = opened(party, locale)
    found = []
    for tune in book()[locale]:
        for doc in (tune_document("REVEAL", locale, 8, tune), tune_document("TRIVIA", locale, 8, tune), tune_document("TRIVIA", locale, 8, tune, is_over=True)):
            stage.show(doc)
            found += [f"{tune['title']}, {doc['state']}: {fault}" for fault in faults(stage.tv.page)]
    assert not found, "\n".join(found)


def in_hand():
    """[(title, document)] of a phone."""
    done = tune_of_player("PLAYING")
    done["me"]["guess"] = {"artist": "Pjotr Tjajkovskij", "title": "Rhapsody on a Theme of Paganini", "done": True}
    chosen = tune_of_player("TRIVIA")
    chosen["me"]["choice"] = 1
    return [
        *((f"lobby-{guests}", tune_of_player("LOBBY", guests=guests)) for guests in (1, 20)),
        ("preparing", tune_of_player("PREPARING")),
        ("playing", tune_of_player("PLAYING")),
        ("done", done),
        ("reveal", tune_of_player("REVEAL")),
        ("reveal-wrong", tune_of_player("REVEAL", me=2)),
        ("trivia", tune_of_player("TRIVIA")),
        ("chosen", chosen),
        ("solution", tune_of_player("TRIVIA", is_over=True)),
        ("solution-longest", longest(tune_of_player("TRIVIA", is_over=True))),
        ("scoreboard", tune_of_player("SCOREBOARD")),
        ("end", tune_of_player("OVER")),
    ]


@pytest.mark.parametrize("width", WIDTHS)
def test_every_screen_of_a_phone_fits(party, width):
    stage = PhoneStage(party, {**PHONE, "viewport": {"width": width, "height": 640}}).show(tune_of_player("LOBBY")).open()
    found = []
    for title, doc in in_hand():
        stage.show(doc)
        stage.phone.picture(f"81-{title}-{width}")
        found += held(stage, title, enlarged=False)
        assert_accessible(stage.phone.page)
    assert not found, "\n".join(found)


def judged(locale, state="REVEAL", points=None, **verdict):
    """As a phone sees it whose guess was judged so; `isCorrect` of the trivia."""
    doc = tune_of_player(state, locale, is_over=True, me=1)
    own = [results["results"][1] for results in (doc["reveal"], doc["trivia"]) if results]
    for result in own:
        result.update({key: value for key, value in verdict.items() if key in result})
    if points is not None:
        doc["me"]["points"] = points
    return doc


TOLD = {"sv": ("rätt på titeln", "underkänner din artist", "ger dig rätt", "poäng till 7"),
        "en": ("title was right", "artist was wrong", "answer was right", "score to 7")}


@pytest.mark.parametrize("locale", TOLD)
def test_a_player_is_told_when_the_host_changes_a_verdict(party, locale):
    title, artist, trivia, points = TOLD[locale]
    stage = PhoneStage(party, {**PHONE, "viewport": {"width": 320, "height": 640}}, locale=f"{locale}-SE" if locale == "sv" else "en-GB")
    stage.show(tune_of_player("PLAYING", locale, me=1)).open()
    toast = stage.phone.page.locator("#toast")
    # The first verdict is the reveal's own to tell.
    stage.show(judged(locale, isTitleCorrect=False, isArtistCorrect=True))
    stage.phone.page.wait_for_timeout(200)
    assert toast.inner_text() == ""
    stage.show(judged(locale, isTitleCorrect=True, isArtistCorrect=True))
    toast.filter(has_text=title).wait_for()
    assert_accessible(stage.phone.page)
    assert stage.phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    stage.show(judged(locale, isTitleCorrect=True, isArtistCorrect=False))
    toast.filter(has_text=artist).wait_for()
    stage.show(judged(locale, "TRIVIA", isCorrect=False, isTitleCorrect=True, isArtistCorrect=False))
    stage.show(judged(locale, "TRIVIA", isCorrect=True, isTitleCorrect=True, isArtistCorrect=False))
    toast.filter(has_text=trivia).wait_for()
    stage.show(judged(locale, "SCOREBOARD", 6, isTitleCorrect=True, isArtistCorrect=False))
    stage.show(judged(locale, "SCOREBOARD", 7, isTitleCorrect=True, isArtistCorrect=False))
    toast.filter(has_text=points).wait_for()
