"""Every screen of a phone: upright, on its side, small, and with text of twice the size. Nothing is cut off, nothing
lies on anything else but what is pressed, and an own result is seen without a scroll."""

import pytest

from boxes import faults
from party import PHONE
from stage import PhoneStage, player_document, timer

SHAPES = {"320": (320, 568), "375": (375, 667), "390": (390, 780), "lying": (812, 375)}
# What a phone shows of itself over the page: the score at its lower edge, and the brake under the thumb.
FLOATING = ".my-score, .thumb"


def braking(owner, guests=5):
    doc = player_document("PAUSED_FOR_BRAKE", guests=guests)
    doc["brake"]["brakeOwnerPlayerId"] = f"p{owner}"
    doc["uiHints"]["canAnswer"] = owner == 0
    return doc


def answered(answer):
    doc = player_document("CLUE_LEVEL")
    doc["me"].update(lockedAnswer=answer, canBrake=False)
    doc["players"][0]["locked"] = True
    return doc


def question():
    doc = player_document("FOLLOWUP_QUESTION")
    doc["followup"] = {**{key: doc["followup"][key] for key in ("index", "total", "questionText")}, "locked": False}
    return doc


def sent():
    doc = question()
    doc["me"]["followupAnswer"] = "Nittonhundrasextiosex"
    return doc


def finale(passed_ms):
    doc = player_document("FINAL_RESULTS")
    doc["timers"] = [timer(passed_ms, 10_500)]
    doc["timers"][0].update(paused=True, remainingMs=10_500 - passed_ms)
    return doc


def last(doc):
    doc["round"]["index"] = doc["round"]["total"]
    return doc


def paused(doc):
    doc["paused"] = True
    doc["session"]["host"]["connected"] = False
    return doc


def ended():
    doc = player_document("ROUND_END")
    doc["final"].update(aborted=True, winnerPlayerId=None)
    doc["session"]["status"] = "ended"
    return doc


def screens():
    """[(title, document)]"""
    return [
        *((f"lobby-{guests}", player_document("LOBBY", guests=guests)) for guests in (1, 7, 20)),
        ("intro", player_document("ROUND_INTRO")),
        ("clue", player_document("CLUE_LEVEL")),
        ("clue-paused", paused(player_document("CLUE_LEVEL"))),
        ("brake-mine", braking(0)),
        ("brake-other", braking(2)),
        ("brake-paused", paused(braking(2))),
        ("locked", answered("Paris")),
        ("locked-empty", answered("")),
        ("reveal", player_document("REVEAL_DESTINATION")),
        ("question", question()),
        ("sent", sent()),
        ("solution", player_document("FOLLOWUP_QUESTION")),
        *((f"scoreboard-{guests}", player_document("SCOREBOARD", guests=guests)) for guests in (1, 7, 20)),
        ("scoreboard-last", last(player_document("SCOREBOARD"))),
        ("suspense", finale(1_000)),
        ("winner", finale(6_800)),
        *((f"end-{guests}", player_document("ROUND_END", guests=guests)) for guests in (1, 7, 20)),
        ("ended", ended()),
    ]


# What scrolls away under the score or the brake is not hidden by them. Sideways nothing scrolls.
BESIDE = "document.documentElement.scrollWidth - innerWidth"
# The lower edge of what must be seen at once, and the upper edge of the score.
SEEN = """() => {
  const own = document.querySelector(".verdict");
  return own ? [own.getBoundingClientRect().bottom, document.querySelector(".my-score").getBoundingClientRect().top] : [0, 0];
}"""
FLOWING = """(floating) => document.querySelectorAll(floating).forEach((element) => element.style.display = "none")"""
SHOWN = """(floating) => document.querySelectorAll(floating).forEach((element) => element.style.display = "")"""


def held(stage, title, enlarged):
    """Each fault of a phone's page: of its text alone, and of what floats over it alone. Where the text is
    enlarged, the score is scrolled to like everything else."""
    page = stage.phone.page
    found = []
    if page.evaluate(BESIDE) > 0:
        found.append(f"{title}: {page.evaluate(BESIDE)} px beside the edge")
    own, score = page.evaluate(SEEN)
    if own > score and not enlarged:
        found.append(f"{title}: the own result ends at {own}, the score begins at {score}")
    floats = faults(page, ".my-score", margin=0)
    found += [f"{title}: {fault}" for fault in floats if not (enlarged and fault.startswith("outside"))]
    page.evaluate(FLOWING, FLOATING)
    text = [fault for fault in faults(page, "#page", margin=0) if not fault.startswith("outside")]
    page.evaluate(SHOWN, FLOATING)
    return found + [f"{title}: {fault}" for fault in text]


def staged(party, shape, enlarged=False):
    width, height = SHAPES[shape]
    stage = PhoneStage(party, {**PHONE, "viewport": {"width": width, "height": height}})
    if enlarged:
        # What a reader sets in the browser: 200 % of 16 px.
        inspector = stage.phone.page.context.new_cdp_session(stage.phone.page)
        inspector.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    return stage.open()


@pytest.mark.parametrize("enlarged", [False, True], ids=["100 %", "200 %"])
@pytest.mark.parametrize("shape", SHAPES)
def test_every_screen_fits(party, shape, enlarged):
    stage = staged(party, shape, enlarged)
    found = []
    for title, doc in screens():
        stage.show(doc)
        if enlarged:
            assert stage.phone.page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") >= 32
        stage.phone.picture(f"60-{title}-{shape}{'-200' if enlarged else ''}")
        found += held(stage, title, enlarged)
    assert found == []


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_pressed_is_wholly_seen(party, shape):
    stage = staged(party, shape)
    for title in ("clue", "clue-paused"):
        stage.show(dict(screens())[title])
        assert faults(stage.phone.page, ".thumb", margin=0) == [], title
        brake = stage.phone.page.locator("button.brake").bounding_box()
        score = stage.phone.page.locator(".my-score").bounding_box()
        assert brake["y"] >= 0 and brake["y"] + brake["height"] <= score["y"], title


def test_nothing_looks_out_between_the_brake_and_the_score(party):
    page = staged(party, "320").show(player_document("CLUE_LEVEL")).phone.page
    thumb, score = (page.locator(part).bounding_box() for part in (".thumb", ".my-score"))
    assert thumb["y"] + thumb["height"] == pytest.approx(score["y"], abs=2)


@pytest.mark.parametrize("title", ["reveal", "solution"])
@pytest.mark.parametrize("size", [(667, 375), (812, 375)])
def test_on_its_side_a_phone_has_reactions_above_the_score(party, size, title):
    stage = PhoneStage(party, {**PHONE, "viewport": {"width": size[0], "height": size[1]}}).open()
    doc = dict(screens())[title]
    doc["canReact"] = True
    page = stage.show(doc).phone.page
    row = page.locator(".reactions")
    row.wait_for()
    box, score = row.bounding_box(), page.locator(".my-score").bounding_box()
    assert box["y"] + box["height"] <= score["y"]
    assert all(button.bounding_box()["width"] >= 44 for button in row.locator("button").all())
    own = page.locator(".verdict").bounding_box()
    assert own["y"] + own["height"] <= box["y"]


# Words that stand in more than one line though a line has room for them; and how much of the clue is seen above the brake.
BROKEN = """() => {
  const words = (element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      for (const { 0: word, index } of walker.currentNode.data.matchAll(/[^\\s]+/g)) {
        const range = document.createRange();
        range.setStart(walker.currentNode, index);
        range.setEnd(walker.currentNode, index + word.length);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (tops.size > 1) found.push(word);
      }
    }
    return found;
  };
  return [...document.querySelectorAll(".head, .clue")].flatMap(words);
}"""
LINES = """() => {
  const clue = document.querySelector(".clue");
  const thumb = document.querySelector(".thumb");
  const { paddingTop } = getComputedStyle(thumb);
  const seen = thumb.getBoundingClientRect().top + parseFloat(paddingTop) - clue.getBoundingClientRect().top;
  const line = parseFloat(getComputedStyle(clue).lineHeight);
  return Math.min(seen, clue.getBoundingClientRect().height) / line;
}"""
TWICE = "document.documentElement.style.fontSize = `${2 * parseFloat(getComputedStyle(document.documentElement).fontSize)}px`"


@pytest.mark.parametrize("shape", ["320", "375", "390"])
def test_text_of_twice_the_size_is_read_however_it_became_so(party, shape):
    stage = staged(party, shape)
    page = stage.phone.page
    page.evaluate(TWICE)
    page.locator("html.large").wait_for(state="attached")
    found = []
    for title, doc in screens():
        stage.show(doc)
        stage.phone.picture(f"61-{title}-{shape}-twice")
        found += held(stage, title, enlarged=True)
        found += [f"{title}: {word} is broken" for word in page.evaluate(BROKEN)]
        if title == "clue":
            lines = page.evaluate(LINES)
            assert lines >= (3 if shape == "390" else 1), lines
    assert found == []


def test_without_contact_a_small_phone_still_shows_the_clue(party):
    stage = staged(party, "320").show(player_document("CLUE_LEVEL"))
    page = stage.phone.page
    stage.drop()
    page.locator('[data-action="retry"]').wait_for()
    stage.phone.picture("62-away-320")
    assert page.evaluate(LINES) >= 3
    assert faults(page, ".notice", margin=0) == []
    button = page.locator('[data-action="retry"]').bounding_box()
    assert button["height"] >= 24


def test_a_name_from_right_to_left_begins_where_the_others_do(party):
    stage = staged(party, "375")
    doc = player_document("SCOREBOARD")
    doc["scoreboard"][1]["name"] = "عبد الرحمن"
    stage.show(doc)
    lefts = stage.phone.page.evaluate("""() => [...document.querySelectorAll(".scoreboard .name")].slice(0, 2).map((name) => {
      const range = document.createRange();
      range.selectNodeContents(name);
      return range.getBoundingClientRect().left;
    })""")
    assert lefts[0] == pytest.approx(lefts[1], abs=2)
