// Which screen a phone shows in which state, with the player's own score below.

import { html } from "/shared/html.js";
import { pausedNotice } from "/shared/parts.js";
import { t } from "/shared/strings.js";
import { clueScreen } from "/player/clue.js";
import { followupScreen } from "/player/followup.js";
import { introScreen, lobbyScreen, packingScreen } from "/player/lobby.js";
import { finalScreen, revealScreen, scoreboardScreen } from "/player/results.js";

const SCREENS = {
  LOBBY: lobbyScreen,
  PREPARING_ROUND: packingScreen,
  ROUND_INTRO: introScreen,
  CLUE_LEVEL: clueScreen,
  PAUSED_FOR_BRAKE: clueScreen,
  REVEAL_DESTINATION: revealScreen,
  FOLLOWUP_QUESTION: followupScreen,
  SCOREBOARD: scoreboardScreen,
  FINAL_RESULTS: finalScreen,
  ROUND_END: finalScreen,
};

/** @param local {brake, isSending(type)}: what only this phone knows. */
export function screen(doc, local) {
  return html`${pausedNotice(doc)}
    <section class="screen" data-key="${doc.state}" data-state="${doc.state}">${SCREENS[doc.state](doc, local)}</section>
    ${doc.state === "LOBBY" ? null : myScore(doc.me)}`;
}

function myScore({ name, points, rank }) {
  return html`<section class="my-score" data-key="score" aria-label="${t("score.mine")}">
    <span class="name">${name}</span> <span class="place">${t("score.rank", { rank })}</span>
    <b>${t("points", { points })}</b></section>`;
}
