// The platform below every screen: what stops the game, and the way in for whoever comes late.

import { homeOf } from "/shared/address.js";
import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";
import { finaleStage, isIdle, stageOf } from "/shared/stage.js";

export function foot(doc) {
  return html`<footer class="foot" data-key="foot"><div class="notices" role="status">
      ${doc.paused ? html`<p class="notice pause" data-key="paused">${t("paused")}</p>` : null}${thanks(doc)}${hostAway(doc)}</div>
    ${aside(doc)}</footer>`;
}

function thanks(doc) {
  const stage = stageOf(doc);
  const isOver = stage === "over" || (stage === "finale" && finaleStage(doc) === "standings");
  const isMissed = !doc.session.host.connected && doc.session.status !== "ended";
  return isOver && !isMissed ? html`<p class="thanks" data-key="thanks">${t("final.thanks")}</p>` : null;
}

/** Shown after a few seconds (foot.css): a host who reloads the page has not left. */
function hostAway(doc) {
  const { host, status } = doc.session;
  if (host.connected || status === "ended") return null;
  return html`<p class="notice host-away" data-key="host-away">${isIdle(doc) ? t("host.awaited") : t("host.away")}</p>`;
}

function aside(doc) {
  if (doc.session.status === "ended") return wayOn();
  return isOpen(doc) ? invitation(doc.session) : null;
}

/** True when somebody who scans the code now gets a seat. The lobby has its own ticket, and the finale is for looking. */
function isOpen(doc) {
  const { maxPlayers = Infinity, allowLateJoin = true } = doc.session.settings;
  if (doc.players.length >= maxPlayers) return false;
  switch (stageOf(doc)) {
    case "lobby": return false;
    case "over": return true;
    case "finale": return allowLateJoin && finaleStage(doc) === "standings";
    default: return allowLateJoin;
  }
}

function invitation(session) {
  const { sessionId, joinCode, joinUrl } = session;
  const home = homeOf(session);
  return html`<div class="invitation" data-key="invitation">
    <p><span>${t("invitation")}</span> <b class="address">${home}</b> <b class="big-code">${joinCode}</b></p>
    <img class="qr" src="${qrOf(sessionId, joinUrl)}" alt="QR: ${home}" width="160" height="160"></div>`;
}

/** The address of the picture that leads to `joinUrl`. */
export function qrOf(sessionId, joinUrl) {
  const token = new URL(joinUrl).searchParams.get("t");
  return `/v1/sessions/${sessionId}/qr.svg?${new URLSearchParams({ t: token })}`;
}

/** A remote's OK presses what has the focus. */
function wayOn() {
  return html`<a class="button way-on" data-key="way-on" href="/tv" autofocus>${t("tv.next")}</a>`;
}
