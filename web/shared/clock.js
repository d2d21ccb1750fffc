// The server's time, as well as it can be known here.

/** Round trips that are remembered; a phone's way to the server changes over an evening. */
const SAMPLES = 8;
/** Milliseconds that two clocks may drift apart between two samples, and timers may be late. */
const SLACK_MS = 50;

/** Somebody may set the clock of the phone, or summer time may end: this one only ever runs. It may stand still while
 * the phone sleeps, which shows in what the server says next. */
const here = () => performance.now();

class ServerClock {
  #samples = [];
  #hintMs = Date.now() - here();

  /** Milliseconds of the server's clock now. */
  now() {
    return here() + this.offsetMs;
  }

  /** From `performance.now()` to the server's clock. */
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
    if (Number.isFinite(serverTimeMs)) this.#hintMs = serverTimeMs - here();
  }

  /** The time on a message. Nothing comes from the future: if it seems so, this clock has stood still. */
  hear(serverTimeMs) {
    if (serverTimeMs > this.now() + SLACK_MS + (this.#samples.length && this.uncertaintyMs)) this.restart(serverTimeMs);
  }

  /** `t0` of a TIME_PING. */
  stamp() {
    return Math.round(here());
  }

  /** TIME_PONG: sent at t0 here, received at t1 and answered at t2 there, back at t3 here (RFC 5905 §8). */
  measure({ t0, t1, t2 }, t3 = here()) {
    const sample = { tripMs: Math.max(0, t3 - t0 - (t2 - t1)), offsetMs: (t1 - t0 + (t2 - t3)) / 2 };
    if (!Number.isFinite(sample.offsetMs)) return;
    // Two measurements of the same pair of clocks differ by half of both trips at most; else one clock was set.
    const isOther = ({ tripMs, offsetMs }) =>
      Math.abs(offsetMs - sample.offsetMs) > (tripMs + sample.tripMs) / 2 + SLACK_MS;
    if (this.#samples.some(isOther)) this.#samples = [];
    this.#samples.push(sample);
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
