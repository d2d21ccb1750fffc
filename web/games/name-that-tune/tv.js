// The game on the big screen: a record that turns while its tune sounds, then what it was.

import { by } from "/games/name-that-tune/strings.js";
import { cover } from "/games/name-that-tune/tv/cover.js";
import { sleeve } from "/games/name-that-tune/tv/sleeve.js";
import { TURNED_MS, guessesOf, sound } from "/games/name-that-tune/tv/sound.js";
import { portraitOf } from "/shared/avatar.js";
import { clock } from "/shared/clock.js";
import { countDown } from "/shared/countdown.js";
import { html } from "/shared/html.js";
import { wear } from "/shared/page.js";
import { nameOf } from "/shared/parts.js";
import { isLastRound } from "/shared/stage.js";
import { stageClock } from "/shared/stage-clock.js";
import { t } from "/shared/strings.js";
import { board } from "/tv/board.js";
import { lockedGuests } from "/tv/guests.js";
import { fitting, length } from "/tv/room.js";

await wear("/games/name-that-tune/tv.css");

/** Those who chose an answer: so many by name, more by their faces alone. */
const MAX_NAMED = 2;
const MAX_FACES = 9;
const BARS = 13;

export function open() {
  return {
    screens: {
      PREPARING: ({ round }) => html`<div class="centre">${record({ isTurning: false })}<h1>${t("tune.of", round)}</h1></div>`,
      PLAYING: playingScreen,
      REVEAL: revealScreen,
      TRIVIA: triviaScreen,
      SCOREBOARD: ({ scoreboard, players }) => html`<h1 class="board-title">${t("scoreboard.title")}</h1>${board(scoreboard, players)}`,
    },
    ...sound,
    // Lights go on again when the tune is known.
    scenes: { PREPARING: "dark", PLAYING: "dark" },
  };
}

function playingScreen(doc) {
  const { round, timers, paused } = doc;
  return html`<header class="gauge"><p class="level">${t("tune.of", round)}</p>${countDown(timers[0])}</header>
    <div class="turntable" data-key="turntable">${cover(doc, "TV") ?? record({ isTurning: !paused })}
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

function revealScreen(doc) {
  const { reveal, round, timers: [timer] } = doc;
  return html`<header class="gauge"><p class="level">${t("tune.of", round)}</p>${countDown(timer)}</header>
    <div class="answer" data-key="answer" aria-live="polite">${stageClock(`reveal-${round.roundId}`, passedMs(timer))}${cover(doc, "TV") ?? sleeve(reveal)}
      <div><p class="kicker">${t("tune.was")}</p>
        <h1 data-length="${length(reveal.title.repeat(4))}">${reveal.title}</h1>
        <p class="tune-artist">${by(reveal)}</p></div></div>
    ${guesses(doc)}`;
}

/** Of a stage; without a timer there is nothing to wait for. */
function passedMs(timer) {
  if (!timer) return TURNED_MS;
  return timer.paused ? timer.durationMs - timer.remainingMs : clock.now() - timer.startAtServerMs;
}

function guesses(doc) {
  const { shown, more, isKnown } = guessesOf(doc);
  return html`${isKnown ? null : html`<p class="nobody" data-key="nobody">${t("tune.nobody")}</p>`}
    ${shown.length ? html`<ul class="guesses" data-key="guesses">${shown.map((guess) => html`<li data-key="${guess.playerId}">
      ${portraitOf(doc.players, guess.playerId)}<bdi class="name">${nameOf(doc, guess.playerId)}</bdi>
      ${told(guess.artist, guess.isArtistCorrect)}${told(guess.title, guess.isTitleCorrect)}
      <b>${guess.pointsAwarded ? t("tune.gained", { points: guess.pointsAwarded }) : null}</b></li>`)}
    ${more ? html`<li class="more" data-key="more">${t("guest.more", { count: more })}</li>` : null}</ul>` : null}`;
}

/** A sign, never the colour alone. */
function told(text, isRight) {
  const kind = isRight ? "right" : "wrong";
  return html`<span class="sign ${kind}">${isRight ? "✓" : "✗"}</span>${text ? html`<q class="${kind}" dir="auto">${text}</q>` : null}`;
}

function triviaScreen(doc) {
  const { trivia, reveal, timers } = doc;
  const isOpen = trivia.correctOption === null;
  return html`<header class="gauge"><p class="level">${reveal.title}</p>${countDown(timers[0])}</header>
    <p class="pane ${isOpen ? "" : "aside"}" data-key="question" data-length="${length(trivia.question.repeat(2))}">${trivia.question}</p>
    <ol class="options">${trivia.options.map((option, place) => html`<li data-key="option-${place}"
      class="${trivia.correctOption === place ? "correct" : ""}">${trivia.correctOption === place ? html`<span aria-hidden="true">✓ </span>` : null}${option}
      ${isOpen ? null : choosers(doc, place)}</li>`)}</ol>
    ${isOpen ? lockedGuests(doc) : null}
    ${!isOpen && isLastRound(doc) ? html`<p class="kicker" data-key="nearly">${t("nearly.title")}</p>` : null}`;
}

function choosers(doc, place) {
  const chosen = doc.trivia.results.filter(({ option }) => option === place).map(({ playerId }) => playerId);
  const { shown, more } = fitting(chosen, MAX_FACES);
  return html`<small>${shown.map((playerId) => html`<span data-key="${playerId}">${portraitOf(doc.players, playerId)}${
    chosen.length > MAX_NAMED ? null : html`<bdi class="name">${nameOf(doc, playerId)}</bdi>`}</span>`)}
    ${more ? html`<span data-key="more">${t("guest.more", { count: more })}</span>` : null}</small>`;
}
