// The way in for the room: a QR to scan, a code to type, and who is here.

import { html } from "/shared/html.js";
import { names } from "/shared/parts.js";
import { t } from "/shared/strings.js";
import { MAX_NAMES } from "/tv/room.js";

export function lobbyScreen({ session, players }) {
  return html`<div class="lobby">
    <div class="invitation">${invitation(session)}</div>
    <div class="crew">
      <h1 class="logo">${t("title")}</h1>
      <p class="tagline">${t("tagline")}</p>
      <h2>${t("lobby.players", { count: players.length })}</h2>
      ${players.length ? null : html`<p class="help">${t("lobby.nobody")}</p>`}
      ${names(players, MAX_NAMES)}
    </div>
  </div>`;
}

function invitation({ sessionId, joinCode, joinUrl }) {
  const url = new URL(joinUrl);
  const qr = `/v1/sessions/${sessionId}/qr.svg?${new URLSearchParams({ t: url.searchParams.get("t") })}`;
  return html`<p>${t("lobby.scan")}</p>
    <img class="qr" src="${qr}" alt="QR: ${url.host}" width="400" height="400">
    <p>${t("lobby.orCode", { address: url.host })}</p>
    <p class="big-code">${joinCode}</p>`;
}
