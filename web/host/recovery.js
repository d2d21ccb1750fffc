// The host goes on with another device: a code that is written down here and typed there, good once (G-36).

import { html } from "/shared/html.js";
import { post } from "/shared/rest.js";
import { saveSeat } from "/shared/seat.js";
import { t } from "/shared/strings.js";
import { freshSeat } from "/shared/tokens.js";
import { button, submit } from "/host/buttons.js";
import { recall, remember } from "/host/memory.js";

const keyOf = (sessionId) => `code.${sessionId}`;

/** @returns the seat that a code leads to. @throws {RestError} */
export async function recover(recoveryCode) {
  const { sessionId, hostAuthToken, hostRefreshToken, wsUrl } = await post("/v1/host/recover", { recoveryCode });
  const seat = { sessionId, role: "HOST", wsUrl, authToken: hostAuthToken, refreshToken: hostRefreshToken };
  saveSeat(seat);
  return seat;
}

/** @throws {RestError} */
export async function haveCode(seat) {
  if (!knownCode(seat.sessionId)) await makeCode(seat);
}

/** Asks for a new code, which ends the one before. @throws {RestError} */
export async function makeCode(seat) {
  const { sessionId } = seat;
  const { authToken } = await freshSeat(seat, Date.now());
  remember(keyOf(sessionId), await post(`/v1/sessions/${sessionId}/recovery`, {}, { bearer: authToken }));
}

/** The one that came with a new session. */
export function keepCode(sessionId, recoveryCode) {
  remember(keyOf(sessionId), { recoveryCode });
}

/** Spent, or somebody else's by now. */
export function forgetCode(sessionId) {
  remember(keyOf(sessionId), null);
}

function knownCode(sessionId) {
  const code = recall(keyOf(sessionId));
  return code && !(code.expiresAtMs <= Date.now()) ? code : null;
}

export function recoveryPanel({ session }, { isLive, isCodeShown }) {
  const code = knownCode(session.sessionId);
  return html`<section class="panel" data-key="recovery"><h2>${t("recovery.title")}</h2>
    <p class="help">${t("recovery.text")}</p>
    <div aria-live="polite">${code && isCodeShown ? shown(code) : null}</div>
    <div class="row">
      ${button("toggleCode", isCodeShown ? t("recovery.hide") : t("recovery.show"), { isEnabled: isCodeShown || code !== null || isLive, kind: "small" })}
      ${isCodeShown ? button("newCode", t("recovery.renew"), { isEnabled: isLive, kind: "small" }) : null}
    </div></section>`;
}

function shown({ recoveryCode }) {
  return html`<p class="recovery-code">${recoveryCode.match(/.{4}/g).join("-")}</p>
    <p class="help">${t("recovery.where", { host: `${location.host}/host` })}</p>`;
}

export function recoverForm({ error, isBusy }) {
  return html`<form data-action="recover" data-key="recover" class="panel stack" aria-labelledby="recover-title">
    <h2 id="recover-title">${t("recover.title")}</h2>
    <p class="help" id="recover-help">${t("recover.text")}</p>
    <label for="recoveryCode">${t("recover.code")}</label>
    <input id="recoveryCode" name="recoveryCode" class="code" required autocomplete="off" autocapitalize="characters"
      spellcheck="false" maxlength="20" placeholder="XXXX-XXXX-XXXX" aria-describedby="recover-help recover-error">
    ${submit(t("recover.go"), isBusy)}
    <p class="error" id="recover-error" role="alert">${error && t(error.code === "not_found" ? "recover.unknown" : `error.${error.code}`)}</p>
  </form>`;
}
