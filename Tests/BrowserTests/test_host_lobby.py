"""The host before the game: a session is made, guests, TV, preview."""

import json

import pytest

from axe import assert_accessible
from hosting import LANGUAGES, SETTINGS, open_dock, guests, host_of, link_of, pictured, settings_fold, words
from leaks import secret_of
from party import PHONE, SCREEN, TABLET


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_session_is_made_as_it_was_wished(party, locale):
    say = words(locale)
    host = party.device(f"host-{locale}", PHONE, locale=LANGUAGES[locale]).open("/host")
    page = host.page
    page.get_by_role("heading", name=say["create.title"]).wait_for()
    assert_accessible(page)
    pictured(host, "host-start")
    page.get_by_label(say["create.destinationsCount"]).fill("2")
    page.get_by_text("3", exact=True).last.click()
    page.get_by_text(say["create.easy"], exact=True).click()
    page.get_by_text(say["pace.longer"], exact=True).click()
    seconds = page.get_by_label(say["create.clueSeconds"])
    assert seconds.input_value() == "45"
    seconds.fill("77")
    page.get_by_label(say["create.theme"]).fill("hav")
    page.get_by_text(say["create.more"], exact=True).click()
    page.get_by_label(say["create.maxPlayers"]).fill("7")
    page.get_by_text(say["create.allowLateJoin"]).click()
    for choice in ("create.sameLevel", "create.voiceClock", "create.hostMayPlay", "create.latencyFair", "host.reactions"):
        page.get_by_text(say[choice]).click()
    page.get_by_text(say["filter.strict"], exact=True).click()
    pictured(host, "host-start-filled")
    page.get_by_role("button", name=say["create.go"]).click()
    host.state("LOBBY")
    snapshot = next(m for m in host.messages() if m["type"] == "STATE_SNAPSHOT")
    made = snapshot["payload"]["session"]["settings"]
    assert made["locale"] == locale and made["theme"] == "hav" and made["difficulty"] == "easy"
    assert (made["destinationsCount"], made["followupsPerDestination"], made["maxPlayers"]) == (2, 3, 7)
    assert (made["allowLateJoin"], made["earlyReveal"], made["afterBrake"]) == (False, True, "same")
    assert (made["clueClock"], made["hostMayPlay"], made["latencyFair"]) == ("voice", True, True)
    assert made["nameFilter"] == "strict" and made["reactions"] is False
    assert made["timings"]["clue"] == 77_000
    assert made["timings"]["followup"] == 30_000 and made["timings"]["intro"] == 9_000
    settings_fold(page).click()
    assert_accessible(page)
    pictured(host, "host-lobby-empty")


@pytest.mark.parametrize("locale", LANGUAGES)
def test_guests_are_renamed_and_removed_for_everybody(party, locale):
    say = words(locale)
    links, host = host_of(party, TABLET, locale)
    tv, anna, bo = party.device("tv", SCREEN), party.phone("anna"), party.phone("bo")
    tv.open(links["tvUrl"]).state("LOBBY")
    for phone, name in ((anna, "Anna"), (bo, "Bo")):
        phone.open(links["joinUrl"])
        phone.page.locator('input[name="name"]').fill(name)
        phone.page.keyboard.press("Enter")
        phone.state("LOBBY")
    page = host.page
    page.get_by_role("button", name=f"{say['host.rename']}: Anna").click()
    dialog = page.get_by_role("dialog")
    assert_accessible(page)
    field = dialog.get_by_label(say["rename.label"])
    field.fill("BO")
    page.keyboard.press("Enter")
    dialog.get_by_role("alert").filter(has_text=say["error.name_taken"]).wait_for()
    pictured(host, "host-rename")
    field.fill(" Anna-Lisa ")
    page.keyboard.press("Enter")
    dialog.wait_for(state="hidden")
    for device in (tv, anna, bo):
        device.page.locator("body").filter(has_text="Anna-Lisa").wait_for()
    pictured(host, "host-lobby")
    assert_accessible(page)

    remove = page.get_by_role("button", name=f"{say['host.kick']} Bo")
    remove.click()
    pictured(host, "host-kick")
    page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    assert page.evaluate("document.activeElement.dataset.action") == "kick", "focus comes back"
    remove.click()
    dialog.get_by_role("button", name=say["host.kick"]).click()
    bo.page.locator('[data-key="over-kicked"]').wait_for()
    host.page.get_by_role("button", name=f"{say['host.kick']} Bo").wait_for(state="detached")


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_tv_is_paired_by_its_code(party, locale):
    say = words(locale)
    _, host = host_of(party, PHONE, locale)
    tv = party.device("tv", SCREEN).open("/tv")
    host.sees(say["hint.nobody"])
    code = tv.page.locator(".big-code").inner_text()
    field = host.page.get_by_label(say["host.pairCode"])
    field.fill("222222")
    page = host.page
    page.get_by_role("button", name=say["host.pair"], exact=True).click()
    host.sees(say["host.pairUnknown"])
    field.fill(code)
    page.keyboard.press("Enter")
    tv.state("LOBBY")
    host.sees(say["top.tvOn"])
    page.get_by_role("button", name=say["invite.holdUp"]).click()
    page.get_by_role("dialog").locator(".qr").wait_for()
    assert_accessible(page)
    pictured(host, "host-ticket")
    page.keyboard.press("Escape")


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_preview_says_what_is_verified_and_another_can_be_had(party, locale):
    say = words(locale)
    _, host = host_of(party, TABLET, locale)
    page = host.page
    fold = page.get_by_text(say["secret.preview"])
    fold.wait_for()
    first = secret_of(host)
    assert not page.locator(".secret .answer").is_visible(), "folded, for hosts sit among players"
    fold.click()
    page.locator(".secret .answer").filter(has_text=first["destination"]["name"]).wait_for()
    preview = page.locator(".secret").inner_text()
    for clue in first["clues"]:
        assert clue["text"] in preview
    for followup in first["followups"]:
        assert followup["questionText"] in preview and followup["accepted"][0] in preview
    claims = sum(len(clue["sources"]) for clue in first["clues"])
    assert preview.count(say["verification.verified"]) >= 5 + claims
    hrefs = page.locator(".secret .sources a").evaluate_all("links => links.map((link) => link.href)")
    pages = [url for part in (*first["clues"], *first["followups"]) for source in part["sources"] for url in source["pages"]]
    assert len(hrefs) == len(pages) > 0
    assert_accessible(page)
    pictured(host, "host-preview")
    # The fold is as it was left, also after a reload.
    page.reload()
    page.locator(".secret .answer").filter(has_text=first["destination"]["name"]).wait_for()
    host.press("regenerate")
    page.locator(".secret .answer").filter(has_not_text=first["destination"]["name"]).wait_for()
    assert secret_of(host)["destination"]["name"] != first["destination"]["name"]


@pytest.mark.parametrize("locale", LANGUAGES)
def test_one_clue_and_one_question_can_be_had_otherwise(party, locale):
    """Every bundled destination has several clues for ten points, and one question more than are asked."""
    say = words(locale)
    _, host = host_of(party, TABLET, locale)
    page = host.page
    page.get_by_text(say["secret.preview"]).click()
    before = secret_of(host)
    rows = page.locator(".secret .facts > li")
    first = before["clues"][0]["text"]
    rows.filter(has_text=first).get_by_role("button", name=say["secret.otherClue"]).click()
    rows.filter(has_text=first).wait_for(state="detached")
    asked = before["followups"][0]["questionText"]
    rows.filter(has_text=asked).get_by_role("button", name=say["secret.otherQuestion"]).click()
    rows.filter(has_text=asked).wait_for(state="detached")
    # What has one text alone says so, and stays.
    last = before["clues"][4]["text"]
    rows.filter(has_text=last).get_by_role("button", name=say["secret.otherClue"]).click()
    host.sees(say["error.not_found"])
    assert_accessible(page)
    page.reload()
    rows.filter(has_text=last).wait_for()
    after = secret_of(host)
    assert after["destination"] == before["destination"]
    assert after["clues"][1:] == before["clues"][1:] and after["followups"][1:] == before["followups"][1:]
    assert after["clues"][0]["text"] != first and after["followups"][0]["questionText"] != asked


@pytest.mark.parametrize("locale", LANGUAGES)
def test_when_no_destination_is_left_the_host_is_told_and_may_try_again(party, locale):
    """The bundled bank never runs dry, so this session's gateway is made to say that it has."""
    say = words(locale)
    host = party.device(f"host-{locale}", PHONE, locale=LANGUAGES[locale])
    asked = []

    def between(page_side):
        gateway_side = page_side.connect_to_server()

        def tell(frame):
            message = json.loads(frame)
            if message["type"] == "STATE_SNAPSHOT":
                message["payload"]["secret"] = None
            # What is read aloud may be ready later than the page is.
            if message["type"] == "STATE_PATCH":
                ops = message["payload"]["ops"]
                message["payload"]["ops"] = [op for op in ops if not op["path"].startswith("/secret")]
            page_side.send(json.dumps(message))
            if message["type"] == "STATE_SNAPSHOT":
                failed = {"code": "content_failed", "message": "none fits", "retryable": True}
                page_side.send(json.dumps({**message, "type": "ERROR", "payload": failed}))

        def hear(frame):
            asked.append(json.loads(frame)["type"])
            gateway_side.send(frame)

        gateway_side.on_message(tell)
        page_side.on_message(hear)

    host.page.route_web_socket("**/v1/ws**", between)
    links = party.post("/v1/sessions", {"settings": {**SETTINGS, "locale": locale}})
    host.open(link_of(links)).state("LOBBY")
    host.page.get_by_role("heading", name=say["secret.failed"]).wait_for()
    host.sees(say["error.content_failed"])
    assert_accessible(host.page)
    pictured(host, "host-no-content")
    host.press("regenerate")
    host.comes_true(lambda: "HOST_REGENERATE_CONTENT" in asked)


FOCUSED = """async () => {
  // What the page does about it is done with the next frame.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const one = document.activeElement;
  const box = one.getBoundingClientRect();
  const dock = document.querySelector('.dock').getBoundingClientRect();
  const isInDock = Boolean(one.closest('.dock'));
  const isHidden = !isInDock && box.bottom > dock.top + 1 && box.top < dock.bottom - 1;
  return { key: one.dataset.key ?? one.name ?? one.localName, isHidden, isSeen: box.top >= 0 && box.bottom <= innerHeight + 1 };
}"""


@pytest.mark.parametrize("shape", [PHONE, TABLET], ids=["phone", "tablet"])
def test_everything_is_reached_by_tab_and_never_behind_the_dock(party, shape):
    links, host = host_of(party, shape, "sv")
    phone = party.phone("anna").open(links["joinUrl"])
    phone.page.locator('input[name="name"]').fill("Anna")
    phone.page.keyboard.press("Enter")
    host.sees("Anna")
    page = host.page
    if shape is PHONE:
        open_dock(host)
        page.reload()
        host.state("LOBBY")
    reached = []
    for _ in range(40):
        page.keyboard.press("Tab")
        focused = page.evaluate(FOCUSED)
        assert focused["isSeen"] and not focused["isHidden"], focused
        reached.append(focused["key"])
        if focused["key"] == "leave":
            break
    wanted = {"start", "end", "holdUp", "pairingCode", "rename", "kick", "summary", "toggleCode", "off", "high", "leave", "renewJoin"}
    assert wanted <= set(reached), wanted - set(reached)


def test_a_session_is_made_without_a_pointer(party):
    host = party.device("host", TABLET, locale="sv-SE").open("/host")
    page, keys = host.page, host.page.keyboard
    page.get_by_role("radio", name="Svenska").focus()
    keys.press("ArrowRight")
    keys.press("Tab")
    keys.press("ArrowRight")
    keys.press("Tab")
    keys.press("Enter")
    host.state("LOBBY")
    settings = next(m for m in host.messages() if m["type"] == "STATE_SNAPSHOT")["payload"]["session"]["settings"]
    assert settings["locale"] == "en" and settings["difficulty"] == "hard"


def test_both_languages_say_everything():
    assert words("sv").keys() == words("en").keys() and len(words("sv")) > 200


@pytest.mark.parametrize("locale", LANGUAGES)
def test_what_a_field_lacks_is_said_in_the_language_of_the_page(party, locale):
    """Another language than the browser's, which would say it in its own."""
    say = words(locale)
    links = party.post("/v1/sessions", {"settings": {"locale": locale}})
    guests(party, links, "Anna")
    host = party.device("host", TABLET, locale="de-DE").open(link_of(links))
    page = host.page

    def lacks(field, key, **values):
        page.keyboard.press("Enter")
        wanted = say[key]
        for name, value in values.items():
            wanted = wanted.replace(f"{{{name}}}", str(value))
        assert field.evaluate("field => field.validationMessage") == wanted

    code = page.get_by_label(say["host.pairCode"])
    code.focus()
    lacks(code, "field.missing")
    code.press_sequentially("AB")
    lacks(code, "field.short", count=6)
    page.get_by_role("button", name=f"{say['host.rename']}: Anna").click()
    name = page.get_by_label(say["rename.label"])
    name.fill("   ")
    lacks(name, "field.missing")
    page.keyboard.press("Escape")
    settings_fold(page).click()
    count = page.get_by_label(say["create.destinationsCount"])
    count.fill("11")
    lacks(count, "field.range", min=1, max=10)
    count.fill("4")
    page.keyboard.press("Enter")
    host.sees(say["settings.saved"])


def test_a_new_link_ends_the_old_ones(party):
    say = words("sv")
    links, host = host_of(party, TABLET, "sv")
    page = host.page
    before = page.get_by_role("link", name=say["host.joinLink"]).get_attribute("href")
    code = page.locator(".join-code").first.inner_text()
    page.get_by_role("button", name=say["invite.renew"]).click()
    assert "sex tecken är densamma" in page.get_by_role("dialog").inner_text()
    assert "six-character code stays the same" in words("en")["renew.text"]
    assert_accessible(page)
    pictured(host, "host-renew")
    page.get_by_role("dialog").get_by_role("button", name=say["renew.yes"]).click()
    page.locator(f'.invite a:not([href="{before}"])').wait_for()
    assert page.locator(".join-code").first.inner_text() == code
    late = party.phone("late").open(before)
    late.page.locator("#name").fill("Sen")
    late.page.keyboard.press("Enter")
    late.sees("Länken har gått ut.")
    fresh = party.phone("fresh").open(page.get_by_role("link", name=say["host.joinLink"]).get_attribute("href"))
    fresh.page.locator("#name").fill("Ny")
    fresh.page.keyboard.press("Enter")
    fresh.state("LOBBY")


@pytest.mark.parametrize("locale", LANGUAGES)
def test_whoever_was_removed_is_let_back_in(party, locale):
    say = words(locale)
    links, host = host_of(party, TABLET, locale)
    page = host.page
    bo = party.phone("bo").open(links["joinUrl"])
    bo.page.locator("#name").fill("Bo")
    bo.page.keyboard.press("Enter")
    bo.state("LOBBY")
    page.get_by_role("button", name=f"{say['host.kick']} Bo").click()
    page.get_by_role("dialog").get_by_role("button", name=say["kick.yes"]).click()
    bo.page.locator('[data-key="over-kicked"]').wait_for()
    allow = page.get_by_role("button", name=f"{say['removed.allow']}: Bo")
    allow.wait_for()
    assert_accessible(page)
    pictured(host, "host-removed")
    again = party.phone("again").open(links["joinUrl"])
    again.page.locator("#name").fill("bo")
    again.page.keyboard.press("Enter")
    again.sees("Värden tog bort någon med det namnet")
    allow.click()
    allow.wait_for(state="detached")
    bo.open(links["joinUrl"])
    bo.page.locator("#name").fill("Bo")
    bo.page.keyboard.press("Enter")
    bo.state("LOBBY")
