// The emergency brake under a thumb: when it is pulled, and how long it cools down.

/** The gateway takes one pull in this time and counts every one, so that a second tap would only make it longer. */
const COOLDOWN_MS = 2000;
/** A pull that reaches the gateway later than that stops a train that nobody wants stopped any more. */
export const PULL_WITHIN_MS = 3000;
const PULLED = 60;
const GRANTED = [40, 60, 160];
const REFUSED = [30, 60, 30];

export class Brake {
  isCooling = false;
  /** Counts cool-downs, so that each is drawn from its beginning. */
  cooldowns = 0;
  /** The last pull did not reach the gateway. */
  isLost = false;

  #send;
  #changed;
  #timeout = null;

  /** @param send () → whether the pull was sent. @param changed called when it looks different. */
  constructor(send, changed) {
    this.#send = send;
    this.#changed = changed;
  }

  listen(root) {
    let isUnderFinger = false;
    // A click comes when the finger leaves; the room is quicker than that.
    root.addEventListener("pointerdown", (event) => {
      if (!event.isPrimary || event.button !== 0 || !isBrake(event.target)) return;
      isUnderFinger = true;
      this.pull();
    });
    // Keyboards and screen readers click without a finger.
    root.addEventListener("click", (event) => {
      if (!isBrake(event.target)) return;
      if (event.detail === 0 || !isUnderFinger) this.pull();
      isUnderFinger = false;
    });
  }

  pull() {
    if (this.isCooling || !this.#send()) return;
    buzz(PULLED);
    this.isLost = false;
    this.#cool();
  }

  lose() {
    buzz(REFUSED);
    this.isLost = true;
    this.#changed();
  }

  /** Another clue, another pull. */
  forget() {
    this.isLost = false;
  }

  /** The gateway's word decides. */
  hear({ type, payload }, playerId) {
    if (type === "BRAKE_ACCEPTED" && payload.brakeOwnerPlayerId === playerId) buzz(GRANTED);
    if (type !== "BRAKE_REJECTED") return;
    buzz(REFUSED);
    if (payload.reason === "rate_limited") this.#cool();
  }

  #cool() {
    this.isCooling = true;
    this.cooldowns += 1;
    clearTimeout(this.#timeout);
    this.#timeout = setTimeout(() => {
      this.isCooling = false;
      this.#changed();
    }, COOLDOWN_MS);
    this.#changed();
  }
}

/** A page that nobody has touched since it was loaded may not. */
function buzz(pattern) {
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(pattern);
}

function isBrake(target) {
  return target.closest('button[data-action="brake"]') !== null;
}
