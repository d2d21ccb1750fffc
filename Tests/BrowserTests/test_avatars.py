"""Everybody's avatar: chosen on a phone, seen by the host, on the TV and in the windows of the train."""

import json

import pytest

from axe import assert_accessible
from evening import SMALL, Evening
from hosting import LANGUAGES, host_of, words
from party import PHONE, SCREEN, TABLET
from stage import Stage, document, timer

FIGURES = 12
# What a figure covers where it is drawn in one colour: a bit for each of 32 by 32 points.
SHAPE = """
async (figure) => {
  const sprite = new DOMParser().parseFromString(await (await fetch("/shared/avatars.svg")).text(), "image/svg+xml");
  const { innerHTML } = sprite.getElementById(`f${figure}`);
  const picture = new Image();
  picture.src = "data:image/svg+xml," + encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 48 48">${innerHTML}</svg>`);
  await picture.decode();
  const paper = document.createElement("canvas").getContext("2d");
  paper.drawImage(picture, 0, 0, 32, 32);
  return [...paper.getImageData(0, 0, 32, 32).data].filter((_, place) => place % 4 === 3).map((alpha) => alpha > 127);
}
"""
DRAWN = """(svg) => ({ href: svg.querySelector("use").getAttribute("href"), color: getComputedStyle(svg).color,
  width: svg.getBoundingClientRect().width, isDrawn: svg.querySelector("use").getBBox().width > 20 })"""


def portrait_in(row):
    return row.locator("svg.avatar").evaluate(DRAWN)


def typing(phone, links, name):
    """A guest who has typed a name, and sees the avatars."""
    phone.open(links["joinUrl"])
    phone.page.locator("#name").press_sequentially(name)
    phone.page.locator(".avatars").wait_for()


@pytest.mark.parametrize("locale", LANGUAGES)
def test_an_avatar_is_chosen_and_everybody_sees_it(party, locale):
    links, host = host_of(party, TABLET, locale)
    tv = party.device("tv", SCREEN, LANGUAGES[locale]).open(links["tvUrl"])
    tv.state("LOBBY")
    phone = party.device("phone", SMALL, LANGUAGES[locale])
    typing(phone, links, "Anna")
    assert_accessible(phone.page)
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for group in ("figure", "colour"):
        assert phone.page.locator(f'.avatars [name="{group}"]').count() == 12
        assert phone.page.locator(f'.avatars [name="{group}"]:checked').count() == 1
    cat, pink = {"sv": ("Katt", "Rosa"), "en": ("Cat", "Pink")}[locale]
    phone.page.get_by_text(cat, exact=True).locator("..").click()
    phone.page.get_by_text(pink, exact=True).locator("..").click()
    # The whole dozen is shown in the colour that was chosen.
    assert phone.page.locator(".figures .avatar").first.evaluate("(svg) => getComputedStyle(svg).color") == "rgb(255, 143, 196)"
    phone.picture(f"avatars-{locale}")
    phone.page.keyboard.press("Enter")
    phone.state("LOBBY")
    for row in (host.page.locator(".rows li").first, tv.page.locator(".guests li").first):
        shown = portrait_in(row)
        assert shown["href"].endswith("#f2") and shown["color"] == "rgb(255, 143, 196)"
        assert shown["isDrawn"] and shown["width"] > 15
    # In the first window of the train, too.
    assert portrait_in(tv.page.locator(".train .passenger"))["href"].endswith("#f2")
    assert_accessible(tv.page)
    assert_accessible(host.page)
    host.picture(f"avatars-{locale}")
    tv.picture(f"avatars-{locale}")
    # The same phone finds the same avatar the next time; somebody else who wants it gets the cat in another colour.
    phone.page.evaluate("Object.keys(localStorage).filter((key) => key.includes('seat')).forEach((key) => localStorage.removeItem(key))")
    phone.open(links["joinUrl"])
    phone.page.locator('.avatars [name="figure"][value="2"]:checked').wait_for(state="attached")
    phone.page.locator("#name").fill("Bo")
    phone.page.keyboard.press("Enter")
    phone.state("LOBBY")
    avatars = [player["avatar"] for player in party_of(phone)]
    assert avatars[0] == {"figure": 2, "colour": 6} and avatars[1]["figure"] == 2 and avatars[1] != avatars[0]


def party_of(device):
    snapshots = [message for message in device.messages() if message["type"] == "STATE_SNAPSHOT"]
    return snapshots[-1]["payload"]["players"]


def test_avatars_come_late_or_never_and_nobody_waits_for_them(party):
    evening = Evening(party)
    slow, without = party.phone("slow"), party.phone("without")
    held = []
    slow.page.route("**/player/avatars.js", lambda route: held.append(route))
    without.page.route("**/player/avatars.js", lambda route: route.abort())
    for phone in (slow, without):
        phone.open(evening.links["joinUrl"])
        phone.page.locator("#name").fill(phone.name)
        phone.page.keyboard.press("Enter")
        phone.state("LOBBY")
    # They arrive when the game is on: it stays.
    held[0].continue_()
    slow.page.locator('link[href="/player/avatars.css"]').wait_for(state="attached")
    slow.page.wait_for_timeout(300)
    assert slow.page.locator(".avatars").count() == 0 and slow.page.locator('[data-state="LOBBY"]').count() == 1
    avatars = [json.dumps(player["avatar"]) for player in party_of(without)]
    assert len(set(avatars)) == 2


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_name_that_is_not_welcome_is_told_and_another_one_will_do(party, locale):
    links, _ = host_of(party, TABLET, locale)
    phone = party.device("phone", PHONE, LANGUAGES[locale])
    phone.open(links["joinUrl"])
    phone.page.locator("#name").fill("Sh1t")
    phone.page.keyboard.press("Enter")
    phone.page.locator('#name[aria-invalid="true"]').wait_for()
    assert phone.page.locator("#join-error").inner_text() == words(locale)["error.bad_message"]
    assert_accessible(phone.page)
    phone.page.locator("#name").fill("Shirley")
    phone.page.keyboard.press("Enter")
    phone.state("LOBBY")


def test_figures_differ_in_shape(party):
    """Without their colours: each outline is like no other."""
    phone = party.phone("phone").open("/player/manifest.webmanifest")
    shapes = [phone.page.evaluate(SHAPE, figure) for figure in range(FIGURES)]
    for one in range(FIGURES):
        assert sum(shapes[one]) > 200, f"figure {one} is hardly there"
        for other in range(one):
            differing = sum(a != b for a, b in zip(shapes[one], shapes[other]))
            assert differing > 90, f"figures {other} and {one} differ in {differing} of 1024 points"


def passengers(tv, kind):
    return tv.page.evaluate("""(kind) => [...document.querySelectorAll(`.train .passenger${kind}`)]
        .map((passenger) => passenger.dataset.key)""", kind)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_passengers_wave_and_lean_out(party, motion):
    stage = Stage(party)
    stage.tv.page.emulate_media(reduced_motion=motion)
    doc = document("CLUE_LEVEL", guests=7)
    for number, player in enumerate(doc["players"]):
        player["locked"] = number == 1
    stage.show(doc).open()
    assert passengers(stage.tv, "") == [f"p{n}" for n in range(7)]
    assert passengers(stage.tv, ".waving") == ["p1"] and passengers(stage.tv, ".leaning") == []
    assert passengers(stage.tv, ".away") == ["p6"]
    # Each sits in a window, from the front of a car to its back, and the seventh in the car before it.
    lefts = stage.tv.page.evaluate("""() => [...document.querySelectorAll(".train .passenger .avatar")]
        .map((one) => one.getBoundingClientRect().left)""")
    assert min(a - b for a, b in zip(lefts[:6], lefts[1:6])) > 15 and lefts[6] - lefts[0] > 80
    moving = stage.tv.page.evaluate("""() => document.querySelector('[data-key="p1"] b').getAnimations().length""")
    assert moving == (1 if motion == "no-preference" else 0)
    stage.tv.picture(f"train-{motion}")
    braked = document("PAUSED_FOR_BRAKE", guests=7)
    stage.show(braked)
    assert passengers(stage.tv, ".leaning") == ["p2"]
    stage.tv.comes_to_rest()
    sizes = stage.tv.page.evaluate("""() => ["p2", "p0"].map((key) => document.querySelector(`.passenger[data-key="${key}"] .avatar`)
        .getBoundingClientRect().height)""")
    assert sizes[0] > 2.5 * sizes[1]
    assert stage.tv.page.evaluate("scrollX + scrollY") == 0
    stage.tv.picture(f"train-braked-{motion}")


def test_nobody_waves_at_a_question(party):
    """Who has answered it is not in the document, and a hand would be of the answer to the destination."""
    stage = Stage(party).show(document("REVEAL_DESTINATION")).open()
    assert passengers(stage.tv, ".waving") == ["p0", "p2", "p3"]
    stage.show(document("FOLLOWUP_QUESTION"))
    stage.tv.becomes("""document.querySelector(".train .waving") === null""")
    assert len(passengers(stage.tv, "")) == 5


def test_a_crowd_fills_the_train_and_no_more(party):
    stage = Stage(party).show(document("LOBBY", guests=60)).open()
    assert len(passengers(stage.tv, "")) == 24
    # Names need the room in the list.
    assert not stage.tv.page.locator(".guests .avatar").first.is_visible()
    stage.tv.picture("train-crowd")


def test_standings_and_podium_show_avatars(party):
    stage = Stage(party).show(document("SCOREBOARD")).open()
    assert stage.tv.page.locator(".board .avatar").count() == 5
    stage.tv.picture("avatars-board")
    doc = document("FINAL_RESULTS")
    doc["timers"] = [timer(6_000, 10_500)]
    doc["timers"][0].update(paused=True, remainingMs=4_500)
    stage.show(doc)
    stage.tv.page.locator('[data-stage="winner"]').wait_for()
    assert portrait_in(stage.tv.page.locator('.podium [data-rank="1"]'))["href"].endswith("#f0")
    assert stage.tv.page.locator(".podium .avatar").count() == 3
    stage.tv.picture("avatars-podium")
    stage.show(document("ROUND_END"))
    stage.tv.page.locator(".hall").wait_for()
    assert stage.tv.page.locator(".podium .avatar").count() == 3
    stage.tv.picture("avatars-hall")


def test_the_winner_has_no_avatar_before_the_time(party):
    doc = document("FINAL_RESULTS")
    doc["timers"] = [timer(2_000, 10_500)]
    doc["timers"][0].update(paused=True, remainingMs=8_500)
    stage = Stage(party).show(doc).open()
    stage.tv.page.locator('[data-stage="suspense"] .podium').wait_for()
    assert stage.tv.page.locator('.podium [data-rank="1"] .avatar').count() == 0
