// A clue, large; under the brake it stands with its owner's name.

import { countDown } from "/shared/countdown.js";
import { html } from "/shared/html.js";
import { earlierClues, nameOf, names } from "/shared/parts.js";
import { t } from "/shared/strings.js";
import { MAX_NAMES } from "/tv/room.js";

export function clueScreen(doc) {
  const { clue, brake, timers, players } = doc;
  return html`<header class="clue-head">
      <span class="level">${t("clue.level", { points: clue.levelPoints })}</span>
      <span>${t("clue.of", { index: clue.levelIndex, total: clue.totalLevels })}</span>
    </header>
    ${countDown(timers[0])}
    <div aria-live="polite"><p class="clue" data-key="clue-${clue.levelPoints}">${clue.clueText}</p></div>
    ${brake && stop(brake, doc)}
    ${earlierClues(clue)}
    ${brake ? null : names(players, MAX_NAMES)}`;
}

function stop({ brakeOwnerPlayerId, levelPoints }, doc) {
  const name = nameOf(doc, brakeOwnerPlayerId);
  return html`<div class="stop-sign" role="alert" data-key="stop"><h1>${t("brake.other", { name })}</h1>
    <p>${t("brake.otherText", { name, points: levelPoints })}</p></div>`;
}
