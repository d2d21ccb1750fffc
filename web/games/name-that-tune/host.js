// The game on the host's device: what plays, who has guessed, and the host's word on it.

import { settings } from "/games/name-that-tune/host/form.js";
import { Picks } from "/games/name-that-tune/host/picks.js";
import "/games/name-that-tune/host/strings.js";
import { by } from "/games/name-that-tune/strings.js";
import { cover } from "/games/name-that-tune/tv/cover.js";
import { sound } from "/games/name-that-tune/tv/sound.js";
import { html } from "/shared/html.js";
import { wear } from "/shared/page.js";
import { nameOf } from "/shared/parts.js";
import { currentLocale, t } from "/shared/strings.js";
import { button } from "/host/buttons.js";
import { recall, remember } from "/host/memory.js";
import { present } from "/host/players.js";

await wear("/games/name-that-tune/host/host.css");

const GUESS = "TUNE_GUESS";
const CHOOSE = "TUNE_CHOOSE";
/** What the host writes for somebody goes out once nothing has been written for so long. */
const QUIET_MS = 1_200;
/** The fields of a player for whom the host writes. */
const WRITING = 'form[data-action="tuneWrite"]';
/** Where this device keeps that the answer was unfolded. */
const OPEN = "tune.open";

export { settings };

export function open({ root, store, connection, send, draw }) {
  let hasNoTune = false;
  const picks = new Picks({ store, connection, send, draw });
  // A fold says it only to those who ask on its way down.
  root.addEventListener("toggle", ({ target }) => {
    if (target.dataset.key !== "secret") return;
    remember(OPEN, target.open);
    draw();
  }, true);
  const write = (form, isDone) => {
    if (store.doc.state !== "PLAYING" || store.doc.paused) return;
    const { playerId } = form.dataset;
    const [artist, title] = [form.elements.artist.value.trim(), form.elements.title.value.trim()];
    const guess = guessOf(store.doc, playerId);
    const isNew = artist !== (guess?.artist ?? "") || title !== (guess?.title ?? "");
    if (isNew || isDone) send(GUESS, { playerId, artist, title, done: isDone });
  };
  // What stands in the fields counts, done or not, as it does on a phone.
  let later = null;
  const writeAll = () => {
    clearTimeout(later);
    root.querySelectorAll(WRITING).forEach((form) => write(form, false));
  };
  root.addEventListener("change", ({ target }) => target.closest(WRITING) && writeAll());
  root.addEventListener("input", ({ target }) => {
    if (!target.closest(WRITING)) return;
    clearTimeout(later);
    later = setTimeout(writeAll, QUIET_MS);
  });
  // A device that is put away, or a page that is loaded anew, may not come to the end of that time.
  document.addEventListener("visibilitychange", () => document.hidden && writeAll());
  let wasPaused = store.doc.paused;
  store.addEventListener("change", () => {
    if (store.doc.state === "PLAYING") hasNoTune = false;
    if (wasPaused && !store.doc.paused) writeAll();
    wasPaused = store.doc.paused;
  });
  return {
    hear({ type, payload }) {
      if (type !== "ERROR" || payload.code !== "content_failed") return;
      hasNoTune = true;
      draw();
    },
    settings,
    hasMusic: true,
    soundsHere: true,
    ...sound,
    where: ({ round }) => round && t("tune.of", round),
    headline: ({ state, reveal, trivia }) => {
      if (state === "REVEAL") return `${reveal.title} – ${by(reveal)}`;
      return state === "TRIVIA" ? trivia.question : null;
    },
    body,
    next,
    hint: ({ state }) => (state === "LOBBY" && hasNoTune ? t("error.content_failed") : null),
    lobby: (doc, view) => picks.panel(doc, view),
    live: (doc, view) => html`${scribe(doc, view)}${cover(doc, "HOST")}${secret(doc, view)}${review(doc, view)}${picks.panel(doc, view)}`,
    actions: {
      ...picks.actions,
      tuneWrite: (form) => write(form, true),
      tuneChoose: ({ dataset: { playerId, option } }) => send(CHOOSE, { playerId, option: Number(option) }),
      tuneOverride: ({ dataset: { playerId, part, correct } }) =>
        send("TUNE_OVERRIDE", { playerId, part, isCorrect: correct === "true" }),
    },
  };
}

function body({ state, players, trivia }) {
  const here = present(players);
  const count = here.filter(({ locked }) => locked).length;
  const isAsking = state === "PLAYING" || (state === "TRIVIA" && trivia.correctOption === null);
  if (isAsking) return html`<p class="count">${t("tune.answered", { count, total: here.length })}</p>`;
  if (state !== "TRIVIA") return null;
  return html`<p class="count">${t("trivia.correct")}: <b>${trivia.options[trivia.correctOption]}</b></p>`;
}

/** Effect of HOST_SKIP now, in the words of its button. */
function next({ state, round, trivia, session }) {
  const after = () => t(round.index < round.total ? "tune.next.standings" : "tune.next.finale");
  switch (state) {
    case "PLAYING": return t("tune.next.reveal");
    case "REVEAL": return session.settings.trivia ? t("tune.next.trivia") : after();
    case "TRIVIA": return trivia.correctOption === null ? t("tune.next.solution") : after();
    case "SCOREBOARD": return t("tune.next.tune");
    default: return null;
  }
}

function guessOf({ review }, playerId) {
  return review?.find((guess) => guess.playerId === playerId);
}

/** The host writes for those who have no phone, and for those whose phone is away. */
function scribe(doc, { isLive }) {
  const { state, trivia, paused } = doc;
  const isAsking = state === "TRIVIA" && trivia.correctOption === null;
  const people = doc.players.filter(({ manual, connected }) => manual || !connected);
  if (!people.length || !(state === "PLAYING" || isAsking)) return null;
  const mayWrite = isLive && !paused;
  return html`<section class="panel" data-key="scribe" aria-labelledby="scribe-title">
    <h2 id="scribe-title">${t("tune.scribe")}</h2>
    ${people.map((player) => (isAsking ? choices(doc, player, mayWrite) : writing(doc, player, mayWrite)))}</section>`;
}

function writing(doc, player, mayWrite) {
  const { playerId, name, locked } = player;
  const guess = guessOf(doc, playerId);
  const word = t(locked ? "tune.again" : "tune.done");
  const field = (kind) => html`<div class="field"><label for="${kind}-${playerId}">${t(`tune.${kind}`)}</label>
    <input id="${kind}-${playerId}" name="${kind}" maxlength="100" autocomplete="off" autocapitalize="sentences" spellcheck="false" value="${guess?.[kind]}"></div>`;
  return html`<form data-action="tuneWrite" data-key="write-${doc.round.index}-${playerId}" data-player-id="${playerId}">
    <fieldset class="field">${legend(player, locked && "tune.written")}
      <div class="pairs">${field("artist")}${field("title")}</div>
      <button class="small" aria-disabled="${!mayWrite}" aria-label="${word}: ${name}">${word}</button></fieldset></form>`;
}

function choices({ round, trivia }, player, mayWrite) {
  const { playerId, name, locked } = player;
  return html`<fieldset class="field" data-key="choose-${round.index}-${playerId}">${legend(player, locked && "tune.hasChosen")}
    ${locked ? null : html`<div class="row">${trivia.options.map((option, place) => button("tuneChoose", option, {
      isEnabled: mayWrite, kind: "small", key: `${playerId}-${place}`,
      details: html`data-player-id="${playerId}" data-option="${place}" aria-label="${name}: ${option}"`,
    }))}</div>`}</fieldset>`;
}

/** A word and a sign, never the colour alone. */
function legend({ name, connected }, told) {
  return html`<legend><bdi>${name}</bdi>${connected ? null : html` <small>${t("tune.away")}</small>`}${told && html` <small class="right">✓ ${t(told)}</small>`}</legend>`;
}

function isSecretOpen() {
  return recall(OPEN) === true;
}

/** Folded, since hosts sit among the players. The book says in English alone why a tune is free. */
function secret({ secret: tune }, { hasKeys }) {
  if (!tune) return null;
  return html`<details class="panel secret" data-key="secret" ${isSecretOpen() && html`open`}>
    <summary>${t("tune.secret")}${hasKeys && html` <kbd aria-hidden="true">H</kbd>`}</summary>
    <p class="answer">${tune.title}</p>
    <p>${[by(tune), t(`genre.${tune.genre}`), tune.country].filter(Boolean).join(" · ")}</p>
    ${currentLocale() === "en" && tune.whyFree && html`<p class="help">${t("tune.free", { why: tune.whyFree })}</p>`}</details>`;
}

/** Everybody's guess, and those who have none: they may have said it aloud. Before the reveal only while the secret is shown. */
function review(doc, { isLive }) {
  if (!doc.review) return null;
  const isShown = Boolean(doc.reveal) || isSecretOpen();
  const silent = doc.players.filter(({ playerId }) => !doc.review.some((guess) => guess.playerId === playerId));
  return html`<section class="panel" data-key="review" aria-labelledby="review-title">
    <h2 id="review-title">${t("tune.guesses")}</h2>
    ${doc.review.length ? null : html`<p class="help">${t("tune.guesses.none")}</p>`}
    ${isShown || !doc.review.length ? null : html`<p class="help">${t("tune.guesses.hidden")}</p>`}
    ${isShown ? html`<ul class="rows">${doc.review.map((guess) => row(doc, guess, isLive))}</ul>` : null}
    ${isShown && silent.length ? html`<h3>${t("tune.players")}</h3>
      <ul class="rows">${silent.map(({ playerId }) => row(doc, { playerId, artist: "", title: "" }, isLive))}</ul>` : null}</section>`;
}

function row(doc, { playerId, artist, title, isArtistCorrect = false, isTitleCorrect = false }, isLive) {
  const name = nameOf(doc, playerId);
  return html`<li data-key="${playerId}"><span class="name"><b><bdi>${name}</bdi></b></span>
    ${part(name, playerId, "artist", artist, isArtistCorrect, isLive)}
    ${part(name, playerId, "title", title, isTitleCorrect, isLive)}</li>`;
}

/** A word and a sign, never the colour alone. */
function part(name, playerId, kind, text, isCorrect, isLive) {
  const word = t(isCorrect ? "tune.reject" : "tune.accept");
  const what = t(`tune.${kind}`);
  return html`<div class="part"><span class="name">${what}: ${text ? html`<q><bdi>${text}</bdi></q>` : "–"}
      <span class="${isCorrect ? "right" : "wrong"}">${isCorrect ? "✓" : "✗"}</span></span>
    ${button("tuneOverride", word, {
      isEnabled: isLive, kind: "small", key: `${playerId}-${kind}`,
      details: html`data-player-id="${playerId}" data-part="${kind}" data-correct="${!isCorrect}" aria-label="${word}: ${name}, ${what}"`,
    })}</div>`;
}
