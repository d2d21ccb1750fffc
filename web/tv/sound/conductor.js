// The sound of the room: the document says what should sound, cues say it in time. Neither needs the other.

import { clock } from "/shared/clock.js";
import { freshSeat } from "/shared/tokens.js";

/** Before a cue of the page's own its sound is set going; until then a pause still stops it. */
const AHEAD_MS = 300;
/** A voice comes with a cue that brings an address of its own: for so long it is waited for. */
const CUE_MS = 150;
/** The host has chosen another screen to sound. */
const SILENCE = { music: null, voice: null };

export class Conductor {
  #engine;
  #connection;
  #voiceInDocument = null;
  #cues;
  #timeouts = [];
  /** Own cues that were given, so that the next document does not give them again. */
  #given = new Set();

  /** @param cues (doc) → sounds that follow from the document: [{sfxId, startAtServerMs}]. */
  constructor(engine, connection, cues) {
    this.#engine = engine;
    this.#connection = connection;
    this.#cues = cues;
  }

  /** The document became another; not every game sounds. */
  follow(doc) {
    const isSilent = Boolean(doc.audio?.speaker) && doc.audio.speaker !== this.#connection.id;
    this.#plan(isSilent ? [] : this.#cues(doc));
    if (!doc.audio) return;
    const { music, voice } = isSilent ? SILENCE : doc.audio;
    this.#engine.music.want(music);
    const before = this.#voiceInDocument;
    this.#voiceInDocument = voice;
    if (voice) setTimeout(() => this.#join(voice), CUE_MS);
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

  /** What the document before asked for, and this one does not, is not heard. */
  #plan(wanted) {
    this.#timeouts.forEach(clearTimeout);
    const cues = wanted.filter(({ startAtServerMs }) => startAtServerMs > clock.now());
    if (!cues.length) this.#given.clear();
    this.#timeouts = cues.map((cue) => setTimeout(() => this.#give(cue), cue.startAtServerMs - AHEAD_MS - clock.now()));
  }

  #give(cue) {
    const key = `${cue.sfxId} ${cue.startAtServerMs}`;
    if (this.#given.has(key)) return;
    this.#given.add(key);
    this.#engine.effects.play(cue);
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
