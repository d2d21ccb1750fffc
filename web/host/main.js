// The host's page: makes a session or takes one over from the console's link, then directs it.

import "/host/strings.js";
import { listen } from "/shared/actions.js";
import { play } from "/shared/page.js";
import { RestError, post } from "/shared/rest.js";
import { forgetSeat, lastSeat } from "/shared/seat.js";
import { t } from "/shared/strings.js";
import { toast } from "/shared/toast.js";
import { freshSeat } from "/shared/tokens.js";
import { create } from "/host/create.js";
import { seatOfLink } from "/host/link.js";
import { screen } from "/host/screen.js";

const root = document.getElementById("page");
const seat = (await seatOfLink(root)) ?? lastSeat("HOST") ?? (await create(root));
const page = play(seat, root, screen);

listen(root, {
  start: () => page.send("HOST_START_GAME"),
  pause: () => page.send("HOST_PAUSE"),
  resume: () => page.send("HOST_RESUME"),
  skip: () => page.send("HOST_SKIP"),
  reveal: () => page.send("HOST_FORCE_REVEAL"),
  end: () => confirm(t("host.endSure")) && page.send("HOST_END_SESSION"),
  regenerate: () => page.send("HOST_REGENERATE_CONTENT"),
  music: (button) => page.send("MUSIC_GAIN_SET", { gainDb: Number(button.value) }),
  kick({ dataset: { playerId, name } }) {
    if (confirm(t("host.kickSure", { name }))) page.send("HOST_KICK_PLAYER", { playerId });
  },
  override({ dataset: { playerId, index, correct } }) {
    const question = index ? { index: Number(index) } : {};
    page.send("HOST_OVERRIDE_ANSWER", { playerId, ...question, isCorrect: correct === "true" });
  },
  async pairTV(form, { pairingCode }) {
    const { sessionId } = seat;
    try {
      const { authToken } = await freshSeat(page.connection.seat, Date.now());
      await post(`/v1/sessions/${sessionId}/tv/pair`, { pairingCode }, { bearer: authToken });
      form.reset();
      toast(t("host.paired"));
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      toast(t(error.code === "not_found" ? "host.pairUnknown" : `error.${error.code}`));
    }
  },
  newSession() {
    if (!confirm(t("host.newSure"))) return;
    forgetSeat(seat);
    location.assign("/host");
  },
});
