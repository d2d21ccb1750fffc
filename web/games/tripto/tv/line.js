// A railway line with its stations: those passed, the one where we are, those to come.

import { html } from "/shared/html.js";

/** @param index of the station where we are, from 1. @param label says the same in words. */
export function line(stations, index, label) {
  return html`<div class="line" role="img" aria-label="${label}">${stations.map((station, i) => html`
    <span data-key="${station}" class="${classOf(i + 1, index)}">${station}</span>`)}</div>`;
}

function classOf(place, index) {
  if (place < index) return "passed";
  return place === index ? "here" : "ahead";
}
