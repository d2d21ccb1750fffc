// How it went: the destination, the standings, the end.

import { finaleStage, isLastRound, winners } from "/shared/finale.js";
import { html } from "/shared/html.js";
import { nameOf, ranked, scoreboard } from "/shared/parts.js";
import { t } from "/shared/strings.js";
import { tell } from "/shared/tell.js";

export function revealScreen(doc) {
  const { reveal } = doc;
  const { kind, text } = verdict(doc);
  return html`<p class="kicker">${t("reveal.title")}</p>
    <h1 class="destination">${reveal.destinationName}</h1>
    <p class="country">${reveal.country}</p>
    <div class="card verdict ${kind}">${mark(kind)} <p dir="auto">${text}</p></div>
    <p class="story">${reveal.revealText}</p>`;
}

const MARKS = { right: "✓", wrong: "✗", none: "–" };

export function mark(kind) {
  return html`<span class="mark" aria-hidden="true">${MARKS[kind]}</span>`;
}

/** How the player's own answer did: {kind: right, wrong or none, text}. */
export function verdict({ reveal, me }) {
  const mine = reveal.results.find((result) => result.playerId === me.playerId);
  if (!mine?.answerText) return { kind: "none", text: t("reveal.none") };
  if (mine.isCorrect) return { kind: "right", text: t("reveal.right", { points: mine.pointsAwarded }) };
  return { kind: "wrong", text: t("reveal.wrong", { answer: mine.answerText }) };
}

export function scoreboardScreen(doc) {
  if (isSuspense(doc)) return between(t("nearly.title"), t("nearly.text"));
  return html`<h1>${t("scoreboard.title")}</h1>${scoreboard(doc, doc.me.playerId)}`;
}

export function finalScreen(doc) {
  if (isSuspense(doc)) return between(t("final.and"));
  const { final, me } = doc;
  const isMine = winners(final).includes(me.playerId);
  return html`<div class="champion ${isMine ? "mine" : ""}"><h1>${champion(doc)}</h1><p>${t("final.thanks")}</p></div>
    ${wayOn(doc)}
    ${scoreboard({ scoreboard: ranked(final.standingsFull) }, me.playerId)}`;
}

/** What comes after the end: another game here, or one with another code. */
function wayOn({ state, session, final, me }) {
  if (session.status === "ended") {
    return html`<button class="primary" data-key="new-code" data-action="newCode">${t("end.newCode")}</button>`;
  }
  if (state !== "ROUND_END") return null;
  const hasPlayed = final.standingsFull.some(({ playerId }) => playerId === me.playerId);
  return html`<p class="card" data-key="next">${hasPlayed ? t("end.stay") : t("end.newcomer")}</p>`;
}

/** From the last destination until the winner is named: the TV tells, and a phone that was quicker would spoil it. */
export function isSuspense(doc) {
  switch (doc.state) {
    case "SCOREBOARD": return isLastRound(doc);
    case "FINAL_RESULTS": return ["dim", "suspense"].includes(finaleStage(doc));
    default: return false;
  }
}

function between(title, text) {
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

/**
 * The host's change to this player's verdicts between two documents in words, since nothing on the screen would otherwise
 * explain it; null when there is none.
 */
export function overruling(before, after) {
  if (!before || before.round?.roundId !== after.round?.roundId) return null;
  const id = after.me.playerId;
  for (const [was, is] of [[before.reveal, after.reveal], [before.followup, after.followup]]) {
    const [old, now] = was?.index === is?.index ? [verdictOf(was, id), verdictOf(is, id)] : [];
    if (old && now && old.isCorrect !== now.isCorrect) {
      return now.isCorrect ? t("overruled.right", { points: now.pointsAwarded }) : t("overruled.wrong");
    }
  }
  const isCounted = before.state === "SCOREBOARD" && after.state === "SCOREBOARD";
  return isCounted && before.me.points !== after.me.points ? t("overruled.points", { points: after.me.points }) : null;
}

function verdictOf(judged, id) {
  return judged?.results?.find(({ playerId }) => playerId === id);
}
