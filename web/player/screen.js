// What a phone shows of any game: its own screen, with the player's own score below.

import { html } from "/shared/html.js";
import { hasPlaces, pausedNotice, placeOf } from "/shared/parts.js";
import { isIdle, stageOf } from "/shared/stage.js";
import { t } from "/shared/strings.js";
import { lobbyScreen } from "/player/lobby.js";
import { finalScreen, isFinaleSuspense } from "/player/results.js";

/** @param face what the game brings: {screens, how, isSuspense}. */
export function screen(doc, face) {
  return html`${pausedNotice(doc)}${hostAway(doc)}
    <section class="screen" data-key="${doc.state}" data-state="${doc.state}">${shown(doc, face)}</section>
    ${stageOf(doc) === "lobby" ? null : myScore(doc, face)}`;
}

function shown(doc, { screens, how }) {
  if (doc.state in screens) return screens[doc.state](doc);
  switch (stageOf(doc)) {
    case "lobby": return lobbyScreen(doc, how());
    case "running": return null;
    default: return finalScreen(doc);
  }
}

/** Shown after a few seconds (player.css): a host who reloads the page has not left. */
function hostAway(doc) {
  const { host, status } = doc.session;
  if (host.connected || status === "ended") return null;
  return html`<p class="host-away" role="status" data-key="host-away">${isIdle(doc) ? t("host.awaited") : t("host.away")}</p>`;
}

/** Whoever came after the end is not the last of those who played. */
function hasPlace({ scoreboard, final, me }) {
  return hasPlaces(scoreboard) && (!final || final.standingsFull.some(({ playerId }) => playerId === me.playerId));
}

function myScore(doc, { isSuspense }) {
  const { name, points, rank } = doc.me;
  const place = hasPlace(doc) ? html`<span class="place">${placeOf(rank)}</span>` : null;
  const isHidden = isFinaleSuspense(doc) || isSuspense(doc);
  return html`<section class="my-score" data-key="score" aria-label="${t("score.mine")}">
    <bdi class="name">${name}</bdi> ${isHidden ? null : html`${place} <b>${t("points", { points })}</b>`}</section>`;
}
