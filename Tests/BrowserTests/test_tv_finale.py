"""The winner's ten seconds on the TV, told by the document and the server's clock."""

import pathlib
import struct

import pytest

from axe import assert_accessible
from boxes import faults
from ears import report, until
from leaks import secret_of
from party import PHONE, SCREEN, TABLET
from stage import PhoneStage, Stage, document, now_ms, player_document, timer

FINAL_MS = 10_500
# Each stage on the screen when it began, by the page's own look at the server's clock, and what it said; whether paper
# falls; and how long a busy machine has kept the page from everything, which is no fault of its own.
WATCH = """
async () => {
  const { clock } = await import("/shared/clock.js");
  const seen = (globalThis.seen = { texts: {}, stallMs: 0 });
  globalThis.serverClock = clock;
  let ticked = performance.now();
  setInterval(() => {
    // Several stalls add up; a timer that comes a little late is none.
    const gapMs = performance.now() - ticked;
    if (gapMs > 100) seen.stallMs += gapMs;
    ticked += gapMs;
  }, 20);
  const canvas = document.getElementById("confetti");
  const look = () => {
    const stage = document.querySelector("[data-stage]")?.dataset.stage;
    if (stage && !(stage in seen)) {
      seen[stage] = clock.now();
      seen.texts[stage] = document.getElementById("page").innerText;
    }
    if (!canvas.hidden && !seen.confetti) seen.confetti = clock.now();
    if (canvas.hidden && seen.confetti && !seen.cleared) seen.cleared = clock.now();
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  look();
}
"""
# Looks at every frame, as paper falls for less than a slow test needs to look itself.
PAINTED = """() => {
  const canvas = document.getElementById("confetti");
  // Small, and made to be read: the browser warns of a large one that is.
  const eye = new OffscreenCanvas(160, 90).getContext("2d", { willReadFrequently: true });
  const look = () => {
    if (!canvas.hidden) eye.drawImage(canvas, 0, 0, 160, 90);
    seen.painted = eye.getImageData(0, 0, 160, 90).data.some(Boolean);
    if (!seen.painted) requestAnimationFrame(look);
  };
  look();
}"""
# A phone's journey is kept by a module that comes after the seat, and no evening has as many states a second as a test.
NOTED = """(index) => Object.entries(localStorage).some(([key, value]) => key.startsWith("tripto.evening.")
  && JSON.parse(value).stops.some((stop) => stop.index === index))"""
JOURNEY = """() => JSON.parse(Object.entries(localStorage).find(([key]) => key.startsWith("tripto.evening."))[1])"""
# All that a page has put off until it has time is done.
NEXT = "() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 50))"
# Nothing comes early, but for a frame; and nothing late but for a bit, and for what keeps the page from everything.
LEAD_MS = 5000
FRAME_MS = 20
SLACK_MS = 600


def finale(scores=None, passed_ms=0, **changes):
    doc = document("FINAL_RESULTS", guests=5, scores=scores)
    doc["timers"] = [timer(passed_ms, FINAL_MS)]
    doc["final"].update(changes)
    return doc


def held(passed_ms, scores=None, **changes):
    """The finale at a moment that lasts: a timer that stands still, of a game that goes on."""
    doc = finale(scores, passed_ms, **changes)
    doc["timers"][0].update(paused=True, remainingMs=FINAL_MS - passed_ms)
    return doc


def test_each_stage_comes_at_its_time(party):
    stage = Stage(party).show(document("SCOREBOARD")).open()
    stage.tv.page.evaluate(WATCH)
    # Told from round trips that have been made, and no guess any more.
    stage.tv.becomes("serverClock.uncertaintyMs < 100")
    t0 = now_ms() + LEAD_MS
    doc = finale()
    doc["timers"][0]["startAtServerMs"] = t0
    stage.show(doc)
    stage.tv.becomes("Boolean(seen.standings && seen.cleared)")
    watched = stage.tv.page.evaluate("seen")
    for name, text in (("suspense", "Och vinnaren är …"), ("winner", "34 poäng"), ("standings", "Tack för ikväll!")):
        assert text in watched["texts"][name]
    slack_ms = SLACK_MS + watched["stallMs"]
    seen = {name: watched[name] - t0 for name in ("dim", "suspense", "winner", "standings", "confetti", "cleared")}
    # By the page's clock, which follows the server's to a fraction of a millisecond.
    assert -LEAD_MS - FRAME_MS <= seen["dim"] < 0
    for name, at in (("suspense", 0), ("winner", 3200), ("standings", 7000)):
        assert -FRAME_MS <= seen[name] - at < slack_ms, watched
    for name, at in (("confetti", 3200), ("cleared", 3200 + 2500)):
        assert -FRAME_MS <= seen[name] - at < slack_ms, watched
    assert stage.tv.page.locator("body").get_attribute("data-scene") == "dark"


def test_a_screen_that_is_reloaded_shows_the_right_moment(party):
    stage = Stage(party).show(held(300)).open()
    page = stage.tv.page
    assert page.locator("[data-stage]").get_attribute("data-stage") == "suspense"
    # The steps rise from the lowest up, and began as long ago as they would have by now.
    delays = page.evaluate("""() => Object.fromEntries([...document.querySelectorAll('.podium li')]
      .map((step) => [step.dataset.rank, step.getAnimations()[0].effect.getTiming().delay]))""")
    assert {rank: round(delay) for rank, delay in delays.items()} == {"3": 900 - 300, "2": 1800 - 300, "1": 2600 - 300}


def test_the_name_comes_last(party):
    """Third and second are told while the drum rolls; of the first there is no byte on the screen before the fanfare."""
    doc = held(2800)
    stage = Stage(party).show(doc).open()
    podium = stage.tv.page.locator(".podium")
    assert [step.split() for step in podium.locator("li").all_inner_texts()] == [
        ["?", "1"], ["Bo", "2", "32", "p"], ["Maximiliana", "af", "Ekenst", "3", "30", "p"]]
    assert "Anna" not in stage.tv.page.locator("#page").inner_html()
    doc["timers"][0].update(remainingMs=FINAL_MS - 3300)
    stage.show(doc).tv.sees("34 poäng")
    assert podium.locator("li").first.inner_text().split() == ["Anna", "1", "34", "p"]


def played(stage, make=document, guests=5):
    """Three destinations. Anna brakes first and is right; Bo dares the most; the last after the first comes up to be first."""
    places = [("Kyoto", "Japan", 35.01, 135.77), ("Lissabon", "Portugal", 38.7, -9.1), ("Havanna", "Kuba", 23.1, -82.4)]
    for index, (name, country, lat, lon) in enumerate(places, 1):
        in_round = {"roundId": f"r{index}", "index": index, "total": len(places)}
        clue, brake, reveal = (make(state, guests=guests) for state in ("CLUE_LEVEL", "PAUSED_FOR_BRAKE", "REVEAL_DESTINATION"))
        began = now_ms() - 9000
        for doc in (clue, brake, reveal):
            doc["round"] = in_round
        clue["timers"][0]["startAtServerMs"] = began
        for player, after_ms in (("p0", 1840), ("p1", 1200)):
            stage.show(clue)
            brake["brake"]["brakeOwnerPlayerId"] = player
            brake["timers"][0]["startAtServerMs"] = began + after_ms * index
            stage.show(brake)
        reveal["reveal"].update(destinationName=name, country=country, lat=lat, lon=lon)
        for result in reveal["reveal"]["results"]:
            level = {"p0": 8, "p1": 10}.get(result["playerId"])
            result.update(isCorrect=level == 8, pointsAwarded=8 if level == 8 else 0, lockedAtLevelPoints=level,
                          answerText={8: "Kyoto", 10: "Atlantis"}.get(level))
        if index == 1:
            for standing in reveal["scoreboard"]:
                standing["rank"] = 1 if standing["playerId"] != "p0" else guests
        stage.show(reveal)
        stage.tv.page.wait_for_function(NOTED, arg=index)
    return stage


def test_the_winner_stays_with_the_titles_of_the_evening(party):
    stage = played(Stage(party).open())
    # What a screen has seen outlives its reload.
    stage.tv.page.reload()
    stage.tv.state("REVEAL_DESTINATION")
    stage.show(document("ROUND_END"))
    titles = [" ".join(title.split()) for title in stage.tv.page.locator(".titles li").all_inner_texts()]
    assert titles == ["Snabbaste bromsen Anna 1,8 sekunder – och rätt", "Modigast Bo bromsade för 30 poäng i allt",
                      "Bästa upphämtningen Anna 4 placeringar upp"]
    assert stage.tv.page.locator(".laurel").count() == 2 and stage.tv.page.locator(".podium li").count() == 3
    assert faults(stage.tv.page) == []
    assert_accessible(stage.tv.page)
    stage.tv.picture("52-titles")


def brake_by(stage, player, clue, timer_id, at_ms):
    """A brake pulled at that time of the clock, in a clue as it is shown just before."""
    stage.show(clue)
    brake = document("PAUSED_FOR_BRAKE")
    brake["round"] = clue["round"]
    brake["brake"].update(brakeOwnerPlayerId=player, levelPoints=clue["clue"]["levelPoints"])
    brake["timers"] = [{**timer(), "timerId": timer_id, "startAtServerMs": at_ms}]
    stage.show(brake)


@pytest.mark.parametrize("voice", [None, 300])
@pytest.mark.parametrize("misses_first", [False, True])
def test_a_level_that_goes_on_after_a_brake_goes_on_with_its_time(party, voice, misses_first):
    """Anna needs 600 ms. Bo needs 1,000 of the same clue: 600 before her brake, and the rest after it and a host's pause."""
    stage = Stage(party).open()
    began = now_ms() - 60_000
    clue = document("CLUE_LEVEL")
    clue["round"].update(index=1, total=1)

    def at(start_ms, timer_id, heard_ms=0):
        clue["timers"] = [{**timer(), "timerId": timer_id, "startAtServerMs": start_ms}]
        clue["audio"]["voice"] = voice and {"clipId": "c1", "roundId": "r1", "startAtServerMs": start_ms + voice - heard_ms}
        return clue

    if not misses_first:
        brake_by(stage, "p0", at(began, "t1"), "t2", began + 600)
    # Paused while the level is on for the second time: timer and voice are shifted by as much.
    stage.show(at(began + 9_000, "t3", heard_ms=600))
    brake_by(stage, "p1", at(began + 20_000, "t3", heard_ms=600), "t4", began + 20_400)
    reveal = document("REVEAL_DESTINATION")
    reveal["round"] = clue["round"]
    for result in reveal["reveal"]["results"]:
        level = 2 if result["playerId"] in ("p0", "p1") else None
        result.update(isCorrect=level == 2, lockedAtLevelPoints=level, answerText="Lissabon" if level else None)
    if misses_first:
        reveal["reveal"]["results"][0]["isCorrect"] = False
    stage.show(reveal)
    stage.tv.page.wait_for_function(NOTED, arg=1)
    stage.show(document("ROUND_END"))
    stage.tv.page.locator(".hall").wait_for()
    titles = [" ".join(title.split()) for title in stage.tv.page.locator(".titles li").all_inner_texts()]
    fastest = [title for title in titles if title.startswith("Snabbaste bromsen")]
    assert fastest == ([] if misses_first else ["Snabbaste bromsen Anna 0,6 sekunder – och rätt"])
    kept = stage.tv.page.evaluate(JOURNEY)["stops"][0]["brakes"]
    assert misses_first or kept == {"p0": 600, "p1": 1000}


@pytest.mark.parametrize("spoil", [lambda doc: doc["final"]["standingsFull"][0].update(points=99), lambda doc: doc["final"].update(aborted=True)])
def test_an_evening_that_was_not_seen_has_no_titles(party, spoil):
    stage = played(Stage(party).open())
    doc = document("ROUND_END")
    spoil(doc)
    stage.show(doc)
    stage.tv.page.locator(".hall, .table").wait_for()
    assert stage.tv.page.locator(".titles").count() == 0
    late = Stage(party, name="late").show(document("ROUND_END")).open()
    assert late.tv.page.locator(".hall").count() == 1 and late.tv.page.locator(".titles").count() == 0


@pytest.mark.parametrize("width", [320, 390])
def test_a_phone_draws_the_journey_as_a_card(party, width):
    stage = played(PhoneStage(party, {**PHONE, "viewport": {"width": width, "height": 640}}).open(), player_document)
    stage.phone.page.reload()
    stage.phone.state("REVEAL_DESTINATION")
    stage.show(player_document("ROUND_END"))
    assert_accessible(stage.phone.page)
    with stage.phone.page.expect_download() as download:
        stage.phone.press("shareCard")
    picture = pathlib.Path(download.value.path()).read_bytes()
    # A PNG of 1080 by 1350, with something on it.
    assert picture[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", picture[16:24]) == (1080, 1350) and len(picture) > 20_000
    text = stage.phone.page.evaluate("""async () => {
      const { cardText } = await import("/games/tripto/tv/card.js");
      const { keepsakes } = await import("/shared/evenings.js");
      return cardText(keepsakes()[0]);
    }""")
    assert text.split("\n") == ["Tripto · 34 p · plats 1", "⬜🟩⬛⬛⬛ Kyoto", "⬜🟩⬛⬛⬛ Lissabon", "⬜🟩⬛⬛⬛ Havanna"]


def test_a_phone_that_shares_hands_the_card_over(party):
    stage = played(PhoneStage(party).open(), player_document)
    stage.show(player_document("ROUND_END"))
    stage.phone.page.evaluate("""() => {
      navigator.canShare = ({ files }) => files.length === 1;
      globalThis.shared = new Promise((resolve) => {
        navigator.share = async ({ files: [file], text }) => resolve({ type: file.type, text });
      });
    }""")
    stage.phone.press("shareCard")
    shared = stage.phone.page.evaluate("shared")
    assert shared["type"] == "image/png" and "Havanna" in shared["text"]


def test_who_came_after_the_end_has_no_card(party):
    stage = PhoneStage(party).show(player_document("ROUND_END")).open()
    assert stage.phone.page.locator("[data-action=shareCard]").count() == 0


def test_a_shared_win_is_cheered(party):
    stage = Stage(party).show(document("SCOREBOARD")).open()
    stage.tv.page.evaluate(WATCH)
    stage.tv.page.evaluate(PAINTED)
    stage.show(held(3300, [12, 12, 5, 0, 0]))
    stage.tv.sees("Delad seger!")
    stage.tv.sees("Anna & Bo")
    stage.tv.becomes("Boolean(seen.confetti && seen.painted)")
    stage.tv.picture("51-shared")


@pytest.mark.parametrize("state", ["FINAL_RESULTS", "ROUND_END"])
@pytest.mark.parametrize("scores", [[9, 9, 9, 9, 9], [9, 8, 7, 6, 5]])
def test_all_who_share_the_win_have_a_face_and_one_winner_a_large_one(party, scores, state):
    doc = document(state, scores=scores)
    if state == "FINAL_RESULTS":
        doc = held(3_500, scores)
    stage = Stage(party).show(doc).open()
    first = stage.tv.page.locator('.podium [data-rank="1"] .avatar')
    assert first.count() == (5 if scores[1] == 9 else 1)
    assert faults(stage.tv.page) == []
    if scores[1] != 9:
        second = stage.tv.page.locator('.podium [data-rank="2"] .avatar').bounding_box()
        assert first.bounding_box()["height"] > 1.3 * second["height"]
    stage.tv.picture(f"53-faces-{scores[1]}-{state}")


def test_nobody_wins_on_nothing(party):
    stage = Stage(party).show(document("SCOREBOARD")).open()
    stage.tv.page.evaluate(WATCH)
    stage.show(held(3300, [0, 0, 0, 0, 0])).tv.sees("Ingen vinnare den här gången")
    stage.tv.page.evaluate(NEXT)
    assert not stage.tv.page.evaluate("seen.confetti")
    assert stage.tv.page.locator(".laurel").count() == 0, "a wreath is for who has won"


@pytest.mark.parametrize("passed_ms", [1_500, 3_350])
def test_a_pause_stops_all_that_moves_in_the_finale(party, passed_ms):
    doc = held(passed_ms)
    doc["paused"] = True
    stage = Stage(party).show(doc).open()
    stage.tv.page.locator(".pause").wait_for()
    moving = """() => document.getAnimations().filter(({ effect, playState }) => playState === "running"
      && effect.target.parentElement.closest(".suspense, .winner")).map(({ animationName }) => animationName)"""
    assert stage.tv.page.evaluate(moving) == []
    # On its way, not at its end: a moment that is over moves nobody.
    assert "rise" in stage.tv.page.evaluate("() => document.getAnimations().map((motion) => motion.animationName)")


@pytest.mark.parametrize("passed_ms", [3_300, 8_000])
def test_a_winner_who_was_removed_keeps_the_name(party, passed_ms):
    doc = held(passed_ms)
    doc["players"] = doc["players"][1:]
    stage = Stage(party).show(doc).open()
    stage.tv.page.locator(".champion, .table").first.wait_for()
    assert "Anna" in stage.tv.page.locator("#page").inner_text() and "–" not in stage.tv.page.locator("#page h1").first.inner_text()
    assert passed_ms > 7_000 or stage.tv.page.locator(".champion").inner_text() == "Anna"
    hall = document("ROUND_END")
    hall["players"] = hall["players"][1:]
    stage.show(hall)
    stage.tv.page.locator(".hall .champion", has_text="Anna").wait_for()
    phone = PhoneStage(party).show(without_winner(player_document("ROUND_END", me=1))).open()
    phone.phone.page.locator(".champion", has_text="Vinnare: Anna").wait_for()


def without_winner(doc):
    doc["players"] = doc["players"][1:]
    return doc


def test_an_aborted_game_ends_without_cheers(party):
    doc = document("ROUND_END")
    doc["final"]["aborted"] = True
    stage = Stage(party).show(doc).open()
    stage.tv.sees("Spelet är slut")
    assert stage.tv.page.locator(".cheer, .podium").count() == 0


def test_who_wants_less_motion_sees_a_still_wreath(party):
    stage = Stage(party, {**SCREEN, "reduced_motion": "reduce"}).show(held(3300)).open()
    stage.tv.page.evaluate(WATCH)
    stage.tell("UI_EFFECT_TRIGGER", {"effectId": "confetti", "intensity": "high", "durationMs": 2500})
    stage.tv.page.locator(".laurel").nth(1).wait_for()
    assert stage.tv.page.locator(".laurel").count() == 2
    stage.tv.page.evaluate(NEXT)
    assert not stage.tv.page.evaluate("seen.confetti")
    assert stage.tv.page.locator(".podium li").first.is_visible()


def test_confetti_falls_when_a_cue_says_so(party):
    stage = Stage(party).show(document("SCOREBOARD")).open()
    stage.tv.page.evaluate(WATCH)
    stage.tell("UI_EFFECT_TRIGGER", {"effectId": "confetti", "intensity": "low", "durationMs": 1200})
    stage.tv.becomes("Boolean(seen.cleared)")
    seen = stage.tv.page.evaluate("seen")
    assert -FRAME_MS <= seen["cleared"] - seen["confetti"] - 1200 < SLACK_MS + seen["stallMs"]


def test_a_real_finale_is_heard(loud_party):
    timings = {"intro": 300_000, "clue": 300_000, "reveal": 300_000, "followup": 300_000, "followupResults": 300_000,
               "scoreboard": 300_000, "final": FINAL_MS}
    settings = {"locale": "sv", "destinationsCount": 1, "followupsPerDestination": 0, "timings": timings}
    links = loud_party.post("/v1/sessions", {"settings": settings})
    host, tv, phone = loud_party.device("host", TABLET), loud_party.device("tv", SCREEN), loud_party.phone("anna")
    host.open(f"/host#s={links['sessionId']}&r={links['hostRefreshToken']}")
    tv.open(links["tvUrl"])
    phone.open(links["joinUrl"]).fill("Ditt namn", "Anna")
    phone.state("LOBBY")
    host.press("start")
    tv.state("ROUND_INTRO")
    host.press("skip")
    phone.press("brake")
    phone.fill("Ditt svar", secret_of(host)["destination"]["name"])
    tv.state("REVEAL_DESTINATION")
    host.press("skip")
    tv.state("SCOREBOARD")
    until(tv, "r.bed?.id === 'music_standings'")
    host.press("skip")
    tv.state("FINAL_RESULTS")
    told = until(tv, "r.starts.some((start) => start.id === 'winner_fanfare')")
    starts = {start["id"]: start for start in told["starts"]}
    t0 = starts["sting_build"]["startAtServerMs"]
    assert starts["drumroll"]["startAtServerMs"] == t0 + 800 and starts["winner_fanfare"]["startAtServerMs"] == t0 + 3200
    assert all(abs(starts[sound]["startErrorMs"]) < 50 for sound in ("sting_build", "drumroll", "winner_fanfare"))
    assert "drumroll" not in [effect["id"] for effect in report(tv)["effects"]]
    tv.state("ROUND_END")
