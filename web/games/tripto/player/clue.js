// A clue, the brake, and the dialog of whoever pulled it.

import { countDown } from "/shared/countdown.js";
import { html } from "/shared/html.js";
import { nameOf } from "/shared/parts.js";
import { t, tell } from "/shared/strings.js";
import { draftOf } from "/shared/drafts.js";

export function clueScreen(doc, local) {
  return html`<div class="board">
      <header class="head">
        <h1 class="level">${t("clue.level", { points: doc.clue.levelPoints })}</h1>
        <span>${t("clue.of", { index: doc.clue.levelIndex, total: doc.clue.totalLevels })}</span>
      </header>
      ${countDown(doc.timers[0])}
      ${news(doc, local)}
      <p class="clue" id="clue" data-key="clue-${doc.clue.levelPoints}">${doc.clue.clueText}</p>
      ${earlierClues(doc.clue)}
    </div>
    ${doc.brake || doc.me.lockedAnswer !== null ? null : brakeButton(doc, local)}`;
}

/** News above the clue, where they hide nothing. */
function news(doc, local) {
  if (doc.brake?.brakeOwnerPlayerId === doc.me.playerId) return answerDialog(doc, local);
  if (doc.brake) return brakeNotice(doc);
  return doc.me.lockedAnswer === null ? null : lockedNotice(doc.me);
}

function brakeButton({ me, paused }, { brake, isOnline, isSending }) {
  const isPulled = isSending("BRAKE_PULL");
  const isReady = isOnline && me.canBrake && !brake.isCooling && !isPulled;
  const word = brakeWord({ brake, isOnline, isPulled, paused });
  // Not `disabled`: the button keeps the focus, and the gateway says why not.
  return html`<div class="thumb" data-key="thumb">
    <button class="brake" data-key="brake" data-action="brake" aria-disabled="${!isReady}">
      <strong>${t("brake.pull")}</strong> <small>${word}</small>
      ${brake.isCooling ? coolingRing(brake.cooldowns) : null}</button></div>`;
}

function brakeWord({ brake, isOnline, isPulled, paused }) {
  if (isPulled) return t("brake.sending");
  if (brake.isLost) return t("brake.lost");
  if (!isOnline) return t("brake.offline");
  if (brake.isCooling) return t("brake.cooling");
  return paused ? t("paused") : t("brake.hint");
}

/** Progress of the brake's cooldown; drawn anew for each `turn`. */
function coolingRing(turn) {
  return html`<svg class="ring" data-key="ring-${turn}" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
    <circle cx="50" cy="50" r="47" pathLength="1"></circle></svg>`;
}

function answerDialog({ brake, round, uiHints }, { isSending }) {
  const draft = `${round.roundId}.brake`;
  const isBusy = isSending("BRAKE_ANSWER_SUBMIT");
  return html`<div class="dialog stack" role="dialog" aria-labelledby="brake-title" aria-describedby="clue"
      data-key="brake-answer">
    <h2 id="brake-title">${t("brake.yours", { points: brake.levelPoints })}</h2>
    <form class="stack" data-action="brakeAnswer" novalidate>
      <label for="brakeAnswer">${t("brake.answer")}</label>
      <input id="brakeAnswer" name="answerText" required maxlength="200" autocomplete="off" autocapitalize="words"
        enterkeyhint="send" data-draft="${draft}" value="${draftOf(draft) ?? ""}" autofocus>
      <button class="primary" aria-disabled="${!uiHints.canAnswer || isBusy}">
        ${isBusy ? t("sending") : t("brake.send")}</button>
    </form></div>`;
}

function brakeNotice(doc) {
  const { brakeOwnerPlayerId, levelPoints } = doc.brake;
  const name = nameOf(doc, brakeOwnerPlayerId);
  return html`<div class="card stop" data-key="brake-other">
    <h2>${tell("brake.other", { name })}</h2>
    <p>${tell("brake.otherText", { name, points: levelPoints })}</p></div>`;
}

/** Takes the focus, which the dialog before it had. */
function lockedNotice({ lockedAnswer }) {
  return html`<div class="card locked" tabindex="-1" autofocus data-key="locked">
    <h2>${lockedAnswer ? tell("brake.locked", { answer: lockedAnswer }) : t("brake.lockedEmpty")}</h2>
    <p>${t("brake.lockedWait")}</p></div>`;
}

function earlierClues(clue) {
  if (!clue.earlier.length) return null;
  return html`<section class="earlier" aria-label="${t("clue.earlier")}"><ol>${clue.earlier.map((earlier) => html`
    <li><b>${earlier.levelPoints}</b> ${earlier.clueText}</li>`)}</ol></section>`;
}
