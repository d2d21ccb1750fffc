// The little pictures of a journey.

import { html } from "/shared/html.js";

/** A dotted way to a pin. */
export const route = html`<svg class="route" viewBox="0 0 240 72" aria-hidden="true" focusable="false">
  <path class="way" d="M14 58C60 58 58 18 112 18s58 34 100 26"/><circle class="start" cx="14" cy="58" r="6"/>
  <path class="pin" d="M212 8a15 15 0 0 0-15 15c0 10 15 25 15 25s15-15 15-25a15 15 0 0 0-15-15Z"/>
  <circle class="eye" cx="212" cy="23" r="5.5"/></svg>`;

/** How far the brake has cooled down; drawn anew for each `turn`. */
export function coolingRing(turn) {
  return html`<svg class="ring" data-key="ring-${turn}" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
    <circle cx="50" cy="50" r="47" pathLength="1"/></svg>`;
}
