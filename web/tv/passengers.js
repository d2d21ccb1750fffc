// The players in the windows of the train.

import { portrait } from "/shared/avatar.js";
import { html } from "/shared/html.js";
import { render } from "/shared/render.js";

/** As scenery/train.svg has them, the one first that the sound's switch never covers; more players than windows stand further in. */
const CARS = [3, 4, 2, 1];
const WINDOWS = 6;

let seated = null;

/**
 * @param leaning who leans out to pull the brake; null: nobody.
 * @param waves whether players who have answered wave.
 */
export function travel(players, leaning, waves) {
  const seats = players.slice(0, CARS.length * WINDOWS);
  const markup = html`${seats.map(({ playerId, avatar, connected, locked }, seat) => html`
    <i data-key="${playerId}" class="${["passenger", playerId === leaning ? "leaning" : waves && locked && "waving", !connected && "away"].filter(Boolean).join(" ")}"
      data-car="${CARS[Math.floor(seat / WINDOWS)]}" data-window="${WINDOWS - (seat % WINDOWS)}">${portrait(avatar)}<b></b></i>`)}`;
  // Most of what a document says leaves them where they are.
  if (markup.text === seated) return;
  seated = markup.text;
  render(document.querySelector(".train"), markup);
}
