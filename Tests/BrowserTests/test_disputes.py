"""Where the host plays along, a player disputes a verdict and the others vote on it: on phones and on the TV."""

import re

import pytest

from axe import assert_accessible
from evening import LARGE, LYING, SMALL, Evening
from hosting import LANGUAGES
from party import PHONE, SCREEN
from stage import PhoneStage, Stage, document, player_document, timer

SAYS = {"sv": {"open": "Jag hade rätt", "mine": "De andra röstar om ditt svar", "vote": "Rösta på mobilerna", "right": "hade rätt! 2 av 2", "wrong": "står fast"},
        "en": {"open": "I was right", "mine": "The others are voting on your answer", "vote": "Vote on your phones", "right": "was right! 2 of 2", "wrong": "stands"}}
ANSWER = "Atlantis"


def voting(doc, votes=1, mine=None, me=0, by=1):
    """A document in which player number `by` has disputed a verdict."""
    doc["dispute"] = {"playerId": f"p{by}", "timerId": "t9", "voteCount": votes, "voterCount": len(doc["players"]) - 1, "yesCount": None, "isAccepted": None}
    doc["timers"] = [timer(8_000, 25_000), {**timer(3_000, 15_000), "timerId": "t9"}]
    if "me" in doc:
        doc["me"]["vote"] = mine
        doc["uiHints"].update(canVote=me != by)
    return doc


def settled(doc, yes, is_accepted, by=1):
    doc["dispute"] = {"playerId": f"p{by}", "timerId": None, "voteCount": 4, "voterCount": 4, "yesCount": yes, "isAccepted": is_accepted}
    doc["timers"] = [timer(12_000, 17_000)]
    return doc


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_player_disputes_and_the_others_vote_the_answer_right(party, locale):
    say = SAYS[locale]
    evening = Evening(party, hostMayPlay=True, afterBrake="same", locale=locale)
    tv = party.device("tv", SCREEN, LANGUAGES[locale]).open(evening.links["tvUrl"]).state("LOBBY")
    anna, bo, siv = (evening.phone(name, SMALL) for name in ("Anna", "Bo", "Siv"))
    evening.begin(anna, bo, siv, tv)
    anna.press("brake")
    anna.page.locator('form[data-action="brakeAnswer"] input').fill(ANSWER)
    anna.page.keyboard.press("Enter")
    bo.state("CLUE_LEVEL")
    evening.host.press("reveal")
    for device in (anna, bo, siv, tv):
        device.state("REVEAL_DESTINATION")
    for phone in (bo, siv):
        assert phone.page.locator('[data-action="dispute"]').count() == 0
    dispute = anna.page.get_by_role("button", name=re.compile(say["open"]))
    dispute.wait_for()
    assert_accessible(anna.page)
    dispute.click()

    anna.sees(re.compile(say["mine"]))
    tv.sees(re.compile(say["vote"]))
    tv.page.locator(".dispute", has_text=ANSWER).wait_for()
    assert_accessible(tv.page)
    party.picture(f"dispute-{locale}")
    for phone in (bo, siv):
        phone.page.locator(".ballot").wait_for()
        assert_accessible(phone.page)
        assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert anna.page.locator(".ballot").count() == 0
    # One changes the vote; what was said stands on the button, also after a reload.
    bo.page.locator('.ballot [data-right="false"]').click()
    bo.page.locator('.ballot [data-right="false"][aria-pressed="true"]').wait_for()
    bo.page.reload()
    bo.page.locator('.ballot [data-right="false"][aria-pressed="true"]').wait_for()
    bo.page.locator('.ballot [data-right="true"]').click()
    bo.page.locator('.ballot [data-right="true"][aria-pressed="true"]').wait_for()
    siv.page.locator('.ballot [data-right="true"]').click()

    for device in (anna, bo, siv, tv):
        device.sees(re.compile(say["right"]))
    anna.page.locator(".verdict.right").wait_for()
    tv.page.locator(".verdicts li.right", has_text="Anna").wait_for()
    assert_accessible(anna.page)
    assert_accessible(tv.page)
    assert anna.page.locator("#toast").inner_text() == "", "nobody says that the host did it"
    assert anna.page.locator('[data-action="dispute"]').count() == 0
    assert not [m for device in (anna, bo, siv) for m in device.messages() if m["type"] == "ERROR"]
    party.picture(f"dispute-over-{locale}")


def test_without_a_host_who_plays_along_nothing_is_disputed(party):
    evening = Evening(party)
    anna, bo = evening.phone("Anna"), evening.phone("Bo")
    evening.begin(anna, bo)
    anna.press("brake")
    anna.fill("Ditt svar", ANSWER)
    bo.state("CLUE_LEVEL")
    evening.host.press("reveal")
    anna.state("REVEAL_DESTINATION")
    anna.page.locator(".verdict.wrong").wait_for()
    assert anna.page.locator('[data-action="dispute"]').count() == 0


@pytest.mark.parametrize("shape", [SMALL, PHONE, LARGE, LYING], ids=["small", "usual", "large", "lying"])
@pytest.mark.parametrize("state", ["REVEAL_DESTINATION", "SCOREBOARD"])
def test_the_ballot_is_in_reach_on_every_phone(party, state, shape):
    doc = voting(player_document(state), mine=None)
    doc["reveal"] = doc["reveal"] or document("REVEAL_DESTINATION")["reveal"]
    stage = PhoneStage(party, shape).show(doc).open()
    yes = stage.phone.page.locator('.ballot [data-right="true"]')
    yes.scroll_into_view_if_needed()
    yes.wait_for()
    boxes = [stage.phone.page.locator(f'.ballot [data-right="{right}"]').bounding_box() for right in ("true", "false")]
    assert all(box["height"] >= 44 and box["width"] >= 44 for box in boxes)
    assert stage.phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert_accessible(stage.phone.page)
    stage.phone.picture(f"ballot-{state}-{shape['viewport']['width']}")


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("guests", [2, 9, 40])
def test_the_vote_fits_on_the_tv_beside_what_it_is_about(party, locale, guests):
    stage = Stage(party, locale=LANGUAGES[locale])
    doc = document("REVEAL_DESTINATION", locale, guests)
    stage.show(voting(doc, by=min(4, guests - 1))).open()
    panel = stage.tv.page.locator(".dispute")
    panel.wait_for()
    stage.tv.fits()
    box, name = panel.bounding_box(), stage.tv.page.locator("h1.destination").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 1280 and box["y"] + box["height"] <= 720
    assert name["y"] + name["height"] <= box["y"], "the place stays to be seen"
    assert not [row for row in stage.tv.page.locator(".verdicts li, .story").all() if row.is_visible()], "nothing looks out from under it"
    assert_accessible(stage.tv.page)
    stage.tv.picture(f"vote-{locale}-{guests}")
    for yes, is_accepted, word in ((3, True, "hade rätt" if locale == "sv" else "was right"), (1, False, SAYS[locale]["wrong"])):
        stage.show(settled(document("REVEAL_DESTINATION", locale, guests), yes, is_accepted, by=min(4, guests - 1)))
        panel.filter(has_text=word).wait_for()
        stage.tv.fits()
    stage.show(document("FOLLOWUP_QUESTION", locale, guests))
    assert panel.count() == 0


@pytest.mark.parametrize("state", ["REVEAL_DESTINATION", "SCOREBOARD"])
def test_the_outcome_reads_as_a_sentence_on_a_phone(party, state):
    doc = settled(player_document(state), 3, True)
    doc["reveal"] = doc["reveal"] or document("REVEAL_DESTINATION")["reveal"]
    stage = PhoneStage(party, LARGE).show(doc).open()
    outcome = stage.phone.page.locator('[data-key="outcome"]')
    outcome.wait_for()
    lines = outcome.evaluate("""(element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
    }""")
    assert lines <= 2, f"{lines} lines of {outcome.inner_text()!r}"
