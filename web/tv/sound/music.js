// The music layer: one bed at a time, in phase with the server's clock, fading into the next.

import { MAX_DRIFT_MS } from "/tv/sound/moments.js";

const FADE_MS = 500;
/** When the document alone tells that it is over: MUSIC_STOP would have said how fast. */
const FADE_OUT_MS = 600;
const REJOIN_FADE_MS = 300;
const CHECK_MS = 5000;
/** The clock is at its worst right after a start. */
const FIRST_CHECK_MS = 1000;

export class Music {
  #stage;
  #wanted = null;
  #bed = null;
  #leaving = null;
  #check = null;

  /** @param stage {mixer, library, player(sound), report} */
  constructor(stage) {
    this.#stage = stage;
  }

  /** The bed that sounds, or null. */
  get bed() {
    return this.#bed;
  }

  /** Plays the bed of the document or MUSIC_SET: {trackId, startAtServerMs, gainDb?} or null. */
  async want(music) {
    if (!music) return this.#wanted && this.stop(FADE_OUT_MS);
    if (Number.isFinite(music.gainDb)) this.#stage.mixer.setMusicGain(music.gainDb);
    if (isSame(music, this.#wanted)) return undefined;
    this.#wanted = music;
    const buffer = await this.#stage.library.sound(music.trackId);
    // Meanwhile something else may have been asked for.
    if (buffer && this.#wanted === music) this.#change(buffer, FADE_MS);
    return undefined;
  }

  stop(fadeOutMs) {
    this.#wanted = null;
    clearInterval(this.#check);
    if (this.#bed) this.#leaving = this.#bed;
    this.#bed = null;
    // A MUSIC_STOP after the document's word still says how fast.
    this.#leaving?.stop(fadeOutMs);
  }

  /** Puts a bed that has drifted, or slept with the device, back in phase. */
  align() {
    if (this.#bed && Math.abs(this.#bed.errorMs()) > MAX_DRIFT_MS) this.#change(this.#bed.buffer, REJOIN_FADE_MS);
  }

  #change(buffer, fadeInMs) {
    const { trackId, startAtServerMs } = this.#wanted;
    this.#bed?.stop(fadeInMs);
    const { player, mixer, report } = this.#stage;
    this.#bed = player({ layer: "music", id: trackId, buffer, output: mixer.beds, startAtMs: startAtServerMs, isLoop: true });
    this.#bed.buffer = buffer;
    this.#bed.start({ fadeInMs, report });
    clearInterval(this.#check);
    setTimeout(() => this.align(), FIRST_CHECK_MS);
    this.#check = setInterval(() => this.align(), CHECK_MS);
  }
}

function isSame(a, b) {
  return a.trackId === b?.trackId && a.startAtServerMs === b?.startAtServerMs;
}
