// The people in the room, as tickets with their names.

import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";
import { crowd, fitting } from "/tv/room.js";

/** `mark`: what stands before each name. */
export function guests(players, { limit, mark = "" } = {}) {
  const { shown, more } = fitting(players, limit);
  return html`<ul class="guests" data-crowd="${crowd(shown.length)}" aria-live="polite">${shown.map((player) => html`
    <li data-key="${player.playerId}" class="${player.connected ? "" : "away"}">
      ${mark}<span>${player.name}</span>${player.connected ? null : html`<small>${t("guest.away")}</small>`}</li>`)}
    ${more ? html`<li data-key="more" class="more">${t("guest.more", { count: more })}</li>` : null}</ul>`;
}

/** Who has used their answer, and how many of all that is. */
export function lockedGuests({ players }, limit) {
  const locked = players.filter((player) => player.locked);
  return html`<div class="answered"><p>${t("clue.locked", { count: locked.length, total: players.length })}</p>
    ${locked.length ? guests(locked, { limit, mark: "✓ " }) : null}</div>`;
}
