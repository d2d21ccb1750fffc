"""The page's own part of the music, and a short evening on a time line: nobody waits in silence, and speech is understood."""

import pytest

from ears import LISTEN, TAP, heard_lag_ms, loudness_db, out_of_phase_ms, report, settled, until
from hosting import skip
from leaks import secret_of
from party import SCREEN, TABLET
from stage import Stage, document, now_ms, timer
from test_tv_sound import PHASE_MS, TIMINGS, quiet_travel

LEVELS = [10, 8, 6, 4, 2]
# dB below full scale: a quiet living room hears nothing below it.
SILENCE_DB = -52
MAX_SILENCE_MS = 2000
SPEECH_DB = -45
SPEECH_OVER_MUSIC_DB = 12
# What a moment of the time line is told of, and the time that the music takes to step back.
HEARD_MS = 500
STAY_MS = 4000
FINAL_MS = 10_500


def listening(party):
    stage = Stage(party)
    stage.tv.page.add_init_script(TAP)
    stage.tv.page.add_init_script(LISTEN)
    return stage


def timeline(tv):
    return tv.page.evaluate("timeline")


def at_level(points):
    doc = quiet_travel()
    doc["clue"]["levelPoints"] = points
    return doc


def heard_at(stage, doc):
    """How loud the music of a document is, once it has settled."""
    stage.show(doc)
    stage.tv.page.wait_for_timeout(2000)
    stage.tv.page.evaluate("timeline.length = 0")
    # All of the stems' two bars.
    stage.tv.page.wait_for_timeout(5000)
    return loudness_db(timeline(stage.tv), "music")


def test_the_lobby_has_music_in_the_same_place_after_a_reload(loud_party):
    stage = listening(loud_party).open()
    for visit in range(2):
        if visit:
            stage.tv.page.reload()
            stage.tv.state("LOBBY")
        settled(stage.tv, "r.bed?.id === 'music_lobby' && r.clockUncertaintyMs < 1000")
        assert report(stage.tv)["bed"]["startAtServerMs"] == 0
        assert out_of_phase_ms(report(stage.tv)) < PHASE_MS
        lag_ms, likeness = heard_lag_ms(stage.tv, "music_lobby", 0)
        assert likeness > 0.8 and abs(lag_ms) < PHASE_MS


def test_a_bed_of_the_servers_goes_before_the_pages_own(loud_party):
    stage = Stage(loud_party).show(document("SCOREBOARD")).open()
    settled(stage.tv, "r.bed?.id === 'music_standings'")
    stage.tell("MUSIC_SET", {"trackId": "music_travel", "mode": "loop", "startAtServerMs": now_ms(), "gainDb": -16})
    until(stage.tv, "r.bed?.id === 'music_travel'")
    stage.tell("MUSIC_STOP", {"fadeOutMs": 600})
    until(stage.tv, "r.bed?.id === 'music_standings'")
    # The host goes back to the lobby; later the evening is over, and nobody is left to turn the music off.
    stage.show(document("LOBBY"))
    until(stage.tv, "r.bed?.id === 'music_lobby'")
    doc = document("ROUND_END")
    stage.show(doc)
    until(stage.tv, "r.bed?.id === 'music_finale'")
    doc["final"]["aborted"] = True
    stage.show(doc)
    until(stage.tv, "r.bed?.id === 'music_standings'")
    doc["session"]["status"] = "ended"
    stage.show(doc)
    until(stage.tv, "r.bed === null")


def test_the_hosts_level_holds_for_the_pages_own_music_and_outlasts_a_reload(loud_party):
    stage = listening(loud_party).open()
    settled(stage.tv, "r.bed?.id === 'music_lobby' && Math.abs(r.levels.music - 0.158) < 0.01")
    stage.tell("MUSIC_GAIN_SET", {"gainDb": -120})
    until(stage.tv, "r.levels.music < 0.001")
    stage.show({**stage.shown, "audio": {**stage.shown["audio"], "gainDb": -120}})
    stage.tv.page.reload()
    until(stage.tv, "r.state === 'running' && r.bed?.id === 'music_lobby' && r.levels.music < 0.00001")
    # What is written down reaches a third of a second back.
    stage.tv.page.wait_for_timeout(500)
    stage.tv.page.evaluate("timeline.length = 0")
    stage.tv.page.wait_for_timeout(2000)
    heard = timeline(stage.tv)
    assert heard and max(moment["all"] for moment in heard) < -100


def test_the_finale_has_music_after_the_fanfare(loud_party):
    stage = listening(loud_party).show(document("SCOREBOARD")).open()
    settled(stage.tv, "r.bed?.id === 'music_standings'")
    doc = document("FINAL_RESULTS")
    doc["timers"] = [timer(passed_ms=-500, duration_ms=FINAL_MS)]
    t0 = doc["timers"][0]["startAtServerMs"]
    stage.tv.page.evaluate("timeline.length = 0")
    stage.show(doc)
    until(stage.tv, f"r.serverTimeMs > {t0 + 8500}")
    offset = stage.tv.page.evaluate("document.querySelector('sound-report').report().serverTimeMs - performance.now()")
    moments = [{**moment, "atMs": moment["atMs"] + offset - t0} for moment in timeline(stage.tv)]
    # The first of them still hears what was there before.
    suspense = [moment["music"] for moment in moments if 1500 < moment["atMs"] < 6000]
    after = [moment["music"] for moment in moments if moment["atMs"] > 7500]
    assert suspense and max(suspense) < SILENCE_DB
    assert after and min(after) > SILENCE_DB
    # Nothing begins anew when the timer has run out.
    before = report(stage.tv)["starts"]
    stage.show(document("ROUND_END"))
    stage.tv.page.wait_for_timeout(1000)
    assert report(stage.tv)["bed"]["id"] == "music_finale" and report(stage.tv)["starts"] == before


def test_the_travel_bed_grows_from_clue_to_clue_and_holds_its_breath_under_a_brake(loud_party):
    stage = listening(loud_party).show(at_level(10)).open()
    settled(stage.tv, "r.bed?.id === 'music_travel'")
    heard = [heard_at(stage, at_level(points)) for points in LEVELS]
    assert all(louder - softer > 0.3 for softer, louder in zip(heard, heard[1:])), heard
    assert 4 < heard[-1] - heard[0] < 10, heard
    assert [stem["id"] for stem in report(stage.tv)["stems"]] == ["stem_pulse", "stem_drive"]

    brake = document("PAUSED_FOR_BRAKE")
    brake["audio"] = stage.shown["audio"]
    stage.show(brake)
    told = until(stage.tv, "r.stems.length === 1 && r.stems[0].positionMs > 1500 && r.levels.bed < 0.52 && r.levels.brightHz < 700")
    assert told["bed"]["id"] == "music_travel" and told["stems"][0]["id"] == "stem_tension"
    # In the bed's phase: two bars of its sixteen.
    apart_ms = (told["bed"]["positionMs"] - told["stems"][0]["positionMs"]) % told["stems"][0]["durationMs"]
    assert min(apart_ms, told["stems"][0]["durationMs"] - apart_ms) < 1
    stage.show({**brake, "paused": True})
    until(stage.tv, "r.stems.length === 0 && r.bed?.id === 'music_travel'")


@pytest.mark.parametrize("state", ["CLUE_LEVEL", "PAUSED_FOR_BRAKE", "FOLLOWUP_QUESTION"])
def test_the_last_five_seconds_tick_but_not_in_a_pause_nor_where_the_music_is_off(loud_party, state):
    stage = Stage(loud_party)
    doc = document(state)
    if doc["followup"]:
        doc["followup"]["locked"] = False

    def ticks(**changes):
        before = len(ticked())
        timers = [timer(passed_ms=4000, duration_ms=12_000)]
        stage.show({**doc, "timers": timers, **changes})
        # The last would be a second before the end.
        until(stage.tv, f"r.serverTimeMs > {timers[0]['startAtServerMs'] + 12_500}")
        return len(ticked()) - before

    def ticked():
        return [start for start in report(stage.tv)["starts"] if start["id"] == "tick"]

    stage.open()
    settled(stage.tv)
    assert ticks() == 5
    assert ticks(paused=True) == 0
    assert ticks(audio={**doc["audio"], "gainDb": -120}) == 0


def test_nobody_waits_in_silence_and_speech_is_over_the_music(speaking_party):
    settings = {"locale": "sv", "destinationsCount": 2, "followupsPerDestination": 1, "timings": {**TIMINGS, "final": FINAL_MS}}
    links = speaking_party.post("/v1/sessions", {"settings": settings})
    host, tv, phone = (speaking_party.device("host", TABLET), speaking_party.device("tv", SCREEN), speaking_party.phone("anna"))
    tv.page.add_init_script(TAP)
    tv.page.add_init_script(LISTEN)
    host.open(f"/host#s={links['sessionId']}&r={links['hostRefreshToken']}")
    tv.open(links["tvUrl"])
    phone.open(links["joinUrl"]).fill("Ditt namn", "Anna")
    phone.state("LOBBY")
    until(tv, "r.bed?.id === 'music_lobby' && r.levels.music > 0")
    tv.page.wait_for_timeout(1000)
    tv.page.evaluate("timeline.length = 0")

    def stay(state):
        tv.state(state)
        tv.page.wait_for_timeout(STAY_MS)

    def go_on(state):
        host.press("skip")
        stay(state)

    stay("LOBBY")
    host.press("start")
    stay("ROUND_INTRO")
    go_on("CLUE_LEVEL")
    phone.press("brake")
    stay("PAUSED_FOR_BRAKE")
    phone.fill("Ditt svar", secret_of(host)["destination"]["name"])
    stay("REVEAL_DESTINATION")
    go_on("FOLLOWUP_QUESTION")
    phone.fill("Ditt svar", "vet inte")
    stay("FOLLOWUP_QUESTION")
    go_on("SCOREBOARD")
    go_on("ROUND_INTRO")
    go_on("CLUE_LEVEL")
    host.press("reveal")
    stay("REVEAL_DESTINATION")
    go_on("FOLLOWUP_QUESTION")
    # Locked, its answer is shown before the standings.
    if not skip(host):
        host.press("skip")
    stay("SCOREBOARD")
    go_on("FINAL_RESULTS")
    tv.page.locator('[data-state="ROUND_END"]').wait_for()
    stay("ROUND_END")

    heard = timeline(tv)
    assert report(tv)["failures"] == []
    quiet_since, longest = heard[0]["atMs"], (0, None)
    for moment in heard:
        if moment["all"] > SILENCE_DB:
            quiet_since = moment["atMs"]
        longest = max(longest, (moment["atMs"] - quiet_since, moment["state"]), key=lambda found: found[0])
    assert longest[0] < MAX_SILENCE_MS, longest
    by_state = {state: [moment for moment in heard if moment["state"] == state] for state in {m["state"] for m in heard}}
    print({state: {layer: round(loudness_db(moments, layer), 1) for layer in ("all", "music", "voice", "effects")}
           for state, moments in by_state.items()}, "longest silence", longest)
    for state in ("ROUND_INTRO", "CLUE_LEVEL", "REVEAL_DESTINATION", "FOLLOWUP_QUESTION"):
        spoken = [moment for before, moment in zip(heard, heard[HEARD_MS // 100:])
                  if moment["state"] == state and before["voice"] > SPEECH_DB and moment["voice"] > SPEECH_DB]
        assert spoken, state
        over = loudness_db(spoken, "voice") - loudness_db(spoken, "music")
        print(state, "speech over music", round(over, 1))
        assert over >= SPEECH_OVER_MUSIC_DB, (state, over)
