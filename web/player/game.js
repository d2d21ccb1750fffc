// A game on a phone: shows what the document says, and sends what is pressed.

import { listen } from "/shared/actions.js";
import { play } from "/shared/page.js";
import { forgetSeat } from "/shared/seat.js";
import { t } from "/shared/strings.js";
import { toast } from "/shared/toast.js";
import { announcement, say } from "/player/announce.js";
import { keepAwake } from "/shared/awake.js";
import { Brake, PULL_WITHIN_MS } from "/player/brake.js";
import { keepDrafts } from "/player/drafts.js";
import { overruling } from "/player/results.js";
import { screen } from "/player/screen.js";

const PULL = "BRAKE_PULL";

export function start(root, seat) {
  const page = play(seat, root, (doc) => {
    say(announcement(doc));
    return screen(doc, { brake, isSending, isOnline: connection.isReachable });
  });
  const { connection, store } = page;
  const isSending = (type) => connection.isDelivering(type);
  // Without contact the brake is grey and says so itself.
  const pull = () => {
    if (!connection.isReachable || isSending(PULL)) return false;
    connection.deliver(PULL, { atClientMs: Date.now() }, PULL_WITHIN_MS);
    return true;
  };
  const brake = new Brake(pull, page.draw);
  let state = null;
  let before = null;
  let clue = null;
  // A new screen begins at its top.
  const turn = () => {
    if (store.doc.state !== state) scrollTo(0, 0);
    state = store.doc.state;
    if (store.doc.clue?.levelIndex !== clue) brake.forget();
    clue = store.doc.clue?.levelIndex;
    // Whoever may not brake has the brake, or somebody else was first: that is the answer, whatever else is said.
    if (!store.doc.me.canBrake) connection.settle(PULL);
  };
  const judge = () => {
    const word = overruling(before, store.doc);
    before = store.doc;
    if (word) toast(word);
  };
  const wake = () => keepAwake(connection.status !== "over" && store.doc?.session.status !== "ended");

  brake.listen(root);
  keepDrafts(root);
  connection.addEventListener("message", ({ detail }) => {
    if (detail.type === "BRAKE_REJECTED") connection.settle(PULL);
    brake.hear(detail, seat.playerId);
  });
  connection.addEventListener("lapse", () => {
    brake.lose();
    toast(t("rejected.other"));
  });
  connection.addEventListener("status", wake);
  // The page of the end speaks for itself; the last question shall not be found under it.
  connection.addEventListener("status", () => connection.status === "over" && say(""));
  store.addEventListener("change", wake);
  store.addEventListener("change", turn);
  store.addEventListener("change", judge);
  listen(root, {
    brakeAnswer(form, { answerText }) {
      if (answerText) connection.deliver("BRAKE_ANSWER_SUBMIT", { answerText });
      else askAgain(form);
    },
    followupAnswer(form, { answerText }) {
      const index = Number(form.dataset.index);
      if (answerText) connection.deliver("FOLLOWUP_ANSWER_SUBMIT", { index, answerText });
      else askAgain(form);
    },
    newCode() {
      forgetSeat(seat);
      location.assign("/");
    },
  });
  // Now there is time for what only the next visit needs.
  navigator.serviceWorker?.register("/worker.js").catch(() => {});
}

function askAgain(form) {
  toast(t("answer.empty"));
  form.querySelector("input").focus();
}
