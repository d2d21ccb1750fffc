// CreateSession: a new game with the settings that matter on the evening.

import { html } from "/shared/html.js";
import { post } from "/shared/rest.js";
import { saveSeat } from "/shared/seat.js";
import { t } from "/shared/strings.js";
import { submit } from "/host/buttons.js";
import { keepLink } from "/host/link.js";
import { keepCode } from "/host/recovery.js";
import { settingsFields } from "/host/settings-form.js";
import { settingsOf } from "/host/settings.js";

/** @returns the host's seat of a new session. @throws {RestError} */
export async function newSession(fields) {
  const made = await post("/v1/sessions", { settings: settingsOf(fields) });
  const { sessionId, hostAuthToken, hostRefreshToken, hostToken, recoveryCode, wsUrl, tvUrl } = made;
  const tokens = { authToken: hostAuthToken, refreshToken: hostRefreshToken };
  const seat = { sessionId, role: "HOST", wsUrl, tvUrl, ...tokens };
  saveSeat(seat);
  keepLink(sessionId, hostToken);
  keepCode(sessionId, recoveryCode);
  return seat;
}

export function createForm({ error, isBusy }) {
  return html`<form data-action="create" data-key="create" class="panel create" aria-labelledby="create-title">
    <h2 id="create-title">${t("create.title")}</h2>
    ${settingsFields()}
    ${submit(t("create.go"), isBusy, "primary big")}
    <p class="error" role="alert">${error && t(`error.${error.code}`)}</p>
  </form>`;
}
