// Sounds, fetched and decoded: our own are kept, a voice is heard once.

const FOLDER = "/sounds/";
const OURS = ["music_travel", "music_followup", "brake_pull", "answer_lock", "reveal_sting", "correct", "wrong", "tick",
  "sting_build", "drumroll", "winner_fanfare"];

export class Library {
  #context;
  #report;
  #kept = new Map();

  constructor(context, report) {
    this.#context = context;
    this.#report = report;
  }

  /** So that no cue has to wait. */
  preload() {
    for (const id of OURS) this.sound(id);
  }

  /** @returns {Promise<AudioBuffer|null>} null: there is no such sound, or it could not be had. */
  sound(id) {
    if (!OURS.includes(id)) return Promise.resolve(null);
    if (!this.#kept.has(id)) this.#kept.set(id, this.#load(id, `${FOLDER}${id}.wav`, {}, () => this.#kept.delete(id)));
    return this.#kept.get(id);
  }

  clip(id, url, options = {}) {
    return this.#load(id, url, options, () => {});
  }

  /** A sound that can't be had is missed, and reported; the game goes on without. */
  async #load(id, url, options, onFailure) {
    try {
      const answer = await fetch(url, options);
      if (!answer.ok) throw new Error(`${answer.status}`);
      return await this.#context.decodeAudioData(await answer.arrayBuffer());
    } catch (error) {
      onFailure();
      this.#report.failed(id, String(error.message));
      return null;
    }
  }
}
