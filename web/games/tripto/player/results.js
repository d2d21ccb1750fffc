// Outcome of an answer: at the destination, after a question, by the host's word.

import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";
import { between, scoreboardScreen as standings } from "/player/screen.js";
import { isLastRound } from "/shared/stage.js";

/** @param arrival what keeps it in step with the television, where there is such. */
export function revealScreen(doc, arrival) {
  const { reveal } = doc;
  const { kind, text } = verdict(doc);
  return html`${arrival}<p class="kicker">${t("reveal.title")}</p>
    <h1 class="destination">${reveal.destinationName}</h1>
    <p class="country">${reveal.country}</p>
    <div class="card verdict ${kind}">${mark(kind)} <p dir="auto">${text}</p></div>
    <p class="story">${reveal.revealText}</p>`;
}

const MARKS = { right: "✓", wrong: "✗", none: "–" };

export function mark(kind) {
  return html`<span class="mark" aria-hidden="true">${MARKS[kind]}</span>`;
}

/** Outcome of the player's own answer: {kind: right, wrong or none, text}. */
export function verdict({ reveal, me }) {
  const mine = reveal.results.find((result) => result.playerId === me.playerId);
  if (!mine?.answerText) return { kind: "none", text: t("reveal.none") };
  if (mine.isCorrect) return { kind: "right", text: t("reveal.right", { points: mine.pointsAwarded }) };
  return { kind: "wrong", text: t("reveal.wrong", { answer: mine.answerText }) };
}

export function scoreboardScreen(doc) {
  return isLastRound(doc) ? between(t("nearly.title"), t("nearly.text")) : standings(doc);
}

/** From the last destination on the TV tells who won, and a phone that was quicker would spoil it. */
export function isSuspense(doc) {
  return ["REVEAL_DESTINATION", "FOLLOWUP_QUESTION", "SCOREBOARD"].includes(doc.state) && isLastRound(doc);
}

/**
 * The host's change to this player's verdicts between two documents in words, since nothing on the screen would otherwise
 * explain it; null when there is none.
 */
export function overruling(before, after) {
  if (!before || after.session.settings.hostMayPlay || before.round?.roundId !== after.round?.roundId) return null;
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
