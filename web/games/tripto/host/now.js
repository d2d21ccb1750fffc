// One glance: what is asked, and what everybody is waiting for.

import { html } from "/shared/html.js";
import { nameOf } from "/shared/parts.js";
import { t } from "/shared/strings.js";
import { present } from "/host/players.js";

/** Null where the game has no word of its own. */
export function headline(doc) {
  const { state, clue, brake, reveal, followup } = doc;
  switch (state) {
    case "CLUE_LEVEL":
      return t("now.clue", { points: clue.levelPoints });
    case "PAUSED_FOR_BRAKE":
      return t("now.brake", { name: nameOf(doc, brake.brakeOwnerPlayerId), points: brake.levelPoints });
    case "REVEAL_DESTINATION":
      return `${reveal.destinationName}, ${reveal.country}`;
    case "FOLLOWUP_QUESTION":
      return t("followup.title", followup);
    default:
      return null;
  }
}

export function body(doc) {
  const { state, clue, brake, players, followup, review } = doc;
  const here = present(players);
  const total = here.length;
  switch (state) {
    case "CLUE_LEVEL":
    case "PAUSED_FOR_BRAKE":
      return html`<p class="said">${clue.clueText}</p>
        ${brake?.photoFinish ? html`<p class="help">${t("brake.ahead", { name: nameOf(doc, brake.photoFinish.playerId), ms: brake.photoFinish.aheadMs })}</p>` : null}
        <p class="count">${t("now.locked", { count: here.filter((player) => player.locked).length, total })}</p>`;
    case "FOLLOWUP_QUESTION": {
      const isHere = ({ playerId }) => here.some((player) => player.playerId === playerId);
      // A host who plays along does not see who has answered.
      const count = review?.filter((answer) => answer.index === followup.index && isHere(answer)).length;
      return html`<p class="said">${followup.questionText}</p>
        <p class="count">${followup.locked
          ? html`${t("followup.correct")}: <b>${followup.correctAnswer}</b>`
          : review && t("now.answered", { count, total })}</p>`;
    }
    default:
      return null;
  }
}
