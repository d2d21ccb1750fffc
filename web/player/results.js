// How it went: the destination, the standings, the end.

import { finaleStage, winners } from "/shared/finale.js";
import { html } from "/shared/html.js";
import { nameOf, ranked, scoreboard } from "/shared/parts.js";
import { t } from "/shared/strings.js";

export function revealScreen({ reveal, me }) {
  const mine = reveal.results.find((result) => result.playerId === me.playerId);
  return html`<p class="kicker">${t("reveal.title")}</p>
    <h1 class="destination">${reveal.destinationName}</h1>
    <p class="country">${reveal.country}</p>
    <p class="card ${mine?.isCorrect ? "right" : "wrong"}" role="status">${verdict(mine)}</p>
    <p>${reveal.revealText}</p>`;
}

function verdict(mine) {
  if (!mine?.answerText) return t("reveal.none");
  if (mine.isCorrect) return t("reveal.right", { points: mine.pointsAwarded });
  return t("reveal.wrong", { answer: mine.answerText });
}

export function scoreboardScreen(doc) {
  return html`<h1>${t("scoreboard.title")}</h1>${scoreboard(doc, doc.me.playerId)}`;
}

export function finalScreen(doc) {
  const { final, me } = doc;
  const stage = finaleStage(doc);
  // The TV tells who won; a phone that was quicker would spoil it.
  if (stage === "dim" || stage === "suspense") return html`<h1 class="suspense">${t("final.and")}</h1>`;
  if (final.aborted) return html`<h1>${t("final.aborted")}</h1>${standings(final, me)}`;
  return html`<h1>${headline(doc)}</h1>${standings(final, me)}<p>${t("final.thanks")}</p>`;
}

function headline(doc) {
  const names = winners(doc.final);
  if (doc.final.isTie) return t("final.tie");
  if (names.includes(doc.me.playerId)) return t("final.you");
  return names.length ? `${t("final.winner")}: ${nameOf(doc, names[0])}` : t("final.nobody");
}

function standings(final, me) {
  return scoreboard({ scoreboard: ranked(final.standingsFull) }, me.playerId);
}
