// One glance: where the game is, what everybody is waiting for, how long it takes.

import { countDown } from "/shared/countdown.js";
import { html } from "/shared/html.js";
import { nameOf } from "/shared/parts.js";
import { t } from "/shared/strings.js";
import { present } from "/host/players.js";

export function now(doc) {
  const { state, session, paused, round, timers } = doc;
  return html`<section class="now ${state === "PAUSED_FOR_BRAKE" ? "stop" : ""}" data-key="now" aria-labelledby="headline">
    <p class="kicker">${session.status === "ended" ? null : t(`state.${state}`)}${round && html` · ${t("intro.title", round)}`}
      ${paused && html`<b class="badge">${t("paused")}</b>`}</p>
    <h1 id="headline">${headline(doc)}</h1>
    ${body(doc)}
    ${countDown(timers[0])}
  </section>`;
}

/** Also read aloud whenever it changes. */
export function headline(doc) {
  const { state, clue, brake, reveal, followup, final } = doc;
  switch (state) {
    case "CLUE_LEVEL":
      return t("now.clue", { points: clue.levelPoints });
    case "PAUSED_FOR_BRAKE":
      return t("now.brake", { name: nameOf(doc, brake.brakeOwnerPlayerId), points: brake.levelPoints });
    case "REVEAL_DESTINATION":
      return `${reveal.destinationName}, ${reveal.country}`;
    case "FOLLOWUP_QUESTION":
      return t("followup.title", followup);
    case "FINAL_RESULTS":
    case "ROUND_END":
      return outcome(doc, final);
    default:
      return t(`now.${state}`);
  }
}

function outcome(doc, { aborted, isTie, tieWinners, winnerPlayerId }) {
  if (aborted) return t("final.aborted");
  if (isTie) return t("now.tie", { names: tieWinners.map((player) => nameOf(doc, player)).join(", ") });
  return winnerPlayerId ? t("now.winner", { name: nameOf(doc, winnerPlayerId) }) : t("final.nobody");
}

function body(doc) {
  const { state, clue, players, followup, review } = doc;
  const here = present(players);
  const total = here.length;
  switch (state) {
    case "CLUE_LEVEL":
    case "PAUSED_FOR_BRAKE":
      return html`<p class="said">${clue.clueText}</p>
        <p class="count">${t("now.locked", { count: here.filter((player) => player.locked).length, total })}</p>`;
    case "FOLLOWUP_QUESTION": {
      const isHere = ({ playerId }) => here.some((player) => player.playerId === playerId);
      const count = review.filter((answer) => answer.index === followup.index && isHere(answer)).length;
      return html`<p class="said">${followup.questionText}</p>
        <p class="count">${followup.locked
          ? html`${t("followup.correct")}: <b>${followup.correctAnswer}</b>`
          : t("now.answered", { count, total })}</p>`;
    }
    default:
      return null;
  }
}
