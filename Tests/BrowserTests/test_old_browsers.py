"""Browsers that can't run the pages are told what they lack and what to do; those that can never see it."""

import contextlib

import pytest

from axe import assert_accessible
from party import PHONE, SCREEN

PAGES = ["/", "/tv", "/host", "/watch/0123456789abcdef", "/leaderboard"]
HEADING = "Den här webbläsaren klarar inte Tripto"
SMALL = {**PHONE, "viewport": {"width": 320, "height": 568}}
# Set as soon as anything of that page is there, be it for one frame only.
WATCH = """(() => {
  window.wasTold = false;
  new MutationObserver(() => { if (document.querySelector('[src*="/old/page.js"]:not([nomodule]), .address')) wasTold = true; })
    .observe(document, { childList: true, subtree: true });
})()"""


@contextlib.contextmanager
def visiting(browser, *lacking, shape=SCREEN, **options):
    """A page whose browser has had these taken away."""
    context = browser.new_context(**shape, **options)
    page = context.new_page()
    for missing in lacking:
        page.add_init_script(f"delete {missing}")
    yield page
    context.close()


def told(page):
    page.get_by_role("heading", name=HEADING).wait_for()
    return page.locator('section[lang="sv"] li').all_inner_texts()


def opened_without_modules(page, url):
    """As by a browser that has never heard of them: it loads none, and loads what others pass over."""
    def as_it_was(route):
        answer = route.fetch()
        html = answer.text().replace('type="module"', 'type="unknown"').replace("nomodule ", "")
        route.fulfill(response=answer, body=html)

    page.add_init_script("delete HTMLScriptElement.prototype.noModule")
    page.route(lambda asked: asked == url, as_it_was)
    page.goto(url)


@pytest.mark.parametrize("path", PAGES)
def test_one_that_lacks_what_came_with_the_newest_words_is_told(gateway, browser, path):
    with visiting(browser, "Object.hasOwn") as page:
        page.goto(gateway + path)
        assert told(page) == ["JavaScript från 2021"]


@pytest.mark.parametrize("path", ["/", "/tv", "/host"])
def test_one_without_sockets_is_told(gateway, browser, path):
    with visiting(browser, "window.WebSocket") as page:
        page.goto(gateway + path)
        assert told(page) == ["WebSocket (förbindelsen med spelet)"]


@pytest.mark.parametrize("path", ["/", "/tv", "/host"])
def test_one_without_modules_is_told(gateway, browser, path):
    with visiting(browser) as page:
        opened_without_modules(page, gateway + path)
        assert told(page) == ["JavaScript i moduler"]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("module", ["main.js", "shared/strings.js"])
def test_a_page_whose_modules_cannot_be_read_is_not_blank(gateway, browser, path, module):
    """As by a parser that does not know their words."""
    with visiting(browser) as page:
        page.route(f"**/{module}", lambda route: route.fulfill(body="class {", content_type="text/javascript"))
        page.goto(gateway + path)
        page.get_by_role("heading", name="Sidan kom inte fram hel").wait_for()
        assert page.locator(".address").first.inner_text() == gateway + path.replace("/watch/0123456789abcdef", "/")


def test_a_page_that_came_in_part_may_be_loaded_again(gateway, browser):
    with visiting(browser) as page:
        page.route("**/shared/html.js", lambda route: route.abort())
        page.goto(gateway + "/tv")
        page.get_by_role("heading", name="Sidan kom inte fram hel").wait_for()
        page.unroute("**/shared/html.js")
        # The one key that every remote has.
        page.keyboard.press("Enter")
        page.locator(".big-code").wait_for()


@pytest.mark.parametrize("path", PAGES)
def test_without_scripts_a_page_says_what_is_missing(gateway, browser, path):
    with visiting(browser, java_script_enabled=False) as page:
        page.goto(gateway + path)
        told = page.locator("noscript .helpless")
        told.wait_for()
        assert told.inner_text().startswith("Tripto behöver JavaScript. Slå på det")


@pytest.mark.parametrize("path", PAGES)
def test_a_good_browser_is_never_told(gateway, browser, path):
    with visiting(browser) as page:
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.add_init_script(WATCH)
        page.goto(gateway + path)
        page.locator("#page > *").first.wait_for()
        page.wait_for_load_state("networkidle")
        assert page.evaluate("wasTold") is False
        assert not [url for url in asked if "/old/" in url]


@pytest.mark.parametrize("shape", [SCREEN, SMALL], ids=["screen", "small"])
def test_what_is_told_fits_and_can_be_read_by_everybody(gateway, browser, shape):
    """The whole list of what may be missing, and the address without the token that is in it."""
    with visiting(browser, "Object.hasOwn", "window.WebSocket", shape=shape) as page:
        opened_without_modules(page, gateway + "/tv/0123456789abcdef?t=secret")
        assert len(told(page)) == 3
        page.wait_for_load_state("networkidle")
        assert page.locator(".address").all_inner_texts() == [gateway + "/tv"] * 2
        sizes = page.evaluate("""() => { const { scrollWidth, scrollHeight } = document.documentElement;
          return [scrollWidth - innerWidth, scrollHeight - innerHeight, scrollY]; }""")
        assert sizes[0] <= 0 and (shape is SMALL or sizes[1] <= 0), sizes
        assert sizes[2] == 0, "it is read from its beginning"
        assert_accessible(page)
