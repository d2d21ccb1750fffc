// The card with what happens now stands at the top: a new phase is shown to a host who has scrolled away from it.

import { isIdle } from "/shared/stage.js";
import { isAsking } from "/host/dialogs.js";

const TYPED_IN = 'input:not([type="radio"], [type="checkbox"])';

/** @param page of the game. @param begin runs whenever a game starts. */
export async function followPhases({ store, met }, begin) {
  const { goesOn } = await met;
  let before = store.doc;
  store.addEventListener("change", () => {
    const was = before;
    before = store.doc;
    if (was.state === before.state) return;
    if (isIdle(was) && !isIdle(before)) begin();
    // When the game goes on by itself, readers are left where they are.
    if (!goesOn(was, before) && !isAsking() && !document.activeElement?.matches(TYPED_IN)) scrollTo(0, 0);
  });
}

/** Some phones leave the focus in a field when a button is pressed: whoever starts a game has typed enough. */
export function stopTyping() {
  if (document.activeElement?.matches(TYPED_IN)) document.activeElement.blur();
}
