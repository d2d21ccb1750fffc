"""A screen in a browser that wants a press before it sounds."""

from ears import out_of_phase_ms, report, until
from party import SCREEN, TABLET
from test_tv_sound import PHASE_MS, SETTINGS, quiet_travel
from stage import Stage, document


def test_a_press_turns_the_sound_on_and_the_game_goes_on_without(party):
    links = party.post("/v1/sessions", {"settings": SETTINGS})
    host, tv, phone = party.device("host", TABLET), party.device("tv", SCREEN), party.phone("anna")
    host.open(f"/host#s={links['sessionId']}&r={links['hostRefreshToken']}")
    # Looking into the page earlier would count as a press: stage.py.
    with tv.page.expect_websocket():
        tv.open(links["tvUrl"])
    phone.open(links["joinUrl"]).fill("Ditt namn", "Anna")
    button = tv.page.get_by_role("button", name="Slå på ljudet")
    button.wait_for()
    tv.picture("30-silent-lobby")
    host.press("start")
    tv.state("ROUND_INTRO")
    host.press("skip")
    tv.state("CLUE_LEVEL")
    assert button.is_visible()
    tv.page.keyboard.press("Enter")
    button.wait_for(state="detached")
    until(tv, "r.state === 'running' && r.bed?.positionMs > 0 && r.starts.length")
    assert out_of_phase_ms(report(tv)) < PHASE_MS


def test_the_button_does_it_too(party):
    stage = Stage(party, locale="en-GB").show(document("LOBBY", "en")).open()
    stage.tv.page.get_by_role("button", name="Turn the sound on").click()
    until(stage.tv, "r.state === 'running'")
    stage.show(quiet_travel())
    until(stage.tv, "r.bed?.positionMs > 0")


def test_a_session_without_a_voice_says_so(party):
    doc = document("ROUND_INTRO")
    doc["audio"]["voice"] = {"clipId": "c1", "roundId": "r1", "startAtServerMs": 1_700_000_000_000}
    stage = Stage(party).show(doc).open()
    assert stage.tv.page.get_by_text("Ingen röst i kväll").count() == 0
    doc["audio"]["voice"] = None
    stage.show(doc)
    stage.tv.sees("Ingen röst i kväll – någon får läsa högt.")
