// The voice layer: one clip at a time, and the music steps back while it speaks.

const CUT_MS = 60;

export class Voice {
  #stage;
  #wanted = null;
  #clip = null;

  /** @param stage {mixer, library, player(sound), report} */
  constructor(stage) {
    this.#stage = stage;
  }

  /** The clip that speaks or is about to, or null. */
  get clip() {
    return this.#clip;
  }

  isWanted({ clipId, startAtServerMs }) {
    return this.#wanted?.clipId === clipId && this.#wanted.startAtServerMs === startAtServerMs;
  }

  /** @param voice {clipId, roundId, startAtServerMs}; load: what brings its buffer, or null when it can't be had. */
  async speak(voice, load) {
    if (this.isWanted(voice)) return;
    this.stop();
    this.#wanted = voice;
    const buffer = await load();
    if (!buffer || this.#wanted !== voice) return;
    const { player, mixer, report } = this.#stage;
    const clip = player({ layer: "voice", id: voice.clipId, buffer, output: mixer.voice, startAtMs: voice.startAtServerMs });
    if (!clip.start({ report })) return;
    this.#clip = clip;
    mixer.duck(clip.startsAt, clip.endsAt);
    await clip.ended;
    if (this.#clip === clip) this.#clip = null;
  }

  stop() {
    this.#wanted = null;
    if (!this.#clip) return;
    this.#clip.stop(CUT_MS);
    this.#clip = null;
    this.#stage.mixer.unduck();
  }
}
