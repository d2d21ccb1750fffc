// What the train outside does, by what the document says.

const SCENES = {
  LOBBY: "platform",
  PREPARING_ROUND: "platform",
  ROUND_INTRO: "rolling",
  CLUE_LEVEL: "rolling",
  PAUSED_FOR_BRAKE: "braked",
  REVEAL_DESTINATION: "arrived",
  FOLLOWUP_QUESTION: "arrived",
  SCOREBOARD: "platform",
  FINAL_RESULTS: "dark",
  ROUND_END: "platform",
};

export function sceneOf({ state, paused }) {
  const scene = SCENES[state];
  return scene === "rolling" && paused ? "halted" : scene;
}
