// The winner's ten seconds, the same on every screen (seed §12.7): suspense, the winner, the whole table.

import { clock } from "/shared/clock.js";

/** Milliseconds after t0, which is when the final timer starts. */
const WINNER_MS = 3200;
const STANDINGS_MS = 7000;

/** dim (before t0), suspense, winner or standings. */
export function finaleStage(doc) {
  const timer = doc.timers[0];
  if (doc.state !== "FINAL_RESULTS" || !timer) return "standings";
  // Paused, what remains tells how far it came.
  const passedMs = timer.paused ? timer.durationMs - timer.remainingMs : clock.now() - timer.startAtServerMs;
  if (passedMs < 0) return "dim";
  if (passedMs < WINNER_MS) return "suspense";
  return passedMs < STANDINGS_MS ? "winner" : "standings";
}

/** Who is cheered: one, several who share the win, or nobody. */
export function winners({ winnerPlayerId, isTie, tieWinners }) {
  if (isTie) return tieWinners;
  return winnerPlayerId ? [winnerPlayerId] : [];
}
