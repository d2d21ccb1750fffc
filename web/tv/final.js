// The winner's ten seconds, told in text (seed §12.7), and the table that stays.

import { finaleStage, winners } from "/shared/finale.js";
import { html } from "/shared/html.js";
import { nameOf, ranked, scoreboard } from "/shared/parts.js";
import { t } from "/shared/strings.js";
import { MAX_ROWS } from "/tv/room.js";

export function finalScreen(doc) {
  const { final } = doc;
  if (final.aborted) return html`<div class="centre" data-key="aborted"><h1>${t("final.aborted")}</h1></div>`;
  const stage = finaleStage(doc);
  switch (stage) {
    case "dim":
    case "suspense":
      return html`<div class="centre suspense" data-key="suspense"><h1>${t("final.and")}</h1></div>`;
    case "winner":
      return html`<div class="centre" data-key="winner">${cheer(doc)}${podium(final)}</div>`;
    default:
      return html`<div class="stack" data-key="standings">${doc.state === "ROUND_END" ? cheer(doc) : null}
        ${scoreboard({ scoreboard: ranked(final.standingsFull).slice(0, MAX_ROWS) })}
        <p class="thanks">${t("final.thanks")}</p></div>`;
  }
}

function cheer(doc) {
  const names = winners(doc.final).map((playerId) => nameOf(doc, playerId));
  if (!names.length) return html`<h1 role="status">${t("final.nobody")}</h1>`;
  const points = doc.final.standingsFull[0].points;
  return html`<p class="kicker">${doc.final.isTie ? t("final.tie") : t("final.winner")}</p>
    <h1 class="destination" role="status">${names.join(" & ")}</h1>
    <p>${t("pointsLong", { points })}</p>`;
}

/** Everybody with the same points shares a place: all of them may be more than fit. */
const MAX_PODIUM = 8;

function podium({ standingsTop }) {
  return html`<ol class="podium" aria-label="${t("final.podium")}">${ranked(standingsTop).slice(0, MAX_PODIUM).map((standing) => html`
    <li data-rank="${standing.rank}"><b>${standing.rank}</b> ${standing.name}
      <span>${t("points", { points: standing.points })}</span></li>`)}</ol>`;
}
