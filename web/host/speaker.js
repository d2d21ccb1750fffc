// The host's own device as the room's loudspeaker, in a game that lets it. What it takes is fetched once it is chosen.

import { HOST_DEVICE } from "/shared/speaker.js";

export function followSpeaker(page) {
  const button = document.getElementById("sound");
  let isAsked = false;
  page.store.addEventListener("change", async () => {
    const isHere = page.store.doc.session.speaker === HOST_DEVICE;
    button.hidden = !isHere;
    if (!isHere || isAsked) return;
    isAsked = true;
    // What did not arrive is asked for again with the next change.
    const module = await import("/tv/sound/sound.js").catch(() => (isAsked = false));
    if (module) module.soundFor(page, button, document.querySelector("sound-report"));
  });
}
