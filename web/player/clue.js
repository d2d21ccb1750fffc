// A clue, the brake, and the dialog of whoever pulled it.

import { countDown } from "/shared/countdown.js";
import { html } from "/shared/html.js";
import { earlierClues, nameOf } from "/shared/parts.js";
import { t } from "/shared/strings.js";

export function clueScreen(doc) {
  const { clue, brake, me, timers } = doc;
  return html`<header class="clue-head">
      <span class="level">${t("clue.level", { points: clue.levelPoints })}</span>
      <span>${t("clue.of", { index: clue.levelIndex, total: clue.totalLevels })}</span>
    </header>
    ${countDown(timers[0])}
    <div aria-live="polite"><p class="clue" data-key="clue-${clue.levelPoints}">${clue.clueText}</p></div>
    ${controls(brake, me, doc)}
    ${earlierClues(clue)}`;
}

function controls(brake, me, doc) {
  if (brake?.brakeOwnerPlayerId === me.playerId) return answerDialog(brake, doc);
  if (brake) return brakeNotice(brake, doc);
  if (me.lockedAnswer !== null) return lockedNotice(me);
  // Not `disabled`: the button keeps the focus, and the gateway says no.
  return html`<button class="brake" data-key="brake" data-action="brake"
    aria-disabled="${!me.canBrake}">${t("brake.pull")}</button>`;
}

function answerDialog(brake, doc) {
  return html`<div class="dialog stack" role="dialog" aria-labelledby="brake-title" data-key="brake-answer">
    <h2 id="brake-title">${t("brake.yours", { points: brake.levelPoints })}</h2>
    <form class="stack" data-action="brakeAnswer">
      <label for="brakeAnswer">${t("brake.answer")}</label>
      <input id="brakeAnswer" name="answerText" required maxlength="200" autocomplete="off" enterkeyhint="send" autofocus>
      <button class="primary" aria-disabled="${!doc.uiHints.canAnswer}">${t("brake.send")}</button>
    </form></div>`;
}

function brakeNotice({ brakeOwnerPlayerId, levelPoints }, doc) {
  const name = nameOf(doc, brakeOwnerPlayerId);
  return html`<div class="card stop" role="status" data-key="brake-other">
    <h2>${t("brake.other", { name })}</h2>
    <p>${t("brake.otherText", { name, points: levelPoints })}</p></div>`;
}

function lockedNotice({ lockedAnswer }) {
  return html`<div class="card" role="status" data-key="locked">
    <h2>${lockedAnswer ? t("brake.locked", { answer: lockedAnswer }) : t("brake.lockedEmpty")}</h2>
    <p>${t("brake.lockedWait")}</p></div>`;
}
