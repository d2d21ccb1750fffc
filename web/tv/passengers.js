// The players in the windows of the train.

import { portrait } from "/shared/avatar.js";
import { html } from "/shared/html.js";
import { render } from "/shared/render.js";

/** As scenery/train.svg has them, the one first that the sound's switch never covers; more players than windows stand further in. */
const CARS = [3, 4, 2, 1];
const WINDOWS = 6;

/** @param leaning who leans out to pull the brake; null: nobody. Players who have answered wave. */
export function travel(players, leaning) {
  const seats = players.slice(0, CARS.length * WINDOWS);
  render(document.querySelector(".train"), html`${seats.map(({ playerId, avatar, connected, locked }, seat) => html`
    <i data-key="${playerId}" class="${["passenger", playerId === leaning ? "leaning" : locked && "waving", !connected && "away"].filter(Boolean).join(" ")}"
      data-car="${CARS[Math.floor(seat / WINDOWS)]}" data-window="${WINDOWS - (seat % WINDOWS)}">${portrait(avatar)}<b></b></i>`)}`);
}
