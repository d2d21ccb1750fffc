"""What the TV says about the room is so: who has answered, who is here, who won, and how to come along."""

import time
import urllib.parse

from party import SCREEN
from stage import Stage, document, timer

MINUTES = 60_000
LINGER_MS = 5 * MINUTES
FRAME_MS = 20
ARABIC = "محمد"


def staged(party, doc, shape=None):
    return Stage(party, shape).show(document("LOBBY")).open().show(doc)


def seen(stage, selector):
    return stage.tv.page.locator(selector).is_visible()


def test_the_code_stays_during_the_game_where_it_gets_somebody_in(party):
    stage = staged(party, document("LOBBY"))
    assert not seen(stage, ".invitation"), "the lobby has its ticket"
    for state in ("ROUND_INTRO", "CLUE_LEVEL", "PAUSED_FOR_BRAKE", "REVEAL_DESTINATION", "FOLLOWUP_QUESTION", "ROUND_END"):
        stage.show(document(state))
        assert stage.tv.page.locator(".invitation .big-code").inner_text() == "K7MWQ2", state
        image = stage.tv.page.locator(".invitation img")
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(image.get_attribute("src")).query)
        assert query["t"] == ["token"], state
        assert image.evaluate("async (image) => { await image.decode(); return image.naturalWidth; }") > 0
    late = document("CLUE_LEVEL")
    late["session"]["settings"]["allowLateJoin"] = False
    full = document("CLUE_LEVEL", guests=5)
    full["session"]["settings"]["maxPlayers"] = 5
    for doc in (late, full):
        stage.show(doc)
        stage.tv.page.locator(".invitation").wait_for(state="detached")


def test_a_used_ticket_is_no_verdict(party):
    stage = staged(party, document("CLUE_LEVEL"))
    answered = stage.tv.page.locator(".answered")
    assert "✓" not in answered.inner_text() and answered.locator(".punched").count() > 0
    stage.show(document("FOLLOWUP_QUESTION"))
    assert "✓" in stage.tv.page.locator(".knew").inner_text() and stage.tv.page.locator(".punched").count() == 0


def test_who_is_away_is_not_waited_for(party):
    doc = document("CLUE_LEVEL", guests=11)
    for number, player in enumerate(doc["players"]):
        player.update(connected=number < 4, locked=number in (0, 6))
    stage = staged(party, doc)
    stage.tv.sees("2 av 5 har svarat")
    doc.update(state="LOBBY", clue=None, timers=[])
    stage.show(doc).tv.sees("Resenärer (4)")


def test_short_names_are_never_cut_and_the_rest_is_counted(party):
    for answered in range(1, 21):
        doc = document("CLUE_LEVEL", guests=20)
        for number, player in enumerate(doc["players"]):
            player.update(name=f"Bob {number}", locked=number < answered)
        stage = staged(party, doc) if answered == 1 else stage.show(doc)
        chips = stage.tv.page.locator(".answered .guests li:not(.more)").all_inner_texts()
        more = stage.tv.page.locator(".answered .more")
        assert chips == [f"Bob {number}" for number in range(len(chips))]
        assert len(chips) + (int(more.inner_text().strip("+ till")) if more.count() else 0) == answered


def test_the_finale_is_not_told_before(party):
    doc = document("SCOREBOARD")
    stage = staged(party, doc)
    stage.tv.sees("Anna")
    doc["round"]["index"] = doc["round"]["total"]
    stage.show(doc).tv.sees("Det var sista resmålet!")
    assert "Anna" not in stage.tv.page.locator("#page").inner_text() and stage.tv.page.locator(".board").count() == 0


def test_without_points_nobody_has_a_place(party):
    stage = staged(party, document("SCOREBOARD", scores=[0] * 5))
    assert set(stage.tv.page.locator(".board .rank").all_inner_texts()) == {""}
    one = document("FINAL_RESULTS", guests=20, scores=[16] + [0] * 19)
    one["timers"] = [{**timer(4_000, 10_500), "paused": True, "remainingMs": 6_500}]
    stage.show(one)
    assert stage.tv.page.locator(".podium li").count() == 1


def test_an_answer_that_was_not_given_is_not_quoted(party):
    doc = document("REVEAL_DESTINATION")
    doc["reveal"]["results"][1].update(answerText="", isCorrect=False, pointsAwarded=0)
    stage = staged(party, doc)
    row = stage.tv.page.locator(".verdicts li").filter(has=stage.tv.page.get_by_text("Bo", exact=True))
    assert row.locator("q").count() == 0 and "inget svar" in row.inner_text()


def test_a_host_who_is_gone_for_longer_is_missed(party):
    doc = document("CLUE_LEVEL")
    doc["session"]["host"]["connected"] = False
    stage = staged(party, doc)
    missing = stage.tv.page.locator(".host-away")
    assert missing.count() == 1 and not missing.is_visible()
    missing.wait_for()
    assert missing.inner_text() == "Värden har tappat kontakten"
    doc["session"]["host"]["connected"] = True
    stage.show(doc)
    missing.wait_for(state="detached")


def test_names_from_right_to_left_turn_nothing_around_them(party):
    """Each name stands in an element that isolates it."""
    stage = staged(party, document("LOBBY"))
    for state in ("LOBBY", "CLUE_LEVEL", "PAUSED_FOR_BRAKE", "REVEAL_DESTINATION", "FOLLOWUP_QUESTION", "SCOREBOARD",
                  "FINAL_RESULTS", "ROUND_END"):
        doc = document(state, guests=3)
        for group in (doc["players"], doc["scoreboard"], *((doc["final"]["standingsTop"], doc["final"]["standingsFull"])
                                                           if doc["final"] else ())):
            for one in group:
                one["name"] = f"{ARABIC}{one['playerId'][1:]}"
        doc["players"][0]["locked"] = True
        if state == "FINAL_RESULTS":
            doc["timers"] = [{**timer(4_000, 10_500), "paused": True, "remainingMs": 6_500}]
        stage.show(doc)
        found = stage.tv.page.evaluate("""(name) => [...document.querySelectorAll("#page *")]
            .filter((e) => [...e.childNodes].some((node) => node.nodeType === 3 && node.data.includes(name)))
            .map((e) => getComputedStyle(e).unicodeBidi === "isolate" && e.localName === "bdi")""", ARABIC)
        assert found and all(found), state


def test_a_game_that_was_ended_shows_its_standings_and_a_way_on(party):
    doc = document("ROUND_END")
    doc["final"].update(aborted=True, winnerPlayerId=None)
    doc["session"]["status"] = "ended"
    stage = Stage(party, SCREEN).show(doc)
    # The page's time is the test's: what it needs to be there, and no more.
    clock, passed_ms = stage.tv.page.clock, 0
    clock.install()
    clock.pause_at(time.time() + 3600)
    stage.enter()
    while not stage.tv.page.locator(".board .name").count():
        clock.run_for(FRAME_MS)
        passed_ms += FRAME_MS
        assert passed_ms < LINGER_MS / 2
    assert stage.tv.page.locator(".board .name").first.inner_text() == "Anna"
    assert stage.tv.page.locator(".cheer").count() == 0
    way_on = stage.tv.page.locator(".way-on")
    assert way_on.get_attribute("href") == "/tv" and way_on.evaluate("(link) => link === document.activeElement")
    clock.fast_forward(LINGER_MS - passed_ms - 1_000)
    assert stage.tv.page.locator(".board").is_visible()
    clock.fast_forward(passed_ms + 2_000)
    clock.resume()
    stage.tv.page.locator(".pairing .big-code").wait_for()


def test_without_contact_a_screen_speaks_as_a_screen(party):
    stage = staged(party, document("CLUE_LEVEL"))
    stage.drop()
    stage.tv.page.get_by_text("Bilden kommer tillbaka av sig själv.").wait_for()
    link = stage.tv.page.locator(".notice.link")
    assert "plats" not in link.inner_text() and link.locator("button").count() == 0
