// What the host can do to the game, as far as the gateway's hints allow it now. Every button keeps its place,
// so that none slides under a finger that was meant for another.

import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";

export function controls({ state, paused, session, uiHints }) {
  const { canStart, canPause, canSkip, canReveal } = uiHints;
  const isOver = state === "ROUND_END";
  return html`<nav class="controls" aria-label="${t("host.controls")}">
    ${button("start", canStart, isOver ? t("host.rematch") : t("host.start"), canStart)}
    ${paused ? button("resume", true, t("host.resume"), true) : button("pause", canPause, t("host.pause"))}
    ${button("skip", canSkip, t("host.skip"))}
    ${button("reveal", canReveal, t("host.reveal"))}
    ${button("end", session.status !== "ended" && !isOver, t("host.end"))}
  </nav>`;
}

function button(action, isEnabled, text, isPrimary = false) {
  return isEnabled
    ? html`<button data-key="${action}" data-action="${action}" class="${isPrimary ? "primary" : ""}">${text}</button>`
    : html`<button data-key="${action}" aria-disabled="true" class="">${text}</button>`;
}

/** Decibels. The host's document holds no level: these are presses, not a state. */
const LEVELS = { off: -120, low: -24, medium: -12, high: 0 };

export function musicLevel() {
  return html`<section class="panel" data-key="music"><h2 id="music">${t("host.music")}</h2>
    <div class="row" role="group" aria-labelledby="music">${Object.entries(LEVELS).map(([name, gainDb]) => html`
      <button data-action="music" value="${gainDb}">${t(`music.${name}`)}</button>`)}</div></section>`;
}
