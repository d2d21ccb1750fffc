// Locked answers with their verdicts. The host's word counts more than the matcher's.

import { html } from "/shared/html.js";
import { nameOf } from "/shared/parts.js";
import { t } from "/shared/strings.js";

export function review(doc) {
  if (!doc.review?.length) return null;
  return html`<section class="panel" data-key="review"><h2>${t("review.title")}</h2>
    <ul class="rows">${doc.review.map((answer) => row(doc, answer))}</ul></section>`;
}

function row(doc, { playerId, levelPoints, index, answerText, isCorrect }) {
  const name = nameOf(doc, playerId);
  return html`<li data-key="${playerId}-${index ?? "destination"}">
    <span class="name"><b>${name}</b> <small>${index ? t("review.question", { index }) : t("points", { points: levelPoints })}</small>
      <br><q>${answerText || "–"}</q> <span class="${isCorrect ? "right" : "wrong"}">${isCorrect ? "✓" : "✗"}</span></span>
    <button class="small" data-action="override" data-player-id="${playerId}" data-index="${index}"
      data-correct="${!isCorrect}">${isCorrect ? t("review.toWrong") : t("review.toRight")}</button></li>`;
}
