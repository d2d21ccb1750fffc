// Before a game begins.

import { mayFallAsleep } from "/shared/awake.js";
import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";
import { tell } from "/shared/tell.js";

/** @param how the game in a few sentences. */
export function lobbyScreen(doc, how) {
  const others = doc.players.filter((player) => player.playerId !== doc.me.playerId);
  return html`<div class="ticket">
      <h1>${tell("lobby.welcome", { name: doc.me.name })}</h1>
      <p>${t("lobby.wait")}</p>
      <img class="route" src="/player/route.svg" alt="">
    </div>
    <ol class="how">${how.map((sentence) => html`<li>${sentence}</li>`)}</ol>
    ${mayFallAsleep() ? html`<p class="help" data-key="asleep">${t("lobby.asleep")}</p>` : null}
    <h2>${t("lobby.players", { count: doc.players.filter((player) => player.connected).length })}</h2>
    <ul class="names"><li class="me"><bdi>${doc.me.name}</bdi></li>${others.map(traveller)}</ul>`;
}

function traveller({ playerId, name, connected }) {
  return html`<li data-key="${playerId}" class="${connected ? "" : "away"}"><bdi>${name}</bdi>
    ${connected ? null : html`<span class="unseen">${t("lobby.away")}</span>`}</li>`;
}
