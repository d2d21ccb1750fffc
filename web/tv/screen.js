// Which screen the TV shows in which state.

import { html } from "/shared/html.js";
import { pausedNotice, scoreboard } from "/shared/parts.js";
import { t } from "/shared/strings.js";
import { clueScreen } from "/tv/clue.js";
import { finalScreen } from "/tv/final.js";
import { followupScreen, revealScreen } from "/tv/reveal.js";
import { lobbyScreen } from "/tv/lobby.js";
import { MAX_ROWS } from "/tv/room.js";

const SCREENS = {
  LOBBY: lobbyScreen,
  PREPARING_ROUND: () => html`<div class="centre"><h1>${t("preparing")}</h1></div>`,
  ROUND_INTRO: (doc) => html`<div class="centre"><h1>${t("intro.title", doc.round)}</h1><p>${t("intro.text")}</p></div>`,
  CLUE_LEVEL: clueScreen,
  PAUSED_FOR_BRAKE: clueScreen,
  REVEAL_DESTINATION: revealScreen,
  FOLLOWUP_QUESTION: followupScreen,
  SCOREBOARD: (doc) => html`<h1>${t("scoreboard.title")}</h1>${scoreboard({ scoreboard: doc.scoreboard.slice(0, MAX_ROWS) })}`,
  FINAL_RESULTS: finalScreen,
  ROUND_END: finalScreen,
};

export function screen(doc) {
  return html`${pausedNotice(doc)}
    <section class="screen" data-key="${doc.state}" data-state="${doc.state}">${SCREENS[doc.state](doc)}</section>`;
}
