"""The voice of a real game: made by the gateway, fetched by the screen, stopped by the brake."""

from ears import out_of_phase_ms, report, until
from leaks import leaks, secret_of
from test_tv_sound import PHASE_MS, in_game


def spoken(tv):
    return [start for start in report(tv)["starts"] if start["layer"] == "voice"]


def test_a_game_is_read_aloud(speaking_party):
    host, tv, phone = in_game(speaking_party)
    host.press("start")
    tv.state("ROUND_INTRO")
    until(tv, "r.voice?.positionMs > 300")
    assert tv.page.locator('[data-key="speechless"]').count() == 0
    host.press("skip")
    tv.state("CLUE_LEVEL")
    until(tv, "r.voice?.positionMs > 300 && r.levels.duck < 0.3")
    assert out_of_phase_ms(report(tv), "voice") < PHASE_MS
    first = report(tv)["voice"]["id"]

    tv.page.reload()
    tv.state("CLUE_LEVEL")
    until(tv, "r.voice?.positionMs > 300")
    assert report(tv)["voice"]["id"] == first, "a reloaded screen joins the clip that sounds"
    assert out_of_phase_ms(report(tv), "voice") < PHASE_MS

    phone.press("brake")
    tv.state("PAUSED_FOR_BRAKE")
    until(tv, "r.voice === null && r.levels.duck > 0.98")
    secret = secret_of(host)
    phone.fill("Ditt svar", secret["destination"]["name"])
    tv.state("REVEAL_DESTINATION")
    until(tv, "r.voice?.positionMs > 300")
    assert len(spoken(tv)) == 2 and report(tv)["failures"] == []
    assert leaks(tv, secret) == [] and leaks(phone, secret) == []
    assert not any(message["type"].startswith("AUDIO") for message in phone.messages())
