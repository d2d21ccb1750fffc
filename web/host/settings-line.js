// What was chosen for this session, for whoever wants to be sure.

import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";

export function settingsLine({ session: { settings } }) {
  const { destinationsCount, followupsPerDestination, difficulty, theme, timings, maxPlayers, allowLateJoin, earlyReveal } = settings;
  const rows = {
    destinationsCount, followupsPerDestination, difficulty: t(`create.${difficulty}`), theme,
    clueSeconds: timings.clue / 1000, maxPlayers,
    allowLateJoin: t(allowLateJoin ? "yes" : "no"), earlyReveal: t(earlyReveal ? "yes" : "no"),
  };
  return html`<details class="panel" data-key="settings"><summary>${t("settings.title")}</summary>
    <dl class="terms">${Object.entries(rows).filter(([, value]) => value !== null && value !== undefined).map(([name, value]) => html`
      <div><dt>${t(`create.${name}`)}</dt><dd>${value}</dd></div>`)}</dl></details>`;
}
