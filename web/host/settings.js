// The settings of a game that waits in the lobby or is over.

import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";
import { submit } from "/host/buttons.js";

/** The choices, in a line; unfolded they can be changed. Null where the game has none. */
export function settingsPanel({ session: { settings }, players }, { settings: own }, { isLive }) {
  if (!own) return null;
  return html`<details class="panel" data-key="settings"><summary>${t("settings.title")}
      <small>${own.summary(settings).filter(Boolean).join(" · ")}</small></summary>
    <form data-action="settings" data-key="settings-form" class="stack">${own.fields(settings, Math.max(1, players.length))}
      ${submit(t("settings.save"), !isLive, "primary")}</form></details>`;
}

/** True when all wishes are fulfilled already. */
export function isAsWished(settings, wish) {
  return Object.entries(wish).every(([name, wished]) => wished !== null && typeof wished === "object"
    ? isAsWished(settings[name] ?? {}, wished)
    : settings[name] === wished);
}
