// Keeps the screen on while a game is played (Screen Wake Lock; on secure pages alone).

/** On a page without TLS, the usual one of a living room, nothing keeps a phone from going to sleep. */
export function mayFallAsleep() {
  return !navigator.wakeLock;
}

let isWanted = false;
let lock = null;

export function keepAwake(wanted) {
  isWanted = wanted;
  if (wanted) take();
  else lock?.then((held) => held?.release());
}

// A hidden page loses the lock.
document.addEventListener("visibilitychange", () => isWanted && take());

function take() {
  if (lock || document.hidden || !navigator.wakeLock) return;
  // A phone that saves its battery says no.
  lock = navigator.wakeLock.request("screen").catch(() => null);
  lock.then((held) => {
    if (held) held.addEventListener("release", () => (lock = null));
    else lock = null;
  });
}
