// A follow-up question; its answer may be changed until the time is up.

import { countDown } from "/shared/countdown.js";
import { html } from "/shared/html.js";
import { t, tell } from "/shared/strings.js";
import { mark } from "/games/tripto/player/results.js";
import { draftOf } from "/shared/drafts.js";

export function followupScreen(doc, local) {
  const { followup, timers, reveal } = doc;
  return html`<header class="head"><h1 class="level">${reveal.destinationName}</h1>
      <span>${t("followup.title", followup)}</span></header>
    ${countDown(timers[0])}
    <p class="clue" id="question" data-key="question-${followup.index}">${followup.questionText}</p>
    ${followup.locked ? solution(doc) : answerForm(doc, local)}`;
}

function answerForm({ followup, me, round, uiHints, paused }, { isSending }) {
  if (!uiHints.canAnswer && !paused) return html`<p class="card" data-key="late">${t("followup.closed")}</p>`;
  const sent = me.followupAnswer;
  const draft = `${round.roundId}.${followup.index}`;
  const isBusy = isSending("FOLLOWUP_ANSWER_SUBMIT");
  const word = sent === null ? t("followup.send") : t("followup.change");
  return html`<form class="stack" data-action="followupAnswer" data-key="answer-${followup.index}"
      data-index="${followup.index}" novalidate>
    <label for="followupAnswer">${t("followup.answer")}</label>
    <input id="followupAnswer" name="answerText" required maxlength="200" autocomplete="off" enterkeyhint="send"
      aria-describedby="question sent" data-draft="${draft}" value="${draftOf(draft) ?? sent ?? ""}" autofocus>
    <button class="primary" aria-disabled="${!uiHints.canAnswer || isBusy}">${isBusy ? t("sending") : word}</button>
    <p class="sent" id="sent" role="status">${sent === null ? "" : html`<b>${tell("followup.sent", { answer: sent })}</b>
      ${t("followup.until")}`}</p>
  </form>`;
}

const VERDICTS = {
  right: ({ pointsAwarded }) => t("followup.right", { points: pointsAwarded }),
  wrong: () => t("followup.wrong"),
  none: () => t("reveal.none"),
};

function solution({ followup, me }) {
  const mine = followup.results?.find((result) => result.playerId === me.playerId);
  const isRight = mine?.isCorrect === true;
  const kind = isRight ? "right" : me.followupAnswer ? "wrong" : "none";
  return html`<div class="card verdict ${kind}" data-key="solution">${mark(kind)}
    <div><p class="help">${t("followup.correct")}</p>
      <h2>${followup.correctAnswer}</h2>
      <p>${VERDICTS[kind](mine)}</p>
      ${me.followupAnswer && html`<p class="help">${tell("followup.sent", { answer: me.followupAnswer })}</p>`}</div></div>`;
}
