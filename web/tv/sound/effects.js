// The effects layer: several at once, each started on its moment.

/** More at once are noise: the oldest ends. */
const MAX_VOICES = 12;
const CUT_MS = 60;
/** A cue for "now" is always a little late; its beginning is what is wanted of it. */
const WHOLE_WITHIN_MS = 400;
/** The fanfare ends the roll; should it never come, the roll ends by itself. */
const ROLL_MS = 5000;
const LOOPS = new Set(["drumroll"]);
const CUTS = new Map([["winner_fanfare", "drumroll"]]);

export class Effects {
  #stage;
  #players = new Set();
  /** Counts stops: what was being loaded before one is not wanted after it. */
  #era = 0;

  /** @param stage {mixer, library, timebase, player(sound), report} */
  constructor(stage) {
    this.#stage = stage;
  }

  get players() {
    return [...this.#players];
  }

  /** SFX_PLAY */
  async play({ sfxId, startAtServerMs }) {
    const { library, player, mixer, report, timebase } = this.#stage;
    const era = this.#era;
    const buffer = await library.sound(sfxId);
    if (!buffer || era !== this.#era) return;
    const isLoop = LOOPS.has(sfxId);
    const effect = player({ layer: "effects", id: sfxId, buffer, output: mixer.effects, startAtMs: startAtServerMs, isLoop });
    const isWhole = timebase.earliestMs() - startAtServerMs < WHOLE_WITHIN_MS;
    if (!effect.start({ isWhole, report })) return;
    this.#players.add(effect);
    if (isLoop) effect.stop(CUT_MS, effect.startsAt + ROLL_MS / 1000);
    this.#cut(CUTS.get(sfxId), effect.startsAt);
    if (this.#players.size > MAX_VOICES) this.players[0].stop(CUT_MS);
    await effect.ended;
    this.#players.delete(effect);
  }

  stop() {
    this.#era++;
    for (const effect of this.#players) effect.stop(CUT_MS);
  }

  #cut(id, at) {
    for (const effect of this.#players) if (effect.id === id) effect.stop(CUT_MS, at);
  }
}
