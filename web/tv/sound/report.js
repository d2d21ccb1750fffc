// <sound-report hidden>: what was started when, for tests and for whoever wonders why the room is silent.

/** Starts that are remembered. */
const STARTS = 50;

export class SoundReport extends HTMLElement {
  #starts = [];
  #failures = [];
  #now = () => ({});

  /** `now()` tells what sounds at this moment. */
  watch(now) {
    this.#now = now;
  }

  /** A start, once it is known what became of it. */
  started({ layer, id, startAtMs, offsetMs, lateMs, startErrorMs }) {
    this.#starts.push({ layer, id, startAtServerMs: startAtMs, offsetMs, lateMs, startErrorMs });
    if (this.#starts.length > STARTS) this.#starts.shift();
  }

  failed(id, reason) {
    this.#failures.push({ id, reason });
    if (this.#failures.length > STARTS) this.#failures.shift();
  }

  /**
   * {state, serverTimeMs, levels, bed, stems, voice, effects, starts, failures}. In `starts`, `startErrorMs` is the scheduled
   * start against the wanted one on the server's clock, positive: too late; `lateMs` is how late the cue came.
   */
  report() {
    return { ...this.#now(), starts: [...this.#starts], failures: [...this.#failures] };
  }
}

customElements.define("sound-report", SoundReport);
