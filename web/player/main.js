// A player's phone: joins, then shows what the document says and sends what is pressed.

import "/player/strings.js";
import { listen } from "/shared/actions.js";
import { play } from "/shared/page.js";
import { loadSeat } from "/shared/seat.js";
import { join } from "/player/join.js";
import { screen } from "/player/screen.js";

const root = document.getElementById("page");
const sessionId = /^\/join\/(\w+)$/.exec(location.pathname)?.[1];
const joinToken = new URLSearchParams(location.search).get("t");

// Whoever sat here before a reload sits here still.
const seat = (sessionId && loadSeat("PLAYER", sessionId)) || (await join(root, { sessionId, joinToken }));

// The token has done its work; it shall not stay in the history, nor be shared by accident.
history.replaceState(null, "", `/join/${seat.sessionId}`);

const page = play(seat, root, screen);

listen(root, {
  brake() {
    if (page.send("BRAKE_PULL", { atClientMs: Date.now() })) navigator.vibrate?.(60);
  },
  brakeAnswer(form, { answerText }) {
    if (answerText) page.send("BRAKE_ANSWER_SUBMIT", { answerText });
  },
  followupAnswer(form, { answerText }) {
    if (answerText) page.send("FOLLOWUP_ANSWER_SUBMIT", { index: Number(form.dataset.index), answerText });
  },
});
