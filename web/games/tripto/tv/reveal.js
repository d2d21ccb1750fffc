// The train has arrived: the destination, everybody's answers, then the questions about it.

import { countDown } from "/shared/countdown.js";
import { html } from "/shared/html.js";
import { nameOf } from "/shared/parts.js";
import { t } from "/shared/strings.js";
import { guests } from "/tv/guests.js";
import { crowd, fitting, length } from "/tv/room.js";
import { stageClock } from "/shared/stage-clock.js";
import { answersOf, arrivalOf, turnsOf } from "/games/tripto/tv/arrival.js";
import { splitFlap } from "/games/tripto/tv/flaps.js";
import { worldMap } from "/games/tripto/tv/map.js";

/** Those who knew; the others are counted. */
const MAX_RIGHT = 15;
/** So many stand two in a row (journey.css). */
const ROOMY = 10;
/** More of them are noise. */
const MAX_VERDICTS_HEARD = 5;

/** @param before the stop that the train comes from, or null. */
export function revealScreen(doc, before) {
  const { reveal, round } = doc;
  const answered = answersOf(doc);
  const { passedMs, pace } = arrivalOf(doc);
  const { size, board } = splitFlap(reveal.destinationName);
  return html`<div class="arrival" data-crowd="${crowd(answered.length)}">${stageClock(`arrival-${round.roundId}`, passedMs, { pace })}
    <p class="kicker">${t("reveal.title")}</p>
    <h1 class="destination" data-size="${size}" aria-label="${reveal.destinationName}">${board}</h1>
    <div class="place">${worldMap(before, reveal, label(before, reveal))}
      <div class="told"><p class="country">${reveal.country}</p>
        <p class="story" data-length="${length(reveal.revealText)}">${reveal.revealText}</p></div></div>
    ${answered.length ? answers(doc, answered) : html`<p class="help">${t("reveal.nobody")}</p>`}</div>`;
}

function label(before, { destinationName: name }) {
  return before ? t("map.way", { from: before.name, name }) : t("map.place", { name });
}

/** The answers' sounds, one for each moment at which any turn over. Of many the last alone says right or wrong. */
export function turnCues(doc) {
  const { startAtMs } = arrivalOf(doc);
  const moments = new Map(turnsOf(doc).map(({ result, atMs }) => [atMs, result]));
  const last = Math.max(...moments.keys());
  return [...moments].map(([atMs, { isCorrect }]) => ({
    sfxId: moments.size > MAX_VERDICTS_HEARD && atMs < last ? "tick" : isCorrect ? "correct" : "wrong",
    startAtServerMs: startAtMs + atMs,
  }));
}

/** Few answers are shown as texts; of many, those who were right. */
function answers(doc, answered) {
  const closeness = crowd(answered.length);
  const { shown, more } = fitting(answered);
  return html`<ul class="verdicts" data-crowd="${closeness}">${shown.map((result) => html`
    <li data-key="${result.playerId}" class="${result.isCorrect ? "right" : "wrong"}"
      data-length="${length((nameOf(doc, result.playerId) + (result.answerText || t("reveal.silent"))).repeat(4))}">
      <bdi class="name">${nameOf(doc, result.playerId)}</bdi>
      ${closeness === "many" ? null : answer(result, answered.length > ROOMY)}
      <span class="points">${result.isCorrect ? "✓" : "✗"} ${result.pointsAwarded}</span></li>`)}
    ${more ? html`<li class="more" data-key="more">${t("guest.more", { count: more })}</li>` : null}</ul>`;
}

/** A time-out leaves no text to quote; three in a row, a dash must do. */
function answer({ answerText }, isTight) {
  if (answerText) return html`<q dir="auto">${answerText}</q>`;
  return html`<span class="none">${isTight ? "–" : t("reveal.silent")}</span>`;
}

export function followupScreen(doc) {
  const { followup, timers, reveal } = doc;
  return html`<header class="journey-head"><h2 class="place-name">${reveal.destinationName}</h2>
      <p class="kicker">${t("followup.title", followup)}</p></header>
    <div class="gauge">${countDown(timers[0])}</div>
    <div aria-live="polite"><p class="pane ${followup.locked ? "aside" : ""}" data-key="question-${followup.index}" data-length="${length(followup.questionText)}">
      ${followup.questionText}</p></div>
    ${followup.locked && solution(doc)}`;
}

function solution({ players, followup }) {
  const right = new Set(followup.results.filter((result) => result.isCorrect).map((result) => result.playerId));
  const knew = players.filter((player) => right.has(player.playerId));
  return html`<div class="solution" role="status" data-key="solution"><p class="kicker">${t("followup.correct")}</p>
    <h1 data-length="${length(followup.correctAnswer.repeat(4))}">${followup.correctAnswer}</h1></div>
    <div class="answered knew"><p>${knew.length ? t("followup.knew", { count: knew.length }) : t("followup.nobody")}</p>
    ${knew.length ? guests(knew, { limit: MAX_RIGHT, mark: "✓ " }) : null}</div>`;
}
