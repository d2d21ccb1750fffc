// Keeps a seat's auth token good. A refresh token works once: using an old one revokes its whole family,
// so two tabs must never spend the same.

import { alone } from "/shared/alone.js";
import { post } from "/shared/rest.js";
import { loadSeat, saveSeat } from "/shared/seat.js";

/** A token with less than this left is replaced before it is used. */
const MARGIN_MS = 60_000;

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
