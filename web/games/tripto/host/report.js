// A host's word on a part of what is played, for whoever runs the gateway.

import { html } from "/shared/html.js";
import { RestError, post } from "/shared/rest.js";
import { t } from "/shared/strings.js";
import { toast } from "/shared/page.js";
import { freshSeat } from "/shared/tokens.js";
import { button } from "/host/buttons.js";
import { fill } from "/host/dialogs.js";
import { REASONS } from "/games/tripto/host/reasons.js";

const STATES = ["CLUE_LEVEL", "PAUSED_FOR_BRAKE", "REVEAL_DESTINATION", "FOLLOWUP_QUESTION", "SCOREBOARD"];

/** Of a dialog: a field of another is empty. */
let asked = 0;

/** Nothing where nothing is played. */
export function reportButton({ state, round }, { isLive }) {
  if (!round || !STATES.includes(state)) return null;
  return button("report", t("report.button"), { isEnabled: isLive, kind: "small", key: "report" });
}

/** Parts that everybody has seen by now, that of this moment first. */
function partsOf({ clue, followup }) {
  const all = clue
    ? [clue, ...clue.earlier].map(({ levelPoints }) => `clue_${levelPoints}`)
    : ["reveal", ...[10, 8, 6, 4, 2].map((points) => `clue_${points}`)];
  const questions = followup ? Array.from({ length: followup.index }, (_, place) => `followup_${followup.index - place}`) : [];
  return [...questions, ...all, "intro"];
}

function wordOf(part) {
  const [kind, number] = part.split("_");
  return t(`report.part.${kind}`, { number });
}

export async function report({ store, connection }) {
  const { doc } = store;
  const { roundId } = doc.round;
  const option = (value, word) => html`<option value="${value}">${word}</option>`;
  const body = await fill({
    title: t("report.title"),
    yes: t("report.go"),
    fields: html`<label for="report-part">${t("report.part")}</label>
      <select id="report-part" name="part">${partsOf(doc).map((part) => option(part, wordOf(part)))}</select>
      <label for="report-reason">${t("report.reason")}</label>
      <select id="report-reason" name="reason">${REASONS.map((reason) => option(reason, t(`report.${reason}`)))}</select>
      <label for="report-text">${t("report.text")}</label>
      <input id="report-text" name="text" maxlength="300" autocomplete="off" data-key="report-${(asked += 1)}">`,
  });
  if (!body) return;
  const { seat } = connection;
  try {
    const { authToken } = await freshSeat(seat, Date.now());
    await post(`/v1/sessions/${seat.sessionId}/rounds/${roundId}/reports`, body, { bearer: authToken });
    toast(t("report.sent"));
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    toast(t(error.code === "rate_limited" ? "report.full" : `error.${error.code}`));
  }
}
