// What the host can do to the game now. Every button keeps its place, so that none slides under a finger that
// was meant for another, and says what its press will do.

import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";
import { button } from "/host/buttons.js";
import { isLastClue, nextStep } from "/host/next.js";

export function controls(doc, view) {
  const isIdle = ["LOBBY", "ROUND_END"].includes(doc.state);
  return html`<nav class="dock ${isIdle ? "idle" : ""}" data-key="dock" aria-label="${t("host.controls")}">
    <p class="hint" role="status">${hint(doc, view)}</p>
    ${isIdle ? between(doc, view) : during(doc, view)}</nav>`;
}

/** Before a game and after one. */
function between({ state, session, uiHints }, { isLive }) {
  if (session.status === "ended") return button("newGame", t("host.newNow"), { key: "again", kind: "primary" });
  const isReady = isLive && uiHints.canStart;
  return state === "LOBBY"
    ? html`${button("start", t("host.start"), { isEnabled: isReady, kind: "primary" })}
      ${button("end", t("host.end"), { isEnabled: isLive, kind: "quiet" })}`
    : html`${button("start", t("host.rematch"), { isEnabled: isReady, kind: "primary" })}
      ${button("toLobby", t("host.toLobby"), { isEnabled: isLive })}`;
}

function during(doc, { isLive, hasKeys }) {
  const { paused, uiHints: { canPause, canSkip, canReveal } } = doc;
  const space = t("keys.space");
  return html`${paused
    ? button("resume", keyed(t("host.resume"), space, hasKeys), { isEnabled: isLive, kind: "primary" })
    : button("pause", keyed(t("host.pause"), space, hasKeys), { isEnabled: isLive && canPause })}
    ${button("skip", keyed(nextStep(doc), "→", hasKeys), { isEnabled: isLive && canSkip, kind: "next" })}
    ${isLastClue(doc) || !hasSecret(doc) ? html`<span data-key="reveal-place"></span>`
      : button("reveal", keyed(t("host.reveal"), "R", hasKeys), { isEnabled: isLive && canReveal })}
    ${button("end", t("host.end"), { isEnabled: isLive, kind: "quiet" })}`;
}

/** Whether there is something left to reveal. */
function hasSecret({ state }) {
  return ["ROUND_INTRO", "CLUE_LEVEL", "PAUSED_FOR_BRAKE"].includes(state);
}

function keyed(text, key, hasKeys) {
  return html`<span>${text}</span>${hasKeys && html` <kbd aria-hidden="true">${key}</kbd>`}`;
}

/** Why something can't be pressed, or what there is to know before something is. */
function hint({ state, paused, players, session }, { isLive, hasNoContent }) {
  if (!isLive) return t("hint.offline");
  if (session.status === "ended") return t("hint.ended");
  if (paused) return t("hint.paused");
  if (state === "LOBBY" && hasNoContent) return t("secret.failed");
  if (state === "LOBBY" || state === "ROUND_END") {
    if (!players.length) return t("hint.nobody");
    return session.tv.connected ? "" : t("hint.noTV");
  }
  if (state === "PREPARING_ROUND") return t("hint.preparing");
  return "";
}
