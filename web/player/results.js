// How it went: the destination, the standings, the end.

import { finaleStage, winners } from "/shared/finale.js";
import { html } from "/shared/html.js";
import { nameOf, ranked, scoreboard } from "/shared/parts.js";
import { t } from "/shared/strings.js";

export function revealScreen(doc) {
  const { reveal } = doc;
  const { isRight, text } = verdict(doc);
  return html`<p class="kicker">${t("reveal.title")}</p>
    <h1 class="destination">${reveal.destinationName}</h1>
    <p class="country">${reveal.country}</p>
    <div class="card verdict ${isRight ? "right" : "wrong"}">
      <span class="mark" aria-hidden="true">${isRight ? "✓" : "✗"}</span> <p>${text}</p></div>
    <p>${reveal.revealText}</p>`;
}

/** How the player's own answer did. */
export function verdict({ reveal, me }) {
  const mine = reveal.results.find((result) => result.playerId === me.playerId);
  if (!mine?.answerText) return { isRight: false, text: t("reveal.none") };
  if (mine.isCorrect) return { isRight: true, text: t("reveal.right", { points: mine.pointsAwarded }) };
  return { isRight: false, text: t("reveal.wrong", { answer: mine.answerText }) };
}

export function scoreboardScreen(doc) {
  return html`<h1>${t("scoreboard.title")}</h1>${scoreboard(doc, doc.me.playerId)}`;
}

export function finalScreen(doc) {
  if (!isWinnerShown(doc)) return html`<div class="between"><h1>${t("final.and")}</h1>
    <img class="route" src="/player/route.svg" alt=""></div>`;
  const { final, me } = doc;
  const isMine = !final.aborted && winners(final).includes(me.playerId);
  return html`<div class="champion ${isMine ? "mine" : ""}"><h1>${headline(doc)}</h1>
      ${final.aborted ? null : html`<p>${t("final.thanks")}</p>`}</div>
    ${scoreboard({ scoreboard: ranked(final.standingsFull) }, me.playerId)}`;
}

/** The TV tells who won; a phone that was quicker would spoil it. */
export function isWinnerShown(doc) {
  return !["dim", "suspense"].includes(finaleStage(doc));
}

export function headline({ final, me, players }) {
  if (final.aborted) return t("final.aborted");
  const ids = winners(final);
  if (final.isTie) return t("final.tie");
  if (ids.includes(me.playerId)) return t("final.you");
  return ids.length ? `${t("final.winner")}: ${nameOf({ players }, ids[0])}` : t("final.nobody");
}
