// Three layers into one master: music, which steps back for the voice; the voice; and effects.

import { factor } from "/tv/sound/moments.js";

/** Room for three layers at once without distortion. */
const MASTER_DB = -3;
/** Of an approach that is as good as done after its time (95 %). */
const APPROACH = 1 / 3;
const GAIN_CHANGE_S = 0.1;

/** Lowering of the music for the voice, unless MUSIC_DUCK says otherwise. */
export const DUCKING = { amountDb: -12, attackMs: 120, releaseMs: 600 };

export class Mixer {
  #context;
  #duck;
  #ducking = DUCKING;
  #musicDb = 0;

  constructor(context) {
    this.#context = context;
    this.master = this.#gain(context.destination, factor(MASTER_DB));
    this.music = this.#gain(this.master);
    this.voice = this.#gain(this.master);
    this.effects = this.#gain(this.master);
    this.#duck = this.#gain(this.music);
  }

  /** Input for a bed. */
  get beds() {
    return this.#duck;
  }

  /** The music layer's level now, and how far it is ducked, as factors. */
  levels() {
    return { music: this.music.gain.value, duck: this.#duck.gain.value };
  }

  /** The document says it again with every patch. */
  setMusicGain(db) {
    if (db === this.#musicDb) return;
    this.#musicDb = db;
    this.music.gain.setTargetAtTime(factor(db), this.#context.currentTime, GAIN_CHANGE_S * APPROACH);
  }

  /** MUSIC_DUCK tells how deep; when, the voice tells, so that nothing is ducked twice (or for a clip that never came). */
  setDucking({ amountDb, attackMs, releaseMs }) {
    this.#ducking = { amountDb: -Math.abs(amountDb), attackMs, releaseMs };
  }

  /** Ducks the music between two moments of the context's time; whatever was planned before is dropped. */
  duck(from, until) {
    const { amountDb, attackMs, releaseMs } = this.#ducking;
    const { gain } = this.#duck;
    gain.cancelScheduledValues(this.#context.currentTime);
    if (until > from) gain.setTargetAtTime(factor(amountDb), from, (attackMs / 1000) * APPROACH);
    gain.setTargetAtTime(1, until, (releaseMs / 1000) * APPROACH);
  }

  unduck() {
    const now = this.#context.currentTime;
    this.duck(now, now);
  }

  #gain(output, value = 1) {
    const node = this.#context.createGain();
    node.gain.value = value;
    node.connect(output);
    return node;
  }
}
