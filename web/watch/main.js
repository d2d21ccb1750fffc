// The TV's document as it is, live: for whoever wants to see what the gateway tells a screen.

import { countDown } from "/shared/countdown.js";
import { html } from "/shared/html.js";
import { scoreboard } from "/shared/parts.js";
import { play } from "/shared/page.js";
import { admitTV } from "/shared/admit-tv.js";

const root = document.getElementById("page");

function screen(doc) {
  const { session, state, version, players, timers } = doc;
  return html`<header><h1>${state}</h1>
      <p>${session.game} · version ${version} · ${session.sessionId} · ${session.status}${doc.paused ? " · paused" : ""}</p></header>
    ${timers.map(countDown)}
    <section data-key="players"><h2>players</h2><ul class="names">${players.map((player) => html`
      <li data-key="${player.playerId}">${player.connected ? "●" : "○"} ${player.name} ${player.locked ? "🔒" : ""}</li>`)}
    </ul></section>
    <section data-key="scoreboard"><h2>scoreboard</h2>${scoreboard(doc)}</section>
    <details><summary>the document</summary><pre tabindex="0">${JSON.stringify(doc, null, 2)}</pre></details>`;
}

const seat = await admitTV(root);
if (seat) play(seat, root, { view: screen });
