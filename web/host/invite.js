// The ways in: for guests, and for the TV.

import { homeOf, joinLink } from "/shared/address.js";
import { html } from "/shared/html.js";
import { HOST_DEVICE } from "/shared/speaker.js";
import { t } from "/shared/strings.js";
import { button } from "/host/buttons.js";

/** No choice: the screen that has been here longest. */
const ANY = "";

export function invite({ session }, { isLive }) {
  const { joinCode } = session;
  const home = homeOf(session);
  return html`<section class="panel invite" data-key="invite" aria-labelledby="invite-title">
    <h2 id="invite-title">${t("invite.title")}</h2>
    <div class="ticket">${qr(session)}<div class="stack">
      <p class="help" id="code-label">${t("invite.code", { home })}</p>
      <p class="join-code" aria-labelledby="code-label">${joinCode}</p>
      <div class="row">${button("holdUp", t("invite.holdUp"), { kind: "small" })}
        ${share && button("share", t(`invite.${share}`), { kind: "small" })}
        ${button("renewJoin", t("invite.renew"), { isEnabled: isLive, kind: "small quiet" })}</div>
      <p><a href="${joinLink(session)}">${t("host.joinLink")}</a></p></div></div></section>`;
}

/** Big enough for a guest across the table. */
export function bigTicket({ session }) {
  return html`<h2 id="dialog-title">${t("invite.title")}</h2>${qr(session)}
    <p>${t("invite.code", { home: homeOf(session) })}</p><p class="join-code">${session.joinCode}</p>`;
}

/** This browser's way to pass a link on; none over plain http. */
const share = navigator.share ? "share" : navigator.clipboard ? "copy" : null;

/** @returns whether there is something to tell. */
export async function shareLink(session) {
  const url = joinLink(session);
  // Somebody who thought better of it, or does not let pages copy, is no error: the link stands in the page.
  if (share === "copy") return navigator.clipboard.writeText(url).then(() => true, () => false);
  await navigator.share({ title: t("title"), url }).catch(() => {});
  return false;
}

function qr({ sessionId, joinUrl }) {
  const token = new URL(joinUrl).searchParams.get("t");
  const url = `/v1/sessions/${sessionId}/qr.svg?${new URLSearchParams({ t: token })}`;
  return html`<img class="qr" src="${url}" alt="${t("invite.qr")}" width="260" height="260">`;
}

/** @param face of a game whose `soundsHere` this device can be the loudspeaker. */
export function television({ session }, { soundsHere }, { isLive, seat }) {
  const { connected } = session.tv;
  return html`<section class="panel ${connected ? "" : "wanting"}" data-key="tv" id="tv" aria-labelledby="tv-title">
    <h2 id="tv-title">TV <span class="state-word">${connected ? t("tv.on") : t("tv.off")}</span></h2>
    <p class="help">${t(connected ? "tv.onText" : "tv.offText", { tv: `${homeOf(session)}/tv` })}</p>
    <form class="inline" data-action="pairTV">
      <input name="pairingCode" aria-label="${t("host.pairCode")}" placeholder="${t("host.pairCode")}" required
        minlength="6" maxlength="12" autocomplete="off" autocapitalize="characters" spellcheck="false">
      ${isLive ? html`<button class="small">${t("host.pair")}</button>`
        : html`<button class="small" type="button" data-action="blocked" aria-disabled="true">${t("host.pair")}</button>`}
    </form>
    ${soundsHere || session.screens?.length > 1 ? speakers(session, soundsHere, isLive) : null}
    ${seat.tvUrl && html`<p><a href="${seat.tvUrl}" target="_blank">${t("host.tvLink")}</a></p>`}</section>`;
}

/** The screens in the order in which they came; the first sounds until another is chosen, or comes while there is none. */
function speakers({ screens, speaker }, soundsHere, isLive) {
  const places = screens.map((screen, place) => [screen, t("tv.screen", { number: place + 1 })]);
  if (places.length < 2) places.splice(0, 1, [ANY, t("tv.any")]);
  if (soundsHere) places.push([HOST_DEVICE, t("tv.here")]);
  const chosen = places.find(([screen]) => screen === speaker)?.[0] ?? places[0][0];
  return html`<div data-key="speakers"><h3 id="speakers">${t("tv.sound")}</h3>
    <div class="levels" role="group" aria-labelledby="speakers">${places.map(([screen, word]) =>
      button("speaker", word, {
        isEnabled: isLive, key: `speaker-${screen}`, kind: screen === chosen ? "small chosen" : "small",
        details: html`value="${screen}" aria-pressed="${screen === chosen}"`,
      }))}</div></div>`;
}
