// Players who are here or were removed, and the host's buttons for them.

import { portrait } from "/shared/avatar.js";
import { html } from "/shared/html.js";
import { stageOf } from "/shared/stage.js";
import { t } from "/shared/strings.js";
import { button, submit } from "/host/buttons.js";

/** @param face what the game brings: {note}. */
export function players(doc, face, { isLive }) {
  const { players, session, uiHints = {} } = doc;
  return html`<section class="panel" data-key="players" aria-labelledby="players-title">
    <h2 id="players-title">${t("lobby.players", { count: players.length })}</h2>
    ${players.length ? null : html`<p class="help">${t("lobby.nobody")}</p>`}
    <ul class="rows">${players.map((player) => row(player, { isOver: stageOf(doc) === "over", mayOffer: session.status !== "ended", isOffered: session.offeredTo === player.playerId, note: face.note(player, doc), isLive }))}</ul>
    ${uiHints.canAddPlayer ? newcomer(isLive) : null}
    ${removed(session.removed ?? [], isLive)}</section>`;
}

/** A player without a phone, for whom the host writes. */
function newcomer(isLive) {
  return html`<form class="stack" data-action="addPlayer" data-key="add-player">
    <label for="manual-name">${t("manual.add")}</label>
    <div class="inline"><input id="manual-name" name="name" required pattern=".*\\S.*" maxlength="40" autocomplete="off" autocapitalize="words">
      ${submit(t("manual.go"), !isLive, "small")}</div></form>`;
}

function row({ playerId, name, avatar, connected, locked, manual = false }, { isOver, mayOffer, isOffered, note, isLive }) {
  const who = html`data-player-id="${playerId}" data-name="${name}"`;
  const notes = [!connected && t("host.away"), manual && t("manual.note"), note, locked && t("host.hasLocked"), isOffered && t("handOver.offered")];
  return html`<li data-key="${playerId}">
    <span class="who">${portrait(avatar)}<span class="name"><b class="${connected ? "" : "away"}"><bdi>${name}</bdi></b>
      <small>${notes.filter(Boolean).join(" · ")}</small></span></span>
    <span class="acts">${isOver ? null : button("rename", t("host.rename"), {
      isEnabled: isLive, kind: "small", details: html`${who} aria-label="${t("host.rename")}: ${name}"`,
    })}
    ${mayOffer && !manual ? offer(name, who, isOffered, isLive) : null}
    ${button(manual ? "kickManual" : "kick", t("host.kick"), {
      isEnabled: isLive, kind: "small quiet", details: html`${who} aria-label="${t("host.kick")} ${name}"`,
    })}</span></li>`;
}

/** The host's place, for this player: offered, or not any more. */
function offer(name, who, isOffered, isLive) {
  const key = isOffered ? "handOver.withdraw" : "handOver.offer";
  return button(isOffered ? "withdraw" : "handOver", t(key), {
    isEnabled: isLive, kind: "small", details: html`${who} aria-label="${t(key)}: ${name}"`,
  });
}

/** A removed player stays out, by this device or under this name, until the host lets them in. */
function removed(people, isLive) {
  if (!people.length) return null;
  return html`<h3 data-key="removed-title">${t("removed.title")}</h3>
    <ul class="rows" data-key="removed">${people.map(({ playerId, name }) => html`<li data-key="${playerId}">
      <span class="name away"><bdi>${name}</bdi></span>
      ${button("allow", t("removed.allow"), {
        isEnabled: isLive, kind: "small",
        details: html`data-player-id="${playerId}" aria-label="${t("removed.allow")}: ${name}"`,
      })}</li>`)}</ul>`;
}

/** Players who are waited for: those who are away are not. */
export function present(players) {
  return players.filter((player) => player.connected);
}
