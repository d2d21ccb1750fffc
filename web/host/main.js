// The host's page: makes a session, takes one over by link or code, then directs it.

import "/host/strings.js";
import { listen } from "/shared/actions.js";
import { play } from "/shared/page.js";
import { lastSeat } from "/shared/seat.js";
import { toast } from "/shared/toast.js";
import { t } from "/shared/strings.js";
import { actions } from "/host/actions.js";
import { seatOfLink } from "/host/link.js";
import { forgetCode } from "/host/recovery.js";
import { screen } from "/host/screen.js";
import { rememberSecret } from "/host/secret.js";
import { hasKeys, listenToKeys } from "/host/shortcuts.js";
import { start } from "/host/start.js";

const root = document.getElementById("page");
const seat = (await seatOfLink(root)) ?? lastSeat("HOST") ?? (await start(root));
/** What the page knows besides the document. */
const local = { isCodeShown: Boolean(seat.isRecovered), hasNoContent: false };

const page = play(seat, root, (doc, ours) => screen(doc, {
  ...local, seat: ours, isLive: page.connection.status === "open", hasKeys: hasKeys(),
}));
const handlers = actions(page, local);
listen(root, handlers);

listenToKeys(root, (wanted) => {
  const press = wanted.map((action) => root.querySelector(`[data-key="${action}"]`)).find(Boolean);
  if (wanted.includes("peek")) root.querySelector(".secret summary")?.click();
  else press?.click();
});

// A fold says it only to those who ask on its way down.
root.addEventListener("toggle", ({ target }) => {
  if (target.dataset.key !== "secret") return;
  rememberSecret(target.open);
  page.draw();
}, true);

page.connection.addEventListener("message", ({ detail: { type, payload } }) => {
  if (type !== "ERROR" || payload.code !== "content_failed") return;
  local.hasNoContent = true;
  page.draw();
});
page.store.addEventListener("change", () => {
  if (page.store.doc.secret) local.hasNoContent = false;
});
page.connection.addEventListener("status", () => {
  // Whoever has the seat now has had the code, or gets one of their own.
  if (page.connection.reason === "taken_over") forgetCode(seat.sessionId);
});
if (seat.isRecovered) toast(t("recovery.done"));
