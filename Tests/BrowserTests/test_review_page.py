"""The operator's page: read, hear, mend, approve and retire packages, and see what hosts report."""

import json
import pathlib
import time
import urllib.error
import urllib.request

import pytest

from axe import assert_accessible
from ears import TAP
from hosting import host_of, words
from party import Party
from process import PATIENCE_S, GatewayProcess

BUNDLED = pathlib.Path(__file__).parents[2] / "Sources/Games/Tripto/Content/Bundled"
TOKEN = "the-operators-token-of-the-tests"
WIDE = {"viewport": {"width": 1280, "height": 900}}
NARROW = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def house(tmp_path):
    """A gateway with an operator, whose packages these tests alone change."""
    token = tmp_path / "token"
    token.write_text(TOKEN + "\n")
    process = GatewayProcess(tmp_path / "data", "--operator-token-file", token)
    try:
        yield process.start()
    finally:
        process.stop()


@pytest.fixture
def careful(tmp_path):
    """A gateway that plays nothing but what a person has approved."""
    token = tmp_path / "token"
    token.write_text(TOKEN + "\n")
    process = GatewayProcess(tmp_path / "data", "--operator-token-file", token, "--content-approved-only")
    try:
        yield process.start()
    finally:
        process.stop()


@pytest.fixture
def party(house, loud_browser, contract):
    party = Party(house.url, loud_browser, contract)
    yield party
    party.close()


def operator(party, name="operator", shape=WIDE, locale="en-GB"):
    """Somebody who has entered the token."""
    device = party.device(name, shape, locale=locale)
    device.page.add_init_script(TAP)
    device.open("/operator")
    device.page.locator("#token").fill(TOKEN)
    device.page.locator("#name").fill("Ada")
    device.page.keyboard.press("Enter")
    device.page.locator(".packages li").first.wait_for()
    return device


def opened(device, item):
    device.page.locator(f'a[href="#{item}"]').click()
    device.page.get_by_text(f"{item} ·").first.wait_for()
    return device


def fits(page):
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"the page is {wide} px too wide"


def shown(device):
    return device.page.locator(".packages li").count()


def test_a_wrong_token_opens_nothing(party):
    device = party.device("stranger", WIDE, locale="en-GB").open("/operator")
    device.page.locator("#token").fill("not-the-token-at-all-no")
    device.page.keyboard.press("Enter")
    device.sees("That is not the token.")
    assert_accessible(device.page)
    assert not device.page.locator(".packages").count()


def test_without_a_token_there_is_no_page(gateway):
    with pytest.raises(urllib.error.HTTPError) as error:
        urllib.request.urlopen(f"{gateway}/operator", timeout=PATIENCE_S)
    assert error.value.code == 404


@pytest.mark.parametrize("shape", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("locale", ["en-GB", "sv-SE"])
def test_the_list_and_a_package_are_for_everybody(party, shape, locale):
    device = operator(party, f"{locale[:2]}-{shape['viewport']['width']}", shape, locale)
    page = device.page
    total = shown(device)
    assert total > 50
    assert_accessible(page)
    fits(page)
    device.picture("desk-list")
    page.locator('select[name="locale"]').select_option("en")
    english = shown(device)
    assert 0 < english < total
    page.locator('select[name="difficulty"]').select_option("hard")
    assert 0 < shown(device) < english
    page.locator('select[name="difficulty"]').select_option("")
    page.locator('input[name="words"]').fill("kyot")
    assert shown(device) == 1
    opened(device, "kyoto.en")
    assert_accessible(page)
    fits(page)
    device.picture("desk-package")
    page.locator(".evidence").first.scroll_into_view_if_needed()
    device.picture("desk-evidence")
    # Claims stand with links that open what they stand on.
    links = page.locator(".evidence a").evaluate_all("(links) => links.map((link) => link.href)")
    assert len(links) > 10 and all(link.startswith("https://") for link in links)
    page.locator(".screens .tv").wait_for()
    page.go_back()
    page.locator('input[name="words"]').wait_for()
    assert shown(device) == 1, "the filter outlives a look at a package"


def test_a_package_is_heard_mended_approved_and_retired(party, tmp_path):
    device = opened(operator(party), "kyoto.en")
    page = device.page
    hear = page.get_by_role("button", name="Hear").first
    hear.click()
    page.locator("[data-heard]").wait_for()
    assert float(hear.get_attribute("data-heard")) > 0.5
    # The loudspeaker gets it: what goes there is tapped.
    device.becomes("globalThis.tapped !== undefined")

    intro = page.locator('[id="field-intro"]')
    good = intro.input_value()
    intro.fill("Off to Kyoto we go, slowly!")
    page.get_by_role("button", name="Save changes").click()
    page.locator('[id="field-intro"][aria-invalid="true"]').wait_for()
    device.sees("name: The text says Kyoto.")
    assert_accessible(page)
    own = tmp_path / "data" / "content" / "en" / "kyoto.json"
    assert not own.exists()
    intro.fill(f"{good} Slowly now.")
    page.get_by_role("button", name="Save changes").click()
    device.sees("Saved. Games find it")
    assert json.loads(own.read_text())["intro"] == f"{good} Slowly now."
    device.sees("own, in place of a bundled one")

    before = page.locator('[id="field-clues[0].text"]').input_value()
    variant = page.locator('[id="field-clues[0].variants[0].text"]').input_value()
    page.get_by_role("button", name="Swap with the clue").first.click()
    device.sees("Swapped.")
    device.becomes(f"document.getElementById('field-clues[0].text').value === {json.dumps(variant)}")
    assert page.locator('[id="field-clues[0].variants[0].text"]').input_value() == before

    page.get_by_role("button", name="Approve").click()
    device.sees("Approved.")
    assert page.locator(".badge.right", has_text="approved").count() >= 1
    page.locator("header bdi", has_text="Ada").wait_for()
    page.get_by_role("button", name="Retire").click()
    device.sees("Retired: it is played no more.")
    assert (tmp_path / "data" / "content" / "retired").read_text() == "kyoto.en\n"
    page.locator('a[href="#"]').click()
    page.locator('select[name="use"]').select_option("retired")
    assert shown(device) == 1
    page.locator('select[name="approval"]').select_option("yes")
    assert shown(device) == 1
    opened(device, "kyoto.en").page.get_by_role("button", name="Bring back").click()
    device.sees("It is played again.")


@pytest.mark.parametrize("shape", [WIDE, NARROW], ids=["wide", "narrow"])
def test_claims_and_evidence_are_changed_by_the_rules_of_files(party, tmp_path, shape):
    device = opened(operator(party, shape=shape), "kyoto.en")
    page = device.page
    page.get_by_role("button", name="Change claims and evidence").first.click()
    form = page.locator(".evidence-form").first
    form.wait_for()
    assert_accessible(page)
    fits(page)
    save = page.get_by_role("button", name="Save changes")
    assert save.get_attribute("aria-disabled") == "true"
    claim = form.locator(".claim").first
    statement = claim.get_by_label("What the text claims")
    statement.fill(f"{statement.input_value()} So it was said in the garden.")
    claimed = statement.input_value()
    assert save.get_attribute("aria-disabled") == "false"
    source = claim.locator(".source").first
    source.get_by_role("button", name="Add a statement of Wikidata").click()
    # After those that the package has already.
    given = json.loads((BUNDLED / "en" / "kyoto.json").read_text())["clues"][0]["sources"][0]["evidence"]
    piece = source.locator(".piece").nth(len(given))
    piece.get_by_label("Item").fill("Q34600")
    piece.get_by_label("Property").fill("founded")
    piece.get_by_label("Value").fill("1450")
    piece.get_by_label("Looked up on").fill("2026-11-24")
    save.click()
    wrong = piece.locator('[aria-invalid="true"]')
    wrong.wait_for()
    assert wrong.get_attribute("data-name") == "property"
    assert "founded is no property" in piece.inner_text()
    assert_accessible(page)
    fits(page)
    own = tmp_path / "data" / "content" / "en" / "kyoto.json"
    assert not own.exists()
    piece.get_by_label("Property").fill("P571")

    # A page that keeps no revisions is evidence without one.
    source.get_by_role("button", name="Add what a page says").click()
    said = source.locator(".piece").last
    said.get_by_label("Address").fill("https://example.org/garden")
    said.get_by_label("Revision").fill("the latest")
    said.get_by_label("What it says").fill("The garden is from 1450.")
    said.get_by_label("Looked up on").fill("2026-11-25")
    save.click()
    said.locator('[data-name="revision"][aria-invalid="true"]').wait_for()
    said.get_by_label("Revision").fill("")

    # A claim that nobody has looked up is not kept.
    form.get_by_role("button", name="Add a claim").click()
    added = form.locator(".claim").last
    added.get_by_label("What the text claims").fill("Monks rake the sand.")
    added.get_by_label("Wikidata item").fill("Q34600")
    added.get_by_label("Pages").fill("https://en.wikipedia.org/wiki/Kyoto\nhttps://example.org/kyoto")
    save.click()
    added.locator('select[aria-invalid="true"]').wait_for()
    assert not own.exists()
    added.get_by_label("Have you looked it up?").select_option("verified")
    save.click()
    device.sees("Saved. Games find it")
    clue = json.loads(own.read_text())["clues"][0]
    assert clue["claims"][0]["statement"] == claimed and clue["claims"][-1]["statement"] == "Monks rake the sand."
    assert clue["sources"][0]["evidence"] == given + [
        {"item": "Q34600", "property": "P571", "value": "1450", "checkedOn": "2026-11-24"},
        {"url": "https://example.org/garden", "says": "The garden is from 1450.", "checkedOn": "2026-11-25"},
    ]
    assert clue["verification"]["claims"][clue["claims"][-1]["id"]] == "verified"
    device.sees("Monks rake the sand.")
    device.sees("The garden is from 1450.")
    assert "revision" not in page.locator(".evidence").first.inner_text()

    # A follow-up has sources alone, and what is taken away is gone.
    page.get_by_role("button", name="Change claims and evidence").first.click()
    form.wait_for()
    form.locator(".claim").last.get_by_role("button", name="Remove the claim").click()
    page.get_by_role("button", name="Change claims and evidence").last.click()
    answer = page.locator(".evidence-form").last
    assert not answer.locator(".claim").count()
    answer.get_by_label("Wikidata item").first.fill("Kyoto")
    save.click()
    answer.locator('[data-name="wikidata"][aria-invalid="true"]').wait_for()
    answer.get_by_label("Wikidata item").first.fill("Q34600")
    save.click()
    page.locator(".evidence-form").first.wait_for(state="detached")
    kept = json.loads(own.read_text())
    assert len(kept["clues"][0]["claims"]) == len(clue["claims"]) - 1
    assert kept["followups"][-1]["sources"][0]["wikidata"] == "Q34600"


def test_going_back_loses_no_word_unasked(party):
    device = opened(operator(party), "kyoto.en")
    page = device.page
    page.evaluate("() => { globalThis.asked = []; globalThis.willLeave = false; globalThis.confirm = (words) => (asked.push(words), willLeave); }")
    intro = page.locator('[id="field-intro"]')
    intro.fill("Something else altogether.")
    for number, leave in enumerate((page.go_back, page.locator('a[href="#"]').click), 1):
        leave()
        device.becomes(f"asked.length === {number} && location.hash === '#kyoto.en'")
        assert intro.input_value() == "Something else altogether."
    page.evaluate("willLeave = true")
    page.locator('a[href="#"]').click()
    page.locator(".packages li").first.wait_for()


def test_of_two_editors_the_slower_is_told_and_loses_no_word(party):
    first, second = (opened(operator(party, name), "paris.en") for name in ("first", "second"))
    for device, text in ((first, "Mind the steps."), (second, "Mind the gap.")):
        field = device.page.locator('[id="field-banter[0]"]')
        field.fill(text)
        device.page.get_by_role("button", name="Save changes").click()
    first.sees("Saved. Games find it")
    second.sees("Somebody else has changed this package meanwhile.")
    field = second.page.locator('[id="field-banter[0]"]')
    assert field.input_value() == "Mind the gap."
    second.page.get_by_role("button", name="Load theirs").click()
    second.becomes("document.getElementById('field-banter[0]').value === 'Mind the steps.'")


def test_what_a_package_says_is_never_markup(party, house, tmp_path):
    device = operator(party)
    folder = tmp_path / "data" / "content" / "en"
    folder.mkdir(parents=True)
    hostile = "<img src=x onerror=document.title='taken'>"
    (folder / "evil.json").write_text(json.dumps({hostile: 1}))
    device.page.reload()
    device.sees("Files that are not played")
    device.sees(hostile)
    opened(device, "kyoto.en")
    assert device.page.title() != "taken"
    assert not device.page.locator("main img").count()


@pytest.mark.parametrize("locale", ["en", "sv"])
def test_a_host_is_told_how_little_is_approved(careful, loud_browser, contract, locale):
    party = Party(careful.url, loud_browser, contract)
    say = words(locale)
    told = {key: say[f"theme.{key}"].split("{")[0] for key in ("nothing", "tooFew", "examples")}
    try:
        host = party.device("host", NARROW, locale={"en": "en-GB", "sv": "sv-SE"}[locale]).open("/host").page
        help = host.locator("#theme-help")
        help.filter(has_text=told["nothing"]).wait_for()
        assert_accessible(host)
        device = opened(operator(party), f"kyoto.{locale}")
        device.page.get_by_role("button", name="Approve").click()
        device.sees("Approved.")
        device.page.locator('a[href="#"]').click()

        def asked(count, words):
            deadline = time.monotonic() + PATIENCE_S
            while words not in help.inner_text():
                assert time.monotonic() < deadline, help.inner_text()
                # Each change of a field asks anew.
                host.get_by_label(say["create.destinationsCount"]).fill("1")
                host.get_by_label(say["create.destinationsCount"]).fill(count)
                host.wait_for_timeout(500)

        asked("3", told["tooFew"])
        assert "1" in help.inner_text() and "3" in help.inner_text()
        assert_accessible(host)
        fits(host)
        asked("1", told["examples"])
    finally:
        party.close()


def test_a_host_reports_what_was_played_and_the_operator_sees_it(party):
    links, host = host_of(party, WIDE, "en")
    party.post(f"/v1/sessions/{links['sessionId']}/join", {"joinToken": links["joinToken"], "name": "Bo"})
    host.sees("Bo")
    host.press("start")
    host.state("ROUND_INTRO").press("skip")
    host.state("CLUE_LEVEL").press("report")
    page = host.page
    page.locator("#report-part").wait_for()
    assert_accessible(page)
    assert page.locator("#report-part").input_value() == "clue_10"
    page.locator("#report-reason").select_option("unclear")
    page.locator("#report-text").fill("<b>Which</b> garden?")
    said = page.locator(".said").first.inner_text()
    page.get_by_role("button", name=words("en")["report.go"]).click()
    host.sees(words("en")["report.sent"])

    device = operator(party)
    device.page.locator('select[name="use"]').select_option("reported")
    assert shown(device) == 1
    device.page.locator(".packages a").click()
    reports = device.page.locator(".reports")
    reports.wait_for()
    text = reports.inner_text()
    assert "Clue for 10 points: unclear" in text and "<b>Which</b> garden?" in text and said in text
    assert_accessible(device.page)
    reports.get_by_role("button", name="Mark as dealt with").click()
    device.sees("Marked as dealt with.")
    assert "✓ dealt with" in reports.inner_text()
    assert_accessible(device.page)
    device.page.locator('a[href="#"]').click()
    device.page.locator('select[name="use"]').wait_for()
    assert shown(device) == 0, "what was dealt with is reported no more"


@pytest.mark.parametrize("shape", [WIDE, NARROW], ids=["wide", "narrow"])
def test_reports_are_listed_by_name_also_of_a_package_that_is_gone(tmp_path, house, party, shape):
    content = tmp_path / "data" / "content"
    (content / "en").mkdir(parents=True)
    package = json.loads((BUNDLED / "en" / "kyoto.json").read_text())
    package["id"], package["destination"]["id"] = "old-capital.en", "old-capital"
    own = content / "en" / "old-capital.json"
    own.write_text(json.dumps(package))
    (content / "retired").write_text("".join(f"{file.stem}\n" for file in BUNDLED.glob("*/*.json")))
    device = operator(party, shape=shape)
    device.page.locator('select[name="from"]').select_option("own")
    device.becomes("document.querySelectorAll('.packages li').length === 1")

    def is_played():
        answer = json.load(urllib.request.urlopen(f"{house.url}/v1/games/tripto/themes?locale=en", timeout=PATIENCE_S))
        return all(theme["count"] == 1 for theme in answer["themes"])

    deadline = time.monotonic() + PATIENCE_S
    while not is_played():
        assert time.monotonic() < deadline
        time.sleep(0.2)
    links, host = host_of(party, WIDE, "en")
    party.post(f"/v1/sessions/{links['sessionId']}/join", {"joinToken": links["joinToken"], "name": "Bo"})
    host.sees("Bo")
    host.press("start")
    host.state("ROUND_INTRO").press("skip")
    host.state("CLUE_LEVEL").press("report")
    host.page.locator("#report-reason").select_option("tooHard")
    host.page.get_by_role("button", name=words("en")["report.go"]).click()
    host.sees(words("en")["report.sent"])

    page = device.page
    page.locator('a[href="#reports"]').click()
    reports = page.locator(".reports li")
    reports.wait_for()
    assert page.locator('.reports a[href="#old-capital.en"]').inner_text() == "Kyoto, Japan"
    assert_accessible(page)
    fits(page)
    own.unlink()
    page.reload()
    reports.wait_for()
    assert not page.locator('.reports a[href="#old-capital.en"]').count()
    assert "Kyoto, Japan" in reports.inner_text() and "no longer here" in reports.inner_text()
    assert_accessible(page)
    fits(page)
    reports.get_by_role("button", name="Mark as dealt with").click()
    device.sees("Marked as dealt with.")
    assert not reports.count(), "those that wait are shown"
    page.locator('select[name="reports"]').select_option("dealtWith")
    reports.get_by_role("button", name="Let it wait again").click()
    device.sees("It waits again.")
    page.locator('select[name="reports"]').select_option("waiting")
    assert reports.count() == 1

    # More than are listed, as the gateway tells them.
    page.route("**/operator/games/tripto/reports", lambda route: more(route))
    page.reload()
    device.sees("1 of 231 reports Only 1 are looked through here")
    assert_accessible(page)
    fits(page)


def more(route):
    answer = route.fetch()
    route.fulfill(response=answer, json=answer.json() | {"total": 231})
