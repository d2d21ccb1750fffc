// The audio device's clock and the server's: when is what the context renders now heard, in server time?

import { clock } from "/shared/clock.js";

/** Looks at the device's clock that are remembered: it is told in steps, and a late look tells too much. */
const LOOKS = 15;
const LOOK_EVERY_MS = 100;
/** Seconds that a start needs to reach the audio thread. */
const HASTE_S = 0.03;

export class Timebase {
  #context;
  #looks = [];
  #lookedAtMs = -Infinity;

  constructor(context) {
    this.#context = context;
  }

  /** Server time at which the context's `seconds` are heard. */
  serverMsAt(seconds) {
    return seconds * 1000 + this.#leadMs() + clock.now() - performance.now();
  }

  /** The context's time that is heard at `serverMs`. */
  secondsAt(serverMs) {
    return (serverMs - this.serverMsAt(0)) / 1000;
  }

  /** The earliest moment that a sound started now can be heard. */
  earliestMs() {
    return this.serverMsAt(this.#context.currentTime + HASTE_S);
  }

  /** Forgets measurements from before the device slept. */
  restart() {
    this.#looks = [];
    this.#lookedAtMs = -Infinity;
  }

  /** Looks at the device's clock, now and then. */
  look() {
    const now = performance.now();
    if (now - this.#lookedAtMs < LOOK_EVERY_MS) return;
    this.#lookedAtMs = now;
    const { contextTime, performanceTime } = this.#context.getOutputTimestamp();
    const { currentTime, outputLatency = 0 } = this.#context;
    // Zeros until the device has told its time.
    const isTold = contextTime > 0 && performanceTime > 0;
    this.#looks.push(isTold ? performanceTime - contextTime * 1000 : now - (currentTime - outputLatency) * 1000);
    if (this.#looks.length > LOOKS) this.#looks.shift();
  }

  /** performance.now() minus the context's time as it is heard: the middle of the latest looks. */
  #leadMs() {
    this.look();
    return [...this.#looks].sort((a, b) => a - b)[this.#looks.length >> 1];
  }
}
