// The page's own part of the music, from the document and the server's clock alone: a bed where the server sets none, stems over
// a bed, and how much of it is heard.

import { finalePassedMs, STAGES, stageOf, winners } from "/shared/stage.js";

/** After the winner's name: the fanfare's last chord is still in the air. */
const FANFARE_MS = 3200;
/** After the beginning of a finale without a winner, and so without a fanfare. */
const STING_MS = 1500;
/** Beds of the page's own go round since then: in the same place on every screen, and after every reload. */
const EPOCH_MS = 0;

/**
 * @param ofGame (doc) → {bed?, stems?, gainDb?, brightHz?, duckDb?}, a running game's: `bed` is the name of a sound, and so is
 *   the `trackId` of each of the stems, [{trackId, gainDb}]; the others say what is left of the bed (mixer.js).
 * @returns the same, with {trackId, startAtServerMs, fromMs} or null for a bed.
 */
export function arrangementOf(doc, ofGame) {
  const { bed = null, fromMs = EPOCH_MS, stems = [], gainDb = 0, brightHz = Infinity, duckDb } = own(doc, ofGame);
  return { bed: bed && { trackId: bed, startAtServerMs: EPOCH_MS, fromMs }, stems, gainDb, brightHz, duckDb };
}

function own(doc, ofGame) {
  // The music goes home with the guests.
  if (doc.session.status === "ended") return {};
  switch (stageOf(doc)) {
    case "lobby": return { bed: "music_lobby" };
    case "running": return ofGame(doc);
    case "finale": return { bed: bedAfter(doc), ...opening(doc) };
    default: return { bed: bedAfter(doc) };
  }
}

/** A march is for who has won. */
function bedAfter({ final }) {
  return winners(final).length && !final.aborted ? "music_finale" : "music_standings";
}

/** What drums and fanfare leave silent, the bed does not fill: it comes after them. */
function opening(doc) {
  const [timer] = doc.timers;
  if (!timer) return {};
  const afterMs = winners(doc.final).length ? STAGES.winner + FANFARE_MS : STING_MS;
  if (!timer.paused) return { fromMs: timer.startAtServerMs + afterMs };
  return finalePassedMs(doc) < afterMs ? { bed: null } : {};
}
