"""The TV's sound, in a browser that may sound at once: in phase with the server's clock, ducked, stopped, joined."""

import math
import pathlib

from ears import TAP, heard_lag_ms, out_of_phase_ms, report, settled, until
from party import SCREEN, TABLET
from stage import Stage, document, now_ms

ROOT = pathlib.Path(__file__).resolve().parents[2]
TIMINGS = {"intro": 300_000, "clue": 300_000, "reveal": 300_000, "followup": 300_000, "followupResults": 300_000, "scoreboard": 300_000}
SETTINGS = {"locale": "sv", "destinationsCount": 1, "followupsPerDestination": 1, "timings": TIMINGS}
# What is in phase: a frame of picture and more, but no echo that anybody would hear beside another screen.
PHASE_MS = 50
CLIP = "/sounds/winner_fanfare.flac"
# Long enough to be joined by a page that was slow to hear of it.
BED = "/sounds/music_travel.flac"
BED_MS = 40_000
# Until a sound is to start: a page has fetched it by then.
LEAD_MS = 5000


def in_game(party):
    links = party.post("/v1/sessions", {"settings": SETTINGS})
    host, tv, phone = party.device("host", TABLET), party.device("tv", SCREEN), party.phone("anna")
    tv.page.add_init_script(TAP)
    host.open(f"/host#s={links['sessionId']}&r={links['hostRefreshToken']}")
    tv.open(links["tvUrl"])
    phone.open(links["joinUrl"]).fill("Ditt namn", "Anna")
    phone.state("LOBBY")
    until(tv, "r.state === 'running' && r.clockUncertaintyMs < 1000")
    host.links = links
    return host, tv, phone


def quiet_travel(**changes):
    doc = document("CLUE_LEVEL")
    doc["audio"] = {"music": {"trackId": "music_travel", "mode": "loop", "startAtServerMs": now_ms(), "gainDb": -16},
                    "voice": None, "speaker": None, "gainDb": -16, **changes}
    return doc


def test_beds_start_change_and_end_with_the_game(loud_party):
    host, tv, phone = in_game(loud_party)
    until(tv, "r.bed?.id === 'music_lobby'")
    host.press("start")
    tv.state("ROUND_INTRO")
    first = until(tv, "r.bed?.id === 'music_travel' && r.bed.positionMs > 1500")
    assert first["bed"]["id"] == "music_travel" and first["bed"]["durationMs"] == 40_000
    assert out_of_phase_ms(report(tv)) < PHASE_MS
    lag_ms, likeness = heard_lag_ms(tv, "music_travel", first["bed"]["startAtServerMs"])
    assert likeness > 0.8 and abs(lag_ms) < PHASE_MS

    host.press("skip")
    tv.state("CLUE_LEVEL")
    tv.page.reload()
    tv.state("CLUE_LEVEL")
    until(tv, "r.starts.length && r.bed?.id === 'music_travel' && r.levels.music < 0.2")
    tv.page.wait_for_timeout(2500)
    again = report(tv)
    assert again["bed"]["startAtServerMs"] == first["bed"]["startAtServerMs"]
    assert again["starts"][0]["offsetMs"] > 0
    assert out_of_phase_ms(report(tv)) < PHASE_MS
    lag_ms, likeness = heard_lag_ms(tv, "music_travel", first["bed"]["startAtServerMs"])
    assert likeness > 0.8 and abs(lag_ms) < PHASE_MS

    host.press("reveal")
    tv.state("REVEAL_DESTINATION")
    assert report(tv)["bed"]["id"] == "music_travel"
    host.press("skip")
    tv.state("FOLLOWUP_QUESTION")
    until(tv, "r.bed?.id === 'music_followup' && r.bed.positionMs > 700")
    assert out_of_phase_ms(report(tv)) < PHASE_MS
    phone.fill("Ditt svar", "vet inte")
    until(tv, "r.starts.some((start) => start.id === 'wrong')")
    host.press("skip")
    tv.state("SCOREBOARD")
    until(tv, "r.starts.some((start) => start.id === 'music_standings')")
    assert [start["id"] for start in report(tv)["starts"]] == [
        "music_travel", "reveal_sting", "music_followup", "wrong", "music_standings"]
    assert all(math.isfinite(start["startErrorMs"]) for start in report(tv)["starts"])
    assert report(tv)["failures"] == []


def test_the_screen_that_the_host_chose_sounds_alone(loud_party):
    host, tv, phone = in_game(loud_party)
    other = loud_party.device("tv2", SCREEN)
    other.open(host.links["tvUrl"])
    host.press("start")
    for screen in (tv, other):
        screen.state("ROUND_INTRO")
    until(tv, "r.bed?.id === 'music_travel' && r.bed.positionMs > 0")
    host.page.get_by_text("Bjud in fler, TV, byt enhet").click()
    choice = host.page.locator("button[data-action=speaker]")
    choice.nth(1).click()
    host.page.locator("button[data-action=speaker][aria-pressed=true]", has_text="TV 2").wait_for()
    until(other, "r.bed?.id === 'music_travel' && r.bed.positionMs > 0")
    until(tv, "r.bed === null")
    choice.nth(0).click()
    until(tv, "r.bed?.id === 'music_travel'")
    until(other, "r.bed === null")
    # With the chosen one gone the others sound as before.
    tv.page.close()
    until(other, "r.bed?.id === 'music_travel'")


def test_a_loop_goes_round_in_phase(loud_party):
    stage = Stage(loud_party)
    stage.tv.page.add_init_script(TAP)
    doc = quiet_travel()
    stage.show(document("LOBBY")).open()
    until(stage.tv, "r.state === 'running'")
    # Three seconds are left of the loop, however long the page took.
    doc["audio"]["music"]["startAtServerMs"] = start = now_ms() - 117_000
    stage.show(doc)
    until(stage.tv, "r.bed?.id === 'music_travel' && r.bed.positionMs > 37000")
    until(stage.tv, "r.bed.positionMs < 3000 && r.bed.positionMs > 1000")
    assert out_of_phase_ms(report(stage.tv)) < PHASE_MS
    lag_ms, likeness = heard_lag_ms(stage.tv, "music_travel", start)
    assert likeness > 0.8 and abs(lag_ms) < PHASE_MS


def test_music_follows_its_messages(loud_party):
    stage = Stage(loud_party).show(document("CLUE_LEVEL")).open()
    until(stage.tv, "r.state === 'running'")
    start = now_ms() + 700
    stage.tell("MUSIC_SET", {"trackId": "music_followup", "mode": "loop", "startAtServerMs": start, "gainDb": -20})
    until(stage.tv, "r.bed?.id === 'music_followup' && Math.abs(r.levels.music - 0.1) < 0.01")
    stage.tell("MUSIC_GAIN_SET", {"gainDb": -120})
    until(stage.tv, "r.levels.music < 0.001")
    stage.tell("MUSIC_GAIN_SET", {"gainDb": 0})
    until(stage.tv, "r.levels.music > 0.99")
    stage.tell("MUSIC_STOP", {"fadeOutMs": 400})
    until(stage.tv, "r.bed === null")


def test_a_voice_starts_on_time_and_the_music_steps_back_once(loud_party):
    stage = Stage(loud_party).show(quiet_travel()).open()
    settled(stage.tv, "r.bed && r.levels.duck === 1")
    stage.tell("MUSIC_DUCK", {"amountDb": -12, "attackMs": 120, "releaseMs": 600})
    start = now_ms() + LEAD_MS
    stage.tell("AUDIO_PLAY", {"clipId": "c1", "roundId": "r1", "url": CLIP, "startAtServerMs": start})
    told = until(stage.tv, "r.voice?.positionMs > 800")
    assert abs(told["levels"]["duck"] - 10 ** (-12 / 20)) < 0.02
    assert out_of_phase_ms(told, "voice") < PHASE_MS
    assert abs(told["levels"]["music"] - 10 ** (-16 / 20)) < 0.01
    until(stage.tv, "r.voice === null && r.levels.duck > 0.98")
    spoken = [start for start in report(stage.tv)["starts"] if start["layer"] == "voice"]
    assert len(spoken) == 1 and spoken[0]["offsetMs"] == 0 and abs(spoken[0]["startErrorMs"]) < PHASE_MS


def test_a_late_voice_is_joined_and_a_past_one_is_not_heard(loud_party):
    stage = Stage(loud_party).show(quiet_travel()).open()
    settled(stage.tv, "r.bed")
    stage.tell("AUDIO_PLAY", {"clipId": "past", "roundId": "r1", "url": BED, "startAtServerMs": now_ms() - BED_MS})
    stage.tell("SFX_PLAY", {"sfxId": "tick", "startAtServerMs": now_ms() + 300})
    until(stage.tv, "r.starts.some((start) => start.id === 'tick')")
    stage.tell("AUDIO_PLAY", {"clipId": "late", "roundId": "r1", "url": BED, "startAtServerMs": now_ms() - 1500})
    until(stage.tv, "r.starts.some((start) => start.id === 'late')")
    starts = {start["id"]: start for start in report(stage.tv)["starts"]}
    assert 1500 < starts["late"]["offsetMs"] < BED_MS and "past" not in starts
    assert out_of_phase_ms(report(stage.tv), "voice") < PHASE_MS
    stage.tell("AUDIO_STOP", {})
    until(stage.tv, "r.voice === null && r.levels.duck > 0.98")


def test_a_reloaded_screen_fetches_the_voice_of_the_document(loud_party):
    stage = Stage(loud_party)
    asked = []

    def asset(route):
        asked.append((route.request.url, route.request.headers.get("authorization", "")))
        route.fulfill(path=ROOT / "web/sounds/music_finale.flac", content_type="audio/flac")

    stage.tv.page.route("**/assets/*", asset)
    voice = {"clipId": "c7", "roundId": "r1", "startAtServerMs": now_ms() - 500}
    stage.show(quiet_travel(voice=voice)).open()
    until(stage.tv, "r.voice?.id === 'c7' && r.starts.some((start) => start.layer === 'voice')")
    assert out_of_phase_ms(report(stage.tv), "voice") < PHASE_MS
    url, authorization = asked[0]
    assert url.endswith("/rounds/r1/assets/c7") and "?" not in url
    assert authorization.startswith("Bearer ") and len(asked) == 1
    # The brake: the document has no voice any more.
    stage.show(quiet_travel())
    until(stage.tv, "r.voice === null && r.levels.duck > 0.98")


def test_a_voice_that_can_not_be_had_is_missed_and_ducks_nothing(loud_party):
    stage = Stage(loud_party).show(quiet_travel()).open()
    until(stage.tv, "r.bed")
    stage.tell("AUDIO_PLAY", {"clipId": "none", "roundId": "r1", "url": "/sounds/none.wav", "startAtServerMs": now_ms() + LEAD_MS})
    told = until(stage.tv, "r.failures.length")
    assert told["failures"][0] == {"id": "none", "reason": "404"}
    assert told["levels"]["duck"] == 1 and told["voice"] is None


def test_effects_sound_together_and_the_fanfare_ends_the_roll(loud_party):
    stage = Stage(loud_party).show(document("CLUE_LEVEL")).open()
    settled(stage.tv)
    start = now_ms() + LEAD_MS
    for sound in ("brake_pull", "reveal_sting", "sting_build", "correct", "drumroll"):
        stage.tell("SFX_PLAY", {"sfxId": sound, "startAtServerMs": start})
    stage.tell("SFX_PLAY", {"sfxId": "winner_fanfare", "startAtServerMs": start + 2400})
    told = until(stage.tv, "r.effects.filter((effect) => effect.positionMs > 300).length >= 5")
    assert "drumroll" in [effect["id"] for effect in told["effects"]]
    told = until(stage.tv, "r.effects.some((effect) => effect.id === 'winner_fanfare' && effect.positionMs > 200)")
    assert "drumroll" not in [effect["id"] for effect in told["effects"]]
    until(stage.tv, "r.starts.some((start) => start.id === 'winner_fanfare')")
    assert all(abs(start["startErrorMs"]) < PHASE_MS for start in report(stage.tv)["starts"])
    stage.tell("SFX_PLAY", {"sfxId": "winner_fanfare", "startAtServerMs": now_ms() + 2 * LEAD_MS})
    until(stage.tv, "r.effects.some((effect) => effect.positionMs < 0)")
    stage.tell("AUDIO_STOP", {})
    until(stage.tv, "r.effects.length === 0")


def test_moments_are_plain_sums(loud_party):
    page = Stage(loud_party).open().tv.page
    call = lambda code: page.evaluate(f"async () => {{ const m = await import('/tv/sound/moments.js'); return {code}; }}")
    on_time = "m.joining({ startAtMs: 1000, earliestMs: 400, durationMs: 300 })"
    assert call(on_time) == {"atMs": 1000, "offsetMs": 0}
    assert call("m.joining({ startAtMs: 1000, earliestMs: 1100, durationMs: 300 })") == {"atMs": 1100, "offsetMs": 100}
    assert call("m.joining({ startAtMs: 1000, earliestMs: 1300, durationMs: 300 })") is None
    looped = "m.joining({ startAtMs: 1000, earliestMs: 1950, durationMs: 300, isLoop: true })"
    assert call(looped) == {"atMs": 1950, "offsetMs": 50}
    behind = "m.errorMs({ startAtMs: 1000, heardAtMs: 1960, offsetMs: 50, durationMs: 300, isLoop: true })"
    ahead = "m.errorMs({ startAtMs: 1000, heardAtMs: 1940, offsetMs: 50, durationMs: 300, isLoop: true })"
    assert (call(behind), call(ahead)) == (10, -10)
    assert call("[m.factor(0), m.factor(-20), m.factor(-120)]") == [1, 0.1, 0]
