// Locked answers with their verdicts. The host's word counts more than the matcher's. Before the reveal a right
// answer is the secret, so it is shown only while the secret is.

import { html } from "/shared/html.js";
import { nameOf } from "/shared/parts.js";
import { t } from "/shared/strings.js";
import { button } from "/host/buttons.js";
import { isSecretOpen } from "/games/tripto/host/secret.js";

export function review(doc, { isLive }) {
  if (!doc.review) return null;
  const isShown = Boolean(doc.reveal) || isSecretOpen();
  return html`<section class="panel" data-key="review" aria-labelledby="review-title">
    <h2 id="review-title">${t("review.title")}</h2>
    ${help(doc, isShown)}
    <ul class="rows">${doc.review.map((answer) => row(doc, answer, { isLive, isShown }))}</ul></section>`;
}

function help({ review }, isShown) {
  if (!review.length) return html`<p class="help">${t("review.none")}</p>`;
  return isShown ? null : html`<p class="help">${t("review.hidden")}</p>`;
}

function row(doc, { playerId, levelPoints, index, answerText, isCorrect }, { isLive, isShown }) {
  const name = nameOf(doc, playerId);
  const what = index ? t("review.question", { index }) : t("points", { points: levelPoints });
  const key = `${playerId}-${index ?? "destination"}`;
  if (!isShown) return html`<li data-key="${key}"><span class="name"><b><bdi>${name}</bdi></b> <small>${what}</small></span></li>`;
  const word = isCorrect ? t("review.toWrong") : t("review.toRight");
  return html`<li data-key="${key}">
    <span class="name"><b><bdi>${name}</bdi></b> <small>${what}</small><br>${said(answerText)}
      <span class="${isCorrect ? "right" : "wrong"}">${isCorrect ? `✓ ${t("review.right")}` : `✗ ${t("review.wrong")}`}</span></span>
    ${button("override", word, {
      isEnabled: isLive, kind: "small",
      details: html`data-player-id="${playerId}" data-index="${index}" data-correct="${!isCorrect}" aria-label="${word}: ${name}, ${what}"`,
    })}</li>`;
}

function said(answerText) {
  return answerText ? html`<q><bdi>${answerText}</bdi></q>` : html`<i>${t("review.empty")}</i>`;
}
