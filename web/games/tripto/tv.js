// Tripto on the big screen.

import "/games/tripto/strings.js";
import "/games/tripto/tv/strings.js";
import { wear } from "/shared/page.js";
import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";
import { board } from "/tv/board.js";
import { isLastRound } from "/shared/stage.js";
import { brakeScreen, clueScreen } from "/games/tripto/tv/clue.js";
import { line } from "/games/tripto/tv/line.js";
import { followupScreen, revealScreen } from "/games/tripto/tv/reveal.js";

await wear("/games/tripto/tv/journey.css");

export function open() {
  return {
    screens: {
      PREPARING_ROUND: preparingScreen,
      ROUND_INTRO: introScreen,
      CLUE_LEVEL: clueScreen,
      PAUSED_FOR_BRAKE: brakeScreen,
      REVEAL_DESTINATION: revealScreen,
      FOLLOWUP_QUESTION: followupScreen,
      SCOREBOARD: scoreboardScreen,
    },
    sounds: ["music_travel", "music_followup", "brake_pull", "reveal_sting"],
    scenes: {
      ROUND_INTRO: "rolling",
      CLUE_LEVEL: "rolling",
      PAUSED_FOR_BRAKE: "braked",
      REVEAL_DESTINATION: "arrived",
      FOLLOWUP_QUESTION: "arrived",
    },
  };
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
  return html`<h1 class="board-title">${t("scoreboard.title")}</h1>${board(doc.scoreboard)}`;
}
