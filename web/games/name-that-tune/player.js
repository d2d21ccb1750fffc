// The game on a phone: two fields while the tune sounds, four answers to choose from after it.

import { by } from "/games/name-that-tune/strings.js";
import { countDown } from "/shared/countdown.js";
import { html } from "/shared/html.js";
import { toast, wear } from "/shared/page.js";
import { isLastRound } from "/shared/stage.js";
import { t, tell } from "/shared/strings.js";
import { between, scoreboardScreen, standing } from "/player/screen.js";

await wear("/games/name-that-tune/player.css");

const GUESS = "TUNE_GUESS";
const CHOOSE = "TUNE_CHOOSE";
/** A guess goes out once nothing has been written for so long. */
const QUIET_MS = 1_200;

export function open({ root, connection, store }) {
  const isSending = (type) => connection.isDelivering(type);
  // What was written counts, also of whoever never says that they are done, and what was written in a pause after it.
  let later = null;
  const send = () => {
    clearTimeout(later);
    const form = root.querySelector('form[data-action="tuneDone"]');
    if (!form || store.doc.state !== "PLAYING" || store.doc.paused) return;
    const [artist, title] = [form.elements.artist.value.trim(), form.elements.title.value.trim()];
    const { guess } = store.doc.me;
    if (artist === (guess?.artist ?? "") && title === (guess?.title ?? "")) return;
    connection.deliver(GUESS, { artist, title, done: false });
  };
  const ofGuess = ({ target }) => target.closest('form[data-action="tuneDone"]');
  root.addEventListener("change", (event) => ofGuess(event) && send());
  root.addEventListener("input", (event) => {
    if (!ofGuess(event)) return;
    clearTimeout(later);
    later = setTimeout(send, QUIET_MS);
  });
  // A phone that is put away, or a page that is loaded anew, may not come to the end of that time.
  document.addEventListener("visibilitychange", () => document.hidden && send());
  let before = store.doc;
  let wasPaused = store.doc.paused;
  store.addEventListener("change", () => {
    const word = overruling(before, store.doc);
    before = store.doc;
    if (word) toast(word);
    if (wasPaused && !store.doc.paused) later = setTimeout(send, 0);
    wasPaused = store.doc.paused;
  });
  return {
    screens: {
      PREPARING: ({ round }) => between(t("tune.of", round), t("tune.preparing")),
      PLAYING: (doc) => guessScreen(doc, isSending(GUESS)),
      REVEAL: revealScreen,
      TRIVIA: (doc) => triviaScreen(doc, isSending(CHOOSE)),
      SCOREBOARD: scoreboardScreen,
    },
    sentences: {
      PREPARING: () => t("tune.preparing"),
      PLAYING: ({ round }) => `${t("tune.of", round)}. ${t("tune.listen")}`,
      REVEAL: (doc) => `${t("tune.was")} ${doc.reveal.title}, ${by(doc.reveal)}. ${verdict(doc).text}`,
      TRIVIA: ({ trivia }) =>
        trivia.correctOption === null ? trivia.question : `${t("trivia.correct")}: ${trivia.options[trivia.correctOption]}`,
      SCOREBOARD: (doc) => `${t("scoreboard.title")}. ${standing(doc)}`,
    },
    how: () => [t("tune.how.listen"), t("tune.how.write"), t("tune.how.points")],
    // From the last tune on the TV tells who won, and a phone that was quicker would spoil it.
    isSuspense: (doc) => ["REVEAL", "TRIVIA"].includes(doc.state) && isLastRound(doc),
    actions: {
      tuneDone(form, { artist, title }) {
        clearTimeout(later);
        connection.deliver(GUESS, { artist, title, done: true });
      },
      tuneChoose: ({ dataset: { option } }) => connection.deliver(CHOOSE, { option: Number(option) }),
    },
  };
}

function guessScreen({ round, timers, me, paused }, isBusy) {
  const { guess } = me;
  const isDone = guess?.done === true && !isBusy;
  const word = isBusy ? t("tune.sending") : t(isDone ? "tune.again" : "tune.done");
  return html`<header class="head"><h1 class="level">${t("tune.listen")}</h1><span>${t("tune.of", round)}</span></header>
    ${countDown(timers[0])}
    <form class="stack" data-action="tuneDone" data-key="guess-${round.index}">
      <label for="artist">${t("tune.artist")}</label>
      <input id="artist" name="artist" maxlength="100" autocomplete="off" autocapitalize="words" spellcheck="false" value="${guess?.artist}">
      <label for="title">${t("tune.title")}</label>
      <input id="title" name="title" maxlength="100" autocomplete="off" autocapitalize="sentences" spellcheck="false" value="${guess?.title}">
      <button class="${isDone ? "" : "primary"}" aria-disabled="${paused || isBusy}">${word}</button>
      <p class="told ${isDone ? "done" : ""}" role="status" data-key="told">${t(isDone ? "tune.isDone" : "tune.open")}</p>
    </form>`;
}

function revealScreen(doc) {
  const { reveal, round } = doc;
  const { kind, text, points, mine } = verdict(doc);
  return html`<p class="kicker">${t("tune.of", round)}. ${t("tune.was")}</p>
    <h1 class="tune-title">${reveal.title}</h1>
    <p class="tune-artist">${by(reveal)}</p>
    <div class="card ${kind}" data-key="verdict"><h2>${text} ${points ? html`<b>${t("tune.gained", { points })}</b>` : null}</h2>
      ${mine ? html`<p class="help">${tell("tune.yours", { artist: mine.artist || "–", title: mine.title || "–" })}</p>` : null}</div>`;
}

const WORDS = { 3: "tune.rightBoth", 2: "tune.rightTitle", 1: "tune.rightArtist", 0: "tune.wrong" };

/** How the own guess did: {kind: right, wrong or none, text, points, mine}. */
function verdict({ reveal, me }) {
  const mine = reveal.results.find(({ playerId }) => playerId === me.playerId);
  if (!mine) return { kind: "none", text: t("tune.none"), points: 0, mine: null };
  const right = Number(mine.isArtistCorrect) + 2 * Number(mine.isTitleCorrect);
  return { kind: right ? "right" : "wrong", text: t(WORDS[right]), points: mine.pointsAwarded, mine };
}

/** The host's change to this player's verdicts between two documents in words; null when there is none. */
function overruling(before, after) {
  if (before.round?.roundId !== after.round?.roundId) return null;
  const id = after.me.playerId;
  const own = (results) => results?.find(({ playerId }) => playerId === id);
  const [was, is] = [own(before.reveal?.results), own(after.reveal?.results)];
  for (const [part, member] of [["title", "isTitleCorrect"], ["artist", "isArtistCorrect"]]) {
    // Somebody who wrote nothing may have said it aloud.
    if (before.reveal && is && (was?.[member] ?? false) !== is[member]) return t(is[member] ? `overruled.${part}.right` : `overruled.${part}.wrong`);
  }
  const [chose, chosen] = [own(before.trivia?.results), own(after.trivia?.results)];
  if (chose && chosen && chose.isCorrect !== chosen.isCorrect) return t(chosen.isCorrect ? "overruled.trivia.right" : "overruled.trivia.wrong");
  const isCounted = before.state === "SCOREBOARD" && after.state === "SCOREBOARD";
  return isCounted && before.me.points !== after.me.points ? t("overruled.points", { points: after.me.points }) : null;
}

function triviaScreen({ trivia, timers, me, reveal, paused }, isBusy) {
  const isOpen = trivia.correctOption === null;
  return html`<header class="head"><h1 class="level">${reveal.title}</h1></header>
    ${countDown(timers[0])}
    <p class="question" id="question">${trivia.question}</p>
    <div class="options" role="group" aria-labelledby="question" data-key="options">${trivia.options.map((option, place) => html`
      <button type="button" data-key="option-${place}" data-option="${place}" class="${optionClass(trivia, me, place)}"
        ${isOpen && me.choice === null && !paused && !isBusy ? html`data-action="tuneChoose"` : html`aria-disabled="true"`}
        aria-pressed="${me.choice === place}">${mark(trivia, place)}${option}</button>`)}</div>
    <p class="told ${isOpen ? "" : isRight(trivia, me) ? "right" : "wrong"}" role="status" data-key="told">${outcome(trivia, me)}</p>`;
}

function optionClass({ correctOption }, { choice }, place) {
  return [choice === place && "chosen", correctOption === place && "correct"].filter(Boolean).join(" ");
}

/** A sign, never the colour alone. */
function mark({ correctOption }, place) {
  return correctOption === place ? html`<span aria-hidden="true">✓ </span>` : null;
}

function outcome(trivia, me) {
  const { correctOption, options } = trivia;
  if (correctOption === null) return me.choice === null ? t("trivia.pick") : t("trivia.chosen", { option: options[me.choice] });
  if (me.choice === null) return t("trivia.none");
  return t(isRight(trivia, me) ? "trivia.right" : "trivia.wrong");
}

/** After the question: the host's word counts, too. */
function isRight({ results }, { playerId }) {
  return results.some((result) => result.playerId === playerId && result.isCorrect);
}
