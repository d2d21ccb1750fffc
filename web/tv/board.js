// The standings, as a departures board.

import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";
import { crowd, fitting } from "/tv/room.js";

/** Rows that one column takes at each closeness. */
const ROWS = { few: 7, some: 10, many: 15 };

/** @param standings [{playerId, name, points, rank}] */
export function board(standings) {
  const closeness = crowd(standings.length);
  const { shown, more } = fitting(standings);
  const columns = Math.ceil(standings.length / ROWS[closeness]) || 1;
  return html`<ol class="board" data-crowd="${closeness}" data-columns="${Math.min(4, columns)}">${shown.map((standing) => html`
    <li data-key="${standing.playerId}" data-rank="${standing.rank}"><span class="rank">${standing.rank}</span>
      <span class="name">${standing.name}</span><span class="points">${standing.points}</span></li>`)}
    ${more ? html`<li class="more" data-key="more">${t("guest.more", { count: more })}</li>` : null}</ol>`;
}
