// From what a host picks to the gateway's settings.

/** Milliseconds of the parts that somebody reads or answers in, as the gateway has them. */
const NORMAL_MS = {
  intro: 6000, clue: 30_000, brakeAnswer: 20_000, reveal: 12_000, followup: 20_000, followupResults: 5000,
  scoreboard: 8000,
};
export const PACES = { normal: 1, longer: 1.5, longest: 2 };
export const SECONDS_PER_CLUE = { min: 5, max: 600 };

export function secondsPerClue(pace) {
  return (NORMAL_MS.clue * PACES[pace]) / 1000;
}

/** The pace that these timings keep, whatever a clue takes; null when they keep none. */
export function paceOf(timings) {
  const keeps = (pace) => Object.entries(parts(pace)).every(([part, ms]) => part === "clue" || timings[part] === ms);
  return Object.keys(PACES).find(keeps) ?? null;
}

/** `fields`: of the form. Where no pace was picked, no part but the clue is timed anew. */
export function settingsOf(fields) {
  const { destinationsCount, followupsPerDestination, difficulty, locale, theme, maxPlayers, nameFilter, pace } = fields;
  return {
    locale,
    destinationsCount: Number(destinationsCount),
    followupsPerDestination: Number(followupsPerDestination),
    difficulty,
    theme: theme || null,
    maxPlayers: Number(maxPlayers),
    nameFilter,
    allowLateJoin: "allowLateJoin" in fields,
    afterBrake: "sameLevel" in fields ? "same" : "next",
    clueClock: "voiceClock" in fields ? "voice" : "level",
    earlyReveal: "earlyReveal" in fields,
    hostMayPlay: "hostMayPlay" in fields,
    latencyFair: "latencyFair" in fields,
    reactions: "reactions" in fields,
    timings: { ...(pace && parts(pace)), clue: Number(fields.clueSeconds) * 1000 },
  };
}

function parts(pace) {
  return Object.fromEntries(Object.entries(NORMAL_MS).map(([part, ms]) => [part, ms * PACES[pace]]));
}
