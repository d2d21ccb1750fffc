"""Every screen of the TV: in both languages, at three sizes, with few guests and with many. Nothing is outside of it."""

import pytest

from axe import assert_accessible
from party import SCREEN
from stage import STATES, Stage, document, timer

SIZES = [(1280, 720), (1920, 1080), (3840, 2160)]
CROWDS = [5, 20, 60]
# Inside each stage of the finale, when all that moves has come to rest.
FINALE_MS = [1_000, 6_000, 9_000]

# What is drawn beyond the edges, or has its text cut off at the bottom.
OUTSIDE = """
() => [...document.querySelectorAll("#page *, #sound *")].filter((element) => {
  const { left, top, right, bottom, width } = element.getBoundingClientRect();
  // A picture cuts what is in it.
  return width > 0 && !element.parentElement.closest("svg") && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1);
}).slice(0, 5).map((element) => `${element.tagName}.${element.getAttribute("class")} ${element.textContent.trim().slice(0, 30)}`)
"""
# The smallest text, as a part of the screen's height.
SMALLEST = """
() => Math.min(...[...document.querySelectorAll("#page *")]
  .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .map((element) => parseFloat(getComputedStyle(element).fontSize) / innerHeight))
"""


def shows(stage, doc, size, title):
    stage.show(doc)
    # Entrances end.
    stage.tv.page.evaluate("Promise.all(document.getAnimations().filter((a) => a.effect.getComputedTiming().iterations === 1)"
                           ".map((a) => a.finish()))")
    assert stage.tv.page.evaluate(OUTSIDE) == [], title
    stage.tv.fits()
    # 18 px of 720: as large as the subtitles of a film, at three metres.
    assert stage.tv.page.evaluate(SMALLEST) > 0.019, title
    if size == SIZES[0]:
        stage.tv.picture(title)
        if doc["players"] and len(doc["players"]) == CROWDS[0]:
            assert_accessible(stage.tv.page)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[1]}")
@pytest.mark.parametrize("locale", ["sv", "en"])
def test_every_screen_fits(party, locale, size):
    stage = Stage(party, {"viewport": {"width": size[0], "height": size[1]}}, name=f"tv-{locale}",
                  locale={"sv": "sv-SE", "en": "en-GB"}[locale])
    stage.show(document("LOBBY", locale)).open()
    for guests in CROWDS:
        for number, state in enumerate(STATES):
            doc = document(state, locale, guests)
            title = f"40-{guests:02}-{number}-{state.lower()}"
            if state == "FINAL_RESULTS":
                for passed_ms in FINALE_MS:
                    doc["timers"] = [timer(passed_ms, 10_500)]
                    shows(stage, doc, size, f"{title}-{passed_ms // 1000}")
            else:
                shows(stage, doc, size, title)


@pytest.mark.parametrize("guests", [1, 2, 8, 21, 500])
def test_other_crowds_fit_too(party, guests):
    stage = Stage(party).show(document("LOBBY")).open()
    for state in ("LOBBY", "CLUE_LEVEL", "REVEAL_DESTINATION", "FOLLOWUP_QUESTION", "SCOREBOARD", "ROUND_END"):
        doc = document(state, guests=guests)
        if guests < 3 and doc["brake"]:
            doc["brake"]["brakeOwnerPlayerId"] = "p0"
        shows(stage, doc, None, f"{guests} {state}")


def test_texts_of_any_length_fit(party):
    stage = Stage(party).show(document("LOBBY")).open()
    for words in (3, 13, 25):
        # Words of a railway: up to the 400 characters that a package may have for its longest text.
        text = "järnvägsstation " * words
        for state in ("CLUE_LEVEL", "PAUSED_FOR_BRAKE", "REVEAL_DESTINATION", "FOLLOWUP_QUESTION"):
            doc = document(state, guests=20)
            if doc["clue"]:
                doc["clue"]["clueText"] = text
                for clue in doc["clue"]["earlier"]:
                    clue["clueText"] = text
            if doc["reveal"]:
                doc["reveal"]["revealText"] = text
            if doc["followup"]:
                doc["followup"]["questionText"] = text
                doc["followup"]["correctAnswer"] = text[:80]
                doc["reveal"]["destinationName"] = text[:80]
            shows(stage, doc, None, f"{state} with {words} words")


def test_whoever_stops_the_train_fits(party):
    stage = Stage(party).show(document("LOBBY")).open()
    for owner in range(9):
        for text in ("Kort.", "Staden med riader och souker. " * 3, "järnvägsstation " * 13):
            doc = document("PAUSED_FOR_BRAKE", guests=20)
            doc["brake"]["brakeOwnerPlayerId"] = f"p{owner}"
            doc["brake"]["photoFinish"] = {"playerId": "p1", "aheadMs": 14}
            doc["clue"]["clueText"] = text
            shows(stage, doc, SIZES[0] if len(text) > 200 else None, f"42-brake-{owner}")


def test_what_is_said_is_read_and_who_stopped_the_train_is_named(party):
    stage = Stage(party).show(document("LOBBY")).open()
    clue = document("CLUE_LEVEL")
    stage.show(clue).tv.sees(clue["clue"]["clueText"])
    brake = document("PAUSED_FOR_BRAKE")
    stage.show(brake).tv.sees("Maximiliana af Ekenst bromsar!")
    stage.tv.sees(brake["clue"]["clueText"])
    assert stage.tv.page.locator("[data-key=ahead]").count() == 0
    brake["brake"]["photoFinish"] = {"playerId": "p0", "aheadMs": 14}
    stage.show(brake).tv.sees("14 ms före")
    assert stage.tv.page.locator("body").get_attribute("data-scene") == "braked"
    reveal = document("REVEAL_DESTINATION")
    stage.show(reveal).tv.sees(reveal["reveal"]["revealText"])
    followup = document("FOLLOWUP_QUESTION")
    stage.show(followup).tv.sees(followup["followup"]["questionText"])
    stage.tv.sees("1966")


def test_a_pause_is_seen_and_the_train_stands(party):
    stage = Stage(party).show(document("CLUE_LEVEL")).open()
    assert stage.tv.page.locator("body").get_attribute("data-scene") == "rolling"
    doc = document("CLUE_LEVEL")
    doc["paused"] = True
    stage.show(document("LOBBY")).show(doc).tv.sees("Paus")
    # Also where a screen was opened in the pause, the clue has come into view.
    stage.tv.becomes("document.querySelector('.pane').parentElement.checkVisibility({ opacityProperty: true })")
    stage.tv.comes_to_rest().picture("41-paused")
    assert stage.tv.page.locator("body").get_attribute("data-scene") == "halted"


def test_who_wants_less_motion_gets_none(party):
    stage = Stage(party, {**SCREEN, "reduced_motion": "reduce"}).show(document("LOBBY")).open()
    for state in STATES:
        stage.show(document(state))
        assert stage.tv.page.evaluate("document.getAnimations().filter((a) => a instanceof CSSAnimation).length") == 0, state


# Colours of text and of what is under it, where nothing but plain colours is.
CONTRAST = """
() => {
  const parse = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const over = (top, under) => { const [r, g, b, a = 1] = top; return [r, g, b].map((v, i) => v * a + under[i] * (1 - a)); };
  const ground = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) layers.unshift(parse(getComputedStyle(e).backgroundColor));
    // The brightest that the sky gets behind text.
    return layers.slice(2).reduce((under, top) => over(top, under), [48, 40, 66]);
  };
  return [...document.querySelectorAll("#page *, #sound *")]
    .filter((e) => !e.closest("svg, .board, .podium, .line") && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
    .map((e) => {
      const [a, b] = [light(parse(getComputedStyle(e).color)), light(ground(e))].sort((x, y) => y - x);
      return [e.textContent.trim().slice(0, 30), (a + 0.05) / (b + 0.05)];
    }).filter(([, ratio]) => ratio < 4.5);
}
"""


def test_text_stands_out(party):
    stage = Stage(party).show(document("LOBBY")).open()
    for state in STATES:
        stage.show(document(state))
        assert stage.tv.page.evaluate(CONTRAST) == [], state
