// The server's time, as well as it can be known here.

/** Round trips that are remembered; a phone's clock and way to the server change over an evening. */
const SAMPLES = 8;

class ServerClock {
  #samples = [];
  #hintMs = 0;

  /** Milliseconds of the server's clock now. */
  now() {
    return Date.now() + this.offsetMs;
  }

  get offsetMs() {
    return this.#samples.length ? this.#best.offsetMs : this.#hintMs;
  }

  /** Half the shortest round trip: what the offset may be wrong by. */
  get uncertaintyMs() {
    return this.#samples.length ? this.#best.tripMs / 2 : Infinity;
  }

  /** A new connection: what was measured on another network counts no more. */
  restart(serverTimeMs) {
    this.#samples = [];
    this.#hintMs = serverTimeMs - Date.now();
  }

  /** TIME_PONG: sent at t0 here, received at t1 and answered at t2 there, back at t3 here (RFC 5905 §8). */
  measure({ t0, t1, t2 }, t3 = Date.now()) {
    this.#samples.push({ tripMs: t3 - t0 - (t2 - t1), offsetMs: (t1 - t0 + (t2 - t3)) / 2 });
    if (this.#samples.length > SAMPLES) this.#samples.shift();
  }

  /** Milliseconds that a timer of the document has left. */
  remainingMs(timer) {
    if (timer.paused) return timer.remainingMs;
    const leftMs = timer.startAtServerMs + timer.durationMs - this.now();
    return Math.min(timer.durationMs, Math.max(0, leftMs));
  }

  get #best() {
    return this.#samples.reduce((best, sample) => (sample.tripMs < best.tripMs ? sample : best));
  }
}

/** One page shows one session: one clock. */
export const clock = new ServerClock();
