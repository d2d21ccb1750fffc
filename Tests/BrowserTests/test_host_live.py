"""The host during the game: one glance, one press."""

import pytest

from axe import assert_accessible
from hosting import LANGUAGES, TIMINGS, host_of, languages, open_dock, pictured, sent, settings_fold, skip, words
from leaks import leaks, secret_of
from party import PHONE, SCREEN, TABLET

LAPTOP = {"viewport": {"width": 1366, "height": 800}}
LYING = {"viewport": {"width": 1024, "height": 768}}
STANDING = {"viewport": {"width": 768, "height": 1024}}
SMALL = {"viewport": {"width": 667, "height": 375}, "has_touch": True, "is_mobile": True}
SHAPES = {"small": SMALL, "phone": PHONE, "standing": STANDING, "lying": LYING, "laptop": LAPTOP}


def guest(party, links, name):
    phone = party.phone(name.lower()).open(links["joinUrl"])
    phone.page.locator('input[name="name"]').fill(name)
    phone.page.keyboard.press("Enter")
    return phone.state("LOBBY")


def answer(phone, text):
    field = phone.page.locator('input[name="answerText"]')
    field.fill(text)
    field.press("Enter")


def told(device, kind):
    return [message["payload"] for message in device.messages() if message["type"] == kind]


@pytest.mark.parametrize("shape, locale", [*(("phone", it) for it in languages("sv")), *(("laptop", it) for it in languages("en"))])
def test_a_game_is_directed_from_the_page(party, locale, shape):
    say = words(locale)
    links, host = host_of(party, SHAPES[shape], locale, name=f"{shape}-{locale}", timings={**TIMINGS, "final": 300_000})
    tv = party.device("tv", SCREEN).open(links["tvUrl"]).state("LOBBY")
    anna, bo = guest(party, links, "Anna"), guest(party, links, "Bo")
    page = host.page

    def looks(state, title):
        host.state(state)
        # At the end of the page the bar lies over nothing: how long the clues are decides what it covers elsewhere.
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        assert_accessible(page)
        width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert width <= 0, f"{width} px are beside the edge in {state}"
        pictured(host, title)

    def next_is(key, **values):
        text = say[key]
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", str(value))
        page.locator('button[data-action="skip"]').filter(has_text=text).wait_for()

    looks("LOBBY", "host-lobby-full")
    if shape == "phone":
        open_dock(host)
    host.press("start")
    next_is("next.firstClue")
    looks("ROUND_INTRO", "host-1-intro")
    host.press("skip")
    next_is("next.clue", points=8)
    secret = secret_of(host)
    name = secret["destination"]["name"]
    looks("CLUE_LEVEL", "host-2-clue")
    assert name not in page.locator("main").inner_text(), "the secret is folded"

    # A pause stands still for all, and says so.
    host.press("pause")
    anna.page.locator('[data-key="paused"]').wait_for()
    host.sees(say["hint.paused"])
    looks("CLUE_LEVEL", "host-3-paused")
    host.press("resume")
    anna.page.locator('[data-key="paused"]').wait_for(state="detached")

    anna.press("brake")
    host.state("PAUSED_FOR_BRAKE")
    next_is("next.forfeit", name="Anna")
    looks("PAUSED_FOR_BRAKE", "host-4-brake")
    answer(anna, "Atlantis")
    next_is("next.clue", points=6)
    host.sees(say["review.hidden"])
    assert "Atlantis" not in page.locator("main").inner_text(), "an answer is as secret as the secret"

    # Unfolded, everything is there: the answer, its sources, the verdicts.
    page.get_by_text(say["secret.title"]).click()
    page.locator(".secret .answer").filter(has_text=name).wait_for()
    host.sees("Atlantis")
    looks("CLUE_LEVEL", "host-5-secret")
    host.press("override")
    page.get_by_role("button", name=say["review.toWrong"]).wait_for()

    bo.press("brake")
    host.state("PAUSED_FOR_BRAKE")
    host.press("skip")
    for device in (tv, anna, bo):
        device.state("REVEAL_DESTINATION")
        assert leaks(device, secret) == []
    result = told(anna, "DESTINATION_RESULTS")[-1]["results"]
    by_text = {one["answerText"]: one for one in result}
    assert by_text["Atlantis"]["isCorrect"] and by_text["Atlantis"]["pointsAwarded"] == 10, "the host's word counts"
    next_is("next.questions")
    looks("REVEAL_DESTINATION", "host-6-reveal")

    host.press("skip")
    next_is("next.answer")
    answer(anna, secret["followups"][0]["accepted"][0])
    page.get_by_text(say["now.answered"].format(count=1, total=2)).wait_for()
    # The host's word counts while the question is open, too.
    override = page.locator('[data-key="review"] li').last.locator('[data-action="override"]')
    override.filter(has_text=say["review.toWrong"]).click()
    override.filter(has_text=say["review.toRight"]).click()
    override.filter(has_text=say["review.toWrong"]).wait_for()
    looks("FOLLOWUP_QUESTION", "host-7-question")
    answer(bo, "vet inte")
    next_is("next.question")
    looks("FOLLOWUP_QUESTION", "host-8-graded")
    host.press("skip")
    next_is("next.answer")
    host.press("skip")
    next_is("next.scoreboard")
    for screen in (page, tv.page, anna.page):
        screen.get_by_text(secret["followups"][1]["accepted"][0]).first.wait_for()
    host.press("skip")
    next_is("next.finale")
    looks("SCOREBOARD", "host-9-scoreboard")
    host.press("skip")
    next_is("next.end")
    looks("FINAL_RESULTS", "host-10-finale")
    host.press("skip")
    next_is("next.sure")
    host.press("skip")
    looks("ROUND_END", "host-11-end")

    # Once more, and this time it is called off; only a yes does it.
    page.locator('button[data-action="start"]').filter(has_text=say["host.rematch"]).click()
    next_is("next.firstClue")
    host.press("end")
    dialog = page.get_by_role("dialog")
    assert_accessible(page)
    pictured(host, "host-12-sure")
    dialog.get_by_role("button", name=say["dialog.no"]).click()
    dialog.wait_for(state="hidden")
    assert not sent(host, "HOST_END_SESSION")
    host.press("end")
    dialog.get_by_role("button", name=say["end.yes"]).click()
    host.sees(say["hint.ended"])
    tv.state("ROUND_END")
    looks("ROUND_END", "host-13-called-off")
    page.get_by_role("button", name=say["host.newNow"]).click()
    page.get_by_role("button", name=say["create.go"]).wait_for()


@pytest.mark.parametrize("shape", ["standing", "lying", "small"])
def test_the_controls_are_in_reach_whichever_way_a_device_is_held(party, shape):
    links, host = host_of(party, SHAPES[shape], "sv", name=shape)
    for name in ("Anna", "Bo", "En person med långt"):
        guest(party, links, name)
    host.press("start")
    host.state("ROUND_INTRO")
    host.press("skip")
    host.state("CLUE_LEVEL")
    if host.page.locator(".dock .more").is_visible():
        open_dock(host)
    assert host.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for action in ("pause", "skip", "reveal", "end"):
        box = host.page.locator(f'.dock [data-key="{action}"]').bounding_box()
        assert 0 <= box["y"] and box["y"] + box["height"] <= SHAPES[shape]["viewport"]["height"], "always in reach"
    host.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert_accessible(host.page)
    pictured(host, "host-fit")


def test_a_reveal_ends_the_clues(party):
    links, host = host_of(party, PHONE, "sv")
    anna = guest(party, links, "Anna")
    open_dock(host)
    host.press("start")
    host.state("ROUND_INTRO")
    host.page.locator('[data-key="reveal"][aria-disabled="true"]').click(force=True)
    say = words("sv")
    host.sees(say["host.notNow"])
    host.press("skip")
    host.state("CLUE_LEVEL")
    host.press("reveal")
    anna.state("REVEAL_DESTINATION")


def test_the_music_level_reaches_the_tv_and_is_remembered(party):
    say = words("sv")
    links, host = host_of(party, TABLET, "sv")
    tv = party.device("tv", SCREEN).open(links["tvUrl"]).state("LOBBY")

    def level(key):
        return host.page.get_by_role("button", name=say[key], exact=True)

    assert level("music.medium").get_attribute("aria-pressed") == "true"
    for key, gain in (("music.off", -120), ("music.high", -8), ("music.low", -24), ("music.medium", -16), ("music.low", -24)):
        count = len(told(tv, "MUSIC_GAIN_SET"))
        level(key).click()
        tv.comes_true(lambda: len(told(tv, "MUSIC_GAIN_SET")) > count)
        assert told(tv, "MUSIC_GAIN_SET")[-1]["gainDb"] == gain
        assert level(key).get_attribute("aria-pressed") == "true"
        assert host.page.locator('.levels [aria-pressed="true"]').count() == 1
    host.page.reload()
    host.state("LOBBY")
    assert level("music.low").get_attribute("aria-pressed") == "true"


def test_keys_direct_the_game_but_never_while_somebody_types(party):
    say = words("sv")
    links, host = host_of(party, LAPTOP, "sv")
    anna = guest(party, links, "Anna")
    page, keys = host.page, host.page.keyboard
    host.press("start")
    host.state("ROUND_INTRO")
    for key in ("keys.pause", "keys.skip", "keys.reveal", "keys.secret"):
        page.locator(".legend").get_by_text(say[key], exact=True).wait_for()
    ready = lambda action: page.locator(f'button[data-action="{action}"]').wait_for()
    ready("pause")
    keys.press("Space")
    anna.page.locator('[data-key="paused"]').wait_for()
    # What Space does is what the host's own page shows.
    ready("resume")
    keys.press("Space")
    anna.page.locator('[data-key="paused"]').wait_for(state="detached")
    ready("pause")
    ready("skip")
    keys.press("ArrowRight")
    host.state("CLUE_LEVEL")
    # A pointer leaves no focus behind: Space is the pause, not the button that was pressed last.
    host.press("pause")
    ready("resume")
    keys.press("Space")
    ready("pause")
    keys.press("h")
    page.locator(".secret[open]").wait_for()
    keys.press("H")
    page.locator(".secret:not([open])").wait_for()

    page.get_by_text(say["host.links"]).click()
    before = len(host.sent)
    page.get_by_label(say["host.pairCode"]).click()
    for key in ("Space", "r", "h", "ArrowRight"):
        keys.press(key)
    page.get_by_role("button", name=f"{say['host.rename']}: Anna").click()
    page.get_by_label(say["rename.label"]).press("End")
    for key in ("Space", "r", "ArrowRight"):
        keys.press(key)
    assert page.get_by_label(say["rename.label"]).input_value() == "Anna r"
    keys.press("Escape")
    # With Tab on a button, Space presses that one alone.
    page.get_by_role("button", name=say["music.low"], exact=True).focus()
    keys.press("Space")
    page.locator('.levels [aria-pressed="true"]').filter(has_text=say["music.low"]).wait_for()
    host.state("CLUE_LEVEL")
    commands = [message["type"] for message in host.sent[before:] if "msgId" in message]
    assert commands == ["MUSIC_GAIN_SET"]

    # They can be turned off.
    page.get_by_role("button", name=say["keys.off"]).click()
    page.locator("body").click(position={"x": 2, "y": 2})
    keys.press("r")
    page.get_by_role("button", name=say["keys.on"]).click()
    keys.press("r")
    ready("undo")
    keys.press("r")
    ready("reveal")
    keys.press("r")
    anna.state("REVEAL_DESTINATION")
    assert len(sent(host, "HOST_FORCE_REVEAL")) == 1


@pytest.mark.parametrize("locale", LANGUAGES)
def test_those_who_are_away_are_not_counted_on(party, locale):
    say = words(locale)
    links, host = host_of(party, TABLET, locale)
    for name in ("محمد", "Åke"):
        party.post(f"/v1/sessions/{links['sessionId']}/join", {"joinToken": links["joinToken"], "name": name})
    guest(party, links, "Anna")
    host.sees(say["top.playersAway"].format(count=1, away=2))
    host.press("start")
    host.state("ROUND_INTRO")
    host.press("skip")
    host.sees(say["now.locked"].format(count=0, total=1))


def test_a_name_from_right_to_left_turns_nothing_around_it(party):
    links, host = host_of(party, TABLET, "sv")
    guest(party, links, "Bo")
    phone = guest(party, links, "محمد")
    host.press("start")
    host.state("ROUND_INTRO")
    host.press("skip")
    host.state("CLUE_LEVEL")
    phone.press("brake")
    answer(phone, "Atlantis")
    host.page.locator('[data-key="review"] li').wait_for()
    name, points = host.page.evaluate("""() => {
      const row = document.querySelector('[data-key="review"] li .name');
      const rectOf = (node) => { const range = document.createRange(); range.selectNodeContents(node); return range.getBoundingClientRect(); };
      return [rectOf(row.querySelector("b")), rectOf(row.querySelector("small"))];
    }""")
    assert name["right"] <= points["left"], "name first, then its points"


def test_the_last_clue_has_one_way_on(party):
    say = words("sv")
    links, host = host_of(party, TABLET, "sv")
    guest(party, links, "Anna")
    host.press("start")
    host.state("ROUND_INTRO")
    for key in ("next.firstClue", *["next.clue"] * 4):
        host.page.locator('button[data-action="skip"]').filter(has_text=say[key].split("{")[0]).wait_for()
        skip(host)
    host.page.locator('button[data-action="skip"]').filter(has_text=say["next.reveal"]).wait_for()
    assert not host.page.locator('[data-key="reveal"]').count()


@pytest.mark.parametrize("locale", languages("en"))
def test_after_a_game_friends_are_let_in_by_way_of_the_lobby(party, locale):
    say = words(locale)
    links, host = host_of(party, TABLET, locale, followupsPerDestination=0)
    tv = party.device("tv", SCREEN).open(links["tvUrl"])
    anna = guest(party, links, "Anna")
    host.press("start")
    host.state("ROUND_INTRO")
    host.press("skip")
    host.state("CLUE_LEVEL")
    host.press("reveal")
    for state in ("REVEAL_DESTINATION", "SCOREBOARD", "FINAL_RESULTS"):
        host.state(state)
        host.press("skip")
    host.state("ROUND_END")
    settings_fold(host.page).wait_for()
    assert_accessible(host.page)
    host.press("toLobby")
    for device in (host, tv, anna):
        device.state("LOBBY")
    guest(party, links, "Bo")
    host.press("start")
    tv.state("ROUND_INTRO")


@pytest.mark.parametrize("locale", LANGUAGES)
def test_words_are_the_same_on_every_screen_and_said_once(party, locale):
    say = words(locale)
    links, host = host_of(party, TABLET, locale)
    tv = party.device("tv", SCREEN).open(links["tvUrl"]).state("LOBBY")
    anna, page = guest(party, links, "Anna"), host.page
    summary = {"sv": "Språk: Svenska · 1 resmål", "en": "Language: English · 1 destination"}[locale]
    assert summary in page.locator('[data-key="settings"] > summary').inner_text()
    host.press("start")
    host.state("ROUND_INTRO")
    host.press("skip")
    for device in (host, tv):
        device.state("CLUE_LEVEL").sees({"sv": "0 av 1 har svarat", "en": "0 of 1 have answered"}[locale])
    host.press("reveal")
    host.state("REVEAL_DESTINATION")
    assert page.locator('.dock [data-key="reveal"]').count() == 0, "nothing is left to reveal"
    kicker = page.locator(".now .kicker").inner_text()
    assert kicker.count(say["intro.title"].split(" ")[0]) == 1, kicker
    host.press("end")
    page.get_by_role("dialog").get_by_role("button", name=say["end.yes"]).click()
    host.sees(say["hint.ended"])
    # Once to be seen, and once for screen readers.
    assert page.locator("main").inner_text().count(say["final.aborted"]) == 2


def test_the_start_page_calls_the_host_what_everybody_does(party):
    for locale, word in (("sv", "Du är värden."), ("en", "You're the host.")):
        party.device(f"start-{locale}", PHONE, locale=LANGUAGES[locale]).open("/host").sees(word)


def start_scrolled(host):
    """As a host does who has looked at what is further down."""
    host.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert host.page.evaluate("scrollY") > 200
    host.page.locator('.dock [data-key="start"]').click()


def test_a_new_phase_is_shown_to_a_host_who_has_scrolled_away(party):
    links, host = host_of(party, PHONE, "sv")
    guest(party, links, "Anna")
    settings_fold(host.page).click()
    start_scrolled(host)
    host.state("ROUND_INTRO")
    host.page.wait_for_function("scrollY === 0")
    host.press("skip")
    host.state("CLUE_LEVEL")
    # Whoever types is left alone.
    host.page.get_by_text(words("sv")["host.links"]).click()
    host.page.get_by_label(words("sv")["host.pairCode"]).focus()
    host.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    reveal_by_key = host.page.locator('[data-action="reveal"]')
    reveal_by_key.dispatch_event("click")
    host.state("REVEAL_DESTINATION")
    assert host.page.evaluate("scrollY") > 0
    host.page.evaluate("document.activeElement.blur()")
    host.press("skip")
    host.state("FOLLOWUP_QUESTION")
    host.page.wait_for_function("scrollY === 0")


def test_a_code_for_another_device_is_folded_away_when_a_game_starts(party):
    say = words("sv")
    links, host = host_of(party, PHONE, "sv")
    guest(party, links, "Anna")
    host.page.get_by_role("button", name=say["recovery.show"]).click()
    host.page.locator(".recovery-code").wait_for()
    host.press("start")
    host.state("ROUND_INTRO")
    assert host.page.locator(".recovery-code").count() == 0


def test_the_hosts_screen_stays_on_while_there_is_a_game(wakeful_party):
    say = words("sv")
    _, host = host_of(wakeful_party, TABLET, "sv")
    host.page.add_init_script("""
      window.felt = [];
      for (const [owner, name] of [[WakeLock.prototype, "request"], [WakeLockSentinel.prototype, "release"]]) {
        const real = owner[name];
        owner[name] = function (...parameters) { felt.push(name); return real.apply(this, parameters); };
      }""")
    host.page.reload()
    host.state("LOBBY")
    assert "request" in host.page.evaluate("felt")
    host.press("end")
    host.page.get_by_role("dialog").get_by_role("button", name=say["end.yes"]).click()
    host.sees(say["hint.ended"])
    assert "release" in host.page.evaluate("felt")
