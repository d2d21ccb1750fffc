// What the host can do to the game now. Every button keeps its place, so that none slides under a finger that
// was meant for another, and says what its press will do.

import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";
import { button } from "/host/buttons.js";
import { nextStep } from "/host/next.js";

export function controls(doc, view) {
  const { isLive, hasKeys } = view;
  const { canSkip, canReveal } = doc.uiHints;
  const isIdle = ["LOBBY", "ROUND_END"].includes(doc.state);
  return html`<nav class="dock ${isIdle ? "idle" : ""}" data-key="dock" aria-label="${t("host.controls")}">
    <p class="hint" role="status">${hint(doc, view)}</p>
    ${main(doc, isLive, hasKeys)}
    ${isIdle ? null : html`
      ${button("skip", keyed(nextStep(doc), "→", hasKeys), { isEnabled: isLive && canSkip, kind: "next" })}
      ${button("reveal", keyed(t("host.reveal"), "R", hasKeys), { isEnabled: isLive && canReveal })}`}
    ${button("end", t("host.end"), { isEnabled: isLive && doc.session.status !== "ended" && doc.state !== "ROUND_END", kind: "quiet" })}
  </nav>`;
}

/** Start, pause, go on, play again, begin anew: one place, of which one makes sense at a time. */
function main({ state, paused, session, uiHints }, isLive, hasKeys) {
  if (session.status === "ended") return button("newSession", t("host.newNow"), { key: "again", kind: "primary" });
  if (state === "LOBBY") return button("start", t("host.start"), { isEnabled: isLive && uiHints.canStart, kind: "primary" });
  if (state === "ROUND_END") return button("start", t("host.rematch"), { isEnabled: isLive && uiHints.canStart, kind: "primary" });
  const space = t("keys.space");
  return paused
    ? button("resume", keyed(t("host.resume"), space, hasKeys), { isEnabled: isLive, kind: "primary" })
    : button("pause", keyed(t("host.pause"), space, hasKeys), { isEnabled: isLive && uiHints.canPause });
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
