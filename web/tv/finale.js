// When the confetti falls: told by the document and the server's clock, so that no cue is needed for it.

import { STAGES, finalePassedMs, winners } from "/shared/stage.js";

const CONFETTI = { intensity: "high", durationMs: 2500 };
let timeout = null;

export function followFinale(doc, confetti) {
  clearTimeout(timeout);
  const isOn = doc.state === "FINAL_RESULTS" && !doc.paused && winners(doc.final).length > 0;
  if (!isOn) return confetti.stop();
  const passedMs = finalePassedMs(doc) - STAGES.winner;
  if (passedMs < CONFETTI.durationMs) {
    timeout = setTimeout(() => confetti.fall({ ...CONFETTI, passedMs: Math.max(0, passedMs) }), Math.max(0, -passedMs));
  }
  return undefined;
}
