// The settings that matter on the evening, for a new game and for one that waits in the lobby or is over.

import { GENRES, YEARS, choiceOf, ownMusic, yearsOf } from "/games/name-that-tune/host/own.js";
import { html } from "/shared/html.js";
import { currentLocale, t } from "/shared/strings.js";
import { nameFilter as nameFilterField, number, segmented, toggle } from "/host/fields.js";

const LANGUAGES = { sv: "Svenska", en: "English" };
const PARTS = ["artist", "title", "trivia"];
const MAX_WORTH = 10;

function fields({ locale = currentLocale(), songsCount = 10, clipSeconds = 30, source = "both", artist = null, genre = null,
  fromYear = null, toYear = null, trivia = false, points = { artist: 1, title: 1, trivia: 1 }, allowLateJoin = true, reactions = true,
  nameFilter = "medium" } = {}) {
  const chosen = { source, genre: genre ?? "any", years: choiceOf(fromYear, toYear) };
  return html`<div class="pairs">
      ${segmented("locale", t("tune.language"), LANGUAGES, locale)}
      ${number("songsCount", t("tune.songs"), { min: 5, max: 50, value: songsCount })}
      ${number("clipSeconds", t("tune.seconds"), { min: 10, max: 30, value: clipSeconds })}
      ${segmented("years", t("tune.years"), words("tune.years", Object.keys(YEARS)), chosen.years)}
    </div>
    ${segmented("genre", t("tune.genre"), words("genre", ["any", ...GENRES]), chosen.genre)}
    ${ownMusic(chosen)}
    <div class="field"><label for="only-by">${t("tune.by.only")}</label>
      <input id="only-by" name="artist" maxlength="100" autocomplete="off" spellcheck="false" value="${artist}"></div>
    ${toggle("trivia", t("tune.trivia"), trivia)}
    <details class="fold" data-key="points"><summary>${t("tune.points")}</summary><div class="pairs">${PARTS.map((part) =>
      number(nameOf(part), t(`tune.points.${part}`), { min: 0, max: MAX_WORTH, value: points[part] }))}</div></details>
    ${toggle("allowLateJoin", t("tune.late"), allowLateJoin)}
    ${toggle("reactions", t("host.reactions"), reactions)}
    ${nameFilterField(nameFilter)}`;
}

/** What nobody chose is left out: a new game then has what is usual, and one that waits what it had. */
function of(chosen) {
  const { locale, songsCount, clipSeconds, genre, source, years, artist, nameFilter } = chosen;
  const [fromYear, toYear] = years ? yearsOf(years) : [];
  return {
    locale,
    songsCount: Number(songsCount),
    clipSeconds: Number(clipSeconds),
    ...(genre && { genre: genre === "any" ? null : genre }),
    ...(source && { source }),
    artist: artist.trim() || null,
    ...(years && { fromYear, toYear }),
    trivia: "trivia" in chosen,
    points: Object.fromEntries(PARTS.map((part) => [part, Number(chosen[nameOf(part)])])),
    allowLateJoin: "allowLateJoin" in chosen,
    reactions: "reactions" in chosen,
    nameFilter,
  };
}

function summary({ locale, songsCount, source, genre, artist, fromYear, toYear }) {
  const years = choiceOf(fromYear, toYear);
  return [LANGUAGES[locale], t("tune.summary.songs", { count: songsCount }), source !== "both" && t(`tune.summary.source.${source}`),
    genre && t(`genre.${genre}`), years !== "any" && (years in YEARS ? t(`tune.years.${years}`) : [fromYear, toYear].filter(Boolean).join("–")),
    artist && t("tune.summary.by", { artist })];
}

export const settings = { fields, of, summary };

/** Of the field of a part's worth. */
function nameOf(part) {
  return `points-${part}`;
}

function words(group, keys) {
  return Object.fromEntries(keys.map((key) => [key, t(`${group}.${key}`)]));
}
