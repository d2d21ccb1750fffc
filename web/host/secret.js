// What only the host knows before the reveal. Folded, since hosts sit among the players.

import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";

export function secret({ secret, state }) {
  if (!secret) return null;
  const { destination, clues, followups } = secret;
  return html`<details class="panel" data-key="secret"><summary>${t("secret.title")}</summary>
    <h2>${destination.name}, ${destination.country}</h2>
    <p class="help">${destination.aliases.join(" · ")}</p>
    <ol class="facts">${clues.map((clue) => html`<li><b>${clue.levelPoints}</b> ${clue.text}
      <small>${clue.verification.status}</small>${sources(clue.sources)}</li>`)}</ol>
    <h2>${t("secret.followups")}</h2>
    <ol class="facts">${followups.map((followup) => html`<li><b>${followup.index}</b> ${followup.questionText}
      <br>→ ${followup.accepted.join(" · ")}${sources(followup.sources)}</li>`)}</ol>
    ${state === "LOBBY" ? html`<button data-action="regenerate">${t("secret.another")}</button>` : null}
  </details>`;
}

function sources(list) {
  const pages = list.flatMap((source) => source.pages);
  return html`<ul class="sources">${pages.filter(isWebPage).map((page) => html`
    <li><a href="${page}" target="_blank" rel="noreferrer">${new URL(page).hostname}</a></li>`)}</ul>`;
}

/** A package could be wrong; a link must never be a script. */
function isWebPage(page) {
  return /^https?:\/\//.test(page);
}
