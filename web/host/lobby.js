// Who is here, and the ways in.

import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";

export function players({ players }) {
  return html`<section class="panel" data-key="players"><h2>${t("lobby.players", { count: players.length })}</h2>
    ${players.length ? null : html`<p class="help">${t("lobby.nobody")}</p>`}
    <ul class="rows">${players.map(({ playerId, name, connected, locked }) => html`
      <li data-key="${playerId}"><span class="name ${connected ? "" : "away"}">${name}
        ${connected ? null : html`<small>(${t("host.away")})</small>`} ${locked ? "✓" : ""}</span>
        <button class="small" data-action="kick" data-player-id="${playerId}" data-name="${name}"
          aria-label="${t("host.kick")} ${name}">${t("host.kick")}</button></li>`)}</ul></section>`;
}

export function links({ session }, { tvUrl }) {
  const { joinUrl, joinCode, tv } = session;
  const qr = `/v1/sessions/${session.sessionId}/qr.svg?${new URLSearchParams({ t: new URL(joinUrl).searchParams.get("t") })}`;
  return html`<section class="panel" data-key="ways-in">
    <h2>${t("host.invite")}</h2>
    <div class="invite"><img class="qr" src="${qr}" alt="QR" width="160" height="160">
      <div><p class="join-code">${joinCode}</p><p><a href="${joinUrl}">${t("host.joinLink")}</a></p></div></div>
    <h2>TV</h2>
    <p>${tv.connected ? t("host.tvOn") : t("host.tvOff")} ${tvUrl && html`<a href="${tvUrl}" target="_blank">${t("host.tvLink")}</a>`}</p>
    <form class="row" data-action="pairTV">
      <input name="pairingCode" aria-label="${t("host.pairCode")}" placeholder="${t("host.pairCode")}" required
        minlength="6" maxlength="6" autocomplete="off" autocapitalize="characters" spellcheck="false">
      <button class="small">${t("host.pair")}</button>
    </form></section>`;
}
