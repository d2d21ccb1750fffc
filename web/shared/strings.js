// Texts of the pages, in the language of the session; before there is one, in the browser's.

import { html } from "/shared/html.js";
import { en } from "/shared/strings.en.js";
import { sv } from "/shared/strings.sv.js";

const LANGUAGES = { sv, en };
let locale = navigator.language?.toLowerCase().startsWith("sv") ? "sv" : "en";
document.documentElement.lang = locale;
// For the line in each page that looks for old browsers (web/old/page.js).
window.began = true;

/** By game, what it says itself; heard only while that game is played, so no other one's words change. */
const OF_GAMES = {};
let playedGame = null;

/** Adds the words of a page, or of one game: {sv: {key: text}, en: {…}}. A game's go before the page's of the same key. */
export function addStrings(tables, game = null) {
  const languages = game ? (OF_GAMES[game] ??= { sv: {}, en: {} }) : LANGUAGES;
  for (const [language, texts] of Object.entries(tables)) Object.assign(languages[language], texts);
}

/** From now on this game's words are heard. */
export function speakOf(game) {
  playedGame = game;
}

export function setLocale(wanted) {
  if (!(wanted in LANGUAGES) || wanted === locale) return;
  locale = wanted;
  document.documentElement.lang = locale;
}

export function currentLocale() {
  return locale;
}

/** t("players", {count: 3}): `{count}` in the text is replaced. */
export function t(key, values = {}) {
  return textOf(key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** The text with its `{…}` as they are. An unknown key of a group falls back to its `other`. */
export function textOf(key) {
  const other = key.replace(/^([\w-]+)\.\w+/, "$1.other");
  const [game, page] = [OF_GAMES[playedGame]?.[locale] ?? {}, LANGUAGES[locale]];
  return game[key] ?? page[key] ?? game[other] ?? page[other] ?? key;
}

/** True where there is a text for this very key. */
export function isSaid(key) {
  return key in (OF_GAMES[playedGame]?.[locale] ?? {}) || key in LANGUAGES[locale];
}

/** t() as markup, each value isolated: a name may run from right to left, and shall turn nothing around it. */
export function tell(key, values) {
  const parts = textOf(key).split(/\{(\w+)\}/);
  return html`${parts.map((part, place) => (place % 2 ? html`<bdi>${values[part]}</bdi>` : part))}`;
}
