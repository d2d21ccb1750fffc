// The standings, as a departures board.

import { portraitOf } from "/shared/avatar.js";
import { html } from "/shared/html.js";
import { hasPlaces } from "/shared/parts.js";
import { t } from "/shared/strings.js";
import { crowd, fitting } from "/tv/room.js";

/** @param standings [{playerId, name, points, rank}] @param players who have an avatar. */
export function board(standings, players = []) {
  const { shown, more } = fitting(standings);
  const isRanked = hasPlaces(standings);
  return html`<ol class="board" data-crowd="${crowd(standings.length)}">${shown.map((standing) => html`
    <li data-key="${standing.playerId}" data-rank="${isRanked ? standing.rank : null}"><span class="rank">${isRanked ? standing.rank : null}</span>
      ${portraitOf(players, standing.playerId)}<bdi class="name">${standing.name}</bdi><span class="points">${standing.points}</span></li>`)}
    ${more ? html`<li class="more" data-key="more">${t("guest.more", { count: more })}</li>` : null}</ol>`;
}
