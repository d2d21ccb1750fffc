"""The host's page in every state, on every width, with text of twice the size: nothing beside the edge, nothing cut
off, no control on another."""

import pytest

from hosting import LANGUAGES, open_dock, host_of, skip, words
from party import TABLET

SIZES = [(320, 640), (375, 667), (768, 1024), (1280, 800)]
CROWD = ["Maximiliana af Ekens", "WWWWWWWWWWWWWWWWWWWW", "محمد الطويل", "Bo"]

# A box counts without what it is meant to scroll. The dock lies over the page on purpose.
FAULTS = """() => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0;
  const name = (one) => `${one.localName}.${one.className} "${one.textContent.trim().slice(0, 40) || one.name}"`;
  const faults = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) faults.push(`the page is ${wide} px too wide`);
  const scope = document.querySelector("dialog[open]") ?? document.body;
  const parts = [...scope.querySelectorAll("button, a, summary, input:not([type=radio], [type=checkbox]), .segment, .toggle, h1, h2, p, dd, li, .join-code")]
    .filter((one) => shown(one) && !one.matches(".unseen, #toast"));
  for (const one of parts) {
    const { left, right } = one.getBoundingClientRect();
    if (left < -1 || right > innerWidth + 1) faults.push(`${name(one)} spans ${Math.round(left)} to ${Math.round(right)}`);
    if (one.localName !== "input" && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0) {
      faults.push(`${name(one)} hides ${one.scrollWidth - one.clientWidth} px`);
    }
  }
  const controls = parts.filter((one) => one.matches("button, summary, input, .segment, .toggle"));
  controls.forEach((one, i) => controls.slice(i + 1).forEach((other) => {
    if (one.contains(other) || other.contains(one) || Boolean(one.closest(".dock")) !== Boolean(other.closest(".dock"))) return;
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > 1 && down > 1) faults.push(`${name(one)} lies on ${name(other)}`);
  }));
  for (const code of document.querySelectorAll(".join-code, .recovery-code, .brand")) {
    const lines = code.getBoundingClientRect().height / parseFloat(getComputedStyle(code).lineHeight);
    if (shown(code) && lines > 1.5) faults.push(`${code.textContent} stands in ${Math.round(lines)} lines`);
  }
  return faults;
}"""
ENLARGE = "(percent) => document.documentElement.style.fontSize = percent === 100 ? '' : `${1.0625 * percent}%`"


def assert_fits(page, where):
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for percent in (100, 200):
            page.evaluate(ENLARGE, percent)
            found += [f"{where}, {width} px, {percent} %: {fault}" for fault in page.evaluate(FAULTS)]
    page.evaluate(ENLARGE, 100)
    assert not found, "\n".join(found)


def unfold(page):
    page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_page_fits_every_width_in_every_state(party, locale):
    say = words(locale)
    start = party.device(f"start-{locale}", TABLET, locale=LANGUAGES[locale]).open("/host").page
    start.get_by_role("button", name=say["create.go"]).wait_for()
    unfold(start)
    assert_fits(start, "start")

    links, host = host_of(party, TABLET, locale)
    page = host.page
    # As where most play: over plain http, where the page has one thing more to say.
    page.add_init_script("Object.defineProperty(Navigator.prototype, 'wakeLock', { get: () => undefined })")
    page.reload()
    host.sees(say["sleep.title"])
    for name in CROWD:
        party.post(f"/v1/sessions/{links['sessionId']}/join", {"joinToken": links["joinToken"], "name": name})
    phone = party.phone("anna").open(links["joinUrl"])
    phone.page.locator("#name").fill("Anna")
    phone.page.keyboard.press("Enter")
    host.sees("Anna")

    def fits(state):
        host.state(state)
        unfold(page)
        host.comes_to_rest()
        assert_fits(page, state)

    page.get_by_role("button", name=say["recovery.show"]).click()
    fits("LOBBY")
    for action in ("rename", "kick", "end", "holdUp"):
        host.press(action)
        assert_fits(page, action)
        page.keyboard.press("Escape")
    host.press("start")
    fits("ROUND_INTRO")
    page.set_viewport_size({"width": 375, "height": 667})
    open_dock(host)
    host.press("skip")
    fits("CLUE_LEVEL")
    host.press("pause")
    page.locator('[data-key="resume"]').wait_for()
    assert_fits(page, "paused")
    host.press("resume")
    phone.press("brake")
    fits("PAUSED_FOR_BRAKE")
    phone.page.locator('input[name="answerText"]').fill("Donaudampfschifffahrtsgesellschaftskapitän")
    phone.page.keyboard.press("Enter")
    host.state("REVEAL_DESTINATION")
    fits("REVEAL_DESTINATION")
    host.press("skip")
    fits("FOLLOWUP_QUESTION")
    while not skip(host):
        host.comes_to_rest()
    fits("SCOREBOARD")
    host.press("skip")
    fits("FINAL_RESULTS")
    fits("ROUND_END")


def test_a_name_is_not_broken_by_the_buttons_beside_it(party):
    links, host = host_of(party, {"viewport": {"width": 320, "height": 640}}, "sv")
    name = "Wilhelmina Karlsdot"
    party.post(f"/v1/sessions/{links['sessionId']}/join", {"joinToken": links["joinToken"], "name": name})
    lines = host.page.locator('[data-key="players"] .name bdi').evaluate("(name) => name.getClientRects().length")
    assert lines == 1
