// Actions of a running game's buttons.

import { RestError, post } from "/shared/rest.js";
import { forgetSeat, randomId } from "/shared/seat.js";
import { t } from "/shared/strings.js";
import { toast } from "/shared/page.js";
import { freshSeat } from "/shared/tokens.js";
import { ask, askName, show } from "/host/dialogs.js";
import { bigTicket, shareLink } from "/host/invite.js";
import { rememberLevel } from "/host/music.js";
import { stopTyping } from "/host/phases.js";
import { haveCode, makeCode } from "/host/recovery.js";
import { Saving } from "/host/saving.js";
import { toggleKeys } from "/host/shortcuts.js";

/** `local`: what the page knows besides the document, and its view shows. @param dock dock.js. */
export function actions(page, local, root, dock) {
  const { sessionId } = page.connection.seat;
  const saving = new Saving(page, root);
  const say = (type) => () => page.send(type);
  /** `group`: of the dialog's words. */
  const sayIfSure = (group, type, words = {}, payload = {}) => async () => {
    const isSure = await ask({ title: t(`${group}.title`, words), text: t(`${group}.text`, words), yes: t(`${group}.yes`) });
    if (isSure) page.send(type, payload);
  };
  const leave = () => {
    forgetSeat(page.connection.seat);
    location.assign("/host");
  };
  return {
    start() {
      stopTyping();
      saving.before("HOST_START_GAME");
    },
    pause: say("HOST_PAUSE"),
    resume: say("HOST_RESUME"),
    skip: () => dock.skip(),
    toLobby: () => saving.before("HOST_TO_LOBBY"),
    reveal: () => dock.reveal(),
    undo: () => dock.withdraw(),
    more: () => dock.toggle(),
    settling: () => toast(t("host.changed")),
    end: sayIfSure("end", "HOST_END_SESSION"),
    renewJoin: sayIfSure("renew", "HOST_RENEW_JOIN"),
    blocked: () => toast(t(page.connection.isReachable ? "host.notNow" : "error.unreachable")),
    kick: ({ dataset: { playerId, name } }) => sayIfSure("kick", "HOST_KICK_PLAYER", { name }, { playerId })(),
    kickManual: ({ dataset: { playerId, name } }) => sayIfSure("kickManual", "HOST_KICK_PLAYER", { name }, { playerId })(),
    async addPlayer(form, { name }) {
      if (!(await added(page, name))) return;
      form.reset();
      form.elements.name.focus();
    },
    allow: ({ dataset: { playerId } }) => page.send("HOST_ALLOW_PLAYER", { playerId }),
    handOver: ({ dataset: { playerId, name } }) => sayIfSure("handOver", "HOST_HAND_OVER", { name }, { playerId })(),
    withdraw: () => page.send("HOST_HAND_OVER", { playerId: null }),
    speaker: ({ value }) => page.send("HOST_SET_SPEAKER", { connectionId: value || null }),
    rename: ({ dataset: { playerId, name } }) => askName(page, { playerId, name }),
    settings: (form, fields) => saving.save(form, fields),
    music({ value }) {
      const gainDb = Number(value);
      if (!page.send("MUSIC_GAIN_SET", { gainDb })) return;
      rememberLevel(sessionId, gainDb);
      page.draw();
    },
    pairTV: (form, { pairingCode }) => told(pair(page.connection.seat, pairingCode, form), "host.pairUnknown"),
    holdUp: () => show(page.store, () => bigTicket(page.store.doc)),
    async share() {
      if (await shareLink(page.store.doc.session)) toast(t("invite.copied"));
    },
    async toggleCode() {
      if (!local.isCodeShown) await told(haveCode(page.connection.seat));
      local.isCodeShown = !local.isCodeShown;
      page.draw();
    },
    async newCode() {
      await told(makeCode(page.connection.seat));
      local.isCodeShown = true;
      page.draw();
    },
    toggleKeys() {
      toggleKeys();
      page.draw();
    },
    newGame: leave,
    async leave() {
      if (await ask({ title: t("leave.title"), text: t("leave.text"), yes: t("leave.yes") })) leave();
    },
  };
}

/** @returns whether the gateway has sat somebody down for whom the host writes. */
function added({ store, connection, send }, name) {
  const count = () => store.doc.players.filter(({ manual }) => manual).length;
  const [before, msgId] = [count(), randomId()];
  if (!send("HOST_ADD_PLAYER", { name }, msgId)) return false;
  return new Promise((resolve) => {
    const end = (isAdded) => {
      store.removeEventListener("change", look);
      connection.removeEventListener("message", hear);
      resolve(isAdded);
    };
    const look = () => count() > before && end(true);
    const hear = ({ detail: { type, inReplyTo } }) => type === "ERROR" && inReplyTo === msgId && end(false);
    store.addEventListener("change", look);
    connection.addEventListener("message", hear);
  });
}

async function pair(seat, pairingCode, form) {
  const { authToken } = await freshSeat(seat, Date.now());
  await post(`/v1/sessions/${seat.sessionId}/tv/pair`, { pairingCode }, { bearer: authToken });
  form.reset();
  toast(t("host.paired"));
}

/** Says in words what became of a call that failed. */
async function told(work, unknown = "error.not_found") {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    toast(t(error.code === "not_found" ? unknown : `error.${error.code}`));
  }
}
