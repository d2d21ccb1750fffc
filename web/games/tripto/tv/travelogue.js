// The journey so far, as this page has seen it: a document tells of the present destination alone. It outlives a reload.

const KEY = "tripto.travelogue";

/**
 * One entry for each destination that was revealed: {roundId, index, total, name, lat, lon, answers, brakes, standings},
 * the last three by player: {level, isCorrect, isGiven}, milliseconds from the clue to the brake, {points, rank}.
 */
export class Travelogue {
  #key;
  #stops = [];
  /** Of the round that is played: when the clue began, who pulled after how long. */
  #round = { roundId: null, clueAtMs: null, brakes: {} };

  constructor(sessionId) {
    this.#key = `${KEY}.${sessionId}`;
    ({ stops: this.#stops = [], round: this.#round = this.#round } = load(this.#key));
  }

  get stops() {
    return this.#stops;
  }

  /** The stop before the one that is shown, or null. */
  before({ round }) {
    return this.#stops.find(({ index, roundId }) => index === round.index - 1 && roundId !== round.roundId) ?? null;
  }

  /** Takes in a document, each as it comes. */
  note(doc) {
    const { round, reveal } = doc;
    if (!round) return;
    if (round.roundId !== this.#round.roundId) this.#begin(round);
    this.#clock(doc);
    if (reveal) this.#stop(doc);
    save(this.#key, { stops: this.#stops, round: this.#round });
  }

  /** The stops of a game that has come to its end, as far as they were seen; none, if the last of them was not. */
  seen({ final }) {
    const last = this.#stops.at(-1);
    // Of this game, and not of the one before it.
    const isLast = last && !final.aborted && last.index === last.total
      && final.standingsFull.every(({ playerId, points }) => (last.standings[playerId]?.points ?? 0) === points);
    return isLast ? this.#stops : [];
  }

  /** The same, or null when this page has not seen all of it. */
  whole(doc) {
    const stops = this.seen(doc);
    return stops.length && stops.length === stops.at(-1).total ? stops : null;
  }

  #begin({ roundId, index }) {
    this.#round = { roundId, clueAtMs: null, brakes: {} };
    if (index === 1) this.#stops = [];
    this.#stops = this.#stops.filter((stop) => stop.index < index);
  }

  /** A pause shifts the timer of the clue, and costs nobody time. A timer that waits for the voice starts after it. */
  #clock({ state, timers: [timer], brake, audio }) {
    if (!timer) return;
    if (state === "CLUE_LEVEL") this.#round.clueAtMs = Math.min(timer.startAtServerMs, audio?.voice?.startAtServerMs ?? Infinity);
    if (state !== "PAUSED_FOR_BRAKE" || this.#round.clueAtMs === null) return;
    this.#round.brakes[brake.brakeOwnerPlayerId] ??= Math.max(0, timer.startAtServerMs - this.#round.clueAtMs);
  }

  #stop({ round, reveal, scoreboard }) {
    const { destinationName: name, lat, lon, results } = reveal;
    const answers = results.filter(({ lockedAtLevelPoints }) => lockedAtLevelPoints !== null)
      .map(({ playerId, lockedAtLevelPoints, isCorrect, answerText }) =>
        [playerId, { level: lockedAtLevelPoints, isCorrect, isGiven: answerText !== "" }]);
    const standings = scoreboard.map(({ playerId, points, rank }) => [playerId, { points, rank }]);
    const stop = {
      ...round, name, lat, lon, answers: Object.fromEntries(answers), brakes: this.#round.brakes,
      standings: Object.fromEntries(standings),
    };
    this.#stops = [...this.#stops.filter(({ index }) => index !== round.index), stop];
  }
}

/** A browser that keeps nothing, or has no room: then a reload forgets. */
function load(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

function save(key, value) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // As above.
  }
}
