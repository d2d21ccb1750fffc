// RoundPreview: what only the host knows before the reveal, with what makes it trustworthy. Folded, since hosts
// sit among the players.

import { joinLink } from "/shared/address.js";
import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";
import { button } from "/host/buttons.js";
import { recall, remember } from "/host/memory.js";

const OPEN = "secret.open";

export function isSecretOpen() {
  return recall(OPEN) === true;
}

export function rememberSecret(isOpen) {
  remember(OPEN, isOpen);
}

export function secret(doc, { isLive, hasKeys, hasNoContent }) {
  const { state, secret, session } = doc;
  if (session.settings.hostMayPlay && !hasNoContent) return state === "LOBBY" ? playing(session) : null;
  if (state === "LOBBY" && !secret) return missing(hasNoContent, isLive);
  if (!secret) return null;
  const { destination, clues, followups, freshLeft } = secret;
  const isChoosing = state === "LOBBY";
  return html`<details class="panel secret" data-key="secret" ${isSecretOpen() && html`open`}>
    <summary>${t(isChoosing ? "secret.preview" : "secret.title")}${hasKeys && html` <kbd aria-hidden="true">H</kbd>`}</summary>
    <h2 class="answer">${destination.name}, ${destination.country}</h2>
    <p class="help">${t("secret.aliases", { names: destination.aliases.join(" · ") || "–" })}</p>
    ${freshLeft === null ? null : html`<p class="help">${t(freshLeft ? "secret.fresh" : "secret.stale", { count: freshLeft })}</p>`}
    ${isChoosing ? button("regenerate", t("secret.another"), { isEnabled: isLive, kind: "small" }) : null}
    <h3>${t("secret.clues")}</h3>
    <ol class="facts">${clues.map((clue) => clueRow(doc, clue, isChoosing, isLive))}</ol>
    ${followups.length ? html`<h3>${t("secret.followups")}</h3>
    <ol class="facts">${followups.map((followup) => followupRow(followup, isChoosing, isLive))}</ol>` : null}</details>`;
}

/** `part`: its payload of HOST_REGENERATE_CONTENT; `what`: the part in words. */
function another(word, what, part, isLive) {
  const [member, value] = Object.entries(part)[0];
  return button("reword", word, {
    isEnabled: isLive, kind: "small", key: `reword-${member}-${value}`,
    details: html`data-member="${member}" data-value="${value}" aria-label="${word}: ${what}"`,
  });
}

function clueRow({ clue: shown }, { levelPoints, text, sources, verification }, isChoosing, isLive) {
  const isNow = shown?.levelPoints === levelPoints;
  return html`<li><p><b class="points">${t("clue.level", { points: levelPoints })}</b> ${badge(verification.status)}
      ${isNow && html`<span class="badge">${t("secret.now")}</span>`}</p>
    <p>${text}</p>${sourceList(sources, verification.claims)}
    ${isChoosing && another(t("secret.otherClue"), t("clue.level", { points: levelPoints }), { levelPoints }, isLive)}</li>`;
}

function followupRow({ index, questionText, accepted, sources }, isChoosing, isLive) {
  const [first, ...others] = accepted;
  return html`<li><p><b class="points">${t("secret.question", { index })}</b></p><p>${questionText}</p>
    <p>${t("secret.accepted")} <b>${first}</b>${others.length ? html` · ${others.join(" · ")}` : null}</p>
    ${sourceList(sources)}
    ${isChoosing && another(t("secret.otherQuestion"), t("secret.question", { index }), { index }, isLive)}</li>`;
}

/** A word and a sign, never the colour alone. */
function badge(status) {
  const sign = status === "verified" ? "✓" : "!";
  return html`<span class="badge ${status === "verified" ? "right" : "wrong"}">${sign} ${t(`verification.${status}`)}</span>`;
}

function sourceList(sources, claims = null) {
  return html`<ul class="sources">${sources.map(({ claim, pages }) => html`
    <li>${claims?.[claim] && badge(claims[claim])}
      ${pages.filter(isWebPage).map((page) => html`<a href="${page}" target="_blank" rel="noreferrer">${new URL(page).hostname.replace(/^www\./, "")}</a> `)}</li>`)}</ul>`;
}

/** A package could be wrong; a link must never be a script. */
function isWebPage(page) {
  return /^https?:\/\//.test(page);
}

/** Nobody's eyes but the gateway's: the host is one of them. */
function playing(session) {
  return html`<section class="panel" data-key="playing"><h2>${t("playing.title")}</h2>
    <p class="help">${t("playing.text")}</p><p><a href="${joinLink(session)}" target="_blank">${t("playing.join")}</a></p></section>`;
}

function missing(hasNoContent, isLive) {
  return html`<section class="panel ${hasNoContent ? "wanting" : ""}" data-key="no-secret">
    <h2>${t(hasNoContent ? "secret.failed" : "secret.awaited")}</h2>
    <p class="help" role="status">${t(hasNoContent ? "secret.failedText" : "secret.awaitedText")}</p>
    ${hasNoContent ? button("regenerate", t("secret.again"), { isEnabled: isLive, kind: "small" }) : null}</section>`;
}
