// A word to hosts of many: with one answer for each level most of them would never get to give one.

import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";
import { button } from "/host/buttons.js";

const MANY = 6;

/** Null where they are few, or levels go on after a brake already. */
export function many({ players, session: { settings } }, { isLive }) {
  if (players.length < MANY || settings.afterBrake === "same") return null;
  return html`<section class="panel wanting" data-key="many" aria-labelledby="many-title">
    <h2 id="many-title">${t("many.title", { count: players.length })}</h2><p class="help">${t("many.text")}</p>
    ${button("sameLevel", t("many.yes"), { isEnabled: isLive, kind: "small" })}</section>`;
}
