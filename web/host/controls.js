// The host's controls of the game. Every button keeps its place, so that none slides under a finger that
// was meant for another, and says what its press will do.

import { html } from "/shared/html.js";
import { isIdle, stageOf } from "/shared/stage.js";
import { t } from "/shared/strings.js";
import { button } from "/host/buttons.js";

/** @param face what the game brings: {hint, next, isRevealable}. */
export function controls(doc, face, view) {
  return html`<nav class="dock ${isIdle(doc) ? "idle" : ""}" data-key="dock" aria-label="${t("host.controls")}">
    <p class="hint" role="status">${hint(doc, face, view)}</p>
    ${isIdle(doc) ? between(doc, view) : during(doc, face, view)}</nav>`;
}

/** Before a game and after one. */
function between(doc, { isLive }) {
  const { session, uiHints = {} } = doc;
  if (session.status === "ended") return button("newGame", t("host.newNow"), { key: "again", kind: "primary" });
  const isReady = isLive && uiHints.canStart;
  return stageOf(doc) === "lobby"
    ? html`${button("start", t("host.start"), { isEnabled: isReady, kind: "primary" })}
      ${button("end", t("host.end"), { isEnabled: isLive, kind: "quiet" })}`
    : html`${button("start", t("host.rematch"), { isEnabled: isReady, kind: "primary" })}
      ${button("toLobby", t("host.toLobby"), { isEnabled: isLive })}`;
}

function during(doc, face, { isLive, hasKeys }) {
  const { paused, uiHints: { canPause, canSkip, canReveal } = {} } = doc;
  const space = t("keys.space");
  return html`${paused
    ? button("resume", keyed(t("host.resume"), space, hasKeys), { isEnabled: isLive, kind: "primary" })
    : button("pause", keyed(t("host.pause"), space, hasKeys), { isEnabled: isLive && canPause })}
    ${button("skip", keyed(nextStep(doc, face), "→", hasKeys), { isEnabled: isLive && canSkip, kind: "next" })}
    ${!face.isRevealable?.(doc) ? html`<span data-key="reveal-place"></span>`
      : button("reveal", keyed(t("host.reveal"), "R", hasKeys), { isEnabled: isLive && canReveal })}
    ${button("end", t("host.end"), { isEnabled: isLive, kind: "quiet" })}`;
}

/** Effect of HOST_SKIP now (protocol §3.4), in the words of its button. */
function nextStep(doc, face) {
  return stageOf(doc) === "finale" ? t("next.end") : (face.next(doc) ?? t("next.other"));
}

function keyed(text, key, hasKeys) {
  return html`<span>${text}</span>${hasKeys && html` <kbd aria-hidden="true">${key}</kbd>`}`;
}

/** Why something can't be pressed, or what there is to know before something is. */
function hint(doc, face, { isLive }) {
  const { paused, players, session } = doc;
  if (!isLive) return t("hint.offline");
  if (session.status === "ended") return t("hint.ended");
  if (paused) return t("hint.paused");
  const own = face.hint(doc);
  if (own || !isIdle(doc)) return own ?? "";
  if (!players.length) return t("hint.nobody");
  return session.tv.connected ? "" : t("hint.noTV");
}
