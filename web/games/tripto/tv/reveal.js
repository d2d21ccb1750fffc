// The train has arrived: the destination, everybody's answers, then the questions about it.

import { portraitOf } from "/shared/avatar.js";
import { countDown } from "/shared/countdown.js";
import { html } from "/shared/html.js";
import { nameOf } from "/shared/parts.js";
import { t } from "/shared/strings.js";
import { guests } from "/tv/guests.js";
import { crowd, fitting, length } from "/tv/room.js";
import { stageClock } from "/shared/stage-clock.js";
import { answersOf, arrivalOf, turnsOf, untilRestMs } from "/games/tripto/tv/arrival.js";
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
  const isWhole = untilRestMs(doc) === 0;
  return html`<div class="arrival" data-crowd="${crowd(answered.length)}">${stageClock(`arrival-${round.roundId}`, passedMs, { pace })}
    ${isWhole ? stageClock(`rest-${round.roundId}`, passedMs, { pace, part: "rest" }) : null}
    <p class="kicker">${t("reveal.title")}</p>
    <h1 class="destination" data-size="${size}" aria-label="${reveal.destinationName}">${board}</h1>
    <div class="place">${isWhole ? worldMap(before, reveal, label(before, reveal)) : html`<world-map></world-map>`}
      <div class="told"><p class="country">${reveal.country}</p>
        <p class="story" data-length="${length(reveal.revealText)}">${reveal.revealText}</p></div></div>
    ${answered.length ? answers(doc, answered, isWhole) : html`<p class="help">${t("reveal.nobody")}</p>`}</div>`;
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

/** Few answers are shown as texts; of many, those who were right. Rows that are built later have their places already. */
function answers(doc, answered, isWhole) {
  const closeness = crowd(answered.length);
  const { shown, more } = fitting(answered);
  // All are as large as the longest allows; one or two have a row each.
  const longest = Math.max(...shown.map((result) => (nameOf(doc, result.playerId) + (result.answerText || t("reveal.silent"))).length));
  const size = length("x".repeat(longest * (answered.length > 2 ? 5 : 2)));
  return html`<ul class="verdicts" data-crowd="${closeness}" data-built="${isWhole}">${shown.map((result) => html`
    <li data-key="${result.playerId}" class="${result.isCorrect ? "right" : "wrong"}" data-length="${size}">
      ${isWhole ? row(doc, result, answered.length) : html`&nbsp;`}</li>`)}
    ${more ? html`<li class="more" data-key="more">${t("guest.more", { count: more })}</li>` : null}</ul>`;
}

function row(doc, { playerId, isCorrect, pointsAwarded, answerText }, count) {
  const closeness = crowd(count);
  return html`${closeness === "few" ? portraitOf(doc.players, playerId) : null}<bdi class="name">${nameOf(doc, playerId)}</bdi>
      <span class="turning">${closeness === "many" ? null : answer(answerText, count > ROOMY)}
        <span class="points">${isCorrect ? "✓" : "✗"} ${pointsAwarded}</span></span>`;
}

/** A time-out leaves no text to quote; three in a row, a dash must do. */
function answer(answerText, isTight) {
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
