// Which screen a phone shows in which state, with the player's own score below.

import { html } from "/shared/html.js";
import { pausedNotice } from "/shared/parts.js";
import { t } from "/shared/strings.js";
import { clueScreen } from "/player/clue.js";
import { followupScreen } from "/player/followup.js";
import { lobbyScreen, waitScreen } from "/player/lobby.js";
import { finalScreen, revealScreen, scoreboardScreen } from "/player/results.js";

const SCREENS = {
  LOBBY: lobbyScreen,
  PREPARING_ROUND: (doc) => waitScreen(doc, t("preparing"), ""),
  ROUND_INTRO: (doc) => waitScreen(doc, t("intro.title", doc.round), t("intro.text")),
  CLUE_LEVEL: clueScreen,
  PAUSED_FOR_BRAKE: clueScreen,
  REVEAL_DESTINATION: revealScreen,
  FOLLOWUP_QUESTION: followupScreen,
  SCOREBOARD: scoreboardScreen,
  FINAL_RESULTS: finalScreen,
  ROUND_END: finalScreen,
};

export function screen(doc) {
  return html`${pausedNotice(doc)}
    <section class="screen" data-key="${doc.state}" data-state="${doc.state}">${SCREENS[doc.state](doc)}</section>
    ${doc.state === "LOBBY" ? null : myScore(doc.me)}`;
}

function myScore({ name, points, rank }) {
  return html`<footer class="my-score" aria-label="${t("score.mine")}">
    <span class="name">${name}</span> <span>${t("score.rank", { rank })}</span>
    <b>${t("points", { points })}</b></footer>`;
}
