// The sound of the room: the document says what should sound, cues say it in time. Neither needs the other.

import { clock } from "/shared/clock.js";
import { sounds } from "/shared/speaker.js";
import { freshSeat } from "/shared/tokens.js";
import { arrangementOf } from "/tv/sound/arrangement.js";

/** Before a cue of the page's own its sound is set going; until then a pause still stops it. */
const AHEAD_MS = 300;
/** A voice comes with a cue that brings an address of its own: for so long it is waited for. */
const CUE_MS = 150;
/** Music does not end with a click. */
const LEAVE_MS = 300;
/** The host has chosen another screen to sound. */
const SILENCE = { music: null, voice: null };
const NOTHING = { bed: null, stems: [], gainDb: 0, brightHz: Infinity };

export class Conductor {
  #engine;
  #connection;
  #voiceInDocument = null;
  #game;
  /** The page's own part of the music. */
  #own = NOTHING;
  #timeouts = [];
  /** Own cues that were given, so that the next document does not give them again. */
  #given = new Set();

  /**
   * @param game {cues, arrangement, isClipMusic}: (doc) → sounds that follow from the document, [{sfxId, startAtServerMs,
   *   isMusic?}], those that are music silent where the host has turned it off; (doc) → arrangement.js; whether the host's level
   *   of the music is that of clips too.
   */
  constructor(engine, connection, game) {
    this.#engine = engine;
    this.#connection = connection;
    this.#game = game;
  }

  /** The document became another; not every game sounds. */
  follow(doc) {
    const isSilent = !sounds(this.#connection, doc.audio?.speaker);
    this.#setGain(doc.audio?.gainDb);
    this.#plan(isSilent ? [] : this.#game.cues(doc));
    const { music = null, voice = null } = isSilent ? SILENCE : doc.audio ?? SILENCE;
    this.#own = isSilent ? NOTHING : arrangementOf(doc, this.#game.arrangement);
    this.#setBed(music);
    const before = this.#voiceInDocument;
    this.#voiceInDocument = voice;
    if (voice) setTimeout(() => this.#join(voice), CUE_MS);
    else if (before && this.#engine.voice.isWanted(before)) this.#engine.voice.stop();
  }

  /** Another device has this seat: what the last document asked for is heard there. */
  leave() {
    const { voice, effects, music } = this.#engine;
    this.#plan([]);
    this.#voiceInDocument = null;
    voice.stop();
    effects.stop();
    music.stop(LEAVE_MS);
  }

  hear({ type, payload }) {
    const { voice, effects, mixer, library } = this.#engine;
    switch (type) {
      case "MUSIC_SET": return this.#setBed(payload);
      case "MUSIC_STOP": return this.#stopBed(payload.fadeOutMs);
      case "MUSIC_GAIN_SET": return this.#setGain(payload.gainDb);
      case "MUSIC_DUCK": return mixer.setDucking(payload);
      case "AUDIO_PLAY": return voice.speak(payload, () => library.clip(payload.clipId, payload.url));
      case "AUDIO_STOP":
        voice.stop();
        return effects.stop();
      case "SFX_PLAY": return effects.play(payload);
      default: return undefined;
    }
  }

  /** The server's, or null: then the page's own. */
  #setBed(bed) {
    this.#setGain(bed?.gainDb);
    this.#engine.music.want(bed ?? this.#own.bed);
    this.#engine.music.dress(this.#own);
  }

  #stopBed(fadeOutMs) {
    if (this.#own.bed) this.#engine.music.want(this.#own.bed);
    else this.#engine.music.stop(fadeOutMs);
  }

  #setGain(gainDb) {
    if (!Number.isFinite(gainDb)) return;
    this.#engine.mixer.setMusicGain(gainDb);
    if (this.#game.isClipMusic) this.#engine.mixer.setClipGain(gainDb);
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
    if (cue.isMusic && this.#engine.mixer.isMuted) return;
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
