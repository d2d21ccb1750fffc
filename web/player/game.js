// A game on a phone: shows what the document says, and sends what is pressed.

import { listen } from "/shared/actions.js";
import { play } from "/shared/page.js";
import { announcement, say } from "/player/announce.js";
import { keepAwake } from "/player/awake.js";
import { Brake } from "/player/brake.js";
import { keepDrafts } from "/player/drafts.js";
import { screen } from "/player/screen.js";

export function start(root, seat) {
  const page = play(seat, root, (doc) => {
    say(announcement(doc));
    return screen(doc, { brake, isSending });
  });
  const { connection, store } = page;
  const isSending = (type) => connection.isDelivering(type);
  const brake = new Brake(() => page.send("BRAKE_PULL", { atClientMs: Date.now() }), page.draw);
  let state = null;
  // A new screen begins at its top.
  const turn = () => {
    if (store.doc.state !== state) scrollTo(0, 0);
    state = store.doc.state;
  };
  const wake = () => keepAwake(connection.status !== "over" && store.doc?.session.status !== "ended");

  brake.listen(root);
  keepDrafts(root);
  connection.addEventListener("message", ({ detail }) => brake.hear(detail, seat.playerId));
  connection.addEventListener("status", wake);
  store.addEventListener("change", wake);
  store.addEventListener("change", turn);
  listen(root, {
    brakeAnswer(form, { answerText }) {
      if (answerText) connection.deliver("BRAKE_ANSWER_SUBMIT", { answerText });
    },
    followupAnswer(form, { answerText }) {
      const index = Number(form.dataset.index);
      if (answerText) connection.deliver("FOLLOWUP_ANSWER_SUBMIT", { index, answerText });
    },
  });
  // Now there is time for what only the next visit needs.
  navigator.serviceWorker?.register("/worker.js").catch(() => {});
}
