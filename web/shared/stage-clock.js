// <stage-clock passed="…" pace="…" moment="…">: lets a stage's animations begin where they would be by now, so that a screen
// that was reloaded in the middle shows the right moment. Their delays count from var(--late), in steps of var(--pace); a
// moment of the document's own is var(--moment) after the stage began.

import { html } from "/shared/html.js";

/**
 * @param passedMs since the stage began. @param pace of its animations; 1: as they were made.
 * @param part of the stage that is built later than the rest, and counts from var(--late-part).
 */
export function stageClock(stage, passedMs, { pace = 1, momentMs = 0, part = null } = {}) {
  return html`<stage-clock data-key="clock-${stage}" late="${part ? `--late-${part}` : "--late"}" passed="${Math.round(passedMs)}" pace="${pace}"
    moment="${Math.round(momentMs)}"></stage-clock>`;
}

class StageClock extends HTMLElement {
  connectedCallback() {
    // On the page's own root, which is no part of what is drawn anew; what is outside of it keeps its styles.
    const { style } = document.getElementById("page");
    style.setProperty(this.getAttribute("late"), `${-Number(this.getAttribute("passed"))}ms`);
    style.setProperty("--pace", this.getAttribute("pace"));
    style.setProperty("--moment", `${this.getAttribute("moment")}ms`);
  }
}

customElements.define("stage-clock", StageClock);
