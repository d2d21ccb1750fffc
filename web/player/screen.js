// A phone in any game: its own screen, with the player's own score below; else the lobby, the standings, the end.

import { mayFallAsleep } from "/shared/awake.js";
import { html } from "/shared/html.js";
import { hasPlaces, nameOf, pausedNotice, placeOf, pointsOf, ranked, scoreboard, screenless } from "/shared/parts.js";
import { isFinaleSuspense, isIdle, stageOf, winners } from "/shared/stage.js";
import { t, tell } from "/shared/strings.js";

/** @param face what the game brings: {screens, how, isSuspense, keepsake}. @param bar reactions.js. */
export function screen(doc, face, bar) {
  return html`${pausedNotice(doc)}${hostAway(doc)}${hostOffer(doc)}
    <section class="screen" data-key="${doc.state}" data-state="${doc.state}">${shown(doc, face)}</section>${bar}
    ${stageOf(doc) === "lobby" ? null : myScore(doc, face)}`;
}

function shown(doc, { screens, how, keepsake }) {
  if (doc.state in screens) return screens[doc.state](doc);
  switch (stageOf(doc)) {
    case "lobby": return lobbyScreen(doc, how());
    case "running": return screenless(doc);
    default: return finalScreen(doc, keepsake);
  }
}

/** Shown after a few seconds (player.css): a host who reloads the page has not left. */
function hostAway(doc) {
  const { host, status } = doc.session;
  if (host.connected || status === "ended") return null;
  return html`<p class="host-away" role="status" data-key="host-away">${isIdle(doc) ? t("host.awaited") : t("host.away")}</p>`;
}

/** A page of its own beside this one, so that the player goes on playing; it finds this seat, and takes the offer by it. */
function hostOffer({ session, me }) {
  if (!me.mayHost) return null;
  return html`<aside class="offer" data-key="offer" aria-label="${t("host.offer")}"><p role="status">${t("host.offer")}</p>
    <a class="button" target="_blank" href="/host#s=${session.sessionId}&offer">${t("host.become")}</a></aside>`;
}

/** False for a player who came after the end: they are not the last of those who played. */
function hasPlace({ scoreboard, final, me }) {
  return hasPlaces(scoreboard) && (!final || final.standingsFull.some(({ playerId }) => playerId === me.playerId));
}

function myScore(doc, { isSuspense }) {
  const { name, points, rank } = doc.me;
  const place = hasPlace(doc) ? html`<span class="place">${placeOf(rank)}</span>` : null;
  const isHidden = isFinaleSuspense(doc) || isSuspense(doc);
  return html`<section class="my-score" data-key="score" aria-label="${t("score.mine")}">
    <bdi class="name">${name}</bdi> ${isHidden ? null : html`${place} <b>${pointsOf(points)}</b>`}</section>`;
}

/** For a screen reader: a sentence or two, the same for the same document. @param sentences the game's, by state. */
export function announcement(doc, sentences) {
  if (doc.paused) return t("paused");
  if (doc.state in sentences) return sentences[doc.state](doc);
  switch (stageOf(doc)) {
    case "lobby": return t("lobby.wait");
    case "running": return "";
    default: return isFinaleSuspense(doc) ? t("final.and") : headline(doc);
  }
}

/** Needs <p id="live" aria-live="polite"> in the page. */
export function say(text) {
  const live = document.getElementById("live");
  if (live.textContent !== text) live.textContent = text;
}

/** Before a game begins. @param how the game in a few sentences. */
function lobbyScreen(doc, how) {
  const others = doc.players.filter((player) => player.playerId !== doc.me.playerId);
  return html`<div class="ticket">
      <h1>${tell("lobby.welcome", { name: doc.me.name })}</h1>
      <p>${t("lobby.wait")}</p>
      <img class="route" src="/player/route.svg" alt="">
    </div>
    <ol class="how">${how.map((sentence) => html`<li>${sentence}</li>`)}</ol>
    ${mayFallAsleep() ? html`<p class="help" data-key="asleep">${t("lobby.asleep")}</p>` : null}
    <h2>${t("lobby.players", { count: doc.players.filter((player) => player.connected).length })}</h2>
    <ul class="names"><li class="me"><bdi>${doc.me.name}</bdi></li>${others.map(traveller)}</ul>`;
}

function traveller({ playerId, name, connected }) {
  return html`<li data-key="${playerId}" class="${connected ? "" : "away"}"><bdi>${name}</bdi>
    ${connected ? null : html`<span class="unseen">${t("lobby.away")}</span>`}</li>`;
}

export function scoreboardScreen(doc) {
  return html`<h1>${t("scoreboard.title")}</h1>${scoreboard(doc, doc.me.playerId)}`;
}

/** The own place and points, in a sentence. */
export function standing({ me, scoreboard: standings }) {
  const points = pointsOf(me.points);
  return hasPlaces(standings) ? `${placeOf(me.rank)}, ${points}` : points;
}

/** @param keepsake (doc) → what a game gives those to take home who have played. */
function finalScreen(doc, keepsake) {
  if (isFinaleSuspense(doc)) return between(t("final.and"));
  const { final, me } = doc;
  const isMine = winners(final).includes(me.playerId);
  return html`<div class="champion ${isMine ? "mine" : ""}"><h1>${champion(doc)}</h1><p>${t("final.thanks")}</p></div>
    ${wayOn(doc)}${stageOf(doc) === "over" && hasPlayed(doc) ? keepsake(doc) : null}
    ${scoreboard({ scoreboard: ranked(final.standingsFull) }, me.playerId)}`;
}

/** The way on after the end: another game here, or one with another code. */
function wayOn(doc) {
  if (doc.session.status === "ended") {
    return html`<button class="primary" data-key="new-code" data-action="newCode">${t("end.newCode")}</button>`;
  }
  if (stageOf(doc) !== "over") return null;
  return html`<p class="card" data-key="next">${hasPlayed(doc) ? t("end.stay") : t("end.newcomer")}</p>`;
}

function hasPlayed({ final, me }) {
  return final.standingsFull.some(({ playerId }) => playerId === me.playerId);
}

/** A page between two others. */
export function between(title, text) {
  return html`<div class="between"><h1>${title}</h1><img class="route" src="/player/route.svg" alt="">
    ${text && html`<p>${text}</p>`}</div>`;
}

/** headline() as markup. */
function champion(doc) {
  const [id] = winners(doc.final);
  const isOther = id && !doc.final.isTie && id !== doc.me.playerId;
  return isOther ? html`${t("final.winner")}: <bdi>${nameOf({ players: doc.final.standingsFull }, id)}</bdi>` : headline(doc);
}

function headline({ final, me }) {
  if (final.aborted) return t("final.aborted");
  const ids = winners(final);
  if (final.isTie) return t("final.tie");
  if (ids.includes(me.playerId)) return t("final.you");
  return ids.length ? `${t("final.winner")}: ${nameOf({ players: final.standingsFull }, ids[0])}` : t("final.nobody");
}
