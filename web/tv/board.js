// The standings, as a departures board.

import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";
import { crowd, fitting } from "/tv/room.js";

/** @param standings [{playerId, name, points, rank}] */
export function board(standings) {
  const { shown, more } = fitting(standings);
  return html`<ol class="board" data-crowd="${crowd(standings.length)}">${shown.map((standing) => html`
    <li data-key="${standing.playerId}" data-rank="${standing.rank}"><span class="rank">${standing.rank}</span>
      <span class="name">${standing.name}</span><span class="points">${standing.points}</span></li>`)}
    ${more ? html`<li class="more" data-key="more">${t("guest.more", { count: more })}</li>` : null}</ol>`;
}
