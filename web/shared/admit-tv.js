// A screen's way in by link: /tv/<session>?t=<token>, and the same for /watch.

import { overScreen } from "/shared/over.js";
import { render } from "/shared/render.js";
import { post } from "/shared/rest.js";
import { loadSeat, saveSeat } from "/shared/seat.js";

/** @returns the seat; null when the link is of no use, and the page says so. */
export async function admitTV(root) {
  const sessionId = location.pathname.split("/")[2];
  const tvJoinToken = new URLSearchParams(location.search).get("t");
  try {
    const seat = tvJoinToken ? await takeTVSeat(sessionId, tvJoinToken) : loadSeat("TV", sessionId);
    if (!seat) return turnAway(root, "unauthorized");
    // A screen is seen by everybody, its address bar too.
    history.replaceState(null, "", location.pathname);
    return seat;
  } catch (error) {
    return turnAway(root, error.code);
  }
}

/** @throws {RestError} */
export async function takeTVSeat(sessionId, tvJoinToken) {
  const { tvAuthToken, tvRefreshToken, wsUrl } = await post(`/v1/sessions/${sessionId}/tv`, { tvJoinToken });
  const seat = { sessionId, role: "TV", authToken: tvAuthToken, refreshToken: tvRefreshToken, wsUrl };
  saveSeat(seat);
  return seat;
}

function turnAway(root, code) {
  render(root, overScreen(code, "TV"));
  return null;
}
