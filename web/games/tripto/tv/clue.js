// A clue in the window, the line with its stations above; under the brake the whole screen says who stopped the train.

import { countDown } from "/shared/countdown.js";
import { html } from "/shared/html.js";
import { nameOf } from "/shared/parts.js";
import { t, tell } from "/shared/strings.js";
import { lockedGuests } from "/tv/guests.js";
import { line } from "/games/tripto/tv/line.js";
import { length } from "/tv/room.js";

const LEVELS = [10, 8, 6, 4, 2];

export function clueScreen(doc) {
  const { clue, timers } = doc;
  return html`<header class="gauge"><p class="level">${t("clue.level", { points: clue.levelPoints })}</p>
      ${line(LEVELS, clue.levelIndex, t("clue.of", { index: clue.levelIndex, total: clue.totalLevels }))}
      ${countDown(timers[0])}</header>
    <div aria-live="polite"><p class="pane" data-key="clue-${clue.levelPoints}" data-length="${length(clue.clueText)}">
      ${clue.clueText}</p></div>
    ${earlier(clue)}
    ${lockedGuests(doc)}`;
}

export function brakeScreen(doc) {
  const { clue, brake, timers } = doc;
  const name = nameOf(doc, brake.brakeOwnerPlayerId);
  // A name may be all capitals, the other words of the sentence are not.
  const sentence = t("brake.other", { name });
  return html`<div class="stop-sign" role="alert" data-key="stop-${brake.brakeOwnerPlayerId}">
      <svg class="signal" viewBox="0 0 100 100" aria-hidden="true"><path d="M30 3h40l27 27v40L70 97H30L3 70V30Z"/>
        <rect x="29" y="28" width="15" height="44" rx="3"/><rect x="56" y="28" width="15" height="44" rx="3"/></svg>
      <div><h1 data-length="${length(sentence.repeat(4) + name.repeat(4))}">${tell("brake.other", { name })}</h1>
        <p>${tell("brake.otherText", { name, points: brake.levelPoints })}</p>
        ${ahead(doc)}</div></div>
    ${countDown(timers[0])}
    <p class="pane aside" data-length="${length(clue.clueText)}">${clue.clueText}</p>`;
}

/** Where two fingers were as good as one. */
function ahead({ brake: { photoFinish }, ...doc }) {
  if (!photoFinish) return null;
  return html`<p data-key="ahead">${tell("brake.ahead", { name: nameOf(doc, photoFinish.playerId), ms: photoFinish.aheadMs })}</p>`;
}

function earlier({ earlier }) {
  if (!earlier.length) return null;
  return html`<section class="earlier" aria-label="${t("clue.earlier")}"><ol>${earlier.map((clue) => html`
    <li data-key="${clue.levelPoints}"><b>${clue.levelPoints}</b> <span>${clue.clueText}</span></li>`)}</ol></section>`;
}
