// Which screen a phone shows in which state, with the player's own score below.

import { html } from "/shared/html.js";
import { hasPlaces, pausedNotice, placeOf } from "/shared/parts.js";
import { t } from "/shared/strings.js";
import { clueScreen } from "/player/clue.js";
import { followupScreen } from "/player/followup.js";
import { introScreen, lobbyScreen, packingScreen } from "/player/lobby.js";
import { finalScreen, isSuspense, revealScreen, scoreboardScreen } from "/player/results.js";

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

/** @param local {brake, isOnline, isSending(type)}: what only this phone knows. */
export function screen(doc, local) {
  return html`${pausedNotice(doc)}${hostAway(doc)}
    <section class="screen" data-key="${doc.state}" data-state="${doc.state}">${SCREENS[doc.state](doc, local)}</section>
    ${doc.state === "LOBBY" ? null : myScore(doc)}`;
}

/** Shown after a few seconds (player.css): a host who reloads the page has not left. */
function hostAway({ session, state }) {
  if (session.host.connected || session.status === "ended") return null;
  const isWaiting = state === "LOBBY" || state === "ROUND_END";
  return html`<p class="host-away" role="status" data-key="host-away">${isWaiting ? t("host.awaited") : t("host.away")}</p>`;
}

/** Whoever came after the end is not the last of those who played. */
function hasPlace({ scoreboard, final, me }) {
  return hasPlaces(scoreboard) && (!final || final.standingsFull.some(({ playerId }) => playerId === me.playerId));
}

function myScore(doc) {
  const { name, points, rank } = doc.me;
  const place = hasPlace(doc) ? html`<span class="place">${placeOf(rank)}</span>` : null;
  return html`<section class="my-score" data-key="score" aria-label="${t("score.mine")}">
    <bdi class="name">${name}</bdi> ${isSuspense(doc) ? null : html`${place} <b>${t("points", { points })}</b>`}</section>`;
}
