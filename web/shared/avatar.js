// A player's avatar, as a picture beside the name that says the same: figures differ in shape, not in colour alone.

import { html } from "/shared/html.js";

/** How many figures and colours there are, as the contract has them. */
export const FIGURES = 12;
export const COLOURS = 12;

/** Needs avatars.css. @param avatar {figure, colour}; without one nothing is drawn. @param more classes. */
export function portrait(avatar, more = "") {
  if (!avatar) return null;
  return html`<svg class="avatar ${more}" data-colour="${avatar.colour}" viewBox="0 0 48 48" aria-hidden="true"><use
    href="/shared/avatars.svg#f${avatar.figure}"/></svg>`;
}

export function portraitOf(players, playerId, more) {
  return portrait(players.find((player) => player.playerId === playerId)?.avatar, more);
}
