// Stems over the bed: loops of its beat, in its phase, that come and go with the arrangement.

import { factor } from "/tv/sound/moments.js";

const FADE_MS = 900;

export class Stems {
  #stage;
  #bed = null;
  #wanted = [];
  #players = new Map();

  /** @param stage {mixer, library, player(sound), report} */
  constructor(stage) {
    this.#stage = stage;
  }

  get players() {
    return [...this.#players.values()];
  }

  /** @param stems [{trackId, gainDb}] */
  want(stems) {
    this.#wanted = stems;
    this.#settle();
  }

  /** Another bed, or none, or the same that was put back in phase: all join it anew. */
  over(bed, fadeMs) {
    this.#bed = bed;
    for (const player of this.players) player.stop(fadeMs);
    this.#players.clear();
    this.#settle();
  }

  #settle() {
    for (const [trackId, player] of this.#players) if (!this.#gainOf(trackId)) this.#leave(trackId, player);
    if (!this.#bed) return;
    for (const { trackId } of this.#wanted) {
      const player = this.#players.get(trackId);
      if (player) player.fade(this.#gainOf(trackId), FADE_MS);
      else this.#bring(trackId);
    }
  }

  async #bring(trackId) {
    const { library, player, mixer, report } = this.#stage;
    const bed = this.#bed;
    const buffer = await library.sound(trackId);
    // Meanwhile it may be here, or unwanted, and the bed another.
    const gain = this.#gainOf(trackId);
    if (!buffer || !gain || bed !== this.#bed || this.#players.has(trackId)) return;
    const { startAtMs } = bed;
    const stem = player({ layer: "music", id: trackId, buffer, output: mixer.stems, startAtMs, isLoop: true });
    this.#players.set(trackId, stem);
    stem.start({ fadeInMs: FADE_MS, gain, beside: bed, report });
  }

  #leave(trackId, player) {
    player.stop(FADE_MS);
    this.#players.delete(trackId);
  }

  /** As a factor; nothing: it is not wanted. */
  #gainOf(trackId) {
    const stem = this.#wanted.find((wanted) => wanted.trackId === trackId);
    return stem ? factor(stem.gainDb) : 0;
  }
}
