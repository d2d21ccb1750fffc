// Where any game is, whatever its own states are called (protocol §3.2).

/** lobby, running, finale or over. */
export function stageOf({ state, final }) {
  if (state === "LOBBY") return "lobby";
  if (!final) return "running";
  return state === "FINAL_RESULTS" ? "finale" : "over";
}

/** Before a game or after one: the host may begin another. */
export function isIdle(doc) {
  const stage = stageOf(doc);
  return stage === "lobby" || stage === "over";
}
