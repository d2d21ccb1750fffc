// Pieces that more than one page shows.

import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";

/** A state that the game has no screen for: its author reads it in the console, and nobody sees an empty page. */
export function screenless({ state }) {
  console.error(`the game has no screen for ${state}`);
  return html`<h1>${t("title")}</h1>`;
}

export function pointsOf(points) {
  return t(points === 1 ? "points.one" : "points", { points });
}

export function nameOf(doc, playerId) {
  return doc.players.find((player) => player.playerId === playerId)?.name ?? "–";
}

export function pausedNotice(doc) {
  return doc.paused ? html`<p class="notice" role="status" data-key="paused">${t("paused")}</p>` : null;
}

/** `mark`: the player whose row stands out. */
export function scoreboard(doc, mark = null) {
  const { scoreboard } = doc;
  return html`<ol class="scoreboard">${scoreboard.map(({ playerId, name, points, rank }) => html`
    <li data-key="${playerId}" class="${playerId === mark ? "me" : ""}"><span class="rank">${hasPlaces(scoreboard) ? rank : null}</span>
      <bdi class="name">${name}</bdi><span class="points">${points}</span></li>`)}</ol>`;
}

/** True once somebody has a point: before that nobody has a place. */
export function hasPlaces(standings) {
  return standings.some(({ points }) => points > 0);
}

const ORDINALS = new Intl.PluralRules("en", { type: "ordinal" });

/** 1st, 2nd, 3rd, 11th place, in the words of a language that counts so. */
export function placeOf(rank) {
  return t(`place.${ORDINALS.select(rank)}`, { rank });
}

/** The standings of `final` with ranks, which FINAL_RESULTS leaves to whoever shows them: 1-1-3. */
export function ranked(standings) {
  return standings.map((standing) => ({
    ...standing,
    rank: 1 + standings.filter((other) => other.points > standing.points).length,
  }));
}
