// Pictures that a player lets float up on the TV. Not needed to play, so they come once somebody does.

import { listen } from "/shared/actions.js";
import { html } from "/shared/html.js";
import { toast, wear } from "/shared/page.js";
import { randomId } from "/shared/seat.js";
import { addStrings, t } from "/shared/strings.js";

addStrings({
  en: {
    "react": "React on the TV",
    "react.heart": "Heart", "react.star": "Star", "react.laugh": "Laugh", "react.wow": "Wow", "react.cry": "Cry", "react.flame": "Fire",
  },
  sv: {
    "react": "Reagera på TV:n",
    "react.heart": "Hjärta", "react.star": "Stjärna", "react.laugh": "Skratt", "react.wow": "Oj", "react.cry": "Gråt", "react.flame": "Eld",
  },
});

/** As the contract has them. */
const REACTIONS = ["heart", "star", "laugh", "wow", "cry", "flame"];
/** How the messages' ids begin. */
const NAME = "react-";
/** Pressed no faster than this, a phone never meets the gateway's limit. */
const REST_MS = 1000;

await wear("/player/reactions.css");

/** @param page what `play` returned. @returns (doc) → the buttons. */
export function reactionsFor({ root, connection, draw }) {
  let isResting = false;
  const rest = (now) => {
    isResting = now;
    draw();
  };
  const press = ({ dataset: { reaction } }) => {
    if (isResting || !connection.send("PLAYER_REACT", { reaction }, NAME + randomId())) return;
    rest(true);
    setTimeout(rest, REST_MS, false);
  };
  listen(root, { react: press });
  connection.addEventListener("message", ({ detail: { inReplyTo } }) => {
    // A refusal has nothing to say to somebody whose moment has passed.
    if (inReplyTo?.startsWith(NAME)) toast("");
  });
  return ({ canReact, session }) => canReact && session.tv.connected && html`
    <div class="reactions" data-key="reactions" role="group" aria-label="${t("react")}">${REACTIONS.map((reaction) => html`
      <button type="button" data-action="react" data-key="${reaction}" data-reaction="${reaction}" aria-label="${t(`react.${reaction}`)}"
        aria-disabled="${isResting}"><svg viewBox="0 0 48 48" aria-hidden="true"><use href="/shared/reactions.svg#${reaction}"/></svg></button>`)}</div>`;
}
