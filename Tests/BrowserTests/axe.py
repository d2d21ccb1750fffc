"""Holds a page to WCAG 2.2 A and AA with axe-core."""

import json
import pathlib

import axe_playwright_python

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
OPTIONS = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
           "resultTypes": ["violations"]}
# Colours half-way through a fade are nobody's contrast: what moves is brought to its end first.
SETTLED = """() => Promise.all(document.getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
    .map((animation) => animation.finish()))"""

# What a bar that stays in sight covers at this moment is scrolled out from under it: targets are measured without.
UNPINNED = """() => {
  const pinned = [...document.querySelectorAll("body *")].filter((element) => getComputedStyle(element).position === "sticky");
  for (const element of pinned) element.style.position = "static";
  return () => { for (const element of pinned) element.style.position = ""; };
}"""


def assert_accessible(page):
    """The page as it stands breaks no rule. Scripts of the inspector run beside the page's policy, not under it."""
    page.evaluate(SETTLED)
    pin = page.evaluate_handle(UNPINNED)
    inspector = page.context.new_cdp_session(page)
    try:
        evaluate(inspector, f"{AXE}; true")
        found = evaluate(inspector, f"axe.run(document, {json.dumps(OPTIONS)}).then((r) => r.violations)")
    finally:
        inspector.detach()
        pin.evaluate("(pin) => pin()")
    told = [f"{rule['id']}: {rule['help']}: {node['target']} {node['html'][:160]} {node['failureSummary']}"
            for rule in found for node in rule["nodes"]]
    assert not told, "\n".join(told)


def evaluate(inspector, expression):
    answer = inspector.send("Runtime.evaluate", {"expression": expression, "awaitPromise": True, "returnByValue": True})
    assert "exceptionDetails" not in answer, answer["exceptionDetails"]
    return answer["result"].get("value")
