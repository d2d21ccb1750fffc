"""Every screen of the TV for every number of guests from one to twenty: nothing is cut off, nothing lies on anything
else, and all of it stays 5 % away from the edges, which televisions cut."""

import pytest

from boxes import faults
from stage import Stage, document, timer

SIZES = [(1366, 768), (1920, 1080), (3840, 2160)]
# Where lists change their shape, and the seven that once lost their winner.
CORNERS = [1, 5, 6, 7, 10, 11, 20]


def answered(count, guests, state="CLUE_LEVEL"):
    doc = document(state, guests=guests)
    for number, player in enumerate(doc["players"]):
        player["locked"] = number < count
    return doc


def finale(passed_ms, guests, scores=None):
    doc = document("FINAL_RESULTS", guests=guests, scores=scores)
    doc["timers"] = [timer(passed_ms, 10_500)]
    doc["timers"][0].update(paused=True, remainingMs=10_500 - passed_ms)
    return doc


def braked(owner, guests):
    doc = answered(guests - 1, guests, "PAUSED_FOR_BRAKE")
    doc["brake"]["brakeOwnerPlayerId"] = f"p{owner}"
    return doc


def asked(guests):
    doc = document("FOLLOWUP_QUESTION", guests=guests)
    doc["followup"] = {**{key: doc["followup"][key] for key in ("index", "total", "questionText")}, "locked": False}
    return doc


def standing(guests, scores=None, last=False):
    doc = document("SCOREBOARD", guests=guests, scores=scores)
    if last:
        doc["round"]["index"] = doc["round"]["total"]
    return doc


def troubled(doc):
    """Everything that may go wrong at once."""
    doc["paused"] = doc["state"] != "ROUND_END"
    doc["session"]["host"]["connected"] = False
    for one in doc["timers"]:
        one.update(paused=True, remainingMs=9_000)
    return doc


def ended(guests, scores=None):
    doc = document("ROUND_END", guests=guests, scores=scores)
    doc["final"].update(aborted=True, winnerPlayerId=None, isTie=False, tieWinners=[])
    doc["session"]["status"] = "ended"
    return doc


def silent(guests):
    doc = document("REVEAL_DESTINATION", guests=guests)
    for result in doc["reveal"]["results"]:
        result.update(answerText="", isCorrect=False, pointsAwarded=0)
    return doc


def screens(guests):
    """[(title, document)] of a game with so many guests."""
    nothing = [0] * guests
    one = [16] + [0] * (guests - 1)
    equal = [12] * guests
    return [
        ("lobby", document("LOBBY", guests=guests)),
        ("packing", document("PREPARING_ROUND", guests=guests)),
        ("intro", document("ROUND_INTRO", guests=guests)),
        *((f"clue-{count}", answered(count, guests)) for count in sorted({0, 1, guests // 2, guests - 1, guests})),
        ("clue-troubled", troubled(answered(guests, guests))),
        *((f"brake-{owner}", braked(owner, guests)) for owner in sorted({0, min(2, guests - 1), guests - 1})),
        ("brake-troubled", troubled(braked(guests - 1, guests))),
        ("reveal", document("REVEAL_DESTINATION", guests=guests)),
        ("reveal-silent", silent(guests)),
        ("question", asked(guests)),
        ("solution", document("FOLLOWUP_QUESTION", guests=guests)),
        ("scoreboard", standing(guests)),
        ("scoreboard-nothing", standing(guests, nothing)),
        ("scoreboard-troubled", troubled(standing(guests))),
        ("scoreboard-last", standing(guests, last=True)),
        ("finale-suspense", finale(1_000, guests)),
        ("finale-winner", finale(6_800, guests)),
        ("finale-winner-one", finale(6_800, guests, one)),
        ("finale-winner-equal", finale(6_800, guests, equal)),
        ("finale-winner-nobody", finale(6_800, guests, nothing)),
        ("finale-standings", finale(9_000, guests)),
        ("end", document("ROUND_END", guests=guests)),
        ("end-equal", document("ROUND_END", guests=guests, scores=equal)),
        ("end-troubled", troubled(document("ROUND_END", guests=guests))),
        ("ended", ended(guests)),
    ]


def played(stage, guests, locale="sv"):
    """Each fault of each screen."""
    found = []
    for title, doc in screens(guests):
        doc["session"]["settings"]["locale"] = locale
        stage.show(doc)
        found += [f"{guests} guests, {title}: {fault}" for fault in faults(stage.tv.page)]
    return found


CUT = """() => [...document.querySelectorAll(".guests bdi")].filter((name) => name.scrollWidth > name.clientWidth + 1)
  .map((name) => name.textContent)"""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[1]}")
def test_no_name_is_cut_where_there_is_room(party, size):
    stage = screen_of(party, size)
    for guests in range(1, 11):
        stage.show(document("LOBBY", guests=guests))
        assert stage.tv.page.evaluate(CUT) == [], f"lobby of {guests}"
    stage.show(document("FOLLOWUP_QUESTION", guests=5))
    assert stage.tv.page.evaluate(CUT) == []


NAME_AND_PLACE = """(row) => {
  const range = document.createRange();
  range.selectNodeContents(row.querySelector(".name"));
  return range.getBoundingClientRect().left;
}"""


def test_names_from_right_to_left_begin_where_the_others_do(party):
    stage = screen_of(party, (1366, 768))
    doc = standing(5)
    doc["scoreboard"][1]["name"] = doc["players"][1]["name"] = "عبد الرحمن"
    stage.show(doc)
    rows = stage.tv.page.locator(".board li")
    assert rows.nth(0).evaluate(NAME_AND_PLACE) == pytest.approx(rows.nth(1).evaluate(NAME_AND_PLACE), abs=2)


WIDEST = "W" * 20
SMALL = [(1280, 720), (1920, 1080)]


def ends(guests):
    """The ends with the least and the most to say: nobody has won, and somebody with the widest name has."""
    nothing, won = [0] * guests, document("ROUND_END", guests=guests, scores=[16] + [0] * (guests - 1))
    widest = finale(6_800, guests, [16] + [0] * (guests - 1))
    for doc in (won, widest):
        doc["players"][0]["name"] = WIDEST
        for standing in (*doc["scoreboard"], *doc["final"]["standingsTop"], *doc["final"]["standingsFull"]):
            if standing["playerId"] == "p0":
                standing["name"] = WIDEST
    return [("nobody", finale(6_800, guests, nothing)), ("nobody-standings", finale(9_000, guests, nothing)),
            ("nobody-end", document("ROUND_END", guests=guests, scores=nothing)),
            ("nobody-troubled", troubled(document("ROUND_END", guests=guests, scores=nothing))),
            ("widest", widest), ("widest-end", won)]


# The parts of a screen, which may neither touch each other nor reach past the room they have: what a box paints over is
# as lost as what a letter covers.
APART = """() => {
  const boxes = [".screen .board", ".invitation .qr", ".invitation p", ".thanks", ".screen h1"]
    .flatMap((part) => [...document.querySelectorAll(part)].map((element) => [part, element.getBoundingClientRect()]));
  const isOver = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return boxes.flatMap(([name, box], place) => boxes.slice(place + 1)
    .filter(([, other]) => isOver(box, other)).map(([other]) => `${name} on ${other}`));
}"""


@pytest.mark.parametrize("size", SMALL, ids=lambda size: f"{size[1]}")
@pytest.mark.parametrize("locale", ["sv", "en"])
def test_any_number_of_guests_fits_at_the_end(party, locale, size):
    stage = screen_of(party, size)
    found = []
    for guests in range(1, 21):
        for title, doc in ends(guests):
            doc["session"]["settings"]["locale"] = locale
            stage.show(doc)
            if guests in (1, 7, 16, 20):
                stage.tv.picture(f"70-{title}-{guests}-{locale}-{size[1]}")
            told = faults(stage.tv.page) + stage.tv.page.evaluate(APART)
            found += [f"{guests} guests, {title}: {fault}" for fault in told]
    assert not found, "\n".join(found)


def screen_of(party, size):
    return Stage(party, {"viewport": {"width": size[0], "height": size[1]}}).show(document("LOBBY")).open()


@pytest.mark.parametrize("guests", range(1, 21))
def test_any_number_of_guests_fits(party, guests):
    assert played(screen_of(party, (1920, 1080)), guests) == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[1]}")
@pytest.mark.parametrize("locale", ["sv", "en"])
def test_any_screen_fits(party, locale, size):
    stage = screen_of(party, size)
    assert [fault for guests in CORNERS for fault in played(stage, guests, locale)] == []
