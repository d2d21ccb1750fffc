// A game on a phone: shows what the document says, and sends what is pressed.

import { keepAwake } from "/shared/awake.js";
import { keepDrafts } from "/shared/drafts.js";
import { html } from "/shared/html.js";
import { play } from "/shared/page.js";
import { forgetSeat } from "/shared/seat.js";
import { announcement, say, screen } from "/player/screen.js";

/** Members that a game may leave out. */
const PLAIN = { screens: {}, sentences: {}, how: () => [], isSuspense: () => false, keepsake: () => null };

export function start(root, seat) {
  let reactions = null;
  /** Where there are accounts: offers to keep the points. */
  let keep = null;
  const page = play(seat, root, {
    plain: PLAIN,
    view(doc, face) {
      say(announcement(doc, face.sentences));
      return html`${keep?.(doc)}${screen(doc, face, reactions?.(doc))}`;
    },
    actions: {
      newCode() {
        forgetSeat(seat);
        location.assign("/");
      },
    },
  });
  const { connection, store } = page;
  import("/player/reactions.js").then((module) => {
    reactions = module.reactionsFor(page);
    page.draw();
  }, () => {});
  if (document.querySelector("[name=accounts]")) import("/player/keep.js").then((module) => (keep = module.keep(page)), () => {});
  let state = null;
  // A new screen begins at its top.
  const turn = () => {
    if (store.doc.state !== state) scrollTo(0, 0);
    state = store.doc.state;
  };
  const wake = () => keepAwake(connection.status !== "over" && store.doc?.session.status !== "ended");

  keepDrafts(root);
  connection.addEventListener("status", wake);
  // The page of the end speaks for itself; the last question shall not be found under it.
  connection.addEventListener("status", () => connection.status === "over" && say(""));
  store.addEventListener("change", wake);
  store.addEventListener("change", turn);
  // Now there is time for what only the next visit needs.
  navigator.serviceWorker?.register("/worker.js").catch(() => {});
}
