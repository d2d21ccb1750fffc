// The host's link, which the console prints: /host#s=<session>&h=<token>. What stands behind the # no browser
// sends to a server. It opens as often as somebody opens it; an older form, with r=<refresh token>, until somebody
// has gone on from it. A player to whom the host offers its place comes by /host#s=<session>&offer, which is of use
// where the player's own seat is kept, and nowhere else.

import { listen } from "/shared/actions.js";
import { html } from "/shared/html.js";
import { overScreen } from "/shared/over.js";
import { render } from "/shared/render.js";
import { RestError, post } from "/shared/rest.js";
import { loadSeat, saveSeat } from "/shared/seat.js";
import { t } from "/shared/strings.js";
import { freshSeat, refreshedSeat } from "/shared/tokens.js";
import { recall, remember } from "/host/memory.js";

const keyOf = (sessionId) => `link.${sessionId}`;

/** @returns the seat; null where there is no such link. Never returns when the link is of no use: the page says so. */
export async function seatOfLink(root) {
  const link = new URLSearchParams(location.hash.slice(1));
  const [sessionId, hostToken, refreshToken] = ["s", "h", "r"].map((name) => link.get(name));
  const isOffer = link.has("offer");
  if (!sessionId || !(hostToken || refreshToken || isOffer)) return null;
  // A glance over a shoulder at the address bar must not make a host.
  history.replaceState(null, "", "/host");
  for (;;) {
    try {
      if (isOffer) return await seatByOffer(sessionId);
      if (!hostToken) return await refreshedSeat({ sessionId, role: "HOST", refreshToken });
      const seat = await seatBy(sessionId, hostToken);
      keepLink(sessionId, hostToken);
      return seat;
    } catch (error) {
      // The link is of no more use to a device that has the seat already.
      const seat = loadSeat("HOST", sessionId);
      if (seat) return seat;
      await told(root, error);
    }
  }
}

/** @throws {RestError} */
async function seatBy(sessionId, hostToken) {
  return hostSeat(sessionId, await post(`/v1/sessions/${sessionId}/host`, { hostToken }));
}

/** The player stays a player: that seat is another. @throws {RestError} */
async function seatByOffer(sessionId) {
  const player = loadSeat("PLAYER", sessionId);
  if (!player) throw new RestError({ code: "unauthorized", message: "no player of this session is known here" });
  const { authToken } = await freshSeat(player, Date.now());
  return { ...hostSeat(sessionId, await post(`/v1/sessions/${sessionId}/hand-over`, {}, { bearer: authToken })), isRecovered: true };
}

function hostSeat(sessionId, { hostAuthToken, hostRefreshToken, wsUrl }) {
  const seat = { ...loadSeat("HOST", sessionId), sessionId, role: "HOST", wsUrl, authToken: hostAuthToken, refreshToken: hostRefreshToken };
  saveSeat(seat);
  return seat;
}

/** For this device, should its own tokens be lost. */
export function keepLink(sessionId, hostToken) {
  remember(keyOf(sessionId), hostToken);
}

/** Back by the link that led here once, where this device's tokens are lost. @returns whether there is a seat again. */
export async function comeBack(sessionId) {
  const hostToken = recall(keyOf(sessionId));
  // Once: a link that leads to a seat of no use shall not lead in circles.
  remember(keyOf(sessionId), null);
  if (!hostToken) return false;
  return seatBy(sessionId, hostToken).then(() => true, () => false);
}

/** Goes on when somebody wants to try again, where that may help. */
function told(root, { code, retryable }) {
  render(root, retryable ? unreachable() : overScreen(code, "HOST"));
  return new Promise((resolve) => listen(root, { retry: resolve }));
}

function unreachable() {
  return html`<section class="over" data-key="unreachable" role="alert"><h1>${t("host.unreachable")}</h1>
    <p>${t("host.unreachableText")}</p>
    <button class="primary" data-action="retry">${t("host.retry")}</button></section>`;
}
