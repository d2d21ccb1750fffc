// The arrival, the same on every screen: when in its stage what is shown. Stations of one plan, for sights and sounds.

import { clock } from "/shared/clock.js";

/** The stage for which the plan was made; a shorter one is played faster. */
const MADE_FOR_MS = 12_000;
const SLOWEST = 0.2;
/** When the answers begin to turn over, and how long each is waited for. arrival.css has the same. */
const TURNS_MS = 4900;
const TURN_MS = 400;
/** More than these turn over together with the last of them. */
const MAX_TURNS = 12;
/** All at once would keep a slow screen from drawing; at the highest speed the map comes at 420. */
const REST_MS = 200;
/** Without a timer there is nothing to wait for. */
const LONG_AGO_MS = 60_000;

/** {startAtMs, passedMs, pace} of a document whose destination has just been revealed. */
export function arrivalOf({ timers: [timer] }) {
  if (!timer) return { startAtMs: -Infinity, passedMs: LONG_AGO_MS, pace: 1 };
  const { durationMs, paused, remainingMs, startAtServerMs } = timer;
  return {
    startAtMs: startAtServerMs,
    passedMs: paused ? durationMs - remainingMs : clock.now() - startAtServerMs,
    pace: Math.min(1, Math.max(SLOWEST, durationMs / MADE_FOR_MS)),
  };
}

/** Milliseconds until the second half of the arrival is built: the map and the answers, which nobody sees before. */
export function untilRestMs(doc) {
  const { passedMs } = arrivalOf(doc);
  const isWhole = doc.timers[0]?.paused || matchMedia("(prefers-reduced-motion: reduce)").matches;
  return isWhole ? 0 : Math.max(0, REST_MS - passedMs);
}

/** Results of those who answered, the best first. */
export function answersOf({ reveal }) {
  return reveal.results.filter(({ lockedAtLevelPoints }) => lockedAtLevelPoints !== null)
    .sort((a, b) => b.pointsAwarded - a.pointsAwarded);
}

/** [{result, atMs}]: when each answer turns over, after the beginning of the stage; the best comes last. */
export function turnsOf(doc) {
  const { pace } = arrivalOf(doc);
  return answersOf(doc).reverse().map((result, turn) => ({
    result, atMs: Math.round(pace * (TURNS_MS + Math.min(turn, MAX_TURNS - 1) * TURN_MS)),
  }));
}
