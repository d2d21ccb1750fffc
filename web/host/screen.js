// The host's page of a running session: LobbyAdmin before the game, LiveControl during it.

import { mayFallAsleep } from "/shared/awake.js";
import { html } from "/shared/html.js";
import { ranked, scoreboard } from "/shared/parts.js";
import { isFinaleSuspense, isLastRound, stageOf } from "/shared/stage.js";
import { t } from "/shared/strings.js";
import { button } from "/host/buttons.js";
import { controls } from "/host/controls.js";
import { invite, television } from "/host/invite.js";
import { musicLevel } from "/host/music.js";
import { headline, now } from "/host/now.js";
import { players, present } from "/host/players.js";
import { recoveryPanel } from "/host/recovery.js";
import { settingsPanel } from "/host/settings.js";
import { legend } from "/host/shortcuts.js";

/**
 * @param face what the game brings: {lobby, live, hasMusic, soundsHere} and what `now`, `controls` and `players` ask for.
 * @param view {seat, isLive, hasKeys, isCodeShown, keep, dock}, which the document does not hold; `keep` is the panel of an account,
 *   where there are accounts.
 */
export function screen(doc, face, view) {
  return html`<div class="session" data-key="session" data-state="${doc.state}">
    <p class="unseen" role="status" data-key="told">${headline(doc, face)}</p>
    ${top(doc)}
    ${now(doc, face)}
    ${controls(doc, face, view)}
    <div class="columns">${stageOf(doc) === "lobby" ? lobby(doc, face, view) : live(doc, face, view)}</div>
    ${doc.session.status === "ended" ? null : wayOut()}</div>`;
}

/** Apart from what goes on with this game: whoever leaves can't direct it any more. */
function wayOut() {
  return html`<footer class="way-out" data-key="way-out">${button("leave", t("host.leave"), { kind: "small quiet" })}</footer>`;
}

function top({ session, players }) {
  const { connected } = session.tv;
  return html`<header class="top"><p class="brand">${t("title")}</p>
    <p>${aboard(players)}</p>
    <p class="${connected ? "" : "warn"}">${connected ? t("top.tvOn") : t("top.tvOff")}</p></header>`;
}

function aboard(players) {
  const count = present(players).length;
  const away = players.length - count;
  return away ? t("top.playersAway", { count, away }) : t("top.players", { count });
}

/** Without a TV the first thing to do is to connect one. */
function lobby(doc, face, view) {
  const hasTV = doc.session.tv.connected;
  return html`<div class="column" data-key="left">${hasTV ? null : television(doc, face, view)}${invite(doc, view)}${players(doc, face, view)}</div>
    <div class="column" data-key="right">${hasTV ? television(doc, face, view) : null}${face.lobby(doc, view)}${recoveryPanel(doc, view)}
      ${face.hasMusic && musicLevel(doc, view)}${settingsPanel(doc, face, view)}${view.keep?.()}${sleep()}</div>`;
}

function live(doc, face, view) {
  if (doc.session.status === "ended") return standings(doc, face);
  return html`<div class="column" data-key="left">${face.live?.(doc, view)}${standings(doc, face)}</div>
    <div class="column" data-key="right">${players(doc, face, view)}${stageOf(doc) === "over" ? html`${settingsPanel(doc, face, view)}${view.keep?.()}` : null}
      ${face.hasMusic && musicLevel(doc, view)}
      ${doc.session.tv.connected ? null : television(doc, face, view)}
      <details class="panel" data-key="more"><summary>${t("host.links")}</summary>
        ${invite(doc, view)}${doc.session.tv.connected ? television(doc, face, view) : null}${view.isCodeShown ? null : recoveryPanel(doc, view)}</details>
      ${view.isCodeShown ? recoveryPanel(doc, view) : null}
      ${legend(face)}</div>`;
}

/** Browsers let a page keep the screen on where it came over TLS alone. */
function sleep() {
  if (!mayFallAsleep()) return null;
  return html`<section class="panel" data-key="sleep"><h2>${t("sleep.title")}</h2><p class="help">${t("sleep.text")}</p></section>`;
}

/** After the end, of those who played: others have come since. A host who plays is told who won when the players are. */
function standings(doc, face) {
  if (face.playsAlong(doc) && (isFinaleSuspense(doc) || isLastRound(doc))) return null;
  const listed = doc.final ? ranked(doc.final.standingsFull) : doc.scoreboard;
  if (!listed.length) return null;
  return html`<section class="panel" data-key="scores" aria-labelledby="scores-title">
    <h2 id="scores-title">${t("scoreboard.title")}</h2>${scoreboard({ scoreboard: listed })}</section>`;
}
