// <count-down start duration remaining? text-only?>: a timer of the document, seen running down.

import { clock } from "/shared/clock.js";
import { html } from "/shared/html.js";

const TICK_MS = 100;
/** From here on it is drawn in the colour of haste. */
const HASTE_MS = 5000;

/** `timer`: of the document's `timers[]`, or nothing. */
export function countDown(timer) {
  if (!timer) return null;
  const { timerId, startAtServerMs, durationMs, paused, remainingMs } = timer;
  return html`<count-down data-key="${timerId}" role="timer" start="${startAtServerMs}"
    duration="${durationMs}" remaining="${paused ? remainingMs : null}"></count-down>`;
}

class CountDown extends HTMLElement {
  #interval = null;
  #bar = document.createElement("progress");
  #seconds = document.createElement("span");

  connectedCallback() {
    this.#bar.setAttribute("aria-hidden", "true");
    this.replaceChildren(this.#bar, this.#seconds);
    this.#interval = setInterval(() => this.#draw(), TICK_MS);
    this.#draw();
  }

  disconnectedCallback() {
    clearInterval(this.#interval);
  }

  #draw() {
    const durationMs = Number(this.getAttribute("duration"));
    const remaining = this.getAttribute("remaining");
    const leftMs = clock.remainingMs({
      startAtServerMs: Number(this.getAttribute("start")),
      durationMs,
      paused: Boolean(remaining),
      remainingMs: Number(remaining),
    });
    this.#bar.max = durationMs;
    this.#bar.value = leftMs;
    this.#seconds.textContent = Math.ceil(leftMs / 1000);
    this.classList.toggle("haste", leftMs <= HASTE_MS);
    this.classList.toggle("paused", Boolean(remaining));
  }
}

customElements.define("count-down", CountDown);
