// The winner's ten seconds, and the table that stays.

import { finalePassedMs, finaleStage, stageOf, STAGES, winners } from "/shared/stage.js";
import { portraitOf } from "/shared/avatar.js";
import { html } from "/shared/html.js";
import { nameOf, pointsOf, ranked } from "/shared/parts.js";
import { t } from "/shared/strings.js";
import { board } from "/tv/board.js";
import { length } from "/tv/room.js";
import { stageClock } from "/shared/stage-clock.js";

/** Names that are read out; who shares a place with more is counted. */
const MAX_CHEERED = 4;
const MAX_ON_STEP = 2;
const MAX_FACES = 5;

/** @param titles (doc) → titles of the evening, as a game gives them: [{title, playerIds, text}]. */
export function finalScreen(doc, titles) {
  const { final } = doc;
  const stage = finaleStage(doc);
  const late = finalePassedMs(doc) - STAGES[stage];
  switch (stage) {
    case "dim":
    case "suspense":
      return html`<div class="centre suspense" data-key="ceremony" data-stage="${stage}">
        ${stage === "suspense" ? stageClock(stage, late) : null}
        <h1>${t("final.and")}</h1><div class="lamps" data-key="lamps" aria-hidden="true"><i></i><i></i><i></i></div>
        ${stage === "suspense" ? podium(doc, { isFirstNamed: false }) : null}</div>`;
    case "winner":
      return html`<div class="centre winner" data-key="ceremony" data-stage="winner">${stageClock(stage, late)}
        <div class="laurels">${wreathed(doc)}</div>${podium(doc)}</div>`;
    default:
      return isHall(doc) ? hall(doc, titles(doc)) : table(doc);
  }
}

/** After the game the winner stays until the host goes on, or ends the evening. */
function isHall(doc) {
  const { session, final } = doc;
  return stageOf(doc) === "over" && session.status !== "ended" && !final.aborted && winners(final).length > 0;
}

function table({ final, ...doc }) {
  const isOver = stageOf({ final, ...doc }) === "over" && !final.aborted;
  return html`<div class="table" data-key="standings" data-stage="standings">
    ${isOver ? cheer({ final, ...doc }, MAX_ON_STEP) : html`<h1 class="board-title">${title(final)}</h1>`}
    ${final.standingsFull.length ? board(ranked(final.standingsFull), doc.players) : null}</div>`;
}

function hall(doc, titles) {
  return html`<div class="centre winner hall" data-key="hall"><div class="laurels">${wreathed(doc)}</div>
    ${podium(doc)}
    ${titles.length ? html`<ul class="titles" aria-label="${t("final.titles")}">${titles.map(({ title, playerIds, text }) => html`
      <li><span class="title">${title}</span> <span class="bearer">${together(playerIds.map((id) => playedAs(doc, id)), MAX_ON_STEP)}</span>
        <span class="worth">${text}</span></li>`)}</ul>` : null}</div>`;
}

/** A wreath is for who has won. */
function wreathed(doc) {
  return winners(doc.final).length ? html`${branch("left")}${cheer(doc)}${branch("right")}` : cheer(doc);
}

/** A game that was ended early has standings, and nobody who won. */
function title({ aborted }) {
  return aborted ? t("final.aborted") : t("scoreboard.title");
}

function cheer(doc, limit = MAX_CHEERED) {
  const cheered = winners(doc.final).map((playerId) => playedAs(doc, playerId));
  if (!cheered.length) return html`<h1 class="nobody" role="status">${t("final.nobody")}</h1>`;
  const champions = together(cheered, limit);
  const { points } = doc.final.standingsFull[0];
  return html`<div class="cheer" role="status"><p class="kicker">${doc.final.isTie ? t("final.tie") : t("final.winner")}</p>
    <h1 class="champion" data-length="${breadth(cheered.slice(0, limit).join(" & "))}">${champions}</h1>
    <p class="prize">${t(points === 1 ? "pointsLong.one" : "pointsLong", { points })}</p></div>`;
}

/** Somebody who has played may have left since. */
function playedAs({ final }, playerId) {
  return nameOf({ players: final.standingsFull }, playerId);
}

/** Capitals and signs are twice as wide as other letters; a few are in every name. */
function breadth(names) {
  const wide = [...names].filter((letter) => letter !== letter.toLowerCase() || letter > "\u2e7f");
  return length((names + wide.slice(4).join("")).repeat(4));
}

function together(names, limit) {
  const shown = names.length <= limit ? names : names.slice(0, limit - 1);
  const list = shown.map((name, place) => html`${place ? " & " : ""}<bdi>${name}</bdi>`);
  return shown === names ? list : html`${list} ${t("final.more", { count: names.length - shown.length })}`;
}

/** Three steps for those who have points, from the lowest up; all who share a place stand on the same. */
function podium({ final, players }, { isFirstNamed = true } = {}) {
  const top = ranked(final.standingsTop).filter(({ points }) => points > 0);
  const places = [1, 2, 3].map((rank) => ({ rank, standings: top.filter((standing) => standing.rank === rank) }));
  return html`<ol class="podium" data-key="podium" aria-label="${t("final.podium")}">${places.filter(({ standings }) => standings.length).map(
    ({ rank, standings }) => html`<li data-key="${rank}" data-rank="${rank}">
      ${rank > 1 || isFirstNamed ? named(standings) : html`<span class="name">?</span>`}
      <span class="step"><b class="${standings.length > MAX_ON_STEP ? "close" : ""}">${rank > 1 || isFirstNamed ? standings.slice(0, MAX_FACES).map(({ playerId }) => portraitOf(players, playerId)) : null}${rank}</b><span>${rank > 1 || isFirstNamed ? pointsOf(standings[0].points) : null}</span></span></li>`)}</ol>`;
}

function named(standings) {
  const names = standings.map(({ name }) => name);
  return html`<span class="name" data-length="${length(names.slice(0, MAX_ON_STEP).join("").repeat(4))}">${together(names, MAX_ON_STEP)}</span>`;
}

/** Half a wreath of laurel. */
function branch(side) {
  return html`<svg class="laurel ${side}" viewBox="0 0 50 100" aria-hidden="true"><path d="M46 96Q12 84 12 48Q13 22 30 6"/>${LEAVES.map(
    ([x, y, turn]) => html`<ellipse cx="${x}" cy="${y}" rx="4.4" ry="10" transform="rotate(${turn} ${x} ${y})"/>`)}</svg>`;
}

/** Each leaf's place, and how far it is turned, in degrees. */
const LEAVES = [[34, 84, -62], [20, 84, -18], [24, 66, -52], [8, 66, -14], [22, 46, -38], [5, 45, 2], [25, 28, -16], [10, 24, 18], [34, 12, 22]];
