// The game on the big screen: a record that turns while its tune sounds, then what it was.

import "/games/name-that-tune/strings.js";
import { countDown } from "/shared/countdown.js";
import { html } from "/shared/html.js";
import { wear } from "/shared/page.js";
import { nameOf } from "/shared/parts.js";
import { isLastRound } from "/shared/stage.js";
import { currentLocale, t } from "/shared/strings.js";
import { board } from "/tv/board.js";
import { lockedGuests } from "/tv/guests.js";
import { fitting, length } from "/tv/room.js";
import { lastSeconds } from "/tv/sound/moments.js";

await wear("/games/name-that-tune/tv.css");

/** Guesses that stand beside an answer. */
const MAX_GUESSES = 8;
const BARS = 13;
/** While a tune is guessed there is no other music, and none is heard under one that goes on. */
const SILENT_DB = -120;
const BEDS = { PREPARING: "music_lobby", REVEAL: "music_standings", TRIVIA: "music_standings", SCOREBOARD: "music_standings" };

export function open() {
  return {
    screens: {
      PREPARING: ({ round }) => html`<div class="centre">${record({ isTurning: false })}<h1>${t("tune.of", round)}</h1></div>`,
      PLAYING: playingScreen,
      REVEAL: revealScreen,
      TRIVIA: triviaScreen,
      SCOREBOARD: ({ scoreboard }) => html`<h1 class="board-title">${t("scoreboard.title")}</h1>${board(scoreboard)}`,
    },
    cues: ({ state, trivia, paused, timers }) => (state === "TRIVIA" && trivia.correctOption === null && !paused ? lastSeconds(timers[0]) : []),
    arrangement: ({ state }) => ({ bed: BEDS[state] ?? null, duckDb: SILENT_DB }),
    scenes: { PREPARING: "dark", PLAYING: "dark", REVEAL: "dark", TRIVIA: "dark", SCOREBOARD: "dark" },
  };
}

function playingScreen(doc) {
  const { round, timers, paused } = doc;
  return html`<header class="gauge"><p class="level">${t("tune.of", round)}</p>${countDown(timers[0])}</header>
    <div class="turntable" data-key="turntable">${record({ isTurning: !paused })}
      <div><h1>${t("tune.listen")}</h1>${equaliser(!paused)}</div></div>
    ${lockedGuests(doc)}`;
}

function record({ isTurning }) {
  return html`<svg class="record ${isTurning ? "turning" : ""}" data-key="record" viewBox="0 0 200 200" aria-hidden="true">
    <circle class="vinyl" cx="100" cy="100" r="96"/>
    ${[86, 74, 62, 50].map((radius) => html`<circle class="groove" cx="100" cy="100" r="${radius}"/>`)}
    <path class="shine" d="M100 100 40 34a90 90 0 0 1 34-20Zm0 0 60 66a90 90 0 0 1-34 20Z"/>
    <circle class="label" cx="100" cy="100" r="34"/><path class="mark" d="M92 116V86l20-5v28"/>
    <circle class="note" cx="88" cy="116" r="5"/><circle class="note" cx="108" cy="110" r="5"/>
    <circle class="hole" cx="100" cy="100" r="4"/></svg>`;
}

function equaliser(isMoving) {
  return html`<div class="equaliser ${isMoving ? "moving" : ""}" data-key="equaliser" aria-hidden="true">${Array.from(
    { length: BARS }, (_, bar) => html`<i class="bar-${bar % 5}"></i>`)}</div>`;
}

/** The book says in English alone why a tune is free. */
function revealScreen(doc) {
  const { reveal, round } = doc;
  return html`<header class="gauge"><p class="level">${t("tune.of", round)}</p>${countDown(doc.timers[0])}</header>
    <div class="answer" data-key="answer" aria-live="polite"><p class="kicker">${t("tune.was")}</p>
      <h1 data-length="${length(reveal.title)}">${reveal.title}</h1>
      <p class="tune-artist">${t("tune.by", reveal)}</p></div>
    ${guesses(doc)}
    ${currentLocale() === "en" && html`<p class="help why-free">${reveal.whyFree}</p>`}`;
}

function guesses(doc) {
  const { reveal } = doc;
  const best = [...reveal.results].sort((one, other) => other.pointsAwarded - one.pointsAwarded);
  const { shown, more } = fitting(best, MAX_GUESSES);
  if (!shown.some(({ pointsAwarded }) => pointsAwarded > 0)) return html`<p class="nobody" data-key="nobody">${t("tune.nobody")}</p>`;
  return html`<ul class="guesses">${shown.map((guess) => html`<li data-key="${guess.playerId}">
      <bdi class="name">${nameOf(doc, guess.playerId)}</bdi>
      ${part(guess.artist, guess.isArtistCorrect)}${part(guess.title, guess.isTitleCorrect)}
      <b>${guess.pointsAwarded ? t("tune.gained", { points: guess.pointsAwarded }) : null}</b></li>`)}
    ${more ? html`<li class="more" data-key="more">${t("guest.more", { count: more })}</li>` : null}</ul>`;
}

/** A sign, never the colour alone. */
function part(text, isRight) {
  return html`<span class="part ${isRight ? "right" : "wrong"}"><span aria-hidden="true">${isRight ? "✓" : "✗"}</span> <bdi>${text || "–"}</bdi></span>`;
}

function triviaScreen(doc) {
  const { trivia, reveal, timers } = doc;
  const isOpen = trivia.correctOption === null;
  return html`<header class="gauge"><p class="level">${reveal.title}</p>${countDown(timers[0])}</header>
    <p class="pane" data-key="question" data-length="${length(trivia.question)}">${trivia.question}</p>
    <ol class="options">${trivia.options.map((option, place) => html`<li data-key="option-${place}"
      class="${trivia.correctOption === place ? "correct" : ""}">${trivia.correctOption === place ? html`<span aria-hidden="true">✓ </span>` : null}${option}
      ${isOpen ? null : html`<small>${trivia.results.filter((result) => result.option === place).map(({ playerId }) => nameOf(doc, playerId)).join(", ")}</small>`}</li>`)}</ol>
    ${isOpen ? lockedGuests(doc) : null}
    ${!isOpen && isLastRound(doc) ? html`<p class="kicker" data-key="nearly">${t("nearly.title")}</p>` : null}`;
}
