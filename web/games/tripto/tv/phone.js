// What a phone has of the television's arrival and of the journey so far. It comes once there is a seat: nothing of it is
// needed to join.

import { html } from "/shared/html.js";
import { wear } from "/shared/page.js";
import { stageClock } from "/shared/stage-clock.js";
import { addStrings, t } from "/shared/strings.js";
import { arrivalOf, turnsOf } from "/games/tripto/tv/arrival.js";
import { ballotFor } from "/games/tripto/tv/ballot.js";
import { Travelogue } from "/games/tripto/tv/travelogue.js";

addStrings({
  en: { "arrival.incoming": "We are arriving …", "card.share": "Take the journey home as a card", "card.later": "Journeys on this phone" },
  sv: { "arrival.incoming": "Tåget rullar in …", "card.share": "Ta med resan hem som kort", "card.later": "Resor i den här telefonen" },
}, "tripto");
await wear("/games/tripto/tv/phone.css");

/** A phone says by touch how its answer did: pulses and pauses, in milliseconds. */
const TOUCHES = { right: [60, 80, 60, 80, 180], wrong: [260], none: [] };

/** Lets the phone's arrival keep time with the television's: who was quicker would spoil it. */
export function arrival(doc) {
  const { passedMs, pace } = arrivalOf(doc);
  return html`${stageClock(`arrival-${doc.round.roundId}`, passedMs, { pace, momentMs: ownMomentMs(doc) })}
    <div class="incoming" aria-hidden="true"><p>${t("arrival.incoming")}</p><img class="route" src="/player/route.svg" alt=""></div>`;
}

/** When the player's own answer turns over on the television, after the beginning of the stage; without one at once. */
function ownMomentMs(doc) {
  return turnsOf(doc).find(({ result }) => result.playerId === doc.me.playerId)?.atMs ?? 0;
}

/** Follows the documents of a seat: {dispute(doc), keepsake(doc), share()}, of the journey as it was seen. @param kindOf (doc) → right, wrong or none. */
export function follow(page, kindOf) {
  const { store, connection } = page;
  const travelogue = new Travelogue(connection.seat);
  let touch = null;
  const turn = () => {
    travelogue.note(store.doc);
    clearTimeout(touch);
    if (store.doc.state === "REVEAL_DESTINATION" && !store.doc.paused) touch = touchIn(store.doc, TOUCHES[kindOf(store.doc)]);
  };
  store.addEventListener("change", turn);
  turn();
  return {
    dispute: ballotFor(page),
    // A page of its own beside this one, which goes on.
    keepsake: (doc) => travelogue.keepsake(doc) && html`<button data-action="shareCard" data-key="share">${t("card.share")}</button>
      <a class="button" data-key="evenings" target="_blank" href="/player/evening.html">${t("card.later")}</a>`,
    share: async () => (await import("/games/tripto/tv/card.js")).share(travelogue.keepsake(store.doc)),
  };
}

/** Browsers complain about a phone that nobody has touched since its page was loaded. */
function touchIn(doc, pattern) {
  const inMs = ownMomentMs(doc) - arrivalOf(doc).passedMs;
  if (inMs <= 0 || !pattern.length) return null;
  return setTimeout(() => navigator.userActivation?.hasBeenActive && navigator.vibrate?.(pattern), inMs);
}
