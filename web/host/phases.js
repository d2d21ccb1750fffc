// The card with what happens now stands at the top: a new phase is shown to a host who has scrolled away from it.

import { isAsking } from "/host/dialogs.js";

const BETWEEN = ["LOBBY", "ROUND_END"];
const TYPED_IN = 'input:not([type="radio"], [type="checkbox"])';

/** `begin` runs whenever a game starts. */
export function followPhases(store, begin) {
  let state = null;
  store.addEventListener("change", () => {
    const before = state;
    state = store.doc.state;
    if (before === null || before === state) return;
    if (BETWEEN.includes(before) && !BETWEEN.includes(state)) begin();
    // After a brake the clue goes on by itself, and whoever reads the secret reads on.
    const goesOn = before === "PAUSED_FOR_BRAKE" && state === "CLUE_LEVEL";
    if (!goesOn && !isAsking() && !document.activeElement?.matches(TYPED_IN)) scrollTo(0, 0);
  });
}

/** Some phones leave the focus in a field when a button is pressed: whoever starts a game has typed enough. */
export function stopTyping() {
  if (document.activeElement?.matches(TYPED_IN)) document.activeElement.blur();
}
