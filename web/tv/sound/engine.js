// The AudioContext with all that hangs on it: made once the page may sound, kept running afterwards.

import { clock } from "/shared/clock.js";
import { Effects } from "/tv/sound/effects.js";
import { Library } from "/tv/sound/library.js";
import { Mixer } from "/tv/sound/mixer.js";
import { Music } from "/tv/sound/music.js";
import { Player } from "/tv/sound/player.js";
import { Timebase } from "/tv/sound/timebase.js";
import { Voice } from "/tv/sound/voice.js";

const LOOK_MS = 1000;

export class Engine {
  #timebase;

  /** @param report <sound-report> */
  constructor(report) {
    const context = new AudioContext();
    const timebase = new Timebase(context);
    const stage = {
      timebase,
      mixer: new Mixer(context),
      library: new Library(context, report),
      player: (sound) => new Player(context, timebase, sound),
      report: (player) => report.started({ ...player, startErrorMs: player.errorMs() }),
    };
    this.context = context;
    this.#timebase = timebase;
    this.library = stage.library;
    this.mixer = stage.mixer;
    this.music = new Music(stage);
    this.voice = new Voice(stage);
    this.effects = new Effects(stage);
    setInterval(() => timebase.look(), LOOK_MS);
    // A device that slept, or was changed, comes back with another time.
    context.addEventListener("statechange", () => {
      timebase.restart();
      if (context.state === "running") this.music.align();
    });
    report.watch(() => this.#now());
  }

  /** @returns whether it sounds. */
  async run() {
    this.library.preload();
    await this.context.resume();
    return this.context.state === "running";
  }

  #now() {
    const serverTimeMs = clock.now();
    // One moment of the device for all: how its clock stands to the server's is measured anew all the time.
    const seconds = this.#timebase.secondsAt(serverTimeMs);
    const told = (player) => player && {
      id: player.id, startAtServerMs: player.startAtMs, durationMs: player.durationMs,
      positionMs: player.positionAt(seconds),
    };
    return {
      state: this.context.state,
      serverTimeMs,
      clockUncertaintyMs: clock.uncertaintyMs,
      levels: this.mixer.levels(),
      bed: told(this.music.bed),
      stems: this.music.stems.map(told),
      voice: told(this.voice.clip),
      effects: this.effects.players.map(told),
    };
  }
}
