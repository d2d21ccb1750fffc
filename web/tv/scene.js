// The train outside, as the document has it.

import { stageOf } from "/shared/stage.js";

/** platform, rolling, halted, braked, arrived or dark. @param scenes the game's, by state. */
export function sceneOf(doc, scenes) {
  if (stageOf(doc) === "finale") return "dark";
  const scene = scenes[doc.state] ?? "platform";
  return scene === "rolling" && doc.paused ? "halted" : scene;
}

/** So long a train that rolls takes to come to a stand. */
const BRAKING_MS = 2200;
const LOOK_MS = 100;
let brakes = null;

/** Shows a scene. An arrival takes its time; a screen that comes in the middle of one finds the train standing. */
export function play(scene) {
  const { dataset } = document.body;
  const before = dataset.scene;
  if (scene === before) return;
  dataset.scene = scene;
  clearInterval(brakes);
  if (scene !== "arrived") return roll(1);
  if (before === "platform") return roll(0);
  const beganMs = performance.now();
  brakes = setInterval(() => {
    const left = Math.max(0, 1 - (performance.now() - beganMs) / BRAKING_MS);
    roll(left);
    if (left === 0) clearInterval(brakes);
  }, LOOK_MS);
  return undefined;
}

let rolled = 1;

/** Whoever asks for motions has the page styled for it, so they are not asked for in vain. */
function roll(rate) {
  if (rate === rolled) return;
  rolled = rate;
  for (const part of document.querySelectorAll(".scenery > .strip, .scenery > .train")) {
    for (const motion of part.getAnimations()) motion.updatePlaybackRate(rate);
  }
}
