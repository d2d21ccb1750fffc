// What HOST_SKIP will do now (PROTOCOL §3.4), in the words of its button.

import { nameOf } from "/shared/parts.js";
import { t } from "/shared/strings.js";

const NEXT_LEVEL = { 10: 8, 8: 6, 6: 4, 4: 2 };

export function nextStep(doc) {
  const { state, clue, brake, round, followup, secret } = doc;
  switch (state) {
    case "ROUND_INTRO":
      return t("next.firstClue");
    case "CLUE_LEVEL": {
      const points = NEXT_LEVEL[clue.levelPoints];
      return points ? t("next.clue", { points }) : t("next.reveal");
    }
    case "PAUSED_FOR_BRAKE":
      return t("next.forfeit", { name: nameOf(doc, brake.brakeOwnerPlayerId) });
    case "REVEAL_DESTINATION":
      return secret?.followups.length ? t("next.question", { index: 1 }) : t("next.scoreboard");
    case "FOLLOWUP_QUESTION":
      return afterQuestion(followup);
    case "SCOREBOARD":
      return round.index < round.total ? t("next.journey", { index: round.index + 1 }) : t("next.finale");
    case "FINAL_RESULTS":
      return t("next.end");
    default:
      return t("next.none");
  }
}

function afterQuestion({ index, total, locked }) {
  const kind = locked ? "next" : "next.lock";
  return index < total ? t(`${kind}.question`, { index: index + 1 }) : t(`${kind}.scoreboard`);
}
