// Sounds, fetched and decoded: our own are kept, a voice is heard once.

/** Every browser that the page is for decodes it: scripts/compose. */
const TYPE = "flac";
const FOLDER = "/sounds/";
/** Sounds of any game; more are the game's. */
const OURS = ["music_lobby", "music_standings", "music_finale", "answer_lock", "correct", "wrong", "tick", "sting_build", "drumroll", "winner_fanfare"];

export class Library {
  #context;
  #report;
  #known = new Set(OURS);
  #kept = new Map();

  constructor(context, report) {
    this.#context = context;
    this.#report = report;
  }

  /** So that no cue has to wait. @param ids sounds of the game. */
  preload(ids = []) {
    for (const id of ids) this.#known.add(id);
    for (const id of this.#known) this.sound(id);
  }

  /** @returns {Promise<AudioBuffer|null>} null: there is no such sound, or it could not be had. */
  sound(id) {
    if (!this.#known.has(id)) return Promise.resolve(null);
    if (!this.#kept.has(id)) this.#kept.set(id, this.#load(id, `${FOLDER}${id}.${TYPE}`, {}, () => this.#kept.delete(id)));
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
