// Before anything happens.

import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";

export function lobbyScreen(doc) {
  const others = doc.players.filter((player) => player.playerId !== doc.me.playerId);
  return html`<h1>${t("lobby.welcome", { name: doc.me.name })}</h1>
    <p>${t("lobby.wait")}</p>
    <h2>${t("lobby.players", { count: doc.players.length })}</h2>
    <ul class="names"><li class="me">${doc.me.name}</li>${others.map((player) => html`
      <li data-key="${player.playerId}" class="${player.connected ? "" : "away"}">${player.name}</li>`)}</ul>`;
}

export function waitScreen(doc, title, text) {
  return html`<h1>${title}</h1><p>${text}</p>`;
}
