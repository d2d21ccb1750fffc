// The screen's sound: silent until the page may sound, then whatever the document says.

import { clock } from "/shared/clock.js";
import { html } from "/shared/html.js";
import { render } from "/shared/render.js";
import { t } from "/shared/strings.js";
import { Conductor } from "/tv/sound/conductor.js";
import { Engine } from "/tv/sound/engine.js";
import { maySound, nextPress } from "/tv/sound/permission.js";
import "/tv/sound/report.js";

/**
 * @param page of the game.
 * @param button where the way to turn the sound on is shown, report: <sound-report>.
 */
export async function soundFor(page, button, report) {
  const { connection, store } = page;
  if (!("AudioContext" in window)) return;
  let isSilenced = false;
  const show = () => render(button, isSilenced ? switchOn() : html``);
  // In the language of the session, once that is known.
  store.addEventListener("change", show);
  if (!(await maySound())) {
    isSilenced = true;
    show();
    await nextPress();
  }
  const engine = new Engine(report);
  while (!(await engine.run())) {
    isSilenced = true;
    show();
    await nextPress();
  }
  // The press is answered, so that the room hears that it worked.
  if (isSilenced) engine.effects.play({ sfxId: "answer_lock", startAtServerMs: clock.now() });
  isSilenced = false;
  show();
  const { sounds, cues, arrangement, isClipMusic } = await page.met;
  engine.library.preload(sounds);
  const conductor = new Conductor(engine, connection, { cues, arrangement, isClipMusic });
  connection.addEventListener("message", ({ detail }) => conductor.hear(detail));
  const follow = () => conductor.follow(store.doc);
  store.addEventListener("change", follow);
  connection.addEventListener("status", () => {
    if (connection.reason === "taken_over" && connection.status === "over") conductor.leave();
    else if (connection.status === "open" && store.doc) follow();
  });
  follow();
}

function switchOn() {
  return html`<button class="primary sound-switch" data-key="sound">
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 9v6h4l6 5V4L8 9Z"/><path class="wave" d="M17 8q3 4 0 8"/></svg>
    ${t("sound.on")}<span class="help">${t("sound.key")}</span></button>`;
}
