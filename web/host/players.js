// Who is here, and what the host may do about it.

import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";
import { button } from "/host/buttons.js";

export function players({ state, players, brake }, { isLive }) {
  return html`<section class="panel" data-key="players" aria-labelledby="players-title">
    <h2 id="players-title">${t("lobby.players", { count: players.length })}</h2>
    ${players.length ? null : html`<p class="help">${t("lobby.nobody")}</p>`}
    <ul class="rows">${players.map((player) => row(player, { state, brake, isLive }))}</ul></section>`;
}

function row({ playerId, name, connected, locked }, { state, brake, isLive }) {
  const who = html`data-player-id="${playerId}" data-name="${name}"`;
  const hasBrake = brake?.brakeOwnerPlayerId === playerId;
  return html`<li data-key="${playerId}">
    <span class="name"><b class="${connected ? "" : "away"}">${name}</b>
      <small>${[!connected && t("host.away"), hasBrake && t("host.hasBrake"), locked && t("host.hasLocked")].filter(Boolean).join(" · ")}</small></span>
    ${state === "ROUND_END" ? null : button("rename", t("host.rename"), {
      isEnabled: isLive, kind: "small", details: html`${who} aria-label="${t("host.rename")}: ${name}"`,
    })}
    ${button("kick", t("host.kick"), {
      isEnabled: isLive, kind: "small quiet", details: html`${who} aria-label="${t("host.kick")} ${name}"`,
    })}</li>`;
}
