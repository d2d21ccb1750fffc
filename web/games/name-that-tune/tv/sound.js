// What the game sounds like besides its clips, on whichever device sounds.

import { fitting } from "/tv/room.js";
import { lastSeconds } from "/tv/sound/moments.js";

/** Guesses that stand below an answer; fewer where a sentence says that nobody had it. */
const MAX_GUESSES = 8;
const MAX_WRONG = 6;
/** When the first of them turns over, after the beginning of the stage, and how long each is waited for. tv.css has the same. */
const TURNS_MS = 1500;
const TURN_MS = 400;
/** Since the beginning of the stage all of them have. */
export const TURNED_MS = TURNS_MS + MAX_GUESSES * TURN_MS;
/** While a tune is guessed there is no other music, and none is heard under one that goes on. */
const SILENT_DB = -120;
const BEDS = { PREPARING: "music_lobby", REVEAL: "music_standings", TRIVIA: "music_standings", SCOREBOARD: "music_standings" };

/** The members of a face that say it (web/tv/sound/conductor.js). */
export const sound = {
  cues,
  isClipMusic: true,
  arrangement: ({ state }) => ({ bed: BEDS[state] ?? null, duckDb: SILENT_DB }),
};

/** Sounds that follow from the document: the last seconds of a question tick, and the best guess turns over. */
function cues(doc) {
  const { state, trivia, paused, timers: [timer] } = doc;
  if (paused || !timer) return [];
  if (state === "TRIVIA") return trivia.correctOption === null ? lastSeconds(timer) : [];
  if (state !== "REVEAL") return [];
  const { shown, isKnown } = guessesOf(doc);
  return [{ sfxId: isKnown ? "correct" : "wrong", startAtServerMs: timer.startAtServerMs + TURNS_MS + Math.max(0, shown.length - 1) * TURN_MS }];
}

/** The best first; who wrote nothing has nothing to show. */
export function guessesOf({ reveal: { results } }) {
  const best = results.filter(({ artist, title }) => artist || title).sort((one, other) => other.pointsAwarded - one.pointsAwarded);
  const isKnown = results.some(({ pointsAwarded }) => pointsAwarded > 0);
  return { ...fitting(best, isKnown ? MAX_GUESSES : MAX_WRONG), isKnown };
}
