// The train outside, as the document has it.

import { stageOf } from "/shared/stage.js";

/** platform, rolling, halted, braked, arrived or dark. @param scenes the game's, by state. */
export function sceneOf(doc, scenes) {
  if (stageOf(doc) === "finale") return "dark";
  const scene = scenes[doc.state] ?? "platform";
  return scene === "rolling" && doc.paused ? "halted" : scene;
}
