// The delay before the next try. Jitter keeps a room full of phones from coming back in one instant.

const MIN_MS = 250;
const MAX_MS = 8000;
/** The longest delay that a gateway may ask for. */
const MAX_HINT_MS = 60_000;

/** @param attempt 0 for the first try after a drop. @returns milliseconds, 250 to 8 000. */
export function backoffMs(attempt) {
  const ceilingMs = Math.min(MAX_MS, MIN_MS * 2 ** (attempt + 1));
  return MIN_MS + Math.random() * (ceilingMs - MIN_MS);
}

/** A gateway that goes away spreads its clients over a while, in the reason of its close: retry_after_ms=730. */
export function hintMs(reason) {
  const hint = /^retry_after_ms=(\d+)$/.exec(reason);
  return hint ? Math.min(MAX_HINT_MS, Number(hint[1])) : null;
}
