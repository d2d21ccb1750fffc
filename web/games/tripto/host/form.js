// The settings that matter on the evening, for a new game and for one that waits in the lobby or is over.

import { html } from "/shared/html.js";
import { currentLocale, t } from "/shared/strings.js";
import { nameFilter as nameFilterField, number, segmented, toggle } from "/host/fields.js";
import { PACES, SECONDS_PER_CLUE, paceOf, secondsPerClue, settingsOf } from "/games/tripto/host/settings.js";
import { themeHelp } from "/games/tripto/host/themes.js";

const LANGUAGES = { sv: "Svenska", en: "English" };

function settingsFields({ locale = currentLocale(), difficulty = "normal", destinationsCount = 3,
  followupsPerDestination = 2, theme = null, maxPlayers = 20, allowLateJoin = true, earlyReveal = true, afterBrake = "next",
  nameFilter = "medium", clueClock = "level", hostMayPlay = false, latencyFair = false, reactions = true, timings = null } = {}, fewestPlayers = 1) {
  const pace = timings ? paceOf(timings) : "normal";
  const seconds = timings ? timings.clue / 1000 : secondsPerClue("normal");
  return html`<div class="pairs">
      ${segmented("locale", t("create.locale"), LANGUAGES, locale)}
      ${segmented("difficulty", t("create.difficulty"), words("create", ["easy", "normal", "hard"]), difficulty)}
      ${number("destinationsCount", t("create.destinationsCount"), { min: 1, max: 10, value: destinationsCount })}
      ${segmented("followupsPerDestination", t("create.followupsPerDestination"), { 0: "0", 1: "1", 2: "2", 3: "3" }, followupsPerDestination)}
    </div>
    <div class="pace">${segmented("pace", t("create.pace"), words("pace", Object.keys(PACES)), pace)}
      ${number("clueSeconds", t("create.clueSeconds"), { ...SECONDS_PER_CLUE, value: seconds, help: t("create.paceHelp") })}</div>
    <div class="field"><label for="theme">${t("create.theme")}</label>
      <input id="theme" name="theme" maxlength="80" autocomplete="off" list="themes" value="${theme}" aria-describedby="theme-help">
      ${themeHelp()}</div>
    <details class="fold" data-key="more-settings"><summary>${t("create.more")}</summary><div class="stack">
      ${number("maxPlayers", t("create.maxPlayers"), { min: fewestPlayers, max: 500, value: maxPlayers })}
      ${nameFilterField(nameFilter)}
      ${toggle("allowLateJoin", t("create.allowLateJoin"), allowLateJoin)}
      ${toggle("sameLevel", t("create.sameLevel"), afterBrake === "same")}
      ${toggle("voiceClock", t("create.voiceClock"), clueClock === "voice")}
      ${toggle("earlyReveal", t("create.earlyReveal"), earlyReveal)}
      ${toggle("hostMayPlay", t("create.hostMayPlay"), hostMayPlay)}
      ${toggle("latencyFair", t("create.latencyFair"), latencyFair)}
      ${toggle("reactions", t("host.reactions"), reactions)}</div></details>`;
}

function summary({ locale, destinationsCount, difficulty, theme }) {
  return [t("settings.language", { language: LANGUAGES[locale] }),
    t(`settings.destinations.${destinationsCount === 1 ? "one" : "other"}`, { count: destinationsCount }), t(`create.${difficulty}`), theme];
}

export const settings = { fields: settingsFields, of: settingsOf, summary };

// The seconds follow the pace; whoever wants others writes them after.
document.addEventListener("change", ({ target }) => {
  if (target.name === "pace") target.form.elements.clueSeconds.value = secondsPerClue(target.value);
});

function words(group, keys) {
  return Object.fromEntries(keys.map((key) => [key, t(`${group}.${key}`)]));
}
