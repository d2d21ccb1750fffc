// The game on the host's device: what plays, who has guessed, and the host's word on it.

import "/games/name-that-tune/strings.js";
import { html } from "/shared/html.js";
import { nameOf } from "/shared/parts.js";
import { currentLocale, t } from "/shared/strings.js";
import { button } from "/host/buttons.js";
import { number, segmented, toggle } from "/host/fields.js";
import { recall, remember } from "/host/memory.js";
import { present } from "/host/players.js";

const LANGUAGES = { sv: "Svenska", en: "English" };
const GENRES = ["any", "classical", "folk", "carol", "anthem", "march", "ragtime", "opera", "children"];
/** First year, and last, of what a host picks. */
const YEARS = { any: [null, null], old: [null, 1799], middle: [1800, 1899], new: [1900, null] };
/** Where this device keeps that the answer was unfolded. */
const OPEN = "tune.open";

export const settings = {
  fields: () => html`<div class="pairs">
      ${segmented("locale", t("tune.language"), LANGUAGES, currentLocale())}
      ${number("songsCount", t("tune.songs"), { min: 5, max: 50, value: 10 })}
      ${number("clipSeconds", t("tune.seconds"), { min: 10, max: 30, value: 30 })}
      ${segmented("years", t("tune.years"), words("tune.years", Object.keys(YEARS)), "any")}
    </div>
    ${segmented("genre", t("tune.genre"), words("genre", GENRES), "any")}
    ${toggle("trivia", t("tune.trivia"), false)}
    ${toggle("allowLateJoin", t("tune.late"), true)}`,
  of(fields) {
    const [fromYear, toYear] = YEARS[fields.years];
    return {
      locale: fields.locale,
      songsCount: Number(fields.songsCount),
      clipSeconds: Number(fields.clipSeconds),
      genre: fields.genre === "any" ? null : fields.genre,
      fromYear,
      toYear,
      trivia: "trivia" in fields,
      allowLateJoin: "allowLateJoin" in fields,
    };
  },
};

function words(group, keys) {
  return Object.fromEntries(keys.map((key) => [key, t(`${group}.${key}`)]));
}

export function open({ root, store, send, draw }) {
  let hasNoTune = false;
  // A fold says it only to those who ask on its way down.
  root.addEventListener("toggle", ({ target }) => {
    if (target.dataset.key !== "secret") return;
    remember(OPEN, target.open);
    draw();
  }, true);
  store.addEventListener("change", () => {
    if (store.doc.state === "PLAYING") hasNoTune = false;
  });
  return {
    hear({ type, payload }) {
      if (type !== "ERROR" || payload.code !== "content_failed") return;
      hasNoTune = true;
      draw();
    },
    where: ({ round }) => round && t("tune.of", round),
    headline: ({ state, reveal, trivia }) => {
      if (state === "REVEAL") return `${reveal.title} – ${t("tune.by", reveal)}`;
      return state === "TRIVIA" ? trivia.question : null;
    },
    body,
    next,
    hint: ({ state }) => (state === "LOBBY" && hasNoTune ? t("error.content_failed") : null),
    live: (doc, view) => html`${secret(doc, view)}${review(doc, view)}`,
    actions: {
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

function isSecretOpen() {
  return recall(OPEN) === true;
}

/** Folded, since hosts sit among the players. The book says in English alone why a tune is free. */
function secret({ secret: tune }, { hasKeys }) {
  if (!tune) return null;
  return html`<details class="panel secret" data-key="secret" ${isSecretOpen() && html`open`}>
    <summary>${t("tune.secret")}${hasKeys && html` <kbd aria-hidden="true">H</kbd>`}</summary>
    <p class="answer">${tune.title}</p>
    <p>${t("tune.by", tune)} · ${t(`genre.${tune.genre}`)} · ${tune.country}</p>
    ${currentLocale() === "en" && html`<p class="help">${t("tune.free", { why: tune.whyFree })}</p>`}</details>`;
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
  return html`<span class="name">${what}: ${text ? html`<q><bdi>${text}</bdi></q>` : "–"}
      <span class="${isCorrect ? "right" : "wrong"}">${isCorrect ? "✓" : "✗"}</span></span>
    ${button("tuneOverride", word, {
      isEnabled: isLive, kind: "small", key: `${playerId}-${kind}`,
      details: html`data-player-id="${playerId}" data-part="${kind}" data-correct="${!isCorrect}" aria-label="${word}: ${name}, ${what}"`,
    })}`;
}
