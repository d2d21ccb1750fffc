// Lines of a leaderboard.

import { html } from "/shared/html.js";
import { pointsOf } from "/shared/parts.js";
import { t } from "/shared/strings.js";

const MEMBERS = ["rank", "name", "points", "games", "correct", "highest"];

/** @param me the reader's own line, if there is one; the gateway names nobody but by what a line shows. */
export function board(rows, me = null) {
  return html`<ol class="scoreboard board">${rows.map((row) => line(row, isOwn(row, me)))}</ol>`;
}

function isOwn(row, me) {
  return me !== null && MEMBERS.every((member) => row[member] === me[member]);
}

function line(row, isMine) {
  return html`<li class="${isMine ? "me" : ""}"><span class="rank">${row.rank}</span>
    <span class="who">${row.name === null ? html`<span class="gone">${t("board.gone")}</span>` : html`<bdi class="name">${row.name}</bdi>`}
      ${isMine ? html`<span class="you">${t("board.you")}</span>` : null}<span class="more">${sumsOf(row)}</span></span>
    <span class="points">${pointsOf(row.points)}</span></li>`;
}

export function sumsOf({ games, correct, highest }) {
  return t(games === 1 ? "board.sums.one" : "board.sums", { games, correct, highest });
}
