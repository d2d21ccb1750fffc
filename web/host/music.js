// The music's level. The host's document holds none: what was pressed last here is remembered (G-73).

import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";
import { button } from "/host/buttons.js";
import { recall, remember } from "/host/memory.js";

/** Decibels. */
const LEVELS = { off: -120, low: -24, medium: -16, high: -8 };
const keyOf = (sessionId) => `music.${sessionId}`;

export function musicLevel({ session }, { isLive }) {
  const chosen = recall(keyOf(session.sessionId)) ?? LEVELS.medium;
  return html`<section class="panel" data-key="music"><h2 id="music">${t("host.music")}</h2>
    <div class="levels" role="group" aria-labelledby="music">${Object.entries(LEVELS).map(([name, gainDb]) =>
      button("music", t(`music.${name}`), {
        isEnabled: isLive, key: name, kind: gainDb === chosen ? "small chosen" : "small",
        details: html`value="${gainDb}" aria-pressed="${gainDb === chosen}"`,
      }))}</div></section>`;
}

export function rememberLevel(sessionId, gainDb) {
  remember(keyOf(sessionId), gainDb);
}
