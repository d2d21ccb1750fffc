// When a sound starts and where in it: plain sums, no Web Audio. All times are milliseconds.

/** From here on a loop that has drifted is joined anew. */
export const MAX_DRIFT_MS = 30;

/**
 * Returns the start of a sound that belongs at `startAtMs` when nothing can be heard before `earliestMs`.
 * @param durationMs of the whole sound; a loop goes round and round.
 * @returns {atMs, offsetMs}, or null when it is over.
 */
export function joining({ startAtMs, earliestMs, durationMs, isLoop = false }) {
  const lateMs = earliestMs - startAtMs;
  if (lateMs <= 0) return { atMs: startAtMs, offsetMs: 0 };
  if (isLoop) return { atMs: earliestMs, offsetMs: lateMs % durationMs };
  return lateMs < durationMs ? { atMs: earliestMs, offsetMs: lateMs } : null;
}

/**
 * Returns the milliseconds between a sound and its proper place; positive: it is behind.
 * @param heardAtMs when `offsetMs` into the sound is heard.
 */
export function errorMs({ startAtMs, heardAtMs, offsetMs, durationMs, isLoop = false }) {
  const error = heardAtMs - offsetMs - startAtMs;
  if (!isLoop) return error;
  const round = ((error % durationMs) + durationMs) % durationMs;
  return round > durationMs / 2 ? round - durationMs : round;
}

/** The end of a stage that is counted down by ear. */
const TICKS_MS = 5000;

/** Own cues for the last seconds of a timer; a short one has none. */
export function lastSeconds(timer) {
  if (!timer || timer.paused || timer.durationMs < 2 * TICKS_MS) return [];
  const firstMs = timer.startAtServerMs + timer.durationMs - TICKS_MS;
  return Array.from({ length: TICKS_MS / 1000 }, (_, second) => ({ sfxId: "tick", startAtServerMs: firstMs + 1000 * second, isMusic: true }));
}

/** Decibels as a factor; −120 and less is silence. */
export function factor(db) {
  return db <= -120 ? 0 : 10 ** (db / 20);
}
