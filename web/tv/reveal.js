// The destination and everybody's answers, then the questions about it.

import { countDown } from "/shared/countdown.js";
import { html } from "/shared/html.js";
import { answers, names } from "/shared/parts.js";
import { t } from "/shared/strings.js";
import { MAX_ANSWERS, MAX_NAMES } from "/tv/room.js";

export function revealScreen(doc) {
  const { reveal } = doc;
  const answered = reveal.results.filter((result) => result.lockedAtLevelPoints !== null);
  return html`<p class="kicker">${t("reveal.title")}</p>
    <div class="place"><h1 class="destination">${reveal.destinationName}</h1>
      <p class="country">${reveal.country}</p></div>
    <p class="clue">${reveal.revealText}</p>
    ${answers(doc, bestFirst(answered))}`;
}

export function followupScreen(doc) {
  const { followup, timers, reveal } = doc;
  return html`<header class="clue-head"><span class="level">${reveal.destinationName}</span>
      <span>${t("followup.title", followup)}</span></header>
    ${countDown(timers[0])}
    <div aria-live="polite"><p class="clue" data-key="question-${followup.index}">${followup.questionText}</p></div>
    ${followup.locked && html`<div class="card right" role="status"><p>${t("followup.correct")}</p>
      <h1>${followup.correctAnswer}</h1></div>${names(graded(doc), MAX_NAMES)}`}`;
}

function bestFirst(results) {
  return [...results].sort((a, b) => b.pointsAwarded - a.pointsAwarded).slice(0, MAX_ANSWERS);
}

/** The players as `names` shows them, those first and marked who knew it. */
function graded({ players, followup }) {
  const right = new Set(followup.results.filter((result) => result.isCorrect).map((result) => result.playerId));
  const marked = players.map((player) => ({ ...player, locked: right.has(player.playerId) }));
  return marked.sort((a, b) => b.locked - a.locked);
}
