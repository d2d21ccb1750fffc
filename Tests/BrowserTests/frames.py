"""How many frames a television draws in the arrival and in the finale, beside a page on which one box moves; run by
scripts/frames. Its rates say something of this machine, which draws without a GPU; what holds anywhere are the ratios to
that floor, taken within a round, and the work of the page's own thread."""

import pathlib
import statistics
import sys
import tempfile

from playwright.sync_api import sync_playwright

from conftest import SOUNDS_AT_ONCE, WHOLE_CHROMIUM, launched
from contract import Contract
from party import Party
from process import GatewayProcess
from stage import STATES, Stage, document, timer
from test_player_weight import WATCH

SLOWDOWN = 4
SCREEN = {"viewport": {"width": 1920, "height": 1080}}
LONG_MS = 50
# Of the arrival all but the last answers; of the finale also the whole table.
SECONDS = 8.5
FLOOR = """<style>body { background: #10192b } div { width: 200px; height: 200px; background: #ffc145; animation: move 2s infinite alternate }
@keyframes move { to { transform: translateX(900px) } }</style><div></div>"""
# Frames that the page's thread was there for, and tasks that kept it from them.
COUNT = """() => {
  const seen = (globalThis.counted = { frames: [], long: [], isOn: true });
  new PerformanceObserver((list) => seen.long.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
  const frame = (now) => { seen.frames.push(now); if (seen.isOn) requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
}"""
WORK = {"ScriptDuration": "script", "RecalcStyleDuration": "style", "LayoutDuration": "layout", "TaskDuration": "tasks"}


def at(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def counted(page, seconds, begin):
    """What a page did in so many seconds from this on."""
    inspector = page.context.new_cdp_session(page)
    inspector.send("Performance.enable")
    inspector.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})

    def work():
        return {m["name"]: m["value"] for m in inspector.send("Performance.getMetrics")["metrics"]}

    page.evaluate(COUNT)
    before = work()
    begin()
    page.wait_for_timeout(seconds * 1000)
    after = work()
    seen = page.evaluate("() => { counted.isOn = false; return counted; }")
    gaps = [b - a for a, b in zip(seen["frames"], seen["frames"][1:])]
    return {"frames/s": len(gaps) / seconds, "gap p95": at(gaps, 0.95), "gap max": max(gaps), "long tasks": len(seen["long"]),
            "longest": max(seen["long"], default=0),
            **{name: 1000 * (after[metric] - before[metric]) / seconds for metric, name in WORK.items()}}


def floor(browser):
    context = browser.new_context(**SCREEN)
    page = context.new_page()
    page.set_content(FLOOR)
    found = counted(page, 3, lambda: None)
    context.close()
    return found


def arrival(party, guests):
    stage = Stage(party, SCREEN).show(document("CLUE_LEVEL", guests=guests)).open()
    stage.tv.page.wait_for_load_state("networkidle")
    doc = document("REVEAL_DESTINATION", guests=guests)
    doc["timers"] = [timer(0, 12_000)]
    return counted(stage.tv.page, SECONDS, lambda: stage.show(doc))


def finale(party, guests):
    stage = Stage(party, SCREEN).show(document("SCOREBOARD", guests=guests)).open()
    stage.tv.page.wait_for_load_state("networkidle")
    doc = document("FINAL_RESULTS", guests=guests)
    doc["timers"] = [timer(0, 10_500)]
    return counted(stage.tv.page, SECONDS, lambda: stage.show(doc))


def patches(party):
    """From a message to after the next paint, of every screen, the CPU as it is."""
    stage = Stage(party, SCREEN)
    stage.tv.page.add_init_script(WATCH)
    stage.open()
    for _ in range(3):
        for state in STATES:
            stage.show(document(state, guests=12))
            stage.tv.page.wait_for_timeout(250)
    shown = stage.tv.page.evaluate("seen.shownMs")
    return {"messages": len(shown), "p50": at(shown, 0.5), "p95": at(shown, 0.95)}


def main(rounds):
    rows = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        gateway = GatewayProcess(pathlib.Path(folder) / "data", "--voice", "none").start()
        # A screen sounds: that is a part of its work.
        browser = launched(playwright, WHOLE_CHROMIUM, SOUNDS_AT_ONCE)
        contract = Contract()
        measured = {"floor": lambda party: floor(browser), "arrival, 5 players": lambda party: arrival(party, 5),
                    "arrival, 20 players": lambda party: arrival(party, 20), "finale, 20 players": lambda party: finale(party, 20),
                    "patch to paint": patches}
        try:
            for _ in range(rounds):
                for name, measure in measured.items():
                    party = Party(gateway.url, browser, contract)
                    rows.setdefault(name, []).append(measure(party))
                    party.close()
        finally:
            browser.close()
            gateway.stop()
    tell(rows, rounds)


def spread(values):
    return f"{statistics.median(values):.1f} ({min(values):.1f}–{max(values):.1f})"


def tell(rows, rounds):
    paints = rows.pop("patch to paint")
    columns = list(rows["floor"][0])
    print(f"CPU / {SLOWDOWN}, {SCREEN['viewport']['width']} × {SCREEN['viewport']['height']}, {rounds} rounds: median (least–greatest). "
          f"Milliseconds; script, style, layout and tasks a second. Long: over {LONG_MS} ms.\n")
    print("| | " + " | ".join(columns) + " | frames × floor |\n|" + " --- |" * (len(columns) + 2))
    for name, found in rows.items():
        ratios = [row["frames/s"] / floor["frames/s"] for row, floor in zip(found, rows["floor"])]
        print(f"| {name} | " + " | ".join(spread([row[column] for row in found]) for column in columns) + f" | {spread(ratios)} |")
    print(f"\nPatch to paint, CPU as it is, {sum(row['messages'] for row in paints)} messages: "
          f"p50 {spread([row['p50'] for row in paints])}, p95 {spread([row['p95'] for row in paints])}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
