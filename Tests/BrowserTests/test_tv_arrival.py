"""The arrival: the train comes in, a board spells the place, a map shows the way there, the answers turn over."""

import pytest

from axe import assert_accessible
from boxes import faults
from ears import until
from party import PHONE, SCREEN
from stage import PhoneStage, Stage, document, now_ms, player_document, timer

ARRIVAL_MS = 12_000
KYOTO = {"destinationName": "Kyoto", "country": "Japan", "lat": 35.01, "lon": 135.77}
STILL = {**SCREEN, "reduced_motion": "reduce"}
IS_SEEN = "(element) => Number(getComputedStyle(element).opacity) > 0.99 && element.checkVisibility({ opacityProperty: true })"
MOTIONS = "() => document.querySelector('.arrival').getAnimations({ subtree: true })"


def arriving(guests=5, passed_ms=0, paused=False, locale="sv", make=document, **place):
    doc = make("REVEAL_DESTINATION", locale, guests)
    doc["reveal"].update(place)
    doc["timers"] = [timer(passed_ms, ARRIVAL_MS)]
    if paused:
        doc["paused"] = True
        doc["timers"][0].update(paused=True, remainingMs=ARRIVAL_MS - passed_ms)
    return doc


def round_before(**place):
    doc = arriving(**place)
    doc["round"] = {"roundId": "r0", "index": 1, "total": 3}
    return doc


def seen(stage, selector):
    """Which of the elements are seen now, in their order."""
    return [element.evaluate(IS_SEEN) for element in stage.tv.page.locator(selector).all()]


def test_the_map_is_fetched_before_any_place_is_named_and_is_the_same_for_all(party):
    stage = Stage(party)
    fetched = []
    stage.tv.page.on("request", lambda request: fetched.append(request.url.removeprefix(party.gateway)))
    stage.show(document("CLUE_LEVEL")).open()
    stage.tv.page.wait_for_load_state("networkidle")
    assert "/games/tripto/world.svg" in fetched
    del fetched[:]
    stage.show(arriving())
    stage.tv.page.locator("world-map image").first.wait_for(state="attached")
    same = {"/games/tripto/world.svg", "/games/tripto/tv/station.svg", "/shared/avatars.svg"}
    assert {path for path in fetched if "qr.svg" not in path} <= same


@pytest.mark.parametrize("passed_ms, board, world, verdicts", [
    (300, False, False, 0), (2100, True, False, 0), (3300, True, True, 0), (5100, True, True, 0), (6090, True, True, 3), (7600, True, True, 5)])
def test_each_part_comes_in_its_time(party, passed_ms, board, world, verdicts):
    """The clock stands still while the game is paused, and so does the arrival."""
    stage = Stage(party).show(arriving(passed_ms=passed_ms, paused=True)).open()
    stage.tv.comes_to_rest()
    assert seen(stage, "h1.destination") == [board]
    assert seen(stage, "world-map") == [world]
    assert seen(stage, ".told") == [passed_ms > 4800]
    # The best comes last, and stands first.
    assert seen(stage, ".verdicts .turning") == [place >= 5 - verdicts for place in range(5)]


def test_the_board_spells_the_place(party):
    stage = Stage(party).show(arriving(destinationName="Rio de Janeiro")).open()
    assert stage.tv.page.get_by_role("heading", name="Rio de Janeiro", exact=True).count() == 1
    assert stage.tv.page.locator(".flap b").all_text_contents() == list("RiodeJaneiro")
    assert stage.tv.page.locator(".word").count() == 3
    stage.show(arriving(destinationName="Llanfairpwllgwyngyllgogerychwyrndrobwll"))
    stage.tv.page.get_by_text("Llanfairpwllgwyngyllgogerychwyrndrobwll").wait_for()
    assert stage.tv.page.locator(".flap").count() == 0, "its letters would be too small to be seen turning"


def test_the_line_begins_where_the_last_one_ended_also_after_a_reload(party):
    stage = Stage(party).show(round_before(**KYOTO)).open()
    assert stage.tv.page.locator("world-map .dot").count() == 0, "the first journey comes from nowhere"
    stage.tv.page.get_by_role("img", name="Karta: Kyoto").wait_for()
    stage.show(document("CLUE_LEVEL")).show(arriving())
    stage.tv.page.get_by_role("img", name="Karta: vägen från Kyoto till Lissabon").wait_for()
    assert stage.tv.page.locator("world-map .dot").count() > 20
    stage.tv.page.reload()
    stage.tv.page.get_by_role("img", name="Karta: vägen från Kyoto till Lissabon").wait_for()


@pytest.mark.parametrize("start, end", [((35.7, 139.7), (37.8, -122.4)), ((-41.3, 174.8), (-27.1, -109.3)), ((78.2, 15.6), (-90, 0))])
def test_the_map_shows_both_ends_and_goes_the_shorter_way(party, start, end):
    stage = Stage(party).show(round_before(destinationName="A", country="A", lat=start[0], lon=start[1])).open()
    stage.show(arriving(lat=end[0], lon=end[1]))
    box = [float(side) for side in stage.tv.page.locator("world-map svg").get_attribute("viewBox").split()]
    left, ring = (stage.tv.page.locator(f"world-map .{name}") for name in ("left", "ring"))
    for circle in (left, ring):
        assert box[0] <= float(circle.get_attribute("cx")) <= box[0] + box[2]
        assert box[1] <= float(circle.get_attribute("cy")) <= box[1] + box[3]
    assert abs(float(left.get_attribute("cx")) - float(ring.get_attribute("cx"))) <= 360 * 8 / 2
    covered = [float(copy.get_attribute("x")) for copy in stage.tv.page.locator("world-map image").all()]
    assert min(covered) <= box[0] and max(covered) + 360 * 8 >= box[0] + box[2]


def test_nothing_moves_that_a_television_would_have_to_paint(party):
    stage = Stage(party).show(document("CLUE_LEVEL", guests=20)).open()
    stage.show(arriving(guests=20))
    # What is due appears at once, and is painted once.
    moved = stage.tv.page.evaluate(f"""() => [...new Set(({MOTIONS})().filter((motion) => motion.animationName !== "due")
        .flatMap((motion) => motion.effect.getKeyframes().flatMap((frame) => Object.keys(frame))))]""")
    due = stage.tv.page.evaluate(f"""() => [...new Set(({MOTIONS})().filter((motion) => motion.animationName === "due")
        .map((motion) => motion.effect.getComputedTiming().duration))]""")
    assert due == [1]
    assert set(moved) - {"offset", "computedOffset", "easing", "composite"} == {"transform", "opacity"}
    endless = stage.tv.page.evaluate(f"() => ({MOTIONS})().filter((m) => m.effect.getComputedTiming().endTime === Infinity).length")
    assert endless == 0


def test_who_wants_less_motion_has_all_of_it_at_once(party):
    stage = Stage(party, STILL).show(round_before(**KYOTO)).open()
    stage.show(arriving())
    assert stage.tv.page.evaluate(f"({MOTIONS})().length") == 0
    for part in ("h1.destination", "world-map", "world-map .dot", ".story", ".verdicts .points"):
        assert all(seen(stage, part)), part
    assert faults(stage.tv.page) == []
    assert_accessible(stage.tv.page)


def test_the_train_comes_to_a_stand_and_a_late_screen_finds_it_standing(party):
    rates = "[...document.querySelectorAll('.scenery > .strip')].flatMap((s) => s.getAnimations()).map((m) => m.playbackRate)"
    stage = Stage(party).show(document("CLUE_LEVEL")).open()
    assert stage.tv.page.evaluate(rates) == [1, 1, 1]
    stage.show(arriving())
    stage.tv.becomes(f"{rates}.every((rate) => rate === 0)")
    stage.show(document("CLUE_LEVEL"))
    stage.tv.becomes(f"{rates}.every((rate) => rate === 1)")
    late = Stage(party, name="late").show(arriving(passed_ms=6000)).open()
    late.tv.becomes(f"{rates}.every((rate) => rate === 0)")


def test_every_answer_is_heard_as_it_turns(loud_party):
    stage = Stage(loud_party).show(document("CLUE_LEVEL")).open()
    until(stage.tv, "r.state === 'running'")
    stage.show(arriving())
    began = stage.shown["timers"][0]["startAtServerMs"]
    told = until(stage.tv, "r.starts.length >= 5")
    assert [(start["id"], start["startAtServerMs"] - began) for start in told["starts"]] == [
        ("wrong", 4900), ("wrong", 5300), ("wrong", 5700), ("correct", 6100), ("correct", 6500)]


def test_a_pause_silences_what_has_not_turned(loud_party):
    stage = Stage(loud_party).show(document("CLUE_LEVEL")).open()
    until(stage.tv, "r.state === 'running'")
    # Early enough for a slow page to hear of the pause before an answer has turned.
    stage.show(arriving(passed_ms=-2000))
    stage.show(arriving(passed_ms=2000, paused=True))
    stage.tv.page.wait_for_timeout(8000)
    assert until(stage.tv, "r.state === 'running'")["starts"] == []


def test_the_last_seconds_tick(loud_party):
    stage = Stage(loud_party).show(document("LOBBY")).open()
    until(stage.tv, "r.state === 'running'")
    doc = document("CLUE_LEVEL")
    doc["timers"] = [timer(passed_ms=20_000)]
    stage.show(doc)
    told = until(stage.tv, "r.starts.filter((start) => start.layer === 'effects').length >= 5")
    ends = doc["timers"][0]["startAtServerMs"] + 30_000
    assert [(start["id"], ends - start["startAtServerMs"]) for start in told["starts"] if start["layer"] == "effects"] == [
        ("tick", 1000 * left) for left in (5, 4, 3, 2, 1)]


def phone_at(party, passed_ms, shape=PHONE, **more):
    doc = arriving(passed_ms=passed_ms, paused=True, make=player_document, **more)
    stage = PhoneStage(party, shape).show(doc).open()
    stage.phone.page.locator("h1.destination").wait_for(state="attached")
    return stage


@pytest.mark.parametrize("passed_ms, place, verdict", [(1000, False, False), (4500, True, False), (7400, True, True)])
def test_a_phone_tells_nothing_before_the_television(party, passed_ms, place, verdict):
    """Anna was right, and so turns over last but one."""
    stage = phone_at(party, passed_ms)
    assert seen(stage, "h1.destination") == [place]
    assert seen(stage, ".verdict") == [verdict]
    assert seen(stage, ".my-score b") == [verdict]


def test_a_phone_that_shall_not_move_tells_at_once(party):
    stage = phone_at(party, 0, {**PHONE, "reduced_motion": "reduce"})
    assert all(seen(stage, "h1.destination, .verdict, .my-score b"))
    assert not stage.phone.page.locator(".incoming").is_visible()


@pytest.mark.parametrize("width", [320, 390])
def test_a_phone_is_as_wide_as_before(party, width):
    stage = phone_at(party, 1000, {**PHONE, "viewport": {"width": width, "height": 640}})
    assert stage.phone.page.evaluate("document.documentElement.scrollWidth") == width
    assert_accessible(stage.phone.page)


def test_a_phone_feels_how_its_answer_did(party):
    stage = PhoneStage(party).show(player_document("CLUE_LEVEL")).open()
    stage.phone.page.evaluate("() => { globalThis.felt = []; navigator.vibrate = (pattern) => felt.push([pattern.length, Date.now()]); }")
    stage.phone.page.touchscreen.tap(100, 40)
    stage.show(arriving(passed_ms=4000, make=player_document))
    stage.phone.becomes("felt.length === 1")
    (pulses, at_ms), = stage.phone.page.evaluate("felt")
    assert pulses == 5 and at_ms >= stage.shown["timers"][0]["startAtServerMs"] + 4900
    assert now_ms() - stage.shown["timers"][0]["startAtServerMs"] < 12_000


def test_after_the_last_destination_no_phone_tells_the_place_of_its_player(party):
    doc = player_document("REVEAL_DESTINATION")
    doc["round"]["index"] = 3
    stage = PhoneStage(party).show(doc).open()
    assert stage.phone.page.locator(".my-score").inner_text() == "Anna"


@pytest.mark.parametrize("answered", [2, 5])
def test_a_right_answer_is_said_whole_and_all_are_as_large(party, answered):
    doc = arriving(guests=8, passed_ms=ARRIVAL_MS)
    for number, result in enumerate(doc["reveal"]["results"]):
        name_is_long = number == 6
        has_answered = number > 7 - answered
        result.update(isCorrect=has_answered, pointsAwarded=10 if has_answered else 0, lockedAtLevelPoints=10 if has_answered else None,
                      answerText=("Peking, Kina" if name_is_long else "Rom") if has_answered else None)
    stage = Stage(party, {"viewport": {"width": 1920, "height": 1080}}).show(doc).open()
    rows = stage.tv.page.locator(".verdicts li")
    assert rows.count() == answered
    assert rows.evaluate_all("(rows) => new Set(rows.map((row) => getComputedStyle(row).fontSize)).size") == 1
    cut = stage.tv.page.locator(".verdicts q").evaluate_all("(all) => all.filter((q) => q.scrollWidth > q.clientWidth).map((q) => q.textContent)")
    assert cut == []
    assert faults(stage.tv.page) == []
    stage.tv.picture(f"34-answers-{answered}")
