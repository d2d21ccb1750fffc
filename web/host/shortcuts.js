// Keys for whoever directs from a laptop. They can be turned off (WCAG 2.1.4), and never act while somebody types
// or a dialog asks.

import { html } from "/shared/html.js";
import { t } from "/shared/strings.js";
import { isAsking } from "/host/dialogs.js";
import { recall, remember } from "/host/memory.js";

const OFF = "keys.off";
/** Buttons by key, the first that is there; a remote's or a keyboard's media keys among them. */
const ACTIONS = {
  " ": ["pause", "resume"], ArrowRight: ["skip"], r: ["reveal"], h: ["peek"],
  MediaPlayPause: ["pause", "resume", "start"], MediaPlay: ["resume"], MediaPause: ["pause"], MediaTrackNext: ["skip", "start"],
};
/** Elements that use Space or an arrow themselves. */
const BUSY = "button, a, summary, input, select, textarea, [contenteditable]";
const TYPED_IN = "input, select, textarea";

const hasKeyboard = matchMedia("(hover: hover) and (pointer: fine)");

/** True when keys act, and are therefore shown: with a keyboard, as far as one can tell. */
export function hasKeys() {
  return recall(OFF) !== true && hasKeyboard.matches;
}

/** `press(action)` for each key; `redraw()` when keys are turned on or off. */
export function listenToKeys(root, press) {
  document.addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || recall(OFF) === true || isAsking()) return;
    const actions = ACTIONS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!actions || event.target.closest?.([" ", "ArrowRight"].includes(event.key) ? BUSY : TYPED_IN)) return;
    event.preventDefault();
    press(actions);
  });
  // A pointer leaves no focus behind on the dock: Space shall mean pause, not the last button again.
  root.addEventListener("click", ({ detail, target }) => {
    if (detail > 0 && target.closest(".dock button")) document.activeElement?.blur();
  });
}

export function toggleKeys() {
  remember(OFF, recall(OFF) === true ? null : true);
}

/** @param face what the game brings: keys for what it has not are not named. */
export function legend(face) {
  if (!hasKeyboard.matches) return null;
  const isOn = hasKeys();
  const keys = { [t("keys.space")]: "pause", "→": "skip", ...(face.isRevealable && { R: "reveal" }), ...(face.live && { H: "secret" }),
    [t("keys.playPause")]: "pauseOrStart", [t("keys.track")]: "skipOrStart" };
  return html`<section class="panel legend" data-key="legend" aria-labelledby="keys-title"><h2 id="keys-title">${t("keys.title")}</h2>
    ${isOn ? html`<dl>${Object.entries(keys).map(([key, what]) => html`
      <div><dt><kbd>${key}</kbd></dt><dd>${t(`keys.${what}`)}</dd></div>`)}</dl>` : null}
    <button type="button" class="small quiet" data-key="toggleKeys" data-action="toggleKeys">${isOn ? t("keys.off") : t("keys.on")}</button></section>`;
}
