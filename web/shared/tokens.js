// Keeps a seat's auth token good. A refresh token works once: using an old one revokes its whole family,
// so two tabs must never spend the same.

import { post } from "/shared/rest.js";
import { loadSeat, randomId, read, remove, saveSeat, write } from "/shared/seat.js";

/** A token with less than this left is replaced before it is used. */
const MARGIN_MS = 60_000;
/** A tab that was closed in the middle holds nobody up for longer. */
const HELD_MS = 20_000;
/** Longer than two tabs need to see each other's writing. */
const MOMENT_MS = 60;

/** The seat with a token that is good for a while. @throws {RestError} */
export async function freshSeat(seat, nowMs) {
  const latest = loadSeat(seat.role, seat.sessionId) ?? seat;
  if (latest.authToken && expiryMs(latest.authToken) > nowMs + MARGIN_MS) return latest;
  return refreshedSeat(latest);
}

/** The seat with a new pair of tokens, whether the old one looked good or not. @throws {RestError} */
export function refreshedSeat(seat) {
  return alone(`${seat.role}.${seat.sessionId}`, async () => {
    const latest = loadSeat(seat.role, seat.sessionId) ?? seat;
    // Another tab was quicker.
    if (latest.authToken !== seat.authToken) return latest;
    const answer = await post(`/v1/sessions/${seat.sessionId}/refresh`, { refreshToken: latest.refreshToken });
    const fresh = { ...latest, ...answer };
    saveSeat(fresh);
    return fresh;
  });
}

/** `exp` of a JWT in milliseconds; 0 for what can't be read. */
function expiryMs(token) {
  try {
    const claims = token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(atob(claims)).exp * 1000;
  } catch {
    return 0;
  }
}

/**
 * One tab at a time. Browsers promise that on secure pages alone (Web Locks); in a living room without TLS a note in
 * localStorage does, which whoever finds it free signs, and owns if it is still theirs a moment later.
 * @returns what `work` returns, once it is its turn.
 */
export async function alone(name, work) {
  if (navigator.locks) return navigator.locks.request(`tripto.${name}`, work);
  const key = `lock.${name}`;
  const owner = randomId();
  while (!(await isTaken(key, owner)));
  try {
    return await work();
  } finally {
    if (read(key)?.owner === owner) remove(key);
  }
}

async function isTaken(key, owner) {
  const note = read(key);
  if (!note || note.untilMs < Date.now()) write(key, { owner, untilMs: Date.now() + HELD_MS });
  await new Promise((resolve) => setTimeout(resolve, MOMENT_MS * (1 + Math.random())));
  return read(key)?.owner === owner;
}
