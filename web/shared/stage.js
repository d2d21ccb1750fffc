// The stage of any game, whatever its own states are called (protocol §3.2), and the winner's ten seconds, the same
// on every screen (T-12.7): suspense, the winner, the whole table.

import { clock } from "/shared/clock.js";

/** lobby, running, finale or over. */
export function stageOf({ state, final }) {
  if (state === "LOBBY") return "lobby";
  if (!final) return "running";
  return state === "FINAL_RESULTS" ? "finale" : "over";
}

/** Before a game or after one: the host may begin another. */
export function isIdle(doc) {
  const stage = stageOf(doc);
  return stage === "lobby" || stage === "over";
}

/** Each stage and when it begins, in milliseconds after t0, which is when the final timer starts. */
export const STAGES = { dim: -Infinity, suspense: 0, winner: 3200, standings: 7000 };

/** Milliseconds since t0, negative before it; null when no finale is on. */
export function finalePassedMs(doc) {
  const timer = doc.timers[0];
  if (doc.state !== "FINAL_RESULTS" || !timer) return null;
  // Paused, what remains tells how far it came.
  return timer.paused ? timer.durationMs - timer.remainingMs : clock.now() - timer.startAtServerMs;
}

/** dim (before t0), suspense, winner or standings. */
export function finaleStage(doc) {
  const passedMs = finalePassedMs(doc);
  if (passedMs === null) return "standings";
  return Object.keys(STAGES).reverse().find((stage) => STAGES[stage] <= passedMs);
}

/** Until the TV names the winner: a phone that was quicker would spoil it. */
export function isFinaleSuspense(doc) {
  return stageOf(doc) === "finale" && ["dim", "suspense"].includes(finaleStage(doc));
}

/** Milliseconds until the next stage; Infinity when there is none, or nobody knows. */
export function untilNextStageMs(doc) {
  const passedMs = finalePassedMs(doc);
  if (passedMs === null || doc.timers[0].paused) return Infinity;
  return Math.min(...Object.values(STAGES).filter((startMs) => startMs > passedMs)) - passedMs;
}

/** True in the last round, after which the finale alone tells who won. */
export function isLastRound({ round }) {
  return round !== null && round.index === round.total;
}

/** The players who are cheered: one, several who share the win, or nobody. */
export function winners({ winnerPlayerId, isTie, tieWinners }) {
  if (isTie) return tieWinners;
  return winnerPlayerId ? [winnerPlayerId] : [];
}
