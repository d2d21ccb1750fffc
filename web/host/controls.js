// The host's controls of the game. Every button keeps its place, so that none slides under a finger that
// was meant for another, and says what its press will do.

import { html } from "/shared/html.js";
import { isIdle, stageOf } from "/shared/stage.js";
import { t } from "/shared/strings.js";
import { button } from "/host/buttons.js";

/** @param face what the game brings: {hint, next, isRevealable}. @param view {isLive, hasKeys, dock}. */
export function controls(doc, face, view) {
  const { main, side } = places(doc, face, { isLive: view.isLive, isSure: view.dock.isSure });
  const isOver = stageOf(doc) === "over";
  const isOpen = isOver || view.dock.isOpen;
  return html`<nav class="dock ${isOpen ? "open" : ""}" data-key="dock" aria-label="${t("host.controls")}">
    <p class="hint" role="status">${hint(doc, face, view)}</p>
    ${placed("main", main, view)}
    ${isOver ? null : html`<button type="button" class="more" data-key="more" data-action="more" aria-expanded="${String(isOpen)}" aria-controls="rest">${t("host.more")}</button>`}
    ${doc.session.status === "ended" ? null : html`<div class="rest" id="rest" data-key="rest">
      ${side ? placed("side", side, view) : html`<span data-key="side-place"></span>`}
      ${isOver ? null : html`${reveal(doc, face, view)}${button("end", t("host.end"), { isEnabled: view.isLive, kind: "quiet" })}`}</div>`}</nav>`;
}

/**
 * The one thing to do now, and what has the pause's place.
 * @returns {main, side?}: {action, key?, text, isEnabled, kind, shortcut?}; `text` tells what a press will do.
 */
export function places(doc, face, { isLive, isSure }) {
  const { session, paused, uiHints: { canStart, canPause, canSkip } = {} } = doc;
  const stage = stageOf(doc);
  if (session.status === "ended") return { main: { action: "newGame", key: "again", text: t("host.newNow"), isEnabled: true, kind: "primary" } };
  const start = { action: "start", isEnabled: isLive && canStart, kind: "primary" };
  if (stage === "lobby") return { main: { ...start, text: t("host.start") } };
  if (stage === "over") {
    return { main: { ...start, key: "rematch", text: t("host.rematch") }, side: { action: "toLobby", text: t("host.toLobby"), isEnabled: isLive } };
  }
  const next = { action: "skip", text: nextStep(doc, face, isSure), isEnabled: isLive && canSkip, shortcut: "→" };
  const space = t("keys.space");
  return paused
    ? { main: { action: "resume", text: t("host.resume"), isEnabled: isLive, kind: "primary", shortcut: space }, side: next }
    : { main: { ...next, kind: stage === "finale" ? "" : "primary" },
        side: { action: "pause", text: t("host.pause"), isEnabled: isLive && canPause, shortcut: space } };
}

/** A button that has just changed stands still for a moment (dock.js). */
function placed(place, { action, key, text, isEnabled, kind = "", shortcut }, { dock, hasKeys }) {
  const isSettling = dock.isSettling(place);
  return button(action, keyed(text, shortcut, hasKeys && shortcut), {
    isEnabled: isEnabled && !isSettling, refusal: isSettling ? "settling" : "blocked", key, kind: `${place} ${kind}`,
    details: html`data-says="${text}"`,
  });
}

function reveal(doc, face, { isLive, hasKeys, dock: { undoS } }) {
  if (!face.isRevealable?.(doc)) return html`<span data-key="reveal-place"></span>`;
  return undoS
    ? button("undo", keyed(`${t("host.undo")} ${undoS}`, "R", hasKeys), { key: "reveal", kind: "undo" })
    : button("reveal", keyed(t("host.reveal"), "R", hasKeys), { isEnabled: isLive && doc.uiHints?.canReveal });
}

/** Effect of HOST_SKIP now (protocol §3.4), in the words of its button. */
function nextStep(doc, face, isSure) {
  if (stageOf(doc) === "finale") return t(isSure ? "next.sure" : "next.end");
  return face.next(doc) ?? t("next.other");
}

function keyed(text, key, hasKeys) {
  return html`<span>${text}</span>${hasKeys && html` <kbd aria-hidden="true">${key}</kbd>`}`;
}

/** Why something can't be pressed, or what there is to know before something is. */
function hint(doc, face, { isLive, dock }) {
  const { paused, players, session } = doc;
  if (!isLive) return t("hint.offline");
  if (session.status === "ended") return t("hint.ended");
  if (dock.undoS) return t("hint.undo");
  if (dock.isSure) return t("hint.sure");
  if (paused) return t("hint.paused");
  const own = face.hint(doc);
  if (own || !isIdle(doc)) return own ?? "";
  if (!players.length) return t("hint.nobody");
  return session.tv.connected ? "" : t("hint.noTV");
}
