// Players who are here or were removed, and the host's buttons for them.

import { portrait } from "/shared/avatar.js";
import { html } from "/shared/html.js";
import { stageOf } from "/shared/stage.js";
import { t } from "/shared/strings.js";
import { button } from "/host/buttons.js";

/** @param face what the game brings: {note}. */
export function players(doc, face, { isLive }) {
  const { players, session } = doc;
  return html`<section class="panel" data-key="players" aria-labelledby="players-title">
    <h2 id="players-title">${t("lobby.players", { count: players.length })}</h2>
    ${players.length ? null : html`<p class="help">${t("lobby.nobody")}</p>`}
    <ul class="rows">${players.map((player) => row(player, { isOver: stageOf(doc) === "over", mayOffer: session.status !== "ended", isOffered: session.offeredTo === player.playerId, note: face.note(player, doc), isLive }))}</ul>
    ${removed(session.removed ?? [], isLive)}</section>`;
}

function row({ playerId, name, avatar, connected, locked }, { isOver, mayOffer, isOffered, note, isLive }) {
  const who = html`data-player-id="${playerId}" data-name="${name}"`;
  return html`<li data-key="${playerId}">
    ${portrait(avatar)}<span class="name"><b class="${connected ? "" : "away"}"><bdi>${name}</bdi></b>
      <small>${[!connected && t("host.away"), note, locked && t("host.hasLocked"), isOffered && t("handOver.offered")].filter(Boolean).join(" · ")}</small></span>
    ${isOver ? null : button("rename", t("host.rename"), {
      isEnabled: isLive, kind: "small", details: html`${who} aria-label="${t("host.rename")}: ${name}"`,
    })}
    ${mayOffer ? offer(name, who, isOffered, isLive) : null}
    ${button("kick", t("host.kick"), {
      isEnabled: isLive, kind: "small quiet", details: html`${who} aria-label="${t("host.kick")} ${name}"`,
    })}</li>`;
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
