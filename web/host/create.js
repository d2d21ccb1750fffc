// CreateSession: a new session with the settings that matter on the evening.

import { html } from "/shared/html.js";
import { post } from "/shared/rest.js";
import { saveSeat } from "/shared/seat.js";
import { currentLocale, t } from "/shared/strings.js";
import { submit } from "/host/buttons.js";
import { number, segmented, toggle } from "/host/fields.js";
import { PACES, SECONDS_PER_CLUE, secondsPerClue, settingsOf } from "/host/settings.js";

/** @returns the host's seat of a new session. @throws {RestError} */
export async function newSession(fields) {
  const made = await post("/v1/sessions", { settings: settingsOf(fields) });
  const { sessionId, hostAuthToken, hostRefreshToken, wsUrl, tvUrl } = made;
  const tokens = { authToken: hostAuthToken, refreshToken: hostRefreshToken };
  const seat = { sessionId, role: "HOST", wsUrl, tvUrl, ...tokens };
  saveSeat(seat);
  return seat;
}

export function createForm({ error, isBusy }) {
  return html`<form data-action="create" data-key="create" class="panel create" aria-labelledby="create-title">
    <h2 id="create-title">${t("create.title")}</h2>
    <div class="pairs">
      ${segmented("locale", t("create.locale"), { sv: "Svenska", en: "English" }, currentLocale())}
      ${segmented("difficulty", t("create.difficulty"), words("create", ["easy", "normal", "hard"]), "normal")}
      ${number("destinationsCount", t("create.destinationsCount"), { min: 1, max: 10, value: 3 })}
      ${segmented("followupsPerDestination", t("create.followupsPerDestination"), { 0: "0", 1: "1", 2: "2", 3: "3" }, 2)}
    </div>
    ${pace()}
    <div class="field"><label for="theme">${t("create.theme")}</label>
      <input id="theme" name="theme" maxlength="80" autocomplete="off" aria-describedby="theme-help">
      <p class="help" id="theme-help">${t("create.themeHelp")}</p></div>
    <details class="fold" data-key="more"><summary>${t("create.more")}</summary><div class="stack">
      ${number("maxPlayers", t("create.maxPlayers"), { min: 1, max: 500, value: 20 })}
      ${toggle("allowLateJoin", t("create.allowLateJoin"), true)}
      ${toggle("earlyReveal", t("create.earlyReveal"), true)}</div></details>
    ${submit(t("create.go"), isBusy, "primary big")}
    <p class="error" role="alert">${error && t(`error.${error.code}`)} ${error?.field && html`(${error.field})`}</p>
  </form>`;
}

/** More time is for everybody who reads or writes slower, so it is asked for in plain sight. */
function pace() {
  return html`<div class="pace">${segmented("pace", t("create.pace"), words("pace", Object.keys(PACES)), "normal")}
    ${number("clueSeconds", t("create.clueSeconds"), { ...SECONDS_PER_CLUE, value: secondsPerClue("normal"), help: t("create.paceHelp") })}
  </div>`;
}

/** The seconds follow the pace; whoever wants others writes them after. */
export function followPace(root) {
  root.addEventListener("change", ({ target }) => {
    if (target.name === "pace") target.form.elements.clueSeconds.value = secondsPerClue(target.value);
  });
}

function words(group, keys) {
  return Object.fromEntries(keys.map((key) => [key, t(`${group}.${key}`)]));
}
