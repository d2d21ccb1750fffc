// Where in a game a destination stands.

/** Whether this is the last destination, after which the finale alone tells who won. */
export function isLastRound({ round }) {
  return round !== null && round.index === round.total;
}
