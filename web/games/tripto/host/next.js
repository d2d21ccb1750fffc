// Effect of HOST_SKIP now (protocol §3.4), in the words of its button.

import { nameOf } from "/shared/parts.js";
import { t } from "/shared/strings.js";

const NEXT_LEVEL = { 10: 8, 8: 6, 6: 4, 4: 2 };

/** Null where the game has no word of its own. */
export function nextStep(doc) {
  const { state, session, clue, brake, round, followup, dispute, secret } = doc;
  switch (state) {
    case "ROUND_INTRO":
      return t("next.firstClue");
    case "CLUE_LEVEL":
      return isLastClue(doc) ? t("next.reveal") : t("next.clue", { points: NEXT_LEVEL[clue.levelPoints] });
    case "PAUSED_FOR_BRAKE":
      return t("next.forfeit", { name: nameOf(doc, brake.brakeOwnerPlayerId) });
    case "REVEAL_DESTINATION":
      if (dispute?.timerId) return t("next.vote");
      return asked(secret, session) ? t("next.questions") : t("next.scoreboard");
    case "FOLLOWUP_QUESTION":
      if (!followup.locked) return t("next.answer");
      return followup.index < followup.total ? t("next.question") : t("next.scoreboard");
    case "SCOREBOARD":
      if (dispute?.timerId) return t("next.vote");
      return round.index < round.total ? t("next.destination") : t("next.finale");
    default:
      return null;
  }
}

/** A host who plays along does not know whether this destination has as many questions as were asked for. */
function asked(secret, { settings }) {
  return secret ? secret.followups.length : settings.followupsPerDestination;
}

/** Nothing comes after it but the destination. */
export function isLastClue({ clue }) {
  return clue !== null && !(clue.levelPoints in NEXT_LEVEL);
}
