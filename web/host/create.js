// CreateSession: which game, and the settings of it that matter on the evening.

import { html } from "/shared/html.js";
import { post } from "/shared/rest.js";
import { saveSeat } from "/shared/seat.js";
import { t } from "/shared/strings.js";
import { submit } from "/host/buttons.js";
import { segmented } from "/host/fields.js";
import { keepLink } from "/host/link.js";
import { keepCode } from "/host/recovery.js";

/** @param game {name, settings}. @returns the host's seat of a new session. @throws {RestError} */
export async function newSession({ name, settings }, fields) {
  const made = await post("/v1/sessions", { game: name, settings: settings?.of(fields) ?? {} });
  const { sessionId, hostAuthToken, hostRefreshToken, hostToken, recoveryCode, wsUrl, tvUrl } = made;
  const tokens = { authToken: hostAuthToken, refreshToken: hostRefreshToken };
  const seat = { sessionId, role: "HOST", wsUrl, tvUrl, ...tokens };
  saveSeat(seat);
  keepLink(sessionId, hostToken);
  keepCode(sessionId, recoveryCode);
  return seat;
}

/**
 * @param games what there is to choose from, as `GET /v1/games` has it.
 * @param game the chosen one, {name, settings}; null until it has come.
 */
export function createForm({ games, game, error, isBusy }) {
  return html`<form data-action="create" data-key="create" class="panel create" aria-labelledby="create-title">
    <h2 id="create-title">${t("create.title")}</h2>
    ${games.length > 1 ? segmented("game", t("create.game"), Object.fromEntries(games.map(({ game: id, name }) => [id, name])), game?.name) : null}
    <div class="stack" data-key="settings-${game?.name}">${game?.settings?.fields()}</div>
    ${submit(t("create.go"), isBusy || !game, "primary big")}
    <p class="error" role="alert">${error && t(`error.${error.code}`)}</p>
  </form>`;
}
