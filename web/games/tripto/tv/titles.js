// The titles of an evening, told by its travelogue: who braked fastest and was right, who dared the most, who came back.

/** Who shares a title with more than this has none. */
const MAX_BEARERS = 2;
/** Points of a level at which it takes courage to brake. */
const BOLD = 8;

/** [{id, playerIds, value}]; `value` is in milliseconds, points and places. @param stops of a whole game, or null. */
export function titlesOf(stops) {
  if (!stops) return [];
  const told = [["fastest", fastest(stops)], ["boldest", boldest(stops)], ["comeback", comeback(stops)]];
  return told.map(([id, values]) => ({ id, ...best(values) })).filter(({ playerIds }) => playerIds.length > 0
    && playerIds.length <= MAX_BEARERS);
}

/** The most, and who has it. */
function best(values) {
  const most = Math.max(...Object.values(values));
  return { value: Math.abs(most), playerIds: Object.keys(values).filter((playerId) => values[playerId] === most) };
}

/** Of a brake that nobody here saw being pulled nobody knows how fast it was, nor of a later one at that level: then the others are no measure. */
function fastest(stops) {
  const right = stops.flatMap(({ answers, brakes }) => Object.entries(answers).filter(([, { isCorrect }]) => isCorrect)
    .map(([playerId, { level }]) => ({ playerId, ms: brakes[playerId], isSeen: isSeen(level, answers, brakes) })));
  if (right.some((brake) => !brake.isSeen)) return {};
  return most(right.map(({ playerId, ms }) => [playerId, -ms]), Math.max);
}

function isSeen(level, answers, brakes) {
  return Object.keys(answers).every((playerId) => answers[playerId].level !== level || playerId in brakes);
}

/** By all levels that somebody answered at, right or wrong; who only waited dared nothing. */
function boldest(stops) {
  const given = stops.flatMap(({ answers }) => Object.entries(answers).filter(([, { isGiven }]) => isGiven));
  const daring = new Set(given.filter(([, { level }]) => level >= BOLD).map(([playerId]) => playerId));
  return most(given.filter(([playerId]) => daring.has(playerId)).map(([playerId, { level }]) => [playerId, level]), (a, b) => a + b);
}

/** From the worst place after a destination to the last one. */
function comeback(stops) {
  const last = stops.at(-1).standings;
  const risen = Object.entries(last).map(([playerId, { rank }]) =>
    [playerId, Math.max(...stops.map(({ standings }) => (standings[playerId]?.rank ?? rank) - rank))]);
  return Object.fromEntries(risen.filter(([, places]) => places > 0));
}

function most(pairs, join) {
  const values = {};
  for (const [playerId, value] of pairs) values[playerId] = playerId in values ? join(values[playerId], value) : value;
  return values;
}
