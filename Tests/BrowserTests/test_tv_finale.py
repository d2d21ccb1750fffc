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
# Each stage on the screen when it began, by the page's own look at the server's clock; and whether paper falls.
WATCH = """
async () => {
  const { clock } = await import("/shared/clock.js");
  const seen = (globalThis.seen = {});
  const canvas = document.getElementById("confetti");
  const look = () => {
    const stage = document.querySelector("[data-stage]")?.dataset.stage;
    if (stage && !(stage in seen)) seen[stage] = clock.now();
    if (!canvas.hidden && !seen.confetti) seen.confetti = clock.now();
    if (canvas.hidden && seen.confetti && !seen.cleared) seen.cleared = clock.now();
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  look();
}
"""
# Nothing comes early, but for a frame; a machine that does many things at once may be late, by less than to the next stage.
LEAD_MS = 2500
FRAME_MS = 20
SLACK_MS = 600


def finale(scores=None, passed_ms=0, **changes):
    doc = document("FINAL_RESULTS", guests=5, scores=scores)
    doc["timers"] = [timer(passed_ms, FINAL_MS)]
    doc["final"].update(changes)
    return doc


def test_each_stage_comes_at_its_time(party):
    stage = Stage(party).show(document("SCOREBOARD")).open()
    stage.tv.page.wait_for_timeout(1000)
    stage.tv.page.evaluate(WATCH)
    t0 = now_ms() + LEAD_MS
    doc = finale()
    doc["timers"][0]["startAtServerMs"] = t0
    stage.show(doc)
    for title, text in (("suspense", "Och vinnaren är …"), ("winner", "34 poäng"), ("standings", "Tack för ikväll!")):
        stage.tv.sees(text)
        stage.tv.picture(f"50-{title}")
    seen = {name: at - t0 for name, at in stage.tv.page.evaluate("seen").items()}
    # By the page's clock, which follows the server's to a fraction of a millisecond.
    assert -LEAD_MS - FRAME_MS <= seen["dim"] < 0
    for name, at in (("suspense", 0), ("winner", 3200), ("standings", 7000)):
        assert -FRAME_MS <= seen[name] - at < SLACK_MS, seen
    for name, at in (("confetti", 3200), ("cleared", 3200 + 2500)):
        assert -FRAME_MS <= seen[name] - at < SLACK_MS, seen
    assert stage.tv.page.locator("body").get_attribute("data-scene") == "dark"


def test_a_screen_that_is_reloaded_shows_the_right_moment(party):
    stage = Stage(party).show(finale(passed_ms=300)).open()
    page = stage.tv.page
    assert page.locator("[data-stage]").get_attribute("data-stage") == "suspense"
    # The steps rise from the lowest up, and began as long ago as they would have by now.
    delays = page.evaluate("""() => Object.fromEntries([...document.querySelectorAll('.podium li')]
      .map((step) => [step.dataset.rank, step.getAnimations()[0].effect.getTiming().delay]))""")
    passed_ms = now_ms() - stage.shown["timers"][0]["startAtServerMs"]
    late_ms = delays["3"] - 900
    assert -passed_ms <= late_ms <= -300, (delays, passed_ms)
    assert {rank: round(delay - late_ms) for rank, delay in delays.items()} == {"3": 900, "2": 1800, "1": 2600}


def test_the_name_comes_last(party):
    """Third and second are told while the drum rolls; of the first there is no byte on the screen before the fanfare."""
    doc = finale(passed_ms=2800)
    doc["timers"][0].update(paused=True, remainingMs=FINAL_MS - 2800)
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
    text = stage.phone.page.evaluate("""async (doc) => {
      const { cardText } = await import("/games/tripto/tv/card.js");
      const { Travelogue } = await import("/games/tripto/tv/travelogue.js");
      return cardText(doc, new Travelogue(location.pathname.split("/").pop()).seen(doc));
    }""", {**stage.shown, "version": 1})
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
    stage = Stage(party).show(finale(scores=[12, 12, 5, 0, 0], passed_ms=3300)).open()
    stage.tv.page.evaluate(WATCH)
    stage.tv.sees("Delad seger!")
    stage.tv.sees("Anna & Bo")
    # Well before the confetti is gone again.
    stage.tv.page.wait_for_function("seen.confetti", timeout=1500)
    painted = """() => { const canvas = document.getElementById("confetti");
      return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0); }"""
    stage.tv.page.wait_for_function(painted, timeout=1500)
    stage.tv.picture("51-shared")


def test_nobody_wins_on_nothing(party):
    stage = Stage(party).show(finale(scores=[0, 0, 0, 0, 0], passed_ms=3300)).open()
    stage.tv.page.evaluate(WATCH)
    stage.tv.sees("Ingen vinnare den här gången")
    stage.tv.page.wait_for_timeout(700)
    assert not stage.tv.page.evaluate("seen.confetti")
    assert stage.tv.page.locator(".laurel").count() == 0, "a wreath is for who has won"


def test_an_aborted_game_ends_without_cheers(party):
    doc = document("ROUND_END")
    doc["final"]["aborted"] = True
    stage = Stage(party).show(doc).open()
    stage.tv.sees("Spelet är slut")
    assert stage.tv.page.locator(".cheer, .podium").count() == 0


def test_who_wants_less_motion_sees_a_still_wreath(party):
    stage = Stage(party, {**SCREEN, "reduced_motion": "reduce"}).show(finale(passed_ms=3300)).open()
    stage.tv.page.evaluate(WATCH)
    stage.tell("UI_EFFECT_TRIGGER", {"effectId": "confetti", "intensity": "high", "durationMs": 2500})
    stage.tv.page.locator(".laurel").nth(1).wait_for()
    assert stage.tv.page.locator(".laurel").count() == 2
    stage.tv.page.wait_for_timeout(300)
    assert not stage.tv.page.evaluate("seen.confetti")
    assert stage.tv.page.locator(".podium li").first.is_visible()


def test_confetti_falls_when_a_cue_says_so(party):
    stage = Stage(party).show(document("SCOREBOARD")).open()
    stage.tv.page.evaluate(WATCH)
    stage.tell("UI_EFFECT_TRIGGER", {"effectId": "confetti", "intensity": "low", "durationMs": 1200})
    stage.tv.page.wait_for_timeout(2500)
    seen = stage.tv.page.evaluate("seen")
    assert -FRAME_MS <= seen["cleared"] - seen["confetti"] - 1200 < SLACK_MS


def test_a_real_finale_is_heard(loud_party):
    timings = {"intro": 60_000, "clue": 60_000, "reveal": 60_000, "followup": 60_000, "followupResults": 60_000,
               "scoreboard": 60_000, "final": FINAL_MS}
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
