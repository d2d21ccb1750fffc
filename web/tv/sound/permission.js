// May this page sound? Browsers want a press first, unless the screen was set up otherwise.

/** Any sound will do: it is played without being heard. */
const PROBE = "/sounds/tick.flac";

/** Asks without making an AudioContext, about which a browser would complain. */
export async function maySound() {
  if (navigator.getAutoplayPolicy) return navigator.getAutoplayPolicy("audiocontext") === "allowed";
  const probe = new Audio(PROBE);
  probe.volume = 0;
  try {
    await probe.play();
    probe.pause();
    return true;
  } catch {
    return false;
  }
}

/** The next press of a key or a pointer, anywhere. */
export function nextPress() {
  return new Promise((resolve) => {
    const heard = (event) => {
      // Escape is no press to a browser.
      if (event.key === "Escape") return;
      for (const kind of ["keydown", "pointerup"]) removeEventListener(kind, heard, true);
      resolve();
    };
    for (const kind of ["keydown", "pointerup"]) addEventListener(kind, heard, true);
  });
}
