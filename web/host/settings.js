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

/** `fields`: of the form. */
export function settingsOf(fields) {
  const { destinationsCount, followupsPerDestination, difficulty, locale, theme, maxPlayers } = fields;
  return {
    locale,
    destinationsCount: Number(destinationsCount),
    followupsPerDestination: Number(followupsPerDestination),
    difficulty,
    ...(theme && { theme }),
    maxPlayers: Number(maxPlayers),
    allowLateJoin: "allowLateJoin" in fields,
    earlyReveal: "earlyReveal" in fields,
    timings: { ...timings(PACES[fields.pace]), clue: Number(fields.clueSeconds) * 1000 },
  };
}

function timings(factor) {
  return Object.fromEntries(Object.entries(NORMAL_MS).map(([part, ms]) => [part, ms * factor]));
}
