// Three layers into one master: music, which steps back for the voice; the voice; and effects.

import { factor } from "/tv/sound/moments.js";

/** Room for three layers at once without distortion. */
const MASTER_DB = -3;
/** Music as composed and as the host's levels are meant, so that it is heard between two sentences. */
const MUSIC_DB = 6;
/** The host's, until it is known: medium (G-73). */
const USUAL_MUSIC_DB = -16;
/** Nothing of a bed is left out above it. */
const OPEN_HZ = 20_000;
const SHAPE_S = 1;
/** Of an approach that is as good as done after its time (95 %). */
const APPROACH = 1 / 3;
const GAIN_CHANGE_S = 0.1;

/** Lowering of the music for the voice, unless MUSIC_DUCK says otherwise. */
export const DUCKING = { amountDb: -12, attackMs: 120, releaseMs: 600 };

export class Mixer {
  #context;
  #duck;
  #bed;
  #tone;
  #ducking = DUCKING;
  #musicDb = USUAL_MUSIC_DB;

  constructor(context) {
    this.#context = context;
    this.master = this.#gain(context.destination, factor(MASTER_DB));
    this.music = this.#gain(this.master, factor(USUAL_MUSIC_DB));
    this.voice = this.#gain(this.master);
    this.effects = this.#gain(this.master);
    this.#duck = this.#gain(this.#gain(this.music, factor(MUSIC_DB)));
    this.#bed = this.#gain(this.#duck);
    this.#tone = new BiquadFilterNode(context, { type: "lowpass", frequency: OPEN_HZ });
    this.#tone.connect(this.#bed);
  }

  /** Input for a bed. */
  get beds() {
    return this.#tone;
  }

  /** Input for what is laid over it. */
  get stems() {
    return this.#duck;
  }

  /** The host has turned the music off. */
  get isMuted() {
    return factor(this.#musicDb) === 0;
  }

  /** What is left of a bed: `brightHz` is where it begins to grow faint, `duckDb` how deep it ducks, if not as usual. */
  shape({ gainDb, brightHz, duckDb }) {
    if (Number.isFinite(duckDb)) this.#ducking = { ...this.#ducking, amountDb: duckDb };
    const now = this.#context.currentTime;
    this.#bed.gain.setTargetAtTime(factor(gainDb), now, SHAPE_S * APPROACH);
    this.#tone.frequency.setTargetAtTime(Math.min(brightHz, OPEN_HZ), now, SHAPE_S * APPROACH);
  }

  /** The levels of music and clips now, how far the music is ducked, and what is left of the bed, as factors; `brightHz` too. */
  levels() {
    const [music, voice, duck, bed] = [this.music, this.voice, this.#duck, this.#bed].map(({ gain }) => gain.value);
    return { music, voice, duck, bed, brightHz: this.#tone.frequency.value };
  }

  /** The document says it again with every patch. */
  setMusicGain(db) {
    if (db === this.#musicDb) return;
    this.#musicDb = db;
    this.music.gain.setTargetAtTime(factor(db), this.#context.currentTime, GAIN_CHANGE_S * APPROACH);
  }

  /** Of clips that are music: as they were made where the host's level is the usual one or above. */
  setClipGain(db) {
    const wanted = factor(db) && Math.min(1, factor(db - USUAL_MUSIC_DB));
    this.voice.gain.setTargetAtTime(wanted, this.#context.currentTime, GAIN_CHANGE_S * APPROACH);
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
