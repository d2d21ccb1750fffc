// Before the first clue.

import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";
import { tell } from "/shared/tell.js";
import { mayFallAsleep } from "/shared/awake.js";

export function lobbyScreen(doc) {
  const others = doc.players.filter((player) => player.playerId !== doc.me.playerId);
  return html`<div class="ticket">
      <h1>${tell("lobby.welcome", { name: doc.me.name })}</h1>
      <p>${t("lobby.wait")}</p>
      <img class="route" src="/player/route.svg" alt="">
    </div>
    <ol class="how"><li>${t("how.listen")}</li><li>${t("how.brake")}</li><li>${t("how.once")}</li></ol>
    ${mayFallAsleep() ? html`<p class="help" data-key="asleep">${t("lobby.asleep")}</p>` : null}
    <h2>${t("lobby.players", { count: doc.players.filter((player) => player.connected).length })}</h2>
    <ul class="names"><li class="me"><bdi>${doc.me.name}</bdi></li>${others.map(traveller)}</ul>`;
}

function traveller({ playerId, name, connected }) {
  return html`<li data-key="${playerId}" class="${connected ? "" : "away"}"><bdi>${name}</bdi>
    ${connected ? null : html`<span class="unseen">${t("lobby.away")}</span>`}</li>`;
}

export function packingScreen() {
  return html`<div class="between"><h1>${t("preparing")}</h1><img class="route" src="/player/route.svg" alt=""></div>`;
}

export function introScreen({ round }) {
  return html`<div class="between"><h1>${t("intro.title", round)}</h1>
    <img class="route" src="/player/route.svg" alt=""><p>${t("intro.text")}</p></div>`;
}
