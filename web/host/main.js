// The host's page: makes a session, takes one over by link or code, then directs it.

import "/host/strings.js";
import { listen } from "/shared/actions.js";
import { keepAwake } from "/shared/awake.js";
import { lastSeat } from "/shared/seat.js";
import { play, toast } from "/shared/page.js";
import { t } from "/shared/strings.js";
import { actions } from "/host/actions.js";
import { Dock } from "/host/dock.js";
import { comeBack, seatOfLink } from "/host/link.js";
import { forgetCode } from "/host/recovery.js";
import { screen } from "/host/screen.js";
import { followSpeaker } from "/host/speaker.js";
import { followPhases } from "/host/phases.js";
import { hasKeys, listenToKeys } from "/host/shortcuts.js";
import { start } from "/host/start.js";
import { sayWhatIsMissing } from "/host/validation.js";

const root = document.getElementById("page");
sayWhatIsMissing();
const seat = (await seatOfLink(root)) ?? lastSeat("HOST") ?? (await start(root));
/** State of the page besides the document. */
const local = { isCodeShown: false, keep: null };
/** Members that a game may leave out. */
const PLAIN = {
  where: () => null, headline: () => null, body: () => null, isUrgent: () => false,
  next: () => null, hint: () => null, goesOn: () => false, playsAlong: () => false,
  note: () => null, lobby: () => null, live: null, hasMusic: false, settings: null,
  soundsHere: false, sounds: [], cues: () => [], isClipMusic: false, arrangement: () => ({}),
};

const page = play(seat, root, {
  plain: PLAIN,
  view: (doc, face, ours) => screen(doc, face, {
    ...local, seat: ours, isLive: page.connection.isReachable, hasKeys: hasKeys(), dock: dock.view,
  }),
});
const dock = new Dock(page);
listen(root, actions(page, local, root, dock));
if (document.querySelector("meta[name=accounts]")) {
  import("/host/keep.js").then((module) => (local.keep = module.keep(page)), () => {});
}

listenToKeys(root, (wanted) => {
  const press = wanted.map((action) => root.querySelector(`[data-key="${action}"]`)).find(Boolean);
  if (wanted.includes("peek")) root.querySelector(".secret summary")?.click();
  else press?.click();
});

followSpeaker(page);
followPhases(page, () => {
  // A code that was shown before a game is not left open through it.
  local.isCodeShown = false;
});

page.store.addEventListener("change", () => keepAwake(page.store.doc.session.status !== "ended"));

page.connection.addEventListener("status", async () => {
  const { status, reason } = page.connection;
  if (status !== "over") return;
  keepAwake(false);
  // Whoever is the host now has had the code, or makes another.
  if (reason === "taken_over") {
    forgetCode(seat.sessionId);
    local.isCodeShown = false;
  }
  if (["unauthorized", "token_expired"].includes(reason) && (await comeBack(seat.sessionId))) location.reload();
});
if (seat.isRecovered) toast(t("recovery.done"));
