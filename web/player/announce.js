// What a screen reader says when the game goes on.

import { hasPlaces, nameOf, placeOf } from "/shared/parts.js";
import { t } from "/shared/strings.js";
import { headline, isSuspense, verdict } from "/player/results.js";

/** A sentence or two; the same for the same document. */
export function announcement(doc) {
  return doc.paused ? t("paused") : (SENTENCES[doc.state]?.(doc) ?? "");
}

/** Needs <p id="live" aria-live="polite"> in the page. */
export function say(text) {
  const live = document.getElementById("live");
  if (live.textContent !== text) live.textContent = text;
}

const SENTENCES = {
  LOBBY: () => t("lobby.wait"),
  PREPARING_ROUND: () => t("preparing"),
  ROUND_INTRO: ({ round }) => `${t("intro.title", round)}. ${t("intro.text")}`,
  CLUE_LEVEL: ({ clue }) => `${t("clue.level", { points: clue.levelPoints })}. ${clue.clueText}`,
  PAUSED_FOR_BRAKE: (doc) => {
    const { brakeOwnerPlayerId, levelPoints } = doc.brake;
    if (brakeOwnerPlayerId === doc.me.playerId) return t("brake.yours", { points: levelPoints });
    return t("brake.other", { name: nameOf(doc, brakeOwnerPlayerId) });
  },
  REVEAL_DESTINATION: (doc) => `${t("reveal.title")} ${doc.reveal.destinationName}. ${verdict(doc).text}`,
  FOLLOWUP_QUESTION: ({ followup }) =>
    followup.locked ? `${t("followup.correct")}: ${followup.correctAnswer}` : followup.questionText,
  SCOREBOARD: (doc) => (isSuspense(doc) ? t("nearly.title") : `${t("scoreboard.title")}. ${standing(doc)}`),
  FINAL_RESULTS: (doc) => (isSuspense(doc) ? t("final.and") : headline(doc)),
  ROUND_END: (doc) => headline(doc),
};

function standing({ me, scoreboard }) {
  const points = t("points", me);
  return hasPlaces(scoreboard) ? `${placeOf(me.rank)}, ${points}` : points;
}
