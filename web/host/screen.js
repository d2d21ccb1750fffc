// The host's page of a running session: what is shown, what is secret, what can be done.

import { countDown } from "/shared/countdown.js";
import { html } from "/shared/html.js";
import { nameOf, pausedNotice, scoreboard } from "/shared/parts.js";
import { t } from "/shared/strings.js";
import { controls, musicLevel } from "/host/controls.js";
import { links, players } from "/host/lobby.js";
import { review } from "/host/review.js";
import { secret } from "/host/secret.js";

export function screen(doc, seat) {
  const isLobby = doc.state === "LOBBY";
  return html`${controls(doc)}${pausedNotice(doc)}
    <header class="head"><h1>${t(`state.${doc.state}`)}</h1>
      ${doc.round && html`<p>${t("intro.title", doc.round)}</p>`}${countDown(doc.timers[0])}</header>
    <div class="columns">
      <div class="column">
        ${isLobby ? links(doc, seat) : now(doc)}
        ${review(doc)}
        ${secret(doc)}
      </div>
      <div class="column">
        ${isLobby ? null : html`<section class="panel" data-key="scores"><h2>${t("scoreboard.title")}</h2>${scoreboard(doc)}</section>`}
        ${players(doc)}
        ${musicLevel()}
        ${isLobby ? null : html`<details class="panel" data-key="links"><summary>${t("host.links")}</summary>${links(doc, seat)}</details>`}
        <button data-action="newSession">${t("host.new")}</button>
      </div>
    </div>`;
}

function now({ clue, brake, reveal, followup, ...doc }) {
  if (!clue && !reveal) return null;
  return html`<section class="panel" data-key="now">
    ${clue && html`<h2>${t("clue.level", { points: clue.levelPoints })}</h2><p>${clue.clueText}</p>`}
    ${brake && html`<p class="notice" role="status">${t("brake.other", { name: nameOf(doc, brake.brakeOwnerPlayerId) })}</p>`}
    ${reveal && html`<h2>${reveal.destinationName}, ${reveal.country}</h2>`}
    ${followup && html`<p>${followup.questionText}</p>`}
    ${followup?.locked && html`<p><b>${followup.correctAnswer}</b></p>`}
  </section>`;
}
