// <stage-clock passed="…">: lets a stage's animations begin where they would be by now, so that a screen that was
// reloaded in the middle shows the right moment. Their delays count from var(--late).

import { html } from "/shared/html.js";

/** @param passedMs since the stage began. */
export function stageClock(stage, passedMs) {
  return html`<stage-clock data-key="clock-${stage}" passed="${Math.round(passedMs)}"></stage-clock>`;
}

class StageClock extends HTMLElement {
  connectedCallback() {
    // On the root, which is no part of what is drawn anew.
    document.documentElement.style.setProperty("--late", `${-Number(this.getAttribute("passed"))}ms`);
  }
}

customElements.define("stage-clock", StageClock);
