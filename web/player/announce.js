// What a screen reader says when the game goes on.

import { stageOf } from "/shared/stage.js";
import { t } from "/shared/strings.js";
import { headline, isFinaleSuspense } from "/player/results.js";

/** A sentence or two; the same for the same document. @param sentences the game's, by state. */
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
