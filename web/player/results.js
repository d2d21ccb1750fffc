// How it went: the standings, the end.

import { finaleStage, winners } from "/shared/finale.js";
import { html } from "/shared/html.js";
import { hasPlaces, nameOf, placeOf, ranked, scoreboard } from "/shared/parts.js";
import { stageOf } from "/shared/stage.js";
import { t } from "/shared/strings.js";

export function scoreboardScreen(doc) {
  return html`<h1>${t("scoreboard.title")}</h1>${scoreboard(doc, doc.me.playerId)}`;
}

/** The own place and points, in a sentence. */
export function standing({ me, scoreboard: standings }) {
  const points = t("points", me);
  return hasPlaces(standings) ? `${placeOf(me.rank)}, ${points}` : points;
}

export function finalScreen(doc) {
  if (isFinaleSuspense(doc)) return between(t("final.and"));
  const { final, me } = doc;
  const isMine = winners(final).includes(me.playerId);
  return html`<div class="champion ${isMine ? "mine" : ""}"><h1>${champion(doc)}</h1><p>${t("final.thanks")}</p></div>
    ${wayOn(doc)}
    ${scoreboard({ scoreboard: ranked(final.standingsFull) }, me.playerId)}`;
}

/** What comes after the end: another game here, or one with another code. */
function wayOn(doc) {
  const { session, final, me } = doc;
  if (session.status === "ended") {
    return html`<button class="primary" data-key="new-code" data-action="newCode">${t("end.newCode")}</button>`;
  }
  if (stageOf(doc) !== "over") return null;
  const hasPlayed = final.standingsFull.some(({ playerId }) => playerId === me.playerId);
  return html`<p class="card" data-key="next">${hasPlayed ? t("end.stay") : t("end.newcomer")}</p>`;
}

/** Until the winner is named: the TV tells, and a phone that was quicker would spoil it. */
export function isFinaleSuspense(doc) {
  return stageOf(doc) === "finale" && ["dim", "suspense"].includes(finaleStage(doc));
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
  return isOther ? html`${t("final.winner")}: <bdi>${nameOf(doc, id)}</bdi>` : headline(doc);
}

export function headline({ final, me, players }) {
  if (final.aborted) return t("final.aborted");
  const ids = winners(final);
  if (final.isTie) return t("final.tie");
  if (ids.includes(me.playerId)) return t("final.you");
  return ids.length ? `${t("final.winner")}: ${nameOf({ players }, ids[0])}` : t("final.nobody");
}
