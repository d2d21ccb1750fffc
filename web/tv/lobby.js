// The way in for the room: a ticket with a QR to scan and a code to type, and who is here.

import { homeOf } from "/shared/address.js";
import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";
import { qrOf } from "/tv/foot.js";
import { guests } from "/tv/guests.js";
import { crowd, length } from "/tv/room.js";

export function lobbyScreen({ session, players }) {
  const present = players.filter((player) => player.connected);
  return html`<div class="lobby" data-crowd="${crowd(players.length)}">
    ${ticket(session)}
    <div class="crew">
      <h1 class="logo" data-length="${length(t("title").repeat(8))}">${t("title")}</h1>
      <p class="tagline">${t("tagline")}</p>
      <h2>${t("lobby.players", { count: present.length })}</h2>
      ${players.length ? guests(players) : html`<p class="help">${t("lobby.nobody")}</p>`}
    </div>
  </div>`;
}

function ticket(session) {
  const { sessionId, joinCode, joinUrl } = session;
  const home = homeOf(session);
  return html`<div class="ticket">
    <p class="ticket-head">${t("lobby.scan")}</p>
    <img class="qr" src="${qrOf(sessionId, joinUrl)}" alt="QR: ${home}" width="400" height="400">
    <p class="ticket-stub">${t("lobby.orCode", { address: home })} <b class="big-code">${joinCode}</b></p>
  </div>`;
}
