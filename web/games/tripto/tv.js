// Tripto on the big screen.

import "/games/tripto/strings.js";
import "/games/tripto/tv/strings.js";
import { wear } from "/shared/page.js";
import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";
import { board } from "/tv/board.js";
import { isLastRound } from "/shared/stage.js";
import { lastSeconds } from "/tv/sound/moments.js";
import { untilRestMs } from "/games/tripto/tv/arrival.js";
import { brakeScreen, clueScreen } from "/games/tripto/tv/clue.js";
import { disputePanel } from "/games/tripto/tv/dispute.js";
import { line } from "/games/tripto/tv/line.js";
import { followupScreen, revealScreen, turnCues } from "/games/tripto/tv/reveal.js";
import { titlesOf } from "/games/tripto/tv/titles.js";
import { Travelogue } from "/games/tripto/tv/travelogue.js";
import { WORLD } from "/games/tripto/tv/world.js";

await Promise.all(["journey", "arrival", "dispute"].map((name) => wear(`/games/tripto/tv/${name}.css`)));

/** The journey's bed grows from the first clue to the last: it opens up, and its wheels are heard. */
const GROWTH = new Map([
  [10, { gainDb: -5, brightHz: 1200 }],
  [8, { gainDb: -3.5, brightHz: 2000 }],
  [6, { gainDb: -2, brightHz: 4000, stems: [{ trackId: "stem_pulse", gainDb: -11 }] }],
  [4, { gainDb: -1, brightHz: 8000, stems: [{ trackId: "stem_pulse", gainDb: -8 }, { trackId: "stem_drive", gainDb: -10 }] }],
  [2, { stems: [{ trackId: "stem_pulse", gainDb: -5 }, { trackId: "stem_drive", gainDb: -6 }] }],
]);
/** The train stands, and everybody waits for one. */
const HELD = { gainDb: -6, brightHz: 500 };

export function open({ store, connection, draw }) {
  const travelogue = new Travelogue(connection.seat);
  let rest = null;
  const buildRest = () => {
    clearTimeout(rest);
    const { state } = store.doc;
    if (state !== "REVEAL_DESTINATION") return;
    const leftMs = untilRestMs(store.doc);
    if (leftMs > 0) rest = setTimeout(buildRest, leftMs + 1);
    else draw();
  };
  const note = () => {
    travelogue.note(store.doc);
    buildRest();
  };
  store.addEventListener("change", note);
  note();
  // The same for every place, and there before any is named.
  new Image().src = WORLD.href;
  return {
    screens: {
      PREPARING_ROUND: preparingScreen,
      ROUND_INTRO: introScreen,
      CLUE_LEVEL: clueScreen,
      PAUSED_FOR_BRAKE: brakeScreen,
      REVEAL_DESTINATION: (doc) => html`${revealScreen(doc, travelogue.before(doc))}${disputePanel(doc)}`,
      FOLLOWUP_QUESTION: followupScreen,
      SCOREBOARD: (doc) => html`${scoreboardScreen(doc)}${disputePanel(doc)}`,
    },
    sounds: ["music_travel", "music_followup", "brake_pull", "reveal_sting", "stem_pulse", "stem_drive", "stem_tension"],
    cues,
    arrangement,
    titles: (doc) => titlesOf(travelogue.whole(doc)).map(({ id, playerIds, value }) => ({ title: t(`title.${id}`), playerIds, text: worth(id, value) })),
    // A hand that was raised for the destination says nothing of a question.
    waves: ({ state }) => state !== "FOLLOWUP_QUESTION",
    leaning: ({ brake }) => brake?.brakeOwnerPlayerId ?? null,
    scenes: {
      ROUND_INTRO: "rolling",
      CLUE_LEVEL: "rolling",
      PAUSED_FOR_BRAKE: "braked",
      REVEAL_DESTINATION: "arrived",
      FOLLOWUP_QUESTION: "arrived",
    },
  };
}

/** What a title was won with, in words. */
function worth(id, value) {
  const seconds = (value / 1000).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return t(value === 1 && id === "comeback" ? "title.comeback.worth.one" : `title.${id}.worth`, { seconds, points: value, places: value });
}

/** Sounds that follow from the document: the last seconds tick, and answers turn over. */
function cues(doc) {
  if (doc.paused) return [];
  switch (doc.state) {
    case "CLUE_LEVEL":
    case "PAUSED_FOR_BRAKE":
      return lastSeconds(doc.timers[0]);
    case "FOLLOWUP_QUESTION": return doc.followup.locked ? [] : lastSeconds(doc.timers[0]);
    case "REVEAL_DESTINATION": return turnCues(doc);
    default: return [];
  }
}

/** The server sets the beds of a journey; what is between two of them is the page's. */
function arrangement({ state, clue, round, paused }) {
  switch (state) {
    case "PREPARING_ROUND": return { bed: (round?.index ?? 1) === 1 ? "music_lobby" : "music_standings" };
    case "CLUE_LEVEL": return GROWTH.get(clue.levelPoints) ?? {};
    case "PAUSED_FOR_BRAKE": return paused ? HELD : { ...HELD, stems: [{ trackId: "stem_tension", gainDb: 0 }] };
    case "SCOREBOARD": return { bed: "music_standings" };
    default: return {};
  }
}

function preparingScreen() {
  return html`<div class="centre"><svg class="suitcase" viewBox="0 0 120 100" aria-hidden="true">
      <path class="handle" d="M42 26V14q0-6 6-6h24q6 0 6 6v12"/><rect x="8" y="26" width="104" height="66" rx="12"/>
      <path class="strap" d="M32 26v66M88 26v66"/></svg>
    <h1>${t("preparing")}</h1></div>`;
}

function introScreen({ round, audio, paused }) {
  const journeys = Array.from({ length: round.total }, (_, i) => i + 1);
  const title = t("intro.title", round);
  return html`<div class="centre intro"><h1>${title}</h1>${round.total > 1 ? line(journeys, round.index, title) : null}
    <p>${t("intro.text")}</p>
    ${audio.voice || paused ? null : html`<p class="help" data-key="speechless">${t("intro.speechless")}</p>`}</div>`;
}

/** After the last destination the standings are the finale's to tell. */
function scoreboardScreen(doc) {
  if (isLastRound(doc)) return html`<div class="centre" data-key="nearly"><h1>${t("nearly.title")}</h1><p>${t("nearly.text")}</p></div>`;
  return html`<h1 class="board-title">${t("scoreboard.title")}</h1>${board(doc.scoreboard, doc.players)}`;
}
