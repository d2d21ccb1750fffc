"""The winner's ten seconds on the TV, told by the document and the server's clock."""

from ears import report, until
from leaks import secret_of
from party import SCREEN, TABLET
from stage import Stage, document, now_ms, timer

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
    stage = Stage(party).show(finale(passed_ms=4500)).open()
    page = stage.tv.page
    assert page.locator("[data-stage]").get_attribute("data-stage") == "winner"
    # The steps rise from the bottom up, and began as long ago as they would have by now.
    delays = page.evaluate("""() => Object.fromEntries([...document.querySelectorAll('.podium li')]
      .map((step) => [step.dataset.rank, step.getAnimations()[0].effect.getTiming().delay]))""")
    passed_ms = now_ms() - stage.shown["timers"][0]["startAtServerMs"]
    late_ms = delays["3"] - 700
    assert 3200 - passed_ms <= late_ms <= 3200 - 4500, (delays, passed_ms)
    assert {rank: round(delay - late_ms) for rank, delay in delays.items()} == {"3": 700, "2": 1400, "1": 2100}


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
    stage.tv.page.wait_for_timeout(800)
    assert not stage.tv.page.evaluate("seen.confetti")
    assert stage.tv.page.locator(".laurel").count() == 2
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
    until(tv, "r.bed === null")
    host.press("skip")
    tv.state("FINAL_RESULTS")
    told = until(tv, "r.starts.some((start) => start.id === 'winner_fanfare')")
    starts = {start["id"]: start for start in told["starts"]}
    t0 = starts["sting_build"]["startAtServerMs"]
    assert starts["drumroll"]["startAtServerMs"] == t0 + 800 and starts["winner_fanfare"]["startAtServerMs"] == t0 + 3200
    assert all(abs(starts[sound]["startErrorMs"]) < 50 for sound in ("sting_build", "drumroll", "winner_fanfare"))
    assert "drumroll" not in [effect["id"] for effect in report(tv)["effects"]]
    tv.state("ROUND_END")
