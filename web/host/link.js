// The link that the console prints: /host#s=<session>&r=<refresh token>. What stands behind the # no browser
// sends to a server.

import { listen } from "/shared/actions.js";
import { html } from "/shared/html.js";
import { overScreen } from "/shared/over.js";
import { render } from "/shared/render.js";
import { loadSeat } from "/shared/seat.js";
import { t } from "/shared/strings.js";
import { refreshedSeat } from "/shared/tokens.js";

/** @returns the seat; null where there is no such link. Never returns when the link is of no use: the page says so. */
export async function seatOfLink(root) {
  const link = new URLSearchParams(location.hash.slice(1));
  const [sessionId, refreshToken] = [link.get("s"), link.get("r")];
  if (!sessionId || !refreshToken) return null;
  // The token works once: it must be gone from the address bar before it can be bookmarked.
  history.replaceState(null, "", "/host");
  for (;;) {
    try {
      return await refreshedSeat({ sessionId, role: "HOST", refreshToken });
    } catch (error) {
      // Opened again on the device that has spent it already.
      const seat = loadSeat("HOST", sessionId);
      if (seat) return seat;
      await told(root, error);
    }
  }
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
