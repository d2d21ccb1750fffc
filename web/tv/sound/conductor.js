// The sound of the room: the document says what should sound, cues say it in time. Neither needs the other.

import { clock } from "/shared/clock.js";
import { freshSeat } from "/shared/tokens.js";

/** A voice comes with a cue that brings an address of its own: for so long it is waited for. */
const CUE_MS = 150;

export class Conductor {
  #engine;
  #connection;
  #voiceInDocument = null;

  constructor(engine, connection) {
    this.#engine = engine;
    this.#connection = connection;
  }

  /** The document became another; not every game sounds. */
  follow({ audio }) {
    if (!audio) return;
    this.#engine.music.want(audio.music);
    const before = this.#voiceInDocument;
    this.#voiceInDocument = audio.voice;
    if (audio.voice) setTimeout(() => this.#join(audio.voice), CUE_MS);
    else if (before && this.#engine.voice.isWanted(before)) this.#engine.voice.stop();
  }

  hear({ type, payload }) {
    const { music, voice, effects, mixer, library } = this.#engine;
    switch (type) {
      case "MUSIC_SET": return music.want(payload);
      case "MUSIC_STOP": return music.stop(payload.fadeOutMs);
      case "MUSIC_GAIN_SET": return mixer.setMusicGain(payload.gainDb);
      case "MUSIC_DUCK": return mixer.setDucking(payload);
      case "AUDIO_PLAY": return voice.speak(payload, () => library.clip(payload.clipId, payload.url));
      case "AUDIO_STOP":
        voice.stop();
        return effects.stop();
      case "SFX_PLAY": return effects.play(payload);
      default: return undefined;
    }
  }

  /** A voice whose cue was missed, such as after a reload. */
  #join(voice) {
    const isStill = this.#voiceInDocument?.clipId === voice.clipId;
    if (isStill && !this.#engine.voice.isWanted(voice)) this.#engine.voice.speak(voice, () => this.#fetch(voice));
  }

  async #fetch({ clipId, roundId }) {
    const { sessionId, authToken } = await freshSeat(this.#connection.seat, clock.now());
    const path = `/v1/sessions/${sessionId}/rounds/${roundId}/assets/${clipId}`;
    return this.#engine.library.clip(clipId, path, { headers: { Authorization: `Bearer ${authToken}` } });
  }
}
