// A follow-up question; its answer may be changed until the time is up.

import { countDown } from "/shared/countdown.js";
import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";

export function followupScreen(doc) {
  const { followup, timers, reveal } = doc;
  return html`<header class="clue-head"><span class="level">${reveal.destinationName}</span>
      <span>${t("followup.title", followup)}</span></header>
    ${countDown(timers[0])}
    <div aria-live="polite"><p class="clue" data-key="question-${followup.index}">${followup.questionText}</p></div>
    ${followup.locked ? solution(doc) : answerForm(doc)}`;
}

function answerForm({ followup, me, uiHints, paused }) {
  if (!uiHints.canAnswer && !paused) return html`<p class="card" data-key="late">${t("followup.closed")}</p>`;
  const isSent = me.followupAnswer !== null;
  return html`<form class="stack" data-action="followupAnswer" data-key="answer-${followup.index}"
      data-index="${followup.index}">
    <label for="followupAnswer">${t("followup.answer")}</label>
    <input id="followupAnswer" name="answerText" required maxlength="200" autocomplete="off" enterkeyhint="send"
      aria-describedby="sent" autofocus>
    <button class="primary" aria-disabled="${!uiHints.canAnswer}">
      ${isSent ? t("followup.change") : t("followup.send")}</button>
    <p class="help" id="sent" role="status">${isSent ? t("followup.sent", { answer: me.followupAnswer }) : ""}</p>
  </form>`;
}

function solution({ followup, me }) {
  const mine = followup.results?.find((result) => result.playerId === me.playerId);
  return html`<div class="card ${mine?.isCorrect ? "right" : "wrong"}" role="status" data-key="solution">
    <p>${t("followup.correct")}</p>
    <h2>${followup.correctAnswer}</h2>
    <p>${mine?.isCorrect ? t("followup.right", { points: mine.pointsAwarded }) : t("followup.wrong")}</p>
    ${me.followupAnswer && html`<p class="help">${t("followup.sent", { answer: me.followupAnswer })}</p>`}</div>`;
}
