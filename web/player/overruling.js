// The host's changes to this player's verdicts, which nothing on the screen would otherwise explain.

import { t } from "/shared/strings.js";

/** The change between two documents in words; null when there is none. */
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
