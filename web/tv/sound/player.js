// One sound on its way from a buffer to a layer, started on the server's clock.

import { errorMs, joining } from "/tv/sound/moments.js";

/** After a start, when the device has told what became of it. */
const MEASURE_AFTER_MS = 250;
const FADE_PARTS = 5;

export class Player {
  #context;
  #timebase;
  #source;
  #fade;

  /** @param sound {layer, id, buffer, output, startAtMs, isLoop, fadeInMs, isWhole}: isWhole: late or not, from its beginning. */
  constructor(context, timebase, sound) {
    Object.assign(this, { layer: sound.layer, id: sound.id, startAtMs: sound.startAtMs, isLoop: Boolean(sound.isLoop) });
    this.#context = context;
    this.#timebase = timebase;
    this.durationMs = sound.buffer.duration * 1000;
    this.#fade = new GainNode(context);
    this.#fade.connect(sound.output);
    this.#source = new AudioBufferSourceNode(context, { buffer: sound.buffer, loop: this.isLoop });
    this.#source.connect(this.#fade);
    this.ended = new Promise((resolve) => (this.#source.onended = resolve));
    this.ended.then(() => this.#fade.disconnect());
  }

  /**
   * @param gain that it fades in to. @param notBeforeMs on the server's clock; a loop joins itself then.
   * @param beside a loop whose phase it takes, on the device's own clock: how that stands to the server's is measured
   * again and again, and two that are started at different times would be milliseconds apart.
   * @returns false when it is over already. `report(player)` is told once the start can be measured.
   */
  start({ fadeInMs = 0, gain = 1, isWhole = false, notBeforeMs = 0, beside = null, report }) {
    const soonestMs = this.#timebase.earliestMs();
    const earliestMs = Math.max(soonestMs, notBeforeMs);
    const { startAtMs, durationMs, isLoop } = this;
    const place = beside
      ? this.#inPhase(beside, earliestMs)
      : isWhole
      ? { atMs: Math.max(startAtMs, earliestMs), offsetMs: 0 }
      : joining({ startAtMs, earliestMs, durationMs, isLoop });
    if (!place) return false;
    this.startsAtMs = place.atMs;
    this.offsetMs = place.offsetMs;
    this.lateMs = place.atMs - startAtMs;
    this.startsAt = place.at ?? Math.max(this.#timebase.secondsAt(place.atMs), this.#context.currentTime);
    this.endsAt = isLoop ? Infinity : this.startsAt + (durationMs - place.offsetMs) / 1000;
    if (fadeInMs) {
      this.#fade.gain.setValueAtTime(0, this.startsAt);
      this.#fade.gain.linearRampToValueAtTime(gain, this.startsAt + fadeInMs / 1000);
    }
    this.#source.start(this.startsAt, place.offsetMs / 1000);
    setTimeout(() => report(this), Math.max(0, place.atMs - soonestMs) + MEASURE_AFTER_MS);
    return true;
  }

  /** To another gain, from now on. */
  fade(gain, fadeMs) {
    const now = this.#context.currentTime;
    const level = this.#fade.gain.value;
    this.#fade.gain.cancelScheduledValues(0);
    this.#fade.gain.setValueAtTime(level, now);
    this.#fade.gain.setTargetAtTime(gain, now, fadeMs / 1000 / FADE_PARTS);
  }

  /** Fades out from `at` (the context's time, now unless said) and ends. Again: the last word counts. */
  stop(fadeOutMs, at = this.#context.currentTime) {
    const fadeS = fadeOutMs / 1000;
    // After a fade in that is cut short, the fade out begins at its level.
    if (at <= this.#context.currentTime) {
      const level = this.#fade.gain.value;
      this.#fade.gain.cancelScheduledValues(0);
      this.#fade.gain.setValueAtTime(level, at);
    }
    this.#fade.gain.setTargetAtTime(0, at, fadeS / FADE_PARTS);
    this.#source.stop(at + fadeS);
  }

  /** The scheduled start against the wanted one, or later the place in the loop: positive is behind. */
  errorMs() {
    const { startAtMs, offsetMs, durationMs, isLoop } = this;
    return errorMs({ startAtMs, heardAtMs: this.#timebase.serverMsAt(this.startsAt), offsetMs, durationMs, isLoop });
  }

  /** Milliseconds into the sound at the context's `seconds`; negative before it starts. */
  positionAt(seconds) {
    const passedMs = (seconds - this.startsAt) * 1000 + this.offsetMs;
    return this.isLoop && passedMs > 0 ? passedMs % this.durationMs : passedMs;
  }

  #inPhase(beside, earliestMs) {
    const at = Math.max(this.#timebase.secondsAt(earliestMs), this.#context.currentTime, beside.startsAt);
    return { at, atMs: this.#timebase.serverMsAt(at), offsetMs: beside.positionAt(at) % this.durationMs };
  }
}
