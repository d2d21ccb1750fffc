// The common part of all pages of a running session: a connection, its document, the game's face for this role, and a view
// drawn whenever any of them changes.

import { listen } from "/shared/actions.js";
import { Connection } from "/shared/connection.js";
import { html } from "/shared/html.js";
import { render } from "/shared/render.js";
import { loseSeatIfOver, overScreen } from "/shared/over.js";
import { Store } from "/shared/store.js";
import { finaleStage, untilNextStageMs } from "/shared/stage.js";
import { setLocale, speakOf, t } from "/shared/strings.js";

/** A browser asks for a module that did not arrive anew only on a new page. */
const RETRY_MS = 3000;
/** The clock may be set meanwhile: so often the finale is looked at anew. */
const FINALE_TICK_MS = 100;
const TOAST_MS = 4000;
let toastTimeout = null;

/**
 * Plays a seat on this page.
 * @param view (doc, face, seat) → markup, a pure function of these.
 * @param plain what a game's face has where the game says nothing; without it no game is asked for one.
 * @param actions handlers of what is pressed, beside the game's.
 * @returns {root, connection, store, met, send(type, payload, msgId), draw()}, which is what a game's `open` is given;
 *   `met` brings the face, once there is a document and the game's module for it.
 */
export function play(seat, root, { view, plain = null, actions = {} }) {
  const store = new Store();
  const connection = new Connection(seat, store);
  let face = null;
  /** Messages that came while the face, and with it its words, was on its way. */
  const missed = [];
  let isAsked = false;
  let finaleTick = null;

  const draw = () => {
    isAsked = false;
    if (connection.status === "over") return render(root, overScreen(connection.reason, seat.role));
    if (!store.doc || (plain && !face)) return render(root, waitingScreen(connection, seat.role));
    // The finale goes on between two patches.
    clearTimeout(finaleTick);
    if (store.doc.state === "FINAL_RESULTS") awaitStage(finaleStage(store.doc));
    return render(root, html`${shown()}${linkNotice(connection, seat.role)}`);
  };
  const awaitStage = (stage) => {
    finaleTick = setTimeout(() => (finaleStage(store.doc) === stage ? awaitStage(stage) : ask()),
      Math.min(FINALE_TICK_MS, untilNextStageMs(store.doc) + 1));
  };
  // A page that fails at one document must not stand still at the one before it.
  const shown = () => {
    try {
      return view(store.doc, face, connection.seat);
    } catch (error) {
      console.error(`${seat.role} at ${store.doc.state}:`, error);
      return html`<section class="waiting" data-key="failed"><h1>${t("error.other")}</h1></section>`;
    }
  };
  // A burst of patches is one drawing. No animation frame: a hidden page must keep up as well.
  const ask = () => {
    if (!isAsked) queueMicrotask(draw);
    isAsked = true;
  };
  const hear = (message) => {
    tellRefusal(message);
    face?.hear?.(message);
  };
  const meet = async () => {
    const game = await faceOf(store.doc.session.game, seat.role.toLowerCase());
    if (!game) return new Promise(() => {});
    speakOf(store.doc.session.game);
    face = { ...plain, ...game.open(page) };
    listen(root, face.actions ?? {});
    missed.splice(0).forEach(hear);
    ask();
    return face;
  };
  const send = (type, payload, msgId) => {
    const isSent = connection.send(type, payload, msgId);
    if (!isSent) toast(t("error.unreachable"));
    return isSent;
  };

  const first = new Promise((resolve) => store.addEventListener("change", resolve, { once: true }));
  const page = { root, connection, store, send, draw: ask, met: plain && first.then(meet) };
  store.addEventListener("change", () => {
    setLocale(store.doc.session.settings.locale);
    ask();
  });
  connection.addEventListener("status", () => {
    if (connection.status === "over") loseSeatIfOver(seat, connection.reason);
    ask();
  });
  connection.addEventListener("delivery", ask);
  connection.addEventListener("message", ({ detail }) => (plain && !face ? missed.push(detail) : hear(detail)));
  listen(root, {
    takeBack: () => connection.open(),
    retry: () => connection.open(),
    reload: () => location.reload(),
    ...actions,
  });
  connection.open();
  ask();
  return page;
}

function waitingScreen(connection, role) {
  return html`<section class="waiting" data-key="waiting"><h1>${t("connecting")}</h1></section>
    ${connection.isLongGone && linkNotice(connection, role)}`;
}

/** A screen is told without a button: nobody is at it to press one. */
function linkNotice(connection, role) {
  if (connection.status === "open") return null;
  return html`<div class="notice link" role="status" data-key="link"><p>${t("reconnecting")}</p>
    ${connection.isLongGone && html`<p class="why">${t("away")}</p>
      ${role !== "TV" && html`<button data-action="retry">${t("away.retry")}</button>`}`}</div>`;
}

function tellRefusal({ type, payload }) {
  // An end is told by the close that follows, on a page of its own; a gateway that goes away, by the notice above all.
  const ends = ["taken_over", "session_ended", "forbidden", "unauthorized", "client_too_old", "server_shutdown"];
  const isEnd = ends.includes(payload.code);
  if (type === "ERROR" && !isEnd) toast(t(`error.${payload.code}`));
}

/**
 * A game's module for a role, as it was loaded; null when it did not arrive, and the page is about to be loaded anew.
 * @param role player, tv or host.
 */
export async function faceOf(game, role) {
  try {
    return await import(`/games/${game}/${role}.js`);
  } catch (error) {
    console.error(`/games/${game}/${role}.js`, error);
    setTimeout(() => location.reload(), RETRY_MS);
    return null;
  }
}

/** Adds a game's styles to the page, and waits for them: nothing of the game is shown without. */
export function wear(url) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = url;
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => reject(new Error(`${url} did not arrive`));
    document.head.append(link);
  });
}

/** A short word to the people at this page, read aloud by screen readers. Needs <p id="toast" role="status"> in the page. */
export function toast(text) {
  const element = document.getElementById("toast");
  element.textContent = text;
  clearTimeout(toastTimeout);
  toastTimeout = setTimeout(() => (element.textContent = ""), TOAST_MS);
}
