// What players let float up: beside their face, from where they sit.

import { portraitOf } from "/shared/avatar.js";
import { html } from "/shared/html.js";

/** Of one reaction on the screen; reactions.css has the same. */
const SHOWN_MS = 2600;
/** At once, whoever they are from; the gateway lets through hardly more. */
const MAX_SHOWN = 24;
/** Those of one place go up beside one another, in rem. */
const DRIFTS = [0, -1.6, 1.6, -3.2, 3.2];

/** Shows them in `layer`, while the document has room for them. */
export function showReactions({ connection, store }, layer) {
  let count = 0;
  connection.addEventListener("message", ({ detail: { type, payload } }) => {
    if (type !== "REACTION" || !store.doc?.canReact || layer.childElementCount >= MAX_SHOWN) return;
    layer.insertAdjacentHTML("beforeend", html`<p class="reaction">${portraitOf(store.doc.players, payload.playerId)}<svg
      class="picture" viewBox="0 0 48 48"><use href="/shared/reactions.svg#${payload.reaction}"/></svg></p>`.text);
    const reaction = layer.lastElementChild;
    const { left, top } = placeOf(payload.playerId);
    reaction.style.setProperty("--left", `${left}px`);
    reaction.style.setProperty("--top", `${top}px`);
    reaction.style.setProperty("--drift", `${DRIFTS[count++ % DRIFTS.length]}rem`);
    setTimeout(() => reaction.remove(), SHOWN_MS);
  });
  // What comes next is there for being read.
  store.addEventListener("change", () => store.doc.canReact || layer.replaceChildren());
}

/** The middle of a player's face: in the list that is shown, else in the train, else the platform. */
function placeOf(playerId) {
  const key = `[data-key="${CSS.escape(playerId)}"]`;
  const place = document.querySelector(`main ${key} .avatar`) ?? document.querySelector(`main ${key}`) ?? document.querySelector(`.train ${key} .avatar`);
  const box = place?.getBoundingClientRect();
  if (!box?.width) return { left: innerWidth / 2, top: innerHeight * 0.85 };
  return { left: Math.min(innerWidth * 0.94, Math.max(innerWidth * 0.06, box.left + box.width / 2)), top: box.top };
}
