// The music layer: one bed at a time, in phase with the server's clock, fading into the next.

import { clock } from "/shared/clock.js";
import { Stems } from "/tv/sound/stems.js";
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
  #stems;

  /** @param stage {mixer, library, player(sound), report} */
  constructor(stage) {
    this.#stage = stage;
    this.#stems = new Stems(stage);
  }

  /** The bed that sounds, or null. */
  get bed() {
    return this.#bed;
  }

  /** Stems that sound over it. */
  get stems() {
    return this.#stems.players;
  }

  /** Plays a bed: {trackId, startAtServerMs, fromMs?} or null; `fromMs` is when it is heard at the earliest. */
  async want(music) {
    if (!music) return this.#wanted && this.stop(FADE_OUT_MS);
    if (isSame(music, this.#wanted)) return undefined;
    this.#wanted = music;
    const buffer = await this.#stage.library.sound(music.trackId);
    // Meanwhile something else may have been asked for.
    if (buffer && this.#wanted === music) this.#change(buffer, FADE_MS);
    return undefined;
  }

  /** @param arrangement {stems, gainDb, brightHz, duckDb}: what comes to the bed, and what is left of it. */
  dress(arrangement) {
    this.#stage.mixer.shape(arrangement);
    this.#stems.want(arrangement.stems);
  }

  stop(fadeOutMs) {
    this.#wanted = null;
    clearInterval(this.#check);
    if (this.#bed) this.#leaving = this.#bed;
    this.#bed = null;
    // A MUSIC_STOP after the document's word still says how fast.
    this.#leaving?.stop(fadeOutMs);
    this.#stems.over(null, fadeOutMs);
  }

  /** Puts a bed that has drifted, or slept with the device, back in phase. */
  align() {
    if (this.#bed && Math.abs(this.#bed.errorMs()) > MAX_DRIFT_MS) this.#change(this.#bed.buffer, REJOIN_FADE_MS);
  }

  #change(buffer, fadeInMs) {
    const { trackId, startAtServerMs, fromMs } = this.#wanted;
    this.#bed?.stop(fadeInMs);
    const { player, mixer, report } = this.#stage;
    this.#bed = player({ layer: "music", id: trackId, buffer, output: mixer.beds, startAtMs: startAtServerMs, isLoop: true });
    this.#bed.buffer = buffer;
    this.#bed.start({ fadeInMs, notBeforeMs: fromMs, report });
    this.#stems.over(this.#bed, fadeInMs);
    clearInterval(this.#check);
    setTimeout(() => this.align(), FIRST_CHECK_MS);
    this.#check = setInterval(() => this.align(), CHECK_MS);
  }
}

function isSame(a, b) {
  if (a.trackId !== b?.trackId || a.startAtServerMs !== b.startAtServerMs) return false;
  // What is heard already stays, whenever it was to begin.
  return a.fromMs === b.fromMs || !(b.fromMs > clock.now());
}
