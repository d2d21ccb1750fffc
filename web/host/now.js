// One glance: where the game is, what everybody is waiting for, how long it takes.

import { countDown } from "/shared/countdown.js";
import { html } from "/shared/html.js";
import { nameOf } from "/shared/parts.js";
import { isFinaleSuspense, stageOf } from "/shared/stage.js";
import { isSaid, t } from "/shared/strings.js";

/** @param face what the game brings: {where, headline, body, isUrgent, playsAlong}. */
export function now(doc, face) {
  const { state, session, paused, timers } = doc;
  const where = face.where(doc);
  return html`<section class="now ${face.isUrgent(doc) ? "stop" : ""}" data-key="now" aria-labelledby="headline">
    <p class="kicker">${session.status === "ended" ? null : stateName(doc)}${where && html` · ${where}`}
      ${paused && html`<b class="badge">${t("paused")}</b>`}</p>
    <h1 id="headline">${headline(doc, face)}</h1>
    ${face.body(doc)}
    ${countDown(timers[0])}
  </section>`;
}

/** A game says how its own states are called; the others have the name of how far the game is. */
function stateName(doc) {
  const key = `state.${doc.state}`;
  return isSaid(key) ? t(key) : t(`stage.${stageOf(doc)}`);
}

/** Also read aloud whenever it changes. */
export function headline(doc, face) {
  if (face.playsAlong(doc) && isFinaleSuspense(doc)) return t("final.and");
  const isOver = ["finale", "over"].includes(stageOf(doc));
  return face.headline(doc) ?? (isOver ? outcome(doc, doc.final) : t(`now.${doc.state}`));
}

function outcome(doc, { aborted, isTie, tieWinners, winnerPlayerId }) {
  if (aborted) return t("final.aborted");
  if (isTie) return t("now.tie", { names: tieWinners.map((player) => nameOf(doc, player)).join(", ") });
  return winnerPlayerId ? t("now.winner", { name: nameOf(doc, winnerPlayerId) }) : t("final.nobody");
}
