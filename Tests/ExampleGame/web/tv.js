// The quiz on the big screen.

import "/games/quiz/strings.js";
import { countDown } from "/shared/countdown.js";
import { html } from "/shared/html.js";
import { board } from "/tv/board.js";

export function open() {
  return { screens: { QUESTION: questionScreen }, scenes: { QUESTION: "rolling" } };
}

function questionScreen({ sum, timers, scoreboard }) {
  return html`<div class="gauge">${countDown(timers[0])}</div>
    <p class="pane" data-key="${sum}">${sum}</p>
    ${board(scoreboard)}`;
}
