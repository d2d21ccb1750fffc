// The TV of any game: its own screen, with the platform below.

import { html } from "/shared/html.js";
import { screenless } from "/shared/parts.js";
import { stageOf } from "/shared/stage.js";
import { finalScreen } from "/tv/final.js";
import { foot } from "/tv/foot.js";
import { lobbyScreen } from "/tv/lobby.js";

/** @param face what the game brings: {screens, titles}. */
export function screen(doc, face) {
  return html`<section class="screen" data-key="${doc.state}" data-state="${doc.state}" data-paused="${doc.paused}">${shown(doc, face)}</section>
    ${foot(doc)}`;
}

function shown(doc, { screens, titles }) {
  if (doc.state in screens) return screens[doc.state](doc);
  switch (stageOf(doc)) {
    case "lobby": return lobbyScreen(doc);
    case "running": return screenless(doc);
    default: return finalScreen(doc, titles);
  }
}
