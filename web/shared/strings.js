// Texts of the pages, in the language of the session; before there is one, in the browser's.

import { html } from "/shared/html.js";
import { en } from "/shared/strings.en.js";
import { sv } from "/shared/strings.sv.js";

const LANGUAGES = { sv, en };
let locale = navigator.language?.toLowerCase().startsWith("sv") ? "sv" : "en";
document.documentElement.lang = locale;

/** Adds texts of one page alone: {sv: {key: text}, en: {…}}. */
export function addStrings(tables) {
  for (const [language, texts] of Object.entries(tables)) Object.assign(LANGUAGES[language], texts);
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
  const language = LANGUAGES[locale];
  return language[key] ?? language[key.replace(/^(\w+)\.\w+/, "$1.other")] ?? key;
}

/** t() as markup, each value isolated: a name may run from right to left, and shall turn nothing around it. */
export function tell(key, values) {
  const parts = textOf(key).split(/\{(\w+)\}/);
  return html`${parts.map((part, place) => (place % 2 ? html`<bdi>${values[part]}</bdi>` : part))}`;
}
