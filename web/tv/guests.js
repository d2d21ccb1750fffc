// The people in the room, as tickets with their names.

import { portrait } from "/shared/avatar.js";
import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";
import { crowd, fitting } from "/tv/room.js";

/** `mark`: what stands before each name, in place of the avatar and of who is away. */
export function guests(players, { limit, mark = null } = {}) {
  const { shown, more } = fitting(players, limit);
  return html`<ul class="guests" data-crowd="${crowd(shown.length)}" aria-live="polite">${shown.map((player) => html`
    <li data-key="${player.playerId}" class="${player.connected || mark ? "" : "away"}">
      ${mark ?? portrait(player.avatar)}<bdi>${player.name}</bdi>${player.connected || mark ? null : html`<small>${t("guest.away")}</small>`}</li>`)}
    ${more ? html`<li data-key="more" class="more">${t("guest.more", { count: more })}</li>` : null}</ul>`;
}

/** Players who have used their answer, and the number of those who are here to answer. */
export function lockedGuests({ players }) {
  const locked = players.filter((player) => player.locked);
  const total = players.filter((player) => player.locked || player.connected).length;
  return html`<div class="answered"><p>${t("guest.locked", { count: locked.length, total })}</p>
    ${locked.length ? guests(locked, { limit: fittingOneRow(locked), mark: PUNCHED }) : null}</div>`;
}

/** A ticket that was used: says that somebody has answered, and not whether it was right. */
const PUNCHED = html`<svg class="punched" viewBox="0 0 24 16" aria-hidden="true"><path fill-rule="evenodd"
  d="M2 1h20v4.5a2.5 2.5 0 0 0 0 5V15H2v-4.5a2.5 2.5 0 0 0 0-5ZM15 5.4a2.6 2.6 0 1 0 0 5.2a2.6 2.6 0 0 0 0-5.2Z"/></svg> `;

/** In rem: what a row of names has beside the count, what a ticket has around its name, and the longest name in it. */
const ROW = 31;
const AROUND = 3.6;
const LONGEST = 11;

/** The number of names that stand whole in one row. */
function fittingOneRow(players) {
  let left = ROW;
  const count = players.findIndex(({ name }) => (left -= AROUND + Math.min(LONGEST, width(name))) < 0);
  return count === -1 ? players.length : Math.max(1, count);
}

/** About how wide a name is at 1.05 rem: small Latin letters are narrow. */
function width(name) {
  return [...name].reduce((sum, letter) => sum + (/[a-zåäöéü .'-]/.test(letter) ? 0.62 : 1.05), 0);
}
