// The destination and everybody's answers, then the questions about it.

import { countDown } from "/shared/countdown.js";
import { html } from "/shared/html.js";
import { answers } from "/shared/parts.js";
import { t } from "/shared/strings.js";

export function revealScreen(doc) {
  const { reveal } = doc;
  return html`<p class="kicker">${t("reveal.title")}</p>
    <h1 class="destination">${reveal.destinationName}</h1>
    <p class="country">${reveal.country}</p>
    <p class="clue">${reveal.revealText}</p>
    ${answers(doc, reveal.results)}`;
}

export function followupScreen(doc) {
  const { followup, timers, reveal } = doc;
  return html`<header class="clue-head"><span class="level">${reveal.destinationName}</span>
      <span>${t("followup.title", followup)}</span></header>
    ${countDown(timers[0])}
    <div aria-live="polite"><p class="clue" data-key="question-${followup.index}">${followup.questionText}</p></div>
    ${followup.locked && html`<div class="card right" role="status"><p>${t("followup.correct")}</p>
      <h1>${followup.correctAnswer}</h1></div>${answers(doc, followup.results)}`}`;
}
