"""What a phone says is so, also where something went wrong; and what was typed is understood."""

import pytest

from boxes import faults
from evening import Evening
from stage import PhoneStage, player_document, timer


def staged(party, doc):
    return PhoneStage(party).open().show(doc)


def text(stage, selector="#page"):
    return stage.phone.page.locator(selector).inner_text()


def test_without_contact_the_brake_is_grey_and_nothing_is_covered(party):
    stage = staged(party, player_document("CLUE_LEVEL"))
    brake = stage.phone.page.locator("button.brake")
    assert brake.get_attribute("aria-disabled") != "true"
    place = brake.bounding_box()
    stage.drop()
    stage.phone.sees("Tappade kontakten")
    stage.phone.sees("ingen kontakt")
    assert brake.get_attribute("aria-disabled") == "true" and brake.bounding_box() == place
    brake.click(force=True)
    assert stage.phone.page.locator("#toast").inner_text() == ""
    stage.phone.page.evaluate("document.querySelector('.thumb').style.display = 'none'")
    assert [fault for fault in faults(stage.phone.page, "#page", margin=0) if "outside" not in fault] == []
    banner, head = (stage.phone.page.locator(part).bounding_box() for part in (".notice.link", ".head"))
    assert banner["y"] + banner["height"] <= head["y"]
    stage.phone.picture("61-offline")


@pytest.mark.parametrize("typed", ["{a} {b}", "{a}-{b}", " {a}{b} ", "{a}\u2013{b}"])
def test_a_code_is_understood_however_it_was_pasted(party, typed):
    evening = Evening(party)
    code = evening.links["joinCode"].lower()
    phone = party.phone("anna").open("/")
    phone.fill("Kod", typed.format(a=code[:3], b=code[3:]))
    phone.page.locator("#name").wait_for()


def test_empty_fields_are_told_in_the_words_of_the_page(party):
    evening = Evening(party)
    phone = party.phone("anna").open("/")
    phone.fill("Kod", "QZZ")
    phone.sees("Koden har sex tecken.")
    phone.open(evening.links["joinUrl"])
    for name in ("", "   "):
        phone.fill("Ditt namn", name)
        phone.sees("Skriv ditt namn först.")
        assert phone.page.locator("#name").get_attribute("aria-invalid") == "true"
    phone.fill("Ditt namn", "Anna")
    phone.state("LOBBY")
    evening.begin(phone)
    phone.press("brake")
    phone.page.locator("#brakeAnswer").wait_for()
    for answer in ("", "  "):
        phone.fill("Ditt svar", answer)
        phone.sees("Skriv ditt svar först.")
    assert phone.page.locator("#brakeAnswer").evaluate("(field) => field === document.activeElement")


def test_after_a_kick_nothing_of_the_game_is_read_out(party):
    evening = Evening(party)
    phone = evening.phone("Anna")
    evening.phone("Bo")
    evening.begin(phone)
    assert phone.page.locator("#live").inner_text() != ""
    evening.host.kick(phone)
    phone.page.locator('[data-key="over-kicked"]').wait_for()
    assert phone.page.locator("#live").inner_text() == ""


def test_the_hosts_change_of_a_verdict_is_told(party):
    doc = player_document("REVEAL_DESTINATION")
    mine = doc["reveal"]["results"][0]
    mine.update(isCorrect=False, pointsAwarded=0, answerText="Lisabon")
    stage = staged(party, doc)
    stage.phone.sees("Fel svar: Lisabon")
    assert text(stage, "#toast") == ""
    mine.update(isCorrect=True, pointsAwarded=8)
    stage.show(doc).phone.sees("Värden ger dig rätt! +8 p")
    mine.update(isCorrect=False, pointsAwarded=0)
    stage.show(doc).phone.sees("Värden underkänner ditt svar.")
    question = player_document("FOLLOWUP_QUESTION")
    stage.show(question)
    question["followup"]["results"][0].update(isCorrect=False, pointsAwarded=0)
    stage.show(question).phone.sees("Värden underkänner ditt svar.")
    standings = player_document("SCOREBOARD")
    stage.show(standings)
    standings["me"]["points"] += 2
    stage.show(standings).phone.sees("Värden har ändrat din poäng till 36 p.")


def test_the_finale_is_not_told_before(party):
    last = player_document("SCOREBOARD")
    last["round"]["index"] = last["round"]["total"]
    final = player_document("FINAL_RESULTS")
    final["timers"] = [{**timer(1_000, 10_500), "paused": True, "remainingMs": 9_500}]
    stage = staged(party, player_document("SCOREBOARD"))
    assert "34 p" in text(stage) and "plats 1" in text(stage)
    for doc in (last, final):
        stage.show(doc)
        assert "34" not in text(stage) and "plats" not in text(stage) and "Bo" not in text(stage)
        assert "34" not in stage.phone.page.locator("#live").inner_text()
    final["timers"][0]["remainingMs"] = 5_000
    stage.show(final).phone.sees("34 p")


def test_without_points_nobody_has_a_place(party):
    stage = staged(party, player_document("CLUE_LEVEL", scores=[0] * 5))
    assert "plats" not in text(stage, ".my-score") and "0 p" in text(stage, ".my-score")
    stage.show(player_document("SCOREBOARD", scores=[0] * 5))
    assert set(stage.phone.page.locator(".scoreboard .rank").all_inner_texts()) == {""}


def test_an_empty_answer_is_called_neither_late_nor_wrong(party):
    """The host may have gone on before the time was up."""
    doc = player_document("CLUE_LEVEL")
    doc["me"].update(lockedAnswer="", canBrake=False)
    stage = staged(party, doc)
    stage.phone.sees("Du gav inget svar.")
    reveal = player_document("REVEAL_DESTINATION")
    reveal["reveal"]["results"][0].update(answerText="", isCorrect=False, pointsAwarded=0)
    stage.show(reveal).phone.sees("Inget svar från dig")
    assert stage.phone.page.locator(".verdict.none .mark").inner_text() == "–"


def test_whoever_comes_at_the_end_is_in_from_the_next_game(party):
    doc = player_document("ROUND_END")
    for standings in (doc["final"]["standingsFull"], doc["final"]["standingsTop"]):
        standings.pop(0)
    doc["final"]["winnerPlayerId"] = "p1"
    staged(party, doc).phone.sees("Välkommen! Du är med från nästa spel.")


def test_a_game_that_was_ended_shows_its_standings_and_a_way_on(party):
    evening = Evening(party)
    phone = evening.phone("Anna")
    evening.begin(phone)
    evening.host.press("end")
    phone.page.locator(".scoreboard .me").wait_for()
    phone.press("newCode")
    phone.page.locator("#joinCode").wait_for()
    assert phone.page.get_by_role("button", name="Fortsätt som Anna").count() == 0


def test_a_host_who_is_gone_for_longer_is_missed(party):
    doc = player_document("CLUE_LEVEL")
    doc["session"]["host"]["connected"] = False
    stage = staged(party, doc)
    missing = stage.phone.page.locator(".host-away")
    assert missing.count() == 1 and not missing.is_visible()
    missing.wait_for()


def test_where_nothing_keeps_a_phone_awake_it_says_so(party):
    stage = PhoneStage(party)
    stage.phone.page.add_init_script("delete Navigator.prototype.wakeLock")
    stage.open().phone.sees("Telefonen kan somna mellan ledtrådarna.")
    other = PhoneStage(party, name="other").open()
    assert other.phone.page.locator('[data-key="asleep"]').count() == 0


def test_whoever_came_after_the_end_has_no_place_in_it(party):
    stage = PhoneStage(party).open()
    doc = player_document("ROUND_END", scores=[0, 12, 8, 4, 2])
    late = doc["me"]["playerId"]
    doc["final"]["standingsFull"] = [s for s in doc["final"]["standingsFull"] if s["playerId"] != late]
    stage.show(doc)
    stage.phone.sees("Du är med från nästa spel")
    assert "plats" not in stage.phone.page.locator(".my-score").inner_text()


def test_places_are_counted_as_english_counts_them(party):
    stage = PhoneStage(party, locale="en-GB").open()
    points = list(range(46, 0, -2))
    for me, place in ((0, "1st place"), (1, "2nd place"), (2, "3rd place"), (3, "4th place"), (10, "11th place"), (21, "22nd place")):
        stage.show(player_document("SCOREBOARD", "en", guests=23, scores=points, me=me))
        stage.phone.page.locator(".my-score").filter(has_text=place).wait_for()
