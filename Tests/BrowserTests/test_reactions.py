"""Reactions: tapped on a phone, seen on every TV beside the face of who sent it, and never over a clue."""

import pytest

from axe import assert_accessible
from evening import SMALL, Evening
from hosting import LANGUAGES, host_of, sent
from party import SCREEN, TABLET
from stage import PhoneStage, Stage, document, player_document

NAMES = ["heart", "star", "laugh", "wow", "cry", "flame"]
SPOKEN = {"sv": {"heart": "Hjärta", "flame": "Eld", "group": "Reagera på TV:n"},
          "en": {"heart": "Heart", "flame": "Fire", "group": "React on the TV"}}
# What floats: the picture, the face, whether both are drawn, and where.
FLOATING = """() => [...document.querySelectorAll(".reaction")].map((reaction) => {
  const [face, picture] = reaction.querySelectorAll("use");
  const { left, top, width } = reaction.getBoundingClientRect();
  return { face: face?.getAttribute("href"), picture: picture.getAttribute("href"), left, top, width,
    isDrawn: picture.getBBox().width > 20 };
})"""
WATCH = f"""() => {{
  globalThis.floated = {{}};
  const floating = {FLOATING};
  const look = () => {{
    const all = floating();
    for (const {{ picture, isDrawn }} of all) if (isDrawn) floated[picture.split("#")[1]] ??= all;
    requestAnimationFrame(look);
  }};
  look();
}}"""
# Two presses at once, whenever a slow test comes to them.
STAR_AFTER_HEART = """() => document.querySelector('.reactions [data-reaction="heart"]').addEventListener("click", () => setTimeout(() => {
  document.querySelector('.reactions [data-reaction="star"]').click();
  globalThis.isStarPressed = true;
}), { once: true })"""
# The most that floated at once, and how much of it moved then.
FLOOD = """() => {
  const layer = document.getElementById("reactions");
  globalThis.flood = { most: 0, moving: 0 };
  new MutationObserver(() => {
    if (layer.childElementCount <= flood.most) return;
    globalThis.flood = { most: layer.childElementCount, moving: layer.getAnimations({ subtree: true }).length };
  }).observe(layer, { childList: true });
}"""
# Of a sprite's picture in one colour: a bit for each of 24 by 24 points.
SHAPE = """async (name) => {
  const sprite = new DOMParser().parseFromString(await (await fetch("/shared/reactions.svg")).text(), "image/svg+xml");
  const picture = new Image();
  picture.src = "data:image/svg+xml," + encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 48 48" stroke="#000">${sprite.getElementById(name).innerHTML}</svg>`);
  await picture.decode();
  const paper = document.createElement("canvas").getContext("2d");
  paper.drawImage(picture, 0, 0, 24, 24);
  const { data } = paper.getImageData(0, 0, 24, 24);
  // Light or dark, as somebody sees it who can't tell colours apart.
  return Array.from({ length: 24 * 24 }, (_, point) => data[4 * point + 3] > 127 && data[4 * point] + data[4 * point + 1] > 200 ? 1 : 0);
}"""


def button(device, name):
    return device.page.locator(f'.reactions [data-reaction="{name}"]')


def watched(*screens):
    """Each writes down what floats on it from now on, as all of it is gone before a slow test has looked everywhere."""
    for tv in screens:
        tv.page.evaluate(WATCH)


def floats(tv, name):
    """All that floated when this was drawn first."""
    tv.becomes(f"floated.{name}")
    return tv.page.evaluate(f"floated.{name}")


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_tap_on_a_phone_floats_up_on_every_tv_and_is_gone(party, locale):
    links, host = host_of(party, TABLET, locale)
    screens = [party.device(name, SCREEN, LANGUAGES[locale]).open(links["tvUrl"]).state("LOBBY") for name in ("tv", "tv2")]
    phone = party.device("anna", SMALL, LANGUAGES[locale]).open(links["joinUrl"])
    phone.page.locator("#name").fill("Anna")
    phone.page.keyboard.press("Enter")
    phone.state("LOBBY")
    group = phone.page.get_by_role("group", name=SPOKEN[locale]["group"])
    group.wait_for()
    assert_accessible(phone.page)
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = [button(phone, name).bounding_box() for name in NAMES]
    assert all(box["width"] >= 44 and box["height"] >= 44 for box in boxes), boxes
    phone.picture(f"reactions-{locale}")

    watched(*screens)
    phone.page.evaluate(STAR_AFTER_HEART)
    group.get_by_role("button", name=SPOKEN[locale]["heart"]).click()
    for tv in screens:
        [shown] = floats(tv, "heart")
        assert shown["face"].startswith("/shared/avatars.svg#f") and shown["isDrawn"]
        # Beside the guest's ticket.
        ticket = tv.page.locator(".guests li .avatar").bounding_box()
        assert abs(shown["left"] + shown["width"] / 2 - ticket["x"]) < 120
    screens[0].picture(f"reactions-{locale}")
    # A second at once is the phone's own to hold back; nothing is refused, and nobody else hears of it.
    phone.becomes("globalThis.isStarPressed")
    assert len(sent(phone, "PLAYER_REACT")) == 1
    screens[0].becomes("() => !document.querySelector('.reaction')")
    phone.becomes("() => !document.querySelector('.reactions [aria-disabled=true]')")
    button(phone, "flame").focus()
    phone.page.keyboard.press("Enter")
    for tv in screens:
        floats(tv, "flame")
    for device in (phone, host):
        assert not [message for message in device.messages() if message["type"] in ("REACTION", "ERROR")]
    # Nothing of it is in any document, and it made no version.
    versions = [message["version"] for message in screens[0].messages() if message["type"] == "STATE_PATCH"]
    reactions = [message for message in screens[0].messages() if message["type"] == "REACTION"]
    assert len(reactions) == 2 and not any("version" in message for message in reactions) and len(versions) == len(set(versions))


def test_none_is_offered_while_a_clue_is_up_and_what_floats_goes_when_one_comes(party):
    evening = Evening(party)
    tv = party.device("tv", SCREEN).open(evening.links["tvUrl"]).state("LOBBY")
    phone = evening.phone("Anna")
    evening.host.press("start")
    phone.state("ROUND_INTRO")
    tv.state("ROUND_INTRO")
    watched(tv)
    button(phone, "wow").click()
    floats(tv, "wow")
    evening.skip("CLUE_LEVEL", phone, tv)
    assert tv.page.locator(".reaction").count() == 0
    assert phone.page.locator(".reactions").count() == 0
    evening.host.press("reveal")
    phone.state("REVEAL_DESTINATION")
    button(phone, "laugh").wait_for()
    assert_accessible(phone.page)


def test_where_the_host_wants_none_nobody_is_offered_any(party):
    evening = Evening(party, reactions=False)
    tv = party.device("tv", SCREEN).open(evening.links["tvUrl"]).state("LOBBY")
    phone = evening.phone("Anna")
    tv.sees("Anna")
    phone.page.wait_for_timeout(300)
    assert phone.page.locator(".reactions").count() == 0


def test_without_a_tv_there_is_nothing_to_react_on(party):
    evening = Evening(party)
    phone = evening.phone("Anna")
    phone.page.wait_for_timeout(500)
    assert phone.page.locator(".reactions").count() == 0
    party.device("tv", SCREEN).open(evening.links["tvUrl"]).state("LOBBY")
    button(phone, "heart").wait_for()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_screen_is_never_flooded_and_stands_still_where_that_is_wanted(party, motion):
    stage = Stage(party, {**SCREEN, "reduced_motion": motion}).show(document("REVEAL_DESTINATION", guests=9)).open()
    stage.tv.page.evaluate(FLOOD)
    for number in range(40):
        stage.tell("REACTION", {"playerId": f"p{number % 9}", "reaction": NAMES[number % 6]})
    stage.tv.becomes("flood.most >= 24")
    flood = stage.tv.page.evaluate("flood")
    assert flood["most"] == 24 and (flood["moving"] > 0) == (motion == "no-preference")
    stage.tv.fits()
    stage.tv.picture(f"reactions-many-{motion}")
    assert_accessible(stage.tv.page)
    stage.tv.becomes("() => !document.querySelector('.reaction')")
    # Over a clue the screen shows none, whatever comes.
    stage.show(document("CLUE_LEVEL", guests=9))
    stage.tell("REACTION", {"playerId": "p1", "reaction": "heart"})
    stage.tv.page.wait_for_timeout(200)
    assert stage.tv.page.locator(".reaction").count() == 0


def test_a_refusal_says_nothing_to_the_player(party):
    stage = PhoneStage(party, SMALL).show(player_document("SCOREBOARD")).open()
    heard, answer = [], stage._answer
    stage._answer = lambda message: (heard.append(message), answer(message))
    button(stage.phone, "cry").click()
    stage.phone.becomes("() => document.querySelector('.reactions [aria-disabled=true]')")
    [message] = [message for message in heard if message["type"] == "PLAYER_REACT"]
    stage.tell("ERROR", {"code": "wrong_state", "message": "", "retryable": False}, inReplyTo=message["msgId"])
    stage.phone.page.wait_for_timeout(300)
    assert stage.phone.page.locator("#toast").inner_text() == ""


def test_pictures_differ_in_shape_not_in_colour_alone(party):
    page = party.device("tv", SCREEN).open("/player/manifest.webmanifest").page
    shapes = {name: page.evaluate(SHAPE, name) for name in NAMES}
    for one in NAMES:
        for other in NAMES:
            if one < other:
                assert sum(a != b for a, b in zip(shapes[one], shapes[other])) > 20, (one, other)
